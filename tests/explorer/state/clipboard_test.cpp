// Matrices from and to a spreadsheet. The numbers are those of the worked example, as its tutorial prints them.
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

std::string matrix(const Explorer& e, const std::string& tensor) { return e.matrix_text(*e.graph().find(tensor)); }

}  // namespace

TEST_CASE("a matrix is copied with tabs between columns and a line for each row") {
  const Explorer e = open_page("worked-example");
  CHECK(matrix(e, "x") == "1\t0\t1\t0\n0\t2\t0\t2\n1\t1\t1\t1\n");
  CHECK(matrix(e, "attn_scores") == "2\t4\t4\n4\t16\t12\n4\t12\t10\n");
}

TEST_CASE("numbers hidden by an open question are not copied") {
  Explorer e = small();
  must(e, GoToStep{"guess"});
  CHECK(matrix(e, "y").starts_with("?\t?"));
  must(e, Reveal{"row-1"});
  CHECK_FALSE(matrix(e, "y").contains("?"));
}

TEST_CASE("copying a batch copies the slice that is shown") {
  Explorer e = small();
  const std::string first = matrix(e, "batch");
  must(e, GoToStep{"many"});
  must(e, SetLeading{"batch", 1});
  CHECK(matrix(e, "batch") != first);
}

TEST_CASE("pasting a copied matrix back changes nothing") {
  Explorer e = open_page("worked-example");
  const unsigned version = e.version();
  must(e, PasteCells{at(e, "w_query", {2, 1}), matrix(e, "w_query")});
  CHECK(e.version() == version);
}

TEST_CASE("a table of the matrix's size replaces the whole matrix, in one undo entry") {
  Explorer e = open_page("worked-example");
  for (const char* text :
       {"1\t2\t3\t4\r\n5\t6\t7\t8\r\n9\t10\t11\t12\r\n", "1,2,3,4\n5,6,7,8\n9,10,11,12",
        "1;2;3;4\n5;6;7;8\n9;10;11;12\n", "[[1, 2, 3, 4],\n [5, 6, 7, 8],\n [9, 10, 11, 12]]",
        "1 2 3 4\n5 6  7 8\n9 10 11 12",
        "array([[1., 2., 3., 4.],\n       [5., 6., 7., 8.],\n       [9., 10., 11., 12.]], dtype=float32)",
        "tensor([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], device='cuda:0')",
        "[[ 1.  2.  3.  4.]\n [ 5.  6.  7.  8.]\n [ 9. 10. 11. 12.]]", "A = [1 2 3 4; 5 6 7 8\n9 10 11 12];",
        "[1, 2, 3, 4]\n[5, 6, 7, 8]\n[9, 10, 11, 12]",
        "\\begin{pmatrix}\n1 & 2 & 3 & 4 \\\\\n5 & 6 & 7 & 8 \\\\\n9 & 10 & 11 & 12\n\\end{pmatrix}",
        "\\begin{array}{rrrr} 1&2&3&4\\\\5&6&7&8\\\\9&10&11&12\\\\ \\end{array}"}) {
    CAPTURE(text);
    must(e, PasteCells{at(e, "x", {1, 1}), text});
    CHECK(matrix(e, "x") == "1\t2\t3\t4\n5\t6\t7\t8\n9\t10\t11\t12\n");
    must(e, Undo{});
    CHECK(e.state().document == Document{});
  }
}

TEST_CASE("a smaller table is pasted from the selected cell on") {
  Explorer e = open_page("worked-example");
  must(e, PasteCells{at(e, "x", {1, 2}), "7\t8\n9\t10"});
  CHECK(matrix(e, "x") == "1\t0\t1\t0\n0\t2\t7\t8\n1\t1\t9\t10\n");
  must(e, PasteCells{at(e, "x", {0, 0}), "5"});
  CHECK(matrix(e, "x") == "5\t0\t1\t0\n0\t2\t7\t8\n1\t1\t9\t10\n");
}

TEST_CASE("a decimal comma is accepted where the language uses one") {
  Explorer e = open_page("worked-example");
  must(e, SetLanguage{"de"});
  must(e, PasteCells{at(e, "x", {0, 0}), "0,5\t1,5"});
  CHECK(value(e, "x", {0, 0}) == 0.5f);
  CHECK(value(e, "x", {0, 1}) == 1.5f);
}

TEST_CASE("a decimal comma between spaces is not taken for two numbers") {
  Explorer e = open_page("worked-example");
  CHECK(refusal(e, PasteCells{at(e, "x", {0, 0}), "0,5 1,5"}).contains("0.5"));
  must(e, PasteCells{at(e, "x", {0, 0}), "0,5"});
  CHECK(value(e, "x", {0, 1}) == 5.0f);
  must(e, SetLanguage{"de"});
  must(e, PasteCells{at(e, "x", {0, 0}), "0,5 1,5"});
  CHECK(value(e, "x", {0, 0}) == 0.5f);
  CHECK(value(e, "x", {0, 1}) == 1.5f);
}

TEST_CASE("an invalid table is refused as a whole, with the location and how to fix it") {
  Explorer e = open_page("worked-example");
  const auto why = [&](graph::Index from, const char* text) {
    return refusal(e, PasteCells{at(e, "x", std::move(from)), text});
  };
  CHECK(why({0, 0}, " \n\t").contains("no numbers"));
  CHECK(why({0, 0}, "1\t2\n3").contains("Numbers in row 2 of what was pasted: 1; in its first row: 2"));
  CHECK(why({0, 0}, "1\t2\n3\tx").contains("Row 2, column 2 of what was pasted: “x” is not a number"));
  CHECK(why({0, 0}, "1\t\t3").contains("column 2"));
  const std::string said = why({2, 2}, "1\t2\n3\t4");
  CHECK(said.contains("2 × 2 numbers were pasted"));
  CHECK(said.contains("3 × 4"));
  CHECK(said.contains("room for 1 × 2"));
  CHECK(refusal(e, PasteCells{at(e, "attn_scores", {0, 0}), "1"}).contains("computed"));
  CHECK(refusal(e, PasteCells{graph::CellRef{1000, {}}, "1"}).contains("no such cell"));
  must(e, GoToStep{e.lesson().steps.front().id});
  CHECK(e.state().document == Document{});
}
