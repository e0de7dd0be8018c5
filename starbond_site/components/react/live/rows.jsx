/* The rows of a document list, as `presentation/markup.py` writes them. */
import { inDigits } from "../digits.jsx";

/** Adds and removes rows of the first page of a list, whose ids descend, and numbers them anew. */
export function applyChange(element, { added, withdrawn = [], moved = [], summary }, language, digits) {
  const body = element.querySelector("tbody");
  const gone = [...withdrawn, ...moved];
  [...body.rows].filter((row) => gone.includes(idOf(row))).forEach((row) => row.remove());
  for (const { id, html } of added) {
    const older = [...body.rows].find((row) => Number(idOf(row)) < Number(id));
    const row = html.map((part) => part[language] ?? part).join("");
    body.insertBefore(parse(row), older ?? null);
  }
  [...body.rows].forEach((row, index) => {
    row.cells[0].textContent = inDigits(index + 1, digits);
  });
  element.querySelector(".document-list__summary").textContent = summary[language];
}

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
