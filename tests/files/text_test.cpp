// Tables and JSON, as spreadsheets, pandas, numpy and json.dumps write them.
#include "files/given.hpp"
#include "support.hpp"

namespace files {
namespace {

using Texts = std::vector<std::string>;
using Numbers = std::vector<float>;

Given table_of(std::string_view text) { return expect::value(read_table(text)); }
std::string table_error(std::string_view text) { return expect::error(read_table(text)); }

TEST_CASE("table: commas, tabs, semicolons with decimal commas, and numpy.savetxt's spaces") {
  for (const char* text : {"1,2.5\n-3,4e1\n", "1\t2.5\r\n-3\t4e1",
                           "1;2,5\n\xe2\x88\x92"
                           "3;4e1",
                           "# made by savetxt\n1  2.5\n -3 4e1 \n", "\xef\xbb\xbf\"1\",\"2.5\"\n\n-3, 4e1"}) {
    CAPTURE(text);
    const Given table = table_of(text);
    CHECK(table.shape == Shape{2, 2});
    CHECK(table.numbers == Numbers{1, 2.5, -3, 40});
    CHECK(table.columns.empty());
    CHECK(table.rows.empty());
  }
  CHECK(std::isnan(table_of("nan,1\n2,inf").numbers[0]));
}

TEST_CASE("table: a first row and a first column of words are headings, as pandas and R write them") {
  for (const char* text : {"token,a,b\nthe,1,2\n\"cat, \"\"big\"\"\",3,4", "a,b\nthe,1,2\n\"cat, \"\"big\"\"\",3,4"}) {
    const Given table = table_of(text);
    CHECK(table.columns == Texts{"a", "b"});
    CHECK(table.rows == Texts{"the", "cat, \"big\""});
    CHECK(table.numbers == Numbers{1, 2, 3, 4});
  }
  const Given indexed = table_of(",a,b\n0,1,2\n1,3,4");
  CHECK(indexed.rows == Texts{"0", "1"});
  CHECK(indexed.shape == Shape{2, 2});
}

TEST_CASE("table: a column or a row of words is a list of texts") {
  CHECK(table_of("The\ncat\n7\nsat").texts == Texts{"The", "cat", "7", "sat"});
  CHECK(table_of("The,cat,sat").texts == Texts{"The", "cat", "sat"});
  CHECK(table_of("weight\n1\n2").columns == Texts{"weight"});
}

TEST_CASE("table: errors name line and column") {
  CHECK(table_error("1,2\n3,x\n") == "number at line 2, column 2: “x” in line 2, column 2 is no number.");
  CHECK(table_error("1,2\n3\n") ==
        "shape at line 2: Line 2 has 1 cells, and the first line of the table 2. Every line needs as many.");
  CHECK(table_error("a,b\n1,2\n# a remark\n1,2,3\n").starts_with("shape at line 4"));
  CHECK(table_error("1,\"2\n3").starts_with("format at line 1: The quote"));
  CHECK(table_error("").starts_with("format at line 1"));
  CHECK(table_error("1,2\n0x10,3\n4,0x10").starts_with("number at "));
}

std::vector<Given> json_of(std::string_view text) { return expect::value(read_json_tensors(text)); }
std::string json_error(std::string_view text) { return expect::error(read_json_tensors(text)); }

TEST_CASE("json: nested lists, names, shapes with data, and texts") {
  const auto list = json_of("[[1, 2, 3], [4.5, -6e-1, NaN]]");
  REQUIRE(list.size() == 1);
  CHECK(list[0].name == "");
  CHECK(list[0].shape == Shape{2, 3});
  CHECK(different(list[0].numbers, {1, 2, 3, 4.5, -0.6, std::nan("")}) == "");
  const auto named = json_of(R"({"q": {"shape": [1, 2, 2], "data": [1, 2, 3, null]}, "note": "x", "count": 3,
                                 "layer": {"k": [true, false], "empty": [[], []]}, "tokens": ["The", "cat"]})");
  REQUIRE(named.size() == 4);
  CHECK(named[0].name == "q");
  CHECK(named[0].shape == Shape{1, 2, 2});
  CHECK(std::isnan(named[0].numbers[3]));
  CHECK(named[1].name == "layer.k");
  CHECK(named[1].numbers == Numbers{1, 0});
  CHECK(named[2].shape == Shape{2, 0});
  CHECK(named[3].texts == Texts{"The", "cat"});
  CHECK(json_of(R"({"shape": [2, 1], "data": [[5, 6]]})")[0].shape == Shape{2, 1});
}

TEST_CASE("json: ragged and mixed lists are errors that name line and key") {
  CHECK(json_error("{\"q\":\n[[1, 2], [3]]}").find("(line 2, in q)") != std::string::npos);
  for (const char* text : {"[1, [2]]", "[[1], 2]", "[\"a\", 1]", "[1, \"a\"]", "[[\"a\"]]", "[{}]", "[\"a\", [1]]",
                           "[[1], [[2]]]", "[[[1]], [2]]", "[[[[[[[[[1]]]]]]]]]"}) {
    CAPTURE(text);
    CHECK(json_error(text).starts_with("shape at "));
  }
  CHECK(json_error(R"({"q": {"shape": [2, 2], "data": [1]}})") ==
        "shape at q: The shape (2, 2) needs 4 numbers, and data has 1.");
  CHECK(json_error(R"({"q": {"shape": [16777215, 16777215, 16777215], "data": [1]}})").starts_with("shape at q"));
  CHECK(json_error(R"({"q": {"shape": [-1], "data": [1]}})").starts_with("shape at q"));
  CHECK(json_error(R"({"q": [1], "q": [2]})").starts_with("names at q"));
  CHECK(json_error("{}").starts_with("format at "));
  CHECK(json_error("[1").starts_with("format at line 1"));
  CHECK(json_error(std::string(1'000'000, '[')).starts_with("shape at "));
  CHECK(json_error(
            "{\"a\":" +
            std::string("{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":"
                        "{\"a\":{\"a\":{\"a\":[1]}}}}}}}}}}}}}}}}}"))
            .find("too deeply") != std::string::npos);
}

}  // namespace
}  // namespace files
