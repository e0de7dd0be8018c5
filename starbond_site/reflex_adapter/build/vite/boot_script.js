import { readFileSync } from "node:fs";
import { minify } from "vite";

/* Minifies what wakes a page, which stands in every page; build/boot.py takes it from there. */
const FILE = "boot.js";

export default function bootScript() {
  return {
    name: "starbond-boot-script",
    applyToEnvironment: (environment) => environment.name === "client",
    async generateBundle() {
      const source = readFileSync(new URL(`./${FILE}`, import.meta.url), "utf-8");
      const { code, errors } = await minify(FILE, source, { module: true });
      if (errors.length) this.error(errors[0]);
      this.emitFile({ type: "asset", fileName: FILE, source: code });
    },
  };
}
