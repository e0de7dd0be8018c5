/* The part of universal-cookie that Reflex's state.js calls, in browsers. */
const ATTRIBUTES = { path: "path", domain: "domain", maxAge: "max-age", sameSite: "samesite" };

export default class Cookies {
  get(name) {
    const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${encodeURIComponent(name)}=`));
    return found && decodeURIComponent(found.slice(found.indexOf("=") + 1));
  }

  set(name, value, options = {}) {
    const parts = [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
    for (const [option, attribute] of Object.entries(ATTRIBUTES)) {
      if (options[option] !== undefined) parts.push(`${attribute}=${options[option]}`);
    }
    if (options.expires) parts.push(`expires=${new Date(options.expires).toUTCString()}`);
    if (options.secure) parts.push("secure");
    document.cookie = parts.join("; ");
  }

  remove(name, options = {}) {
    this.set(name, "", { ...options, maxAge: 0 });
  }
}
