// The custom element in a page of another origin: attributes, events, promises, a still picture until it is seen, and a
// lesson that the page itself brings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { core, frameIn, settled, site, stepsOf, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";
import { dotLesson } from "../page/dot-lesson.mjs";

const ownLesson = dotLesson(
  {
    editable: true,
    values: [
      [0, 1, 1],
      [4, 4, 0],
    ],
  },
  [
    {
      id: "scores",
      title: { en: "Scores" },
      text: { en: "<b onclick=alert(1)>One</b> query, divided by $\\sqrt{d_k}$." },
    },
  ],
);

// The site serves its script with CORS headers, as static hosts do; `pages` are the files of the host page.
async function openHost(browser, body, pages = {}) {
  const explorer = await serve(site, { headers: { "access-control-allow-origin": "*" } });
  const script = `<script type="module" src="${explorer.url}attention-explorer.js"></script>`;
  const html = `<!doctype html><html lang="de-AT"><title>course</title>${script}${body}`;
  const course = await serve("/nowhere", { pages: { "/": html, "/favicon.ico": "", ...pages } });
  const opened = await browser.openPage({
    url: `${course.origin}/`,
    origins: [explorer.origin],
    ready: false,
    width: 1000,
    height: 700,
    script: () => {
      if (window.parent !== window) return;
      window.told = [];
      for (const type of ["ready", "step", "change", "answer", "error"])
        document.addEventListener(type, ({ detail }) => detail && window.told.push([type, detail]), true);
    },
  });
  const { page } = opened;
  const element = (act, given) =>
    page.evaluate(
      async ([code, value]) => {
        await customElements.whenDefined("attention-explorer");
        const found = document.querySelector("attention-explorer");
        return new Function("element", "given", `return (${code})(element, given)`)(found, value);
      },
      [act.toString(), given],
    );
  return {
    ...opened,
    element,
    told: (type, count = 1) =>
      until(
        page,
        ([name, many]) => {
          const all = window.told.filter(([kind]) => kind === name);
          return all.length >= many && all.map(([, detail]) => detail);
        },
        [type, count],
      ),
    async close() {
      await opened.close();
      await course.close();
      await explorer.close();
    },
  };
}

export const element = (browser) => ({
  "the element shows a lesson; attributes, events and promises work": async () => {
    const tag = `<attention-explorer lesson="worked-example" step="scores-1" theme="light" lock="x"></attention-explorer>`;
    const { page, element, told, close } = await openHost(browser, tag);
    const [ready] = await told("ready");
    assert.equal(ready.step, "scores-1");
    assert.equal(ready.language, "de", "of the page around it");
    const frame = await frameIn(page);
    assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), "light");

    const properties = await element((it) => {
      it.view = "lesson";
      it.height = 300;
      const made = [
        it.lesson,
        it.getAttribute("view"),
        it.steps,
        it.shadowRoot.querySelector("iframe").style.height,
      ];
      it.view = it.height = null;
      return [...made, it.hasAttribute("height")];
    });
    assert.deepEqual(properties, ["worked-example", "lesson", null, "300px", false]);
    await told("ready", 2); // another view makes a new embed

    await element((it) => (it.step = "scores"));
    assert.equal((await told("step")).at(-1).step, "scores");
    await element((it) => it.setState("lesson=worked-example&step=scores&e.w_query=0,0:2"));
    const scores = await element((it) => it.tensor("attn_scores"));
    assert.deepEqual(scores.values, [2, 8, 6, 4, 16, 12, 4, 16, 12]); // as in tests/explorer/state/edits_test.cpp
    assert.match(await element((it) => it.export("numpy")), /import numpy/);
    const refused = await element(async (it) => {
      const { AttentionExplorerError } = await import(document.querySelector("script").src);
      return it
        .goTo("nowhere")
        .catch((error) => [error.code, error.message, error instanceof AttentionExplorerError]);
    });
    assert.match(refused[1], /nowhere/);
    assert.equal(refused[2], true, "an error of the script's own class");
    const wrong = await element((it) =>
      Promise.all(
        [it.setState(5), it.goTo(null), it.tensor({}), it.export(undefined)].map((asked) =>
          asked.catch(({ code, message }) => [code, message]),
        ),
      ),
    );
    assert.deepEqual(wrong, [
      ["type", "The state of setState(state) must be a text; it is of the type number."],
      ["type", "The step of goTo(step) must be a text; it is of the type object."],
      ["type", "The name of tensor(name) must be a text; it is of the type object."],
      ["type", "The kind of export(kind) must be a text; it is of the type undefined."],
    ]);
    const auto = await element((it) => parseInt(it.shadowRoot.querySelector("iframe").style.height));
    assert.ok(auto >= 400 && auto <= 700, `as high as it wants: ${auto}`);

    // Removed and inserted elsewhere, it continues where it was.
    const state = await element((it) => it.getState());
    const gone = await element(async (it) => {
      const late = it.getState().catch(({ code }) => code);
      it.remove();
      const left = [await late, it.shadowRoot.querySelectorAll("iframe").length];
      document.body.append(it);
      return left;
    });
    assert.deepEqual(gone, ["removed", 0]);
    await told("ready", 3);
    assert.equal(await element((it) => it.getState()), state);
    await close();
  },

  "every attribute is a property, and does what it says": async () => {
    const tag = `<attention-explorer lesson="worked-example@1" step="scores" steps="scores-1..softmax" theme="dark" lang="en"
      controls="none" lock="except w_query" state="e.w_query=0,0:2" loading="eager" view="lesson" height="360" projector></attention-explorer>`;
    const { page, element, told, close } = await openHost(browser, tag);
    const [ready] = await told("ready");
    const all = stepsOf("worked-example");
    assert.deepEqual(
      ready.steps.map(({ id }) => id),
      all.slice(all.indexOf("scores-1"), all.indexOf("softmax") + 1),
    );
    assert.deepEqual([ready.lesson, ready.step, ready.language], ["worked-example", "scores", "en"]);
    assert.match(ready.version, /^1\./);
    assert.match(ready.state, /e\.w_query=0,0:2/);
    const frame = await frameIn(page);
    await settled(frame);
    const shown = await frame.evaluate(() => ({
      theme: document.documentElement.dataset.theme,
      projector: document.documentElement.hasAttribute("data-projector"),
      buttons: window.attentionExplorer.probe().items.filter(({ id }) => ["next", "back"].includes(id)),
      editable: window.attentionExplorer
        .reading()
        .tensors.filter(({ editable }) => editable)
        .map(({ name }) => name),
    }));
    assert.deepEqual([shown.theme, shown.projector, shown.buttons], ["dark", true, []]);
    assert.ok(
      shown.editable.every((name) => name === "w_query"),
      shown.editable.join(" "),
    );
    assert.equal(await element((it) => it.shadowRoot.querySelector("iframe").style.height), "360px");

    const written = await element((it) => {
      const names = it.getAttributeNames().filter((name) => name !== "lang");
      const before = names.map((name) => [name, it[name] === it.getAttribute(name)]);
      it.remove();
      const after = names.map((name) => {
        it[name] = "1";
        const set = it.getAttribute(name);
        it[name] = null;
        return [name, set === "1" && !it.hasAttribute(name)];
      });
      return [...before, ...after].filter(([, same]) => !same);
    });
    assert.deepEqual(written, [], "attributes and properties are the same");
    await close();
  },

  "an element reports steps, changes, answers and errors, and shows its view": async () => {
    const tag = `<attention-explorer lesson="worked-example" step="scores-1" view="reading" loading="eager"></attention-explorer>`;
    const { page, element, told, close } = await openHost(browser, tag);
    await told("ready");
    const frame = await frameIn(page);
    assert.equal(await frame.evaluate(() => document.body.dataset.view), "reading");
    const question = await frame.evaluate(() => window.attentionExplorer.reading().step.question.id);
    // Answered as in questions.mjs: option 0 is right.
    await core(frame, "apply", { type: "Answer", question, part: 0, value: "0" });
    const [answer] = await told("answer");
    assert.deepEqual([answer.question, answer.given, answer.right, answer.tries], [question, "0", true, 1]);
    await core(frame, "apply", { type: "NextStep" });
    assert.equal(
      (await told("step"))[0].step,
      stepsOf("worked-example")[stepsOf("worked-example").indexOf("scores-1") + 1],
    );
    assert.equal((await told("change")).at(-1).state, await element((it) => it.getState()));
    await element((it) => (it.lesson = "worked-example@9"));
    assert.match((await told("error"))[0].message, /worked-example.*9.*1\./s);
    await element((it) => Object.assign(it, { lesson: "multi-head", step: "thin-heads", view: "attention" }));
    await told("ready", 2);
    assert.match(await element((it) => it.getState()), /(?:^|&)show=attention(?:&|$)/);
    await close();
  },

  "an element out of view is a still picture, made live when it is scrolled into view or pressed":
    async () => {
      const below = `<p style="height:3000px">text</p><attention-explorer lesson="sentence"></attention-explorer>`;
      const { page, element, told, close } = await openHost(browser, below);
      const parts = () => element((it) => [...it.shadowRoot.children].map(({ localName }) => localName));
      assert.deepEqual(await parts(), ["button"]);
      assert.match(await element((it) => it.shadowRoot.querySelector("button").textContent), /sentence/);
      await until(
        page,
        () => document.querySelector("attention-explorer").shadowRoot.querySelector("img").naturalWidth > 50,
      );
      await element((it) => it.shadowRoot.querySelector("button").click());
      await told("ready");
      assert.deepEqual(await parts(), ["iframe"], "pressed");
      await page.evaluate(() => {
        const other = document.createElement("attention-explorer");
        other.lesson = "causal-ladder";
        document.body.append(other);
        window.scrollTo(0, document.body.scrollHeight);
      });
      assert.equal((await told("ready", 2)).at(-1).lesson, "causal-ladder", "seen");
      await close();
    },

  "a lesson file of the page's own is read, never run": async () => {
    const tag = `<attention-explorer lesson="own/dot.json"></attention-explorer>`;
    const { page, element, told, close } = await openHost(browser, tag, {
      "/own/dot.json": JSON.stringify(ownLesson),
      "/own/script.json": "alert(1)",
      "/own/wrong.json": JSON.stringify({ ...ownLesson, steps: [] }),
      "/own/long.json": JSON.stringify({ ...ownLesson, summary: { en: "x".repeat(1_000_001) } }),
    });
    const [ready] = await told("ready");
    assert.equal(ready.title, "A dot product");
    assert.deepEqual((await element((it) => it.tensor("s"))).values, [2, 4]); // (1,0,2)·(0,1,1), (1,0,2)·(4,4,0)
    const link = await element((it) => it.export("link").catch((error) => error.message));
    assert.match(link, /this site does not hold it/);
    const frame = await frameIn(page);
    assert.match(await frame.evaluate(() => document.querySelector(".text").textContent), /<b onclick/);
    await until(frame, () => document.querySelector(".text .math svg") !== null); // typeset like the site's own formulae
    for (const [name, why] of [
      ["script", /script\.json is not a lesson file: .*JSON/],
      ["wrong", /step/],
      ["long", /long\.json.*1000000 characters/],
    ]) {
      const before = await page.evaluate(() => window.told.filter(([type]) => type === "error").length);
      await element((it, file) => (it.lesson = `own/${file}.json`), name);
      assert.match((await told("error", before + 1)).at(-1).message, why);
    }
    await close();
  },

  "a copy of the script asks only the site whose address is set after its import, and says when there is none":
    async () => {
      const explorer = await serve(site);
      const script = `<script type="module">
        import { AttentionExplorer } from "/copied.js";
        AttentionExplorer.page = "${explorer.url}embed.html";
      </script>`;
      const element = `<attention-explorer lesson="sentence" loading="eager"></attention-explorer>`;
      const html = `<!doctype html><title>course</title>${element}`;
      const copied = readFileSync(join(site, "attention-explorer.js"), "utf8");
      const pages = {
        "/": html + script,
        "/alone": `${html}<script type="module" src="/copied.js"></script>`,
        "/embed.html": "<title>another page</title>",
        "/copied.js": copied,
        "/favicon.ico": "",
      };
      const course = await serve("/nowhere", { pages });
      const open = async (path) => {
        const opened = await browser.openPage({
          url: `${course.origin}${path}`,
          origins: [explorer.origin],
          ready: false,
          quiet: false, // without its address, the still picture is looked for beside the copy
          script: () => {
            document.addEventListener("ready", ({ detail }) => (window.made = detail), true);
            document.addEventListener("error", ({ detail }) => detail && (window.wrong = detail), true);
          },
        });
        return opened;
      };
      const { page, close } = await open("/");
      await until(page, () => window.made?.lesson === "sentence");
      const asked = await page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => name),
      );
      const own = asked
        .filter((name) => name.startsWith(course.origin))
        .map((name) => new URL(name).pathname);
      assert.deepEqual(
        own.filter((name) => name !== "/favicon.ico"),
        ["/copied.js"],
      );
      await close();
      const alone = await open("/alone");
      const { code, message } = await until(alone.page, () => window.wrong);
      assert.equal(code, "silent");
      assert.match(message, /embed\.html does not answer\. AttentionExplorer\.page/);
      await alone.close();
      await course.close();
      await explorer.close();
    },

  "where the site sends no CORS headers, a copy of the script beside the page works": async () => {
    const explorer = await serve(site);
    const script = `<script type="module">
      import { AttentionExplorer } from "/copied.js";
      AttentionExplorer.page = "${explorer.url}embed.html";
    </script>`;
    const html = `<!doctype html><title>course</title><attention-explorer lesson="sentence" sandbox></attention-explorer>`;
    const copied = readFileSync(join(site, "attention-explorer.js"), "utf8");
    const pages = { "/": html + script, "/copied.js": copied, "/favicon.ico": "" };
    const course = await serve("/nowhere", { pages });
    const { page, close } = await browser.openPage({
      url: `${course.origin}/`,
      origins: [explorer.origin, "null"],
      ready: false,
      quiet: false, // the frame's own module is refused
      script: () => document.addEventListener("ready", ({ detail }) => (window.made = detail), true),
    });
    await until(page, () => window.made?.lesson === "sentence");
    assert.equal(await (await frameIn(page)).evaluate(() => window.origin), "null", "sandboxed");
    await close();
    await course.close();
    await explorer.close();
  },
});
