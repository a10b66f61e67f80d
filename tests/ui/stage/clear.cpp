// Motions and the texts around the matrices: nothing that moves touches a name or a label.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sanitized.hpp"
#include "ui/support/harness.hpp"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

// Places and places in the texture: what fades in meanwhile is the same.
using Triangle = std::array<std::tuple<float, float, float, float>, 3>;

bool touches(const Triangle& triangle, ui::Rect at) {
  ui::Rect around{1e9f, 1e9f, -1e9f, -1e9f};
  for (const auto& [x, y, u, v] : triangle)
    around = {std::min(around.x0, x), std::min(around.y0, y), std::max(around.x1, x), std::max(around.y1, y)};
  return ui::overlap(ui::grown(around, 0.01f), at);
}

// The triangles of the last frame that touch one of the places.
std::vector<Triangle> drawn_over(const std::vector<ui::Rect>& places) {
  std::vector<Triangle> found;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawCmd& command : list->CmdBuffer)
      for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        Triangle triangle;
        bool seen = false;
        for (unsigned k = 0; k < 3; ++k) {
          const ImDrawVert& v = list->VtxBuffer[static_cast<int>(
              list->IdxBuffer[static_cast<int>(command.IdxOffset + i + k)] + command.VtxOffset)];
          triangle[k] = {v.pos.x, v.pos.y, v.uv.x, v.uv.y};
          seen = seen || v.col >> 24 > 0;
        }
        if (seen && std::ranges::any_of(places, [&](ui::Rect at) { return touches(triangle, at); }))
          found.push_back(triangle);
      }
  std::ranges::sort(found);
  return found;
}

// Where the labels of the matrices on stage are, and their names.
std::vector<ui::Rect> labels_of(Harness& page) {
  std::set<std::string, std::less<>> words;
  for (const explorer::FigureView& figure : page.explorer.view().stage)
    for (const explorer::TensorView& tensor : figure.tensors)
      for (const auto* labels : {&tensor.labels, &tensor.labels_short})
        for (const auto& axis : *labels) words.insert(axis.begin(), axis.end());
  std::vector<ui::Rect> places;
  const auto stage = page.where("stage");
  for (const Harness::Text& text : page.texts())
    if (words.contains(text.words) && (!stage || ui::within(text.where, *stage))) places.push_back(text.where);
  for (const auto& [id, at] : page.items())
    if (id.starts_with("name:")) places.push_back(ui::grown(at, -2, -6));
  return places;
}

}  // namespace

TEST_CASE("nothing that moves touches a name or a label, on a phone and on a large screen") {
  std::size_t moving = 0;
  for (const auto& [lesson, width, height] :
       {std::tuple("worked-example", 390.0f, 844.0f), {"sentence", 390.0f, 844.0f}, {"slopes", 1440.0f, 900.0f}}) {
    if (sampled && std::string_view(lesson) != "worked-example") continue;
    Harness page(open_lesson(lesson), width, height);
    page.around.reduced_motion = true;
    page.settle();
    for (int n = 0; n < 100 && !page.explorer.view().closing; ++n) {
      page.frame(1);  // what comes to the stage has come
      page.settle();
      const std::vector<ui::Rect> labels = labels_of(page);
      const std::vector<Triangle> still = drawn_over(labels);
      page.around.reduced_motion = false;
      page.press(ImGuiKey_P);
      const float seconds = page.interface.motion_seconds();
      INFO(std::string(lesson) << ", " << page.explorer.view().step_id << ", part " << page.explorer.view().beat);
      for (int eighth = 1; eighth < 8 && seconds > 0; ++eighth) {
        ++moving;
        page.frame(static_cast<double>(seconds) / 8);
        const std::vector<Triangle> now = drawn_over(labels);
        CHECK(std::ranges::includes(still, now));
      }
      page.around.reduced_motion = true;
      page.frame();
      page.press(ImGuiKey_PageDown);
      page.settle(0.1);
    }
  }
  CHECK(moving > (sampled ? 30 : 100));
}
