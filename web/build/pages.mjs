// The pages of the site that are made from index.html: the page itself in each language, the embed, the page for lessons
// from elsewhere, and the single-file page.
import { createHash } from "node:crypto";
import { alternates } from "../site/frame.mjs";
import { escaped, h } from "../site/html.mjs";

const filled = (template, names) => template.replace(/%(\w+)%/g, (_, name) => names[name]);

function put(text, from, to) {
  if (!from.test(text)) throw new Error(`index.html has nothing like ${from}.`);
  return text.replace(from, () => to);
}

const whole = "attention-explorer.html"; // the page in one file
// What the page says without any script, in every language, since no script can choose one. words: language → sentences
export const unstartedNote = (words) =>
  Object.entries(words)
    .map(([tag, { "start.nothing": text }]) => {
      const [before, after] = text.split(whole);
      return h("p", { lang: tag }, before, h("a", { href: whole }, whole), after);
    })
    .join("");

// index.html with its words in a language; the names of files stay open. say: sentences of web/words/site.json
export const spoken = (template, language, say) => {
  const words = { language };
  for (const id of ["description", "loading", "scripts"]) words[id] = escaped(say(`explorer.${id}`));
  return template.replace(/%(\w+)%/g, (mark, name) => words[name] ?? mark);
};

// The page itself, which opens in its own language unless a link names another; in English in that of the browser.
export function frontPage(template, names, { language, say, tags, address }) {
  const others = alternates("index", tags, address).join("\n    ");
  let page = put(
    spoken(template, language, say),
    /<link rel="license"/,
    `${others}\n    <link rel="license"`,
  );
  if (language !== "en") page = put(page, /<body /, `<body data-language="${language}" `);
  return filled(page, names);
}
const starter = / *<script async src="%starter%"><\/script>\n/; // in an embed its first script, in one file none
const installable = / *<link rel="manifest"[^>]*>\n/; // the page itself alone is

const card = / *<meta\s+(?:property="og:|name="twitter:)[^>]*>\n/g; // only the page itself is shared

const policyElement = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"\s*\/>/;

// Its scripts and styles recognise an embed by this attribute. Its first script sets the policy, also in sandboxed
// frames, and where modules are refused, falls back to one classic script that contains all files.
export function embedPage(template, names) {
  const [, policy] = policyElement.exec(template);
  const first = `<script src="${names.fallback}" data-whole="${names.whole}" data-policy="${policy}"></script>`;
  let page = put(template.replace(card, ""), installable, "");
  page = put(page, starter, "");
  page = put(page, policyElement, first);
  page = put(page, /<body /, "<body data-embed ");
  page = put(
    page,
    /<link rel="license"/,
    '<meta name="robots" content="noindex" />\n    <link rel="license"',
  );
  return filled(page, names);
}

// For a lesson that a link brings from another site: the only page that may fetch from there, after its reader agrees.
export function elsewherePage(template, names) {
  let page = put(template.replace(card, ""), installable, "");
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

// Where attention_explorer.py puts the tensors of a figure: data, which no policy runs.
const given = '<script type="application/json" id="given"></script>';

// The single-file page: works from disk and wherever it is uploaded. It fetches nothing and runs no other script.
export function onePage(template, { script, styles, icon, unstarted }) {
  const code = script.toString().replaceAll("</script", "<\\/script");
  const policy =
    `default-src 'none'; script-src ${sha256(code)} 'wasm-unsafe-eval'; style-src ${sha256(styles)}; ` +
    "img-src blob: data:; base-uri 'none'; form-action 'none'";
  let page = put(template.replace(card, ""), /content="default-src[^"]*"/, `content="${policy}"`);
  page = put(page, /href="%icon%"/, `href="data:image/svg+xml,${encodeURIComponent(icon)}"`);
  page = put(page, /<link rel="stylesheet"[^>]*>/, `<style>${styles}</style>`);
  page = put(page, / *<link rel="preload"[^>]*>\n/, "");
  page = put(page, / *<link rel="license"[^>]*>\n/, "");
  page = put(page, installable, "");
  page = put(page, starter, "");
  page = put(page, /%unstarted%/, unstarted);
  page = put(page, / *<script type="module"[^>]*><\/script>\n/, "");
  return put(page, /<\/body>/, `${given}\n    <script>${code}</script>\n  </body>`);
}
