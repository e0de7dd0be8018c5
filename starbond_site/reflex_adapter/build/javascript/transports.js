/* Of Engine.IO's transports the websocket alone: Reflex connects by no other (`transport` of its configuration). */
import { WS } from "../node_modules/engine.io-client/build/esm/transports/websocket.js";

export const transports = { websocket: WS };
