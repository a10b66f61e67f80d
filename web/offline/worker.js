// The service worker: after the first visit the page and all its lessons work without a network. The build fills in
// VERSION, FILES (the page's own files, whose names carry hashes except for pages), ASKED (files, and folders of files, that
// are kept once a page asks for it) and PAGES, the site's other pages.
const current = `attention-explorer ${VERSION}`;
const visited = "attention-explorer visited"; // the site's other pages, as last visited
const addressOf = (file) => new URL(file, self.registration.scope).href;
const files = new Map(FILES.map((file) => [addressOf(file), file]));
const asked = new Set(ASKED.map(addressOf));
const folders = [...asked].filter((url) => url.endsWith("/"));
const isAsked = (url) => asked.has(url) || folders.some((folder) => url.startsWith(folder));
const pages = new Set(PAGES.map(addressOf));

self.addEventListener("install", (event) => {
  // Pages are fetched anew; files with a hash in their name may come from the browser's own cache.
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

// The page names files that it will need without a network, too.
self.addEventListener("message", (event) => {
  const wanted = event.data?.keep ?? [];
  const keep = async () => {
    const cache = await caches.open(current);
    for (const url of wanted.filter(isAsked)) if (!(await cache.match(url))) await cache.add(url);
    const kept = await caches.open(visited); // a page that was opened before there was a worker
    await kept.addAll(wanted.filter((url) => pages.has(url)));
  };
  event.waitUntil(keep().catch(() => undefined)); // without a network now: the next time
});

// Without query and fragment, which never name another file.
const plain = (url) => url.split(/[?#]/, 1)[0];

async function fromNetwork(event, url) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok && request.mode === "navigate" && !files.has(url)) {
      const copy = response.clone();
      // Without room for it, the page is not kept.
      event.waitUntil(
        caches
          .open(visited)
          .then((cache) => cache.put(url, copy))
          .catch(() => undefined),
      );
    }
    return response;
  } catch (error) {
    const kept = (await caches.match(url)) ?? (await caches.match(request));
    if (kept) return kept;
    throw error;
  }
}

// Embeds, and pages that share the folder with the site, are not cached, so their requests are left alone. Firefox
// reports every request that a worker is still answering when its page is left.
const strangers = new Set(); // clients, for as long as this worker lives
function isOfStranger({ request, clientId, resultingClientId }, url) {
  if (request.mode === "navigate") {
    const strange = !files.has(url) && !pages.has(url);
    if (strange) strangers.add(resultingClientId);
    return strange;
  }
  if (strangers.has(clientId)) return true;
  const from = plain(request.referrer); // a page, or a script or style of one
  const known = files.has(from) || pages.has(from) || asked.has(from);
  return from.startsWith(self.registration.scope) && !known;
}

/**
 * The response with the headers that isolate the explorer's page from other origins, without which the browser gives it no
 * second thread; the scripts of its workers need one of them, too. Pages that show others in frames are left as they are:
 * in an isolated page, all frames have to be isolated.
 */
function isolating({ destination }, url, response) {
  const isPage = destination === "document" && files.has(url);
  if (!(isPage || destination === "worker") || !response.ok || response.redirected) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = plain(request.url);
  if (request.method !== "GET" || !url.startsWith(self.registration.scope)) return;
  if (isOfStranger(event, url) && navigator.onLine) return; // offline, the cached file may help other pages as well
  const isFixed = files.get(url)?.startsWith("assets/") || isAsked(url);
  const answer = isFixed ? caches.match(url).then((kept) => kept ?? fetch(request)) : fromNetwork(event, url);
  event.respondWith(answer.then((response) => isolating(request, url, response)));
});
