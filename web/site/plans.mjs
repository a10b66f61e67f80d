// Session plans for lecturers: which steps of which lessons fill a lesson of 45 minutes, or two of 90. Minutes are shares of those
// that the lessons state, so they follow when a lesson changes.
import { h } from "./html.mjs";

/** from and to: ids of steps, both taken; without them the whole lesson. */
const plans = [
  {
    id: "short",
    minutes: 45,
    sessions: [[["why"], ["roles"], ["worked-example", "inputs", "keys-values-queries"]]],
  },
  {
    id: "long",
    minutes: 90,
    sessions: [
      [["why"], ["roles"], ["worked-example"], ["tasks"]],
      [["causal-ladder", "masked-softmax", "look-ahead"], ["multi-head", "one-head", "slice"], ["learning"]],
    ],
  },
];

function placed(lessons, [id, from, to]) {
  const content = lessons.find((one) => one.id === id);
  if (!content) throw new Error(`A session plan names the lesson “${id}”, which there is not.`);
  const ids = content.steps.map(({ step }) => step.id);
  const [first, last] = [from ?? ids[0], to ?? ids.at(-1)].map((step) => ids.indexOf(step));
  if (first < 0 || last < first) throw new Error(`A session plan names steps of “${id}” that there are not.`);
  const count = last - first + 1;
  const minutes = Math.round((content.closing.minutes * count) / ids.length);
  return { content, first, last, whole: count === ids.length, minutes };
}

/** The sessions of all plans, each with its parts and the minutes that are left for talk. */
export function sessionsOf(lessons) {
  return plans.flatMap(({ id, minutes, sessions }) =>
    sessions.map((parts, number) => {
      const placedParts = parts.map((part) => placed(lessons, part));
      const taken = placedParts.reduce((sum, part) => sum + part.minutes, 0);
      if (taken > minutes) throw new Error(`A session of ${minutes} minutes is planned with ${taken}.`);
      return { plan: id, number, of: sessions.length, minutes, parts: placedParts, left: minutes - taken };
    }),
  );
}

/** link(lesson, step): where a part begins. */
export function sessionPlans({ lessons, say, link }) {
  return h(
    "section",
    { id: "plans", "aria-labelledby": "plans-title" },
    h("h2", { id: "plans-title" }, say("course.plans")),
    h("p", {}, say("course.plans.intro")),
    sessionsOf(lessons).map(({ plan, number, of, minutes, parts, left }) => [
      h("h3", {}, of > 1 ? say("course.plan.of", minutes, number + 1, of) : say("course.plan", minutes)),
      h(
        "ol",
        {},
        parts.map(({ content, first, last, whole, minutes: own }) =>
          h(
            "li",
            {},
            h("a", { href: link(content.id, whole ? "" : content.steps[first].step.id) }, content.title),
            " – ",
            whole
              ? say("course.minutes", own)
              : say(
                  "course.plan.steps",
                  own,
                  content.steps[first].step.title,
                  content.steps[last].step.title,
                ),
          ),
        ),
        h("li", {}, say("course.plan.talk", left), " ", say(`course.talk.${plan}.${number + 1}`)),
      ),
    ]),
  );
}
