// Undo, redo and reset cover parameters and cells, one entry for each action.
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

TEST_CASE("undo and redo step back and forth through all changes") {
  Explorer e = small();
  std::vector<Document> documents{e.state().document};
  const auto then = [&](const Command& command) {
    must(e, command);
    documents.push_back(e.state().document);
  };
  then(EditCell{at(e, "x", {0, 0}), "2"});
  then(SetParameter{"n", 3.0});
  then(EditCell{at(e, "w", {2, 2}), "-1"});
  then(SetParameter{"way", "soft"});
  then(EditCell{at(e, "x", {0, 0}), "3"});
  then(RestoreLesson{});
  for (std::size_t i = documents.size() - 1; i-- > 0;) {
    must(e, Undo{});
    CHECK(e.state().document == documents[i]);
  }
  CHECK_FALSE(e.can_undo());
  CHECK(value(e, "y", {0, 0}) == 4);
  for (std::size_t i = 1; i < documents.size(); ++i) {
    must(e, Redo{});
    CHECK(e.state().document == documents[i]);
    if (i == 3) CHECK(value(e, "y", {0, 2}) == 2 + 2 - 3);
  }
  CHECK_FALSE(e.can_redo());
}

TEST_CASE("a new change clears redo") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "2");
  must(e, Undo{});
  CHECK(e.can_redo());
  edit(e, "x", {0, 1}, "5");
  CHECK_FALSE(e.can_redo());
  must(e, Undo{});
  CHECK(e.state().document == Document{});
}

TEST_CASE("one drag is one entry, two drags are two") {
  Explorer e = small();
  must(e, SetParameter{"n", 3.0});
  must(e, SetParameter{"n", 1.0, true});
  must(e, SetParameter{"n", 3.0, true});
  must(e, SetParameter{"n", 1.0});
  must(e, Undo{});
  CHECK(std::get<double>(e.state().document.parameters.at("n")) == 3);
  must(e, Undo{});
  CHECK(e.state().document == Document{});
  CHECK_FALSE(e.can_undo());
}

TEST_CASE("a drag that ends where it began leaves no entry") {
  Explorer e = small();
  must(e, SetParameter{"n", 3.0});
  must(e, SetParameter{"n", 2.0, true});
  CHECK_FALSE(e.can_undo());
}

TEST_CASE("continued typing is one entry, and cancelled typing leaves none") {
  Explorer e = small();
  const graph::CellRef cell = at(e, "x", {0, 0});
  must(e, EditCell{cell, "2"});
  must(e, EditCell{cell, "25", true});
  must(e, EditCell{cell, "25.5", true});
  CHECK(value(e, "x", {0, 0}) == 25.5f);
  must(e, EditCell{at(e, "x", {0, 1}), "9", true});
  must(e, Undo{});
  CHECK_MESSAGE(value(e, "x", {0, 0}) == 25.5f, "another cell is another entry even so");
  must(e, Undo{});
  CHECK(value(e, "x", {0, 0}) == 1);
  must(e, EditCell{cell, "3"});
  must(e, EditCell{cell, "1", true});
  CHECK_FALSE(e.can_undo());
}

TEST_CASE("undo does not affect what is looked at") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "2");
  must(e, NextStep{});
  must(e, SetDecimals{5});
  must(e, Undo{});
  CHECK(e.state().step == "guess");
  CHECK(e.state().decimals == 5);
  CHECK(value(e, "x", {0, 0}) == 1);
}

TEST_CASE("reset restores the lesson's numbers and can be undone") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "2");
  must(e, SetParameter{"n", 3.0});
  must(e, RestoreLesson{});
  CHECK(value(e, "y", {0, 0}) == 4);
  CHECK(e.graph().node(*e.graph().find("y")).shape == graph::Shape{2, 2});
  CHECK_FALSE(e.view().changed_from_lesson);
  must(e, Undo{});
  CHECK(value(e, "y", {0, 0}) == 5);
  CHECK(e.view().changed_from_lesson);
}

TEST_CASE("a long history drops its oldest entries and stays correct") {
  Explorer e = small();
  for (int i = 0; i < 700; ++i) edit(e, "x", {0, 0}, std::to_string(i + 2));
  int undone = 0;
  while (e.can_undo()) {
    must(e, Undo{});
    ++undone;
  }
  CHECK(undone == 500);
  CHECK(value(e, "x", {0, 0}) == 201);
}
