addEventListener("click", ({ target }) => {
  if (!target.closest("#theme")) return;
  const { classList, style } = document.documentElement;
  const [before, theme] = classList.contains("dark") ? ["dark", "light"] : ["light", "dark"];
  classList.replace(before, theme);
  localStorage.theme = style.colorScheme = theme;
});
