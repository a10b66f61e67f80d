// Typesets the TeX of lessons with MathJax, when the site is built or, for a lesson that it does not hold, in the page:
// for each formula a list of positioned glyphs and rules that the canvas draws with the KaTeX fonts, and MathML for the
// reading view. Both fonts descend from Computer Modern, so
// MathJax's positions fit KaTeX's glyphs. A TeX that fails is an error that names the lesson and the JSON pointer.
import { MathJaxTexFont } from "@mathjax/mathjax-tex-font/js/svg.js";
import { liteAdaptor } from "@mathjax/src/js/adaptors/liteAdaptor.js";
import { SerializedMmlVisitor } from "@mathjax/src/js/core/MmlTree/SerializedMmlVisitor.js";
import { RegisterHTMLHandler } from "@mathjax/src/js/handlers/html.js";
import "@mathjax/src/js/input/tex/ams/AmsConfiguration.js";
import "@mathjax/src/js/input/tex/base/BaseConfiguration.js";
import { Configuration } from "@mathjax/src/js/input/tex/Configuration.js";
import NodeUtil from "@mathjax/src/js/input/tex/NodeUtil.js";
import { CommandMap } from "@mathjax/src/js/input/tex/TokenMap.js";
import { TeX } from "@mathjax/src/js/input/tex.js";
import { mathjax } from "@mathjax/src/js/mathjax.js";
import { SVG } from "@mathjax/src/js/output/svg.js";
import { VFUZZ } from "@mathjax/src/js/output/svg/FontData.js";
import { SvgWrapper } from "@mathjax/src/js/output/svg/Wrapper.js";
import "@mathjax/src/js/util/asyncLoad/esm.js";
import { placeGlyphs } from "./typeset-faces.mjs";
import { withLetters } from "./typeset-letters.mjs";

// The name of \scores{…} in lessons, and the role of its contents.
const roleMacros = {
  inputs: "input",
  query: "query",
  key: "key",
  val: "value",
  scores: "scores",
  weights: "weights",
  outputs: "output",
};

// The commands for roles are the only ones that write an attribute: MathJax's HTML package, which lets TeX set styles,
// names and links, is left out.
function inRole(parser, name, role) {
  const argument = parser.ParseArg(name);
  let node = argument;
  if (NodeUtil.isInferred(argument)) {
    node = parser.create("node", "mrow");
    NodeUtil.copyChildren(argument, node);
    NodeUtil.copyAttributes(argument, node);
  }
  const inner = NodeUtil.getAttribute(node, "class");
  NodeUtil.setAttribute(node, "class", inner ? `${inner} role-${role}` : `role-${role}`);
  parser.Push(node);
}
new CommandMap(
  "roles",
  Object.fromEntries(Object.entries(roleMacros).map(([macro, role]) => [macro, [inRole, role]])),
);
Configuration.create("roles", { handler: { macro: ["roles"] } });

// MathJax writes the code point of a glyph into its path, but not the size of its face: add that.
SvgWrapper.prototype.charNode = function (variant, code, path) {
  return this.svg("path", { "data-c": code, "data-variant": variant, d: path });
};

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const document = mathjax.document("", {
  InputJax: new TeX({
    packages: ["base", "ams", "roles"],
    maxBuffer: 10_000, // made by macros of the package ams
    formatError: (_, error) => {
      throw error;
    },
  }),
  OutputJax: new SVG({ fontCache: "none", fontData: MathJaxTexFont, linebreaks: { inline: false } }),
});
const visitor = new SerializedMmlVisitor();

const em = (thousandths) => Math.round(thousandths) / 1000; // finer than a pixel at any size

// A transform that moves and scales, as [sx, sy, dx, dy].
function transformOf(attribute, [sx, sy, dx, dy]) {
  for (const [, name, list] of (attribute ?? "").matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a, b] = list.split(/[ ,]+/).map(Number);
    if (name === "translate") [dx, dy] = [dx + a * sx, dy + (b ?? 0) * sy];
    else if (name === "scale") [sx, sy] = [sx * a, sy * (b ?? a)];
    else throw new Error(`a transform that is not handled: ${name}`);
  }
  return [sx, sy, dx, dy];
}

const number = (node, name) => Number(adaptor.getAttribute(node, name) ?? 0);

function addRule(out, box, [sx, sy, dx, dy], role) {
  const rule = {
    x: em(dx + box.x * sx),
    y: em(dy + box.y * sy),
    width: em(box.width * sx),
    height: em(box.height * sy),
  };
  out.rules.push(role ? { ...rule, role } : rule);
}

// The middle of a tall bracket is a bar that MathJax stretches inside a clipping <svg>: that bar is a rule. MathJax
// lets it overlap the bracket's ends, which would show where their edges are anti-aliased.
function addStretched(out, node, [sx, sy, dx, dy], role) {
  const box = ["x", "y", "width", "height"].map((name) => number(node, name));
  const [path] = adaptor.childNodes(node);
  const outline = adaptor.getAttribute(path, "d");
  if (/[^MLCZ\d.\s-]/.test(outline)) throw new Error("a stretched character that is not handled");
  const numbers = (outline.match(/-?\d*\.?\d+/g) ?? []).map(Number);
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const least = Math.min(...xs);
  const middle = box[1] + box[3] / 2;
  const ends = adaptor
    .childNodes(adaptor.parent(node))
    .filter((other) => adaptor.kind(other) === "path")
    .map((end) => transformOf(adaptor.getAttribute(end, "transform"), [1, 1, 0, 0])[3] + 250); // their middles, about
  const below = ends.some((y) => y < middle) ? 1000 * VFUZZ : 0;
  const above = ends.some((y) => y > middle) ? 1000 * VFUZZ : 0;
  const bar = {
    x: box[0] + least,
    y: box[1] + below,
    width: Math.max(...xs) - least,
    height: box[3] - below - above,
  };
  addRule(out, bar, [sx, sy, dx, dy], role);
}

function walk(out, node, transform, role) {
  const kind = adaptor.kind(node);
  if (kind === "#text") return;
  const own = (adaptor.getAttribute(node, "class") ?? "").match(/(?:^| )role-(\w+)/);
  const roleHere = own ? own[1] : role;
  const here = transformOf(adaptor.getAttribute(node, "transform"), transform);
  if (kind === "path") {
    if (!adaptor.getAttribute(node, "d")) return; // an invisible operator
    const code = parseInt(adaptor.getAttribute(node, "data-c"), 16);
    for (const place of placeGlyphs(adaptor.getAttribute(node, "data-variant"), code)) {
      const glyph = { x: em(here[2]), y: em(here[3]), size: Math.round(here[0] * 1e4) / 1e4, ...place };
      out.glyphs.push(roleHere ? { ...glyph, role: roleHere } : glyph);
    }
  } else if (kind === "rect") {
    const box = Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, number(node, name)]));
    if (box.width > 0 && box.height > 0) addRule(out, box, here, roleHere);
  } else if (kind === "line") {
    const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((name) => number(node, name));
    const half = 30; // lines of tables are as thick as fraction bars
    const [left, low] = [Math.min(x1, x2), Math.min(y1, y2)];
    const [across, up] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
    const box = across > up ? [left, low - half, across, 2 * half] : [left - half, low, 2 * half, up];
    addRule(out, { x: box[0], y: box[1], width: box[2], height: box[3] }, here, roleHere);
  } else if (kind === "svg") {
    addStretched(out, node, here, roleHere);
  } else if (kind === "g") {
    for (const child of adaptor.childNodes(node)) walk(out, child, here, roleHere);
  } else {
    throw new Error(`<${kind}> in a formula is not handled: ${adaptor.textContent(node)}`);
  }
}

// A formula that the core accepts is short (src/lesson/read/tex.hpp), but may have many or deep parts for its length.
const most = { parts: 1000, levels: 200 };
const attributes = /^(?:id|href|style|on.*)$/i;

function checkParts(root) {
  let parts = 0;
  const walkDown = (node, level) => {
    parts += 1;
    if (parts > most.parts) throw new Error(`This formula has more than ${most.parts} parts. Divide it.`);
    if (level > most.levels) throw new Error("This formula is nested too deeply. Write parts of it apart.");
    for (const [name, value] of Object.entries(node.attributes?.getAllAttributes() ?? {}))
      if (attributes.test(name) || (name === "class" && !/^role-\w+(?: role-\w+)*$/.test(value)))
        throw new Error(`A formula can't have the attribute “${name}”. Leave it out.`);
    for (const child of node.childNodes ?? []) if (child) walkDown(child, level + 1);
  };
  walkDown(root, 0);
}

// A formula as MathJax draws it, with its size in em.
async function drawn(tex, display) {
  const svg = adaptor.firstChild(await document.convertPromise(tex, { display }));
  const [, top, width, tall] = adaptor.getAttribute(svg, "viewBox").split(" ").map(Number);
  return { svg, box: { width: em(width), height: em(-top), depth: em(tall + top) } };
}

// Where a line may break, outside of braces, brackets and environments: at a wide space, or before a relation or a
// product's dot, which is worse.
function breaksOf(tex) {
  const found = [];
  let depth = 0;
  for (const { 0: token, index } of tex.matchAll(/\\[A-Za-z]+|\\.|[{}()[\]=]/g)) {
    if (/^(?:[{([]|\\left|\\begin)$/.test(token)) depth += 1;
    else if (/^(?:[)}\]]|\\right|\\end)$/.test(token)) depth -= 1;
    else if (depth > 0 || index === 0) continue;
    else if (/^\\q?quad$/.test(token)) found.push({ end: index, next: index + token.length, worse: false });
    else if (/^(?:=|\\to|\\cdot)$/.test(token)) found.push({ end: index, next: index, worse: true });
  }
  return found;
}

// The parts of a wide formula between which a line may break: where each begins and ends in the whole, in em. Each costs
// three typesettings, so there are not many.
const wide = 8;
const mostBreaks = 11;
async function partsOf(tex, display, whole) {
  const breaks = whole > wide ? breaksOf(tex).slice(0, mostBreaks) : [];
  const parts = [];
  let [from, begin, worse] = [0, 0, false];
  for (const { end, next, worse: nextWorse } of [...breaks, { end: tex.length }]) {
    const { box } = await drawn(tex.slice(from, end), display);
    const { box: until } = await drawn(tex.slice(0, end), display);
    parts.push({
      from: begin,
      to: until.width,
      height: box.height,
      depth: box.depth,
      ...(worse && { worse }),
    });
    if (next === undefined) break;
    // Without what is before it, a sign would lose the space around it.
    begin = nextWorse ? until.width : em(1000 * (whole - (await drawn(tex.slice(next), display)).box.width));
    [from, worse] = [next, nextWorse];
  }
  return parts.length > 1 ? parts : [];
}

export async function typeset(tex, display) {
  const root = await mathjax.handleRetriesFor(() => document.convert(tex, { display, end: 20 }));
  checkParts(root);
  const { svg, box } = await drawn(tex, display);
  const parts = await partsOf(tex, display, box.width).catch(() => []); // a part may be no formula by itself
  const out = { ...box, ...(parts.length > 0 && { parts }), glyphs: [], rules: [] };
  // The outermost <g> turns y downwards for the screen; the canvas wants it upwards from the baseline.
  const turned = adaptor.firstChild(svg);
  for (const child of adaptor.childNodes(turned)) walk(out, child, [1, 1, 0, 0], "");
  out.mathml = visitor
    .visitTree(await mathjax.handleRetriesFor(() => document.convert(tex, { display, end: 20 })))
    .replace(/ data-(?:latex|mjx-texclass|mjx-alternate|mjx-variant|latex-item)="[^"]*"/g, "")
    .replace(/>\s+</g, "><");
  return out;
}

// The TeX of a text with light markup: between dollar signs; a backslash outside of them keeps the next character, and
// code between backticks is not TeX.
export function texOfText(text) {
  const found = [];
  let inCode = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "`") inCode = !inCode;
    else if (text[i] === "\\") i++;
    else if (text[i] === "$" && !inCode) {
      const end = text.indexOf("$", i + 1);
      if (end < 0) break; // the lesson's parser rejects that with a better message
      found.push(text.slice(i + 1, end));
      i = end;
    }
  }
  return found;
}

// A formula, or one for each value of a parameter.
function* texOfFormula(formula, at) {
  if (formula.tex) yield [formula.tex, true, `${at}/tex`];
  if (formula.element) yield [formula.element, false, `${at}/element`];
  for (const [value, one] of Object.entries(formula.choose?.cases ?? {}))
    yield* texOfFormula(one, `${at}/choose/cases/${value}`);
}

// Every TeX of a lesson as [tex, display, pointer]: formulae, and what texts hold. A text is a map from languages, which
// are those of the title; the table of names is the same in all of them. With the tutorial's letters, too.
export function* texOfLesson(lesson) {
  const shown = withLetters(lesson.letters);
  for (const [tex, display, pointer] of texWithin(
    lesson,
    new Set(Object.keys(lesson.title ?? {})),
    "",
    false,
  )) {
    yield [tex, display, pointer];
    const other = shown(tex);
    if (other !== tex) yield [other, display, pointer];
  }
}

function* texWithin(value, languages, pointer, inText) {
  if (typeof value === "string" && inText) {
    for (const tex of texOfText(value)) yield [tex, false, pointer];
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* texWithin(item, languages, `${pointer}/${i}`, inText);
  } else if (value && typeof value === "object") {
    const keys = Object.keys(value);
    const text = keys.length > 0 && keys.every((key) => languages.has(key));
    for (const key of keys) {
      const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (key === "formula" && typeof value.formula === "object" && !text) {
        yield* texOfFormula(value.formula, at);
      } else {
        const holds = inText || text || (pointer === "" && key === "names");
        yield* texWithin(value[key], languages, at, holds);
      }
    }
  }
}

// The TeX of a whole lesson together: the site's own have up to 6,000 characters.
const longestTogether = 60_000;
const excerpt = (tex) => (tex.length > 80 ? `${tex.slice(0, 79)}…` : tex);

// Yields to other work after a while: where no worker can be had, this runs on the page's main thread.
const turn = 30; // ms
function turns() {
  let began = Date.now();
  return async () => {
    if (Date.now() - began < turn) return;
    await new Promise((resolve) => globalThis.setTimeout(resolve));
    began = Date.now();
  };
}

// file: what a lesson is called where its TeX fails. The error has the place as its path, and what is wrong as `why`.
// begun: told the place of each formula before it is typeset.
export async function typesetLesson(lesson, file, begun = () => undefined) {
  const formulae = {};
  const others = turns();
  let together = 0;
  for (const [tex, display, pointer] of texOfLesson(lesson)) {
    if (Object.hasOwn(formulae, tex) && (formulae[tex].display || !display)) continue;
    try {
      together += tex.length;
      if (together > longestTogether)
        throw new Error(
          `The formulae up to here have more than ${longestTogether} characters. Divide the lesson.`,
        );
      await others();
      begun(pointer);
      formulae[tex] = { display, ...(await typeset(tex, display)) };
    } catch (error) {
      const deep = error instanceof RangeError ? "This formula is nested too deeply." : error.message;
      const why = `${deep} In: ${excerpt(tex)}`;
      throw Object.assign(new Error(`${file} ${pointer}: ${why}`, { cause: error }), { path: pointer, why });
    }
  }
  return { format: 1, formulae };
}

// The faces that a lesson's formulae need, so that the page fetches only those.
export function facesOf(typesetting) {
  const faces = new Set();
  for (const formula of Object.values(typesetting.formulae))
    for (const { face } of formula.glyphs) faces.add(face);
  return [...faces].sort();
}
