// Accessibility: narrow windows, right-to-left text, and a whole lesson worked through by keyboard alone, deciding only from
// what the accessibility tree says about the focused element.
import assert from "node:assert/strict";
import { chromium } from "../engines/chromium.mjs";
import { everybody } from "../everywhere/page/everybody.mjs";
import { core, follow, lesson, lessonIds, openPage, stepsOf } from "../harness.mjs";

const mostTabs = 120; // between two elements searched for in one step

export const tests = {
  "a lesson is worked through by keys alone, from the picture to the last page, every question answered":
    async () => {
      const { page, close } = await openPage({ link: "lesson=worked-example" });
      const devtools = await page.context().newCDPSession(page);
      const press = (key) => page.keyboard.press(key);

      async function focused() {
        const { result } = await devtools.send("Runtime.evaluate", { expression: "document.activeElement" });
        const { nodes } = await devtools.send("Accessibility.getPartialAXTree", {
          objectId: result.objectId,
          fetchRelatives: false,
        });
        await devtools.send("Runtime.releaseObject", { objectId: result.objectId });
        const { role, name, properties = [] } = nodes[0];
        const of = (property) => properties.find((one) => one.name === property)?.value.value;
        return { role: role?.value ?? "", name: name?.value ?? "", checked: of("checked") === "true" };
      }

      // Every focusable element has a role and a name.
      async function tabTo(wanted, what) {
        for (let i = 0; i < mostTabs; i++) {
          await press("Tab");
          const here = await focused();
          if (wanted(here)) return here;
          if (["RootWebArea", "none"].includes(here.role)) continue; // the focus has left the page
          assert.ok(
            here.role !== "generic" && here.name !== "",
            `${JSON.stringify(here)} on the way to ${what}`,
          );
        }
        throw new Error(`no ${what} among ${mostTabs} stops`);
      }

      async function headings() {
        const { nodes } = await devtools.send("Accessibility.getFullAXTree");
        return nodes.filter(({ role }) => role?.value === "heading").map(({ name }) => name.value);
      }

      // A radio button by its name: Tab comes to its group, arrows go on within it.
      async function choose(label, among) {
        const first = await tabTo(
          ({ role, name }) => role === "radio" && among.includes(name),
          `radio button “${label}”`,
        );
        if (first.name === label) return press("Space");
        for (let here = first, i = 0; here.name !== label; i++) {
          assert.ok(i < 10, `no radio button “${label}” beside “${first.name}”`);
          await press("ArrowDown");
          here = await focused();
        }
      }

      const isCheck = ({ role, name }) => role === "button" && name === "Check";

      // "q₁[1, 1] = 1, q₁[1, 3] = 4": cells of one row, in its table.
      async function change(solution) {
        const cells = [...solution.matchAll(/(\S+)\[1, (\d)\] = (\d+)/g)];
        const symbol = cells[0][1];
        const inTable = ({ role, name }) => role === "textbox" && name.startsWith(symbol);
        await tabTo(inTable, `table of ${symbol}`);
        for (const [, , column, number] of cells) {
          await press("Home");
          for (let i = 1; i < Number(column); i++) await press("ArrowRight");
          await page.keyboard.type(number);
          await press("Enter");
        }
      }

      async function answer({ kind, options }, right) {
        if (kind === "goal") return change(right);
        if (kind === "number" || kind === "shape") {
          await tabTo(
            ({ role, name }) => role === "textbox" && name.startsWith("Your answer"),
            "field for the answer",
          );
          await page.keyboard.type(right);
          await press("Enter");
          return;
        }
        const [first, ...rest] = kind === "truth" ? right.split(": ") : [right];
        const labels = options.map(({ label }) => label);
        await choose(first, kind === "truth" ? ["Yes", "No"] : labels);
        if (rest.length > 0) await choose(rest.join(": "), labels);
        await tabTo(isCheck, "button “Check”");
        await press("Enter");
      }

      await press("Tab");
      assert.deepEqual(await focused(), { role: "button", name: "Go to the reading view", checked: false });
      await press("Enter");
      for (const step of lesson.steps) {
        assert.ok((await headings()).includes(step.title.en), `the heading of ${step.id}`);
        const { parts } = await core(page, "answerKey"); // the right answers
        const asked = (await core(page, "reading")).step.question.parts;
        for (const [i, { right }] of parts.entries()) await answer(asked[i], right);
        await page.waitForFunction(() => window.attentionExplorer.reading().step.question.solved);
        assert.ok((await headings()).includes("Answer"), `${step.id}: the answer is told`);
        await tabTo(
          ({ role, name }) => role === "button" && name.startsWith("Next: "),
          "button to the next step",
        );
        await press("Enter");
      }
      assert.ok((await headings()).includes("Summary"));
      await close();
    },

  // 280 px is a very small phone, and also 560 px with text of 200 %.
  "at a width of 280 pixels no step of any lesson scrolls sideways": async () => {
    const { page, close } = await openPage({
      width: 280,
      height: 600,
      link: "lesson=worked-example&view=reading",
    });
    for (const id of lessonIds) {
      await follow(page, { lesson: id, view: "reading" });
      const wide = await page.evaluate(
        (steps) => {
          const { attentionExplorer: explorer } = window;
          const found = [];
          for (const step of steps) {
            explorer.apply({ type: "GoToStep", id: step });
            const { scrollWidth } = document.documentElement;
            const shown = document.querySelector("h2").dataset.step;
            if (scrollWidth > 280 || shown !== step) found.push(`${step}: ${scrollWidth} px, shows ${shown}`);
          }
          return found;
        },
        [...stepsOf(id), "end"],
      );
      assert.deepEqual(wide, [], id);
    }
    await close();
  },

  "a right-to-left language has its text from the right, and matrices and formulae from the left":
    async () => {
      const { page, close } = await openPage({
        width: 600,
        link: "lesson=worked-example&step=scores&view=reading",
      });
      await core(page, "offerLanguage", "ar", "العربية");
      await core(page, "apply", { type: "SetLanguage", language: "ar" }); // not translated: English is shown
      await page.waitForFunction(() => document.documentElement.dir === "rtl");
      const placed = await page.evaluate(() => {
        const box = (selector) => {
          const range = document.createRange();
          range.selectNodeContents(document.querySelector(selector));
          return range.getBoundingClientRect();
        };
        const column = document.getElementById("reading").getBoundingClientRect();
        const cells = [
          ...document.querySelectorAll('[data-tensor="attn_scores"] tbody tr:first-child .cell'),
        ];
        return {
          heading: column.right - box("h2").right < box("h2").left - column.left,
          cells: cells.map((cell) => cell.getBoundingClientRect().left),
          wide: document.documentElement.scrollWidth,
        };
      });
      assert.ok(placed.heading, "the heading stands at the right");
      assert.deepEqual(
        placed.cells,
        [...placed.cells].sort((a, b) => a - b),
        "the first column stays the left one",
      );
      assert.equal(placed.wide, 600);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.waitForFunction(() => document.body.hasAttribute("data-beside"));
      const [figure, text] = await page.evaluate(() =>
        [".stage", ".reading > .column"].map((selector) => {
          const { left, right } = document.querySelector(selector).getBoundingClientRect();
          return { left, right };
        }),
      );
      assert.ok(figure.right <= text.left, "the figure stands at the left of the text");
      await close();
    },

  ...everybody(chromium),
};
