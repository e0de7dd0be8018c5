/*
 * Works for a question of the private search (`questions.py`), then sends its form. Where the browser cannot, as over plain
 * HTTP, the page keeps saying when the next question needs no work.
 */
(async () => {
  const form = document.querySelector("form[data-rounds]");
  const { challenge, number, proof } = form.elements;
  if (!crypto.subtle) return;
  // The proof is for this number.
  number.readOnly = true;
  document.querySelector("[role=status]").textContent = form.dataset.busy;
  const encoder = new TextEncoder();
  const found = [];
  while (found.length < Number(form.dataset.rounds)) {
    const block = new Uint8Array(65536);
    for (let nonce = 0, first = 1; first; nonce += 1) {
      encoder.encodeInto(`${challenge.value} ${found.length} ${nonce} `, block);
      [first] = new Uint8Array(await crypto.subtle.digest("SHA-256", block));
      if (!first) found.push(nonce);
    }
  }
  proof.value = found.join(" ");
  form.submit();
  number.readOnly = false;
})();
