// Counts down what is left until a moment, in the words that the server wrote; without scripts its text stays.
(() => {
  const SECONDS = [86400, 3600, 60, 1];

  function left(clock) {
    let rest = Math.ceil((Date.parse(clock.dataset.until) - Date.now()) / 1000);
    if (rest <= 0) return clock.dataset.due;
    const parts = [];
    clock.dataset.units.split("|").forEach((unit, index) => {
      const number = Math.floor(rest / SECONDS[index]);
      rest %= SECONDS[index];
      if (number || parts.length || index === 3) parts.push(unit.replace("{number}", number));
    });
    const text = clock.dataset.left.replace("{time}", parts.slice(0, 2).join(" "));
    return text.replace(/[0-9]/g, (digit) => [...clock.dataset.digits][digit]);
  }

  function show() {
    document.querySelectorAll("[data-until]").forEach((clock) => {
      const text = left(clock);
      if (clock.textContent !== text) clock.textContent = text;
    });
  }

  show();
  setInterval(show, 1000);
})();
