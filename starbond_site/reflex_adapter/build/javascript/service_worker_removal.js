/* Takes the place of the service worker where the site shall have none: removes what was kept, then itself. */
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(remove()));
