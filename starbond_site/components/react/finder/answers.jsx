const LEVELS = ["suits", "ask", "no"];
const ASK = 1;
const NO = 2;

/**
 * Returns the answer on two materials under conditions: products that suit, that have to be asked about, and that do not,
 * each with its reasons, the best first.
 *
 * What the texts say of a pair is looked up in `data`, which the build made (`starbond_site/features/finder`). A condition only
 * filters: a product whose text denies it is out, one whose text is silent has to be asked about.
 *
 * `a` and `b` are ids of materials, `chosen` the names of conditions, `names` the materials' names by id.
 */
export function answerOf(data, a, b, chosen, names) {
  const [i, j] = [data.materials.indexOf(a), data.materials.indexOf(b)].sort((one, other) => one - other);
  const [first, second] = [names[data.materials[i]], names[data.materials[j]]];
  const inWords = (text) => data.texts[text].replaceAll("{a}", first).replaceAll("{b}", second);
  const found = data.answers[data.pairs[(j * (j + 1)) / 2 + i]].map(([place, level, texts]) => {
    const product = data.products[place];
    const verdict = { product, level, open: level === ASK ? 1 : 0, reasons: texts.map(inWords) };
    return level === NO ? verdict : underConditions(verdict, data, chosen);
  });
  // Sorting is stable: what is equal keeps the order of the table.
  found.sort((one, other) => one.level - other.level || one.open - other.open);
  return Object.fromEntries(LEVELS.map((name, level) => [name, found.filter((verdict) => verdict.level === level)]));
}

function underConditions(verdict, data, chosen) {
  const { product, reasons } = verdict;
  for (const name of chosen) {
    const [state, text] = product.conditions[data.conditions.indexOf(name)];
    if (state < 0) return { ...verdict, level: NO, open: 0, reasons: [text] };
    reasons.push(text);
    if (state === 0) {
      verdict.level = ASK;
      verdict.open += 1;
    }
  }
  return verdict;
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
