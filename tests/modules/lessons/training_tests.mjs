// lessons.train: PyTorch's losses in every build of the core, any earlier step, runs that are stopped or blow up, errors.
import { check, close, equal, matches, rejected, throws } from "../harness.mjs";

const ids = ["letter-before", "block", "both-ways"];
const optimisers = ["sgd", "momentum", "adam", "adamw"];

export async function tests(runner, { lessons, loadLessons, golden, bytesOf, best, variants, held, once }) {
  const test = (name, body) => runner.test(`training: ${name}`, body);
  const wanted = await golden("training");
  const models = {};
  for (const id of ids) models[id] = await golden(`training-${id}`);
  const by = (optimiser) => ({ overrides: { parameters: { optimiser } } });
  const changed = (id, change) => {
    const lesson = structuredClone(models[id]);
    change(lesson.training, lesson);
    return lesson;
  };

  for (const variant of variants(best)) {
    const trainingWasm = await bytesOf(`training-${variant}.wasm`);
    const loaded = await loadLessons({ trainingWasm, lessons: [] });
    for (const id of ids) {
      for (const optimiser of optimisers) {
        await test(`${variant}: the losses of ${id} by ${optimiser} are PyTorch's`, async () => {
          const { losses, heldOut } = await loaded.train(models[id], by(optimiser));
          const { losses: theirs, heldOut: apart } = wanted[id][optimiser];
          close(losses.slice(0, 20), theirs.slice(0, 20), { relative: 1e-5, absolute: 0 }, "losses");
          close(losses, theirs, { relative: 1e-3, absolute: 0 }, "losses");
          const ours = heldOut.map(({ loss }) => loss);
          close(ours, apart, { relative: 1e-3, absolute: 0 }, "held-out losses");
        });
      }
    }
  }

  await test("any step can be gone back to, and the last one is the result", async () => {
    const lesson = models["letter-before"];
    const run = await lessons.train(lesson, { steps: 30 });
    const start = Object.fromEntries(lessons.run(lesson).nodes.map((node) => [node.name, node]));
    equal(Object.keys(run.step(0)), lesson.training.parameters);
    for (const [name, { shape, data }] of Object.entries(run.step(0))) {
      equal(shape, start[name].shape, name);
      equal([...data], [...start[name].data], name);
    }
    const shorter = await lessons.train(lesson, { steps: 11 });
    equal([...run.step(11).W_q.data], [...shorter.parameters.W_q.data]);
    equal([...run.step(30).W_q.data], [...run.parameters.W_q.data]);
    check(run.step(29).W_q.data[0] !== run.parameters.W_q.data[0], "the last step moved nothing");
    throws(() => run.step(31), "range", "n");
    throws(() => run.step(-1), "range", "n");
  });

  // Once is enough: it takes seconds. The held-out loss is least after some 500 steps.
  if (once)
    await test("in the lesson letters the held-out loss turns up, and that of the trained part falls", async () => {
      const { losses, heldOut } = await lessons.train("letters", { steps: 740 });
      const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
      const apart = (from, to) =>
        mean(heldOut.filter(({ step }) => step >= from && step < to).map(({ loss }) => loss));
      const [early, best, late] = [apart(300, 400), apart(480, 580), apart(640, 740)];
      check(best < early - 0.05, `${best} is hardly below ${early}`);
      check(late > best + 0.01, `${late} is not above ${best}`);
      const trained = [losses.slice(480, 580), losses.slice(640, 740)].map((part) => mean([...part]));
      check(trained[1] < trained[0] - 0.1, `the trained part's loss went from ${trained[0]} to ${trained[1]}`);
    });

  await test("onStep hears of every step, in order, with the held-out losses", async () => {
    const heard = [];
    const { losses, heldOut } = await lessons.train(models.block, { steps: 60, onStep: (at) => heard.push(at) });
    equal(
      heard.map(({ step }) => step),
      [...losses.keys()],
    );
    equal(
      heard.map(({ loss }) => loss),
      [...losses],
    );
    equal(
      heard.filter(({ heldOut }) => heldOut !== undefined).map(({ step }) => step),
      [0, 25, 50],
    );
    equal(
      heldOut.map(({ step }) => step),
      [0, 25, 50, 60],
    );
  });

  await test("overrides change the numbers of training", async () => {
    const start = { low: 0.05, high: 0.5 };
    const lesson = changed("letter-before", (training, whole) => {
      training.optimiser = { name: "sgd", lr: { parameter: "rate" } };
      const label = { en: "Rate" };
      whole.parameters.push({ name: "rate", control: "number", label, least: 0, most: 1, step: 0.05, start: start.low });
    });
    const slow = await lessons.train(lesson, { steps: 20 });
    const quick = await lessons.train(lesson, { steps: 20, overrides: { parameters: { rate: start.high } } });
    equal([...quick.losses], [...(await lessons.train(models["letter-before"], { steps: 20 })).losses]);
    check(slow.losses[19] > quick.losses[19], "a smaller rate is not slower");
  });

  await test("edited cells are what training starts from", async () => {
    const edits = [{ tensor: "b_u", index: [2], value: 0.5 }];
    const lesson = changed("both-ways", (_, whole) => {
      whole.tensors.find(({ name }) => name === "b_u").editable = true;
    });
    const run = await lessons.train(lesson, { steps: 1, overrides: { edits } });
    matches(run.step(0).b_u, [0, 0, 0.5, 0, 0]);
  });

  await test("a signal ends the run between two steps", async () => {
    const stop = new AbortController();
    const heard = [];
    const onStep = ({ step }) => {
      heard.push(step);
      if (step === 5) stop.abort(new Error("enough"));
    };
    const options = { steps: 100_000, signal: stop.signal, onStep };
    const error = await rejected(lessons.train(models.block, options));
    equal([error.name, error.code, error.path], ["AttentionError", "aborted", "signal"]);
    equal(error.cause.message, "enough");
    check(heard.length < 10_000, `${heard.length} steps were taken`);
    const before = await rejected(lessons.train(models.block, { signal: AbortSignal.abort() }));
    equal(before.code, "aborted");
  });

  await test("two runs at once do not disturb each other", async () => {
    const [one, two] = await Promise.all(ids.slice(0, 2).map((id) => lessons.train(models[id], { steps: 20 })));
    close(one.losses, wanted[ids[0]].sgd.losses.slice(0, 20), { relative: 1e-5, absolute: 0 });
    close(two.losses, wanted[ids[1]].sgd.losses.slice(0, 20), { relative: 1e-5, absolute: 0 });
  });

  await test("a loss that blows up stops the run, and says where and what to change", async () => {
    const lesson = changed("letter-before", (training) => (training.optimiser = { name: "sgd", lr: 1000 }));
    const { losses, stopped, parameters } = await lessons.train(lesson, { steps: 1000 });
    check(stopped !== undefined, "it did not stop");
    equal(losses.length, stopped.step + 1);
    check(!Number.isFinite(losses.at(-1)) && losses.slice(0, -1).every(Number.isFinite), "the wrong step");
    check(/smaller learning rate/.test(stopped.message), stopped.message);
    check(parameters.W_q.data.every(Number.isFinite), "the last good weights are gone");
  });

  await test("errors name the place in the lesson", async () => {
    const cases = [
      [(training) => training.parameters.push("nobody"), "unknown_tensor", "/training/parameters/7"],
      [(training) => (training.loss = "logits"), "training", "/training/loss"],
      [(training) => (training.fresh = ["nobody"]), "unknown_generator", "/training/fresh/0"],
      [(training) => (training.steps = 100_001), "option", "/training/steps"],
      [(training) => training.parameters.push("x"), "training", "/training/parameters/7"],
      [(training) => training.parameters.push("letters"), "training", "/training/parameters/7"],
      [(_, whole) => delete whole.training, "training", ""],
    ];
    for (const [change, code, path] of cases) {
      const error = await rejected(lessons.train(changed("letter-before", change)));
      equal([error.name, error.code, error.path], ["AttentionError", code, path], error.message);
    }
    const large = JSON.parse(JSON.stringify(models["letter-before"]).replaceAll("[8,12]", "[80000,12]"));
    equal((await rejected(lessons.train(large))).code, "too_large");
  });

  if (held)
    await test("ten runs of 1,000 steps hold no more memory than one", async () => {
      const train = async () => (await lessons.train(models["letter-before"], { steps: 1000 })).losses.at(-1);
      const last = await train();
      const after = await held();
      for (let again = 0; again < 9; again++) equal(await train(), last);
      const more = (await held()) - after;
      check(more < 2 ** 20, `${more} bytes more`);
    });

  await test("wrong arguments are named", async () => {
    const of = async (options, lesson = models.block) => {
      const error = await rejected(lessons.train(lesson, options));
      return [error.name, error.code, error.path];
    };
    equal(await of({ steps: 0 }), ["AttentionError", "range", "steps"]);
    equal(await of({ steps: 100_001 }), ["AttentionError", "range", "steps"]);
    equal(await of({ step: 5 }), ["AttentionError", "option", "step"]);
    equal(await of({ signal: {} }), ["AttentionError", "type", "signal"]);
    equal(await of({ onStep: 5 }), ["AttentionError", "type", "onStep"]);
    equal(await of({}, "nobody"), ["AttentionError", "lesson", "lesson"]);
    const onStep = () => {
      throw new Error("no");
    };
    equal(await of({ onStep }), ["AttentionError", "callback", "onStep"]);
  });

  await test("the script of a run holds PyTorch's loop; a lesson without training has none", () => {
    const script = lessons.code(models.block, "training", { parameters: { optimiser: "adamw" } });
    const lines = ["optimiser.zero_grad()", "loss.backward()", "optimiser.step()", "for step in range(100):"];
    for (const line of [...lines, "torch.optim.AdamW(parameters, lr=0.003"]) check(script.includes(line), line);
    throws(() => lessons.code("worked-example", "training"), "training", "");
  });
}
