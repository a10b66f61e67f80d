// Cells at other places: what an operation takes from where is found by letting it arrange the places themselves, once,
// and carried out as copies of neighbouring cells. Rows looked up by ids, and their inverse.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graph/core/basic.hpp"
#include "training/instructions/instruction.hpp"

namespace training {
namespace {

constexpr std::size_t most_cells = std::size_t{1} << 24;  // whole numbers that a float32 tells apart

constexpr auto arranging = std::to_array<std::string_view>(
    {"concat", "expand_as", "patches", "permute", "reorder", "select", "slice", "split_heads", "merge_heads", "stack",
     "transpose", "unpatch", "fold_heads", "unfold_heads", "reshape"});

struct Piece {
  std::size_t input, from, length;
};

// The result of the operation on the numbers 0, 1, 2 … of all inputs in turn.
std::optional<std::vector<std::size_t>> places_of(const Site& site) {
  std::vector<graph::TensorBox> boxes;
  std::size_t next = 0;
  for (const Shape& shape : site.shapes) {
    boxes.push_back({attention::Tensor::from_shape(shape)});
    float* cells = boxes.back().tensor.data();
    for (std::size_t i = 0; i < graph::count(shape); ++i) cells[i] = static_cast<float>(next++);
  }
  if (next > most_cells) return std::nullopt;
  std::vector<const graph::TensorBox*> given;
  for (const graph::TensorBox& box : boxes) given.push_back(&box);
  const auto made = site.operation.evaluate(given, site.options);
  if (!made) return std::nullopt;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < graph::count(site.shape); ++i)
    places.push_back(static_cast<std::size_t>(made->tensor.data()[i]));
  return places;
}

Run moved(const Site& site) {
  const auto places = places_of(site);
  if (!places) return nullptr;
  std::vector<std::size_t> begins{0};  // of each input in the count
  for (const Shape& shape : site.shapes) begins.push_back(begins.back() + graph::count(shape));
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < places->size(); ++i) {
    const std::size_t place = (*places)[i];
    std::size_t input = 0;
    while (place >= begins[input + 1]) ++input;
    const std::size_t from = place - begins[input];
    if (!pieces.empty() && pieces.back().input == input && pieces.back().from + pieces.back().length == from)
      ++pieces.back().length;
    else pieces.push_back({input, from, 1});
  }
  if (site.in.size() == 1 && pieces.size() * 4 > places->size())
    return [x = site.in[0], y = site.out, places = *places] {
      for (std::size_t i = 0; i < places.size(); ++i) y[i] = x[places[i]];
    };
  return [in = site.in, out = site.out, pieces] {
    float* to = out;
    for (const Piece& piece : pieces) {
      std::copy_n(in[piece.input] + piece.from, piece.length, to);
      to += piece.length;
    }
  };
}

// A row that does not exist is NaN, and training stops.
Run embedding(const Site& site) {
  const std::size_t width = site.shapes[1].back(), rows = site.shapes[1].front();
  return [ids = site.in[0], table = site.in[1], y = site.out, n = graph::count(site.shapes[0]), width, rows] {
    for (std::size_t i = 0; i < n; ++i) {
      const float id = ids[i];
      if (id >= 0 && id < static_cast<float>(rows))
        std::copy_n(table + static_cast<std::size_t>(id) * width, width, y + i * width);
      else std::fill_n(y + i * width, width, std::numeric_limits<float>::quiet_NaN());
    }
  };
}

// The rows of x, each added to the row of the result that ids, or the option places, name.
Run index_add(const Site& site) {
  const Shape& like = site.shape;
  if (site.in.size() > 2) {
    const std::size_t width = like.back(), rows = like.front();
    return [x = site.in[0], ids = site.in[2], y = site.out, n = graph::count(site.shapes[2]), width, rows] {
      std::fill_n(y, rows * width, 0.0f);
      for (std::size_t i = 0; i < n; ++i) {
        const bool known = ids[i] >= 0 && ids[i] < static_cast<float>(rows);
        if (!known) continue;
        float* to = y + static_cast<std::size_t>(ids[i]) * width;
        for (std::size_t j = 0; j < width; ++j) to[j] += x[i * width + j];
      }
    };
  }
  const std::size_t axis = graph::axis_known(site.options, "axis", 0, like.size()), length = like[axis];
  std::vector<std::size_t> places;
  for (const double place : graph::numbers(site.options, "places")) places.push_back(static_cast<std::size_t>(place));
  std::size_t outer = 1, inner = 1;
  for (std::size_t a = 0; a < like.size(); ++a) (a < axis ? outer : inner) *= a == axis ? 1 : like[a];
  return [x = site.in[0], y = site.out, places, outer, inner, length] {
    std::fill_n(y, outer * length * inner, 0.0f);
    const float* from = x;
    for (std::size_t o = 0; o < outer; ++o)
      for (const std::size_t place : places) {
        float* to = y + (o * length + place) * inner;
        for (std::size_t j = 0; j < inner; ++j) to[j] += from[j];
        from += inner;
      }
  };
}

Run one_hot(const Site& site) {
  const std::size_t size = site.shape.back();
  return [ids = site.in[0], y = site.out, n = graph::count(site.shapes[0]), size] {
    std::fill_n(y, n * size, 0.0f);
    for (std::size_t i = 0; i < n; ++i)
      if (ids[i] >= 0 && ids[i] < static_cast<float>(size)) y[i * size + static_cast<std::size_t>(ids[i])] = 1;
  };
}

Run tril(const Site& site) {
  const std::size_t rank = site.shape.size(), rows = site.shape[rank - 2], columns = site.shape[rank - 1];
  const long long diagonal = graph::integer(site.options, "diagonal", 0);
  return [x = site.in[0], y = site.out, n = graph::count(site.shape), rows, columns, diagonal] {
    for (std::size_t at = 0, row = 0; at < n; at += columns, row = row + 1 == rows ? 0 : row + 1)
      for (std::size_t k = 0; k < columns; ++k)
        y[at + k] = static_cast<long long>(k) <= static_cast<long long>(row) + diagonal ? x[at + k] : 0.0f;
  };
}

}  // namespace

Run arranged(const Site& site) {
  const std::string_view name = site.operation.name();
  if (name == "embedding") return embedding(site);
  if (name == "index_add") return index_add(site);
  if (name == "one_hot") return one_hot(site);
  if (name == "tril") return tril(site);
  return std::ranges::contains(arranging, name) ? moved(site) : nullptr;
}

std::optional<std::size_t> passed_on(const graph::Operation& operation, const graph::Options& options,
                                     std::span<const Shape> shapes, const Shape& result) {
  const std::string_view name = operation.name();
  if (name == "reshape" || name == "fold_heads" || name == "unfold_heads") return 0;
  const bool off = name == "add_positions" || name == "causal_mask" || name == "mask" || name == "padding_mask" ||
                   name == "sliding_window_mask";
  if (off && !graph::flag(options, "enabled", true)) return 0;
  if (name == "scale" && graph::text(options, "by", "factor") == "none") return 0;
  return name == "expand_as" && shapes[0] == result ? std::optional<std::size_t>(0) : std::nullopt;
}

}  // namespace training
