// The hub of the tests. As at Hugging Face, a file of a repository is answered by a redirect: of weights to another host, of the
// others to another path. The browser follows it and checks what CORS demands; nothing of it leaves this machine.
import { core, openPage, siteUrl, until } from "../harness.mjs";

export const hubHost = "https://huggingface.co";
export const weightsHost = "https://cas-bridge.xethub.hf.co";

const cors = (more = {}) =>
  Object.entries({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Accept-Ranges, Content-Range, X-Linked-Size, X-Linked-ETag",
    ...more,
  }).map(([name, value]) => ({ name, value: String(value) }));

const isLarge = (name) => /\.(?:safetensors|bin)$/.test(name);

/** What is answered to a request: { responseCode, responseHeaders, body }. */
function answered({ method, url, headers }, repositories) {
  const { origin, pathname } = new URL(url);
  const path = decodeURIComponent(pathname);
  const [, repository, name] =
    /^\/(?:api\/resolve-cache\/)?([\w.-]+\/[\w.-]+)\/(?:resolve\/main\/)?([\w.-]+)$/.exec(path) ?? [];
  const { files, gated } = repositories[repository] ?? {};
  const refuse = (responseCode, code) => ({
    responseCode,
    responseHeaders: cors({ "x-error-code": code }),
  });
  if (!files) return refuse(401, "RepoNotFound");
  if (gated) return refuse(401, "GatedRepo");
  const file = files[name];
  if (file === undefined) return refuse(404, "EntryNotFound");
  if (path.includes("/resolve/main/")) {
    const [responseCode, location] = isLarge(name)
      ? [302, `${weightsHost}/${repository}/${name}?X-Signature=1`]
      : [307, `${hubHost}/api/resolve-cache/${repository}/${name}`];
    return { responseCode, responseHeaders: cors({ location, "x-linked-size": file.length }) };
  }
  if (isLarge(name) !== (origin === weightsHost)) return refuse(404, "EntryNotFound");
  const range = headers.Range ?? headers.range;
  const from = Number(range?.match(/\d+/)[0] ?? 0);
  const rest = file.subarray(from);
  return {
    responseCode: range ? 206 : 200,
    responseHeaders: cors({
      etag: `"${name}-1"`,
      "content-length": rest.length,
      ...(range && { "content-range": `bytes ${from}-${file.length - 1}/${file.length}` }),
    }),
    body: method === "HEAD" ? "" : rest.toString("base64"),
  };
}

/**
 * The page for what lies elsewhere, with a hub beside it.
 * @param repositories name → { files: name → Buffer, gated }
 * @returns what openPage returns, and `asked`: each request to the hub and behind its redirects, "GET https://…"
 */
export async function pageOfHub(repositories, link, url = `${siteUrl()}elsewhere.html`) {
  const opened = await openPage({ url, link, quiet: false, fresh: true });
  const asked = [];
  const devtools = await opened.page.context().newCDPSession(opened.page);
  devtools.on("Fetch.requestPaused", ({ requestId, request }) => {
    const { origin, pathname } = new URL(request.url);
    const range = request.headers.Range ?? request.headers.range;
    asked.push([request.method, origin + pathname, range].filter(Boolean).join(" "));
    const answer = answered(request, repositories);
    devtools.send("Fetch.fulfillRequest", { requestId, ...answer }).catch(() => {}); // the page was closed
  });
  await devtools.send("Fetch.enable", {
    patterns: [hubHost, weightsHost].map((host) => ({ urlPattern: `${host}/*` })),
  });
  return { ...opened, asked };
}

const press = async (page, act) => {
  await until(page, (wanted) => document.querySelector(`dialog [data-act="${wanted}"]`), act);
  await page.locator(`dialog [data-act="${act}"]`).click();
};

/** Agrees to fetch, and opens what came. */
export async function fetchAndOpen(page) {
  for (const act of ["fetch", "download", "open"]) await press(page, act);
  await until(page, () => !document.querySelector("dialog"));
}

/** The model screen once it has all that it wants of this text. */
export async function read(page, text) {
  await core(page, "apply", { type: "SetModelText", text });
  return until(
    page,
    (given) => {
      const { model } = window.attentionExplorer.reading();
      return model?.run?.text === given && !model.wants && !model.wantsOfSecond && model;
    },
    text,
  );
}

/** The first transfer of weights ends after 1,000 bytes, as where a network fails. */
export const breakFirstTransfer = (page) =>
  page.evaluate(() => {
    const { fetch } = window;
    let broken = false;
    window.fetch = async (url, options = {}) => {
      const response = await fetch(url, options);
      if (broken || options.method || !String(url).endsWith(".safetensors")) return response;
      broken = true;
      const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, 1000);
      let sent = false;
      const body = new ReadableStream({
        pull(to) {
          if (sent) to.error(new TypeError("network error"));
          else to.enqueue(bytes);
          sent = true;
        },
      });
      return new Response(body, { headers: response.headers });
    };
  });
