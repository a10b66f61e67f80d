// The service worker: after the first visit the page and all its lessons are there without a network. The build puts in
// VERSION and FILES, those that the page itself needs; their names carry hashes, but for the pages.
const current = `attention-explorer ${VERSION}`;
const visited = "attention-explorer visited"; // other pages of the site, as they were when they were last seen
const files = new Map(FILES.map((file) => [new URL(file, self.registration.scope).href, file]));

self.addEventListener("install", (event) => {
  // Pages are asked for anew; what has a hash in its name may come from the browser's own cache.
  const requests = [...files].map(
    ([url, file]) => new Request(url, { cache: file.startsWith("assets/") ? "default" : "reload" }),
  );
  event.waitUntil(caches.open(current).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("attention-explorer ") && name !== current && name !== visited;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))),
  );
});

// Without the part behind ? and #, which never make another file.
const plain = (url) => url.split(/[?#]/, 1)[0];

async function fromNetwork(request, url) {
  try {
    const response = await fetch(request);
    if (response.ok && request.mode === "navigate" && !files.has(url))
      (await caches.open(visited)).put(url, response.clone());
    return response;
  } catch (error) {
    const kept = (await caches.match(url)) ?? (await caches.match(request));
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = plain(request.url);
  if (request.method !== "GET" || !url.startsWith(self.registration.scope)) return;
  if (files.get(url)?.startsWith("assets/"))
    event.respondWith(caches.match(url).then((kept) => kept ?? fetch(request)));
  else event.respondWith(fromNetwork(request, url));
});
