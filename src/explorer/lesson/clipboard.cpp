// Writes a matrix as the text that spreadsheets exchange (tabs between columns, a line per row), and pastes such a text
// into a matrix: either all of it or, if one number is invalid, nothing.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "explorer/lesson/screen.hpp"
#include "explorer/state/cells.hpp"

namespace explorer {
namespace {

using Table = std::vector<std::vector<std::string>>;

std::vector<std::string> split(std::string_view text, std::string_view at, bool keeps_empty) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = std::min(text.find_first_of(at), text.size());
    if (keeps_empty || end > 0) parts.emplace_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

bool blank(std::string_view text) { return text.find_first_not_of(" \t\r,;") == std::string_view::npos; }

// In TeX, & separates cells and \\ ends a row: \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}.
std::string without_tex(const std::string& text) {
  const std::size_t begin = text.find("\\begin{");
  if (begin == std::string::npos) return text;
  std::size_t from = text.find('}', begin);
  if (text.compare(begin, 13, "\\begin{array}") == 0 && text.find('{', from) == from + 1)
    from = text.find('}', from + 1);
  if (from == std::string::npos) return text;
  std::string inner = text.substr(from + 1, text.find("\\end{", from) - from - 1);
  std::ranges::replace(inner, '\n', ' ');
  std::ranges::replace(inner, '&', '\t');
  for (std::size_t at = inner.find("\\\\"); at != std::string::npos; at = inner.find("\\\\", at))
    inner.replace(at, 2, "\n");
  return inner;
}

// A line for each row of lists in brackets, as Python and Matlab write them. What stands outside of brackets, such as
// array(…, dtype=float32), is left out.
std::string without_brackets(const std::string& text) {
  if (!text.contains('[')) return text;
  std::string inner;
  int depth = 0;
  bool nested = false;
  for (const char c : text) {
    if (c == '[') nested = ++depth > 1 || nested;
    else if (depth > 0 && c != ']') inner += c == '\r' ? ' ' : c;
    if (c != ']') continue;
    depth = std::max(depth - 1, 0);
    inner += '\f';  // ends a row
  }
  const bool matlab = !nested && inner.contains(';');
  std::ranges::replace(inner, matlab ? ';' : '\n', matlab ? '\n' : ' ');
  std::ranges::replace(inner, '\f', '\n');
  return inner;
}

// Whether spaces separate numbers such as 0,5: a comma between digits in each of at least two of them.
bool spaces_part(const std::string& text) {
  std::size_t numbers = 0;
  for (const std::string& word : split(text, " \t\n\r", false)) {
    const std::size_t comma = word.find(',');
    if (comma == 0 || comma == std::string::npos || comma + 1 == word.size() || word.contains(';')) return false;
    if (word.find(',', comma + 1) != std::string::npos) return false;
    ++numbers;
  }
  return numbers > 1 && text.find(' ') != std::string::npos;
}

// Accepts text from a spreadsheet (tabs), a file (semicolons or commas), Python or Matlab (brackets), TeX, or with spaces as
// separators.
Table table_in(const std::string& pasted, bool comma_is_point) {
  const std::string text = without_brackets(without_tex(pasted));
  const bool commas_part = !spaces_part(text) && (!comma_is_point || text.contains('.') || text.contains(", "));
  const std::string_view between = text.contains('\t') ? "\t" : text.contains(';') ? ";" : commas_part ? ", " : " ";
  Table table;
  for (std::string& line : split(text, "\n\r", false)) {
    if (blank(line)) continue;
    table.push_back(split(line, between, between == "\t" || between == ";"));
    // A separator after the last number does not start a column.
    while (table.back().size() > 1 && blank(table.back().back())) table.back().pop_back();
  }
  return table;
}

// Of the slice that is shown; a vector is one row.
std::pair<std::size_t, std::size_t> size_of(const TensorView& shown) {
  const std::size_t rows = shown.shape.size() < 2 ? 1 : shown.shape[shown.row_axis];
  return {rows, columns_of(shown.shape)};
}

std::string size_words(std::size_t rows, std::size_t columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string plain(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return shortest(value);
}

// A vector may also be pasted as a column.
Table turned(const Table& table) {
  Table out(1);
  for (const auto& row : table) out[0].push_back(row[0]);
  return out;
}

}  // namespace

std::string LessonScreen::matrix_text(graph::NodeId node) const {
  if (node >= graph_.size()) return {};
  const TensorView shown = tensor(node);
  const auto [rows, columns] = size_of(shown);
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const graph::CellRef cell{node, index_of(shown, row, column)};
      if (column > 0) text += '\t';
      text += hidden_.covers(cell) ? "?" : plain(graph_.at(node, cell.index));
    }
    text += '\n';
  }
  return text;
}

Result<Touched> LessonScreen::carry_out(const PasteCells& command) {
  if (Result<void> free = may_edit(command.cell); !free) return std::unexpected(free.error());
  const graph::NodeId id = command.cell.node;
  const std::string name = spoken_name(*context_, id), path = cell_name(*context_, command.cell);
  Table table = table_in(command.text, decimal_comma(state_.language));
  if (table.empty()) return graph::fail("paste", path, say("paste.none"));
  const TensorView shown = tensor_view(*context_, id);
  const auto [rows, columns] = size_of(shown);
  const bool one_wide = std::ranges::all_of(table, [](const auto& row) { return row.size() == 1; });
  if (rows == 1 && one_wide && table.size() > 1 && table.size() <= columns) table = turned(table);

  const std::size_t high = table.size(), wide = table[0].size();
  for (std::size_t row = 0; row < high; ++row) {
    const std::size_t has = table[row].size();
    if (has == wide) continue;
    return graph::fail("paste", path,
                       say("paste.ragged", {std::to_string(row + 1), std::to_string(has), std::to_string(wide)}));
  }
  // A table of the matrix's size replaces the whole matrix; a smaller one goes in from the selected cell on, to the
  // right and down.
  std::size_t top = 0, left = 0;
  if (high != rows || wide != columns) {
    for (std::size_t at = 0; at < rows * columns; ++at)
      if (index_of(shown, at / columns, at % columns) == command.cell.index)
        std::tie(top, left) = std::pair(at / columns, at % columns);
    if (high > rows - top || wide > columns - left)
      return graph::fail("paste", path,
                         say("paste.shape", {size_words(high, wide), name, size_words(rows, columns),
                                             size_words(rows - top, columns - left)}));
  }
  Document next = state_.document;
  for (std::size_t row = 0; row < high; ++row) {
    for (std::size_t column = 0; column < wide; ++column) {
      const graph::CellRef cell{id, index_of(shown, top + row, left + column)};
      if (hidden_.covers(cell)) return graph::fail("hidden", path, say("refuse.hidden"));
      if (Result<void> free = may_edit(cell); !free) return std::unexpected(free.error());
      const std::expected<float, graph::Message> value = parse_typed(table[row][column], state_.language);
      if (!value)
        return graph::fail(
            "number", path,
            say("paste.number", {std::to_string(row + 1), std::to_string(column + 1), say(value.error())}));
      put(next, cell, *value);
    }
  }
  return change_document(std::move(next), {}, false);
}

}  // namespace explorer
