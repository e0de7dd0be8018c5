import { fileURLToPath } from "node:url";

/* Replaces React Router in the bundle for browsers; pages are prerendered with React Router itself. */
const REPLACEMENT = fileURLToPath(new URL("./page_runtime.js", import.meta.url));
const REPLACED = ["react-router", "react-router/dom"];

export default function plainNavigation() {
  const replaced = new Set();
  return {
    name: "plain-navigation",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId(source) {
      if (!REPLACED.includes(source)) return null;
      replaced.add(source);
      return REPLACEMENT;
    },
    buildEnd(error) {
      if (!error && replaced.size < REPLACED.length) this.error("nothing imports React Router; see the step plain_navigation");
    },
  };
}
