// The pages of shared links: each names a picture of its step that is there, and leads on to the step.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { cardOf, plain } from "../../web/site/shared-page.mjs";
import { languages } from "../../web/words.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const contents = JSON.parse(readFileSync(join(root, "web/contents.json"), "utf8"));
const lessons = contents.lessons.map((id) =>
  JSON.parse(readFileSync(join(root, `web/lessons/${id}.json`), "utf8")),
);

/** @returns { width, height, pixels: of RGB, row by row, each after a byte for its filter } */
function pictureOf(file) {
  const bytes = readFileSync(file);
  const parts = { IDAT: [] };
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
    if (name === "IDAT") parts.IDAT.push(content);
    else parts[name] = content;
  }
  const [width, height] = [parts.IHDR.readUInt32BE(0), parts.IHDR.readUInt32BE(4)];
  return { width, height, pixels: inflateSync(Buffer.concat(parts.IDAT)) };
}

const metas = (html) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  );

export const tests = (site) => ({
  "the page of a step that has moved to another lesson is the one that is there now": () => {
    let count = 0;
    for (const [before, lessonsNow] of Object.entries(contents.moved))
      for (const [id, steps] of Object.entries(lessonsNow))
        for (const step of steps)
          for (const ending of ["html", "de.html"]) {
            const page = (lesson) => readFileSync(join(site, "at", lesson, `${step}.${ending}`), "utf8");
            assert.equal(page(before), page(id));
            assert.match(page(before), new RegExp(`lesson=${id}&amp;step=${step}`));
            ++count;
          }
    assert.equal(count, 14);
  },

  "every lesson and step has a page in every language, with title, text and picture where its link is shown":
    () => {
      for (const { id, steps } of lessons)
        for (const language of ["en", ...languages()])
          for (const step of ["index", ...steps.map((one) => one.id)]) {
            const ending = language === "en" ? "html" : `${language}.html`;
            const file = join(site, "at", id, `${step}.${ending}`);
            const html = readFileSync(file, "utf8");
            const told = metas(html);
            for (const name of ["og:title", "og:description", "og:image:alt", "og:site_name"])
              assert.ok(told[name]?.length > 1, `${file}: ${name}`); // a title of two Han letters is whole
            assert.equal(told["twitter:card"], "summary_large_image");
            assert.equal(told["twitter:image"], told["og:image"]);
            assert.ok(existsSync(join(dirname(file), told["og:image"])), `${file}: ${told["og:image"]}`);
            const link = /<a class="button primary" id="open" href="([^"]*)">/.exec(html)[1];
            const at = step === "index" ? `lesson=${id}` : `lesson=${id}&amp;step=${step}`;
            assert.equal(link, `../../index.html#${at}&amp;lang=${language}`);
          }
    },

  "the pictures are 1200 by 630, none is empty, and no two steps of a lesson have the same": () => {
    for (const { id } of lessons) {
      const seen = new Set();
      for (const name of readdirSync(join(site, "at", id)).filter((file) => file.endsWith(".en.png"))) {
        const { width, height, pixels } = pictureOf(join(site, "at", id, name));
        assert.deepEqual([width, height], [1200, 630]);
        const ground = pixels.readUIntBE(1, 3);
        let drawn = 0;
        for (let i = 1; i + 3 < pixels.length; i += 301) if (pixels.readUIntBE(i, 3) !== ground) drawn++;
        assert.ok(drawn > 20, `${id}/${name}: ${drawn} of the pixels looked at are drawn`);
        const key = pixels.toString("base64");
        assert.ok(!seen.has(key), `${id}/${name} is like another step's`);
        seen.add(key);
      }
    }
  },

  "with the address of the site, links and pictures are whole addresses; markup of a text is left out":
    () => {
      const given = { title: "A", description: "B", alt: "C", language: "en", site: "D" };
      const whole = cardOf({
        ...given,
        url: "https://x.org/at/a/b.html",
        picture: "https://x.org/at/a/b.en.png",
      });
      const told = metas(whole.join("\n"));
      assert.equal(told["og:url"], "https://x.org/at/a/b.html");
      assert.equal(told["og:image"], "https://x.org/at/a/b.en.png");
      const runs = [
        { kind: "text", text: "Take " },
        { kind: "tex", text: "\\key{K^T}" },
        { kind: "text", text: " and multiply." },
      ];
      assert.equal(plain([{ runs }]), "Take K^T and multiply.");
      assert.match(plain([{ runs: [{ kind: "text", text: "word ".repeat(100) }] }]), /^(?:word ){39,40}…$/);
    },
});
