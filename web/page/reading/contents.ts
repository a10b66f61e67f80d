// The contents as text: every lesson with its subject and where its reader left off, as a link.
import type { ContentsCard, Reading } from "../core/model";
import { pagesIn } from "../core/pages";
import { embedded } from "../embed/settings";
import { assets } from "../start/assets";
import { action, bar } from "./bar";
import type { Text } from "./controls";
import { elsewhere, h, type Child } from "./dom";
import { heroSection } from "./hero";
import { touches } from "./text";

function card(each: ContentsCard, text: Text): Child {
  const href = elsewhere(each.link);
  const hint = (key: string, words: string) => words !== "" && h("p", { class: "hint", key }, words);
  return h(
    "li",
    { key: each.id, class: "card" },
    h("h2", {}, h("a", { href, "data-lesson": each.id }, each.title)),
    h("p", {}, each.summary),
    hint("aside", each.aside),
    hint("extent", each.extent),
    hint("needs", each.needs),
    hint("random", each.random),
    hint("progress", each.progress),
    each.mark !== "none" &&
      h(
        "p",
        { key: "mark" },
        h("a", { href, id: "begin" }, `${text(`contents.${each.mark}`)}: ${each.title}`),
      ),
  );
}

export function contentsView(
  reading: Reading,
  cards: ContentsCard[],
  withPicture: boolean,
  text: Text,
): Child[] {
  const large = h(
    "p",
    { key: "large" },
    h("a", { href: elsewhere("#view=large-reading"), id: "large" }, text("large.open")),
    ` ${text("large.open.words")}`,
  );
  const tensors = !embedded && action("tensors", text("contents.tensors"));
  const model =
    !embedded &&
    assets.model !== undefined &&
    h(
      "p",
      { key: "model" },
      h("a", { href: elsewhere("#view=model-reading&model=small") }, text("contents.model")),
      " ",
      h("a", { href: elsewhere("#view=model-reading&model=pictures") }, text("contents.pictures")),
    );
  const links = pagesIn(reading.language).map(([name, href]) =>
    h("a", { href, key: name }, text(`contents.${name}`)),
  );
  return [
    bar(reading, withPicture, text, { title: text("contents.title") }),
    !withPicture && h("p", { class: "note", key: "no-picture" }, text("reading.no_picture")),
    h("h1", { key: "title", tabindex: "-1" }, text("contents.title")),
    h("p", { key: "intro" }, text(touches() ? "contents.intro.touch" : "contents.intro")),
    reading.hero && heroSection(reading.hero, text),
    h(
      "ol",
      { class: "cards", key: "cards" },
      cards.map((each) => card(each, text)),
    ),
    large,
    tensors,
    model,
    links.length > 0 && h("nav", { class: "pages", key: "pages", "aria-label": text("group.pages") }, links),
  ];
}
