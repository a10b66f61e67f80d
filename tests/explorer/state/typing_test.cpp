// What is typed on the canvas takes effect with each character, is one undo entry, and can be given up.
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

BeginEdit cell(const Explorer& e, const std::string& tensor, graph::Index index) {
  return {{.cell = at(e, tensor, std::move(index))}};
}

}  // namespace

TEST_CASE("a field begins with the full number, chooses its cell, and each character counts") {
  Explorer e = open_page("worked-example");
  must(e, cell(e, "x", {0, 1}));
  REQUIRE(e.state().edit);
  CHECK(e.state().edit->text == "0");
  CHECK_FALSE(e.state().edit->words());
  CHECK(e.state().focused == at(e, "x", {0, 1}));
  CHECK(e.state().pinned);
  must(e, TypeEdit{"2"});
  CHECK(value(e, "x", {0, 1}) == 2);
  must(e, TypeEdit{"2.5"});
  CHECK(value(e, "x", {0, 1}) == 2.5f);
  must(e, EndEdit{});
  CHECK_FALSE(e.state().edit);
  must(e, Undo{});
  CHECK(value(e, "x", {0, 1}) == 0);
  CHECK_FALSE(e.can_undo());
}

TEST_CASE("what is given up leaves the number and the history as they were") {
  Explorer e = open_page("worked-example");
  must(e, cell(e, "x", {0, 1}));
  must(e, TypeEdit{"7"});
  must(e, EndEdit{.keep = false});
  CHECK(value(e, "x", {0, 1}) == 0);
  CHECK_FALSE(e.can_undo());
}

TEST_CASE("a refused text stays in the field with its reason, while the last number that was not refused holds") {
  Explorer e = open_page("worked-example");
  must(e, cell(e, "x", {0, 1}));
  must(e, TypeEdit{"3"});
  for (const char* text : {"3a", "", "1e400"}) {
    CAPTURE(text);
    const std::string why = refusal(e, TypeEdit{text});
    CHECK(why != "");
    REQUIRE(e.state().edit);
    CHECK(e.state().edit->refusal == why);
    CHECK(e.state().edit->text == text);
    CHECK(refusal(e, EndEdit{.text = text}) == why);
    CHECK(e.state().edit);
    CHECK(value(e, "x", {0, 1}) == 3);
  }
  must(e, EndEdit{.text = "4"});
  CHECK(value(e, "x", {0, 1}) == 4);
  must(e, Undo{});
  CHECK(value(e, "x", {0, 1}) == 0);
}

TEST_CASE("an edit of a cell does not join an earlier one of the same cell") {
  Explorer e = open_page("worked-example");
  for (const char* text : {"5", "6"}) {
    must(e, cell(e, "x", {0, 1}));
    must(e, TypeEdit{e.state().edit->text});  // as it was: nothing has changed yet
    must(e, EndEdit{.text = text});
  }
  must(e, Undo{});
  CHECK(value(e, "x", {0, 1}) == 5);
}

TEST_CASE("another step, another screen or a lesson without the cell ends what is typed") {
  Explorer e = open_page("worked-example");
  must(e, cell(e, "x", {0, 1}));
  must(e, NextStep{});
  CHECK_FALSE(e.state().edit);
  must(e, cell(e, "x", {0, 1}));
  must(e, ShowLarge{true});
  CHECK_FALSE(e.state().edit);
  must(e, BeginEdit{{.kind = Typed::find}});
  must(e, TypeEdit{"harbour"});
  CHECK(e.state().large.look.find == "harbour");
  must(e, EndEdit{.keep = false});
  CHECK(e.state().large.look.find == "");
}

TEST_CASE("another sentence for a model begins as the reader's own, and given up it is none again") {
  Explorer e = open_page("worked-example");
  must(e, SetModelText{"The dog slept"});
  must(e, BeginEdit{{.kind = Typed::other}});
  CHECK(e.state().edit->text == "The dog slept");
  CHECK(e.state().edit->words());
  must(e, TypeEdit{"The cat slept"});
  CHECK(e.state().model.input.other == "The cat slept");
  must(e, EndEdit{.keep = false});
  CHECK(e.state().model.input.other == "");
}
