// Draws the picture of every step, 1200 × 630 pixels, that a shared link shows: the step's stage with its numbers, the title,
// and what it is from; and one of the contents. Runs in a process of its own, beside the rest of the build.
// usage: node shared-pictures.mjs PROGRAMME, a JSON file as in shared.mjs, with wasmFolder and out: a folder. Writes
// out/<lesson>/<step>.<language>.png and out/contents.png.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { loadCore } from "../site/core.mjs";

const programme = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { core } = await loadCore(programme.wasmFolder, programme.out, programme.fonts);
const fontFiles = Object.values(programme.fonts).map((file) => file.replace(/[^/\\]+$/, "named/$&"));

function done(refused) {
  if (refused) throw new Error(`${refused.path}: ${refused.message}`);
}

function write(name, width, height) {
  const path = join(programme.out, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  const picture = new Resvg(core.picture({ width, height, dark: true }), {
    fitTo: { mode: "width", value: 1200 },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: "Inter" },
  });
  writeFileSync(path, picture.render().asPng());
}

for (const [language, sentences] of Object.entries(programme.languages))
  if (language !== "en") done(core.loadLanguage(language, JSON.stringify(sentences)));
done(core.open(programme.lessons[0].languages.en.card, "en"));
done(core.loadHero(programme.hero));
for (const { languages } of programme.lessons) done(core.addCard(languages.en.card, "", "", "", "en"));
core.openLink("view=contents");
write("contents", 1200, 630);
for (const { id, languages } of programme.lessons)
  for (const [language, { content, formulae }] of Object.entries(languages)) {
    done(core.open(content, language));
    done(core.loadFormulae(formulae));
    for (const step of JSON.parse(content).steps) {
      core.openLink(`lesson=${id}&step=${step.id}&lang=${language}`);
      write(`${id}/${step.id}.${language}`, 800, 420);
    }
  }
