// The contents' sentence as text: a choice of sentences, one's own, and for the word that is followed what it takes from
// each word, with the result.
import type { Command, Hero, Reading } from "../core/model";
import { button, type Text } from "./controls";
import { h, type Child, type Spec } from "./dom";

function choice(hero: Hero, text: Text): Spec {
  const known = hero.given.includes(hero.sentence);
  const options = hero.given.map((sentence) =>
    h("option", { key: sentence, value: sentence, selected: sentence === hero.sentence }, sentence),
  );
  return h(
    "p",
    { key: "choice" },
    h(
      "label",
      {},
      `${text("hero.given")} `,
      h("select", { id: "given", value: known ? hero.sentence : "" }, [
        !known && h("option", { key: "own", value: "", selected: true }, text("hero.own.label")),
        ...options,
      ]),
    ),
    " ",
    h(
      "label",
      {},
      `${text("hero.own.label")} `,
      h("input", { id: "sentence", type: "text", value: hero.sentence, size: 40, dir: "auto" }),
    ),
  );
}

// To the screen of the page's own model, with a sentence.
function modelLink(sentence: string): string {
  return `#view=model&model=small&model.text=${encodeURIComponent(sentence)}`;
}

export function heroSection(hero: Hero, text: Text): Child {
  const word = hero.rows[hero.followed]?.word ?? "";
  const notes = [
    text("hero.hand_set"),
    hero.random && text("hero.fresh", hero.random),
    hero.leftOut > 0 && text("hero.left_out", hero.rows.length),
  ];
  const named = (result: string[]) => result.map((value, i) => `${hero.features[i]} ${value}`).join(", ");
  const heads = [text("hero.word"), text("role.scores"), text("role.weights"), text("role.value")];
  const rows = hero.rows.map((row, i) =>
    h(
      "tr",
      { key: String(i) },
      h(
        "th",
        { scope: "row" },
        button({ type: "FollowWord", word: i }, row.word, { "aria-pressed": String(i === hero.followed) }),
      ),
      h("td", { class: "cell" }, row.score),
      h("td", { class: "cell" }, row.weight),
      h("td", { class: "cell" }, row.value.join("  ")),
    ),
  );
  return h(
    "section",
    { key: "hero", class: "hero", "aria-label": text("group.pipeline") },
    choice(hero, text),
    h(
      "div",
      { class: "tensor", key: "table" },
      h(
        "table",
        {},
        h("caption", {}, text("hero.weights", word)),
        h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col", key: head }, head)))),
        h("tbody", {}, rows),
      ),
    ),
    h("p", { key: "result" }, text("hero.result_of", word, named(hero.result))),
    hero.beside !== "" &&
      h("p", { key: "beside" }, text("hero.result_beside", word, hero.beside, named(hero.besideResult))),
    h("p", { key: "note", class: "hint" }, notes.filter(Boolean).join(" ")),
    hero.trained &&
      h("p", { key: "trained" }, h("a", { href: modelLink(hero.sentence) }, text("hero.trained"))),
  );
}

// What a changed element of it asks for.
export function heroCommand(target: EventTarget | null, reading: Reading | null): Command | null {
  if (!reading?.hero) return null;
  const chosen = target instanceof HTMLSelectElement && target.id === "given" && target.value !== "";
  const typed = target instanceof HTMLInputElement && target.id === "sentence";
  return chosen || typed ? { type: "SetSentence", text: target.value } : null;
}
