// A browser in which something is missing that others have: SIMD in WebAssembly, WebGL2. Page, embed and modules work
// without it, and give the same numbers.
import assert from "node:assert/strict";
import { close as near, core, frameIn, golden, ready, site, step, tensor, until } from "../../harness.mjs";
import { serve } from "../../server.mjs";

const { float32: expected } = golden("S0");
const tolerance = 1e-6; // of float32 numbers below 10

const values = async (page, name) =>
  (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value));

// The numbers of a page or an embed at the step of the softmax.
async function agrees(page) {
  assert.equal(await step(page), "softmax");
  const question = await page.evaluate(() => window.attentionExplorer.reading().step.question.id);
  await core(page, "apply", { type: "Reveal", question }); // which hides the weights
  near(await values(page, "attn_scores"), expected.attn_scores, tolerance, "scores");
  near(await values(page, "attn_scores_softmax"), expected.attn_scores_softmax, tolerance, "weights");
}

async function leadsOn(page) {
  await page.click("#next");
  await until(page, () => window.attentionExplorer.reading().step.id !== "softmax");
  assert.ok((await core(page, "reading")).tensors.length > 0);
}

const link = "lesson=worked-example&step=softmax";

// The weights of the lesson's scores by the module of either kind, and which build that is.
const byModules = (page, scores) =>
  page.evaluate(async (rows) => {
    const { loadAttention } = await import("/site/attention.mjs");
    const { loadLessons } = await import("/site/lessons.mjs");
    const attention = await loadAttention();
    const data = Float32Array.from(rows.flat());
    const weights = [...attention.softmax({ shape: [3, 3], data }, -1).data];
    const lessons = await loadLessons({ lessons: ["worked-example"] });
    const { nodes } = lessons.run("worked-example");
    const told = [...nodes.find(({ name }) => name === "attn_scores_softmax").data];
    return { variant: attention.variant, weights: [weights, told] };
  }, scores);

const inRows = (flat) => [0, 3, 6].map((at) => flat.slice(at, at + 3));

export const lacking = (browser) => ({
  [`without SIMD (${browser.withoutSimd.how}) page, embed and modules are computed by the scalar builds, with the same numbers`]:
    async () => {
      const asked = [];
      const host = `<!doctype html><title>course</title><iframe src="/site/embed.html#${link}" width="800" height="460"></iframe>`;
      const server = await serve(site, {
        prefix: "/site",
        pages: { "/host.html": host, "/favicon.ico": "" },
        before: (path) => void asked.push(path),
      });
      const { page, close } = await browser.openPage({
        url: `${server.url}#${link}`,
        link: "",
        ...browser.withoutSimd.options,
      });
      const simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0];
      const splat = [...simd, 253, 17, 11]; // a function that gives i32x4.splat(0)
      const validates = (bytes) => WebAssembly.validate(Uint8Array.from(bytes));
      assert.equal(await page.evaluate(validates, splat), false, "this browser takes no SIMD");
      await agrees(page);
      assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");

      await page.goto(`${server.origin}/host.html`);
      const frame = await frameIn(page);
      await ready(frame);
      await agrees(frame);

      const { variant, weights } = await byModules(page, expected.attn_scores);
      assert.equal(variant, "scalar");
      for (const flat of weights) near(inRows(flat), expected.attn_scores_softmax, tolerance, "weights");
      const fast = asked.filter((path) => /-(?:simd|relaxed)-/.test(path));
      assert.deepEqual(fast, [], "no other build is requested");
      await close();
      await server.close();
    },

  "without WebGL2 the reading view alone has the same numbers and goes through the lesson": async () => {
    const { page, close } = await browser.openPage({ link, ...browser.withoutWebgl2 });
    const drawing = () => document.createElement("canvas").getContext("webgl2");
    assert.equal(await page.evaluate(drawing), null, "this browser has no WebGL2");
    assert.equal(await page.evaluate(() => document.body.dataset.view), "reading");
    assert.equal(await page.$('[data-action="leave"]'), null, "no way to a picture that is not there");
    await agrees(page);
    await leadsOn(page);
    await close();
  },

  "without IntersectionObserver the page, the embed and the element start": async () => {
    const script = () => Object.defineProperty(window, "IntersectionObserver", { value: undefined });
    const tag = `<script type="module" src="/site/attention-explorer.js"></script><attention-explorer lesson="worked-example" step="softmax"></attention-explorer>`;
    const pages = { "/host.html": `<!doctype html><title>course</title>${tag}`, "/favicon.ico": "" };
    const server = await serve(site, { prefix: "/site", pages });
    const { page, close } = await browser.openPage({
      url: `${server.origin}/host.html`,
      ready: false,
      script,
    });
    const frame = await frameIn(page);
    await ready(frame);
    const known = () => typeof IntersectionObserver;
    assert.deepEqual([await page.evaluate(known), await frame.evaluate(known)], ["undefined", "undefined"]);
    await until(
      frame,
      () => document.body.dataset.view === "picture" && window.attentionExplorer.frames() > 0,
    );
    await agrees(frame);
    await page.goto(`${server.url}#${link}`);
    await ready(page);
    assert.equal(await page.evaluate(known), "undefined");
    assert.equal(await page.evaluate(() => document.body.dataset.view), "picture");
    await agrees(page);
    await close();
    await server.close();
  },

  // The renderer's own: nothing at all would be drawn.
  "the reading view alone works too if the browser does not compile or link the picture's shaders":
    async () => {
      for (const call of ["compileShader", "linkProgram"]) {
        const script = `{
        const gl = WebGL2RenderingContext.prototype;
        const { shaderSource, attachShader, ${call} } = gl;
        const refused = new WeakSet();
        gl.shaderSource = function (shader, source) {
          if (source.includes("ProjMtx")) refused.add(shader);
          shaderSource.call(this, shader, source);
        };
        gl.attachShader = function (program, shader) {
          if (refused.has(shader)) refused.add(program);
          attachShader.call(this, program, shader);
        };
        gl.${call} = function (of) {
          if (!refused.has(of)) ${call}.call(this, of);
        };
      }`;
        const { page, close } = await browser.openPage({ script, link, quiet: false });
        assert.equal(await page.evaluate(() => document.body.dataset.view), "reading", call);
        assert.equal(await page.$('[data-action="leave"]'), null, call);
        assert.equal(await page.$eval("#canvas", (canvas) => canvas.checkVisibility()), false);
        await leadsOn(page);
        await close();
      }
    },
});
