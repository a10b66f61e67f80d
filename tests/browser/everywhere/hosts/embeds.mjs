// embed.html in a page of another origin, as a course page has it: the protocol of web/page/embed/protocol.ts, which
// origins it accepts, and what an author may leave out or lock.
import assert from "node:assert/strict";
import { frameIn, lessonOf, ready, settled, siteUrl, step, stepsOf, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const tall = '<p style="height:900px">text</p>';
const hostPage = (frames) =>
  `<!doctype html><title>course</title><button id="before">before</button>${frames}<button id="after">after</button>${tall}`;
const frameTo = (link, more = "") =>
  `<iframe src="${siteUrl()}embed.html#${link}" width="800" height="460" ${more}></iframe>`;

// A host page of another origin with one frame; it records all messages, and numbers its requests.
export async function openHost(browser, link, { more = "", ...options } = {}) {
  const server = await serve("/nowhere", {
    pages: { "/": hostPage(frameTo(link, more)), "/favicon.ico": "" },
  });
  const opened = await browser.openPage({
    url: `${server.origin}/`,
    origins: [new URL(siteUrl()).origin],
    ready: false,
    script: () => {
      if (window.parent !== window) return;
      window.heard = [];
      window.addEventListener("message", (event) => window.heard.push({ from: event.origin, ...event.data }));
      let last = 0;
      window.ask = (type, content = {}) => {
        const id = (last += 1);
        const frame = document.querySelector("iframe").contentWindow;
        frame.postMessage({ attentionExplorer: 1, type, id, ...content }, "*");
        return new Promise((resolve) => {
          window.addEventListener("message", ({ data }) => data.id === id && resolve(data));
        });
      };
    },
    ...options,
  });
  const { page } = opened;
  return {
    ...opened,
    frame: await frameIn(page),
    heard: (type) => page.evaluate((name) => window.heard.filter((each) => each.type === name), type),
    heardOf: (type, count = 1) =>
      until(page, ([name, many]) => window.heard.filter((each) => each.type === name).length >= many, [
        type,
        count,
      ]),
    ask: (type, content) => page.evaluate(([name, all]) => window.ask(name, all), [type, content]),
    async close() {
      await opened.close();
      await server.close();
    },
  };
}

const apply = (frame, command) =>
  frame.evaluate((given) => window.attentionExplorer.apply(given)?.code ?? null, command);

export const embeds = (browser) => ({
  "an embed reports what a reader does, and carries out its page's requests": async () => {
    const { page, heard, heardOf, ask, frame, close } = await openHost(
      browser,
      "lesson=worked-example&step=scores-1",
    );
    await heardOf("ready");
    const [hello] = await heard("ready");
    assert.equal(hello.attentionExplorer, 1);
    assert.equal(hello.from, new URL(siteUrl()).origin);
    assert.equal(hello.lesson, "worked-example");
    assert.equal(hello.step, "scores-1");
    assert.deepEqual(
      hello.steps.map(({ id }) => id).filter((id) => id !== "end"),
      stepsOf("worked-example"),
    );
    assert.equal(hello.questions.find(({ step: at }) => at === "scores-1").parts, 1);
    await heardOf("height");
    assert.ok((await heard("height"))[0].height >= 400);

    assert.deepEqual(await ask("goTo", { step: "scores" }).then(({ type, value }) => [type, value]), [
      "result",
      null,
    ]);
    await heardOf("step");
    assert.equal((await heard("step"))[0].step, "scores");
    assert.equal(await step(frame), "scores");
    const wrong = await ask("goTo", { step: "nowhere" });
    assert.equal(wrong.type, "failure");
    assert.match(wrong.error.message, /nowhere.*scores-1/s, "the steps that there are, are named");

    for (const [request, key] of [
      ["setState", "state"],
      ["goTo", "step"],
      ["tensor", "name"],
      ["export", "kind"],
    ]) {
      const refused = await ask(request, { [key]: 5 });
      assert.deepEqual(refused.error, {
        code: "type",
        message: `“${key}” of “${request}” must be a text; it is of the type number.`,
      });
    }
    const damaged = await ask("setState", { state: "zc=AAAAAAAA" });
    assert.match(damaged.error.message, /copy the link once more/);

    // The scores after W_q[1, 1] = 2 are worked out in tests/explorer/state/edits_test.cpp.
    const edited = "lesson=worked-example&step=scores&e.w_query=0,0:2";
    await ask("setState", { state: edited });
    const scores = (await ask("tensor", { name: "attn_scores" })).value;
    assert.deepEqual(scores.shape, [3, 3]);
    assert.deepEqual(scores.values, [2, 8, 6, 4, 16, 12, 4, 16, 12]);
    const state = (await ask("getState")).value;
    assert.match(state, /e\.w_query=/);
    assert.equal((await heard("change")).at(-1).state, state);
    assert.match((await ask("export", { kind: "pytorch" })).value, /import torch/);
    assert.equal((await ask("export", { kind: "link" })).value, `${siteUrl()}#${state}`);
    const svg = (await ask("export", { kind: "svg" })).value;
    assert.match(svg, /^<svg[^]*2, 8, 6; 4, 16, 12; 4, 16, 12/, "the figure, and its numbers in words");
    const png = (await ask("export", { kind: "png" })).value;
    const drawn = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.width / image.height;
    }, png);
    const [, wide, high] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg).map(Number);
    assert.ok(Math.abs(drawn - wide / high) < 0.01, `the same figure as PNG: ${drawn}, ${wide} by ${high}`);
    assert.match((await ask("export", { kind: "fax" })).error.message, /pytorch, numpy, tex, link, svg, png/);
    assert.match((await ask("tensor", { name: "q" })).error.message, /attn_scores/);

    await ask("goTo", { step: "scores-1" });
    await apply(frame, { type: "RestoreLesson" });
    // The same question, answered as in questions.mjs: option 1 is wrong, option 0 is right.
    const question = await frame.evaluate(() => window.attentionExplorer.reading().step.question.id);
    for (const value of ["1", "0"]) {
      await apply(frame, { type: "Answer", question, part: 0, value });
      await heardOf("answer", value === "1" ? 1 : 2);
    }
    assert.deepEqual(
      (await heard("answer")).map(({ question: of, step: at, part, given, right, tries, solved }) => [
        of === question,
        at,
        part,
        given,
        right,
        tries,
        solved,
      ]),
      [
        [true, "scores-1", 0, "1", false, 1, false],
        [true, "scores-1", 0, "0", true, 2, true],
      ],
    );
    await close();
  },

  "an embed exchanges messages with one origin only": async () => {
    const foreign = await openHost(browser, "lesson=worked-example&host=https%3A%2F%2Fcourse.example");
    await ready(foreign.frame);
    foreign.page.evaluate(() => void window.ask("goTo", { step: "scores" }));
    await settled(foreign.frame);
    assert.equal(await step(foreign.frame), "inputs", "another origin is not obeyed");
    assert.deepEqual(await foreign.page.evaluate(() => window.heard), [], "nor told anything");
    await foreign.close();

    const { page, frame, heardOf, heard, ask, close } = await openHost(browser, "lesson=worked-example");
    await heardOf("ready");
    // Another frame of the same page is not the parent window.
    await page.evaluate(() => {
      const other = document.createElement("iframe");
      document.body.append(other);
      const script = other.contentDocument.createElement("script");
      script.textContent = `parent.frames[0].postMessage({ attentionExplorer: 1, type: "goTo", step: "scores", id: 9 }, "*")`;
      other.contentDocument.body.append(script);
    });
    const later = await ask("hello");
    assert.equal(later.type, "result");
    assert.equal((await heard("ready")).length, 2, "hello is answered with ready");
    assert.equal(await step(frame), "inputs");
    const strange = await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener("message", ({ data }) => data.id === 77 && resolve(data));
          const message = { attentionExplorer: 2, type: "goTo", step: "scores", id: 77 };
          document.querySelector("iframe").contentWindow.postMessage(message, "*");
        }),
    );
    assert.equal(strange.error.code, "version");
    await close();
  },

  "an author locks, leaves out steps and takes buttons away": async () => {
    const { page, frame, heardOf, heard, ask, close } = await openHost(
      browser,
      "lesson=worked-example@1&steps=scores..3&lock=except%20w_query&controls=none",
    );
    await heardOf("error");
    assert.match((await heard("error"))[0].message, /scores\.\.3.*what-if/s);
    await frame.evaluate(() => {
      location.hash = "lesson=worked-example@1&steps=scores-1..softmax&lock=except%20w_query&controls=none";
      location.reload();
    });
    await heardOf("ready");
    const [{ steps, questions }] = await heard("ready");
    const all = stepsOf("worked-example");
    assert.deepEqual(
      steps.map(({ id }) => id),
      all.slice(all.indexOf("scores-1"), all.indexOf("softmax") + 1),
      "and no page that closes a lesson whose last step is not there",
    );
    assert.ok(questions.every((question) => steps.some(({ id }) => id === question.step)));
    const cell = (name) => ({ tensor: name, index: [0, 0] });
    assert.equal(await apply(frame, { type: "EditCell", cell: cell("x"), text: "5" }), "locked");
    assert.equal(await apply(frame, { type: "EditCell", cell: cell("w_query"), text: "2" }), null);
    assert.deepEqual((await ask("tensor", { name: "attn_scores" })).value.values.slice(0, 3), [2, 8, 6]);
    await settled(frame);
    const { items } = await frame.evaluate(() => window.attentionExplorer.probe());
    assert.deepEqual(
      items.filter(({ id }) => ["next", "back", "explain", "fullscreen"].includes(id)),
      [],
    );
    await frame.focus("#canvas");
    await page.keyboard.press("PageDown");
    await settled(frame);
    assert.equal(await step(frame), steps[0].id, "no key goes where no button does");
    await frame.evaluate(() => {
      location.hash = "lesson=worked-example&steps=output..";
      location.reload();
    });
    await heardOf("ready", 2);
    const last = (await heard("ready"))[1].steps.map(({ id }) => id);
    assert.deepEqual(last, [...all.slice(all.indexOf("output")), "end"]);
    await close();
  },

  "an embed shows the attention view, takes the page's language, and reports what a link could not open":
    async () => {
      const { frame, heardOf, heard, ask, close } = await openHost(
        browser,
        "lesson=multi-head&step=thin-heads&view=attention&prefer=de-CH&state=dec%3D3%26nonsense%3D1",
      );
      await heardOf("ready");
      assert.equal((await heard("ready"))[0].language, "de");
      assert.match((await ask("getState")).value, /(?:^|&)show=attention(?:&|$)/);
      assert.match((await ask("getState")).value, /(?:^|&)dec=3(?:&|$)/);
      assert.match((await heard("error"))[0].message, /nonsense/);
      assert.equal(await frame.evaluate(() => document.querySelectorAll("#notices p").length), 1);
      await ask("set", { theme: "light", lang: "en" });
      await until(frame, () => document.documentElement.lang === "en");
      // For a lesson loaded in German the English text is fetched.
      await until(
        frame,
        (title) => document.querySelector("h1").textContent === title,
        lessonOf("multi-head").title.en,
      );
      assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), "light");
      const high = (await heard("height")).at(-1).height;
      await ask("set", { projector: "on" });
      assert.equal(await frame.evaluate(() => document.documentElement.dataset.projector), "1.5");
      assert.ok((await heard("height")).at(-1).height >= 1.4 * high, "what is larger needs more room");
      assert.equal(await frame.evaluate(() => localStorage.length), 0, "and the next page is as usual");
      // Nothing runs by itself, visible or not.
      await settled(frame);
      const frames = () => frame.evaluate(() => window.attentionExplorer.frames());
      const before = await frames();
      await new Promise((resolve) => setTimeout(resolve, 1500));
      assert.equal(await frames(), before);
      await close();
    },

  "an embed tells the page around it, once, that its reader has found what a model's tour asks for":
    async () => {
      const { frame, heard, heardOf, close } = await openHost(
        browser,
        "view=model&model=small&model.step=guess",
      );
      await heardOf("ready");
      const computed = () =>
        until(frame, () => {
          const { model } = window.attentionExplorer.reading();
          return model && !model.wants && model.look;
        });
      await computed();
      const { text } = await frame.evaluate(() => window.attentionExplorer.reading().model);
      for (const name of ["Sara", "Mary", "Sara"]) {
        await apply(frame, { type: "SetModelText", text: text.replace("Mary", name) });
        await computed();
      }
      await heardOf("answer");
      const answers = await heard("answer");
      assert.equal(answers.length, 1);
      const { question, step: at, right, solved } = answers[0];
      assert.deepEqual(
        { question, at, right, solved },
        { question: "model.guess", at: "model", right: true, solved: true },
      );
      await close();
    },

  "for a projector an embed is enlarged as far as its figure still fits, and follows its frame": async () => {
    const link = "lesson=worked-example&step=scores&projector=on";
    const { page, frame, heardOf, close } = await openHost(browser, link);
    await heardOf("ready");
    const scale = () => Number(document.documentElement.dataset.projector);
    for (const [width, height, wanted] of [
      [600, 400, 1.3],
      [320, 480, 1], // a phone's
      [800, 460, 1.5],
    ]) {
      await page.evaluate(
        ([wide, high]) => Object.assign(document.querySelector("iframe"), { width: wide, height: high }),
        [width, height],
      );
      await until(frame, (most) => Number(document.documentElement.dataset.projector) === most, wanted);
      await settled(frame);
      const by = await frame.evaluate(scale);
      const { items } = await frame.evaluate(() => window.attentionExplorer.probe());
      const next = items.find(({ id }) => id === "next");
      assert.ok(
        (next.x + next.w) * by <= width && (next.y + next.h) * by <= height,
        "the way on is in sight",
      );
      if (width !== 600) continue;
      assert.ok(!items.some(({ id }) => id === "stage-more"), "nothing is cut off");
      const last = items.find(({ id }) => id === "cell:attn_scores:2,2");
      assert.ok((last.x + last.w) * by <= width && (last.y + last.h) * by < next.y * by);
      assert.ok(last.w * by >= 40, `a cell is ${last.w * by} px wide`);
    }
    await close();
  },
});
