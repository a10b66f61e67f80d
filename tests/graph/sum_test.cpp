// Shown sums add up: the shown terms give the shown total, to the digits shown.
#include <cstdlib>

#include "graph/catalogue.hpp"
#include "graph/explain/writer.hpp"

using namespace build;

namespace {

// "−6.0e−6" as a number.
double shown(std::string text) {
  for (std::size_t at; (at = text.find("−")) != std::string::npos;) text.replace(at, std::string("−").size(), "-");
  return std::strtod(text.c_str(), nullptr);
}

int places(const std::string& text) {
  if (text.find('e') != std::string::npos) return -1;
  const std::size_t point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

// The segments of a line between = and ≈.
std::vector<std::vector<Piece>> segments(const Line& line) {
  std::vector<std::vector<Piece>> out{{}};
  for (const Piece& piece : line.pieces) {
    if (piece.text == "=" || piece.text == "≈") out.emplace_back();
    else out.back().push_back(piece);
  }
  return out;
}

// The value of a segment that is nothing but numbers with + and − between them.
bool plain_sum(const std::vector<Piece>& segment, double& value, std::size_t& terms) {
  value = 0;
  terms = 0;
  double sign = 1;
  for (const Piece& piece : segment) {
    if (piece.text == "+" || piece.text == "−") {
      sign = piece.text == "+" ? 1 : -1;
    } else if (piece.kind == Piece::Kind::number && piece.level == Piece::Level::base) {
      value += sign * shown(piece.text);
      ++terms;
    } else if (piece.text != "(" && piece.text != ")") {
      return false;
    }
  }
  return terms > 1;
}

}  // namespace

TEST_CASE("the shown terms of every plain sum add up to the shown total, to its last digit") {
  std::size_t sums = 0;
  for (const Case& c : every_operation())
    for (unsigned seed : {2u, 41u})
      for (int decimals : {0, 2, 4}) {
        std::vector<std::vector<float>> data = data_of(c, seed);
        for (std::size_t i = 0; i < data.size(); ++i)
          for (float& v : data[i])
            if (c.inputs[i].fill == Fill::random) v *= 0.37f;  // long binary fractions, so that rounding happens
        const Built b = built(c, data);
        for (const Index& index : cells(b.graph.node(b.result).shape)) {
          const Explanation e = b.graph.explain(b.result, index, decimals);
          for (const Line& line : e.lines) {
            const auto parts = segments(line);
            for (std::size_t s = 0; s + 1 < parts.size(); ++s) {
              double value = 0;
              std::size_t terms = 0;
              if (!plain_sum(parts[s], value, terms) || parts[s + 1].size() != 1) continue;
              const std::string& total = parts[s + 1][0].text;
              if (places(total) < 0 || !std::isfinite(value)) continue;
              ++sums;
              CHECK_MESSAGE(std::fabs(value - shown(total)) <= 0.5001 * std::pow(10.0, -places(total)), label(c), ": ",
                            spoken(e));
            }
          }
        }
      }
  CHECK(sums > 500);
}

TEST_CASE("= appears only between expressions that are equal as shown, ≈ wherever a number is rounded") {
  for (const Case& c : every_operation()) {
    const Built b = built(c, data_of(c, 6));
    for (const Index& index : cells(b.graph.node(b.result).shape)) {
      const Explanation e = b.graph.explain(b.result, index, 2);
      bool wavy = false;
      for (const Line& line : e.lines)
        for (const Piece& piece : line.pieces) wavy = wavy || piece.text == "≈";
      CHECK_MESSAGE(wavy == e.rounded, label(c), ": ", spoken(e));
      const Piece& last = e.lines.back().pieces.back();
      if (last.kind == Piece::Kind::result && !wavy && std::isfinite(e.value))
        CHECK_MESSAGE(static_cast<float>(shown(last.text)) == static_cast<float>(e.value), spoken(e));
    }
  }
}

TEST_CASE("decimals_that_add_up gives the fewest decimals with which the rounded terms add up") {
  CHECK(decimals_that_add_up({0.06337894, 0.936621, 0.936621}, 1.936621, 2) == 2);
  CHECK(decimals_that_add_up({1.0 / 3, 1.0 / 3, 1.0 / 3}, 1, 2) == 2);  // never adds up: the fewest asked for
  CHECK(decimals_that_add_up({0.4, 0.4}, 0.8, 0) == 1);                 // 0 + 0 is not 1
  CHECK(decimals_that_add_up({4, 0, 0}, 4, 0) == 0);
  CHECK(decimals_that_add_up({std::nan(""), 1}, 1, 2) == 2);
  CHECK(decimals_that_add_up({HUGE_VAL}, HUGE_VAL, 3) == 3);
  CHECK(decimals_that_add_up({}, 0, 1) == 1);
}

TEST_CASE("terms of very different size add up within the precision of float32, or are marked ≈") {
  Graph g;
  const NodeId s = source(g, "s", {3}, {54.59815f, 1234567, 162754.797f});
  const NodeId y = apply(g, "y", "sum", {s});
  CHECK(spoken(g.explain(y, {}, 4)) == "y ≈ 54.5981 + 1234567 + 162754.8 ≈ 1397376");
  CHECK(spoken(g.explain(y, {}, 2)) == "y ≈ 54.60 + 1234567 + 162754.8 ≈ 1397376");
}

TEST_CASE("a total whose last digits are rounding errors loses them, until the shown terms add up") {
  const auto shown_as = sum_decimals({54.59815, 8886111, 162754.797}, 9048921, 4);  // the terms give 9048920.4
  CHECK(shown_as.total == -1);
  CHECK(format_float(9048921, shown_as.total) == "9.04892e6");
  CHECK(format_float(3, -1) == "3");
}

TEST_CASE("no number of an explanation has more than seven significant digits") {
  for (const Case& c : every_operation())
    for (const float times : {1e-3f, 1.37f, 1234.567f, 3456789.5f}) {
      std::vector<std::vector<float>> data = data_of(c, 3);
      for (std::size_t i = 0; i < data.size(); ++i)
        for (float& v : data[i])
          if (c.inputs[i].fill == Fill::random) v *= times;
      const Built b = built(c, data);
      for (const Index& index : cells(b.graph.node(b.result).shape))
        for (const Line& line : b.graph.explain(b.result, index, 6).lines)
          for (const Piece& piece : line.pieces) {
            if (piece.kind != Piece::Kind::number && piece.kind != Piece::Kind::result) continue;
            std::string digits = piece.text.substr(0, piece.text.find('e'));
            if (!digits.contains('.') && std::fabs(shown(digits)) <= largest_whole_float)
              continue;  // whole numbers are exact
            std::erase_if(digits, [](char d) { return d < '0' || d > '9'; });
            digits.erase(0, digits.find_first_not_of('0'));
            CHECK_MESSAGE(digits.size() <= 8, label(c), ": ", piece.text);  // one more if rounding carries over
          }
    }
}

TEST_CASE("if no number of decimals makes them add up, the terms get more digits than the total") {
  Graph g;
  const NodeId x = source(g, "x", {3}, {1.0f / 3, 1.0f / 3, 1.0f / 3});
  const NodeId y = apply(g, "y", "sum", {x});
  CHECK(spoken(g.explain(y, {}, 2)) == "y ≈ 0.333 + 0.333 + 0.333 ≈ 1");
}

TEST_CASE("more than six terms: the three largest and the rest first, all of them in a second line") {
  Graph g;
  const NodeId x = source(g, "x", {8}, {1, 20, 3, -40, 5, 6, 70, 8}, Role::none, {"token"});
  const NodeId y = apply(g, "y", "sum", {x});
  const Explanation e = g.explain(y, {}, 2);
  CHECK(spoken(e) == "y = 20 + (−40) + 70 + 23 = 73\ny = 1 + 20 + 3 − 40 + 5 + 6 + 70 + 8 = 73");
  CHECK(english(e.lines[0].pieces[10].note) == "5 more");
}
