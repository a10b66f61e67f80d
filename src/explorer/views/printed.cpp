// A tensor as PyTorch prints it, so that the page matches what a notebook shows: one format for all cells (whole
// numbers with a trailing point, four decimals, or powers of ten), padded to one width, long ones shortened.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "explorer/state/cells.hpp"
#include "explorer/views/view_context.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_cells = 1000;  // from here on only the edges are printed
constexpr std::size_t edge = 3;
constexpr std::size_t line_width = 80;

struct Style {
  enum class Kind : std::uint8_t { integers, whole, decimals, powers } kind = Kind::whole;
  std::size_t width = 1;
};

std::string print(float value, const Style& style) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  switch (style.kind) {
    case Style::Kind::integers: return print_number("%.*f", 0, value);
    case Style::Kind::whole: return print_number("%.*f", 0, value) + ".";
    case Style::Kind::decimals: return print_number("%.*f", 4, value);
    case Style::Kind::powers: return print_number("%.*e", 4, value);
  }
  return {};
}

class Printer {
 public:
  Printer(const ViewContext& context, graph::NodeId node)
      : context_(context), node_(node), shape_(context.graph.node(node).shape) {
    shortened_ = cell_count(shape_) > most_cells;
    choose_style();
  }

  std::string text() {
    graph::Index index(shape_.size(), 0);
    return "tensor(" + part(index, 0) + ")";
  }

 private:
  // Indices of an axis that are printed; `gap` marks the ones left out.
  static constexpr std::size_t gap = static_cast<std::size_t>(-1);
  std::vector<std::size_t> places(std::size_t axis) const {
    std::vector<std::size_t> out;
    const std::size_t length = shape_[axis];
    const bool cut = shortened_ && length > 2 * edge;
    for (std::size_t i = 0; i < length; ++i) {
      if (cut && i == edge) {
        out.push_back(gap);
        i = length - edge;
      }
      out.push_back(i);
    }
    return out;
  }

  void choose_style() {
    double least = 0, most = 0;
    bool whole = true, some = false;
    std::vector<float> values;
    for_each_row(context_.graph, node_, [&](const graph::Index& first, std::span<const float> row) {
      graph::CellRef cell{node_, first};
      for (std::size_t column = 0; column < row.size(); ++column) {
        if (!cell.index.empty()) cell.index.back() = column;
        if (!std::isfinite(row[column]) || row[column] == 0 || context_.hidden.covers(cell)) continue;
        const double size = std::fabs(static_cast<double>(row[column]));
        least = some ? std::min(least, size) : size;
        most = std::max(most, size);
        whole = whole && row[column] == std::trunc(row[column]);
        some = true;
        if (values.size() <= most_cells) values.push_back(row[column]);
      }
    });
    const graph::Node& node = context_.graph.node(node_);
    if (node.operation != nullptr && node.operation->layout() == graph::Layout::words)
      style_.kind = Style::Kind::integers;  // ids: a tensor of whole numbers, which prints no point
    else if (some && (most / least > 1000 || most > 1e8 || (!whole && least < 1e-4))) style_.kind = Style::Kind::powers;
    else if (!whole) style_.kind = Style::Kind::decimals;
    for (const float value : values) {
      std::string& text = texts_[value];
      if (text.empty()) text = print(value, style_);
      style_.width = std::max(style_.width, text.size());
    }
  }

  std::string cell(const graph::Index& index) const {
    const bool hidden = context_.hidden.covers({node_, index});
    const float value = context_.graph.at(node_, index);
    const auto known = texts_.find(value);
    const std::string text = hidden ? "?" : known != texts_.end() ? known->second : print(value, style_);
    return std::string(style_.width > text.size() ? style_.width - text.size() : 0, ' ') + text;
  }

  std::string part(graph::Index& index, std::size_t axis) {
    if (axis == shape_.size()) return cell(index);
    const bool last = axis + 1 == shape_.size();
    const std::string indent(std::string_view("tensor(").size() + axis + 1, ' ');
    const std::size_t a_line =
        std::max<std::size_t>(1, (line_width - std::min(line_width, indent.size() - 1)) / (style_.width + 2));
    std::string between = ",";
    if (!last) between += std::string(shape_.size() - axis - 1, '\n') + indent;
    std::string out = "[";
    std::size_t printed = 0;
    for (const std::size_t place : places(axis)) {
      if (printed > 0) out += !last ? between : printed % a_line == 0 ? ",\n" + indent : ", ";
      ++printed;
      if (place == gap) {
        out += last ? " ..." : "...";
        continue;
      }
      index[axis] = place;
      out += part(index, axis + 1);
    }
    index[axis] = 0;
    return out + "]";
  }

  const ViewContext& context_;
  graph::NodeId node_;
  const graph::Shape& shape_;
  bool shortened_ = false;
  Style style_;
  std::unordered_map<float, std::string>
      texts_;  // those that determined the width, kept because printing numbers is expensive
};

}  // namespace

std::string printed(const ViewContext& context, graph::NodeId node) { return Printer(context, node).text(); }

}  // namespace explorer
