// The goals of tasks, tasks-2 and tasks-3: no goal is reached at its start, the plan's solution reaches each, and what the plan names as too little
// does not. The plan's numbers, and every weight computed a second time in double.
#include <array>
#include <set>

#include "lesson/questions/answers.hpp"
#include "lesson/questions/gap.hpp"
#include "lesson/support.hpp"

using lessons::cell;
using lessons::row;

namespace {

using Rows = std::vector<std::vector<double>>;
using Edits = std::vector<lesson::Edit>;
using Parameters = std::map<std::string, lesson::ParameterValue, std::less<>>;

// In the order of the path.
const std::vector<lesson::Lesson>& visits() {
  static const std::vector<lesson::Lesson> opened = [] {
    std::vector<lesson::Lesson> all;
    for (const char* id : {"tasks", "tasks-2", "tasks-3"}) all.push_back(lessons::open(id));
    return all;
  }();
  return opened;
}

// The visit with a goal.
const lesson::Lesson& visit(const std::string& step) {
  const auto found = std::ranges::find_if(visits(), [&](const lesson::Lesson& lesson) {
    return std::ranges::contains(lesson.steps, step, &lesson::Step::id);
  });
  REQUIRE_MESSAGE(found != visits().end(), "no step ", step);
  return *found;
}

const lesson::Part& goal(const std::string& step) {
  return std::ranges::find(visit(step).steps, step, &lesson::Step::id)->question.value().parts.at(0);
}

graph::Graph run_with(const std::string& step, Edits edits = {}, Parameters parameters = {}) {
  return lessons::run(visit(step), {std::move(parameters), std::move(edits), "en"});
}

lesson::Gap gap_of(const std::string& step, const graph::Graph& graph) {
  const auto found = lesson::gap(goal(step).truth, graph);
  REQUIRE_MESSAGE(found.has_value(), step);
  return *found;
}

bool reached(const std::string& step, const graph::Graph& graph) {
  return lesson::holds(goal(step).truth, graph).value_or(false);
}

Edits set(const std::string& tensor, const Rows& rows) {
  Edits edits;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < rows[r].size(); ++c) edits.push_back({tensor, {r, c}, static_cast<float>(rows[r][c])});
  return edits;
}

Edits set_row(const std::string& tensor, std::size_t at, const std::vector<double>& values) {
  Edits edits;
  for (std::size_t c = 0; c < values.size(); ++c) edits.push_back({tensor, {at, c}, static_cast<float>(values[c])});
  return edits;
}

Edits operator+(Edits a, const Edits& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// The lesson's own solution, as a page sets it.
graph::Graph solved(const std::string& step) {
  Edits edits;
  Parameters parameters;
  for (const lesson::Change& change : goal(step).solution) {
    const auto& known = visit(step).parameters;
    const auto parameter = std::ranges::find(known, change.parameter, &lesson::Parameter::name);
    if (parameter != known.end()) parameters.emplace(change.parameter, lesson::from_spelt(*parameter, change.value));
  }
  const graph::Graph shaped = run_with(step, {}, parameters);
  for (const lesson::Change& change : goal(step).solution) {
    if (!change.parameter.empty()) continue;
    const std::size_t columns = shaped.node(lessons::node(shaped, change.cells.tensor)).shape.back();
    for (std::size_t i = 0; i < change.values.size(); ++i)
      edits.push_back({change.cells.tensor,
                       change.cells.cells.empty() ? graph::Index{i / columns, i % columns} : change.cells.cells[i],
                       change.values[i]});
  }
  return run_with(step, std::move(edits), std::move(parameters));
}

// Softmax of Q·Kᵀ, divided, where the mask is 1: by the definition.
Rows weights(const Rows& q, const Rows& k, const Rows& mask = {}, double divisor = 1) {
  Rows all;
  for (std::size_t i = 0; i < q.size(); ++i) {
    std::vector<double> powers;
    double sum = 0;
    for (std::size_t j = 0; j < k.size(); ++j) {
      const bool open = mask.empty() || mask[i][j] != 0;
      const double score = (q[i][0] * k[j][0] + q[i][1] * k[j][1]) / divisor;
      sum += powers.emplace_back(open ? std::exp(score) : 0);
    }
    for (double& power : powers) power /= sum;
    all.push_back(powers);
  }
  return all;
}

void same_weights(const graph::Graph& graph, const std::string& tensor, const Rows& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    CHECK_MESSAGE(lessons::near(row(graph, tensor, i), wanted[i], 1e-6), tensor, " row ", i + 1, ": ",
                  lessons::show(row(graph, tensor, i)));
}

const Rows compass{{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
const std::array steps{"even", "copy", "listen", "twice", "past", "never", "point", "same", "both", "back", "sandbox"};

// Words of a and b in which every letter before is looked at: the least weight, by the definition.
double worst_weight_back(const Rows& letters_q, const Rows& letters_k, const Rows& places_q, const Rows& places_k) {
  double worst = 1;
  for (unsigned word = 0; word < 16; ++word) {
    Rows q, k, mask;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned letter = word >> (3 - i) & 1U;
      q.push_back({letters_q[letter][0] + places_q[i][0], letters_q[letter][1] + places_q[i][1]});
      k.push_back({letters_k[letter][0] + places_k[i][0], letters_k[letter][1] + places_k[i][1]});
      mask.emplace_back();
      for (unsigned j = 0; j < 4; ++j) mask[i].push_back(j <= i);
    }
    const Rows a = weights(q, k, mask);
    for (std::size_t i = 1; i < 4; ++i) worst = std::min(worst, a[i][i - 1]);
  }
  return worst;
}

}  // namespace

TEST_SUITE("tasks") {
  TEST_CASE("ten goals in the plan's order and one more: none is reached at the start, each by the lesson's solution") {
    std::vector<std::string> goals;
    for (const lesson::Lesson& lesson : visits())
      for (const lesson::Step& step : lesson.steps)
        if (step.question && step.question->parts.at(0).kind == lesson::Part::Kind::goal) goals.push_back(step.id);
    CHECK(goals == std::vector<std::string>(steps.begin(), steps.end()));
    for (const std::string& step : goals) {
      CAPTURE(step);
      CHECK_FALSE(reached(step, run_with(step)));
      const graph::Graph after = solved(step);
      CHECK(reached(step, after));
      CHECK(gap_of(step, after).off <= 0);
    }
  }

  TEST_CASE("a solution changes nothing but what its goal leaves free, and every goal has two hints") {
    for (const std::string step : steps) {
      CAPTURE(step);
      const lesson::Part& part = goal(step);
      const auto found = std::ranges::find(visit(step).steps, step, &lesson::Step::id);
      CHECK(found->question->hints.size() == 2);
      for (const lesson::Change& change : part.solution) {
        if (!change.parameter.empty()) {
          CHECK(std::ranges::contains(part.free.parameters, change.parameter));
          continue;
        }
        if (part.free.cells.empty() && part.free.parameters.empty()) continue;  // everything is free
        const auto free = std::ranges::find(part.free.cells, change.cells.tensor, &lesson::CellSpec::tensor);
        REQUIRE(free != part.free.cells.end());
        for (const graph::Index& index : change.cells.cells)
          CHECK((free->cells.empty() || std::ranges::contains(free->cells, index)));
      }
    }
  }

  TEST_CASE("even: row 1 starts with .534, .197, .072, .197, and is farthest off there") {
    const graph::Graph start = run_with("even");
    CHECK_NEAR(row(start, "a_1", 0), ({.534, .197, .072, .197}), 5e-4);
    same_weights(start, "a_1", weights(compass, compass));
    CHECK(std::abs(gap_of("even", start).is - .534) < 5e-4);
    CHECK_FALSE(reached("even", run_with("even", set("q_1", {{.1, 0}, {0, 0}, {0, 0}, {0, 0}}))));
    same_weights(solved("even"), "a_1", weights({{0, 0}, {0, 0}, {0, 0}, {0, 0}}, compass));
  }

  TEST_CASE("copy: (10, 0) gives .9999, (3, 0) only .907") {
    CHECK(std::abs(cell(solved("copy"), "a_2", {1, 0}) - .9999) < 5e-5);
    const graph::Graph near = run_with("copy", set_row("q_2", 1, {3, 0}));
    CHECK(std::abs(cell(near, "a_2", {1, 0}) - .907) < 5e-4);
    CHECK_FALSE(reached("copy", near));
    CHECK(std::abs(cell(run_with("copy"), "a_2_tried", {0, 0}) - cell(near, "a_2", {1, 0})) < 1e-7);
    CHECK_FALSE(reached("copy", run_with("copy", set("q_2", {{0, 0}, {10, 0}, {1, 0}, {0, 0}}))));  // row 3 is not even
    const Rows a = weights({{0, 0}, {10, 0}, {0, 0}, {0, 0}}, compass);
    same_weights(solved("copy"), "a_2", a);
  }

  TEST_CASE("listen: k3 = (6, 0) gives .9884, (5, 0) only .969") {
    CHECK(std::abs(cell(solved("listen"), "a_3", {0, 2}) - .9884) < 5e-5);
    const graph::Graph near = run_with("listen", set_row("k_3", 2, {5, 0}));
    CHECK(std::abs(cell(near, "a_3", {0, 2}) - .969) < 5e-4);
    CHECK_FALSE(reached("listen", near));
    const Rows q(4, {1, 0});
    same_weights(near, "a_3", weights(q, {{1, 0}, {0, 1}, {5, 0}, {0, -1}}));
    CHECK(std::abs(cell(run_with("listen"), "a_3_five", {0, 2}) - .969) < 5e-4);
  }

  TEST_CASE("twice: (6.7, 6) has the ratio 2.014, (6, 3) has 20.1, and (12, 6), twice the score, has 403") {
    const graph::Graph after = solved("twice");
    CHECK_NEAR(row(after, "a_4", 0), ({.6682, .3318, 0, 0}), 6e-5);
    CHECK(std::abs(cell(after, "a_4", {0, 0}) / cell(after, "a_4", {0, 1}) - 2.014) < 5e-4);
    for (const auto& [second, ratio] : {std::pair(3.0, 20.1), std::pair(6.0, 403.4)}) {
      const graph::Graph tried = run_with("twice", set_row("q_4", 0, {second == 6 ? 12.0 : 6.0, second}));
      CHECK(std::abs(cell(tried, "a_4", {0, 0}) / cell(tried, "a_4", {0, 1}) - ratio) < .05);
      CHECK_FALSE(reached("twice", tried));
    }
    // The right ratio is not enough: short queries leave tokens 3 and 4 too much.
    CHECK_FALSE(reached("twice", run_with("twice", set_row("q_4", 0, {.7, 0}))));
  }

  TEST_CASE("past: the mask alone leaves row 2 at .119, .881, and no mask is not enough either") {
    const graph::Graph masked = run_with("past", {}, {{"causal_5", true}});
    CHECK_NEAR(row(masked, "a_5", 1), ({.119, .881, 0, 0}), 5e-4);
    CHECK_NEAR(row(run_with("past"), "a_5_masked", 1), ({.119, .881, 0, 0}), 5e-4);
    CHECK_FALSE(reached("past", masked));
    CHECK_FALSE(reached("past", run_with("past", set("q_5", {{0, 0}, {0, 0}, {0, 0}, {0, 0}}))));
    Edits clicked = set("q_5", {{0, 0}, {0, 0}, {0, 0}, {0, 0}});
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t c = r + 1; c < 4; ++c) clicked.push_back({"m_5", {r, c}, 0});
    CHECK(reached("past", run_with("past", clicked)));  // the mask cell by cell is as good as the switch
    for (std::size_t r = 0; r < 4; ++r) {
      std::vector<double> wanted(4, 0);
      for (std::size_t c = 0; c <= r; ++c) wanted[c] = 1 / static_cast<double>(r + 1);
      CHECK(lessons::near(row(solved("past"), "a_5", r), wanted, 1e-6));
    }
  }

  TEST_CASE(
      "never: k2 = (−5, 0) leaves .0004 and changes every row; the mask gives exactly 0 and .1554, .4223, .4223") {
    CHECK_NEAR(row(run_with("never"), "a_6", 3), ({.1092, .2969, .2969, .2969}), 5e-5);
    CHECK_NEAR(row(solved("never"), "a_6", 3), ({.1554, 0, .4223, .4223}), 5e-5);
    CHECK(cell(solved("never"), "a_6", {3, 1}) == 0);
    const graph::Graph low = run_with("never", set_row("k_6", 1, {-5, 0}));
    CHECK(std::abs(cell(low, "a_6", {3, 1}) - .0004) < 5e-5);
    CHECK_FALSE(reached("never", low));
    // However low the score: a weight that rounds to nothing is still not 0 in float32 as long as e^ is not.
    CHECK(cell(run_with("never", set_row("k_6", 1, {-40, 0})), "a_6", {3, 1}) > 0);
    CHECK_FALSE(reached("never", run_with("never", set_row("k_6", 1, {-40, 0}))));
    CHECK(std::abs(1 - cell(run_with("never"), "a_6", {3, 1}) - .703) < 5e-4);
    // Another cell of the mask is not asked for.
    CHECK_FALSE(reached("never", run_with("never", {{"m_6", {3, 1}, 0}, {"m_6", {0, 1}, 0}})));
  }

  TEST_CASE(
      "point: (0, 1.1) reaches (3.001, .999), (0, 1) only (2.92, 1.08), ln 3 is exact, and no query reaches (5, 1)") {
    CHECK_NEAR(row(solved("point"), "a_7", 2), ({.187, .563, .187, .062}), 6e-4);
    CHECK_NEAR(row(solved("point"), "z_7", 2), ({3.001, .999}), 6e-4);
    const graph::Graph near = run_with("point", set_row("q_7", 2, {0, 1}));
    CHECK_NEAR(row(near, "z_7", 2), ({2.92, 1.08}), 5e-3);
    CHECK_FALSE(reached("point", near));
    CHECK_NEAR(row(run_with("point", set_row("q_7", 2, {0, std::log(3.0)})), "z_7", 2), ({3, 1}), 1e-6);
    for (const auto& q : {std::pair(0.0, 50.0), std::pair(-7.0, 9.0), std::pair(20.0, 20.0), std::pair(-3.0, .5)}) {
      const double x = row(run_with("point", set_row("q_7", 2, {q.first, q.second})), "z_7", 2)[0];
      CHECK(x >= 0);
      CHECK(x <= 4);
    }
  }

  TEST_CASE("same: dividing moves a weight by .104, queries 1.4 times as long bring it back to .0031") {
    const auto off = [](const graph::Graph& graph) {
      double most = 0;
      const auto a = lessons::all_cells(graph, "a_8"), before = lessons::all_cells(graph, "a_8_before");
      for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - before[i]));
      return most;
    };
    CHECK(std::abs(off(run_with("same")) - .104) < 5e-4);
    CHECK(std::abs(off(solved("same")) - .0031) < 5e-5);
    CHECK_FALSE(reached("same", run_with("same", set("q_8", {{2.6, 1.3}, {0, 1.3}, {1.3, 1.3}, {-1.3, 2.6}}))));
    const Rows q{{2, 1}, {0, 1}, {1, 1}, {-1, 2}}, k{{1, 1}, {2, 0}, {0, 1}, {1, -1}};
    same_weights(run_with("same"), "a_8", weights(q, k, {}, std::sqrt(2.0)));
    same_weights(run_with("same"), "a_8_before", weights(q, k));
  }

  TEST_CASE("both: two heads hold v2 and v3 in either order; one head has at best half of each") {
    const graph::Graph after = solved("both");
    CHECK_NEAR(row(after, "z_9", 0), ({.0001, 1.0000, 2.0000, 1.9998}), 6e-5);
    const Parameters two{{"heads_9", 2.0}};
    CHECK(reached("both", run_with("both", {{"q_9", {0, 0, 0}, -10}, {"q_9", {1, 0, 1}, 10}}, two)));
    CHECK_FALSE(reached("both", run_with("both", {{"q_9", {0, 0, 1}, 10}, {"q_9", {1, 0, 1}, 10}}, two)));
    const graph::Graph one = run_with("both", {{"q_9", {0, 0, 0}, -10}, {"q_9", {0, 0, 1}, 10}});
    CHECK_NEAR(row(one, "z_9", 0), ({1, 1.5}), 1e-3);
    CHECK_FALSE(lesson::holds(goal("both").truth, one).value_or(false));
  }

  TEST_CASE("back: in all sixteen words at least .964; with letters left in the keys the worst is .331") {
    const Rows none{{0, 0}, {0, 0}}, letters{{1, 0}, {0, 1}}, start(4, {0, 0});
    const auto places = [](double length) { return Rows{{0, 0}, {length, 0}, {0, length}, {-length, 0}}; };
    const auto worst = [](const graph::Graph& graph) {
      double least = 1;
      for (std::size_t word = 0; word < 16; ++word)
        for (std::size_t i = 1; i < 4; ++i) least = std::min(least, cell(graph, "a_10", {word, i, i - 1}));
      return least;
    };
    CHECK(std::abs(worst(solved("back")) - .964) < 6e-4);
    CHECK(std::abs(worst(solved("back")) - worst_weight_back(none, none, places(4), compass)) < 1e-6);
    const graph::Graph in_keys = run_with("back", set("lq", none) + set("pq", places(4)));
    CHECK(std::abs(worst(in_keys) - .3313) < 5e-5);
    CHECK(std::abs(worst(in_keys) - worst_weight_back(none, letters, places(4), compass)) < 1e-6);
    CHECK_FALSE(reached("back", in_keys));
    CHECK(std::abs(gap_of("back", in_keys).is - .3313) < 5e-5);
    CHECK_FALSE(
        reached("back", run_with("back", set("lk", none) + set("pq", places(4)))));  // letters left in the queries
    const graph::Graph longer = run_with("back", set("lq", none) + set("lk", none) + set("pq", places(10)));
    CHECK(std::abs(worst(longer) - .9999) < 6e-5);
    CHECK(reached("back", longer));
    CHECK(std::abs(worst(run_with("back")) - worst_weight_back(letters, letters, start, compass)) < 1e-6);
    std::set<std::vector<double>> words;
    for (std::size_t word = 0; word < 16; ++word) words.insert(row(run_with("back"), "words_10", word));
    CHECK(words.size() == 16);
  }

  TEST_CASE("sandbox: Q = K = (2,0), (1,0), (0,0), (0,0) has symmetric scores and weights .1155 and .6103") {
    Edits edits;
    const Rows both{{2, 0}, {1, 0}, {0, 0}, {0, 0}};
    for (const char* tensor : {"q", "k"})
      for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 2; ++c) edits.push_back({tensor, {0, r, c}, static_cast<float>(both[r][c])});
    const graph::Graph graph = run_with("sandbox", edits);
    CHECK(cell(graph, "s", {0, 0, 1}) == cell(graph, "s", {0, 1, 0}));
    CHECK(std::abs(cell(graph, "a", {0, 0, 1}) - .1155) < 5e-5);
    CHECK(std::abs(cell(graph, "a", {0, 1, 0}) - .6103) < 5e-5);
  }
}
