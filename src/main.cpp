// Attention Explorer's page: wires the explorer, the interface and the browser together. The only file that uses all of
// them.
#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/page.hpp"
#include "bindings/session.hpp"
#include "explorer/json/write.hpp"
#include "explorer/large_map/screen.hpp"
#include "platform/platform.hpp"
#include "platform/text.hpp"
#include "ui/figures/table_colors.hpp"
#include "ui/shell/interface.hpp"

namespace {

constexpr int slice_microseconds = 6000;  // of what takes long, between frames; its last piece may take 2 ms more

void tell(ui::Request request) { page_on_request(ui::request_names[static_cast<std::size_t>(request)]); }

// The order of lines with letters from right to left, and words that no face here can write, drawn by the browser.
class BrowserText final : public ui::SystemText {
 public:
  ui::TextOrder order(std::string_view text, ui::Direction paragraph) override {
    constexpr std::size_t most = 1024;  // texts kept: each is asked for again in every frame that draws it
    if (orders_.size() > most) orders_.clear();
    const auto [kept, fresh] = orders_.try_emplace({std::string(text), paragraph});
    if (fresh) kept->second = told_order(kept->first.first, paragraph);
    return kept->second;
  }
  float width(std::string_view text, float size, int weight) override {
    return platform::text_width(std::string(text).c_str(), size, weight);
  }
  std::optional<ui::TextPicture> picture(std::string_view text, float size, int weight, float ratio,
                                         std::uint32_t ink) override {
    platform::TextPixels drawn = platform::text_pixels(std::string(text).c_str(), size * ratio, weight, ink);
    if (drawn.rgba.empty()) return std::nullopt;
    return ui::TextPicture{.width = drawn.width,
                           .height = drawn.height,
                           .left = static_cast<float>(drawn.left),
                           .top = static_cast<float>(drawn.top),
                           .coloured = drawn.coloured,
                           .rgba = std::move(drawn.rgba)};
  }

 private:
  // One run if the page does not tell.
  static ui::TextOrder told_order(const std::string& text, ui::Direction paragraph) {
    const std::vector<int> numbers = platform::text_order(text.c_str(), static_cast<int>(paragraph));
    if (numbers.empty()) return {false, {{0, text.size(), false}}};
    ui::TextOrder found{numbers.front() != 0, {}};
    for (std::size_t i = 1; i + 2 < numbers.size(); i += 3)
      found.runs.push_back(
          {static_cast<std::size_t>(numbers[i]), static_cast<std::size_t>(numbers[i + 1]), numbers[i + 2] != 0});
    return found;
  }

  std::map<std::pair<std::string, ui::Direction>, ui::TextOrder> orders_;
};

class Page final : public platform::Client, public bindings::Canvas {
 public:
  explicit Page(bindings::Session& session) : session_(session) { interface_.use_system_text(text_); }

  // ---- frames ----
  platform::Wishes frame(double now, const platform::Surface& surface) override {
    explorer::Explorer* explorer = session_.explorer();
    if (explorer == nullptr) return {};
    const ui::Frame frame =
        interface_.frame(*explorer, surroundings(now, surface, explorer->state().theme), session_.contents());
    for (const explorer::Command& command : frame.commands)
      if (const auto applied = explorer->apply(command); !applied) page_on_refusal(applied.error().message.c_str());
    if (std::string field = explorer::json::text_of(frame.edit); field != told_field_)
      page_on_edit_field((told_field_ = std::move(field)).c_str());
    if (const std::string& said = interface_.said(); said != told_said_) page_on_said((told_said_ = said).c_str());
    std::ranges::for_each(frame.requests, tell);
    if (!frame.open_address.empty()) page_on_open_address(frame.open_address.c_str());
    if (!frame.open_lesson.empty()) page_on_open_lesson(frame.open_lesson.c_str(), frame.open_step.c_str());
    wish_ = frame.large;
    const bool changed = tell_change(*explorer);
    const auto& fingers = frame.pinch;
    return {.animating = frame.animating || changed,
            .wake_at = frame.wake_at,
            .working = explorer->state().large.shown,
            .wants_wheel = frame.wants_wheel,
            .own_menu = frame.own_menu,
            .cursor = frame.cursor,
            .pinch = {fingers.x0, fingers.y0, fingers.x1, fingers.y1},
            .ground = frame.ground};
  }

  platform::Work work() override {
    using Clock = std::chrono::steady_clock;
    explorer::Explorer* explorer = session_.explorer();
    if (explorer == nullptr) return platform::Work::none;
    const Clock::time_point end = Clock::now() + std::chrono::microseconds(slice_microseconds);
    const large_map::Computation& large = explorer->large_map().computation();
    const bool was_there = worked_for_ == wish_ && all_there(large), was_begun = begun(large);
    bool did = false;
    const bool more = explorer->large_map().work(wish_, [&] {
      did = true;
      return Clock::now() >= end || (!was_begun && begun(large));
    });
    worked_for_ = wish_;
    if (!did) return std::exchange(unseen_, false) ? platform::Work::show : platform::Work::none;
    // What follows is for other parts of the map. If the last slice completed the visible part, the frame that shows it
    // requests the rest.
    const std::uint64_t before = std::exchange(thumbnails_made_, large.thumbnails_made());
    const bool made = before != thumbnails_made_;
    if (was_there && made) return platform::Work::show;  // a small picture that was a sample is whole
    // When the last of that is there, it is shown on the small map of the whole.
    if (was_there) return (unseen_ = more) ? platform::Work::unseen : platform::Work::show;
    const bool first = !was_begun && begun(large);  // the coarse picture
    return more && !first && !all_there(large) ? platform::Work::more : platform::Work::show;
  }

  void context_lost() override { tell(ui::Request::context_lost); }
  void context_restored() override {
    interface_.context_restored();
    tell(ui::Request::context_restored);
  }
  void wheel_left_to_page() override { tell(ui::Request::wheel_hint); }

  // ---- calls from the page ----
  int start(const char* selector, bindings::Place place) override {
    if (!interface_.has_letters()) return 1;
    place_ = place;
    return static_cast<int>(platform_.start(selector, *this));
  }
  void stop() override { platform_.stop(); }
  void close_popups() override {
    interface_.close_popups();
    platform::wake();
  }
  explorer::Result<void> add_font(std::string_view face, std::span<const std::uint8_t> ttf) override {
    return interface_.add_font(face, {ttf.begin(), ttf.end()});
  }
  explorer::Result<void> add_formulae(std::string_view json) override { return interface_.add_formulae(json); }
  std::string picture(const explorer::Picture& how) override {
    explorer::Explorer* explorer = session_.explorer();
    if (explorer == nullptr || !interface_.has_letters()) return "";
    explorer->ask_on_paper(how.paper);
    std::string drawn = interface_.picture(*explorer, how, session_.contents());
    explorer->ask_on_paper(false);
    return drawn;
  }
  std::string table_colors(graph::NodeId node, std::size_t first, std::size_t count, bool dark) const override {
    const explorer::Explorer* explorer = session_.explorer();
    return explorer == nullptr ? "[]" : ui::table_colors_json(*explorer, node, first, count, dark);
  }
  bool leaves(bool backward) const override { return interface_.leaves(backward); }
  void leave() override { interface_.leave(); }
  std::string probe(bool texts) const override { return interface_.probe(texts); }

 private:
  static bool begun(const large_map::Computation& large) { return large.map().ready() && large.map().coarse_done(); }
  // Whether what the last frame wanted of the large map is computed.
  bool all_there(const large_map::Computation& large) const {
    if (!large.seen_done()) return false;
    for (std::size_t head = wish_.first_head; head < std::min(wish_.last_head, large.heads()); ++head)
      if (large.thumbnail(head) == nullptr) return false;
    return true;
  }

  ui::FrameInput surroundings(double now, const platform::Surface& surface, explorer::Theme theme) const {
    const bool dark = theme == explorer::Theme::system ? surface.system_dark : theme == explorer::Theme::dark;
    return {
        .now = now,
        .width = surface.width,
        .height = surface.height,
        .pixel_ratio = surface.pixel_ratio,
        .dark = dark,
        .contrast = surface.contrast,
        .right_to_left = surface.right_to_left,
        .unseen = surface.unseen,
        .reduced_motion = surface.reduced_motion,
        .touch = surface.touch,
        .embed = place_ != bindings::Place::page,
        .controls = place_ == bindings::Place::embed_with_steps ? ui::Controls::steps
                    : place_ == bindings::Place::embed_alone    ? ui::Controls::none
                                                                : ui::Controls::all,
        .focused = surface.focused,
        .pressed = surface.pressed,
        .pinch = {surface.pinch.from_x, surface.pinch.from_y, surface.pinch.x, surface.pinch.y, surface.pinch.factor}};
  }

  bool tell_change(const explorer::Explorer& explorer) {
    const unsigned version = explorer.version();
    if (version == told_version_) return false;
    told_version_ = version;
    page_on_change(version);
    return true;
  }

  bindings::Session& session_;
  platform::Platform platform_;  // before the interface: it makes the ImGui context
  BrowserText text_;
  ui::Interface interface_;
  bindings::Place place_ = bindings::Place::page;
  large_map::VisiblePart wish_;  // what was on screen in the last frame
  std::uint64_t thumbnails_made_ = 0;
  bool unseen_ = false;                // what was last done for it was for places that are not on screen
  large_map::VisiblePart worked_for_;  // and when something was last done for it
  std::string told_field_ = "null";
  std::string told_said_;
  unsigned told_version_ = 0;
};

}  // namespace

int main() {
  // They live as long as the page: main returns, the browser goes on calling.
  static bindings::Session session;
  static Page page(session);
  bindings::connect(session, page);
  return 0;
}
