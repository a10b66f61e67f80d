// The exported scripts: their text, and, when AE_EXPORT_DIR names a folder, all of them written there with the
// graph's own numbers for tests/graph/check_exports.py, which runs and compares them.
#include <array>
#include <cstdio>
#include <cstdlib>

#include "graph/catalogue.hpp"
#include "graph/worked_example.hpp"

using namespace build;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

void write(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  REQUIRE_MESSAGE(file != nullptr, "can't write ", path);
  std::fwrite(text.data(), 1, text.size(), file);
  std::fclose(file);
}

// "name\tvalue value value" for each node.
std::string numbers_of(const Graph& g) {
  const std::vector<std::string> names = code_names(g);
  std::string out;
  for (NodeId id = 0; id < g.size(); ++id) {
    out += names[id] + "\t";
    for (const float v : values(g, id)) {
      char text[40];
      std::snprintf(text, sizeof text, "%.9g ", static_cast<double>(v));
      out += text;
    }
    out += "\n";
  }
  return out;
}

void dump(const Graph& g, const std::string& name, const std::string& title) {
  const char* folder = std::getenv("AE_EXPORT_DIR");
  if (folder == nullptr) return;
  const std::string base = std::string(folder) + "/" + name;
  write(base + ".numpy.py", export_code(g, Language::numpy, title));
  write(base + ".torch.py", export_code(g, Language::pytorch, title));
  write(base + ".tex", export_code(g, Language::tex, title));
  write(base + ".txt", numbers_of(g));
}

NodeId drawn(Graph& g, const std::string& name, Shape shape, std::vector<float> data, RandomOrigin origin) {
  Node node;
  node.name = name;
  node.shape = std::move(shape);
  node.random = std::move(origin);
  const Result<NodeId> id = g.add_source(node, std::move(data));
  REQUIRE(id);
  return *id;
}

}  // namespace

TEST_CASE("the worked example exports as the tutorial's code") {
  const WorkedExample s = worked_example();
  const std::string torch = export_code(s.graph, Language::pytorch, "Self-attention\nby hand");
  CHECK(has(torch, "# Self-attention by hand\n"));
  CHECK(has(torch, "import torch\n"));
  CHECK(has(torch, "X = torch.tensor([[1, 0, 1, 0],\n"));
  CHECK(has(torch, "K = X @ W_k\nshow(\"K\", K)"));
  CHECK(has(torch, "S = Q @ K.T\n"));
  CHECK(has(torch, "A = torch.softmax(S, dim=-1)\n"));
  CHECK(has(torch, "weighted_values = V[:, None] * A.T[:, :, None]\n"));
  CHECK(has(torch, "Z = weighted_values.sum(dim=0)\n"));
  const std::string numpy = export_code(s.graph, Language::numpy, "t");
  CHECK(has(numpy, "def softmax(x, axis=-1):"));
  CHECK(has(numpy, "A = softmax(S, axis=-1)\n"));
  CHECK_FALSE(has(numpy, "torch"));
  const std::string tex = export_code(s.graph, Language::tex, "50 % & more");
  CHECK(has(tex, "\\section*{\\text{50 \\% \\& more}}"));
  CHECK(has(tex, "S &= Q K^{\\top} \\\\\n  &= \\begin{pmatrix} 2 & 4 & 4 \\\\ 4 & 16 & 12"));
  CHECK(has(tex, "\\operatorname{softmax}(S)"));
  CHECK(has(tex, "W_{k} &= "));
  dump(s.graph, "worked-example", "Worked example");
}

TEST_CASE("TeX says over which lines a softmax runs: rows need no word") {
  Graph g;
  const NodeId s = source(g, "S", {2, 3}, {1, 2, 3, 4, 5, 6}), h = source(g, "H", {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  apply(g, "A", "softmax", {s}, {{"axis", 1.0}});
  apply(g, "B", "softmax", {s}, {{"axis", 0.0}});
  apply(g, "C", "softmax", {h}, {{"axis", 2.0}});
  apply(g, "D", "softmax", {h}, {{"axis", 1.0}});
  apply(g, "E", "softmax", {h}, {{"axis", 0.0}});
  const std::string tex = export_code(g, Language::tex, "t");
  CHECK(has(tex, "A &= \\operatorname{softmax}(S) "));
  CHECK(has(tex, "B &= \\operatorname{softmax}(S)_{\\text{columns}} "));
  CHECK(has(tex, "C &= \\operatorname{softmax}(H) "));
  CHECK(has(tex, "D &= \\operatorname{softmax}(H)_{\\text{columns}} "));
  CHECK(has(tex, "E &= \\operatorname{softmax}(H)_{\\text{axis 0}} "));
}

TEST_CASE("names become valid, unique Python names") {
  Graph g;
  source(g, "lambda", {1}, {1});
  source(g, "x y", {1}, {1});
  source(g, "x_y", {1}, {1});
  source(g, "1st", {1}, {1});
  source(g, "softmax", {1}, {1});
  source(g, "α", {1}, {1});
  const std::vector<std::string> names = code_names(g);
  CHECK(names == std::vector<std::string>{"lambda_", "x_y", "x_y_", "_1st", "softmax_", "__"});
}

TEST_CASE("seeded sources are redrawn in order with discarded draws, and dropout is listed") {
  Graph g;
  const NodeId w = drawn(g, "W", {2}, {.5f, .25f}, {"rand", 7, "main", 1, {{"randn", {4, 8}, {}}}, {}});
  drawn(g, "v", {1}, {.125f}, {"uniform", 7, "main", 0, {}, {{"from", -1.0}, {"to", 1.0}}});
  drawn(g, "d", {3}, {.5f, .5f, .25f}, {"dropout", 7, "main", 2, {}, {}});
  drawn(g, "b", {2}, {0, 1}, {"linear_bias", 7, "main", 3, {}, {{"in_features", 4.0}}});
  drawn(g, "other", {2}, {3, 1}, {"randint", -1, "second", 0, {}, {{"low", 1.0}, {"high", 5.0}}});
  REQUIRE(g.set(w, Index{1}, 9));
  const std::string torch = export_code(g, Language::pytorch, "t");
  CHECK(has(torch,
            "torch.manual_seed(7)\n"
            "v = torch.empty(1).uniform_(-1, 1)\n"
            "torch.randn(4, 8)  # drawn and discarded\n"
            "W = torch.rand(2)\n"
            "W[1] = 9  # changed by hand\n"
            "torch.rand(6)  # dropout's draws differ between builds of PyTorch: listed below\n"
            "d = torch.tensor([0.5, 0.5, 0.25], dtype=torch.float32)\n"
            "b = torch.empty(2).uniform_(-1 / 4 ** 0.5, 1 / 4 ** 0.5)\n"));
  CHECK(has(torch, "torch.manual_seed(-1)\nother = torch.randint(1, 5, (2,)).float()\n"));
  CHECK(has(torch, "show(\"W\", W)  # random, seed 7, not trained"));
  const std::string numpy = export_code(g, Language::numpy, "t");
  CHECK(has(numpy, "W = np.array([0.5, 9], dtype=np.float32)  # random, seed 7, not trained"));
}

TEST_CASE("numbers of the reader's files are loaded: one part of them, shared by heads, with changes by hand") {
  Graph g;
  const auto from_file = [&](const char* name, Shape shape, std::vector<float> data, FileOrigin origin) {
    Node node;
    node.name = name;
    node.shape = std::move(shape);
    node.editable = true;
    node.file = std::move(origin);
    const Result<NodeId> id = g.add_source(node, std::move(data));
    REQUIRE(id);
    return *id;
  };
  // The file holds 0 to 15: 2 parts of 2 heads of 2 rows of 2 columns. Each head serves two; the source is the middle two.
  const NodeId k = from_file("k", {2, 2, 2}, {8, 9, 10, 11, 12, 13, 14, 15},
                             {.file = "own.npy", .tensor = "own", .heads = 2, .part = 1, .shared = 2, .first = 1});
  REQUIRE(g.set(k, Index{0, 1, 0}, 0.5f));
  const std::string torch = export_code(g, Language::pytorch, "t"), numpy = export_code(g, Language::numpy, "t");
  CHECK(has(torch, "import torch\nimport numpy as np\n"));
  CHECK(has(torch,
            "k = torch.from_numpy(np.load(\"own.npy\")).float().reshape(-1, 2, 2, 2)[1]"
            ".repeat_interleave(2, dim=0)[1:3]\nk[0, 1, 0] = 0.5  # changed by hand\n"));
  CHECK(has(numpy, "k = np.load(\"own.npy\").astype(np.float32).reshape(-1, 2, 2, 2)[1].repeat(2, axis=0)[1:3]\n"));
  dump(g, "files", "Numbers of a file");
  if (const char* folder = std::getenv("AE_EXPORT_DIR")) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2, 2, 2), }";
    header += std::string(117 - header.size(), ' ') + "\n";
    std::string npy = std::string("\x93NUMPY\x01\x00", 8) + std::string("\x76\x00", 2) + header;
    for (int i = 0; i < 16; ++i) {
      const auto value = static_cast<float>(i);
      npy.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    write(std::string(folder) + "/own.npy", npy);
  }
  from_file("w", {1, 2, 2}, {0, 1, 2, 3}, {.file = "model.safetensors", .tensor = "a \"b\"", .heads = 1});
  const std::string more = export_code(g, Language::pytorch, "t");
  CHECK(has(more, "from safetensors.torch import load_file\n"));
  CHECK(has(more, "w = load_file(\"model.safetensors\")[\"a \\\"b\\\"\"].float().reshape(-1, 1, 2, 2)[0]\n"));
  const std::string by_bytes = export_code(g, Language::numpy, "t");
  CHECK_FALSE(has(by_bytes, "safetensors."));
  CHECK(has(by_bytes, "w = load_tensor(\"model.safetensors\", \"a \\\"b\\\"\").reshape(-1, 1, 2, 2)[0]\n"));
}

TEST_CASE("every kind of draw has PyTorch code") {
  Graph g;
  std::size_t order = 0;
  for (const char* kind : {"rand", "randn", "randint", "uniform", "normal", "gaussian", "embedding", "xavier_uniform",
                           "xavier_normal", "kaiming_uniform", "kaiming_normal", "linear_weight", "linear_bias"})
    drawn(g, kind, {2, 2}, {1, 2, 3, 4}, {kind, 1, "g", order++, {}, {}});
  const std::string torch = export_code(g, Language::pytorch, "t");
  CHECK_FALSE(has(torch, "torch.tensor("));
  CHECK(has(torch, "torch.nn.init.kaiming_uniform_(torch.empty(2, 2), a=5 ** 0.5)"));
  CHECK(has(torch, "mode=\"fan_in\", nonlinearity=\"leaky_relu\""));
}

TEST_CASE("unusual numbers and texts are preserved in a script") {
  Graph g;
  source(g, "x", {2, 3}, {HUGE_VALF, -HUGE_VALF, std::nanf(""), 0.1f, 1e-30f, -16777216.0f});
  source(g, "none", {0, 3}, {});
  source(g, "one", {}, {2.5f});
  apply(g, "words", "tokenize_words", {}, {{"text", word("a \"b\" \\ c")}});
  const std::string torch = export_code(g, Language::pytorch, "t");
  CHECK(has(torch, "[[float(\"inf\"), float(\"-inf\"), float(\"nan\")],\n"));
  CHECK(has(torch, "[0.1, 1e-30, -16777216]]"));
  CHECK(has(torch, "none = torch.zeros((0, 3), dtype=torch.float32)"));
  CHECK(has(torch, "one = torch.tensor(2.5, dtype=torch.float32)"));
  CHECK(has(torch, "words = [\"a\", \"\\\"b\\\"\", \"\\\\\", \"c\"]"));
  dump(g, "odd", "Odd");
}

TEST_CASE("bidirectional control characters are escaped, so that a script does what it appears to do") {
  // Unicode's list of Bidi_Control characters, in UTF-8.
  constexpr auto signs = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"\xD8\x9C", "061C"},
      {"\xE2\x80\x8E", "200E"},
      {"\xE2\x80\x8F", "200F"},
      {"\xE2\x80\xAA", "202A"},
      {"\xE2\x80\xAB", "202B"},
      {"\xE2\x80\xAC", "202C"},
      {"\xE2\x80\xAD", "202D"},
      {"\xE2\x80\xAE", "202E"},
      {"\xE2\x81\xA6", "2066"},
      {"\xE2\x81\xA7", "2067"},
      {"\xE2\x81\xA8", "2068"},
      {"\xE2\x81\xA9", "2069"},
  });
  std::size_t n = 0;
  for (const auto& [sign, code] : signs) {
    const std::string between = "a" + std::string(sign) + "b", spelled = "a\\u" + std::string(code) + "b",
                      printed = "aU+" + std::string(code) + "b";
    Graph g;
    Node node;
    node.name = between;
    node.symbol = {between, std::string(sign), std::string(sign)};
    node.shape = {1};
    REQUIRE(g.add_source(node, {1}));
    apply(g, "words", "tokenize_words", {}, {{"text", word(between)}});
    for (const Language language : {Language::pytorch, Language::numpy}) {
      const std::string script = export_code(g, language, between);
      CHECK_FALSE(has(script, sign));
      CHECK(has(script, "# " + spelled + "\n"));
      CHECK(has(script, "show(\"" + spelled + "\", "));
      CHECK(has(script, "words = [\"" + spelled + "\"]"));
    }
    const std::string tex = export_code(g, Language::tex, between);
    CHECK_FALSE(has(tex, sign));
    CHECK(has(tex, "\\section*{\\text{" + printed + "}}"));
    CHECK(has(tex, "\\mathrm{" + printed + "}_{\\mathrm{U+" + std::string(code) + "}}^{"));
    dump(g, "direction-" + std::to_string(n++), between);
  }
  // Neighbouring characters in Unicode are kept: non-joiner, bullet, hair space, dash.
  Graph g;
  source(g, "x", {1}, {1});
  CHECK(has(export_code(g, Language::numpy, "\u200C\u2022\u200A\u2013\u061B\u2065"),
            "# \u200C\u2022\u200A\u2013\u061B\u2065\n"));
}

TEST_CASE("a title is a single comment line, and a symbol cannot be a TeX command") {
  Graph g;
  Node node;
  node.name = "x";
  node.symbol = {"é\\input{secret}", "%", "#"};
  node.shape = {1};
  REQUIRE(g.add_source(node, {1}));
  CHECK(has(export_code(g, Language::numpy, std::string("a\rimport os\0b", 13)), "# a import os b\n"));
  const std::string tex = export_code(g, Language::tex, "t");
  CHECK(has(tex, "é\\textbackslash{}input\\{secret\\}_{\\%}^{\\#} &= "));
}

TEST_CASE("scripts of every operation are written to files to be run") {
  std::size_t n = 0;
  for (const Case& c : every_operation()) {
    std::vector<std::vector<float>> data = data_of(c, 12);
    const Built b = built(c, data);
    dump(b.graph, "case-" + std::to_string(n++) + "-" + c.operation, label(c));
  }
  CHECK(n > 100);
}
