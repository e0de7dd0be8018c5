/* The rows of a document list, as `presentation/markup.py` writes them. */
import { inDigits } from "../digits.jsx";

/** Removes and inserts rows of the first page of a list, as `presentation/payloads.py` says, and numbers all anew. */
export function applyChange(element, { rows, gone, newest, summary }, language, digits) {
  rowsIn(element).filter((row) => gone.includes(idOf(row))).forEach((row) => row.remove());
  for (const { html, year, place } of rows) {
    const body = element.querySelector(`[data-year="${year}"] tbody`);
    body.insertBefore(parse(html[language]), body.rows[place] ?? null);
  }
  rowsIn(element).forEach((row, index) => (row.cells[0].textContent = inDigits(index + 1, digits)));
  const line = element.querySelector("[data-newest]");
  line.dataset.newest = newest;
  line.textContent = summary[language];
}

/** Marks the rows that were published after all that the list had before, and returns what a screen reader should say. */
export function announce(element, before, withdrawn, isPart, words) {
  const fresh = isPart ? [] : rowsIn(element).filter((row) => idOf(row) > before.newest);
  fresh.forEach((row) => row.classList.add("document--fresh"));
  const news = fresh.map((row) => words.published.replace("{name}", () => nameOf(row)));
  withdrawn.forEach((id) => news.push(words.withdrawn.replace("{name}", () => before.names.get(id))));
  return news.join(" ") || words.updated;
}

/** Returns HTML as nodes. */
export const parse = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;
const rowsIn = (element) => [...element.querySelectorAll("tbody tr")];
/** The first link of a row leads to the page of its document, whose address ends with the id. */
const idOf = (row) => Number(row.querySelector("a").pathname.split("/").at(-1));
const nameOf = (row) => row.querySelector(".document__file").textContent;
/** Returns what a list shows: the greatest id of the whole list, and the names of its documents by id. */
export const shownIn = (element) => ({
  newest: Number(element.querySelector("[data-newest]")?.dataset.newest ?? 0),
  names: new Map(rowsIn(element).map((row) => [idOf(row), nameOf(row)])),
});
