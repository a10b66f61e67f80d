// The proxy of a WebKit browser: WebDriver has no commands for scripts that run before a page's own, for the console and
// for requests, so the proxy adds a script to pages and records every request. Handles only HTTP.
import { createHash } from "node:crypto";
import { createServer, request as ask } from "node:http";

// Records errors where the driver can read them. Runs in the page.
const watch = () => {
  document.currentScript.remove(); // tests count a page's scripts
  const complaints = [];
  Object.defineProperty(window, "complaints", { value: complaints, enumerable: false });
  const words = (value) => (value instanceof Error ? `${value.message}` : String(value));
  for (const kind of ["error", "warn"]) {
    const real = console[kind];
    console[kind] = (...values) => {
      complaints.push(`${kind}: ${values.map(words).join(" ")}`);
      real.apply(console, values);
    };
  }
  window.addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) complaints.push(`exception: ${event.message}`);
  });
  window.addEventListener("unhandledrejection", ({ reason }) =>
    complaints.push(`exception: ${words(reason)}`),
  );
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    complaints.push(`error: refused by the policy: ${violatedDirective} ${blockedURI}`),
  );
};

// Inserted before all scripts of the page and before a policy in a meta element, which would refuse it.
function withScript(html, script) {
  const begin = /^\s*<!doctype[^>]*>\s*(?:<html[^>]*>\s*)?(?:<head[^>]*>)?/i.exec(html)?.[0] ?? "";
  return `${begin}<script>${script}</script>${html.slice(begin.length)}`;
}

// The policy of a header allows the script by its hash.
function allowing(headers, script) {
  const { "content-length": _, "transfer-encoding": __, ...others } = headers;
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = others["content-security-policy"]?.replace(/script-src/, `script-src 'sha256-${hash}'`);
  return policy ? { ...others, "content-security-policy": policy } : others;
}

// { url, asked: [address], setScript(text), close() }
export async function openProxy() {
  const asked = [];
  let script = "";
  const server = createServer((request, response) => {
    asked.push(request.url);
    const { hostname, port, pathname, search } = new URL(request.url);
    if (hostname !== "127.0.0.1") return response.destroy();
    const { method, headers } = request;
    const onward = ask({ hostname, port, path: pathname + search, method, headers }, (answer) => {
      answer.on("error", () => response.destroy());
      const isPage =
        answer.headers["content-type"]?.startsWith("text/html") &&
        request.headers["sec-fetch-dest"] !== "empty";
      if (!isPage) {
        response.writeHead(answer.statusCode, answer.headers);
        return answer.pipe(response);
      }
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const whole = `(${watch.toString()})();${script}`;
        response.writeHead(answer.statusCode, allowing(answer.headers, whole));
        response.end(withScript(Buffer.concat(parts).toString(), whole));
      });
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    asked,
    setScript: (text) => (script = text),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}
