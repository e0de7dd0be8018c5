const LEVELS = ["suits", "ask", "other", "no"];

/**
 * Returns the answer on two materials under conditions: products by level, each with its reasons, the best first. It is looked
 * up in `data`, which the build made with all rules (`starbond_site/features/finder`).
 *
 * `a` and `b` are ids of materials, `chosen` the names of conditions, `names` the materials' names by id.
 */
export function answerOf(data, a, b, chosen, names) {
  const [i, j] = [data.materials.indexOf(a), data.materials.indexOf(b)].sort((one, other) => one - other);
  const [first, second] = [names[data.materials[i]], names[data.materials[j]]];
  const inWords = (text) => data.texts[text].replaceAll("{a}", first).replaceAll("{b}", second);
  const question = data.conditions.reduce((place, name) => 2 * place + (chosen.includes(name) ? 1 : 0), (j * (j + 1)) / 2 + i);
  const found = data.answers[data.questions[question]].map((place) => {
    const [product, level, texts] = data.verdicts[place];
    return { product: data.products[product], level, reasons: texts.map(inWords) };
  });
  return Object.fromEntries(LEVELS.map((name, level) => [name, found.filter((verdict) => verdict.level === level)]));
}

/** Reads the question from an address: `?a=wood&b=pvc&wet`. Unknown materials and conditions count as none. */
export function questionOf(search, materials, conditions) {
  const query = new URLSearchParams(search);
  const known = (id) => (materials.includes(id) ? id : "");
  return { a: known(query.get("a")), b: known(query.get("b")), conditions: conditions.filter((name) => query.has(name)) };
}

/** Returns the address of a question, without the path. */
export function searchOf({ a, b, conditions }) {
  const parts = [a && `a=${a}`, b && `b=${b}`, ...conditions].filter(Boolean);
  return parts.length ? `?${parts.join("&")}` : "";
}
