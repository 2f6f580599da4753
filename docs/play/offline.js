// Keeps the page for when there is no network. A new version has another name, and the old one goes.

const NAME = "rulehound-PRINT";
const KEPT = [FILES];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(["./", ...KEPT])).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("rulehound-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
