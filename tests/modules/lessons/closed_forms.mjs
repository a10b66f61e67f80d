// Golden numbers of the lessons that follow no tutorial: by the definition of attention and by closed forms, in double
// precision.
const transposed = (rows) => rows[0].map((_, i) => rows.map((row) => row[i]));
const sum = (values) => values.reduce((a, b) => a + b, 0);
const scores = (queries, keys) => queries.map((q) => keys.map((k) => sum(q.map((value, f) => value * k[f]))));
const softmax = (rows) =>
  rows.map((row) => {
    const powers = row.map(Math.exp);
    return powers.map((power) => power / sum(powers));
  });
const mixed = (weights, values) =>
  weights.map((row) => values[0].map((_, f) => sum(row.map((share, j) => share * values[j][f]))));

export function why() {
  const vectors = {
    sang: [0, 0, 3],
    note: [0, 1, 1],
    river: [3, 0, 0],
    bank: [1, 1, 0],
    paid: [0, 3, 0],
    savings: [0, 3, 0],
  };
  const attend = (words) => {
    const x = words.split(" ").map((word) => vectors[word]);
    const products = scores(x, x);
    const shares = softmax(products);
    return { x, products, shares, y: mixed(shares, x) };
  };
  return {
    why: [
      { overrides: {}, wanted: attend("sang note river bank") },
      { overrides: { parameters: { sentence: "b" } }, wanted: attend("paid note savings bank") },
    ],
  };
}

/** A fox and a dog that ask for a quality on their side of the sentence; who jumps, and over whom. */
export function roles() {
  // thing, quality, action, early, late, speed
  const x = [[0, 1, 0, 1, 0, 2], [1, 0, 0, 1, 0, 0], [0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 1, -2], [1, 0, 0, 0, 1, 0]]; // prettier-ignore
  const head = (x, { asks, offers, gives, divisor = 1 }) => {
    const [q, k, v] = [asks, offers, gives].map((of) => x.map((word) => of(...word)));
    const s = scores(q, k);
    const a = softmax(s.map((row) => row.map((score) => score / divisor)));
    return { q, k, v, s, a, z: mixed(a, v) };
  };
  const describes = {
    asks: (thing, _, __, early, late) => [3 * thing, 2 * early, 2 * late],
    offers: (_, quality, __, early, late) => [quality, early, late],
    gives: (...word) => [word[5]],
  };
  const ofJumps = (asks) => ({
    asks: (_, __, action) => asks.map((strength) => strength * action),
    offers: (thing, _, __, early, late) => [thing, early - late],
    gives: (thing, _, __, early, late) => [thing, early, late],
  });
  const divided = head(x, { ...describes, divisor: Math.sqrt(3) });
  const [who, whom, one, longer] = [[4, 3], [4, -3], [4, 0], [8, 0]].map((asks) => head(x, ofJumps(asks))); // prettier-ignore
  const wanted = {
    ...head(x, describes),
    a_divided: divided.a,
    z_divided: divided.z,
    a_who: who.a,
    z_who: who.z,
    a_whom: whom.a,
    z_whom: whom.z,
    a_one: one.a,
    a_longer: longer.a,
  };
  // The goal's solution: the fox no longer asks for its side, and takes as much of one speed as of the other.
  const anywhere = head(x, {
    ...describes,
    asks: (thing, _, __, early, late) => [3 * thing, 0 * early, 2 * late],
  });
  return {
    roles: [
      { overrides: {}, wanted },
      {
        overrides: { edits: [{ tensor: "w_q", index: [3, 1], value: 0 }] },
        wanted: { q: anywhere.q, a: anywhere.a, z: anywhere.z },
      },
    ],
  };
}

/** The goals as they begin; the fifth and the sandbox also with their causal mask, which blocks all keys after the query. */
export function tasks() {
  const square = [[1, 0], [0, 1], [-1, 0], [0, -1]]; // prettier-ignore
  const rows = (row) => [row, row, row, row];
  const attended = (goal, queries, keys, values, change = (row) => row) => {
    const s = scores(queries, keys);
    const a = softmax(s.map(change));
    return { [`s_${goal}`]: s, [`a_${goal}`]: a, ...(values && { [`z_${goal}`]: mixed(a, values) }) };
  };
  const doubled = square.map((row) => row.map((value) => 2 * value));
  const past = (row, i) => row.map((value, j) => (j <= i ? value : -Infinity));
  const four = [[1, 0], [0, 1], [2, 2], [3, -1]]; // prettier-ignore
  const oneHead = (goal, queries, change = (row) => row) => {
    const [s, a, z] = ["s", "a", "z"].map((name) => (goal === "" ? name : `${name}_${goal}`));
    const products = scores(queries, square);
    const weights = softmax(products.map(change));
    return { [s]: [products], [a]: [weights], [z]: mixed(weights, four) };
  };
  // All words of four letters a and b: a query is its letter, a key its letter and its place.
  const letters = [[1, 0], [0, 1]]; // prettier-ignore
  const words = Array.from({ length: 16 }, (_, word) => [3, 2, 1, 0].map((bit) => (word >> bit) & 1));
  const back = {
    a_10: words.map((word) => {
      const queries = word.map((letter) => letters[letter]);
      const keys = queries.map(([x, y], place) => [x + square[place][0], y + square[place][1]]);
      return softmax(scores(queries, keys).map(past));
    }),
  };
  return {
    tasks: [
      {
        overrides: {},
        wanted: {
          ...attended(1, square, square),
          ...attended(2, rows([0, 0]), square, four),
          ...attended(3, rows([1, 0]), square),
          ...attended(4, [[6, 6], ...square.slice(1)], square),
        },
      },
    ],
    "tasks-2": [
      {
        overrides: {},
        wanted: {
          ...attended(5, doubled, square),
          ...attended(6, rows([1, 1]), [[1, 0], [0, 2], [1, 1], [2, 0]]), // prettier-ignore
          ...attended(7, rows([0, 0]), square, [[0, 0], [4, 0], [4, 4], [0, 4]]), // prettier-ignore
          ...attended(
            8,
            [[2, 1], [0, 1], [1, 1], [-1, 2]], // prettier-ignore
            [[1, 1], [2, 0], [0, 1], [1, -1]], // prettier-ignore
            undefined,
            (row) => row.map((value) => value / Math.SQRT2),
          ),
        },
      },
      {
        overrides: { parameters: { causal_5: true } },
        wanted: attended(5, doubled, square, undefined, past),
      },
    ],
    "tasks-3": [
      { overrides: {}, wanted: { ...oneHead(9, rows([0, 0])), ...back, ...oneHead("", square) } },
      { overrides: { parameters: { causal: true } }, wanted: oneHead("", square, past) },
    ],
  };
}

/** The best loss if it is known which n letters of ten came before, but not in which order, for n from 1 to 11; and
 * how much an even spread over what the mask leaves puts on the letter before, place by place. */
export function learning() {
  const ways = (n, c) => (c === 0 ? 1 : (ways(n, c - 1) * (n - c + 1)) / c);
  const doubt = (n) =>
    Array.from({ length: n }, (_, i) => i + 1).reduce((all, c) => {
      const share = c / n;
      return all - 10 * ways(n, c) * 0.1 ** c * 0.9 ** (n - c) * share * Math.log(share);
    }, 0);
  const places = Array.from({ length: 12 }, (_, i) => i);
  return {
    learning: [
      {
        overrides: {},
        wanted: {
          doubts: places.slice(1).map(doubt),
          even: places.map((t) => places.map((j) => (j <= t ? 1 / (t + 1) : 0))),
          pattern: places.map((t) => places.map((j) => (j === t - 1 ? 1 : 0))),
        },
      },
    ],
  };
}

/** Entropies of a text's letters, of a letter after the one before it, and after the two before it, in nats: counted in
 * the first nine tenths, which the model is trained on. */
export function letters() {
  let state = 1;
  const next = (n) => (state = (state * 16807) % 2147483647) % n;
  let text = "";
  while (text.length < 2000) text += ["to be ", "or not ", "by the bend ", "be bold ", "\n"][next(5)];
  const taught = text.slice(0, Math.floor(text.length * 0.9));
  const entropy = (part, n) => {
    const runs = Array.from({ length: part.length - n + 1 }, (_, i) => part.slice(i, i + n));
    const times = new Map();
    for (const run of runs) times.set(run, (times.get(run) ?? 0) + 1);
    const counts = [...times.values()].map((count) => count / runs.length);
    return -sum(counts.map((share) => share * Math.log(share)));
  };
  const after = (n) => entropy(taught, n + 1) - entropy(taught.slice(0, -1), n);
  const wanted = { singles: entropy(taught, 1), pairs: after(1), triples: after(2) };
  return { letters: [{ overrides: { parameters: { text } }, wanted }] };
}

/** The loss of Output 1, its slopes by the rules of each operation, and one step downhill. */
export function slopes() {
  const x = [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]; // prettier-ignore
  const query = [[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]]; // prettier-ignore
  const product = (a, b) => scores(a, transposed(b));
  const keys = product(x, [[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]]); // prettier-ignore
  const values = product(x, [[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]]); // prettier-ignore
  const lossOf = (projection) => {
    const q = product([x[0]], projection);
    const s = scores(q, keys);
    const a = softmax(s);
    const z = mixed(a, values);
    const d = [z[0].map((value, f) => value - [2, 6, 3][f])];
    return { q, s, a, z, d, loss: sum(d[0].map((value) => value * value)) / 2 };
  };
  const { q, s, a, z, d, loss } = lossOf(query);
  const ofWeights = scores(d, values);
  const mean = sum(a[0].map((weight, j) => weight * ofWeights[0][j]));
  const ofScores = [a[0].map((weight, j) => weight * (ofWeights[0][j] - mean))];
  const ofQuery = product(ofScores, keys);
  const ofProjection = product(transposed([x[0]]), ofQuery);
  const downhill = (rate) => query.map((row, e) => row.map((value, f) => value - rate * ofProjection[e][f]));
  return {
    slopes: [
      {
        overrides: {},
        tolerance: { relative: 1e-5, absolute: 1e-5 }, // products of about 5 cancel
        wanted: {
          query_1: q,
          scores_1: s,
          weights_1: a,
          output_1: z,
          loss,
          slope_output: d,
          slope_weights: ofWeights,
          slope_values: product(transposed(a), d),
          slope_scores: ofScores,
          slope_query: ofQuery,
          slope_keys: product(transposed(ofScores), q),
          slope_w_query: ofProjection,
          w_new: downhill(0.05),
          loss_new: lossOf(downhill(0.05)).loss,
        },
      },
    ],
  };
}

/** Rotary positions, bytes of keys and values, windows over windows, a sink, and two sentences of one-hot words. */
export function attentionToday() {
  const places = [0, 1, 2, 3];
  const turned = (first) =>
    places.map((i) => {
      const angles = [first + i, (first + i) / 100];
      return [...angles.map(Math.cos), ...angles.map(Math.sin)];
    });
  const distances = places.map((i) => places.map((j) => Math.cos(i - j) + Math.cos((i - j) / 100)));
  const bytes = [32, 8, 1].map((heads) => 2 * 32 * heads * 128 * 2);
  const product = (a, b) => mixed(a, b);
  const window = (before) => {
    const row = (i) => Array.from({ length: 6 }, (_, j) => (j <= i && j >= i - before ? 1 : 0));
    return Array.from({ length: 6 }, (_, i) => row(i).map((seen) => seen / sum(row(i))));
  };
  const three = (before) => product(product(window(before), window(before)), window(before));
  const sink = (strength) => {
    const all = Math.exp(strength) + 3;
    const row = [Math.exp(strength) / all, 1 / all, 1 / all, 1 / all];
    const values = [[0, 0], [2, 0], [0, 2], [1, 1]]; // prettier-ignore
    return { a: [row, row, row], z: mixed([row, row, row], values) };
  };
  const fits = Math.exp(3) / (Math.exp(3) + 3);
  const other = 1 / (Math.exp(3) + 3);
  // I: ich, see: sehe, her: sie
  const cross = [0, 1, 2].map((i) => [0, 1, 2, 3].map((j) => (i === j ? fits : other)));
  return {
    "attention-today": [
      {
        overrides: {},
        wanted: {
          q_turned: turned(0),
          s: distances,
          s_far: distances,
          lengths: places.map(() => Math.SQRT2),
          per_token: bytes.map((one) => [one]),
          kept: bytes.map((one) => [(one * 8000) / 1e9]),
          kept_128: bytes.map((one) => [(one * 128000) / 1e9]),
          w_1: window(1),
          w_3: three(1),
          two_3: three(1),
          a_sink: sink(0).a,
          z_sink: sink(0).z,
          a_4: sink(4).a,
          z_4: sink(4).z,
          cross_a: cross,
          cross_z: cross.map((row) => [row[0], row[2], row[1], row[3]]),
        },
      },
      {
        overrides: { parameters: { first: 700, before: 2, strength: 6, context: 128 } },
        wanted: {
          q_turned: turned(700),
          s: distances,
          w_1: window(2),
          w_3: three(2),
          a_sink: sink(6).a,
          z_sink: sink(6).z,
          kept: bytes.map((one) => [(one * 128000) / 1e9]),
        },
      },
    ],
  };
}
