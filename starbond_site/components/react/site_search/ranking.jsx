/** What a match is worth by where the word stands, and by how closely it is the word that was typed. */
const NAME = 5;
const WORDS = 4;
const TEXT = 1;
const BEGINNING = 0.6;
const MISSPELT = 0.4;
const WHOLE_PHRASE = 6;
const WHOLE_NAME = 20;
/** Results worth less than this share of the best one are left out. */
const LEAST_SHARE = 0.4;
/** Letters of Bangla that are often taken for each other, as one of them; the sign of nasal vowels is left out. */
const SAME_LETTERS = { "\u09c0": "\u09bf", "\u09c2": "\u09c1", "\u09a3": "\u09a8", "\u09b6": "\u09b8", "\u09b7": "\u09b8", "\u0981": "" };
const BANGLA_ZERO = 0x09e6;

/** Returns a text in the spelling that is compared: one case, Latin digits, without joiners. */
export const folded = (text) =>
  text
    .toLowerCase()
    .normalize("NFC")
    .replace(/\u09a4\u09cd\u200d/g, "\u09ce")
    .replace(/[\u200c\u200d]/g, "")
    .replace(/[\u09e6-\u09ef]/g, (digit) => digit.charCodeAt(0) - BANGLA_ZERO)
    .replace(/[\u09c0\u09c2\u09a3\u09b6\u09b7\u0981]/g, (letter) => SAME_LETTERS[letter]);

/**
 * Returns the words of a text: a number and the unit after it are one word, and endings are taken off.
 *
 * `language` holds `endings`, `ignored` words, and `units`, all spellings of each unit.
 */
export function wordsOf(text, language) {
  const parts = folded(text).match(/\d+(?:\.\d+)?|[\p{L}\p{M}]+/gu) ?? [];
  const words = [];
  for (let place = 0; place < parts.length; place++) {
    const unit = language.units.get(parts[place + 1]);
    if (/^\d/.test(parts[place]) && unit) words.push(parts[place++] + unit);
    else if (!language.ignored.has(parts[place])) words.push(stemOf(parts[place], language.endings));
  }
  return words;
}

function stemOf(word, endings) {
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= 2);
  return ending ? word.slice(0, -ending.length) : word;
}

/** Returns the index ready to be searched: by entry, what each of its words is worth. */
export function prepared(index) {
  const fold = (list) => list.map(folded);
  const language = {
    endings: fold(index.endings).filter(Boolean),
    ignored: new Set(fold(index.ignored)),
    units: new Map(Object.entries(index.units).flatMap(([unit, spellings]) => fold(spellings).map((spelling) => [spelling, unit]))),
  };
  const entries = index.entries.map((entry) => {
    const worth = new Map();
    const add = (text, value) => {
      for (const word of wordsOf(text, language)) worth.set(word, Math.max(value, worth.get(word) ?? 0));
    };
    entry.names.forEach((name) => add(name, NAME));
    entry.words.forEach((phrase) => add(phrase, WORDS));
    add(entry.text, TEXT);
    const phrases = new Set([...entry.names, ...entry.words].map((phrase) => wordsOf(phrase, language).join(" ")));
    return { entry, worth, phrases, names: new Set(entry.names.map(folded)) };
  });
  return { language, entries };
}

/**
 * Returns the products that hold any word of a query and the pages that hold all, the best first, each with whether it holds
 * all of them whole (`isWhole`). A word counts the more, the fewer entries hold it; an entry that has the whole query as one
 * of its phrases stands before others, and before them the one of that name.
 */
export function ranked({ language, entries }, query) {
  const words = [...new Set(wordsOf(query, language))].filter((word) => word.length > 1 || /\d/.test(word));
  const scores = entries.map(() => 0);
  const held = entries.map(({ worth }) => words.every((word) => worth.has(word)));
  for (const word of words) {
    const values = entries.map(({ worth }) => worthOf(word, worth));
    const holders = values.filter(Boolean).length;
    const rarity = Math.log(1 + entries.length / holders);
    values.forEach((value, place) => {
      if (!value && entries[place].entry.kind === "page") scores[place] = NaN;
      else scores[place] += value && value * rarity;
    });
  }
  const [whole, typed] = [words.join(" "), folded(query.trim())];
  const more = ({ names, phrases }) => (names.has(typed) ? WHOLE_NAME : phrases.has(whole) ? WHOLE_PHRASE : 0);
  const found = entries
    .map((each, place) => ({ entry: { ...each.entry, isWhole: held[place] }, score: scores[place] && scores[place] + more(each) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return found.filter(({ score }) => score >= LEAST_SHARE * found[0].score).map(({ entry }) => entry);
}

function worthOf(word, worth) {
  if (worth.has(word)) return worth.get(word);
  let best = 0;
  for (const [held, value] of worth) {
    const closeness = held.startsWith(word) ? BEGINNING : isMisspelt(word, held) ? MISSPELT : 0;
    best = Math.max(best, value * closeness);
  }
  return best;
}

/** Whether two words of at least four letters differ by one letter: another one, one more, one less, or two exchanged. */
function isMisspelt(one, other) {
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1 || /\d/.test(one + other)) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
