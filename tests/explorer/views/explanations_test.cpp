// The displayed terms of an explanation add up to the displayed sum, at every number of decimals, for every cell
// of every tensor of every bundled lesson. And what the explanation says is what the graph holds.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "explorer/support.hpp"
#include "graph/explain/explanation.hpp"
#include "sanitized.hpp"

using namespace explorer;
using namespace explorers;

namespace {

// The last displayed digit's worth, in units of 10^-9.
std::int64_t last_digit(const std::string& text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  std::int64_t worth = 1'000'000'000;
  for (std::size_t i = point + 1; i < text.size(); ++i) worth /= 10;
  return worth;
}

// A displayed number as a count of units of 10^-9: exact, unlike a double. None for "∞", "NaN" or powers of ten.
std::optional<std::int64_t> units(std::string text) {
  const std::string minus = "−";
  const bool negative = text.starts_with(minus);
  if (negative) text = text.substr(minus.size());
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string::npos) return std::nullopt;
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string decimals = point < text.size() ? text.substr(point + 1) : "";
  if (point > 9 || decimals.size() > 9) return std::nullopt;
  std::int64_t value = std::stoll("0" + text.substr(0, point));
  for (std::size_t i = 0; i < 9; ++i) value = value * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
  return negative ? -value : value;
}

// A part of a line between equals signs: plain when it is numbers joined by + and − only.
struct Part {
  std::optional<std::int64_t> sum;
  std::size_t numbers = 0;
  std::int64_t finest = 1'000'000'000;  // of its last digits
};

// To the last digit where the terms have the digits of the sum; to half of it where some are shown finer. A float32 has
// about seven digits, and beyond them the sum that the computer made is off by its own rounding.
bool adds_up(const Part& terms, const Part& total) {
  const auto off = std::abs(*terms.sum - *total.sum);
  const auto value = static_cast<float>(static_cast<double>(*total.sum) * 1e-9);
  const double spacing = std::nextafter(std::fabs(value), INFINITY) - std::fabs(value);
  const auto rounding = static_cast<std::int64_t>(spacing * 1e9);
  const std::int64_t half = terms.finest < total.finest ? total.finest / 2 : 0;
  return off <= std::max(half, rounding < total.finest ? 0 : rounding) + (half > 0 ? rounding : 0);
}

std::vector<Part> parts_of(const graph::Line& line) {
  std::vector<Part> parts(1);
  std::int64_t sign = 1;
  bool plain = true, wants_number = true;
  parts.back().sum = 0;
  const auto close = [&] {
    if (!plain || wants_number) parts.back().sum.reset();
    parts.emplace_back().sum = 0;
    sign = 1;
    plain = wants_number = true;
  };
  for (const graph::Piece& piece : line.pieces) {
    using Kind = graph::Piece::Kind;
    if (piece.kind == Kind::text && (piece.text == "=" || piece.text == "≈")) {
      close();
      continue;
    }
    const bool number = piece.kind == Kind::number || piece.kind == Kind::result;
    if (number && wants_number && piece.level == graph::Piece::Level::base && units(piece.text)) {
      *parts.back().sum += sign * *units(piece.text);
      ++parts.back().numbers;
      parts.back().finest = std::min(parts.back().finest, last_digit(piece.text));
      wants_number = false;
    } else if (piece.kind == Kind::text && !wants_number && (piece.text == "+" || piece.text == "−")) {
      sign = piece.text == "+" ? 1 : -1;
      wants_number = true;
    } else {
      plain = false;
    }
  }
  close();
  parts.pop_back();
  return parts;
}

std::string shown(const graph::Line& line) {
  std::string out;
  for (const graph::Piece& piece : line.pieces) out += graph::plain(piece.symbol) + piece.text + " ";
  return out;
}

std::size_t count(const graph::Shape& shape) {
  std::size_t cells = 1;
  for (const std::size_t length : shape) cells *= length;
  return cells;
}

graph::Index index_at(const graph::Shape& shape, std::size_t flat) {
  graph::Index index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) index[axis] = flat % shape[axis];
  return index;
}

}  // namespace

TEST_CASE("displayed terms add up to the displayed sum, for every cell at every number of decimals") {
  constexpr std::size_t most_cells = sanitized ? 4 : sampled ? 60 : 600;  // of one tensor; larger ones are sampled
  for (const std::string& path : bundled_lessons()) {
    Explorer e = open_text(read_file(path));
    std::size_t sums = 0, failures = 0;
    for (graph::NodeId node = 0; node < e.graph().size(); ++node) {
      const graph::Shape& shape = e.graph().node(node).shape;
      const std::size_t cells = count(shape), stride = cells / most_cells + 1;
      for (std::size_t flat = 0; flat < cells; flat += stride)
        for (int decimals = 0; decimals <= 6; decimals += sanitized ? 3 : 1) {
          const graph::Index index = index_at(shape, flat);
          for (const graph::Line& line : e.graph().explain(node, index, decimals).lines) {
            const std::vector<Part> parts = parts_of(line);
            for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
              if (parts[i].numbers < 2 || !parts[i].sum || parts[i + 1].numbers != 1 || !parts[i + 1].sum) continue;
              ++sums;
              if (adds_up(parts[i], parts[i + 1]) || ++failures > 5) continue;
              FAIL_CHECK(path, " ", e.graph().node(node).name, " at ", decimals, " decimals: ", shown(line));
            }
          }
        }
    }
    CHECK(failures == 0);
    CHECK(sums > (sanitized ? 10 : 100));
  }
}

TEST_CASE("the terms of an explanation combine to the value of the cell") {
  for (const std::string& path : bundled_lessons()) {
    Explorer e = open_text(read_file(path));
    for (graph::NodeId node = 0; node < e.graph().size(); ++node) {
      CAPTURE(path);
      CAPTURE(e.graph().node(node).name);
      const graph::Shape& shape = e.graph().node(node).shape;
      for (std::size_t flat = 0; flat < count(shape); flat += count(shape) / (sanitized ? 20 : 200) + 1) {
        const graph::Index index = index_at(shape, flat);
        const graph::Explanation explanation = e.graph().explain(node, index, 2);
        const double value = e.graph().at(node, index);
        CHECK(explanation.value == value);
        if (!explanation.terms.empty() && std::isfinite(value))
          CHECK(std::fabs(graph::combined(explanation) - value) <= 1e-5 * std::fmax(1, std::fabs(value)));
      }
    }
  }
}

TEST_CASE("every cell on stage has an explanation with a rule and a sentence, in every step") {
  constexpr std::size_t most_cells = sanitized ? 6 : 40;
  for (const std::string& path : bundled_lessons()) {
    CAPTURE(path);
    Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : std::vector(e.lesson().steps)) {
      CAPTURE(step.id);
      must(e, GoToStep{step.id});
      if (e.view().question) must(e, Reveal{e.view().question->id});
      for (const FigureView& figure : std::vector(e.view().stage))
        for (const TensorView& tensor : figure.tensors) {
          CAPTURE(tensor.name);
          const std::size_t cells = count(tensor.shape);
          for (std::size_t flat = 0; flat < cells; flat += cells / most_cells + 1) {
            must(e, Hover{graph::CellRef{tensor.node, index_at(tensor.shape, flat)}});
            const ExplanationView* explanation = e.explanation();
            REQUIRE(explanation != nullptr);
            CHECK_FALSE(explanation->lines.empty());
            CHECK_FALSE(explanation->rule.empty());
            CHECK_FALSE(explanation->rule.starts_with("rule."));  // a sentence, not its name
            CHECK(explanation->spoken.ends_with("."));
            CHECK_FALSE(explanation->spoken.contains("{"));
            for (const graph::Line& line : explanation->lines)
              for (const graph::Piece& piece : line.pieces) CHECK_FALSE(e.text(piece.note).contains("."));
            for (const graph::CellRef& source : explanation->sources)
              CHECK(on_stage(e, e.graph().node(source.node).name));
          }
        }
    }
  }
}
