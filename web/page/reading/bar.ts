// The bar above the text, as above the picture: where the reader is, its views, sharing, and one menu. Its two menus are
// popovers, which the browser closes by itself.
import { embedded } from "../embed/settings";
import { isProjected } from "../dialogs/projector";
import type { Reading } from "../core/model";
import { button, type Text } from "./controls";
import { h, type Child, type Spec } from "./dom";

export interface BarOptions {
  title: string;
  lesson?: boolean; // it has steps, code, and numbers of its own
}

export function action(name: string, label: string, more: Record<string, string | boolean> = {}): Spec {
  return h("button", { type: "button", "data-action": name, key: name, ...more }, label);
}

const segments = (id: string, label: string, buttons: Child[]): Spec =>
  h(
    "div",
    { key: id, class: "setting", id, role: "group", "aria-label": label },
    h("span", { class: "hint" }, label),
    h("div", { class: "segments" }, buttons),
  );

function themes(reading: Reading, text: Text): Spec {
  const choices = (["system", "dark", "light"] as const).map((theme) =>
    button({ type: "SetTheme", theme }, text(`theme.${theme}`), {
      key: theme,
      value: theme,
      "aria-pressed": String(reading.theme === theme),
    }),
  );
  return segments("theme", text("top.theme"), choices);
}

function languages(reading: Reading, text: Text): Child {
  if (reading.languages.length < 2) return null;
  const choices = reading.languages.map(({ tag, name }) =>
    button({ type: "SetLanguage", language: tag }, name, {
      key: tag,
      value: tag,
      lang: tag,
      "aria-pressed": String(reading.language === tag),
    }),
  );
  return segments("language", text("top.language"), choices);
}

function steps(reading: Reading, text: Text): Spec {
  const entries = reading.steps.map(({ id, title, current, seen }) =>
    h(
      "li",
      { key: id, class: seen ? "seen" : null },
      h(
        "button",
        {
          type: "button",
          "data-command": JSON.stringify({ type: "GoToStep", id }),
          title,
          "aria-current": current ? "step" : null,
        },
        h("span", {}, title),
      ),
    ),
  );
  return h(
    "nav",
    { key: "steps", class: "steps", id: "steps-menu", popover: "auto", "aria-label": text("reading.steps") },
    h("ol", {}, entries),
  );
}

const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "";

const home = (text: Text): Spec =>
  h(
    "button",
    {
      type: "button",
      key: "lessons",
      class: "home",
      "data-command": JSON.stringify({ type: "ShowContents", on: true }),
      title: text("top.lessons"),
    },
    h("img", { src: icon, alt: text("top.lessons"), width: 28, height: 28 }),
  );

// Where the bar has room for neither the title nor the code.
export const narrow = window.matchMedia("(max-width: 699px)");

function views(withPicture: boolean, lesson: boolean, text: Text): Child {
  if (!withPicture && (!lesson || narrow.matches)) return null;
  return h(
    "div",
    { class: "segments views", key: "views" },
    withPicture && action("leave", text("view.picture"), { title: text("reading.leave") }),
    h("button", { type: "button", key: "article", "aria-pressed": "true" }, text("view.article")),
    lesson && !narrow.matches && action("export", text("view.code"), { title: text("top.export") }),
  );
}

function menu(reading: Reading, lesson: boolean, text: Text): Spec {
  return h(
    "div",
    {
      class: "menu",
      key: "menu",
      id: "more-menu",
      popover: "auto",
      role: "group",
      "aria-label": text("top.menu"),
    },
    button({ type: "Undo" }, text("top.undo"), { disabled: !reading.canUndo, key: "undo" }),
    button({ type: "Redo" }, text("top.redo"), { disabled: !reading.canRedo, key: "redo" }),
    lesson &&
      button({ type: "RestoreLesson" }, text("rail.restore"), { disabled: !reading.changed, key: "restore" }),
    lesson && narrow.matches && action("export", text("top.export")),
    !document.body.hasAttribute("data-embed") &&
      action("projector", text("projector"), { "aria-pressed": String(isProjected()) }),
    languages(reading, text),
    themes(reading, text),
  );
}

export function bar(reading: Reading, withPicture: boolean, text: Text, options: BarOptions): Spec {
  const { title, lesson = false } = options;
  const { number, count } = reading.step;
  return h(
    "div",
    { class: "bar", key: "bar" },
    !embedded && home(text),
    h("span", { class: "place", key: "place" }, title),
    lesson &&
      h(
        "button",
        { type: "button", class: "opens", key: "where", popovertarget: "steps-menu" },
        reading.closing ? reading.step.title : text("rail.count", number, count),
      ),
    views(withPicture, lesson, text),
    !reading.contents && action("share", text("top.share")),
    h(
      "button",
      { type: "button", class: "opens", key: "more", popovertarget: "more-menu", id: "more" },
      text("top.menu"),
    ),
    lesson && steps(reading, text),
    menu(reading, lesson, text),
  );
}
