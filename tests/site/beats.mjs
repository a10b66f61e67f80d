// Draws every beat of every lesson on the page's core, in node and without a GPU, and looks at where its texts are. Runs in a
// process of its own, since it pretends to be a browser. The places of texts do not depend on the theme.
// usage: node beats.mjs PROGRAMME, as the build's pictures of shared links have it; prints JSON: { steps: { place: [id] },
// faults: [string] }
import { readFileSync } from "node:fs";
import { pretendBrowser } from "../../web/build/no-browser.mjs";
import { loadCore } from "../../web/site/core.mjs";
import { faultsOf } from "./legible.mjs";
import { Seen } from "./in-view.mjs";

const sizes = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [720, 420],
  [390, 844],
];
const most = 120; // beats of a lesson

// States of the attention view that no step opens by itself.
const looks = [
  ["sentence", "step=filter&show=attention"],
  ["sentence", "step=your-sentence&p.your_sentence=to%20be%20or%20not%20to%20be"],
  ["multi-head", "step=mask-flag&compare=2"],
  ["multi-head", "step=unfold-join-mix&show=attention&off=1"],
];

const programme = JSON.parse(readFileSync(process.argv[2], "utf8"));
const browser = pretendBrowser();
browser.state.still = true;
const { core } = await loadCore(programme.wasmFolder, programme.out, programme.fonts);
const refused = (error) => {
  if (error) throw new Error(`${error.path}: ${error.message}`);
};

for (const [language, sentences] of Object.entries(programme.languages))
  if (language !== "en") refused(core.loadLanguage(language, JSON.stringify(sentences)));

function draw() {
  core.wake();
  browser.draw(200, 100); // until nothing moves
}
function seen() {
  core.probe(true);
  draw();
  return core.probe(true);
}
const press = (key) => {
  for (const type of ["keydown", "keyup"]) browser.hear(type, { key, code: key });
  draw();
};

// What may end with an ellipsis: the words of the lesson and of the interface.
const interfaceWords = {
  en: readFileSync(new URL("../../web/words/interface.json", import.meta.url), "utf8"),
};
for (const [language, sentences] of Object.entries(programme.languages))
  if (language !== "en") interfaceWords[language] = JSON.stringify(sentences);

const steps = {};
const faults = [];
const inView = new Seen();
for (const [width, height] of sizes) {
  Object.assign(browser.state, { width, height });
  core.stopCanvas();
  if (!core.startCanvas("#canvas", "page")) throw new Error("The pretended canvas did not start.");
  browser.hear("focus", {});
  if (width < 600)
    browser.hear("pointermove", { pointerType: "touch", isPrimary: true, clientX: -1, clientY: -1 });
  for (const { id, languages } of programme.lessons)
    for (const [language, { content, formulae }] of Object.entries(languages)) {
      const place = `${id} at ${width}×${height} in ${language}`;
      refused(core.open(content, language));
      refused(core.loadFormulae(formulae));
      const words = content + interfaceWords[language];
      const look = (where) => {
        const drawn = seen();
        const found = [...faultsOf(drawn, words), ...inView.faultsOf(drawn, core.reading(), width, height)];
        for (const fault of found) faults.push(`${place}, ${where}: ${fault}`);
      };
      core.openLink(`lesson=${id}&lang=${language}`);
      draw();
      steps[place] = [];
      for (let beat = 0; beat < most; ++beat) {
        const { step } = core.reading();
        if (steps[place].at(-1) !== step.id) steps[place].push(step.id);
        look(`${step.id}, beat ${beat}`);
        if (step.id === "end") break;
        press("PageDown");
      }
      for (const [, link] of looks.filter(([lesson]) => lesson === id)) {
        core.openLink(`lesson=${id}&lang=${language}&${link}`);
        draw();
        look(link);
        if (core.probe().items.some((item) => item.id === "attention-more"))
          faults.push(`${place}, ${link}: scrolled`);
      }
    }
}
console.log(JSON.stringify({ steps, faults, questions: inView.questions }));
