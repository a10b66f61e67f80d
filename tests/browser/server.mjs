// A plain static file server: content types by file extension and no further headers. It serves one folder under any number
// of prefixes, so that tests can check that the site works from a sub-folder.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

export const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

// options: prefix ("/course/week-3"), headers to add (or path → headers), pages: path → text or bytes made by a test, { location } of a redirect, or null: not found; before(request) → delay in ms, or a promise.
export async function serve(folder, { prefix = "", headers = {}, pages = {}, before = () => 0 } = {}) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const { method, url } = request;
    asked.push({ method, url, bytes: Number(request.headers["content-length"] ?? 0) });
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    const delay = await before(path);
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
    const extra = typeof headers === "function" ? headers(path) : headers;
    if (pages[path]?.location) {
      response.writeHead(302, { location: pages[path].location }).end();
      return;
    }
    if (pages[path] !== undefined && pages[path] !== null) {
      response
        .writeHead(200, { "content-type": types[extname(path)] ?? types[".html"], ...extra })
        .end(pages[path]);
      return;
    }
    let file =
      pages[path] !== null && path.startsWith(`${prefix}/`)
        ? join(folder, normalize(path.slice(prefix.length)))
        : null;
    if (file && existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!file || !file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      return;
    }
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      ...extra,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    origin: `http://127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}${prefix}/`,
    pages, // may be changed
    asked, // what was requested: method, url and the bytes that came with it
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}
