// Edits of a graph: what is computed anew, which cells are listed, and that a refused edit changes nothing.
#include <algorithm>
#include <cmath>

#include "graph/worked_example.hpp"

using namespace build;

namespace {

bool names(const Error& error, std::string_view words) { return error.message.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("an edit recomputes only dependent nodes and returns the cells that changed") {
  WorkedExample s = worked_example();
  const std::vector<float> keys = values(s.graph, s.keys);
  const Result<std::vector<CellRef>> changed = s.graph.set(s.w_query, Index{0, 0}, 2);
  REQUIRE(changed);
  for (const CellRef& ref : *changed) CHECK((ref.node == s.w_query || ref.node >= s.scores || ref.node == s.queries));
  CHECK(std::count(changed->begin(), changed->end(), CellRef{s.scores, {0, 1}}) == 1);
  CHECK(std::count(changed->begin(), changed->end(), CellRef{s.scores, {0, 0}}) == 0);  // still 2
  CHECK(values(s.graph, s.keys) == keys);
  CHECK(s.graph.largest_magnitude(s.scores) == 16);
  REQUIRE(s.graph.set(s.w_query, Index{0, 0}, 100));
  CHECK(s.graph.largest_magnitude(s.scores) > 300);
  REQUIRE(s.graph.set(s.w_query, Index{0, 0}, 1));
  CHECK(values(s.graph, s.scores) == values(worked_example().graph, s.scores));
  CHECK(s.graph.set(s.w_query, Index{0, 0}, 1)->empty());
}

TEST_CASE("an edit lists the cells of chosen nodes only, with the edited one, and recomputes the others all the same") {
  WorkedExample s = worked_example(), whole = worked_example();
  const std::vector<CellEdit> edits{{{s.w_query, {0, 0}}, 2}};
  std::vector<bool> listed(s.graph.size());
  listed[s.scores] = true;
  const Result<std::vector<CellRef>> some = s.graph.set(edits, listed);
  const Result<std::vector<CellRef>> all = whole.graph.set(edits);
  REQUIRE((some && all));
  std::vector<CellRef> wanted;
  for (const CellRef& ref : *all)
    if (ref.node == s.w_query || ref.node == s.scores) wanted.push_back(ref);
  CHECK(wanted.size() > 1);
  CHECK(*some == wanted);
  for (NodeId node = 0; node < s.graph.size(); ++node) CHECK(values(s.graph, node) == values(whole.graph, node));
}

TEST_CASE("an invalid edit is refused and changes nothing") {
  WorkedExample s = worked_example();
  CHECK(s.graph.set(s.scores, Index{0, 0}, 1).error().code == "edit");
  CHECK(s.graph.set(s.x, Index{0, 4}, 1).error().code == "index");
  CHECK(s.graph.set(s.x, Index{0}, 1).error().code == "index");
  CHECK(s.graph.set(s.x, Index{0, 0}, HUGE_VALF).error().code == "not-finite");
  CHECK(s.graph.set(s.x, Index{0, 0}, std::nanf("")).error().code == "not-finite");
  Graph g;
  const NodeId ids = source(g, "ids", {2}, {0, 1}), table = source(g, "table", {2, 2}, {1, 2, 3, 4});
  const NodeId twice = apply(g, "twice", "add", {ids, ids}), rows = apply(g, "rows", "embedding", {ids, table});
  const Result<std::vector<CellRef>> bad = g.set(ids, Index{0}, 2);
  REQUIRE_FALSE(bad);
  CHECK(names(bad.error(), "Id 2 names no row: table has 2 rows"));
  CHECK(values(g, ids) == std::vector<float>{0, 1});
  CHECK(values(g, twice) == std::vector<float>{0, 2});
  CHECK(values(g, rows) == std::vector<float>{1, 2, 3, 4});
}

TEST_CASE("several edits are applied at once: the last values count, computed once, or nothing changes") {
  Graph g;
  const NodeId ids = source(g, "ids", {2}, {0, 1}), table = source(g, "table", {2, 2}, {1, 2, 3, 4});
  const NodeId twice = apply(g, "twice", "add", {ids, ids}), rows = apply(g, "rows", "embedding", {ids, table});
  const auto refused_at = [&](std::vector<CellEdit> edits) {
    const Result<std::vector<CellRef>> bad = g.set(edits);
    REQUIRE_FALSE(bad);
    CHECK(values(g, ids) == std::vector<float>{0, 1});
    CHECK(values(g, table) == std::vector<float>{1, 2, 3, 4});
    CHECK(values(g, twice) == std::vector<float>{0, 2});
    CHECK(values(g, rows) == std::vector<float>{1, 2, 3, 4});
    CHECK(g.edits(ids).empty());
    CHECK(g.edits(table).empty());
    return bad.error().code;
  };
  CHECK(refused_at({{{ids, {0}}, 1}, {{ids, {1}}, 99}}) == "range");
  CHECK(refused_at({{{table, {0, 0}}, 7}, {{ids, {1}}, 99}}) == "range");
  CHECK(refused_at({{{ids, {0}}, 1}, {{twice, {1}}, 4}}) == "edit");
  CHECK(refused_at({{{ids, {0}}, 1}, {{table, {2, 0}}, 4}}) == "index");
  CHECK(refused_at({{{ids, {0}}, 1}, {{table, {1, 0}}, HUGE_VALF}}) == "not-finite");

  // 99 alone would be refused; the later value for the same cell counts.
  const std::vector<CellEdit> edits{{{ids, {0}}, 99}, {{table, {1, 1}}, 5}, {{ids, {0}}, 1}};
  const Result<std::vector<CellRef>> done = g.set(edits);
  REQUIRE(done);
  CHECK(values(g, ids) == std::vector<float>{1, 1});
  CHECK(values(g, twice) == std::vector<float>{2, 2});
  CHECK(values(g, rows) == std::vector<float>{3, 5, 3, 5});
  CHECK(*done == std::vector<CellRef>{
                     {ids, {0}}, {table, {1, 1}}, {twice, {0}}, {rows, {0, 0}}, {rows, {0, 1}}, {rows, {1, 1}}});
  CHECK(g.edits(ids) == std::vector<std::pair<Index, float>>{{{0}, 1}});
  CHECK(g.set(std::vector<CellEdit>{})->empty());
}

TEST_CASE("infinities and NaN downstream of an edit are shown as such") {
  WorkedExample s = worked_example();
  REQUIRE(s.graph.set(s.x, Index{0, 0}, 3e38f));
  const Explanation e = s.graph.explain(s.scores, {0, 0}, 2);
  CHECK_FALSE(spoken(e).empty());
  CHECK(std::isinf(s.graph.at(s.scores, Index{0, 0})));
  CHECK(std::isnan(s.graph.at(s.weights, Index{0, 0})));
  CHECK(s.graph.explain(s.weights, {0, 0}, 2).lines[0].pieces.back().text == "NaN");
  CHECK(std::isfinite(s.graph.at(s.weights, Index{1, 1})) == false);  // row 2 uses key 1, which is infinite
}
