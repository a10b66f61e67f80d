// The page of a lesson or a step that a shared link names: sites that show links read its title, text and picture, and a
// reader's browser goes on to the explorer. Without scripts it shows the picture, with a link.
import { explorer, framed, way } from "./frame.mjs";
import { h } from "./html.mjs";

/** "at/sentence/filter"; of the lesson itself without a step. */
export const sharedOf = (id, step = "index") => `at/${id}/${step}`;

const longest = 200; // letters of a description

/** The first paragraph without its markup. */
export function plain(paragraphs) {
  const runs = paragraphs[0]?.runs ?? [];
  const text = runs
    .map(({ kind, text }) => (kind === "tex" ? text.replace(/\\[a-zA-Z]+|[{}\\]/g, "") : text))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(" ", longest))} …`;
}

const named = (property, content) => h("meta", { property, content });

/** The lines of a head that describe the page at `url` where its link is shown. */
export function cardOf({ title, description, url, picture, alt, language, site }) {
  return [
    url && named("og:url", url),
    named("og:type", "article"),
    named("og:site_name", site),
    named("og:locale", language),
    named("og:title", title),
    named("og:description", description),
    named("og:image", picture),
    named("og:image:type", "image/png"),
    named("og:image:width", 1200),
    named("og:image:height", 630),
    named("og:image:alt", alt),
    h("meta", { name: "twitter:card", content: "summary_large_image" }),
    h("meta", { name: "twitter:title", content: title }),
    h("meta", { name: "twitter:description", content: description }),
    h("meta", { name: "twitter:image", content: picture }),
    h("meta", { name: "twitter:image:alt", content: alt }),
  ];
}

/**
 * @param given.lesson { id, title, summary }
 * @param given.step of the core's reading; null: the page of the whole lesson, with the picture of its first step
 * @param given.picture where it lies in the site
 * @param given.address of the site, "https://example.org/attention/"; "" when it is not known: then relative
 */
export function sharedPage({ lesson, step, picture, address, language, say, site }) {
  const page = sharedOf(lesson.id, step?.id);
  const title = step ? `${step.title} · ${lesson.title}` : lesson.title;
  const description = step ? plain(step.text) : lesson.summary;
  const alt = say("shared.alt", title);
  const file = `${page}${language === "en" ? "" : `.${language}`}.html`;
  const head = [
    cardOf({
      title,
      description,
      url: address && address + file,
      picture: address ? address + picture : way(page, picture),
      alt,
      language,
      site: say("site"),
    }),
    h("script", { src: way(page, site.assets.shared), defer: true }),
  ];
  const link = `lesson=${lesson.id}${step ? `&step=${step.id}` : ""}`;
  const body = [
    h("h1", {}, title),
    h("p", {}, description),
    h("p", {}, h("img", { src: way(page, picture), width: 1200, height: 630, alt, class: "shared" })),
    h(
      "p",
      { class: "actions" },
      h(
        "a",
        { class: "button primary", id: "open", href: explorer(page, language, link) },
        say("shared.open"),
      ),
    ),
  ];
  return framed(site, page, { title, description, language, say, body, head });
}
