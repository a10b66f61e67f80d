// Describes DOM as plain values and updates a real element to match, keeping existing nodes: focus, text being typed
// and a screen reader's position survive every update.

type Value = string | number | boolean | null | undefined;

export interface Spec {
  tag: string;
  key?: string;
  attributes: Record<string, Value>;
  children: Child[];
  make?: () => Element; // for what is not described here, such as MathML: made once for its key
}
export type Child = Spec | string | null | false;

export function h(
  tag: string,
  attributes: Record<string, Value> = {},
  ...children: (Child | Child[])[]
): Spec {
  const { key, ...rest } = attributes;
  const spec: Spec = { tag, attributes: rest, children: children.flat() };
  if (key !== undefined) spec.key = String(key);
  return spec;
}

export function foreign(key: string, make: () => Element): Spec {
  return { tag: "", key, attributes: {}, children: [], make };
}

interface Known {
  tag: string;
  key: string | undefined;
}
const known = new WeakMap<Node, Known>();

// These follow the element's state, not its markup.
const properties = new Set(["value", "checked", "disabled", "selected", "readOnly"]);

// These also change when the reader types or unfolds.
const ofTheReader = new Set(["data-typed", "open"]);
// These are set by beside-later.ts.
const ofTheFigure = new Set(["style", "data-leads"]);

// A cell with the focus holds its full value, or the text being typed: the code that put it there updates it.
function hasOwnValue(element: Element): boolean {
  return (
    element === document.activeElement && element instanceof HTMLInputElement && "cell" in element.dataset
  );
}

function setAttributes(element: Element, attributes: Record<string, Value>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (properties.has(name)) {
      const target = element as unknown as Record<string, Value>;
      if (name === "value" && hasOwnValue(element)) continue;
      if (target[name] !== value && value !== undefined) target[name] = value;
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
  for (const { name } of [...element.attributes]) {
    const others = ofTheReader.has(name) || ofTheFigure.has(name) || properties.has(name);
    if (!(name in attributes) && !others) element.removeAttribute(name);
  }
}

function create(child: Spec | string): Node {
  if (typeof child === "string") return document.createTextNode(child);
  const node = child.make ? child.make() : document.createElement(child.tag);
  known.set(node, { tag: child.tag, key: child.key });
  return node;
}

function fits(node: Node, child: Spec | string): boolean {
  if (typeof child === "string") return node.nodeType === Node.TEXT_NODE;
  const was = known.get(node);
  return was !== undefined && was.tag === child.tag && was.key === child.key;
}

export function patch(parent: Element, children: Child[]): void {
  const wanted = children.filter((child): child is Spec | string => child !== null && child !== false);
  const keyed = new Map<string, Node>();
  for (const node of parent.childNodes) {
    const key = known.get(node)?.key;
    if (key !== undefined) keyed.set(key, node);
  }
  let at = parent.firstChild;
  for (const child of wanted) {
    let node: Node | null = null;
    const key = typeof child === "string" ? undefined : child.key;
    if (key !== undefined) {
      const found = keyed.get(key);
      if (found && fits(found, child)) node = found;
    } else {
      // Without a key: the next matching node without a key of its own.
      for (let next = at; next && known.get(next)?.key === undefined; next = next.nextSibling) {
        if (fits(next, child)) {
          node = next;
          break;
        }
      }
    }
    node ??= create(child);
    // Skipped nodes are removed first: moving the one with the focus would lose the focus.
    while (at && at !== node && node.parentNode === parent && !keptLater(at, wanted, child)) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    if (at === node) at = node.nextSibling;
    else parent.insertBefore(node, at);
    fill(node, child);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

// Whether a node with this key is still needed.
function keptLater(node: Node, wanted: (Spec | string)[], after: Spec | string): boolean {
  const key = known.get(node)?.key;
  if (key === undefined) return false;
  return wanted
    .slice(wanted.indexOf(after) + 1)
    .some((child) => typeof child !== "string" && child.key === key);
}

function fill(node: Node, child: Spec | string): void {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
  } else if (!child.make) {
    patch(node as Element, child.children);
    setAttributes(node as Element, child.attributes); // after the children: a select needs its options
  }
}

// A bare fragment would sound like a skip link to a place in this page, so the link has the page's full address.
export const elsewhere = (link: string) => window.location.href.replace(/#.*$/s, "") + link;
