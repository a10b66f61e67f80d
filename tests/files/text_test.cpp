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

TEST_CASE("table: tokens with #, separators and brackets are cells like others") {
  const Given pieces =
      table_of(",[CLS],play,##ing,[SEP]\n[CLS],1,0,0,0\nplay,0,1,0,0\n##ing,.4,.3,.2,.1\n[SEP],0,0,0,1\n");
  CHECK(pieces.shape == Shape{4, 4});
  CHECK(pieces.rows == Texts{"[CLS]", "play", "##ing", "[SEP]"});
  CHECK(table_of("play\n##ing\n##s\n#\n").texts == Texts{"play", "##ing", "##s", "#"});
  for (const char* text : {",Hello,;,bye\nHello,1,0,0\n;,0.5,0.5,0\nbye,0.2,0.3,0.5\n",
                           "\"Layer 1, head 2\",Hello,;,bye\nHello,1,0,0\n;,0.5,0.5,0\nbye,0.2,0.3,0.5\n",
                           "Hello,;,bye\nHello,1,0,0\n;,0.5,0.5,0\nbye,0.2,0.3,0.5\n",
                           ";Hello;\";\";bye\nHello;1;0;0\n\";\";0,5;0,5;0\nbye;0,2;0,3;0,5\n",
                           "\tHello\t;\tbye\nHello\t1\t0\t0\n;\t0,5\t0,5\t0\nbye\t0,2\t0,3\t0,5\n"}) {
    CAPTURE(text);
    const Given table = table_of(text);
    CHECK(table.rows == Texts{"Hello", ";", "bye"});
    CHECK(table.columns == table.rows);
    CHECK(table.numbers == Numbers{1, 0, 0, 0.5, 0.5, 0, 0.2f, 0.3f, 0.5});
  }
}

TEST_CASE(
    "table: a heading has mostly words; a misspelt or missing number in the first line is refused with its place") {
  for (const char* first : {"NA", "0.5x", "0x10", "1'234", "\"1,234\"", "1 234", "=1+1", "abc"}) {
    CAPTURE(first);
    const std::string text = first + std::string(",0.5\n0.25,0.75\n0.1,0.9\n");
    CHECK(table_error(text).starts_with("number at line 1, column 1"));
  }
  CHECK(table_error(",0.5,0.5\n0.25,0.5,0.25\n").starts_with("number at line 1, column 1: The cell"));
  CHECK(table_error("0.5,NA\n0.25,0.75\n").starts_with("number at line 1, column 2"));
  CHECK(table_error("0.5,0.5\n0.2x,0.8\n0.1,0.9\n").starts_with("number at line 2, column 1"));
  CHECK(table_of("# made by savetxt\na,b\n1,2\n").heading == 2);
  CHECK(table_of("1,2\n3,4\n").heading == 0);
}

TEST_CASE("table: pandas and R number what has no names") {
  for (const char* text : {",0,1\n0,0.5,0.5\n1,0.25,0.75\n", "\"\",\"1\",\"2\"\n\"1\",0.5,0.5\n\"2\",0.25,0.75\n",
                           "\"V1\" \"V2\"\n\"1\" 0.5 0.5\n\"2\" 0.25 0.75\n"}) {
    CAPTURE(text);
    const Given table = table_of(text);
    CHECK(table.numbers == Numbers{0.5, 0.5, 0.25, 0.75});
    CHECK(table.rows.size() == 2);
    CHECK(table.columns.size() == 2);
  }
  const Given years = table_of(",1984,1985\n1984,1,0\n1985,0.5,0.5\n");
  CHECK(years.rows == Texts{"1984", "1985"});
  CHECK(years.columns == years.rows);
}

TEST_CASE("table: a column of decimal commas is one column, and whole numbers at commas are two") {
  CHECK(table_of("0,5\n0,25\n").shape == Shape{2, 1});
  CHECK(table_of("0,5\n1\n0,25\n").numbers == Numbers{0.5, 1, 0.25});
  CHECK(table_of("1,0\n0,75\n").numbers == Numbers{1, 0.75});
  CHECK(table_of("12,05\n3,5\n").numbers == Numbers{12.05f, 3.5});
  CHECK(table_of("1,2\n3,4\n").shape == Shape{2, 2});
  CHECK(table_of("1,0\n0,1\n").shape == Shape{2, 2});
  CHECK(table_of("\"0,5\",\"0,25\"\n\"1,5\",2\n").numbers == Numbers{0.5, 0.25, 1.5, 2});
  CHECK(table_error("0.5\t1,234\n0.5\t2,5\n").starts_with("number at line 1, column 2"));
}

TEST_CASE("table: quotes with a backslash, quotes that are tokens, and lines that end with a carriage return") {
  CHECK(table_of("\"a\" \"\\\"\"\n\"x\" 1 2\n\"\\\"\" 3 4\n").rows == Texts{"x", "\""});
  CHECK(table_of("\ta\t\"\na\t1\t0\n\"\t0\t1\n").columns == Texts{"a", "\""});
  CHECK(table_of("1,2\r3,4\r").shape == Shape{2, 2});
}

TEST_CASE("table: a tensor of heads as this project saves it comes back with its axes") {
  const Given heads =
      table_of("\"head\",\"A\",\"a\",\"b\"\n1,\"a\",1,0\n1,\"b\",0.5,0.5\n2,\"a\",1,0\n2,\"b\",0.25,0.75\n");
  CHECK(heads.shape == Shape{2, 2, 2});
  CHECK(heads.rows == Texts{"a", "b"});
  CHECK(heads.columns == Texts{"a", "b"});
  CHECK(heads.numbers == Numbers{1, 0, 0.5, 0.5, 1, 0, 0.25, 0.75});
  const Given numbered = table_of("head,A,1,2\n1,1,1,0\n1,2,0.5,0.5\n2,1,1,0\n2,2,0.25,0.75\n");
  CHECK(numbered.shape == Shape{2, 2, 2});
  CHECK(table_of("A,1,2\n1,0.5,0.5\n2,0,1\n").shape == Shape{2, 2});
}

TEST_CASE("table: errors name line and column") {
  CHECK(table_error("1,2\n3,x\n") == "number at line 2, column 2: “x” in line 2, column 2 is no number.");
  CHECK(table_error("1,2\n3\n") ==
        "shape at line 2: Line 2 has 1 cell, and most lines have 2. Every line needs as many.");
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

TEST_CASE("json: a list of lists of texts holds the tokens of each sentence") {
  const auto lists = json_of(R"({"tokens": [["I", "eat", "."], [], ["you"]], "a": [1]})");
  REQUIRE(lists.size() == 4);
  CHECK(lists[0].name == "tokens[0]");
  CHECK(lists[0].texts == Texts{"I", "eat", "."});
  CHECK(lists[1].texts.empty());
  CHECK(lists[2].sentence == 2);
  CHECK(lists[2].texts == Texts{"you"});
  CHECK(json_of(R"([[], ["a"]])")[1].texts == Texts{"a"});
}

TEST_CASE("json: ragged and mixed lists are errors that name line and key") {
  CHECK(json_error("{\"q\":\n[[1, 2], [3]]}").find("(line 2, in q)") != std::string::npos);
  for (const char* text :
       {"[1, [2]]", "[[1], 2]", "[\"a\", 1]", "[1, \"a\"]", "[[\"a\"], [1]]", "[[\"a\"], \"b\"]", "[\"b\", [\"a\"]]",
        "[[[\"a\"]]]", "[{}]", "[\"a\", [1]]", "[[1], [[2]]]", "[[[1]], [2]]", "[[[[[[[[[1]]]]]]]]]"}) {
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
