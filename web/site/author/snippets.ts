// The snippets that an author pastes, one for each kind of platform. Pure text: the tests put every one of these into a
// page.
import { escaped, quoted, spelledOut } from "../../page/core/escape";
import { attributesOf, framePage, frameHeight, fullPage, type Settings } from "./settings";

export interface Snippet {
  id: string;
  code: string;
}

export interface Titled extends Settings {
  title: string; // of the lesson
}

function element(settings: Titled): string {
  const attributes = Object.entries({ ...attributesOf(settings), title: settings.title });
  const written = attributes.map(([name, value]) => (value === "" ? name : `${name}="${escaped(value)}"`));
  return `<attention-explorer ${written.join(" ")}></attention-explorer>`;
}

const script = (base: string) =>
  `<script type="module" src="${escaped(base)}attention-explorer.js"></script>`;
const html = (settings: Titled, base: string) => `${script(base)}\n${element(settings)}`;

const heightOf = ({ height }: Settings) => (height === "auto" ? String(frameHeight) : height);

function frame(settings: Titled, base: string, style = ""): string {
  const attributes = [
    `src="${escaped(framePage(settings, base))}"`,
    `title="${escaped(settings.title)}"`,
    `width="100%" height="${escaped(heightOf(settings))}"`,
    ...(settings.loading === "lazy" ? ['loading="lazy"'] : []),
    'allow="clipboard-write; fullscreen"',
    ...(style ? [`style="${style}"`] : []),
  ];
  return `<iframe ${attributes.join(" ")}></iframe>`;
}

// Learning platforms keep frames, and strip scripts and unknown elements.
const platform = (settings: Titled, base: string) =>
  `<p>${frame(settings, base, "border: 0; width: 100%")}</p>\n` +
  `<p><a href="${escaped(fullPage(settings, base))}" target="_blank" rel="noopener">${escaped(settings.title)}</a></p>`;

const markdown = (settings: Titled, base: string) =>
  `${frame(settings, base)}\n\n[${spelledOut(settings.title.replaceAll(/[[\]\\]/g, "\\$&"))}](${fullPage(settings, base)})`;

const jupyterFrame = (settings: Titled, base: string) =>
  [
    "from IPython.display import IFrame",
    `IFrame(${quoted(framePage(settings, base))}, width="100%", height=${heightOf(settings)})`,
  ].join("\n");

function anywidget(settings: Titled, base: string): string {
  const attributes = Object.entries({ ...attributesOf(settings), loading: "eager", title: settings.title });
  return [
    "import anywidget",
    "import traitlets",
    "",
    "",
    "class AttentionExplorer(anywidget.AnyWidget):",
    '    _esm = r"""',
    `    import ${quoted(`${base}attention-explorer.js`)};`,
    "    export default {",
    "      render({ model, el }) {",
    '        const explorer = document.createElement("attention-explorer");',
    ...attributes.map(([name, value]) => `        explorer.setAttribute(${quoted(name)}, ${quoted(value)});`),
    '        explorer.addEventListener("step", ({ detail }) => {',
    '          model.set("step", detail.step);',
    "          model.save_changes();",
    "        });",
    '        explorer.addEventListener("answer", ({ detail }) => {',
    '          model.set("answers", [...model.get("answers"), detail]);',
    "          model.save_changes();",
    "        });",
    "        el.append(explorer);",
    "      },",
    "    };",
    '    """',
    '    step = traitlets.Unicode("").tag(sync=True)',
    "    answers = traitlets.List([]).tag(sync=True)",
    "",
    "",
    "explorer = AttentionExplorer()",
    "explorer",
  ].join("\n");
}

const quarto = (settings: Titled, base: string) => `\`\`\`{=html}\n${html(settings, base)}\n\`\`\``;

const observable = (settings: Titled, base: string) =>
  [
    "explorer = {",
    `  await import(${quoted(`${base}attention-explorer.js`)});`,
    `  return html\`${element(settings).replaceAll(/[`\\$]/g, "\\$&")}\`;`,
    "}",
  ].join("\n");

export function snippets(settings: Titled, base: string): Snippet[] {
  return [
    { id: "html", code: html(settings, base) },
    { id: "iframe", code: frame(settings, base) },
    { id: "moodle", code: platform(settings, base) },
    { id: "canvas", code: platform(settings, base) },
    { id: "markdown", code: markdown(settings, base) },
    { id: "jupyter", code: jupyterFrame(settings, base) },
    { id: "anywidget", code: anywidget(settings, base) },
    { id: "quarto", code: quarto(settings, base) },
    { id: "observable", code: observable(settings, base) },
  ];
}
