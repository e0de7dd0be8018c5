"""What forms do with files as telephones and people give them, and a server that keeps what arrives."""

from typing import Any

from starbond_site.documents.file_types import CHOOSABLE, EXTENSIONS, FILE_TYPES
from tests.unit import javascript

SITE = """(async () => {
  const kept = {}, uploads = {}, asked = [];
  globalThis.localStorage = Object.create({
    getItem: (name) => kept[name] ?? null,
    removeItem: (name) => delete kept[name],
    setItem: (name, text) => (kept[name] = text),
  });
  globalThis.XMLHttpRequest = class {
    upload = {}; headers = {}; told = {};
    open(method, address) { Object.assign(this, { method, address }); }
    setRequestHeader(name, value) { this.headers[name] = value; }
    getResponseHeader(name) { return this.told[name] ?? null; }
    abort() {}
    async send(piece) {
      asked.push(this.method);
      const known = uploads[this.address];
      if (this.method === "POST") {
        this.told.Location = `/${asked.length}`;
        uploads[this.told.Location] = "";
        this.status = 201;
      } else {
        if (piece) uploads[this.address] += new TextDecoder().decode(piece);
        const hash = this.headers["Upload-SHA-256"];
        const isOther = hash && hash !== new Bun.CryptoHasher("sha256").update(known).digest("hex");
        if (isOther) delete uploads[this.address];
        this.status = isOther ? 404 : piece ? 204 : 200;
        this.told["Upload-Offset"] = isOther ? null : String(uploads[this.address].length);
      }
      this.responseText = "";
      this.onloadend();
    }
  };
  const size = 6 * 2 ** 20;
  const made = (text, time) => new File([text], "1000012345", { lastModified: time });
  const text = "a".repeat(size), other = `${"a".repeat(size / 2)}b${"a".repeat(size / 2 - 1)}`;
  /** A provider: it gives the whole file, or the first pieces of it. */
  const provider = (file, pieces, isWhole) => {
    const slice = file.slice.bind(file), arrayBuffer = file.arrayBuffer.bind(file);
    const fail = () => Promise.reject(new Error("NotReadable"));
    file.slice = (...range) => (pieces-- > 0 ? slice(...range) : { arrayBuffer: fail });
    file.arrayBuffer = isWhole ? arrayBuffer : fail;
    return file;
  };
  const begun = async (text) => {
    let stop = null;
    const own = functions.transfer(made(text, 1), { action: "/", onState: ({ sent }) => sent && stop?.() });
    const { send } = XMLHttpRequest.prototype;
    // The page is left in the middle: nothing is sent any more.
    XMLHttpRequest.prototype.send = function (piece) {
      if (asked.length < 3) send.call(this, piece);
    };
    while (asked.length < 3) await new Promise((done) => setTimeout(done));
    await new Promise((done) => setTimeout(done, 20));
    XMLHttpRequest.prototype.send = send;
    asked.length = 0;
  };
  const sent = async (file) => {
    const { address, unreadable } = await functions.transfer(file, { action: "/", onState: () => {} }).answer;
    return { asked: asked.join(" "), unreadable, arrived: uploads[address] === text };
  };
  return %s;
})()"""


def sent(program: str) -> Any:  # noqa: ANN401
    return javascript.run("upload_form/send.jsx", SITE.replace("%s", program), None)


def test_upload_continues_whatever_the_time_of_the_file() -> None:
    again = sent("begun(text).then(() => sent(made(text, 2)))")
    assert again == {"asked": "HEAD PATCH HEAD", "arrived": True}


def test_file_with_the_same_beginning_and_end_is_sent_anew() -> None:
    anew = sent("begun(other).then(() => sent(made(text, 2)))")
    assert anew == {"asked": "HEAD PATCH HEAD POST PATCH PATCH PATCH", "arrived": True}


def test_file_that_is_chosen_twice_is_one_whatever_its_time() -> None:
    known = 'functions.isNew(made(text, 2), [new File([text], "other"), made(%s, 1)])'
    assert sent(known.replace("%s", "text")) is False
    assert sent(known.replace("%s", "`b${text.slice(1)}`")) is True
    assert sent("functions.isNew(made(text, 2), [provider(made(text, 1), 0, false)])") is True


def test_every_file_that_is_accepted_can_be_chosen_by_its_ending_or_its_type() -> None:
    """Some Androids show .odt and .docx in grey where only endings are listed."""
    assert {*EXTENSIONS, *(each.media_type for each in FILE_TYPES.values())} <= {*CHOOSABLE.split(",")}


def test_folder_that_is_dropped_is_known_from_a_file() -> None:
    ask = """given.map((isDirectory) => functions.oneFile(["dropped"], [
        { kind: "string" }, { kind: "file", webkitGetAsEntry: () => isDirectory === null ? null : { isDirectory } },
    ]).problem ?? "")"""
    assert javascript.run("file_check/dropped.jsx", ask, [True, False, None]) == ["folder", "", ""]


def test_provider_that_fails_in_the_middle() -> None:
    """A file that can be copied is sent whole; of another the form says so, and nothing is sent."""
    assert sent("sent(provider(made(text, 1), 2, true))") == {"asked": "POST PATCH PATCH PATCH", "arrived": True}
    assert sent("sent(provider(made(text, 1), 2, false))") == {"asked": "", "unreadable": True, "arrived": False}


def test_bytes_that_change_between_reading_and_sending_spoil_no_upload() -> None:
    """A provider such as Drive writes a file anew: what was read when it was chosen arrives."""
    anew = "Object.assign(made(text, 1), { slice: (...range) => new Blob([other]).slice(...range) })"
    assert sent(f"sent({anew})") == {"asked": "POST PATCH PATCH PATCH", "arrived": True}
