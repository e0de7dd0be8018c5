import { useEffect, useRef, useState } from "react";
import { generateUUID } from "$/utils/state";
import { reconnect } from "../../../reflex_adapter/uploads/reconnect.jsx";
import { transfer } from "../../../reflex_adapter/uploads/transfer.jsx";
import { inDigits } from "../digits.jsx";

/** How long a result may take after the last byte, in ms: the file is checked and stored. */
const RESULT_MS = 120000;
/** The same after a broken transfer, whose reason may still arrive over the websocket. */
const REASON_MS = 3000;

const idle = { phase: "idle", percent: 0, outcome: null };

/**
 * The upload of one form, from the choice of a file to the result.
 *
 * phase: idle, sending, checking (every byte arrived). outcome: {kind: done | cancelled | wrong, sentence, href, isUnsure}; unsure
 * when no result arrived. The chosen file is kept until it is published.
 */
export function useUpload({ handler, language, labels, digits, extensions, limit, results, onRefused }) {
  const [file, setFile] = useState(null);
  const [upload, setUpload] = useState(idle);
  const attempt = useRef(null);
  const running = useRef(null);
  const timeout = useRef(0);

  const end = (kind, sentence, more) => {
    clearTimeout(timeout.current);
    setUpload({ ...idle, outcome: { kind, sentence, ...more } });
  };
  const refused = (code, sentence) => {
    // The websocket may still carry the session that the request no longer had.
    if (code === "key_missing") reconnect();
    onRefused?.(code);
    end("wrong", sentence);
  };

  // The result comes over the websocket: before or after the answer to the request, or after a reconnect.
  const result = attempt.current && results?.[attempt.current];
  useEffect(() => {
    if (!result) return;
    attempt.current = null;
    running.current?.cancel();
    if (result.outcome !== "published") return refused(result.code, result.sentence);
    setFile(null);
    end("done", result.sentence, { href: result.href });
  }, [result]);

  useEffect(() => {
    if (upload.phase === "idle") return;
    const warn = (event) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [upload.phase]);

  useEffect(() => () => running.current?.cancel(), []);

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
    const number = (attempt.current = generateUUID());
    setUpload({ ...idle, phase: "sending" });
    running.current = transfer(file, {
      handler,
      args: { category, name: file.name, size: file.size, attempt: number, language },
      onPercent: (percent) => setUpload((now) => (now.phase === "sending" ? { ...now, percent } : now)),
    });
    const answer = await running.current.answer;
    if (attempt.current !== number) return;
    if (answer.cancelled) return end("cancelled", labels.cancelled);
    if (answer.sentence) return refused(answer.code, answer.sentence);
    setUpload((now) => ({ ...now, phase: "checking" }));
    const giveUp = () => end("wrong", labels.connection_lost, { isUnsure: true });
    timeout.current = setTimeout(giveUp, answer.taken ? RESULT_MS : REASON_MS);
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
