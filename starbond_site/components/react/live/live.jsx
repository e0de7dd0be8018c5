import { useEffect, useMemo, useState } from "react";

/*
 * What is written into the page before the first paint and changes when something is published.
 *
 * The server fills the elements marked `data-live`; at hydration React keeps them as they are. From then on the higher
 * version wins: a view older than what stands here (a reconnect starts at 0) makes the component ask the server.
 * `components/live_html.py` writes the same markup as the components below; a test compares the two.
 */

/** A list of documents, newest first. */
export function LiveList({ topic, view, language, labels, onStale }) {
  const shown = useLive(topic, view, onStale);
  const known = (id) => shown.known?.includes(id) ?? true;
  const fresh = (shown.view?.rows ?? []).filter((row) => !known(row.id));
  return (
    <>
      <Live topic={topic} className="document-list" shown={shown} loading={labels.loading}>
        {shown.view && <List view={shown.view} language={language} labels={labels} isFresh={(id) => !known(id)} />}
      </Live>
      <p className="visually-hidden" role="status">
        {fresh.map((row) => labels.announcement.replace("{name}", row.FileName)).join(" ")}
      </p>
    </>
  );
}

function List({ view, language, labels, isFresh }) {
  if (!view.rows.length && !view.query) return <p className="document-list__empty">{labels.empty}</p>;
  return (
    <>
      <Search view={view} labels={labels} />
      <p className="document-list__summary">{view.summary[language]}</p>
      {view.rows.length > 0 && (
        <table className="documents">
          <thead>
            <tr>
              <th scope="col">{labels.number}</th>
              <th scope="col">{labels.name}</th>
              <th scope="col">{labels.action}</th>
            </tr>
          </thead>
          <tbody>
            {view.rows.map((row) => (
              <tr key={row.id} className={isFresh(row.id) ? "document document--fresh" : "document"}>
                <td className="document__number">{row.number[language]}</td>
                <td className="document__name">
                  <span className="document__file">{row.FileName}</span>
                  <span className="document__facts">{row.facts[language]}</span>
                </td>
                <td className="document__action">
                  <Download row={row} name={row.FileName} labels={labels} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager view={view} language={language} labels={labels} />
    </>
  );
}

/** Shown as soon as a list has more than one page: everything else is found faster by reading. */
function Search({ view, labels }) {
  if (view.pages < 2 && !view.query) return null;
  return (
    <form className="list-search" role="search" aria-label={labels.search}>
      <input type="hidden" name="list" value={view.topic} />
      <input className="input" type="search" name="q" aria-label={labels.search} placeholder={labels.placeholder} defaultValue={view.query} />
      <button className="button">{labels.find}</button>
      {view.query && <a href="?">{labels.clear}</a>}
    </form>
  );
}

function Pager({ view, language, labels }) {
  if (view.pages < 2) return null;
  const to = (number) => `?list=${view.topic}&page=${number}` + (view.query ? `&q=${encodeURIComponent(view.query)}` : "");
  return (
    <nav className="pager" aria-label={labels.pages}>
      {view.number > 1 && (
        <a className="button" href={to(view.number - 1)} rel="prev">
          {labels.previous}
        </a>
      )}
      <span>{view.position[language]}</span>
      {view.number < view.pages && (
        <a className="button" href={to(view.number + 1)} rel="next">
          {labels.next}
        </a>
      )}
    </nav>
  );
}

/** The newest document of a list, in one line. */
export function LatestFiling({ topic, mark, view, language, labels, onStale }) {
  const shown = useLive(topic, view, onStale, mark);
  const row = shown.view?.rows[0];
  return (
    <Live topic={mark} className="latest" shown={shown} loading={labels.loading}>
      {row && (
        <>
          <span className="latest__name">{row.FileName}</span>
          <span className="latest__facts">{row.facts[language]}</span>
          <Download row={row} name={row.FileName} labels={labels} />
        </>
      )}
      {shown.view && !row && <span className="latest__empty">{labels.empty}</span>}
    </Live>
  );
}

/** The fixed rows of Shared Information. */
export function SharedRows({ titles, view, language, labels, onStale }) {
  const shown = useLive("shared", view, onStale);
  return (
    <Live topic="shared" as="tbody" shown={shown} loading={labels.loading}>
      {shown.view?.rows.map((row, index) => (
        <tr key={row.node} className="document">
          <td className="document__number">{labels.digits[index]}</td>
          <td className="document__name">
            <span className="document__file">{titles[row.node]}</span>
            {row.DownloadUrl && <span className="document__facts">{row.facts[language]}</span>}
          </td>
          <td className="document__action">
            {row.DownloadUrl ? (
              <Download row={row} name={titles[row.node]} labels={labels} />
            ) : (
              <span className="muted">{labels.unavailable}</span>
            )}
          </td>
        </tr>
      ))}
    </Live>
  );
}

/** The slim line above the header with the `Financial` and `Dividend` nodes. */
export function LiveLine({ view, label, onStale }) {
  const shown = useLive("nodes", view, onStale);
  return (
    <Live topic="nodes" className="live-line" shown={shown} loading="">
      {shown.view?.lines.length > 0 && (
        <div className="live-line__inner container" role="region" aria-label={label}>
          {shown.view.lines.map((line) => (
            <p key={line.node}>{line.url ? <a href={line.url}>{line.text}</a> : line.text}</p>
          ))}
        </div>
      )}
    </Live>
  );
}

function Download({ row, name, labels }) {
  return (
    <a className="button" href={row.DownloadUrl} target="_blank" rel="noopener" aria-label={labels.download_name.replace("{name}", name)}>
      {labels.download}
    </a>
  );
}

/** The element that the server fills: its own markup until a newer view is there, then the children. */
function Live({ topic: mark, as: Element = "div", className, shown, loading, children }) {
  const marks = { className, "data-live": mark, "data-version": shown.version || undefined };
  if (shown.view) return <Element key="live" {...marks} children={children} />;
  const html = shown.html ?? (Element === "tbody" ? "" : loading && `<p class="live-loading">${loading}</p>`);
  return <Element key={`written-${shown.html ? 1 : 0}`} {...marks} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Returns what stands in the page: the server's markup, or the newest view that arrived. */
function useLive(topic, view, onStale, mark = topic) {
  const written = useMemo(() => serverWritten(mark), [mark]);
  const [shown, setShown] = useState(written);
  useEffect(() => {
    const version = view?.version ?? 0;
    if (version > shown.version) {
      if (isPartial(topic)) refetch(topic, version).then(setShown);
      // The first rows that a visitor sees are no news: only what is missing in `known` is marked as fresh.
      else setShown({ version, view, known: shown.ids, ids: (view.rows ?? []).map((row) => row.id) });
    } else if (!version || version < shown.version) onStale(topic, shown.version);
  }, [view]);
  return shown;
}

const nothing = { version: 0, html: null, ids: undefined };

/** What the server wrote into this page for the topic; nothing after a client-side navigation. */
function serverWritten(topic, page = typeof document === "undefined" ? null : document) {
  const element = page?.querySelector(`[data-live="${topic}"]`);
  const version = Number(element?.dataset.version ?? 0);
  return version ? { version, html: element.innerHTML, ids: idsIn(element) } : nothing;
}

/** Older pages and search results are written by the server alone: fetch this very page again and take its list. */
async function refetch(topic, version) {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  return { ...serverWritten(topic, page), version };
}

const isPartial = (topic) => new URLSearchParams(location.search).get("list") === topic;
const idsIn = (element) => [...element.querySelectorAll(".document__action a")].map((link) => link.pathname.split("/")[2]);
