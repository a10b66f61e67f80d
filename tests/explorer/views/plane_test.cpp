// Planes against what the same vectors give in double precision here, and against numbers worked out by hand.
#include <cmath>
#include <numbers>

#include "explorer/support.hpp"
#include "figures/plane/view.hpp"

using namespace explorer;
using namespace explorers;

namespace {

const PlaneView& plane_of(const Explorer& e) {
  REQUIRE(e.view().figure<PlaneView>());
  return *e.view().figure<PlaneView>();
}

Explorer at_step(const std::string& lesson, const std::string& step) {
  Explorer e = open_page(lesson);
  must(e, GoToStep{step});
  return e;
}

void move(Explorer& e, const PlanePoint& point, double x, double y, bool continues = false) {
  REQUIRE(point.cells);
  must(e, MovePoint{point.cells->first, point.cells->second, x, y, continues});
}

// Scores, weights and mixture of the arrows themselves, without the graph.
void check_computed(const PlaneView& plane, double divisor = 1) {
  double sum = 0, most = -1e9, x = 0, y = 0;
  std::vector<double> scores;
  for (const PlaneKey& key : plane.keys) {
    scores.push_back((plane.query.x * key.arrow.x + plane.query.y * key.arrow.y + key.rest) / divisor);
    most = std::max(most, scores.back());
    CHECK(static_cast<double>(key.score.value) == doctest::Approx(scores.back()).epsilon(1e-5));
  }
  for (const double score : scores) sum += std::exp(score - most);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const double weight = std::exp(scores[j] - most) / sum;
    CHECK(std::abs(static_cast<double>(plane.keys[j].weight.value) - weight) < 1e-5);
    x += weight * plane.keys[j].value->x;
    y += weight * plane.keys[j].value->y;
  }
  REQUIRE(plane.output);
  CHECK(plane.output->x == doctest::Approx(x).epsilon(1e-4));
  CHECK(plane.output->y == doctest::Approx(y).epsilon(1e-4));
}

// On the same side of each side of the hull.
bool inside_hull(const PlaneView& plane, double x, double y) {
  for (std::size_t i = 0; i < plane.hull.size(); ++i) {
    const PlanePoint &a = *plane.keys[plane.hull[i]].value,
                     &b = *plane.keys[plane.hull[(i + 1) % plane.hull.size()]].value;
    if ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < -1e-5) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("query 1 of the worked example lies in the plane of features 1 and 3: lengths, cosines, weights, output") {
  const Explorer e = at_step("worked-example", "geometry");
  const PlaneView& plane = plane_of(e);
  CHECK(plane.is_shown);
  CHECK(plane.has_matrices);
  REQUIRE(plane.keys.size() == 3);
  CHECK(plane.query.x == 1);
  CHECK(plane.query.y == 2);
  // Of the whole keys (0, 1, 1), (4, 4, 0) and (2, 3, 1), although the plane shows two of three features.
  const double lengths[] = {std::sqrt(2.0), std::sqrt(32.0), std::sqrt(14.0)},
               cosines[] = {2 / std::sqrt(10.0), 4 / std::sqrt(160.0), 4 / std::sqrt(70.0)},
               weights[] = {.0634, .4683, .4683};
  for (std::size_t j = 0; j < 3; ++j) {
    CHECK(plane.keys[j].rest == 0);
    CHECK(plane.keys[j].length == doctest::Approx(lengths[j]));
    REQUIRE(plane.keys[j].cosine);
    CHECK(*plane.keys[j].cosine == doctest::Approx(cosines[j]));
    CHECK(std::abs(static_cast<double>(plane.keys[j].weight.value) - weights[j]) < 5e-5);
  }
  check_computed(plane);
  CHECK(std::abs(plane.output->x - 6.683) < 1e-3);
  CHECK(std::abs(plane.output->y - 1.595) < 1e-3);
  CHECK(plane.hull.size() == 3);
  CHECK(plane.left_out.contains("adds nothing"));
  CHECK(plane.keys[1].cosine_text == "0.316");
  // Key 1 is best aligned and scores lowest.
  CHECK(plane.remark.contains("Input 1"));
  CHECK(plane.remark.contains("0.632"));
  CHECK(plane.remark.contains("4 times as long"));
}

TEST_CASE("a copy is moved, so the other steps keep the tutorial's numbers, and the copies are those numbers") {
  Explorer e = at_step("worked-example", "geometry");
  for (const auto& [copy, original] : {std::pair("plane_k", "keys"), std::pair("plane_v", "values")})
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t f = 0; f < 3; ++f) CHECK(value(e, copy, {i, f}) == value(e, original, {i, f}));
  for (std::size_t f = 0; f < 3; ++f) CHECK(value(e, "plane_q", {0, f}) == value(e, "querys", {0, f}));
  move(e, plane_of(e).query, 1, 4);
  CHECK(value(e, "querys", {0, 2}) == 2);
  CHECK(value(e, "outputs", {0, 1}) == doctest::Approx(6.6831).epsilon(1e-4));
}

TEST_CASE(
    "a query at right angles to the difference of two keys weighs them the same; halfway between them it does not") {
  Explorer e = at_step("worked-example", "geometry");
  move(e, plane_of(e).query, 1, 4);
  const double e2 = std::exp(2.0);  // scores 4, 4, 6
  CHECK(static_cast<double>(plane_of(e).keys[0].weight.value) == doctest::Approx(1 / (2 + e2)).epsilon(1e-5));
  CHECK(plane_of(e).keys[0].weight.value == plane_of(e).keys[1].weight.value);
  check_computed(plane_of(e));
  move(e, plane_of(e).query, 1, 1);
  CHECK(std::abs(static_cast<double>(plane_of(e).keys[1].weight.value) - .7054) < 5e-5);
  CHECK(std::abs(static_cast<double>(plane_of(e).keys[0].weight.value) - .0351) < 5e-5);
}

TEST_CASE("the output stays inside the hull wherever the query is, and reaches (4, 2.5) but not (7, 2)") {
  Explorer e = at_step("worked-example", "geometry");
  CHECK(inside_hull(plane_of(e), 4, 2.5));
  CHECK(inside_hull(plane_of(e), 6, 2));
  CHECK_FALSE(inside_hull(plane_of(e), 7, 2));
  for (int turn = 0; turn < 36; ++turn) {
    const double angle = turn * std::numbers::pi / 18, length = 0.2 * (turn % 7) * (turn % 5);
    move(e, plane_of(e).query, length * std::cos(angle), length * std::sin(angle));
    CHECK(inside_hull(plane_of(e), plane_of(e).output->x, plane_of(e).output->y));
  }
  move(e, plane_of(e).query, -.42, -.44);
  CHECK(std::hypot(plane_of(e).output->x - 4, plane_of(e).output->y - 2.5) < .05);
}

TEST_CASE("no remark without a query, nor when the best aligned key has the highest score") {
  Explorer e = at_step("worked-example", "geometry");
  move(e, plane_of(e).query, 0, 0);
  CHECK(plane_of(e).remark.empty());
  CHECK_FALSE(plane_of(e).keys[0].cosine);
  CHECK(plane_of(e).keys[0].cosine_text == "–");
  move(e, plane_of(e).query, 3, 0);  // straight along key 2
  CHECK(plane_of(e).remark.empty());
}

TEST_CASE("what a plane leaves out is said, and lengths and cosines are then those of the whole vectors") {
  Explorer e = at_step("worked-example", "geometry");
  edit(e, "plane_q", {0, 1}, "2");
  const PlaneView& plane = plane_of(e);
  const double rests[] = {2, 8, 6};
  for (std::size_t j = 0; j < 3; ++j) CHECK(plane.keys[j].rest == rests[j]);
  CHECK(plane.left_out.contains("2, 8, 6"));
  CHECK(plane.keys[0].length == doctest::Approx(std::sqrt(2.0)));
  CHECK(*plane.keys[0].cosine == doctest::Approx(4 / (std::sqrt(2.0) * 3)));
  check_computed(plane);
}

TEST_CASE("a drag is one undo, and a point moved home is no change") {
  Explorer e = at_step("worked-example", "geometry");
  move(e, plane_of(e).keys[2].arrow, 2.5, 1);
  move(e, plane_of(e).keys[2].arrow, 3, 1.5, true);
  move(e, plane_of(e).keys[2].arrow, 3, 2, true);
  CHECK(value(e, "plane_k", {2, 0}) == 3);
  CHECK(value(e, "plane_k", {2, 2}) == 2);
  CHECK(plane_of(e).keys[2].arrow.home_x == 2);
  CHECK(plane_of(e).keys[2].arrow.home_y == 1);
  CHECK(e.link().contains("plane_k"));
  must(e, Undo{});
  CHECK(value(e, "plane_k", {2, 0}) == 2);
  CHECK(value(e, "plane_k", {2, 2}) == 1);
  CHECK_FALSE(e.can_undo());
  move(e, plane_of(e).query, 5, 5);
  move(e, plane_of(e).query, 1, 2, true);
  CHECK_FALSE(e.can_undo());
  CHECK_FALSE(e.view().changed_from_lesson);
}

TEST_CASE("what lies very far out is not drawn, and nothing breaks") {
  Explorer e = at_step("worked-example", "geometry");
  edit(e, "plane_k", {1, 0}, "1e30");
  edit(e, "plane_v", {0, 1}, "-3e38");
  const PlaneView& plane = plane_of(e);
  CHECK_FALSE(plane.keys[1].arrow.shown);
  CHECK(plane.keys[0].arrow.shown);
  CHECK_FALSE(plane.keys[0].value->shown);
  CHECK(plane.hull.size() == 2);
  CHECK(plane.remark.empty());
}

TEST_CASE("only numbers of a source can be moved, by finite amounts, and not where an author has locked them") {
  Explorer e = at_step("worked-example", "geometry");
  const auto& cells = *plane_of(e).query.cells;
  CHECK_FALSE(refusal(e, MovePoint{cells.first, cells.second, 1e300, 0}).empty());
  CHECK(value(e, "plane_q", {0, 0}) == 1);
  CHECK_FALSE(refusal(e, MovePoint{at(e, "plane_scores", {0, 0}), cells.second, 1, 1}).empty());
  CHECK(value(e, "plane_q", {0, 2}) == 2);
}

TEST_CASE(
    "in a sentence of the lesson Why attention the word that asks is one of the keys: both move with its row of the "
    "table") {
  Explorer e = at_step("why", "drag");
  const PlaneView& plane = plane_of(e);
  REQUIRE(plane.keys.size() == 4);
  CHECK(plane.features == std::array<std::string, 2>{"water", "money"});
  CHECK(plane.query_name == "bank");
  CHECK(plane.query.cells == plane.keys[3].arrow.cells);
  CHECK(plane.query.cells->first == at(e, "table", {3, 0}));
  check_computed(plane);
  const auto share = [&](std::size_t j) { return static_cast<double>(plane_of(e).keys[j].weight.value); };
  CHECK(std::abs(share(2) - .6439) < 5e-5);
  move(e, plane_of(e).query, 2, 2);
  CHECK(std::abs(share(2) - .119) < 5e-4);
  CHECK(std::abs(share(3) - .879) < 5e-4);
  move(e, plane_of(e).query, 2, 0);
  CHECK(std::abs(share(2) - .877) < 5e-4);
  move(e, plane_of(e).query, 0, 1);
  CHECK(std::abs(share(2) - .134) < 5e-4);
  CHECK(std::abs(share(1) - .366) < 5e-4);
  move(e, plane_of(e).query, 0, 0);
  for (std::size_t j = 0; j < 4; ++j) CHECK(share(j) == doctest::Approx(.25));
  move(e, plane_of(e).query, 1, 1);
  move(e, plane_of(e).keys[2].arrow, 1, 0);
  CHECK(std::abs(share(2) - .197) < 5e-4);
}

TEST_CASE("the word cat has nothing in the feature that the plane leaves out") {
  const Explorer e = at_step("basic-self-attention", "geometry");
  const PlaneView& plane = plane_of(e);
  const double scores[] = {-3, 5, 4, 0, -3, 2};
  REQUIRE(plane.keys.size() == 6);
  for (std::size_t j = 0; j < 6; ++j) {
    CHECK(plane.keys[j].rest == 0);
    if (j != 5) CHECK(static_cast<double>(plane.keys[j].score.value) == scores[j]);
  }
  CHECK(plane.keys[5].score.status == CellView::Status::hidden);
  CHECK(plane.remark.empty());  // a hidden score is not compared
  CHECK(plane.output->x == doctest::Approx(1.696).epsilon(1e-3));
  CHECK(plane.output->y == doctest::Approx(1.218).epsilon(1e-3));
  CHECK(plane.keys[0].arrow.cells == plane.keys[4].arrow.cells);
}

TEST_CASE("a query of length 4 is turned: its weights as sigmoids of 8 (cos − sin), undivided and divided by 8") {
  Explorer e = at_step("multi-head", "turn-the-query");
  const auto weight = [&] { return static_cast<double>(plane_of(e).keys[0].weight.value); };
  const auto closed = [](double degrees, double divisor) {
    const double angle = degrees * std::numbers::pi / 180;
    return 1 / (1 + std::exp(-8 * (std::cos(angle) - std::sin(angle)) / divisor));
  };
  CHECK(weight() == doctest::Approx(closed(0, 1)).epsilon(1e-5));
  CHECK(plane_of(e).undivided.empty());
  const std::pair<double, double> of_plan[] = {{30, .9492}, {40, .7283}, {45, .5}, {60, .0508}};
  for (const auto& [degrees, known] : of_plan) {
    const double angle = degrees * std::numbers::pi / 180;
    move(e, plane_of(e).query, 4 * std::cos(angle), 4 * std::sin(angle));
    CHECK(weight() == doctest::Approx(closed(degrees, 1)).epsilon(1e-4));
    CHECK(std::abs(weight() - known) < 1e-4);
  }
  must(e, SetParameter{"divide", true});
  CHECK(weight() == doctest::Approx(closed(60, 8)).epsilon(1e-5));
  check_computed(plane_of(e), 8);
  CHECK(plane_of(e).undivided.contains("Key 2"));
  CHECK(plane_of(e).undivided.contains("0.9"));
}

TEST_CASE("the matrices of the step are behind a switch, and a link keeps it") {
  Explorer e = at_step("worked-example", "geometry");
  CHECK(on_stage(e, "plane_weights"));
  CHECK(e.view().parts.size() == 1);  // a plane is never divided
  must(e, ShowAttention{.matrices = true, .scores = {}, .shared = {}, .threshold = {}});
  CHECK_FALSE(plane_of(e).is_shown);
  CHECK(e.view().parts.size() == 3);
  CHECK(e.link().contains("show=matrices"));
  Explorer again = open_page("worked-example");
  again.open_link(e.link());
  CHECK_FALSE(plane_of(again).is_shown);
}

TEST_CASE("the reading view has a row for each key, the output and the remark") {
  Explorer e = at_step("worked-example", "geometry");
  const auto reading = parse(e.reading_json());
  const auto plane = reading.root()["step"]["figures"].items().at(0);
  CHECK(plane["kind"].text() == "plane");
  const auto rows = plane["table"]["rows"].items();
  CHECK(rows.size() == 3);
  CHECK(rows[1].items()[0].text() == "Input 2");
  CHECK(rows[1].items()[2].text() == "5.657");
  const auto paragraphs = plane["paragraphs"].items();
  REQUIRE(paragraphs.size() == 5);  // two remarks, the sum of the weights, the output and where it lies
  CHECK(paragraphs[3].text() == "z₁: f2 6.6831, f3 1.5951.");
}
