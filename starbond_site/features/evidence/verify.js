import { hashes, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { sha256Of } from "../../components/react/file_check/hash.jsx";

/*
 * Checks the files of an evidence pack that somebody chooses, in the page that `readme.py` writes (docs/evidence.md).
 * It stands there as one script, `verify.min.js`, which `make verifier` writes.
 */

const facts = JSON.parse(document.querySelector("#facts").textContent);
const LIST = "SHA256SUMS";
const SIGNATURE = `${LIST}.signature`;
const WITNESSES = "keys/witnesses.txt";
const OWN_NAMES = [LIST, SIGNATURE, facts.document, facts.key];
const OF_SYSTEMS = /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i;
const KEY_BYTES = 32;
hashes.sha512 = sha512;

const bytesOf = (base64) => Uint8Array.from(atob(base64.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const textOf = (bytes) => new TextDecoder().decode(bytes);
const derOf = (pem) => bytesOf(textOf(pem).replace(/-----[A-Z ]+-----|\s/g, ""));
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text) => new TextEncoder().encode(text);
const isSame = (one, other) => one.length === other.length && one.every((byte, place) => byte === other[place]);

/** Whether a signature is right: by Web Crypto, or where the browser's does not know Ed25519 by plain JavaScript. */
async function isSigned(signature, message, pem) {
  try {
    const key = derOf(pem).slice(-KEY_BYTES);
    try {
      const own = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
      return await crypto.subtle.verify("Ed25519", own, signature, message);
    } catch {
      return verify(signature, message, key, { zip215: false });
    }
  } catch {
    return false;
  }
}

/** The root of a tree that has a leaf at a place, by the proof of that; nothing where it has none (RFC 9162, section 2.1.3.2). */
function rootOf(leaf, place, size, path) {
  const node = (mark, ...parts) => sha256(Uint8Array.from([mark, ...parts.flatMap((part) => [...part])]));
  let [hash, own, last] = [node(0, leaf), place, size - 1];
  if (!(own <= last)) return null;
  for (const other of path) {
    if (!last) return null;
    if (own % 2 || own === last) {
      hash = node(1, other, hash);
      while (own && own % 2 === 0) [own, last] = [own / 2, Math.floor(last / 2)];
    } else hash = node(1, hash, other);
    [own, last] = [Math.floor(own / 2), Math.floor(last / 2)];
  }
  return last ? null : hash;
}

/** Whether a receipt's entry is about its document, and stands in the log of the checkpoint that one of the keys signed. */
async function isLogged({ id, sha256: sum, log: { entry, proof } }, keys) {
  const about = JSON.parse(entry);
  const [head, text, signatures] = proof.split("\n\n");
  const [, index, ...path] = head.split("\n");
  const [, size, root] = text.split("\n");
  const found = rootOf(utf8(entry), Number(index.split(" ")[1]), Number(size), path.map(bytesOf));
  if (about.number !== id || (about.sha256 ?? sum) !== sum || !found || !isSame(found, bytesOf(root))) return false;
  const signed = utf8(`${text}\n`);
  for (const line of signatures.trim().split("\n")) {
    // Four bytes name the key (https://c2sp.org/signed-note).
    const signature = bytesOf(line.split(" ").at(-1)).slice(4);
    for (const key of keys) if (await isSigned(signature, signed, key)) return true;
  }
  return false;
}

/** Who confirmed a checkpoint below it and when, and whether one of the keys did (https://c2sp.org/tlog-cosignature). */
function confirmationsOf({ proof }, keys) {
  const [, text, lines] = proof.split("\n\n");
  const others = lines.trim().split("\n").slice(1);
  return Promise.all(
    others.map(async (line) => {
      const [, name, encoded] = line.split(" ");
      const bytes = bytesOf(encoded);
      const seconds = new DataView(bytes.buffer).getBigUint64(4);
      const start = `${name}+${hexOf(bytes.slice(0, 4))}+`;
      const key = keys.split("\n").find((each) => each.startsWith(start)) ?? "";
      const message = utf8(`cosignature/v1\ntime ${seconds}\n${text}\n`);
      const isRight = await isSigned(bytes.slice(12), message, utf8(key.slice(start.length)));
      return { name: `${name}, ${new Date(Number(seconds) * 1000).toISOString()}`, isRight };
    }),
  );
}

/** The checkpoint of a proof that an authority stamps: up to the log's own signature. */
function stampedOf({ proof }) {
  const [, text, lines] = proof.split("\n\n");
  return utf8(`${text}\n\n${lines.split("\n")[0]}\n`);
}

/** Whether an answer of RFC 3161 is about these bytes: it has their SHA-256 behind the name of that. Its signature openssl checks. */
function isStampOf(bytes, answer) {
  return new RegExp(`0609608648016503040201(0500)?0420${hexOf(sha256(bytes))}`).test(hexOf(answer));
}

/**
 * Resolves to the checks, in their order: what was looked at, the files that it is about, and whether they are right.
 * Nothing is checked before every file that it needs was chosen.
 *
 * @param files each with its path below the folder, or with its name alone where it is loose (no folder was chosen), and
 *     its SHA-256.
 */
async function checksOf(files) {
  let listed = new Map();
  const isNamed = ({ path, isLoose }, name) => path === name || (isLoose && !OWN_NAMES.includes(path) && name.endsWith(`/${path}`));
  const find = (name) => {
    const found = files.filter((file) => isNamed(file, name));
    const others = [...listed.values()];
    return found.find(({ sum }) => sum === listed.get(name)) ?? found.find(({ path, sum }) => path === name || !others.includes(sum));
  };
  const isChosen = (...folders) => [...listed.keys()].every((name) => find(name) || !folders.some((folder) => name.startsWith(folder)));
  // What cannot be read is not right.
  const bytes = async (name) => new Uint8Array((await find(name)?.file.arrayBuffer().catch(() => null)) ?? []);
  const list = await bytes(LIST);
  listed = new Map([...textOf(list).matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)].map(([, sum, name]) => [name, sum]));
  const checks = [];
  const add = (label, isRight, ...names) => checks.push({ label, names, state: isRight ? "right" : "wrong" });

  for (const name of OWN_NAMES) if (!find(name)) checks.push({ label: "file", names: [name], state: "missing" });
  if (!find(LIST)) return { checks };
  for (const [name, sum] of listed) {
    if (find(name)) add("file", find(name).sum === sum, name);
    else if (name !== facts.document && name !== facts.key) checks.push({ label: "file", names: [name], state: "missing" });
  }
  for (const file of files) {
    if (![...listed.keys(), LIST, SIGNATURE].some((name) => isNamed(file, name))) add("unlisted", false, file.path);
  }
  if (find(SIGNATURE) && find(facts.key)) {
    add("list", await isSigned(await bytes(SIGNATURE), list, await bytes(facts.key)), LIST, SIGNATURE);
  }
  const own = `receipts/${facts.number}/`;
  const receipts = [...listed.keys()].filter((name) => name.endsWith("/receipt.jws"));
  // Its own receipt has to be there, listed or not.
  for (const name of new Set([`${own}receipt.jws`, ...receipts])) await addReceipt(name.replace("receipt.jws", ""));
  if (find(facts.document) && isChosen(own)) add("document", await isStated().catch(() => false), facts.document);
  return { checks, key: await bytes(facts.key) };

  async function isStated() {
    const { id, sha256: sum } = JSON.parse(textOf(await bytes(`${own}statement.json`)));
    return id === facts.number && sum === find(facts.document).sum;
  }

  async function addReceipt(folder) {
    if (!isChosen(folder, "keys/")) return;
    const receipt = textOf(await bytes(`${folder}receipt.jws`));
    const [header, payload, signature] = receipt.split(".");
    let statement = null;
    try {
      const key = await bytes(`keys/${JSON.parse(textOf(bytesOf(header))).kid}.pem`);
      const signed = utf8(`${header}.${payload}`);
      const isRight =
        (await isSigned(bytesOf(signature), signed, key)) &&
        isSame(signed, await bytes(`${folder}signed.bin`)) &&
        isSame(bytesOf(signature), await bytes(`${folder}signature.bin`)) &&
        isSame(bytesOf(payload), await bytes(`${folder}statement.json`));
      if (isRight) statement = JSON.parse(textOf(bytesOf(payload)));
    } catch {
      // What cannot be read is not right.
    }
    add("receipt", statement, `${folder}receipt.jws`);
    if (!statement) return;
    const keys = await Promise.all([...listed.keys()].filter((name) => /^keys\/(?!timestamps\.pem$).*pem$/.test(name)).map(bytes));
    // Some seconds after a change its receipt has no proof yet.
    if (!statement.log) return;
    add("log", await isLogged(statement, keys).catch(() => false), `${folder}receipt.jws`);
    const said = await confirmationsOf(statement.log, textOf(await bytes(WITNESSES))).catch(() => [{ name: WITNESSES }]);
    for (const { name, isRight } of said) add("witness", isRight, name);
    if (!statement.log.timestamp) return;
    const [stamped, stamp] = [stampedOf(statement.log), bytesOf(statement.log.timestamp)];
    const isRight =
      isStampOf(stamped, stamp) &&
      isSame(stamped, await bytes(`${folder}checkpoint.txt`)) &&
      isSame(stamp, await bytes(`${folder}timestamp.tsr`));
    add("timestamp", isRight, `${folder}timestamp.tsr`);
  }
}

function element(name, text, state) {
  const made = document.createElement(name);
  made.textContent = text;
  if (state) made.dataset.state = state;
  return made;
}

/** Writes the verdict and a line for each check in each language. */
function show(checks, fingerprint) {
  const named = (state) => [...new Set(checks.filter((one) => one.state === state).flatMap(({ names }) => names))].join(", ");
  const [wrong, missing] = [named("wrong"), named("missing")];
  const state = wrong ? "wrong" : missing ? "missing" : "right";
  for (const output of document.querySelectorAll("[role=status]")) {
    const words = facts.words[output.closest("[lang]").lang];
    const lines = checks.map((one) => {
      const line = element("li", `${words[one.state]} `, one.state);
      line.append(words[`check_${one.label}`].replace("{files}", () => one.names.join(", ")));
      return line;
    });
    const all = document.createElement("ul");
    all.append(...lines);
    output.replaceChildren(element("p", words[`verdict_${state}`].replace("{files}", () => wrong || missing), state), all);
    if (state === "right") all.before(element("p", words.fingerprint.replace("{value}", fingerprint)));
  }
}

/** The folder of the pack, or else the chosen one: Windows unpacks it into one of the same name. Empty for loose files. */
function folderOf(paths) {
  const [list] = paths.filter((path) => path.endsWith(`/${LIST}`)).sort((one, other) => one.length - other.length);
  return list?.slice(0, -LIST.length) ?? paths[0]?.match(/^[^/]*\//)?.[0] ?? "";
}

let kept = [];
let turn = 0;

/** A folder is looked at alone; files join those that were chosen before, folder after folder. */
async function choose({ target }) {
  const own = (turn += 1);
  const files = [...target.files].filter(({ name }) => !OF_SYSTEMS.test(name));
  const folder = folderOf(files.map((file) => file.webkitRelativePath));
  const chosen = files.map((file) => {
    const path = file.webkitRelativePath;
    return { file, isLoose: !path, path: (path.startsWith(folder) ? path.slice(folder.length) : path) || file.name };
  });
  kept = target.webkitdirectory ? chosen : [...chosen, ...kept];
  for (const output of document.querySelectorAll("[role=status]")) {
    output.textContent = facts.words[output.closest("[lang]").lang].busy;
  }
  for (const one of kept) one.sum ??= await sha256Of(one.file, () => {}, () => true).catch(() => "unreadable");
  const { checks, key } = await checksOf(kept);
  const isWhole = checks.every(({ state }) => state === "right");
  const fingerprint = isWhole && (await sha256Of(new Blob([derOf(key)]), () => {}, () => true));
  if (own === turn) show(checks, fingerprint);
}

document.querySelectorAll("input").forEach((input) => input.addEventListener("change", choose));
