import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/*
 * Small modules that stand in for libraries of which a page uses next to nothing. Reflex's own code and this site's get
 * them; what lies in node_modules, such as Chakra, gets the real library, except for what Chakra alone uses.
 */
const here = (file) => fileURLToPath(new URL(`./${file}`, import.meta.url));
const STAND_INS = {
  "universal-cookie": here("cookies.js"),
  mergician: here("merge.js"),
  "@emotion/react": here("create_element.js"),
};
const CHAKRAS = { "lodash.mergewith": here("merge_with.js") };
// Code that styles with `css` needs Emotion itself: without it these styles would be lost without a word. Only Chakra's
// islands do; anywhere else it is a mistake, such as a prop that Reflex does not know and takes for a style.
const STYLED = /.{0,60}(\bcss:\s*[({]|\bkeyframes\b).{0,60}/;

export default function standIns() {
  const replaced = new Set();
  return {
    name: "starbond-stand-ins",
    enforce: "pre",
    resolveId(source, importer) {
      if (source in CHAKRAS) {
        replaced.add(source);
        return CHAKRAS[source];
      }
      if (!(source in STAND_INS) || !importer || importer.includes("node_modules")) return null;
      if (source === "@emotion/react") {
        const code = readFileSync(importer.split("?")[0], "utf-8");
        const [styled] = STYLED.exec(code) ?? [];
        if (/chakra/i.test(code)) return null;
        if (styled) this.error(`${importer} has a style prop; use a class: ${styled}`);
      }
      replaced.add(source);
      return STAND_INS[source];
    },
    buildEnd(error) {
      const idle = Object.keys({ ...STAND_INS, ...CHAKRAS }).filter((name) => !replaced.has(name));
      if (!error && idle.length) this.error(`nothing imports ${idle.join(", ")} any more; see build/stand_ins.py`);
    },
  };
}
