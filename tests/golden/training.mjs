// Writes training.json: the losses that PyTorch computes for the lessons training-*.json, each with four
// optimisers, and for runs of the page's lessons learning and letters, by running the scripts that the lessons export.
//
// usage: node tests/golden/training.mjs [PYTHON] > tests/golden/training.json, from the top of the checkout, with a built
// site and PyTorch 1.13 or later for that Python
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadLessons } from "../../build/site/lessons.mjs";

const python = process.argv[2] ?? "python3";
const lessons = await loadLessons({ lessons: [] });
const out = {};

function losses(lesson, parameters) {
  const whole = lessons.code(lesson, "training", { parameters });
  const script = whole.replace("range(1000)", "range(100)").replace("step = 1000", "step = 100");
  const env = { ...process.env, ATEN_CPU_CAPABILITY: "default", OMP_NUM_THREADS: "1" };
  const printed = execFileSync(python, ["-c", script], { env, maxBuffer: 1e8 }).toString();
  const of = (word) =>
    printed
      .split("\n")
      .filter((line) => line.startsWith(`${word} `))
      .map((line) => Number(line.split(" ").at(-1)));
  return { losses: of("loss").slice(0, 100), heldOut: of("held out").slice(0, 11) };
}

for (const id of ["letter-before", "block", "both-ways"]) {
  out[id] = {};
  const lesson = readFileSync(new URL(`training-${id}.json`, import.meta.url), "utf8");
  for (const optimiser of ["sgd", "momentum", "adam", "adamw"])
    out[id][optimiser] = losses(lesson, { optimiser });
}
const learning = readFileSync(new URL("../../web/lessons/learning.json", import.meta.url), "utf8");
out.learning = {
  adam: losses(learning, {}),
  plain: losses(learning, { method: "plain" }),
  "no-positions": losses(learning, { positions: false }),
  reverse: losses(learning, { task: "reverse", mask: false }),
  induction: losses(learning, { task: "induction" }),
};
const letters = readFileSync(new URL("../../web/lessons/letters.json", import.meta.url), "utf8");
out.letters = { attention: losses(letters, {}), alone: losses(letters, { attention: false }) };
console.log(JSON.stringify(out));
