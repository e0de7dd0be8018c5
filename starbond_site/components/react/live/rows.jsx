/* The rows of a document list, as `presentation/markup.py` writes them. */
import { inDigits } from "../digits.jsx";

/** Adds and removes rows of the first page of a list, whose ids descend, and numbers them anew. */
export function applyChange(element, { added, withdrawn = [], moved = [], summary }, template, language, digits) {
  const body = element.querySelector("tbody");
  const gone = [...withdrawn, ...moved];
  [...body.rows].filter((row) => gone.includes(idOf(row))).forEach((row) => row.remove());
  for (const row of added) {
    const older = [...body.rows].find((present) => Number(idOf(present)) < Number(row.id));
    body.insertBefore(parse(fill(template, row, language)), older ?? null);
  }
  [...body.rows].forEach((row, index) => {
    row.cells[0].textContent = inDigits(index + 1, digits);
  });
  element.querySelector(".document-list__summary").textContent = summary[language];
}

/** Returns the HTML of a document: a template with its name, details and address, which `presentation/markup.py` wrote. */
export function fill(template, { id, name, details }, language) {
  const values = { name, details: details[language], url: `/files/${id}/${quoted(name)}` };
  return template.replace(/\{(name|details|url)\}/g, (_, field) => escaped(values[field]));
}

/** Escapes as `html.escape` of Python does. */
const escaped = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** Quotes what `encodeURIComponent` leaves and RFC 3986 reserves, as `Published.download_url` does. */
const quoted = (name) =>
  encodeURIComponent(name).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Marks the rows that are newer than all before, and returns what a screen reader should say. */
export function announce(element, before, withdrawn, isPart, words) {
  const newest = Math.max(0, ...[...before.keys()].map(Number));
  const fresh = isPart ? [] : rowsIn(element).filter((row) => Number(idOf(row)) > newest);
  fresh.forEach((row) => row.classList.add("document--fresh"));
  const news = fresh.map((row) => words.published.replace("{name}", () => nameOf(row)));
  withdrawn.forEach((id) => news.push(words.withdrawn.replace("{name}", () => before.get(id))));
  return news.join(" ") || words.updated;
}

/** Returns HTML as nodes. */
export const parse = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;
const rowsIn = (element) => [...element.querySelectorAll("tbody tr")];
const idOf = (row) => row.querySelector("a").pathname.split("/")[2];
const nameOf = (row) => row.querySelector(".document__file").textContent;
/** Returns the names of the documents in a list, by id. */
export const namesIn = (element) => new Map(rowsIn(element).map((row) => [idOf(row), nameOf(row)]));
