/* The rows of a document list, as `presentation/markup.py` writes them. */
import { inDigits } from "../digits.jsx";

/** Adds and removes rows of the first page of a list, puts new ones in their places, and numbers all anew. */
export function applyChange(element, { added, withdrawn = [], moved = [], newest, summary }, template, language, digits) {
  const body = element.querySelector("tbody");
  const gone = [...withdrawn, ...moved];
  [...body.rows].filter((row) => gone.includes(idOf(row))).forEach((row) => row.remove());
  for (const row of added) body.insertBefore(parse(fill(template, row, language)), body.rows[row.place ?? 0] ?? null);
  [...body.rows].forEach((row, index) => {
    row.cells[0].textContent = inDigits(index + 1, digits);
  });
  body.parentElement.dataset.newest = newest;
  element.querySelector(".document-list__summary").textContent = summary[language];
}

/** Returns the HTML of a document: a template with its fields and address, which `presentation/markup.py` wrote. */
export function fill(template, { id, name, details }, language) {
  const values = { id, name, details: details[language], url: `/files/${id}/${quoted(name)}` };
  return template.replace(/\{(id|name|details|url)\}/g, (_, field) => escaped(values[field]));
}

/** Escapes as `html.escape` of Python does. */
const escaped = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** Quotes what `encodeURIComponent` leaves and RFC 3986 reserves, as `Published.download_url` does. */
const quoted = (name) =>
  encodeURIComponent(name).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Marks the rows that were published after all that the list had before, and returns what a screen reader should say. */
export function announce(element, before, withdrawn, isPart, words) {
  const fresh = isPart ? [] : rowsIn(element).filter((row) => Number(idOf(row)) > before.newest);
  fresh.forEach((row) => row.classList.add("document--fresh"));
  const news = fresh.map((row) => words.published.replace("{name}", () => nameOf(row)));
  withdrawn.forEach((id) => news.push(words.withdrawn.replace("{name}", () => before.names.get(id))));
  return news.join(" ") || words.updated;
}

/** Returns HTML as nodes. */
export const parse = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;
const rowsIn = (element) => [...element.querySelectorAll("tbody tr")];
/** The first link of a row leads to the page of its document, whose address ends with the id. */
const idOf = (row) => row.querySelector("a").pathname.split("/").at(-1);
const nameOf = (row) => row.querySelector(".document__file").textContent;
/** Returns what a list shows: the greatest id of the whole list, and the names of its documents by id. */
export const shownIn = (element) => ({
  newest: Number(element.querySelector("table")?.dataset.newest ?? 0),
  names: new Map(rowsIn(element).map((row) => [idOf(row), nameOf(row)])),
});
