/* The rows of a document list, as `presentation/markup.py` writes them. */
import { inDigits } from "../digits.jsx";

/** Adds and removes rows of the first page of a list, puts new ones in their places in their years, and numbers all anew. */
export function applyChange(element, { added, withdrawn = [], moved = [], newest, summary }, template, language, digits) {
  const gone = [...withdrawn, ...moved];
  rowsIn(element).filter((row) => gone.includes(idOf(row))).forEach((row) => row.remove());
  for (const row of added) {
    const body = element.querySelector(`[data-year="${row.year}"] tbody`);
    const following = rowsIn(element)[row.place ?? 0];
    body.insertBefore(parse(fill(template, row, language)), body.contains(following) ? following : null);
  }
  element.querySelectorAll("tbody:empty").forEach((body) => body.parentElement.remove());
  rowsIn(element).forEach((row, index) => {
    row.cells[0].textContent = inDigits(index + 1, digits);
  });
  const line = element.querySelector("[data-newest]");
  line.dataset.newest = newest;
  line.textContent = summary[language];
}

/** Returns the HTML of a document: a template with its fields and address, which `presentation/markup.py` wrote. */
export function fill(template, { id, name, title, ending = "", details }, language) {
  const url = `/files/${id}/${quoted(name)}`;
  const lead = title ?? name.slice(0, name.length - ending.length);
  const file = title ? `${name} · ` : "";
  const values = { id, title: lead, ending, name: title ?? name, file, details: details[language], url };
  return template.replace(/\{(id|title|ending|name|file|details|url)\}/g, (_, field) => escaped(values[field]));
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
  newest: Number(element.querySelector("[data-newest]")?.dataset.newest ?? 0),
  names: new Map(rowsIn(element).map((row) => [idOf(row), nameOf(row)])),
});
