// Files of tensors, opened from blobs: what numpy and torch wrote, how little of a large file is read, and damaged ones.
import { check, close, equal, random, rejected } from "./harness.mjs";

const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const fileOf = (name, ...parts) => Object.assign(new Blob(parts), { name });
const numbersOf = (values) =>
  values.map((x) => (typeof x === "string" ? Number(x.replace("inf", "Infinity")) : x));

/** A file of which only the given parts exist; it records which bytes were read. */
class Large {
  reads = [];
  constructor(name, size, parts) {
    Object.assign(this, { name, size, parts });
  }
  slice(first, end) {
    this.reads.push([first, end]);
    const bytes = new Uint8Array(end - first);
    for (const [at, part] of this.parts) {
      const from = Math.max(at, first);
      const to = Math.min(at + part.length, end);
      if (from < to) bytes.set(part.subarray(from - at, to - at), from - first);
    }
    return new Blob([bytes]);
  }
  get bytesRead() {
    return this.reads.reduce((sum, [first, end]) => sum + end - first, 0);
  }
}

function npyHeader(shape, descr = "<f4") {
  const words = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(", ")},), }\n`;
  const bytes = new TextEncoder().encode(`xNUMPY\u0001\u0000${"  "}${words}`);
  bytes[0] = 0x93;
  new DataView(bytes.buffer).setUint16(8, words.length, true);
  return bytes;
}

function safetensors(name, header) {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const start = new Uint8Array(8 + json.length);
  new DataView(start.buffer).setBigUint64(0, BigInt(json.length), true);
  start.set(json, 8);
  return [name, start];
}

// A zip file whose members are stored as they are; sums are left out, as readers of parts cannot check them.
function zipOf(members) {
  const parts = [];
  const directory = [];
  let at = 0;
  const record = (signature, length, fields) => {
    const bytes = new Uint8Array(length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, signature, true);
    for (const [place, value, size = 4] of fields)
      if (size === 2) view.setUint16(place, value, true);
      else view.setUint32(place, value, true);
    return bytes;
  };
  for (const [name, content] of members) {
    const letters = new TextEncoder().encode(name);
    const { length } = content;
    directory.push(
      record(0x02014b50, 46, [
        [20, length],
        [24, length],
        [28, letters.length, 2],
        [42, at],
      ]),
      letters,
    );
    const header = record(0x04034b50, 30, [
      [18, length],
      [22, length],
      [26, letters.length, 2],
    ]);
    parts.push(header, letters, content);
    at += header.length + letters.length + length;
  }
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record(0x06054b50, 22, [
    [8, members.length, 2],
    [10, members.length, 2],
    [12, bytes],
    [16, at],
  ]);
  return [...parts, ...directory, end];
}

export async function tests(runner, { loadTensors, golden }) {
  const test = (name, body) => runner.test(`tensors: ${name}`, body);
  const files = await loadTensors();
  const made = await golden("files/files");

  const sole = async (source) => {
    const { tensors, errors } = await files.open(source);
    check(errors.length === 0, errors[0]?.message);
    equal(tensors.length, 1, "tensors");
    return tensors[0];
  };

  await test("a thousand members of a zip are opened in the order of their numbers, and a damaged one is named", async () => {
    const count = 1000;
    const members = Array.from({ length: count }, (_, i) => {
      const number = (i * 37) % count; // in any order
      const header = npyHeader([1]);
      const content = new Uint8Array(header.length + 4);
      content.set(header);
      new DataView(content.buffer).setFloat32(header.length, number, true);
      if (number === 500) content[0] = 0;
      return [`w.${number}.npy`, content];
    });
    const { tensors, errors } = await files.open(fileOf("all.npz", ...zipOf(members)));
    equal(tensors.length, count - 1, "tensors");
    equal(errors.length, 1, "errors");
    check(errors[0].message.includes("w.500"), errors[0].message);
    for (const [i, tensor] of tensors.entries()) {
      const number = i < 500 ? i : i + 1;
      equal(tensor.name, `w.${number}`, "name");
      if (i % 100 === 0) equal((await tensor.read()).data[0], number, "number");
    }
  });

  await test("every type, byte order and order of axes of .npy reads as numpy converts it", async () => {
    for (const [name, { file, shape, values }] of Object.entries(made.npy)) {
      const { data, shape: got } = await (await sole(fileOf("x.npy", bytesOf(file)))).read();
      equal(got, shape, `shape of ${name}`);
      close(data, numbersOf(values), { relative: 0, absolute: 0 }, name);
    }
  });

  await test("every type of .safetensors reads as torch converts it", async () => {
    const { file, tensors: wanted } = made.safetensors.types;
    const { tensors } = await files.open(fileOf("model.safetensors", bytesOf(file)));
    equal(tensors.map(({ name }) => name).sort(), Object.keys(wanted).sort());
    for (const tensor of tensors) {
      const { shape, values, type } = wanted[tensor.name];
      equal([tensor.type, tensor.shape], [type, shape], tensor.name);
      close((await tensor.read()).data, numbersOf(values), { relative: 0, absolute: 0 }, tensor.name);
    }
  });

  await test("stored and deflated members of .npz read alike", async () => {
    for (const [kind, { file, members }] of Object.entries(made.npz)) {
      const { tensors, errors } = await files.open(fileOf("x.npz", bytesOf(file)));
      equal([tensors.length, errors.length], [2, 0], kind);
      for (const tensor of tensors) {
        const { data } = await tensor.read();
        close(data, numbersOf(members[tensor.name].values), { relative: 0, absolute: 0 }, tensor.name);
        close((await tensor.read({ first: 2, count: 3 })).data, [...data.slice(2, 5)], {}, "a part");
      }
    }
  });

  await test("deflated members are read in slices: a Blob whose stream fails is opened", async () => {
    const { file, members } = made.npz.deflated;
    const blob = fileOf("x.npz", bytesOf(file));
    const fails = () => {
      throw new TypeError("This stream fails.");
    };
    const own = Object.getOwnPropertyDescriptor(Blob.prototype, "stream");
    Object.defineProperty(Blob.prototype, "stream", { ...own, value: fails }); // of the slices, too
    try {
      const { tensors, errors } = await files.open(blob);
      equal([tensors.length, errors.length], [2, 0], "what is read");
      for (const tensor of tensors)
        close((await tensor.read()).data, numbersOf(members[tensor.name].values), {
          relative: 0,
          absolute: 0,
        });
    } finally {
      Object.defineProperty(Blob.prototype, "stream", own);
    }
  });

  await test("of a file of many gigabytes only the header and the numbers asked for are read", async () => {
    const rows = 2 ** 22;
    const numbers = new Uint8Array(new Float32Array([1.5, -2, 3]).buffer);
    const head = npyHeader([rows, 1024]);
    const at = head.length + 4 * 1024 * (rows - 1);
    const npy = new Large("large.npy", head.length + 4 * 1024 * rows, [
      [0, head],
      [at, numbers],
    ]);
    const tensor = await sole(npy);
    close((await tensor.read({ first: 1024 * (rows - 1), count: 3 })).data, [1.5, -2, 3], {}, "the last row");
    check(npy.bytesRead < 1000, `${npy.bytesRead} bytes of ${npy.size} were read`);

    const end = 6e9;
    const [name, start] = safetensors("model.safetensors", {
      wte: { dtype: "BF16", shape: [3e9 - 6], data_offsets: [0, end - 12] },
      ln: { dtype: "F32", shape: [3], data_offsets: [end - 12, end] },
    });
    const model = new Large(name, start.length + end, [
      [0, start],
      [start.length + end - 12, numbers],
    ]);
    const { tensors } = await files.open(model);
    close((await tensors[1].read()).data, [1.5, -2, 3], {}, "ln");
    check(model.bytesRead < 1000, `${model.bytesRead} bytes of ${model.size} were read`);
    const refused = await rejected(tensors[0].read());
    equal([refused.code, refused.path], ["size", "model.safetensors: wte"]);
  });

  await test("a member that unpacks to more than it says is stopped there", async () => {
    const { file } = made.npz.deflated;
    const bytes = bytesOf(file);
    const view = new DataView(bytes.buffer);
    const directory = view.getUint32(bytes.length - 6, true);
    const second = directory + 46 + view.getUint16(directory + 28, true);
    view.setUint32(second + 24, 200, true); // instead of 608
    const { tensors, errors } = await files.open(fileOf("bomb.npz", bytes));
    equal(
      tensors.map(({ name }) => name),
      ["q"],
      "what can be read",
    );
    equal(errors[0].path.startsWith("bomb.npz: long/name"), true, errors[0].path);
  });

  await test("damaged deflated bytes are an error that names file and member", async () => {
    const bytes = bytesOf(made.npz.deflated.file);
    bytes.fill(0xff, 60, 90);
    const { errors } = await files.open(fileOf("x.npz", bytes));
    equal(errors[0].path.startsWith("x.npz: q"), true, errors[0].path);
  });

  await test("tables and JSON give tensors, headings and lists of texts", async () => {
    const csv = await sole(fileOf("x.csv", "token,a,b\nthe,1,2\ncat,3,4.5\n"));
    equal([csv.name, csv.shape, csv.rows, csv.columns], ["x", [2, 2], ["the", "cat"], ["a", "b"]]);
    close((await csv.read()).data, [1, 2, 3, 4.5], {}, "x");
    const json = '{"q": [[1, null]], "k": {"shape": [2], "data": [1, 2]}, "tokens": ["a", "b"]}';
    const { tensors, texts } = await files.open(fileOf("all.json", json));
    equal(
      tensors.map(({ name, shape }) => [name, shape]),
      [
        ["q", [1, 2]],
        ["k", [2]],
      ],
    );
    equal(Number.isNaN((await tensors[0].read()).data[1]), true, "null is NaN");
    equal(texts, [{ name: "tokens", file: "all.json", texts: ["a", "b"], sentence: 0 }]);
  });

  await test("tensors and texts are taken by name", async () => {
    const { tensors, texts } = await files.open({ q: { shape: [1, 2], data: [1, 2] }, tokens: ["a"] });
    close((await tensors[0].read()).data, [1, 2], {}, "q");
    equal(texts[0].texts, ["a"]);
    const wrong = await rejected(files.open({ q: { shape: [2, 2], data: [1] } }));
    equal([wrong.code, wrong.path], ["shape", "q"]);
    equal((await rejected(files.open(3))).code, "type");
  });

  await test("shards are listed together, and an index names the ones that are missing", async () => {
    const shard = (n, tensor) => {
      const [name, start] = safetensors(`model-0000${n}-of-00002.safetensors`, {
        [tensor]: { dtype: "U8", shape: [2], data_offsets: [0, 2] },
      });
      return fileOf(name, start, Uint8Array.of(n, 7));
    };
    const map = { a: "model-00001-of-00002.safetensors", b: "model-00002-of-00002.safetensors" };
    const index = fileOf("model.safetensors.index.json", JSON.stringify({ weight_map: map }));
    const all = await files.open([index, shard(1, "a"), shard(2, "b")]);
    equal([all.tensors.map(({ name }) => name), all.errors.length], [["a", "b"], 0]);
    const part = await files.open([index, shard(1, "a")]);
    equal(part.errors[0].code, "missing");
    check(part.errors[0].message.includes("model-00002-of-00002.safetensors"), part.errors[0].message);
  });

  await test("objects, pickles and other files are refused by name, beside those that can be read", async () => {
    const object = fileOf("object.npy", bytesOf(made["npy refused"].object));
    const pickle = fileOf("model.pt", Uint8Array.of(0x80, 2, 0x7d));
    const picture = fileOf("cat.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
    const { tensors, errors } = await files.open([object, pickle, picture, fileOf("y.csv", "1,2")]);
    equal([tensors.length, errors.map(({ code }) => code)], [1, ["type", "pickle", "format"]]);
    check(/^object\.npy: .*dtype object/.test(errors[0].message), errors[0].message);
  });

  await test("names that differ in their numbers come in the order of these, and others as the file has them", async () => {
    const csv = (name) => fileOf(name, "1,2");
    const { tensors } = await files.open(
      ["layer_10.csv", "b.csv", "layer_9.csv", "a.csv", "layer_2.csv"].map(csv),
    );
    equal(
      tensors.map(({ name }) => name),
      ["layer_2", "b", "layer_9", "a", "layer_10"],
    );
  });

  await test("names in any order: those that differ in numbers rise, and each stays at the places of its like", async () => {
    const words = ["layers.", "h.", ".attn", "_", "block", ".q_proj", "w", "µ"];
    for (let seed = 0; seed < 300; ++seed) {
      const draw = random(seed);
      const below = (most) => Math.floor(((draw() + 1) / 2) * most);
      const forms = Array.from({ length: 1 + below(4) }, () =>
        Array.from({ length: 1 + below(3) }, () => words[below(words.length)]),
      );
      const names = new Set();
      for (let count = 2 + below(14); count > 0; --count)
        names.add(
          forms[below(forms.length)].map((word) => word + ["", below(12), below(1e9)][below(3)]).join(""),
        );
      const given = [...names];
      const header = Object.fromEntries(
        given.map((name, i) => [name, { dtype: "F32", shape: [1], data_offsets: [4 * i, 4 * i + 4] }]),
      );
      const [, start] = safetensors("", header);
      const { tensors } = await files.open(
        fileOf(
          "m.safetensors",
          start,
          Float32Array.from(given, (_, i) => i),
        ),
      );
      const opened = tensors.map(({ name }) => name);
      const told = JSON.stringify([seed, given]);
      equal([...opened].sort(), [...given].sort(), told);
      const form = (name) => name.replace(/[0-9]+/g, "0");
      equal(opened.map(form), given.map(form), told);
      const numbers = (name) => (name.match(/[0-9]+/g) ?? []).map(Number);
      for (const kind of new Set(given.map(form))) {
        const rows = opened.filter((name) => form(name) === kind).map(numbers);
        for (let i = 1; i < rows.length; ++i) {
          const at = rows[i].findIndex((number, k) => number !== rows[i - 1][k]);
          check(at < 0 || rows[i][at] > rows[i - 1][at], told);
        }
      }
      for (const one of tensors) equal((await one.read()).data[0], given.indexOf(one.name), told);
    }
  });

  await test("texts in UTF-16 and Windows-1252 are read, as Excel writes them", async () => {
    const words = "\tGröße\tfür\nGröße\t0,5\t0,5\nfür\t0\t1\n";
    const utf16 = (mark, swap) => {
      const bytes = new Uint8Array(Uint16Array.from(mark + words, (c) => c.charCodeAt(0)).buffer);
      return swap ? bytes.map((_, i) => bytes[i ^ 1]) : bytes;
    };
    const western = Uint8Array.from(words, (c) => c.charCodeAt(0));
    for (const bytes of [utf16("\ufeff"), utf16("\ufeff", true), utf16(""), utf16("", true), western]) {
      const { tensors, errors } = await files.open(fileOf("excel.txt", bytes));
      equal(errors.length, 0, "errors");
      equal(
        [tensors[0].rows, [...(await tensors[0].read()).data]],
        [
          ["Größe", "für"],
          [0.5, 0.5, 0, 1],
        ],
      );
    }
  });

  await test("matrices as Python, Matlab and LaTeX print them, and a list that begins with a bracket", async () => {
    const pasted = [
      "array([[1. , 0.5],\n       [2. , nan]], dtype=float32)",
      "tensor([[1.0000, 0.5000],\n        [2.0000,    nan]], grad_fn=<SoftmaxBackward0>)",
      "[[1.  0.5]\n [2.  nan]]",
      "[1 0.5; 2 NaN]",
      "\\begin{bmatrix} 1 & 0.5 \\\\ 2 & nan \\end{bmatrix}",
    ];
    for (const text of pasted) {
      const { tensors, errors } = await files.open(fileOf("pasted", text));
      equal(errors.map(String), [], text);
      equal(
        [tensors[0].shape, [...(await tensors[0].read()).data].map(String)],
        [
          [2, 2],
          ["1", "0.5", "2", "NaN"],
        ],
        text,
      );
    }
    equal((await files.open(fileOf("tokens.txt", "[CLS]\nplay\n[SEP]\n"))).texts[0].texts, [
      "[CLS]",
      "play",
      "[SEP]",
    ]);
  });

  await test("tokens may hold control characters and halves of surrogate pairs, and numbers may be big integers", async () => {
    const { texts } = await files.open(fileOf("t.json", '["\\r", "\\ud83d", "\\ud83d\\ude00"]'));
    equal(texts[0].texts, ["\r", "\ufffd", "😀"]);
    const { tensors } = await files.open({ x: { shape: [2], data: new BigInt64Array([1n, 2n]) } });
    equal([...(await tensors[0].read()).data], [1, 2]);
    equal((await rejected(files.open({ x: { shape: [2], data: ["a", 1] } }))).code, "type");
  });
}
