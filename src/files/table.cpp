// Reads a table as programs write it. What separates its cells and how quotes are escaped is not guessed from one
// character: the text is read in each way, and the first reading under which it is a whole table of numbers is taken.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>

#include "files/given.hpp"
#include "text/utf8.hpp"

namespace files {

namespace {

struct Cell {
  std::string text;
  bool quoted = false;
};

struct Line {
  std::size_t number = 0;  // in the text, from 1
  std::vector<Cell> cells;
};

enum class Quotes : std::uint8_t { doubled, backslash, none };  // how a quote inside quotes is written

constexpr char only_lines = '\n';  // as a separator: each line is one cell

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r"), to = text.find_last_not_of(" \t\r");
  return from == std::string_view::npos ? std::string_view() : text.substr(from, to - from + 1);
}

bool is_blank(const Cell& cell) { return !cell.quoted && trimmed(cell.text).empty(); }

// ---- lines and cells ----

class LineReader {
 public:
  // separator ' ' stands for any spaces and tabs.
  LineReader(std::string_view text, char separator, Quotes quotes)
      : text_(text), separator_(separator), quotes_(quotes) {}

  Result<std::vector<Line>> all() {
    std::vector<Line> lines;
    while (at_ < text_.size()) {
      Result<Line> line = next();
      if (!line) return std::unexpected(line.error());
      const bool blank = line->cells.empty() || (line->cells.size() == 1 && is_blank(line->cells.front()));
      if (!blank) lines.push_back(std::move(*line));
    }
    trim(lines);
    return lines;
  }

 private:
  bool ends_line() const { return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }
  bool separates() const { return text_[at_] == separator_ || (separator_ == ' ' && text_[at_] == '\t'); }
  bool ends_cell() const { return ends_line() || separates(); }
  bool ends_cell_at(std::size_t place) const {
    return place >= text_.size() || text_[place] == separator_ || text_[place] == '\n' || text_[place] == '\r';
  }

  Result<Line> next() {
    Line line{.number = number_, .cells = {}};
    for (;;) {
      Result<Cell> cell = read_cell();
      if (!cell) return std::unexpected(cell.error());
      if (separator_ != ' ' || !is_blank(*cell)) line.cells.push_back(std::move(*cell));
      if (ends_line()) break;
      ++at_;  // the separator
    }
    if (text_.substr(std::min(at_, text_.size())).starts_with("\r\n")) ++at_;
    ++at_;
    ++number_;
    return line;
  }

  Result<Cell> read_cell() {
    const std::size_t from = at_;
    while (!ends_cell() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (!ends_cell() && text_[at_] == '"' && quotes_ != Quotes::none) return read_quoted();
    while (!ends_cell()) ++at_;
    return Cell{.text = std::string(text_.substr(from, at_ - from)), .quoted = false};
  }

  Result<Cell> read_quoted() {
    Cell cell{.text = {}, .quoted = true};
    const std::size_t line = number_;
    for (++at_;; ++at_) {
      if (at_ >= text_.size())
        return fail("format", joined({"line ", line}), {"The quote in line ", line, " is never closed."});
      const char c = text_[at_];
      const bool before_quote = text_.substr(at_ + 1).starts_with('"');
      const bool doubled = before_quote && quotes_ == Quotes::doubled;
      if (c == '"' && !doubled) break;
      if (c == '\n') ++number_;
      // R does not write a backslash twice: before a quote that ends the cell it is a character.
      const bool ends = quotes_ == Quotes::backslash && ends_cell_at(at_ + 2);
      if (before_quote && !ends && c == (quotes_ == Quotes::doubled ? '"' : '\\')) ++at_;
      cell.text += text_[at_];
    }
    for (++at_; !ends_cell(); ++at_)
      if (text_[at_] != ' ' && text_[at_] != '\t')
        return fail("format", joined({"line ", line}),
                    {"In line ", line, ", text follows a closing quote. Write a quote inside quotes twice."});
    return cell;
  }

  // Spaces belong to a cell, as in GPT-2's tokens, unless all cells after a separator begin with one: then they were
  // written for the eye.
  void trim(std::vector<Line>& lines) const {
    bool all = true;
    for (const Line& line : lines)
      for (std::size_t i = line.cells.size() > 1 ? 1 : 0; i < line.cells.size(); ++i)
        all = all && (line.cells[i].quoted || line.cells[i].text.starts_with(' '));
    if (!all) return;
    for (Line& line : lines)
      for (Cell& cell : line.cells)
        if (!cell.quoted) cell.text = trimmed(cell.text);
  }

  std::string_view text_;
  char separator_;
  Quotes quotes_;
  std::size_t at_ = 0, number_ = 1;
};

// ---- numbers and words ----

bool is_whole(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The text of a table, read with one separator.
struct Reading {
  char separator = ',';
  std::vector<Line> lines;
  bool commas = false;       // 0,5 is a half
  bool quotes_tell = false;  // quoted cells are words: the numbers of the table are not quoted

  std::optional<float> number_in(const Cell& cell) const {
    std::string text(trimmed(cell.text));
    if (const std::size_t comma = text.find(','); comma != std::string::npos) {
      if (!commas || text.find('.') != std::string::npos || text.find(',', comma + 1) != std::string::npos)
        return std::nullopt;
      text[comma] = '.';
    }
    if (text.starts_with("\xe2\x88\x92")) text.replace(0, 3, "-");  // the minus sign U+2212
    if (text.empty() || text.size() > 60 || text.find_first_of("xXpP(") != std::string::npos) return std::nullopt;
    char* end = nullptr;
    const float value = std::strtof(text.c_str(), &end);
    if (*end != '\0') return std::nullopt;
    return value;
  }

  bool number(const Cell& cell) const { return number_in(cell).has_value(); }

  // What names a row or a column: neither a number nor something that stands where one is missing or misspelt.
  bool word(const Cell& cell) const {
    if (cell.quoted && (quotes_tell || cell.text.empty())) return true;
    if (number(cell)) return false;
    const std::string_view text = trimmed(cell.text);
    constexpr std::array<std::string_view, 9> missing = {"", "NA", "N/A", "#N/A", "NULL", "null", "None", "-", "?"};
    if (std::ranges::find(missing, text) != missing.end()) return false;
    const std::size_t first = text.find_first_not_of("+-=.,");
    return first == std::string_view::npos || text[first] < '0' || text[first] > '9';
  }

  // How many cells most lines have, or the first of the widths that occur most often. A first line with one cell less is a
  // heading without its corner.
  std::size_t width() const {
    std::map<std::size_t, std::size_t> times;
    for (const Line& line : lines) ++times[line.cells.size()];
    std::size_t best = 0;
    for (std::size_t i = lines.size(); i-- > 0;)
      if (times[lines[i].cells.size()] >= times[best]) best = lines[i].cells.size();
    const bool two = lines.size() == 2 && lines[0].cells.size() + 1 == lines[1].cells.size();
    return two ? lines[1].cells.size() : best;
  }

  // Of all cells, how many are numbers: tells a damaged table from texts.
  double share_of_numbers() const {
    std::size_t numbers = 0, all = 0;
    for (const Line& line : lines)
      for (const Cell& cell : line.cells) {
        ++all;
        numbers += number(cell) ? 1 : 0;
      }
    return all == 0 ? 0.0 : static_cast<double>(numbers) / static_cast<double>(all);
  }
};

// 0,5 0,25 1,0 in a column, where commas might separate two columns as well: all are parts of one whole, or have zeros
// after the comma. `lines`: separated at commas.
bool is_column_of_decimals(const std::vector<Line>& lines) {
  bool fraction = false;
  for (const Line& line : lines) {
    std::string_view whole = trimmed(line.cells[0].text);
    if (whole.starts_with('-')) whole.remove_prefix(1);
    if (line.cells.size() > 2 || line.cells[0].quoted || !is_whole(whole)) return false;
    if (line.cells.size() == 1) continue;
    const std::string_view part = line.cells[1].text;
    if (line.cells[1].quoted || !is_whole(part)) return false;
    if (part.size() > 1 && part.starts_with('0')) return true;
    if (whole != "0" && (whole != "1" || part.find_first_not_of('0') != std::string_view::npos)) return false;
    fraction = fraction || (part != "0" && part != "1");
  }
  return fraction;
}

void find_conventions(Reading& reading, bool column_of_decimals) {
  const bool named = std::any_of(reading.lines.begin(), reading.lines.end(),
                                 [&](const Line& line) { return !reading.number(line.cells.front()); });
  bool points = false, quoted = false, quoted_numbers = false, quoted_commas = true;
  for (const Line& line : reading.lines) {
    const bool below = &line != reading.lines.data();
    for (const Cell& cell : line.cells) {
      quoted = quoted || cell.quoted;
      if (below && &cell == &line.cells.back()) quoted_numbers = quoted_numbers || cell.quoted;
      const bool label = named && line.cells.size() > 1 && &cell == line.cells.data();
      if (below && !label && cell.text.find('.') != std::string::npos) points = points || reading.number(cell);
      if (!cell.quoted && cell.text.find(',') != std::string::npos) quoted_commas = false;
    }
  }
  const Line& top = reading.lines.front();
  const bool may_name = !reading.number(top.cells.front()) || top.cells.size() < reading.width();
  reading.quotes_tell = quoted && !quoted_numbers && may_name && reading.lines.size() > 1 && reading.width() > 1;
  if (reading.separator == only_lines) reading.commas = column_of_decimals || (quoted && quoted_commas);
  else reading.commas = !points && (reading.separator != ',' || quoted_commas);
}

// ---- remarks ----

bool begins_as_remark(const Line& line) {
  const Cell& first = line.cells.front();
  return !first.quoted && first.text.starts_with('#') && !first.text.starts_with("##");
}

bool is_named_row(const Reading& reading, const Line& line) {
  return line.cells.size() > 1 &&
         std::all_of(line.cells.begin() + 1, line.cells.end(), [&](const Cell& cell) { return reading.number(cell); });
}

// Leaves out what numpy.savetxt writes above and below numbers. A line with # that has as many cells as the others is a
// remark only if "# " stands beside numbers without names: #, ##ing and #1 are tokens, too.
void drop_remarks(Reading& reading) {
  Reading rest = reading;
  std::erase_if(rest.lines, begins_as_remark);
  if (rest.lines.empty() || rest.lines.size() == reading.lines.size()) return;
  const std::size_t width = rest.width();
  const bool bare = std::ranges::all_of(rest.lines, [&](const Line& line) { return rest.number(line.cells.front()); });
  const std::size_t top = reading.lines.front().number;
  std::erase_if(reading.lines, [&](const Line& line) {
    if (!begins_as_remark(line)) return false;
    if (width == 1) return bare;  // in a list of texts it is one of them
    const std::string& first = line.cells.front().text;
    const bool spaced = first.starts_with("# ") || (first == "#" && reading.separator == ' ');
    if (line.cells.size() == width) return bare && spaced;
    return spaced || bare || line.number != top || line.cells.size() + 1 != width;  // else a heading without its corner
  });
}

// ---- headings ----

bool mostly_words(const Reading& reading, const Line& line, std::size_t from) {
  std::size_t words = 0;
  for (std::size_t i = from; i < line.cells.size(); ++i) words += reading.word(line.cells[i]) ? 1 : 0;
  return 2 * words > line.cells.size() - from;
}

// Whether cells are 0 1 2 … or 1 2 3 …, as programs number rows and columns without names.
bool count_up(const std::vector<std::string_view>& cells) {
  if (cells.empty() || (cells[0] != "0" && cells[0] != "1")) return false;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] != std::to_string(i + (cells[0] == "1" ? 1 : 0))) return false;
  return true;
}

struct Headings {
  bool columns = false, rows = false, corner = false;
};

// Which cells name columns and rows. One word among numbers is a misspelt number, not a heading.
Headings headings_of(const Reading& reading) {
  const std::vector<Line>& lines = reading.lines;
  const Line& top = lines.front();
  if (lines.size() < 2)
    return {.columns = false, .rows = reading.word(top.cells.front()) && is_named_row(reading, top), .corner = false};
  const std::size_t width = reading.width();
  std::size_t names = 0;
  std::vector<std::string_view> on_left, on_top;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    on_left.push_back(trimmed(lines[i].cells.front().text));
    names += reading.word(lines[i].cells.front()) ? 1 : 0;
  }
  const bool named = width > 1 && 2 * names > lines.size() - 1;
  const bool no_corner = top.cells.size() + 1 == width;  // as R writes tables
  const std::size_t from = no_corner ? 0 : 1;
  bool whole = true;
  for (std::size_t i = from; i < top.cells.size(); ++i) {
    on_top.push_back(trimmed(top.cells[i].text));
    whole = whole && (!reading.number(top.cells[i]) || is_whole(on_top.back()));
  }
  const bool numbered = count_up(on_top) && (named || count_up(on_left));  // pandas' default
  const bool alike = on_top == on_left;  // the same tokens on both axes, even if they are numbers
  const bool empty_corner = !no_corner && width > 1 && trimmed(top.cells.front().text).empty();
  const bool corner_word = !no_corner && width > 1 && reading.word(top.cells.front());
  if ((no_corner || empty_corner || corner_word) && top.cells.size() + from + (no_corner ? 1 : 0) > 1) {
    const bool by_words = mostly_words(reading, top, from) && (named || !corner_word);
    if (by_words || numbered || (alike && on_top.size() > 1) || (named && whole && empty_corner))
      return {.columns = true, .rows = true, .corner = !no_corner};
  }
  const bool columns = named ? mostly_words(reading, top, 1) : mostly_words(reading, top, 0);
  return {.columns = columns, .rows = named, .corner = columns && named};
}

// ---- numbers with headings ----

std::string place_of(const Line& line, std::size_t column) {
  return joined({"line ", line.number, ", column ", column + 1});
}

std::unexpected<attention::Error> no_number(const Line& line, std::size_t column) {
  const std::string text = text::excerpt(text::valid_utf8(trimmed(line.cells[column].text)), 40);
  const std::string place = place_of(line, column);
  if (text.empty())
    return fail("number", place, {"The cell in ", place, " is empty. Write nan where there is no number."});
  return fail("number", place, {"“", text, "” in ", place, " is no number."});
}

// A label of a table. This project writes a name in the corner, all labels in quotes, and ' before a text that a
// spreadsheet would run.
std::string label_of(const Cell& cell, const Line& top, const Headings& headings) {
  std::string_view text = cell.text;
  const bool guarded = headings.corner && top.cells.front().quoted && !top.cells.front().text.empty();
  if (guarded && cell.quoted && text.starts_with('\''))
    if (const std::size_t first = text.find_first_not_of('\''); first != std::string_view::npos)
      if (std::string_view("=+-@\t\r").find(text[first]) != std::string_view::npos) text.remove_prefix(1);
  return text::valid_utf8(text);
}

// The first columns of a table as this project saves a tensor with more than two axes: head, row, numbers. Returns the
// lengths of the axes before the rows, which count from 1, the last one fastest; empty if there are none.
Shape leading_axes(const Reading& reading, std::size_t width) {
  const std::vector<Line>& lines = reading.lines;  // without the heading
  const auto place_at = [&](std::size_t line, std::size_t column) -> std::uint64_t {
    const std::string& text = lines[line].cells[column].text;
    return is_whole(text) && text.size() < 7 ? std::strtoull(text.c_str(), nullptr, 10) : 0;
  };
  for (std::size_t axes = std::min<std::size_t>(width - 2, most_axes - 2); axes > 0; --axes) {
    Shape lengths;
    std::uint64_t blocks = 1;
    for (std::size_t i = 0; i < axes; ++i) blocks *= lengths.emplace_back(place_at(lines.size() - 1, i));
    if (blocks == 0 || blocks > lines.size() || lines.size() % blocks != 0) continue;
    const std::size_t rows = lines.size() / blocks;
    bool fits = blocks > 1 || reading.word(lines.front().cells[axes]);
    for (std::size_t line = 0; fits && line < lines.size(); ++line) {
      std::uint64_t rest = line / rows;
      for (std::size_t i = axes; fits && i-- > 0; rest /= lengths[i]) fits = place_at(line, i) == rest % lengths[i] + 1;
      fits = fits && lines[line].cells[axes].text == lines[line % rows].cells[axes].text;
    }
    std::vector<std::string_view> names;
    for (std::size_t line = 0; fits && line < rows; ++line) names.push_back(lines[line].cells[axes].text);
    if (fits && (reading.word(lines.front().cells[axes]) || count_up(names))) return lengths;
  }
  return {};
}

Result<Given> table_in(Reading reading) {
  std::vector<Line>& lines = reading.lines;
  const std::size_t width = reading.width();
  Headings headings = headings_of(reading);
  const Line top = lines.front();
  const bool even =
      std::all_of(lines.begin() + 1, lines.end(), [&](const Line& line) { return line.cells.size() == width; });
  std::size_t from = headings.rows ? 1 : 0;  // the first column of numbers
  Shape lead;
  if (width > 2 && lines.size() > 1 && even && top.cells.size() == width) {
    Reading below = reading;
    below.lines.erase(below.lines.begin());
    if (reading.word(top.cells[0]) && reading.word(top.cells[1])) lead = leading_axes(below, width);
    if (!lead.empty()) {
      from = lead.size() + 1;
      headings = {.columns = true, .rows = true, .corner = true};
    }
  }
  Given table;
  if (headings.columns) {
    for (std::size_t i = headings.corner ? from : 0; i < top.cells.size(); ++i)
      table.columns.push_back(label_of(top.cells[i], top, headings));
    table.heading = top.number;
    lines.erase(lines.begin());
  }
  for (const Line& line : lines) {
    const std::size_t needed = headings.columns ? table.columns.size() + from : width;
    if (line.cells.size() != needed)
      return fail(
          "shape", joined({"line ", line.number}),
          {"Line ", line.number, " has ", line.cells.size(), line.cells.size() == 1 ? " cell, and " : " cells, and ",
           headings.columns ? "the heading asks for " : "most lines have ", needed, ". Every line needs as many."});
    const auto row = static_cast<std::size_t>(&line - lines.data());
    const std::size_t blocks = std::accumulate(lead.begin(), lead.end(), std::size_t{1}, std::multiplies<>());
    if (headings.rows && row < lines.size() / blocks)
      table.rows.push_back(label_of(line.cells[from - 1], top, headings));
    for (std::size_t i = from; i < line.cells.size(); ++i) {
      const std::optional<float> value = reading.number_in(line.cells[i]);
      if (!value) return no_number(line, i);
      table.numbers.push_back(*value);
    }
  }
  table.shape = lead;
  table.shape.push_back(headings.rows ? table.rows.size() : lines.size());
  table.shape.push_back(lines.front().cells.size() - from);
  if (table.shape.back() == 0) return fail("shape", "columns", "The table has names of rows and no numbers.");
  return table;
}

// ---- texts ----

// A list of texts: one column with a word below its first line, or one line of words.
std::optional<Given> list_in(const Reading& reading) {
  const std::vector<Line>& lines = reading.lines;
  const bool column = reading.separator == only_lines;
  if (!column && (lines.size() > 1 || lines.front().cells.size() == 1)) return std::nullopt;
  std::size_t words = 0;
  for (const Line& line : lines)
    for (const Cell& cell : line.cells) {
      if (column && lines.size() > 1 && &line == lines.data()) continue;
      words += reading.word(cell) || cell.text == "-" || cell.text == "?" ? 1 : 0;
    }
  if (words == 0 || (!column && is_named_row(reading, lines.front()))) return std::nullopt;
  Given list;
  for (const Line& line : lines)
    for (const Cell& cell : line.cells) list.texts.push_back(text::valid_utf8(cell.text));
  list.shape = {list.texts.size()};
  return list;
}

// What a text was read as, so far.
struct Found {
  std::optional<Given> table, list;
  std::optional<attention::Error> refusal;  // of the reading with most numbers
  double share = -1.0;

  void refuse(const attention::Error& why, double share_of_numbers) {
    if (share_of_numbers <= share) return;
    share = share_of_numbers;
    refusal = why;
  }
};

void read_with(std::string_view text, char separator, Quotes quotes, Found& found) {
  Result<std::vector<Line>> lines = LineReader(text, separator, quotes).all();
  if (!lines) return found.refuse(lines.error(), quotes == Quotes::none ? -1.0 : 0.0);
  if (lines->empty()) return;
  bool decimals = separator == ',' && is_column_of_decimals(*lines);
  if (decimals) return;  // read a line at a time, below
  if (separator == only_lines)
    if (const auto at_commas = LineReader(text, ',', quotes).all(); at_commas && !at_commas->empty())
      decimals = is_column_of_decimals(*at_commas);
  Reading reading{.separator = separator,
                  .lines = std::move(*lines),
                  .commas = separator != only_lines || decimals,
                  .quotes_tell = false};
  drop_remarks(reading);
  find_conventions(reading, decimals);
  if (!found.list) found.list = list_in(reading);
  if (separator != only_lines && reading.lines.size() > 1 && reading.width() == 1) return;
  Result<Given> table = table_in(reading);
  if (table) found.table = std::move(*table);
  else if (quotes != Quotes::none)
    found.refuse(table.error(), separator == only_lines ? 0.0 : reading.share_of_numbers());
}

}  // namespace

Result<Given> read_table(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Found found;
  for (const Quotes quotes : {Quotes::doubled, Quotes::backslash, Quotes::none}) {
    if (quotes != Quotes::doubled && text.find('"') == std::string_view::npos) break;
    for (const char separator : {'\t', ';', ',', ' ', only_lines}) {
      if (separator != only_lines && text.find(separator) == std::string_view::npos) continue;
      read_with(text, separator, quotes, found);
      if (found.table) return std::move(*found.table);
    }
  }
  if (found.list && found.share <= 0.5) return std::move(*found.list);
  if (found.refusal) return std::unexpected(std::move(*found.refusal));
  return fail("format", "line 1", "The table has no cells.");
}

}  // namespace files
