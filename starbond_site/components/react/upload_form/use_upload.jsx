import { useEffect, useRef, useState } from "react";
import { reconnect } from "../../../reflex_adapter/connection/reconnect.jsx";
import { inDigits } from "../digits.jsx";
import { rateOf } from "./rate.jsx";
import { SILENT_MS, forget, giveUp, isNew, pause, remember, transfer } from "./send.jsx";
import { randomName, stepsOf } from "./use_steps.jsx";

/** The server forgets a page of which it has heard nothing for ten minutes (`rxconfig.py`), and with it who may publish. */
const HEARD_MS = 4 * 60 * 1000;
/** Refusals of the visitor, not of a file: the files that follow would be refused as well. */
const OF_VISITOR = ["closed", "foreign_origin", "key_missing", "people_unavailable", "role_missing", "sign_in_missing", "too_many_unfinished", "too_many_uploads"];
/** Between questions for a result. */
const REASON_MS = 3000;
/** Until a server that was too busy to check a file is asked again. */
const BUSY_MS = 20000;
/** A file that the server does not have any more is sent again, so often. */
const MAX_TIMES = 3;
const RUNNING = ["sending", "waiting", "checking", "unsure"];
const UNSENT = ["chosen", "wrong", "cancelled"];

/**
 * The files of one form, from their choice to their results. They are sent as soon as they are chosen, and published when they are
 * submitted; one after the other.
 *
 * items: {id, file, title, address, percent, from, rate, phase, outcome}. address: of the upload, once it has arrived. phase: chosen,
 * queued, one of RUNNING, done, wrong, cancelled. outcome: {sentence, warning, href} and what `web/upload_steps.py` says beside.
 * A file that was refused stays, and is submitted again with the next press of the button, without being sent again.
 */
export function useUpload({ action, language, labels, digits, extensions, limit, isMultiple, state, onStep, onAccess }) {
  const [items, setItems] = useState([]);
  const [problem, setProblem] = useState(null);
  // A title that is typed before its file is chosen.
  const [draft, setDraft] = useState("");
  const list = useRef([]);
  const sending = useRef(null);
  const isWorking = useRef(false);
  const isLeft = useRef(false);
  const ask = stepsOf({ state, onStep });

  // The loop below runs longer than a render: what it reads is always the newest.
  const update = (next) => setItems((list.current = next));
  const change = (id, more) => update(list.current.map((item) => (item.id === id ? { ...item, ...more } : item)));
  const running = items.find(({ phase }) => RUNNING.includes(phase));
  const isRunning = Boolean(running) || items.some(({ phase }) => phase === "queued");
  const unsent = items.filter(({ phase }) => UNSENT.includes(phase));

  useEffect(() => {
    const timer = setInterval(() => onAccess(), HEARD_MS);
    return () => clearInterval(timer);
  }, [onAccess]);

  useEffect(() => {
    if (!isRunning) return;
    const warn = (event) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);

  const choose = async (given) => {
    if (isRunning && !isMultiple) return;
    // Read at once: a field that is emptied meanwhile takes its files along.
    const files = Array.from(given);
    const known = isRunning ? list.current.map(({ file }) => file) : [];
    const areNew = await Promise.all(files.map((file) => isNew(file, known)));
    setProblem(files.length > 1 && !isMultiple ? labels.several_files : null);
    const kept = isRunning ? list.current : [];
    // What was typed for one file belongs to what is chosen in its place.
    const typed = unsent.length > 1 || (kept.length && unsent.length) ? "" : (unsent[0]?.title ?? draft);
    list.current.filter((item) => !kept.includes(item)).forEach(abandon);
    if (files.length > 1 && !isMultiple) {
      setDraft(typed);
      return update([]);
    }
    const chosen = files.filter((_, place) => areNew[place]).map((file) => ({ id: nextId(), file, percent: 0, ...initialState(file) }));
    if (chosen.length) {
      chosen[0].title = typed;
      setDraft("");
    }
    update([...kept, ...chosen]);
    work();
  };

  /** Nothing is to become of a file: it need not wait on the server until its day is over. */
  const abandon = ({ id, address, fingerprint, phase }) => {
    if (sending.current?.id === id) sending.current.cancel();
    if (address && phase !== "done") giveUp({ address, fingerprint });
  };

  /** What can be checked before the transfer; the server checks it again, and more. */
  const initialState = (file) => {
    const sentence = complaint(file, { labels, digits, extensions, limit });
    return sentence ? { phase: "wrong", outcome: { sentence } } : { phase: "chosen", outcome: null };
  };

  /** The first of several files is the other language of a document that was chosen for it: a document has only one. */
  const submit = (category, pair, isWithoutPlace) => {
    if (!unsent.length) return setProblem(labels.no_file);
    setProblem(null);
    const again = (item) => {
      const { phase, outcome } = initialState(item.file);
      const title = item.title?.trim() ?? "";
      const pairOf = pair && item.id === unsent[0].id ? pair : 0;
      const fields = { action: "publish", attempt: randomName(), category, title, pair: String(pairOf), language, without_place: String(isWithoutPlace) };
      return { ...item, fields, phase: phase === "wrong" ? phase : "queued", outcome, times: 0 };
    };
    update(list.current.map((item) => (UNSENT.includes(item.phase) ? again(item) : item)));
    work();
  };

  /** Publishes what is submitted, then sends what is chosen, until nothing is left to do. */
  const work = async () => {
    if (isWorking.current) return;
    isWorking.current = true;
    for (let item; !isLeft.current && (item = next()); ) await (item.address ? publish(item) : bring(item));
    isWorking.current = false;
  };
  const next = () =>
    list.current.find(({ phase }) => phase === "queued") ?? list.current.find(({ phase, address, waits }) => phase === "chosen" && !address && !waits);
  const newest = (id) => list.current.find((item) => item.id === id);
  const isSubmitted = (id) => newest(id)?.phase !== "chosen";

  const bring = async ({ id, file }) => {
    let rate = rateOf(file.size);
    const onState = ({ phase, sent, from, isBusy = false }) => {
      // What it takes the line to come back is no speed.
      if (phase === "waiting") rate = rateOf(file.size);
      const more = sent === undefined ? {} : { percent: percentOf(sent, file), rate: rate(sent) };
      // Before it is submitted a file shows no more than how far it is.
      change(id, { ...more, isBusy, ...(from && { from: percentOf(from, file) }), ...(phase && isSubmitted(id) && { phase }) });
    };
    if (isSubmitted(id)) change(id, { phase: "sending" });
    sending.current = { id, ...transfer(file, { action, onState }) };
    const { address, endedAt, fingerprint, attempt, ...refused } = await sending.current.answer;
    sending.current = null;
    if (isLeft.current) return;
    const known = newest(id) && attempt && (await told(id, address ?? endedAt, { action: "ask", attempt, language }));
    if (!newest(id)) return address && giveUp({ address, fingerprint });
    if (known?.outcome === "published") settle(id, known);
    else if (address) change(id, { address, fingerprint, percent: 100, ...(isSubmitted(id) && { phase: "queued" }) });
    else if (refused.code === "too_many_unfinished" && !isSubmitted(id)) change(id, { waits: true });
    else if (!attempt) settle(id, refused);
    // The server has forgotten both: it is sent again, as a file that was not sent before.
    else if (isSubmitted(id)) change(id, { phase: "queued", percent: 0 });
  };

  const publish = async ({ id, address, fingerprint, fields, times }) => {
    change(id, { phase: "checking", isBusy: false });
    remember(fingerprint, { address, attempt: fields.attempt });
    const result = await told(id, address, fields);
    if (!result) return;
    const isGone = ["ended", "incomplete"].includes(result.outcome);
    if (isGone && times < MAX_TIMES) change(id, { phase: "queued", address: undefined, percent: 0, times: times + 1 });
    else settle(id, result);
    if (isGone || result.outcome === "published") forget(fingerprint);
  };

  /** Resolves to what became of a step, once that is known; to nothing when the page was left or the file removed. */
  const told = async (id, address, fields) => {
    while (!isLeft.current && newest(id)) {
      const silent = setTimeout(() => newest(id)?.phase === "checking" && change(id, { isBusy: true }), SILENT_MS);
      const result = await ask(address, fields);
      clearTimeout(silent);
      const isBusy = result?.code === "machine_busy";
      if (result && !isBusy && result.outcome !== "running") return result;
      if (isSubmitted(id)) change(id, { isBusy, phase: isBusy ? "checking" : "unsure" });
      await pause(isBusy ? BUSY_MS : REASON_MS);
    }
    return null;
  };

  /** Shows the result of a file. */
  const settle = (id, result) => {
    const { outcome, code = "", cancelled, unreadable } = result;
    if (outcome === "published") return change(id, { phase: "done", outcome: result });
    const sentence = cancelled ? labels.cancelled : unreadable ? labels.file_gone : result.sentence;
    change(id, { phase: cancelled ? "cancelled" : "wrong", outcome: { sentence } });
    // The websocket may still carry the session that the request no longer had.
    if (["key_missing", "sign_in_missing"].includes(code)) reconnect();
    if (!cancelled) onAccess();
    if (cancelled || OF_VISITOR.includes(code)) {
      update(list.current.map((item) => (item.phase === "queued" ? { ...item, phase: "chosen", waits: !item.address } : item)));
    }
  };

  // The page was left: what arrived stays on the server, and continues when the file is chosen again.
  useEffect(() => {
    isLeft.current = false;
    return () => (isLeft.current = true);
  }, []);

  return {
    items,
    running,
    isRunning,
    unsent,
    problem,
    draft,
    setTitle: (id, title) => (id ? change(id, { title }) : setDraft(title)),
    choose,
    complain: setProblem,
    submit,
    ask,
    cancel: () => sending.current?.cancel(),
    remove: (id) => {
      abandon(newest(id));
      update(list.current.filter((item) => item.id !== id));
    },
  };
}

let ids = 0;
const nextId = () => (ids += 1);
const percentOf = (bytes, file) => Math.floor((100 * bytes) / file.size);

function complaint(file, { labels, digits, extensions, limit }) {
  const ending = file.name.match(/.(\.[A-Za-z0-9]{1,10})$/)?.[1].toLowerCase();
  if (!file.size) return labels.empty_file;
  if (ending in labels) return labels[ending];
  if (ending && !extensions.includes(ending)) return labels.type_not_accepted;
  if (file.size > limit * 1024 * 1024) return labels.too_large.replace("{limit}", inDigits(limit, digits));
  return null;
}
