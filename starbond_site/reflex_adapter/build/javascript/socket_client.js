/*
 * Socket.IO (protocol 5) over Engine.IO (protocol 4), as far as Reflex's `state.js` uses them: one websocket and one
 * namespace, JSON, no acknowledgements, no reconnecting, which Reflex does itself. The names are those of the libraries.
 */
const [OPEN, CLOSE, PING, PONG, MESSAGE] = "01234"; // of Engine.IO
const [CONNECT, DISCONNECT, EVENT, , CONNECT_ERROR] = "01234"; // of Socket.IO
const OPENED_WITHIN_MS = 20000;

class Listened {
  listeners = {};

  on(name, listener) {
    (this.listeners[name] ??= []).push(listener);
    return this;
  }

  off() {
    this.listeners = {};
    return this;
  }

  tell(name, ...values) {
    for (const listener of [...(this.listeners[name] ?? [])]) listener(...values);
  }
}

class Manager extends Listened {
  encoder = { encode: ({ type, data }) => [this.prefix(type) + (data == null ? "" : JSON.stringify(data, this.encoder.replacer))] };
  decoder = { tryParse: JSON.parse };
  engine = { transport: { name: "websocket" }, _maxPayload: -1 };
  readyState = "closed";

  constructor(address, opts) {
    super();
    const { protocol, host, pathname } = new URL(address);
    this.address = `${protocol.replace("http", "ws")}//${host}${opts.path.replace(/\/$/, "")}/?`;
    this.prefix = (type) => `${type}${pathname},`;
    this.opts = opts;
    this.socket = new Socket(this);
  }

  open(done) {
    if (this.readyState !== "closed") return;
    this.readyState = "opening";
    this.done = done;
    this.timer = setTimeout(() => this.close("timeout"), OPENED_WITHIN_MS);
    try {
      this.ws = new WebSocket(this.address + new URLSearchParams({ ...this.opts.query, EIO: 4, transport: "websocket" }), this.opts.protocols);
    } catch (error) {
      setTimeout(() => this.close(error.message));
      return;
    }
    this.ws.onmessage = ({ data }) => this.receive(data);
    this.ws.onerror = () => this.close("transport error");
    this.ws.onclose = this.lost = () => this.close("transport close");
    addEventListener("offline", this.lost);
  }

  /** Ends the connection and says why: whoever waits for it to open learns that it failed. */
  close(reason) {
    const { readyState, done, ws } = this;
    if (readyState === "closed") return;
    this.readyState = "closed";
    clearTimeout(this.timer);
    removeEventListener("offline", this.lost);
    if (ws) {
      ws.onmessage = ws.onerror = ws.onclose = null;
      ws.close();
    }
    if (readyState === "open") this.socket.closed(reason);
    else if (reason !== "forced close") {
      this.socket.failed(new Error(reason));
      done?.(new Error(reason));
    }
  }

  receive(text) {
    if (text[0] === OPEN) this.opened(this.decoder.tryParse(text.slice(1)));
    else if (text[0] === CLOSE) this.close("transport close");
    else if (text[0] === PING) {
      this.ws.send(PONG);
      this.awaitPing();
      this.tell("ping");
    } else if (text[0] === MESSAGE) {
      const [, type] = text, start = 1 + this.prefix(type).length;
      if (text.startsWith(this.prefix(type), 1)) this.socket.receive(type, text.length > start && this.decoder.tryParse(text.slice(start)));
    }
  }

  opened({ pingInterval, pingTimeout, maxPayload }) {
    this.patience = pingInterval + pingTimeout;
    this.engine._maxPayload = maxPayload;
    this.readyState = "open";
    this.awaitPing();
    this.socket.greet();
    this.done?.();
  }

  awaitPing() {
    clearTimeout(this.timer);
    this.expires = Date.now() + this.patience;
    this.timer = setTimeout(() => this.close("ping timeout"), this.patience);
  }

  /** Whether the server was not heard for too long: timers stand still while a device sleeps. */
  isExpired() {
    const isExpired = Date.now() > this.expires;
    if (isExpired) setTimeout(() => this.close("ping timeout"));
    return isExpired;
  }

  send(type, data) {
    for (const text of this.encoder.encode({ type: Number(type), data })) this.ws.send(MESSAGE + text);
  }
}

class Socket extends Listened {
  connected = false;
  isActive = false;
  waiting = [];

  constructor(io) {
    super();
    this.io = io;
  }

  connect() {
    if (this.connected) return this;
    this.isActive = true;
    this.io.open();
    this.greet();
    return this;
  }

  /** Enters the namespace, when the connection is open. */
  greet() {
    if (this.isActive && this.io.readyState === "open") this.io.send(CONNECT, this.auth);
  }

  emit(...event) {
    if (this.connected && !this.io.isExpired()) this.io.send(EVENT, event);
    else this.waiting.push(event);
  }

  disconnect() {
    if (this.connected) this.io.send(DISCONNECT);
    this.leave("io client disconnect");
    return this;
  }

  leave(reason) {
    const { connected } = this;
    this.isActive = false;
    this.io.close("forced close");
    if (connected) this.ended(reason);
  }

  receive(type, data) {
    if (type === EVENT) Array.isArray(data) ? this.tell(...data) : this.io.close("parse error");
    else if (type === CONNECT) {
      this.id = data.sid;
      this.connected = true;
      for (const event of this.waiting.splice(0)) this.io.send(EVENT, event);
      this.tell("connect");
    } else if (type === DISCONNECT) this.leave("io server disconnect");
    else if (type === CONNECT_ERROR) {
      this.leave();
      this.tell("connect_error", new Error(data.message));
    }
  }

  closed(reason) {
    if (this.isActive) this.ended(reason);
  }

  failed(error) {
    if (this.isActive) this.tell("connect_error", error);
  }

  ended(reason) {
    this.connected = false;
    this.id = undefined;
    this.tell("disconnect", reason);
  }
}

export default (address, opts) => new Manager(address, opts).socket;
