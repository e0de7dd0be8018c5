import { useEffect } from "react";
import { inDigits } from "../digits.jsx";
import { giveUp, transfer } from "../upload_form/send.jsx";

/**
 * Uploads a file as soon as it is chosen in a field with `data-sent`; the form, which the browser itself sends, then has the address
 * of the upload in place of the file. A form that is sent before its file has arrived waits for it.
 */
export function SentFile({ action, labels, digits }) {
  useEffect(() => {
    const ending = new AbortController();
    const on = (type, listener) => document.addEventListener(type, listener, { signal: ending.signal });
    const sending = new Map();

    on("change", async ({ target: field }) => {
      if (!field.matches("input[data-sent]")) return;
      const { form } = field;
      const [file] = field.files;
      const say = (text, role) => Object.assign(form.querySelector("[data-said]"), { role, textContent: text });
      form.elements._upload.value = "";
      // From now on the form names the upload; without scripts the file itself goes with it.
      field.removeAttribute("name");
      sending.get(form)?.cancel();
      sending.delete(form);
      if (!file) return say("", "status");
      const onState = ({ phase, sent = 0, isBusy }) => {
        const percent = inDigits(Math.floor((100 * sent) / file.size), digits);
        const text = labels[isBusy ? "busy" : phase];
        if (phase && sending.get(form) === own) say(text.replace("{percent}", percent), phase === "waiting" || isBusy ? "alert" : "none");
      };
      const own = transfer(file, { action, onState });
      sending.set(form, own);
      const { address, sentence, fingerprint } = await own.answer;
      if (sending.get(form) !== own) return address && giveUp({ address, fingerprint });
      sending.delete(form);
      say(address ? labels.sent : (sentence ?? labels.file_gone), address ? "status" : "alert");
      if (!address) return (field.value = "");
      form.elements._upload.value = address;
      if (own.isSubmitted) form.requestSubmit();
    });
    on("submit", (event) => {
      const form = event.target;
      if (sending.has(form)) {
        event.preventDefault();
        sending.get(form).isSubmitted = true;
      }
      // A proxy leads the form to the instance that has the file (`deploy/nginx/starbond/upstreams.conf`).
      const token = form.elements._upload?.value.split("/").at(-1);
      if (token) form.action = `${form.action.split("?")[0]}?upload=${token}`;
    });
    // Chosen before the page was ready.
    const chosen = [...document.querySelectorAll("input[data-sent]")].filter(({ files }) => files.length);
    chosen.forEach((field) => field.dispatchEvent(new Event("change", { bubbles: true })));
    return () => ending.abort();
  }, []);
  return null;
}
