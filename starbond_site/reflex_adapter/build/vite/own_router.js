import { fileURLToPath } from "node:url";

/* Gives browsers the router of this site; the pages are prerendered with React Router as before. */
const OWN = fileURLToPath(new URL("./router.js", import.meta.url));
const REPLACED = ["react-router", "react-router/dom"];

export default function ownRouter() {
  const replaced = new Set();
  return {
    name: "starbond-own-router",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId(source, importer) {
      if (!REPLACED.includes(source)) return null;
      replaced.add(source);
      return OWN;
    },
    buildEnd(error) {
      if (!error && replaced.size < REPLACED.length) this.error("nothing imports React Router; see build/router.py");
    },
    generateBundle(_options, bundle) {
      const strays = Object.values(bundle).flatMap((file) =>
        Object.keys(file.modules ?? {}).filter((id) => /node_modules[\\/]react-router[\\/]/.test(id)),
      );
      if (strays.length) this.error(`React Router came in by another way: ${strays[0]}; see build/router.py`);
    },
  };
}
