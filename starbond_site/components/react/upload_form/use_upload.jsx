import { useEffect, useRef, useState } from "react";
import { reconnect } from "../../../reflex_adapter/uploads/reconnect.jsx";
import { transfer } from "../../../reflex_adapter/uploads/transfer.jsx";
import { inDigits } from "../digits.jsx";

/** From the last byte to the first question for the result, in ms: it normally comes over the websocket before. */
const RESULT_MS = 5000;
/** The same after a broken transfer, whose reason may still arrive over the websocket; also between questions. */
const REASON_MS = 3000;
/** A question without an answer is given up after this time. */
const ANSWER_MS = 10000;
/** The server forgets a page of which it has heard nothing for ten minutes (`rxconfig.py`), and would refuse its file. */
const HEARD_MS = 4 * 60 * 1000;

const idle = { phase: "idle", percent: 0, outcome: null };

/**
 * The upload of one form, from the choice of a file to the result.
 *
 * phase: idle, sending, checking (every byte arrived). outcome: {kind: done | cancelled | wrong, sentence, warning, href, isUnsure}; unsure
 * while the server does not answer. The chosen file is kept until it is published.
 *
 * The result comes over the websocket. Where it does not, because the connection was lost or the server was restarted, the form
 * asks for its attempt until it knows; the server's answer then stays true (`documents/attempts.py`).
 */
export function useUpload({ handler, askAction, language, labels, digits, extensions, limit, results, onRefused }) {
  const [file, setFile] = useState(null);
  const [upload, setUpload] = useState(idle);
  const attempt = useRef(null);
  const running = useRef(null);

  const end = (kind, sentence, more) => setUpload({ ...idle, outcome: { kind, sentence, ...more } });
  const isUnsure = (sentence) => end("wrong", sentence, { isUnsure: true });
  const refused = (code, sentence) => {
    // The websocket may still carry the session that the request no longer had.
    if (code === "key_missing") reconnect();
    onRefused?.(code);
    end("wrong", sentence);
  };

  const settle = (result) => {
    // The server will know: the form goes on asking.
    if (result.code === "outcome_unknown") return isUnsure(result.sentence);
    attempt.current = null;
    running.current?.cancel();
    if (result.outcome !== "published") return refused(result.code, result.sentence);
    setFile(null);
    end("done", result.sentence, { href: result.href, warning: result.warning });
  };

  // The result comes over the websocket: before or after the answer to the request, or after a reconnect.
  const result = attempt.current && results?.[attempt.current];
  useEffect(() => {
    if (result) settle(result);
  }, [result]);

  useEffect(() => {
    const timer = setInterval(() => onRefused?.(""), HEARD_MS);
    return () => clearInterval(timer);
  }, [onRefused]);

  /** Asks for the result until it is known, or another attempt begins; `isCancelled` tells only of a publication. */
  const ask = async (number, first, isCancelled) => {
    for (let wait = first; ; wait = REASON_MS) {
      await new Promise((resume) => setTimeout(resume, wait));
      if (attempt.current !== number) return;
      const result = await question(askAction, { attempt: number, language });
      if (attempt.current !== number) return;
      if (result?.outcome === "published" || (result?.outcome === "refused" && !isCancelled)) return settle(result);
      if (result?.outcome === "refused") return;
      if (!result && !isCancelled) isUnsure(labels.connection_lost);
      // Whoever may no longer publish enters the key again, and learns the result then.
      if (result?.code) onRefused?.(result.code);
    }
  };

  useEffect(() => {
    if (upload.phase === "idle") return;
    const warn = (event) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [upload.phase]);

  const leave = () => {
    attempt.current = null;
    running.current?.cancel();
  };
  useEffect(() => leave, []);

  const choose = (files) => {
    if (upload.phase !== "idle") return;
    attempt.current = null;
    const chosen = files.length === 1 ? files[0] : null;
    setFile(chosen);
    const problem = files.length > 1 ? labels.several_files : chosen && complaint(chosen, { labels, digits, extensions, limit });
    if (problem) end("wrong", problem);
    else setUpload(idle);
  };

  const submit = async (category) => {
    const problem = file ? complaint(file, { labels, digits, extensions, limit }) : labels.no_file;
    if (problem) return end("wrong", problem);
    const number = (attempt.current = randomName());
    setUpload({ ...idle, phase: "sending" });
    running.current = transfer(file, {
      handler,
      args: { category, name: file.name, size: file.size, attempt: number, language },
      onPercent: (percent) => setUpload((now) => (now.phase === "sending" ? { ...now, percent } : now)),
    });
    const answer = await running.current.answer;
    if (attempt.current !== number) return;
    if (answer.sentence) return refused(answer.code, answer.sentence);
    // Cancelled too late, after the last byte, it may still be published.
    if (answer.cancelled) end("cancelled", labels.cancelled);
    else setUpload((now) => ({ ...now, phase: "checking" }));
    ask(number, answer.taken ? RESULT_MS : REASON_MS, answer.cancelled);
  };

  return { file, ...upload, choose, submit, cancel: () => running.current?.cancel() };
}

/** What can be checked before the transfer; the server checks it again, and more. */
function complaint(file, { labels, digits, extensions, limit }) {
  const ending = file.name.match(/.(\.[A-Za-z0-9]{1,10})$/)?.[1].toLowerCase();
  if (!file.size) return labels.empty_file;
  if (ending && !extensions.includes(ending)) return labels.type_not_accepted;
  if (file.size > limit * 1024 * 1024) return labels.too_large.replace("{limit}", inDigits(limit, digits));
  return null;
}

/** Asks the server what became of an attempt; null while it does not answer. */
async function question(action, fields) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(action, { method: "POST", headers, body: JSON.stringify(fields), signal });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** A name that nobody guesses; `crypto.randomUUID` exists over https only. */
function randomName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
