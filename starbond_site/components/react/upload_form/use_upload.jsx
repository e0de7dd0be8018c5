import { useEffect, useRef, useState } from "react";
import { reconnect } from "../../../reflex_adapter/connection/reconnect.jsx";
import { inDigits } from "../digits.jsx";
import { Rate } from "./rate.jsx";
import { send } from "./send.jsx";

/** The server forgets a page of which it has heard nothing for ten minutes (`rxconfig.py`), and with it who may publish. */
const HEARD_MS = 4 * 60 * 1000;
/** Refusals of the visitor, not of a file: the files that follow would be refused as well. */
const OF_VISITOR = ["closed", "foreign_origin", "key_missing", "people_unavailable", "role_missing", "sign_in_missing", "too_many_unfinished", "too_many_uploads"];
const RUNNING = ["sending", "waiting", "checking", "unsure"];
const UNSENT = ["chosen", "wrong", "cancelled"];

/**
 * The files of one form, from their choice to their results; they are published one after the other.
 *
 * items: {id, file, title, phase, percent, rate, from, outcome}. phase: chosen, queued, one of RUNNING (`send.jsx`), done, wrong, cancelled.
 * outcome: {sentence, warning, href} and what `web/upload_results.py` says beside. A file that was refused stays, and is sent again with the next press of the button.
 */
export function useUpload({ action, askAction, language, labels, digits, extensions, limit, isMultiple, onRefused }) {
  const [items, setItems] = useState([]);
  const [problem, setProblem] = useState(null);
  // A title that is typed before its file is chosen.
  const [draft, setDraft] = useState("");
  const list = useRef([]);
  const transfer = useRef(null);

  // The loop below runs longer than a render: what it reads is always the newest.
  const update = (next) => setItems((list.current = next));
  const change = (id, more) => update(list.current.map((item) => (item.id === id ? { ...item, ...more } : item)));
  const running = items.find(({ phase }) => RUNNING.includes(phase));
  const isRunning = Boolean(running) || items.some(({ phase }) => phase === "queued");
  const unsent = items.filter(({ phase }) => UNSENT.includes(phase));

  useEffect(() => {
    const timer = setInterval(() => onRefused?.(""), HEARD_MS);
    return () => clearInterval(timer);
  }, [onRefused]);

  useEffect(() => {
    if (!isRunning) return;
    const warn = (event) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);

  const choose = (files) => {
    if (isRunning && !isMultiple) return;
    setProblem(files.length > 1 && !isMultiple ? labels.several_files : null);
    const kept = isRunning ? list.current : [];
    // What was typed for one file belongs to what is chosen in its place.
    const typed = unsent.length > 1 || (kept.length && unsent.length) ? "" : (unsent[0]?.title ?? draft);
    if (files.length > 1 && !isMultiple) {
      setDraft(typed);
      return update([]);
    }
    const isNew = (file) => !kept.some((item) => isSame(item.file, file));
    const chosen = Array.from(files).filter(isNew).map((file) => ({ id: nextId(), file, ...judged(file) }));
    if (chosen.length) {
      chosen[0].title = typed;
      setDraft("");
    }
    update([...kept, ...chosen]);
  };

  /** What can be checked before the transfer; the server checks it again, and more. */
  const judged = (file) => {
    const sentence = complaint(file, { labels, digits, extensions, limit });
    return sentence ? { phase: "wrong", outcome: { sentence } } : { phase: "chosen", outcome: null };
  };

  /** The first of several files is the other language of a document that was chosen for it: a document has only one. */
  const submit = (category, pair) => {
    if (!unsent.length) return setProblem(labels.no_file);
    setProblem(null);
    const again = (item) => {
      const { phase, outcome } = judged(item.file);
      const title = item.title?.trim();
      const fields = { category, ...(title && { title }), ...(pair && item.id === unsent[0].id && { pair }) };
      return { ...item, fields, phase: phase === "wrong" ? phase : "queued", outcome, percent: 0, from: 0, rate: null };
    };
    update(list.current.map((item) => (UNSENT.includes(item.phase) ? again(item) : item)));
    publish();
  };

  const publish = async () => {
    if (transfer.current) return;
    for (let item; (item = list.current.find(({ phase }) => phase === "queued")); ) {
      const { id, file, fields } = item;
      const rate = new Rate();
      change(id, { phase: "sending" });
      const onState = ({ phase, sent, from }) => {
        if (from) change(id, { from: percentOf(from, file) });
        if (phase && phase !== "sending") rate.restart();
        const more = sent === undefined ? {} : { percent: percentOf(sent, file), rate: rate.at(sent, file.size) };
        if (phase) change(id, { phase, ...more });
      };
      transfer.current = send(file, { action, askAction, language, fields, onState });
      const answer = await transfer.current.answer;
      if (!transfer.current) return;
      if (settle(id, answer)) continue;
      update(list.current.map((item) => (item.phase === "queued" ? { ...item, phase: "chosen" } : item)));
    }
    transfer.current = null;
  };

  /** Shows the result of a file; returns whether the next one may follow. */
  const settle = (id, { result, code, sentence, cancelled, late, unreadable }) => {
    if (cancelled) {
      change(id, { phase: "cancelled", outcome: { sentence: labels.cancelled } });
      // Cancelled too late, after the last byte, it may still be published.
      late?.then((known) => known?.outcome === "published" && settle(id, { result: known }));
      return false;
    }
    if (result?.outcome === "published") {
      change(id, { phase: "done", outcome: result });
      return true;
    }
    const refused = unreadable ? { sentence: labels.file_gone } : (result ?? { code, sentence });
    // The websocket may still carry the session that the request no longer had.
    if (["key_missing", "sign_in_missing"].includes(refused.code)) reconnect();
    onRefused?.(refused.code ?? "");
    change(id, { phase: "wrong", outcome: { sentence: refused.sentence } });
    return !OF_VISITOR.includes(refused.code);
  };

  // The page was left: what arrived stays on the server, and continues when the file is chosen again.
  useEffect(() => () => (transfer.current = null), []);

  return {
    items,
    running,
    isRunning,
    unsent,
    problem,
    isMultiple,
    draft,
    entitle: (id, title) => (id ? change(id, { title }) : setDraft(title)),
    choose,
    submit,
    cancel: () => transfer.current?.cancel(),
    remove: (id) => update(list.current.filter((item) => item.id !== id)),
  };
}

let ids = 0;
const nextId = () => (ids += 1);
const isSame = (one, other) => ["name", "size", "lastModified"].every((key) => one[key] === other[key]);
const percentOf = (bytes, file) => Math.floor((100 * bytes) / file.size);

function complaint(file, { labels, digits, extensions, limit }) {
  const ending = file.name.match(/.(\.[A-Za-z0-9]{1,10})$/)?.[1].toLowerCase();
  if (!file.size) return labels.empty_file;
  if ([".heic", ".heif"].includes(ending)) return labels.heic_picture;
  if (ending && !extensions.includes(ending)) return labels.type_not_accepted;
  if (file.size > limit * 1024 * 1024) return labels.too_large.replace("{limit}", inDigits(limit, digits));
  return null;
}
