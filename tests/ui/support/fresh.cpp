// Draws one state twice: by an interface with caches, and by a new one.
#include "ui/support/fresh.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace ui_test {
namespace {

using Picture = std::vector<ImDrawVert>;

Picture drawn() {
  Picture all;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    all.insert(all.end(), list->VtxBuffer.begin(), list->VtxBuffer.end());
  return all;
}

bool same(const Picture& a, const Picture& b) {
  return std::ranges::equal(a, b, [](const ImDrawVert& one, const ImDrawVert& other) {
    return one.col == other.col && one.pos.x == other.pos.x && one.pos.y == other.pos.y;
  });
}

Picture drawn_afresh(Harness& page) {
  ui::Interface fresh;
  for (int n = 0; n < 120; ++n) {  // two seconds: all animations have ended
    page.around.now += 1.0 / 60;
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    static_cast<void>(fresh.frame(page.explorer, page.around, page.contents));
    ImGui::Render();
  }
  return drawn();
}

}  // namespace

void check_fresh(Harness& page, const std::string& after) {
  page.settle();
  for (int n = 0; n < 60; ++n) page.frame();
  const Picture kept = drawn();
  INFO("after " << after);
  CHECK(kept.size() > 100);
  CHECK(same(kept, drawn_afresh(page)));
}

}  // namespace ui_test
