// Splits a text into cells, then tells headings from numbers.
#include <cmath>
#include <cstdlib>

#include "files/given.hpp"
#include "text/utf8.hpp"

namespace files {

namespace {

struct Line {
  std::size_t number = 0;  // in the text, from 1
  std::vector<std::string> cells;
};

// The separator: of tab, semicolon and comma the first that occurs outside quotes in the first line; else spaces.
char separator_of(std::string_view text) {
  for (const char wanted : {'\t', ';', ','}) {
    bool quoted = false;
    for (const char c : text) {
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      if (c == wanted) return c;
      if (c == '\n') break;
    }
  }
  return ' ';
}

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r"), to = text.find_last_not_of(" \t\r");
  return from == std::string_view::npos ? std::string_view() : text.substr(from, to - from + 1);
}

bool is_comment(std::string_view rest) {
  const std::string_view line = rest.substr(0, rest.find('\n'));
  const std::string_view words = trimmed(line);
  return words.empty() || words.starts_with('#');
}

Result<std::vector<Line>> lines_of(std::string_view text, char separator) {
  std::vector<Line> lines;
  std::size_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    if (is_comment(text.substr(at))) {
      at = std::min(text.find('\n', at), text.size() - 1) + 1;
      continue;
    }
    Line line{.number = number, .cells = {}};
    std::string cell;
    bool quoted = false, was_quoted = false;
    const auto done = [&] {
      line.cells.emplace_back(was_quoted ? std::string_view(cell) : trimmed(cell));
      cell.clear();
      was_quoted = false;
    };
    for (bool ended = false; !ended; ++at) {
      const char c = at < text.size() ? text[at] : '\n';
      if (quoted) {
        if (at >= text.size())
          return fail("format", joined({"line ", line.number}),
                      {"The quote in line ", line.number, " is never closed."});
        if (c == '\n') ++number;
        if (c != '"') cell += c;
        else if (at + 1 < text.size() && text[at + 1] == '"') cell += text[++at];
        else quoted = false;
      } else if (c == '"' && trimmed(cell).empty() && !was_quoted) {
        cell.clear();
        quoted = was_quoted = true;
      } else if (c == '\n') {
        if (separator != ' ' || was_quoted || !trimmed(cell).empty()) done();
        ended = true;
      } else if (c == separator) {
        if (separator != ' ' || was_quoted || !trimmed(cell).empty()) done();
      } else if (!was_quoted) {
        cell += c;
      }
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::optional<float> number_in(std::string_view cell, char separator) {
  std::string text(cell);
  if (separator == ';')
    if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  if (text.starts_with("\xe2\x88\x92")) text.replace(0, 3, "-");
  if (text.empty() || text.size() > 60 || text.find_first_of("xXpP(") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const float value = std::strtof(text.c_str(), &end);
  if (*end != '\0') return std::nullopt;
  return value;
}

std::string place_of(const Line& line, std::size_t column) {
  return joined({"line ", line.number, ", column ", column + 1});
}

}  // namespace

Result<Given> read_table(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::string_view first = text;
  while (!first.empty() && is_comment(first)) first.remove_prefix(std::min(first.find('\n'), first.size() - 1) + 1);
  const char separator = separator_of(first);
  Result<std::vector<Line>> read = lines_of(text, separator);
  if (!read) return std::unexpected(read.error());
  std::vector<Line>& lines = *read;
  if (lines.empty()) return fail("format", "line 1", "The table has no cells.");
  const auto is_number = [&](const std::string& cell) { return number_in(cell, separator).has_value(); };
  const std::size_t width = lines[0].cells.size();
  Given table;
  bool one_column = width == 1, words_below = false, words_in_first = false, words_on_left = false;
  for (const std::string& cell : lines[0].cells) words_in_first = words_in_first || !is_number(cell);
  for (const Line& line : lines) {
    one_column = one_column && line.cells.size() == 1;
    if (&line != lines.data()) words_on_left = words_on_left || !is_number(line.cells[0]);
  }
  words_below = one_column && words_on_left;
  if (words_below || (lines.size() == 1 && words_in_first)) {
    for (const Line& line : lines)
      for (const std::string& cell : line.cells) table.texts.push_back(text::valid_utf8(cell));
    table.shape = {table.texts.size()};
    return table;
  }
  // pandas leaves the heading of the names of the rows empty.
  const bool names = words_on_left || (words_in_first && width > 1 && lines[0].cells[0].empty());
  if (words_in_first && lines.size() > 1) {
    // R leaves it out.
    const bool corner = names && width == lines[1].cells.size();
    for (std::size_t i = corner ? 1 : 0; i < width; ++i) table.columns.push_back(text::valid_utf8(lines[0].cells[i]));
    lines.erase(lines.begin());
  }
  const std::size_t columns = lines[0].cells.size();
  for (const Line& line : lines) {
    if (line.cells.size() != columns || (!table.columns.empty() && columns - (names ? 1 : 0) != table.columns.size()))
      return fail(
          "shape", joined({"line ", line.number}),
          {"Line ", line.number, " has ", line.cells.size(), " cells, and the first line of the table ",
           table.columns.empty() ? columns : table.columns.size() + (names ? 1 : 0), ". Every line needs as many."});
    if (names) table.rows.push_back(text::valid_utf8(line.cells[0]));
    for (std::size_t i = names ? 1 : 0; i < columns; ++i) {
      const std::optional<float> value = number_in(line.cells[i], separator);
      if (!value)
        return fail(
            "number", place_of(line, i),
            {"“", text::excerpt(text::valid_utf8(line.cells[i]), 40), "” in ", place_of(line, i), " is no number."});
      table.numbers.push_back(*value);
    }
  }
  table.shape = {lines.size(), columns - (names ? 1 : 0)};
  if (table.shape[1] == 0) return fail("shape", "columns", "The table has names of rows and no numbers.");
  return table;
}

}  // namespace files
