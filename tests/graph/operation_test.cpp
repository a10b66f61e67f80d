// Properties of every operation: explanations combine to the cell, sources are all that a cell depends on, an edit gives
// the same as a fresh run, shapes and axes fit, and it exports to all three languages.
#include <cmath>
#include <set>

#include "graph/catalogue.hpp"

using namespace build;

TEST_CASE("every operation has a test case, a description and a unique name") {
  std::set<std::string> seen;
  for (const Case& c : every_operation()) seen.insert(c.operation);
  std::set<std::string_view> names;
  for (const Operation* operation : all_operations()) {
    CHECK_MESSAGE((seen.contains(std::string(operation->name())) || operation->recorded_by_others()), operation->name(),
                  " takes none of the shapes that are tried: list a case in catalogue.hpp");
    CHECK(names.insert(operation->name()).second);
    CHECK_FALSE(operation->doc().empty());
    CHECK(find_operation(operation->name()) == operation);
    for (const OptionSpec& option : operation->options()) CHECK_FALSE(option.doc.empty());
  }
  CHECK(find_operation("nothing") == nullptr);
}

TEST_CASE("the terms of an explanation combine to the cell, for every cell of every operation") {
  for (const Case& c : every_operation())
    for (unsigned seed : {1u, 20u, 300u}) {
      const Built b = built(c, data_of(c, seed));
      for (const Index& index : cells(b.graph.node(b.result).shape)) {
        const Explanation e = b.graph.explain(b.result, index, 2);
        const double own = b.graph.at(b.result, index);
        CHECK_MESSAGE(close(combined(e), own), label(c), ": ", combined(e), " is not ", own, " in ", spoken(e));
        CHECK(close(e.value, own));
        CHECK_FALSE(e.lines.empty());
        CHECK_MESSAGE(!e.rule.empty(), label(c));
        CHECK_MESSAGE(english(e.rule) != e.rule.id, e.rule.id, " has no English");
        CHECK_MESSAGE(english(e.rule).find('{') == std::string::npos, english(e.rule));
        for (const Term& term : e.terms)
          for (const CellRef& ref : term.factors) {
            const Shape& shape = b.graph.node(ref.node).shape;
            REQUIRE(ref.index.size() == shape.size());
            for (std::size_t a = 0; a < shape.size(); ++a) REQUIRE(ref.index[a] < shape[a]);
          }
      }
    }
}

TEST_CASE(
    "a result that is said to be never negative has no negative cell, whatever its inputs or for inputs like that") {
  std::size_t always = 0, like_inputs = 0;
  for (const Case& c : every_operation())
    for (unsigned seed : {1u, 20u, 300u}) {
      std::vector<std::vector<float>> data = data_of(c, seed);
      const Operation::Sign sign = find_operation(c.operation)->sign();
      if (sign == Operation::Sign::either) continue;
      if (sign == Operation::Sign::of_inputs)
        for (std::vector<float>& input : data)
          for (float& number : input) number = std::fabs(number);
      ++(sign == Operation::Sign::of_inputs ? like_inputs : always);
      const Built b = built(c, data);
      for (const float number : values(b.graph, b.result)) CHECK_MESSAGE(!(number < 0), label(c), ": ", number);
    }
  CHECK(always > 30);
  CHECK(like_inputs > 30);
}

TEST_CASE("a cell changes only with the cells that sources() names") {
  for (const Case& c : every_operation()) {
    if (c.operation == "mask" || c.operation == "histogram" || c.operation == "one_hot") continue;  // steps: see below
    const std::vector<std::vector<float>> data = data_of(c, 5);
    for (std::size_t i = 0; i < c.inputs.size(); ++i) {
      if (c.inputs[i].fill == Fill::ids || c.inputs[i].fill == Fill::draws) continue;
      for (const Index& changed : cells(c.inputs[i].shape)) {
        Built b = built(c, data);
        std::vector<bool> named;
        for (const Index& index : cells(b.graph.node(b.result).shape)) {
          const std::vector<Index> sources =
              b.graph.node(b.result).operation->sources(i, CellContext{b.graph, b.result, index, 2});
          named.push_back(std::find(sources.begin(), sources.end(), changed) != sources.end());
        }
        const float before = b.graph.at(b.inputs[i], changed);
        const Result<std::vector<CellRef>> made = b.graph.set(b.inputs[i], changed, before + 0.375f);
        REQUIRE(made);
        std::size_t k = 0;
        for (const Index& index : cells(b.graph.node(b.result).shape)) {
          const bool moved = std::find(made->begin(), made->end(), CellRef{b.result, index}) != made->end();
          const bool allowed = named[k++];
          CHECK_MESSAGE((allowed || !moved), label(c), ": input ", i);
        }
      }
    }
  }
}

TEST_CASE("after an edit every cell equals that of a fresh run") {
  for (const Case& c : every_operation()) {
    if (c.inputs.empty()) continue;
    std::vector<std::vector<float>> data = data_of(c, 9);
    Built edited = built(c, data);
    const float value = c.inputs[0].fill == Fill::ids ? 1.0f : 1.25f;
    REQUIRE(edited.graph.set(edited.inputs[0], Index(c.inputs[0].shape.size(), 0), value));
    data[0][0] = value;
    const Built fresh = built(c, data);
    const std::vector<float> a = values(edited.graph, edited.result), b = values(fresh.graph, fresh.result);
    for (std::size_t i = 0; i < a.size(); ++i)
      CHECK_MESSAGE((a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))), label(c));
    CHECK(edited.graph.edits(edited.inputs[0]).size() == 1);
  }
}

TEST_CASE("the announced shape is the computed one, an axis has all labels or none, and every language exports") {
  for (const Case& c : every_operation()) {
    const Built b = built(c, data_of(c, 3));
    const Node& node = b.graph.node(b.result);
    std::vector<Shape> shapes;
    for (const Input& input : c.inputs) shapes.push_back(input.shape);
    const Result<Shape> shape = node.operation->shape(shapes, c.options);
    REQUIRE(shape);
    CHECK_MESSAGE(*shape == node.shape, label(c));
    CHECK_MESSAGE(node.axes.size() == node.shape.size(), label(c));
    for (std::size_t a = 0; a < node.axes.size(); ++a)
      CHECK_MESSAGE((node.axes[a].labels.empty() || node.axes[a].labels.size() == node.shape[a]), label(c));
    CHECK(node.operation->cost(shapes, c.options).bytes >= 0);
    for (const Language language : {Language::pytorch, Language::numpy, Language::tex}) {
      const std::string code = export_code(b.graph, language, "title");
      CHECK(code.find("result") != std::string::npos);
    }
  }
}

TEST_CASE("NaN, infinities and all-masked rows are shown and never crash") {
  const float nan = std::nanf(""), inf = HUGE_VALF;
  for (const Case& c : every_operation()) {
    bool plain = !c.inputs.empty() && c.operation != "embedding" && c.operation != "one_hot";
    for (const Input& input : c.inputs) plain = plain && input.fill != Fill::bits && input.fill != Fill::draws;
    if (!plain) continue;
    for (const float odd : {nan, inf, -inf, 3e38f}) {
      std::vector<std::vector<float>> data = data_of(c, 4);
      for (float& v : data[0]) v = odd;
      const Built b = built(c, data);
      for (const Index& index : cells(b.graph.node(b.result).shape)) {
        const Explanation e = b.graph.explain(b.result, index, 2);
        CHECK_FALSE(e.lines.empty());
        CHECK_FALSE(spoken(e).empty());
      }
    }
  }
}
