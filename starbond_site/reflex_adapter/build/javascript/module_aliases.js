import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/* Resolves libraries to small modules for Reflex's code and this site's; code in node_modules gets the real ones. */
const here = (file) => fileURLToPath(new URL(`./${file}`, import.meta.url));
const ALIASES = {
  "universal-cookie": here("cookies.js"),
  mergician: here("merge.js"),
  "@emotion/react": here("create_element.js"),
  "socket.io-client": here("socket_client.js"),
};
const EVERYWHERE = { "lodash.mergewith": here("merge_into.js") }; // only Chakra calls it
// A `css` prop needs Emotion itself: without it these styles would be lost without an error. Only Chakra's islands have
// them; anywhere else it is a mistake, such as a prop that Reflex does not know and takes for a style.
const STYLED = /.{0,60}(\bcss:\s*[({]|\bkeyframes\b).{0,60}/;

export default function moduleAliases() {
  const used = new Set();
  return {
    name: "module-aliases",
    enforce: "pre",
    resolveId(source, importer) {
      if (source in EVERYWHERE) {
        used.add(source);
        return EVERYWHERE[source];
      }
      if (!(source in ALIASES) || !importer || importer.includes("node_modules")) return null;
      if (source === "@emotion/react") {
        const code = readFileSync(importer.split("?")[0], "utf-8");
        const [styled] = STYLED.exec(code) ?? [];
        if (/chakra/i.test(code)) return null;
        if (styled) this.error(`${importer} has a style prop; use a class: ${styled}`);
      }
      used.add(source);
      return ALIASES[source];
    },
    buildEnd(error) {
      const unused = Object.keys({ ...ALIASES, ...EVERYWHERE }).filter((name) => !used.has(name));
      if (!error && unused.length) this.error(`nothing imports ${unused.join(", ")} any more; see the step module_aliases`);
    },
  };
}
