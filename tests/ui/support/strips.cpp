// Draws the motion of each step of a lesson as a strip of eight pictures, from its beginning to its end, to a PNG:
//   strips OUT FONTS_DIR LESSON [size=1440x900] [light] [step=ID] [beats=N]
// OUT is the beginning of the names; the pictures show the part of the screen that the matrices take.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "ui/support/harness.hpp"
#include "ui/support/picture.hpp"

namespace {

using ui_test::Harness;
using ui_test::Picture;

constexpr int pictures = 8;

// What is on stage, and what motion may add around it.
ui::Rect figure_of(const Harness& page) {
  ui::Rect all;
  for (const auto& [id, at] : page.items())
    for (const char* kind : {"cell:", "name:", "play", "scrub", "speed"})
      if (id.starts_with(kind)) all = ui::joined(all, at);
  const ui::Rect around = ui::grown(all, 70, 24);
  return {std::max(std::floor(around.x0), 0.0f), std::max(std::floor(around.y0), 0.0f),
          std::min(std::ceil(around.x1), page.around.width), std::min(std::ceil(around.y1), page.around.height)};
}

// The motion of what is on stage now; false if there is none.
bool draw_strip(Harness& page, const std::string& path) {
  page.press(ImGuiKey_P);
  const float seconds = page.interface.motion_seconds();
  if (seconds <= 0) return false;
  if (std::ranges::none_of(page.items(), [](const auto& item) { return item.first == "play"; }))
    std::printf("%s: no room for Play\n", path.c_str());
  const ui::Rect part = figure_of(page);
  const int wide = static_cast<int>(part.width()), high = static_cast<int>(part.height()), gap = 8;
  const int columns = wide > 500 ? 2 : wide > 300 ? 4 : pictures, rows = pictures / columns;
  Picture strip(columns * (wide + gap), rows * (high + gap));
  strip.clear(0xFF808080u);
  Picture whole(static_cast<int>(page.around.width), static_cast<int>(page.around.height));
  double gone = 1.0 / 60;  // in the frame in which the key was released
  for (int i = 0; i < pictures; ++i) {
    const double now = std::max(static_cast<double>(seconds) * i / (pictures - 1), gone + 1e-3);
    page.frame(now - gone);
    gone = now;
    whole.clear(page.last_frame.ground);
    whole.draw(*ImGui::GetDrawData());
    strip.put(whole, static_cast<int>(part.x0), static_cast<int>(part.y0), wide, high, i % columns * (wide + gap),
              i / columns * (high + gap));
  }
  return strip.write(path.c_str());
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 1;
  const auto option = [&](const char* name) -> const char* {
    for (int i = 4; i < count; ++i)
      if (std::strncmp(words[i], name, std::strlen(name)) == 0) return words[i] + std::strlen(name);
    return nullptr;
  };
  float width = 1440, height = 900;
  if (const char* size = option("size=")) {
    char* rest = nullptr;
    width = std::strtof(size, &rest);
    height = std::strtof(rest + 1, nullptr);
  }
  Harness page(ui_test::open_lesson(words[3]), width, height);
  page.around.dark = !option("light");
  page.around.touch = width < 500;
  for (const char* face : {"inter-400", "inter-500", "inter-600", "inter-display-600", "math", "main", "main-bold",
                           "size1", "size2", "size3", "size4", "ams", "mono"}) {
    const std::string ttf = ui_test::read_file(std::string(words[2]) + "/" + face + ".ttf");
    if (!page.interface.add_font(face, {ttf.begin(), ttf.end()})) std::fprintf(stderr, "no face %s\n", face);
  }
  page.settle();
  if (const char* step = option("step=")) page.step_to(step);
  page.settle();
  for (int left = option("beats=") ? std::atoi(option("beats=")) : 1000; left > 0; --left) {
    const explorer::View& view = page.explorer.view();
    if (view.closing) break;
    char name[300];
    std::snprintf(name, sizeof name, "%s%s-%02zu-%s-%zu.png", words[1], words[3], view.step + 1, view.step_id.c_str(),
                  view.beat);
    if (!draw_strip(page, name)) std::printf("%s: nothing moves\n", name);
    page.settle();
    page.press(ImGuiKey_PageDown);
    page.settle();
  }
  return 0;
}
