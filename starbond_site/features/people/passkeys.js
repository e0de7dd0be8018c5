/*
 * Asks the browser for a passkey when a form with `data-passkey` is sent, and sends its answer in the field `credential`
 * (WebAuthn Level 3). What it says stands in the attributes of the form. Events are caught at the document, since the
 * page may be rendered anew around the form.
 */
(() => {
  // One that was removed here is offered no more by whatever keeps the passkeys (WebAuthn Level 3, 5.1.10).
  const removed = document.querySelector("[data-removed]")?.dataset;
  if (removed) window.PublicKeyCredential?.signalUnknownCredential?.({ rpId: removed.host, credentialId: removed.removed }).catch(() => {});

  const decode = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const encode = (buffer) =>
    buffer &&
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const decoded = (keys) => keys?.map((key) => ({ ...key, id: decode(key.id) }));

  /** Shows a sentence and hides the other; none hides both. */
  const say = (form, role, sentence) => {
    for (const place of form.querySelectorAll("[role=status], [role=alert]")) {
      const isIt = place.getAttribute("role") === role && Boolean(sentence);
      place.hidden = !isIt;
      place.textContent = isIt ? sentence : "";
    }
  };

  /** What the server wants to be signed; a refusal is thrown with its sentence. */
  const options = async (form) => {
    const answer = await fetch(form.dataset.options, { method: "POST", headers: { Accept: "application/json" } });
    const given = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(given.error), { sentence: given.detail });
    const challenge = decode(given.challenge);
    form.dataset.host = given.rpId ?? given.rp.id;
    if (form.dataset.passkey === "get") return { publicKey: { ...given, challenge, allowCredentials: decoded(given.allowCredentials) } };
    const user = { ...given.user, id: decode(given.user.id) };
    return { publicKey: { ...given, challenge, user, excludeCredentials: decoded(given.excludeCredentials) } };
  };

  const written = ({ id, rawId, type, response }) => ({
    id,
    rawId: encode(rawId),
    type,
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.(),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      userHandle: encode(response.userHandle),
    },
  });

  const sentenceFor = (error, said) => {
    if (error.sentence) return error.sentence;
    if (error.name === "InvalidStateError") return said.known;
    if (error.name === "SecurityError") return said.elsewhere.replace("{host}", said.host);
    if (error.name === "NotAllowedError" || error.name === "AbortError") return said.cancelled;
    return error.name === "NotSupportedError" ? said.unsupported : said.lost;
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.passkey) return;
    event.preventDefault();
    const { dataset } = form;
    const button = form.querySelector("button");
    if (!window.PublicKeyCredential || !navigator.credentials) return say(form, "alert", dataset.unsupported);
    if (button.disabled) return;
    button.disabled = true;
    say(form, "status", dataset.waiting);
    try {
      const credential = await navigator.credentials[dataset.passkey](await options(form));
      form.elements.credential.value = JSON.stringify(written(credential));
      form.submit();
    } catch (error) {
      say(form, "alert", sentenceFor(error, dataset));
    }
    button.disabled = false;
  });
})();
