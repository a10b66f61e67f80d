// Textures are acknowledged as a renderer would; their pixels stay where ImGui made them.
#include "ui/support/harness.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "explorer/json/json.hpp"

namespace ui_test {

constexpr int slices_a_frame = 40;

std::string read_file(const std::string& path) {
  std::string out;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return out;
  char part[65536];
  for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, file)) > 0;) out.append(part, n);
  std::fclose(file);
  return out;
}

std::string lesson_path(std::string_view name) {
  return std::string(AE_SOURCE_DIR) + "/web/lessons/" + std::string(name) + ".json";
}

explorer::Explorer open_lesson(std::string_view name) {
  auto opened = explorer::Explorer::open(read_file(lesson_path(name)));
  if (!opened) {
    std::fprintf(stderr, "%s: %s\n", opened.error().path.c_str(), opened.error().message.c_str());
    std::abort();
  }
  return std::move(*opened);
}

Harness::Harness(explorer::Explorer opened, float width, float height, float ratio)
    : explorer(std::move(opened)), context_(ImGui::CreateContext()) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  io.ConfigInputTrickleEventQueue = false;
  around.pixel_ratio = ratio;
  around.now = 100;
  io.DisplayFramebufferScale = {ratio, ratio};
  resize(width, height);
}

Harness::~Harness() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    texture->SetTexID(ImTextureID_Invalid);
    texture->SetStatus(ImTextureStatus_Destroyed);
  }
  ImGui::DestroyContext(context_);
}

void Harness::resize(float width, float height) {
  around.width = width;
  around.height = height;
  ImGui::GetIO().DisplaySize = {width, height};
}

const ui::Frame& Harness::frame(double seconds) {
  around.now += seconds;
  ImGui::GetIO().DeltaTime = static_cast<float>(seconds);
  ImGui::NewFrame();
  last_frame = interface.frame(explorer, around, contents);
  ImGui::Render();
  for (ImTextureData* texture : *ImGui::GetDrawData()->Textures) {
    if (texture->Status == ImTextureStatus_WantDestroy) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    } else if (texture->Status != ImTextureStatus_OK) {
      texture->SetTexID(static_cast<ImTextureID>(reinterpret_cast<std::intptr_t>(texture)));
      texture->SetStatus(ImTextureStatus_OK);
    }
  }
  for (const explorer::Command& command : last_frame.commands) {
    apply(command);
    commands.push_back(command);
  }
  if (!last_frame.open_lesson.empty()) {
    opened = last_frame.open_lesson;
    opened_step = last_frame.open_step;
  }
  if (!last_frame.open_address.empty()) address = last_frame.open_address;
  requests.insert(requests.end(), last_frame.requests.begin(), last_frame.requests.end());
  int slices = 0;  // slices of long computations per frame
  last_frame.animating |= explorer.large_map().work(last_frame.large, [&] { return ++slices >= slices_a_frame; });
  return last_frame;
}

void Harness::apply(const explorer::Command& command) {
  if (const auto applied = explorer.apply(command); !applied) refused = applied.error().message;
}

void Harness::find_field() {
  if (!last_frame.edit) frame();
  if (!last_frame.edit) throw std::logic_error("no text field is open");
}

void Harness::type_text(std::string text) {
  find_field();
  apply(explorer::TypeEdit{std::move(text)});
}

void Harness::enter_text(std::string text) {
  find_field();
  apply(explorer::EndEdit{.text = std::move(text)});
}

int Harness::settle(double seconds) {
  constexpr double of_a_motion = 0.2;  // how a result is made is seen in fewer frames, which saves a third of the time
  int frames = 1;
  while (frame(interface.motion_seconds() > 0 ? std::max(seconds, of_a_motion) : seconds).animating && frames < 600)
    ++frames;
  return frames;
}

void Harness::point(float x, float y) {
  ImGui::GetIO().AddMousePosEvent(x, y);
  frame();
}

void Harness::point_at(std::string_view id) {
  if (const auto at = where(id)) point(at->middle_x(), at->middle_y());
}

void Harness::click(float x, float y, int times) {
  point(x, y);
  for (int i = 0; i < times; ++i) {
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    frame();
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    frame();
  }
}

void Harness::bring(std::string_view id) {
  if (where(id)) return;
  const auto open = [&](std::string_view holder) {
    const auto at = where(id) ? std::nullopt : where(holder);
    if (!at) return;
    click(at->middle_x(), at->middle_y());
    settle();
  };
  if (id.starts_with("step:")) return open("pick-step");
  if (id == "code" || id == "code-line") return open("card:code");
  if (id.starts_with("option:") || id.starts_with("answer:")) return open("card:question");
  if (id.starts_with("control:")) open("card:try");
  const bool setting = id.starts_with("control:") || id.starts_with("decimals") || id.starts_with("colors:") ||
                       id == "restore" || id == "advanced";
  if (setting) open("controls");
  constexpr std::string_view actions[] = {"lecture",   "controls", "undo",    "redo",  "language", "theme",
                                          "projector", "names",    "reading", "share", "export",   "fullscreen"};
  if (std::ranges::contains(actions, id)) open("menu");
}

void Harness::click_at(std::string_view id, int times) {
  bring(id);
  if (const auto at = where(id)) click(at->middle_x(), at->middle_y(), times);
}

void Harness::press(ImGuiKey key, int modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  for (const int modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift}) {
    if (modifiers & modifier) io.AddKeyEvent(static_cast<ImGuiKey>(modifier), true);
  }
  io.AddKeyEvent(key, true);
  frame();
  io.AddKeyEvent(key, false);
  for (const int modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift}) {
    if (modifiers & modifier) io.AddKeyEvent(static_cast<ImGuiKey>(modifier), false);
  }
  frame();
}

void Harness::type(const char* text) {
  ImGui::GetIO().AddInputCharactersUTF8(text);
  frame();
}

bool Harness::focus_on(std::string_view id) {
  const auto there = [&](ImGuiKey key) {
    press(key);
    settle();
    return interface.focused_part() == id;
  };
  constexpr int most_groups = 14, most_presses = 60;
  for (int group = 0; group < most_groups; ++group) {
    if (there(ImGuiKey_Tab)) return true;
    for (const ImGuiKey key : {ImGuiKey_UpArrow, ImGuiKey_DownArrow})
      for (int i = 0; i < most_presses; ++i) {
        const std::string before = interface.focused_part() + interface.said();
        if (there(key)) return true;
        if (interface.focused_part() + interface.said() == before && i > 20) break;
      }
  }
  return false;
}

void Harness::step_to(std::string_view id) {
  const auto gone = explorer.apply(explorer::GoToStep{std::string(id)});
  if (!gone) refused = gone.error().message;
  settle();
}

std::vector<std::pair<std::string, ui::Rect>> Harness::items() const {
  const auto document = explorer::json::read(interface.probe());
  std::vector<std::pair<std::string, ui::Rect>> out;
  if (!document) return out;
  for (const explorer::json::Value& item : document->root()["items"].items()) {
    const auto number = [&](const char* key) { return static_cast<float>(item[key].number().value_or(0)); };
    out.emplace_back(item["id"].text().value_or(""), ui::box(number("x"), number("y"), number("w"), number("h")));
  }
  return out;
}

std::optional<ui::Rect> Harness::where(std::string_view id) const {
  for (const auto& [known, at] : items()) {
    if (known == id) return at;
  }
  return std::nullopt;
}

std::vector<Harness::Text> Harness::texts() {
  std::ignore = interface.probe(true);  // which records what is drawn from now on
  frame();
  const explorer::json::Document probe = explorer::json::read(interface.probe(true)).value();
  std::vector<Text> out;
  for (const explorer::json::Value& text : probe.root()["texts"].items()) {
    const auto at = [&](const char* key) { return static_cast<float>(text[key].number().value()); };
    out.push_back({std::string(text["id"].text().value()), ui::box(at("x"), at("y"), at("w"), at("h"))});
  }
  return out;
}

std::string Harness::words_in(const ui::Rect& place) {
  std::string words;
  for (const Text& text : texts())
    if (place.contains(text.where.middle())) words += text.words + ' ';
  return words;
}

std::string cell_id(const std::string& name, std::size_t row, std::size_t column) {
  return "cell:" + name + ":" + std::to_string(row) + "," + std::to_string(column);
}

Harness& at_step(Harness& page, std::string_view step) {
  page.settle();
  page.step_to(step);
  page.forget();
  return page;
}

}  // namespace ui_test
