// The whole interface without a browser: a real ImGui context that no GPU draws, fed with mouse and keys; commands go
// to a real explorer. Time is whatever the test says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/hero/screen.hpp"
#include "explorer/large_map/screen.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/state/explorer.hpp"
#include "imgui.h"
#include "ui/geometry.hpp"
#include "ui/shell/interface.hpp"

namespace ui_test {

std::string read_file(const std::string& path);  // empty when there is none
std::string lesson_path(std::string_view name);

class Harness {
 public:
  Harness(explorer::Explorer opened, float width, float height, float ratio = 1);
  ~Harness();
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;

  const ui::Frame& frame(double seconds = 1.0 / 60);  // draws one, carries its commands out
  int settle(double seconds = 1.0 / 60);              // draws frames until nothing moves; returns how many
  void resize(float width, float height);

  void point(float x, float y);
  void point_at(std::string_view id);
  void click(float x, float y, int times = 1);
  void click_at(std::string_view id, int times = 1);  // brings it first
  // Opens what holds it, if it is not on the screen: the list of steps, the page of the card beside the figure, or the
  // settings.
  void bring(std::string_view id);
  void press(ImGuiKey key, int modifiers = 0);
  void type(const char* text);
  // In the page's own field, which must be open: the text so far, and Enter. A refusal is kept in `refused`.
  void type_text(std::string text);
  void enter_text(std::string text);
  void step_to(std::string_view id);
  bool focus_on(std::string_view id);  // by Tab to its group and arrows in it; false: not reachable

  std::optional<ui::Rect> where(std::string_view id) const;  // of the probe
  std::vector<std::pair<std::string, ui::Rect>> items() const;
  struct Text {
    std::string words;
    ui::Rect where;
  };
  std::vector<Text> texts();                    // that the next frame draws
  std::string words_in(const ui::Rect& place);  // one after the other
  template <class Command>
  std::optional<Command> last() const {  // the last command of that kind since forget()
    for (auto at = commands.rbegin(); at != commands.rend(); ++at) {
      if (const auto* command = std::get_if<Command>(&*at)) return *command;
    }
    return std::nullopt;
  }
  void forget() {
    commands.clear();
    requests.clear();
  }

  explorer::Explorer explorer;
  ui::Interface interface;
  ui::FrameInput around;
  explorer::Contents contents;
  std::string opened, opened_step;  // the lesson that was chosen last, and its step
  std::string address;              // the source that was opened last
  std::vector<explorer::Command> commands;
  std::vector<ui::Request> requests;
  ui::Frame last_frame;
  std::string refused;

 private:
  void apply(const explorer::Command& command);
  void find_field();  // draws a frame first if no field is open yet
  ImGuiContext* context_ = nullptr;
};

explorer::Explorer open_lesson(std::string_view name = "worked-example");

std::string cell_id(const std::string& name, std::size_t row, std::size_t column);  // of the probe
Harness& at_step(Harness& page,
                 std::string_view step);  // goes to that step; animations have ended and records are cleared

}  // namespace ui_test
