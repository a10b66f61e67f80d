// Locks set by an author: readers cannot change what is locked, links can, restoring keeps it; and whole tensors for a host page.
#include "explorer/lesson/lock.hpp"
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

TEST_CASE("a lock lists what is locked, or the exceptions to a full lock") {
  CHECK(read_lock("").covers("x"));
  CHECK(read_lock("x, w").covers("w"));
  CHECK_FALSE(read_lock("x w").covers("n"));
  CHECK_FALSE(read_lock("except x").covers("x"));
  CHECK(read_lock("except x").covers("n"));
  CHECK_FALSE(Lock{}.covers("x"));
}

TEST_CASE("a locked cell or control cannot be changed, and the message says why") {
  Explorer e = small();
  REQUIRE(e.lock("x way"));
  CHECK(refusal(e, EditCell{at(e, "x", {0, 0}), "2"}) == "X is locked here by the author of this page.");
  CHECK(refusal(e, SetParameter{"way", std::string("soft")}) == "Locked here by the author of this page.");
  CHECK(value(e, "x", {0, 0}) == 1);
  CHECK_FALSE(e.tensor(at(e, "x", {0, 0}).node).editable);
  CHECK(e.tensor(at(e, "w", {0, 0}).node).editable);
  edit(e, "w", {0, 0}, "3");
  must(e, SetParameter{"doubled", true});
  for (const ControlView& control : e.view().controls) {
    CAPTURE(control.name);
    CHECK(plain(control.off) == (control.name == "way" ? "Locked here by the author of this page." : ""));
  }
}

TEST_CASE("a link from the author may set locked values, which restoring and undo do not change") {
  Explorer e = small();
  REQUIRE(e.lock("x"));
  CHECK(e.open_link("lesson=small&e.x=0,0:9&e.w=0,0:3").empty());
  CHECK(value(e, "x", {0, 0}) == 9);
  CHECK(e.view().changed_from_lesson);
  must(e, Undo{});
  CHECK(value(e, "x", {0, 0}) == 9);
  must(e, RestoreLesson{});
  CHECK(value(e, "x", {0, 0}) == 9);
  CHECK(value(e, "w", {0, 0}) == 1);
  CHECK_FALSE(e.view().changed_from_lesson);
}

TEST_CASE("an unknown name is refused with the known ones") {
  Explorer e = small();
  const auto locked = e.lock("x q");
  REQUIRE_FALSE(locked);
  CHECK(locked.error().message == "“q” cannot be locked: this lesson lets readers change n, doubled, way, x, w.");
  edit(e, "x", {0, 0}, "2");
}

TEST_CASE("a tensor is returned in full, its numbers row by row") {
  Explorer e = small();
  const auto json = e.tensor_json("y");
  REQUIRE(json);
  // x · w by hand: (1 + 3, 2 + 3) and (4 + 6, 5 + 6).
  const auto document = parse(*json);
  const auto read = [&](const char* key) {
    std::vector<double> numbers;
    for (const auto& item : document.root()[key].items()) numbers.push_back(item.number().value());
    return numbers;
  };
  CHECK(read("shape") == std::vector<double>{2, 2});
  CHECK(read("values") == std::vector<double>{4, 5, 10, 11});
  CHECK(document.root()["symbol"].text() == "Y");
  const auto none = e.tensor_json("q");
  REQUIRE_FALSE(none);
  CHECK(none.error().message.starts_with("This lesson has no tensor “q”. Its tensors are: x, w,"));
}
