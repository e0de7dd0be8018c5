import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const working = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const PACKAGE = working("../starbond_site");
const COMPONENTS = working("public/external/starbond_site");
const OPENED = working("opened.json");
const HALF = working("saved.jsx");
const AT_ONCE = 8;
/* Editors empty a file before they write it. */
const WRITTEN_MS = 50;

/* Takes saved React components over without Python, and notes which pages are opened (development.py). */
export default function development() {
  function saved(file) {
    copyFileSync(file, HALF);
    renameSync(HALF, COMPONENTS + file.slice(PACKAGE.length));
  }

  function opened(path) {
    const before = JSON.parse(readFileSync(OPENED, "utf-8"));
    if (path && !before.includes(path)) writeFileSync(OPENED, JSON.stringify([...before, path].slice(-AT_ONCE)));
  }

  return {
    name: "development",
    apply: "serve",
    configureServer(server) {
      server.watcher.add(PACKAGE);
      server.watcher.on("change", (file) => {
        if (file.startsWith(PACKAGE) && file.endsWith(".jsx")) setTimeout(saved, WRITTEN_MS, file);
      });
      server.middlewares.use("/_opened", (request, response) => {
        opened(new URL(request.url, "http://localhost").searchParams.get("path"));
        response.writeHead(204).end();
      });
    },
  };
}
