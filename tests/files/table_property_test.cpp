// Tables written as other programs write them, with tokens that look like separators, numbers, remarks or JSON, are read
// back equal. AE_ROUNDS=100000 runs longer; the seed of a failure is shown.
#include <array>
#include <cstdlib>
#include <functional>
#include <random>

#include "files/given.hpp"
#include "support.hpp"

namespace files {
namespace {

using Texts = std::vector<std::string>;
using Random = std::mt19937;

std::size_t below(Random& random, std::size_t n) {
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
}

struct Table {
  Texts rows, columns;
  std::vector<float> numbers;
};

constexpr std::array words = {"[CLS]", "play", "##ing", "[SEP]",           "the", " cat", "sat ", "{x", "(",
                              "é",     "猫",   "#tag",  "\xF0\x9F\x98\x80"};
constexpr std::array hard = {"#",   "##", ";",   ",",   "\t",    "\"",   "'",    "\\",  "|",    ".",  "...",
                             "-",   "?",  "NA",  "nan", "1",     "2019", "0.5",  "1e5", "=1+1", "+x", "@a",
                             "'=x", "\n", "a,b", "a;b", "\"x\"", "x\"",  "null", "# x", "0,5",  " ",  "''-"};

template <class Pool>
std::string one_of(Random& random, const Pool& pool) {
  return pool[below(random, pool.size())];
}

// Square with the same tokens on both axes, any of them; or rows and columns of ordinary words.
Table make_table(Random& random) {
  Table table;
  const bool square = below(random, 2) == 0;
  const std::size_t rows = 2 + below(random, 5), columns = square ? rows : 2 + below(random, 5);
  for (std::size_t i = 0; i < rows; ++i)
    table.rows.push_back(square && below(random, 2) == 0 ? one_of(random, hard) : one_of(random, words));
  if (square) table.columns = table.rows;
  else
    for (std::size_t i = 0; i < columns; ++i) table.columns.push_back(one_of(random, words));
  for (std::size_t i = 0; i < rows * columns; ++i) table.numbers.push_back(static_cast<float>(below(random, 65)) / 64);
  return table;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string in_quotes(const std::string& text, std::string_view quote = "\"\"") {
  return "\"" + replaced(text, "\"", quote) + "\"";
}

// How a program writes a table.
struct Program {
  const char* name;
  std::string separator, corner;  // corner "-": left out
  char point;
  std::function<std::string(const std::string&)> label;
};

std::function<std::string(const std::string&)> quoted_if(const std::string& any_of) {
  return [any_of](const std::string& text) {
    return text.empty() || text.find_first_of(any_of) != std::string::npos ? in_quotes(text) : text;
  };
}

std::string guarded(const std::string& text) {
  const std::size_t first = text.find_first_not_of('\'');
  const bool runs =
      first != std::string::npos && std::string_view("=+-@\t\r").find(text[first]) != std::string_view::npos;
  return in_quotes(runs ? "'" + text : text);
}

std::vector<Program> programs() {
  const auto always = [](const std::string& text) { return in_quotes(text); };
  const auto escaped = [](const std::string& text) { return in_quotes(text, "\\\""); };
  return {
      {"pandas", ",", "", '.', quoted_if(",\"\n\r")},
      {"pandas with semicolons", ";", "", ',', quoted_if(";\"\n\r")},
      {"pandas with tabs", "\t", "", '.', quoted_if("\t\"\n\r")},
      {"R's write.csv", ",", "\"\"", '.', always},
      {"R's write.csv2", ";", "\"\"", ',', always},
      {"R's write.table", " ", "-", '.', escaped},
      {"Excel's copied cells in German", "\t", "", ',', quoted_if("\t\"\n\r")},
      {"this project", ",", "\"A\"", '.', guarded},
  };
}

std::string written(const Program& program, const Table& table, const std::string& end) {
  std::string text;
  if (program.corner != "-") text += program.corner + program.separator;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    text += (i > 0 ? program.separator : "") + program.label(table.columns[i]);
  text += end;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    text += program.label(table.rows[row]);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      std::array<char, 32> number{};
      std::snprintf(number.data(), number.size(), "%.9g", double{table.numbers[row * table.columns.size() + i]});
      text += program.separator + replaced(number.data(), ".", std::string(1, program.point));
    }
    text += end;
  }
  return text;
}

std::size_t rounds() {
  const char* asked = std::getenv("AE_ROUNDS");
  return asked != nullptr ? static_cast<std::size_t>(std::strtoull(asked, nullptr, 10)) : 2000;
}

TEST_CASE("table: what pandas, R, Excel and this project write is read back equal") {
  for (std::size_t seed = 0; seed < rounds(); ++seed) {
    Random random(static_cast<std::uint32_t>(seed));
    const Table table = make_table(random);
    const auto all = programs();
    const Program& program = all[below(random, all.size())];
    const std::string end = std::array{"\n", "\r\n", "\r"}[below(random, 3)];
    const std::string text = (below(random, 4) == 0 ? "\xef\xbb\xbf" : "") + written(program, table, end);
    const Result<Given> read = read_table(text);
    INFO("seed ", seed, ", ", program.name, ":\n", text, read ? "" : "\n" + read.error().message);
    REQUIRE(read.has_value());
    REQUIRE(read->shape == Shape{table.rows.size(), table.columns.size()});
    REQUIRE(read->numbers == table.numbers);
    REQUIRE(read->rows == table.rows);
    REQUIRE(read->columns == table.columns);
  }
}

TEST_CASE("table: numbers as numpy.savetxt writes them are read back equal") {
  for (std::size_t seed = 0; seed < rounds(); ++seed) {
    Random random(static_cast<std::uint32_t>(seed));
    const std::size_t rows = 1 + below(random, 5), columns = 1 + below(random, 5);
    const std::string separator = std::array{" ", ",", "\t", ";", ", "}[below(random, 5)];
    const std::string remark = std::array{"", "# made by savetxt\n", "# a b\n", "# 1 2 3\n", "#\n"}[below(random, 5)];
    std::vector<float> numbers;
    std::string text = remark;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t i = 0; i < columns; ++i) {
        numbers.push_back(static_cast<float>(below(random, 2001)) / 64 - 10);
        std::array<char, 40> number{};
        std::snprintf(number.data(), number.size(), "%.18e", double{numbers.back()});
        text += number.data() + (i + 1 < columns ? separator : std::string("\n"));
      }
    const Result<Given> read = read_table(text);
    INFO("seed ", seed, ":\n", text, read ? "" : "\n" + read.error().message);
    REQUIRE(read.has_value());
    REQUIRE(read->shape == Shape{rows, columns});
    REQUIRE(read->numbers == numbers);
    REQUIRE(read->heading == 0);
  }
}

TEST_CASE("table: a list of tokens, a line each, is read back equal") {
  for (std::size_t seed = 0; seed < rounds(); ++seed) {
    Random random(static_cast<std::uint32_t>(seed));
    Texts tokens(2 + below(random, 6));
    for (std::string& token : tokens) token = below(random, 3) == 0 ? one_of(random, hard) : one_of(random, words);
    tokens.back() = "end";
    std::string text;
    for (const std::string& token : tokens) text += quoted_if(",\"\n\r\t")(token) + "\n";
    if (std::ranges::any_of(tokens, [](const std::string& token) { return token == " "; })) continue;  // a blank line
    const Result<Given> read = read_table(text);
    INFO("seed ", seed, ":\n", text, read ? "" : "\n" + read.error().message);
    REQUIRE(read.has_value());
    REQUIRE(read->texts == tokens);
  }
}

}  // namespace
}  // namespace files
