/*
 * Engine.IO without polling and WebTransport: the site connects by websocket alone, and the rest would be dead weight.
 */
const REDUCED = [
  {
    file: /engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/,
    expected: /websocket: WS/,
    code: 'import { WS } from "./websocket.node.js"; export const transports = { websocket: WS };',
  },
  {
    file: /engine\.io-client[\\/]build[\\/]esm[\\/]index\.js$/,
    expected: /export \{ installTimerFunctions \} from "\.\/util\.js"/,
    // What socket.io-client imports; it passes the transports on to whoever wants one by name, and here nobody does.
    code: `export { Socket } from "./socket.js";
      export { installTimerFunctions } from "./util.js";
      export { nextTick } from "./globals.node.js";
      export { parse } from "./contrib/parseuri.js";
      export const Fetch = null, NodeXHR = null, XHR = null, NodeWebSocket = null, WebSocket = null, WebTransport = null;`,
  },
];

export default function websocketOnly() {
  const reduced = new Set();
  return {
    name: "starbond-websocket-only",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      const step = REDUCED.find(({ file }) => file.test(id));
      if (!step) return null;
      if (!step.expected.test(code)) this.error(`${id} is not what it was; see build/socket.py`);
      reduced.add(step);
      return { code: step.code, map: null };
    },
    buildEnd(error) {
      if (!error && reduced.size < REDUCED.length) this.error("engine.io-client has other files; see build/socket.py");
    },
  };
}
