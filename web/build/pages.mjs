// The pages of the site that are made from index.html: itself, the same as an embed, for lessons from elsewhere, and in
// one file.
import { createHash } from "node:crypto";

const filled = (template, names) => template.replace(/%(\w+)%/g, (_, name) => names[name]);

function put(text, from, to) {
  if (!from.test(text)) throw new Error(`index.html has nothing like ${from}.`);
  return text.replace(from, () => to);
}

export const wholePage = filled;
const installable = / *<link rel="manifest"[^>]*>\n/; // the page itself alone is

// Its scripts and styles see by the attribute that another page is around it; where its module is refused, one classic
// script goes on with all files in it.
export function embedPage(template, names) {
  const fallback = `<script src="${names.fallback}" data-whole="${names.whole}"></script>`;
  let page = put(template, installable, "");
  page = put(page, /<body /, "<body data-embed ");
  page = put(
    page,
    /<link rel="license"/,
    '<meta name="robots" content="noindex" />\n    <link rel="license"',
  );
  page = put(page, /<script type="module"/, `${fallback}\n    <script type="module"`);
  return filled(page, names);
}

// For a lesson that a link brings from another site: the only page that may fetch from there, once its reader wants it.
export function elsewherePage(template, names) {
  let page = put(template, installable, "");
  page = put(page, /connect-src 'self'/, "connect-src 'self' https:");
  page = put(page, /<body /, "<body data-elsewhere ");
  page = put(
    page,
    /<link rel="license"/,
    '<meta name="robots" content="noindex" />\n    <link rel="license"',
  );
  return filled(page, names);
}

const sha256 = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Everything inside: works from a file and wherever it is uploaded. Nothing is fetched, and nothing else may run.
export function onePage(template, { script, styles, icon }) {
  const code = script.toString().replaceAll("</script", "<\\/script");
  const policy =
    `default-src 'none'; script-src ${sha256(code)} 'wasm-unsafe-eval'; style-src ${sha256(styles)}; ` +
    "img-src blob: data:; base-uri 'none'; form-action 'none'";
  let page = put(template, /content="default-src[^"]*"/, `content="${policy}"`);
  page = put(page, /href="%icon%"/, `href="data:image/svg+xml,${encodeURIComponent(icon)}"`);
  page = put(page, /<link rel="stylesheet"[^>]*>/, `<style>${styles}</style>`);
  page = put(page, / *<link rel="preload"[^>]*>\n/, "");
  page = put(page, / *<link rel="license"[^>]*>\n/, "");
  page = put(page, installable, "");
  page = put(page, / *<script type="module"[^>]*><\/script>\n/, "");
  return put(page, /<\/body>/, `<script>${code}</script>\n  </body>`);
}
