// Files of the first view that are missing, wrong, damaged or late: the page says so, or works without them.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { site, until } from "../harness.mjs";
import { serve, types } from "../server.mjs";
import { wayOn, watched } from "./watch.mjs";

const faults = {
  404: (response) => response.writeHead(404, { "content-type": "text/plain" }).end("not found"),
  HTML: (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>"),
  empty: (response, type) => response.writeHead(200, { "content-type": type }).end(),
  half: (response, type, bytes) =>
    response.writeHead(200, { "content-type": type }).end(bytes.subarray(0, bytes.length / 2)),
  reset: (response) => response.destroy(),
  late: (response, type, bytes) =>
    setTimeout(() => response.writeHead(200, { "content-type": type }).end(bytes), 10000).unref(),
};

// A browser's own messages about such a file, a truncated script or an invalid style sheet.
const itsOwn = new RegExp(
  [
    "Failed to load resource|net::ERR|status of \\d|NetworkError|Load failed|Loading failed for|was preloaded using link",
    "OTS parsing|decode downloaded font|MIME type|Loading module from|downloadable font|not a valid JavaScript MIME|due to MIME|Source map",
    "^exception: .*(?:SyntaxError|Unexpected (?:end|token|EOF)|Invalid or unexpected|missing [)}\\]]|unterminated|Unterminated|expected expression)",
  ].join("|"),
  "i",
);

const link = "lesson=worked-example";

// The files that a first view requests, recorded once.
let known = null;
async function firstFiles(browser) {
  if (known) return known;
  const asked = [];
  const server = await serve(site, { before: (path) => void asked.push(path) });
  const { page, close } = await browser.openPage({ url: `${server.url}#${link}`, link: "", quiet: false });
  await until(page, () => performance.getEntriesByName("first-number").length > 0);
  await close();
  await server.close();
  known = [...new Set(asked)].filter((path) => path.startsWith("/assets/")).sort();
  return known;
}

async function faulty(path, fault) {
  const server = createServer((request, response) => {
    const asked = new URL(request.url, "http://host").pathname;
    const file = join(site, asked === "/" ? "index.html" : decodeURIComponent(asked));
    if (!file.startsWith(site) || !existsSync(file)) return faults["404"](response);
    const type = types[extname(file)] ?? "application/octet-stream";
    const bytes = readFileSync(file);
    if (asked === path) return faults[fault](response, type, bytes);
    return response.writeHead(200, { "content-type": type }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

export const files = {
  make: (random) => ({
    file: random.next(),
    fault: random.pick(Object.keys(faults)),
    page: random.pick(["", "embed.html"]),
  }),

  *smaller(data) {
    if (data.page !== "") yield { ...data, page: "" };
  },

  told: ({ file, fault, page }) =>
    `${page || "index.html"}#${link} with ${known?.[Math.floor(file * known.length)]} ${fault}`,

  async run(browser, { file, fault, page: name }) {
    const all = await firstFiles(browser);
    const server = await faulty(all[Math.floor(file * all.length)], fault);
    try {
      await watched(browser, { url: `${server.url}${name}#${link}`, allowed: itsOwn, fresh: true }, (page) =>
        wayOn(page),
      );
    } finally {
      await server.close();
    }
  },
};
