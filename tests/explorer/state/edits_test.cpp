// Changing a cell: what is accepted, what is refused with which message, and that dependent cells are recomputed.
#include <algorithm>
#include <cmath>
#include <limits>

#include "explorer/language/numbers.hpp"
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

TEST_CASE("an edited cell changes the cells that depend on it and nothing else") {
  Explorer e = small();
  const unsigned changes = e.changes();
  edit(e, "x", {0, 0}, "2");
  CHECK(value(e, "x", {0, 0}) == 2);
  CHECK(value(e, "y", {0, 0}) == 5);
  CHECK(value(e, "y", {1, 0}) == 10);
  CHECK(value(e, "z", {0, 0}) == 2.5f);
  CHECK(e.changes() == changes + 1);
  const std::vector<graph::CellRef>& changed = e.changed_cells();
  CHECK(std::ranges::count(changed, at(e, "x", {0, 0})) == 1);
  CHECK(std::ranges::count(changed, at(e, "y", {0, 0})) == 1);
  CHECK(std::ranges::count(changed, at(e, "y", {1, 0})) == 0);
  CHECK(e.cell(at(e, "x", {0, 0})).edited);
  CHECK_FALSE(e.cell(at(e, "x", {0, 1})).edited);
  CHECK(e.state().document.edits == std::vector<lesson::Edit>{{"x", {0, 0}, 2}});
}

TEST_CASE("W_q[1, 1] = 2 makes the scores distinguish query from key") {
  Explorer e = open_page("worked-example");
  edit(e, "w_query", {0, 0}, "2");
  const float wanted[3][3] = {{2, 8, 6}, {4, 16, 12}, {4, 16, 12}};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      CHECK(value(e, "attn_scores", {row, column}) == wanted[row][column]);
  must(e, Undo{});
  CHECK(value(e, "attn_scores", {0, 1}) == 4);
}

TEST_CASE("an edit gives bit for bit the same result as a full run") {
  Explorer e = open_page("worked-example");
  edit(e, "w_query", {1, 2}, "0.3");
  edit(e, "x", {2, 1}, "-1.7");
  Explorer again = open_page("worked-example");
  CHECK(again.open_link(e.link()).empty());
  for (graph::NodeId node = 0; node < e.graph().size(); ++node) {
    CAPTURE(e.graph().node(node).name);
    graph::Index index(e.graph().node(node).shape.size(), 0);
    for (std::size_t axis = 0; axis < index.size(); ++axis) index[axis] = e.graph().node(node).shape[axis] - 1;
    CHECK(e.graph().at(node, index) == again.graph().at(node, index));
  }
}

TEST_CASE("numbers are accepted as people write them") {
  const auto read = [](const char* text, const char* language = "en") {
    const auto parsed = parse_typed(text, language);
    return parsed ? *parsed : std::numeric_limits<float>::quiet_NaN();
  };
  CHECK(read("0.5") == 0.5f);
  CHECK(read("-3") == -3.0f);
  CHECK(read("−3") == -3.0f);
  CHECK(read("+2") == 2.0f);
  CHECK(read("  1.25\t") == 1.25f);
  CHECK(read("\u00A01\u202F") == 1.0f);
  CHECK(read(".5") == 0.5f);
  CHECK(read("5.") == 5.0f);
  CHECK(read("1e3") == 1000.0f);
  CHECK(read("2.5E-3") == 0.0025f);
  CHECK(read("0,5", "de") == 0.5f);
  CHECK(read("−0,5", "fr-CA") == -0.5f);
  CHECK(read("0.5", "de") == 0.5f);
  CHECK(read("3.4028235e38") == std::numeric_limits<float>::max());
  CHECK(std::signbit(read("-0")) == false);
}

TEST_CASE("each kind of invalid number is refused with its own sentence") {
  const auto why = [](const char* text, const char* language = "en") {
    const auto parsed = parse_typed(text, language);
    return parsed ? std::string("taken") : parsed.error().id;
  };
  CHECK(why("") == "refuse.empty");
  CHECK(why("   ") == "refuse.empty");
  CHECK(why("abc") == "refuse.not_a_number");
  CHECK(why("1 2") == "refuse.not_a_number");
  CHECK(why("0x10") == "refuse.not_a_number");
  CHECK(why("1e") == "refuse.not_a_number");
  CHECK(why("--1") == "refuse.not_a_number");
  CHECK(why(".") == "refuse.not_a_number");
  CHECK(why("1.2.3") == "refuse.not_a_number");
  CHECK(why("NaN") == "refuse.not_finite");
  CHECK(why("-inf") == "refuse.not_finite");
  CHECK(why("−∞") == "refuse.not_finite");
  CHECK(why("1e400") == "refuse.too_large");
  CHECK(why("1e39") == "refuse.too_large");
  CHECK(why("1e-400") == "refuse.too_small");
  CHECK(why("0,5") == "refuse.comma");
  CHECK(why("1.234,5", "de") == "refuse.thousands");
  CHECK(why("1,2,3", "de") == "refuse.not_a_number");
}

TEST_CASE("a refused edit says how to fix it and keeps the old value") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "7");
  const unsigned version = e.version();
  for (const char* text : {"1e400", "abc", "", "NaN", "inf", "0,5"}) {
    CAPTURE(text);
    const std::string said = refusal(e, EditCell{at(e, "x", {0, 0}), text});
    CHECK_FALSE(said.contains("{"));
    CHECK((said.contains("old value stays") || said.contains("Write a point: 0.5")));
    CHECK(value(e, "x", {0, 0}) == 7);
  }
  CHECK(e.version() == version);
}

TEST_CASE("only cells marked editable by the lesson can be edited") {
  Explorer e = small();
  CHECK(refusal(e, EditCell{at(e, "y", {0, 0}), "1"}).contains("computed"));
  CHECK(refusal(e, EditCell{at(e, "fixed", {0, 0}), "1"}).contains("cannot be changed"));
  const std::string none = "There is no such cell here. Choose one that is shown.";
  CHECK(refusal(e, EditCell{at(e, "x", {2, 0}), "1"}) == none);
  CHECK(refusal(e, EditCell{graph::CellRef{1000, {}}, "1"}) == none);
  CHECK(e.state().document == Document{});
}

TEST_CASE("a cell set back to the lesson's number no longer counts as edited") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "7");
  edit(e, "x", {0, 0}, "1");
  CHECK(e.state().document == Document{});
  CHECK_FALSE(e.cell(at(e, "x", {0, 0})).edited);
  CHECK_FALSE(e.view().changed_from_lesson);
}

TEST_CASE("an edit is inactive while a parameter removes its cell and active again when the cell exists") {
  Explorer e = small();
  edit(e, "w", {0, 1}, "5");
  CHECK(value(e, "y", {0, 1}) == 10);
  must(e, SetParameter{"n", 1.0});
  CHECK(e.graph().node(*e.graph().find("w")).shape == graph::Shape{3, 1});
  CHECK(e.state().document.edits.size() == 1);
  must(e, SetParameter{"n", 2.0});
  CHECK(value(e, "y", {0, 1}) == 10);
  must(e, SetParameter{"n", 1.0});
  must(e, RestoreLesson{});
  CHECK(value(e, "y", {0, 1}) == 5);
}

TEST_CASE("infinity and NaN downstream are shown as such") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "3e38");
  edit(e, "w", {0, 0}, "10");
  const CellView y = e.cell(at(e, "y", {0, 0}));
  CHECK(y.status == CellView::Status::not_finite);
  CHECK(y.text == "∞");
  must(e, SetParameter{"way", "soft"});
  CHECK(e.cell(at(e, "z", {0, 0})).text == "NaN");
  CHECK(e.cell(at(e, "z", {0, 0})).status == CellView::Status::not_finite);
  CHECK(plain(e.view().text).contains("∞"));
  CHECK(e.view().code_printed.contains("inf"));
  must(e, Focus{at(e, "z", {0, 0})});
  CHECK(e.explanation() != nullptr);
  (void)parse(e.reading_json());
}

TEST_CASE("the text of an edit field reads back as the same float32") {
  Explorer e = small();
  for (const char* text : {"0.1", "-1e-7", "16777216", "3.4028235e38", "0.33333334"}) {
    edit(e, "x", {1, 1}, text);
    CHECK(e.edit_text(at(e, "x", {1, 1})) == text);
    const float before = value(e, "x", {1, 1});
    const auto parsed = parse_typed(e.edit_text(at(e, "x", {1, 1})), "en");
    REQUIRE(parsed.has_value());
    CHECK(*parsed == before);
  }
  CHECK(e.edit_text(graph::CellRef{99, {}}) == "");
}
