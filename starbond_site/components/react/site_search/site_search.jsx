import { useEffect, useId, useRef, useState } from "react";
import { opener } from "../opener.jsx";
import { inDigits } from "../digits.jsx";
import { prepared, ranked } from "./ranking.jsx";

/** Milliseconds without typing before the server is asked. */
const PAUSE = 150;
const MOST_OF_A_KIND = 8;
/** Documents of each kind that are asked for, and after "More results". */
const COUNTS = [8, 24, 64];
const EMPTY = { entries: [], endings: [], ignored: [], units: {} };

/**
 * The search box of the header, in a native dialog: products and pages from a small index that is fetched when the box is
 * first opened, documents from the server, by their names and by their text. Everything it finds is a plain link; Enter
 * opens the best one. Where nothing is found, the telephone and WhatsApp stand there, the message with the query.
 */
export function SiteSearch({ index, prefix, digits, contact, labels, children }) {
  const id = useId();
  const dialog = useRef(null);
  const box = useRef(null);
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(0);
  const [entries, setEntries] = useState(null);
  const isEntered = useRef(false);
  const [found, setFound] = useState({ state: "hint", groups: [] });

  const load = () => {
    if (!entries) fetchJson(index).then((found) => setEntries(prepared(found)), () => setEntries(prepared(EMPTY)));
  };
  useEffect(() => {
    // It may have been opened, and a query typed, before this ran.
    setQuery(box.current.value);
    if (dialog.current.open) load();
  }, []);

  useEffect(() => {
    if (query.trim().length < 2) return setFound({ state: "hint", groups: [] });
    let isCurrent = true;
    const known = entries ? ranked(entries, query) : [];
    // More of the same stand below those that are shown meanwhile.
    setFound((before) => (count ? { ...before, state: "loading" } : { state: "loading", groups: grouped(known, [], labels) }));
    const show = (state, documents) => {
      if (!isCurrent) return;
      const links = documents.map((row) => documentLink(row, prefix, digits, labels));
      const isFull = [true, false].some((hasText) => links.filter((link) => !link.snippet === hasText).length >= COUNTS[count]);
      setFound({ state, groups: grouped(known, links, labels), best: known[0]?.isWhole ? known[0] : (links[0] ?? known[0]), hasMore: isFull && count + 1 < COUNTS.length });
    };
    const ask = () =>
      fetchJson(`/api/search?q=${encodeURIComponent(query)}&count=${COUNTS[count]}`).then(
        (documents) => show("done", documents),
        () => show("failed", []),
      );
    const timer = setTimeout(ask, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, entries, count]);

  // Enter before the answer is there: the best result opens as soon as it is known.
  const openBest = () => {
    const known = entries && query.trim().length >= 2 ? ranked(entries, query)[0] : null;
    const best = known?.isWhole ? known : found.best;
    isEntered.current = !best;
    if (best) location.assign(best.url);
  };
  useEffect(() => {
    if (isEntered.current && found.best) openBest();
  }, [found]);

  /** Lead from the field into the results and back by the arrow keys. */
  const onKeyDown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [...dialog.current.querySelectorAll("input, .search__link")];
    const place = stops.indexOf(document.activeElement);
    const next = step && place >= 0 && stops[place + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  const isNothing = ["done", "failed"].includes(found.state) && !found.groups.length;
  const total = found.groups.reduce((sum, group) => sum + group.links.length, 0);
  return (
    <>
      <button {...opener("show-modal", id)} className="tool" aria-label={labels.open} aria-haspopup="dialog">
        {children}
      </button>
      <dialog
        ref={dialog}
        id={id}
        className="search"
        aria-label={labels.label}
        onKeyDown={onKeyDown}
        onClick={(event) => (event.target === dialog.current || event.target.closest("a")) && dialog.current.close()}
      >
        <div className="search__body">
          <form className="search__form" role="search" onSubmit={(event) => (event.preventDefault(), openBest())}>
            <input
              ref={box}
              className="input"
              type="search"
              autoFocus
              aria-label={labels.label}
              placeholder={labels.placeholder}
              value={query}
              onFocus={load}
              onChange={(event) => {
                isEntered.current = false;
                setCount(0);
                setQuery(event.target.value);
              }}
            />
            <button {...opener("close", id)} className="button">
              {labels.close}
            </button>
          </form>
          <p role="status" className="muted">
            {status(found.state, total, query, digits, labels)}
          </p>
          {isNothing && (
            <p className="button-row">
              <a className="button" href={`tel:${contact.dial}`}>
                {labels.call.replace("{phone}", contact.shown)}
              </a>
              <a className="button" href={contact.chat + encodeURIComponent(labels.question.replace("{query}", () => query.trim()))} target="_blank" rel="noopener">
                {labels.whatsapp}
              </a>
            </p>
          )}
          {found.groups.map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h2 className="search__title">{group.title}</h2>
              <ul className="plain-list">
                {group.links.map((link) => (
                  <li key={link.url}>
                    <a className="search__link" href={link.url}>
                      {link.title}
                      {link.text && <span className="search__text">{link.text}</span>}
                      {link.snippet && (
                        <span className="search__text">
                          {link.page && <span className="search__page">{link.page}</span>}
                          {marked(link.snippet)}
                        </span>
                      )}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {found.hasMore && (
            <button type="button" className="button" onClick={() => setCount(count + 1)}>
              {labels.more}
            </button>
          )}
        </div>
      </dialog>
    </>
  );
}

function status(state, count, query, digits, labels) {
  if (state === "hint") return labels.hint;
  if (state === "loading") return labels.loading;
  if (state === "failed") return labels.failed;
  if (!count) return labels.none.replace("{query}", () => query.trim());
  if (count === 1) return labels.count_one;
  return labels.count.replace("{count}", inDigits(count, digits));
}

function grouped(known, documents, labels) {
  const of = (kind) => known.filter((entry) => entry.kind === kind).slice(0, MOST_OF_A_KIND);
  const ofSite = [
    { title: labels.products, links: of("product") },
    { title: labels.pages, links: of("page") },
  ];
  const ofDocuments = [
    { title: labels.documents, links: documents.filter((link) => !link.snippet) },
    { title: labels.texts, links: documents.filter((link) => link.snippet) },
  ];
  // Documents hold all words of a query: they stand first where no product or page does.
  const groups = known.some((entry) => entry.isWhole) ? [...ofSite, ...ofDocuments] : [...ofDocuments, ...ofSite];
  return groups.filter((group) => group.links.length > 0);
}

/** A document found by its name leads to its page; one found by its text opens at the page of the PDF, or of its text. */
function documentLink(row, prefix, digits, labels) {
  const opensAtPage = row.page && row.DownloadUrl.toLowerCase().endsWith(".pdf");
  return {
    title: row.title,
    url: opensAtPage ? `${row.DownloadUrl}#page=${row.page}` : prefix + (row.text ?? row.url),
    snippet: row.snippet,
    page: row.label || (row.page && labels.page.replace("{number}", inDigits(row.page, digits))),
  };
}

/** The parts of a snippet: its HTML has `<mark>`, and three escaped characters, and nothing else. */
function marked(snippet) {
  const plain = (part) => part.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return snippet
    .split(/<\/?mark>/)
    .map((part, index) => (index % 2 ? <mark key={index}>{plain(part)}</mark> : plain(part)));
}

async function fetchJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
