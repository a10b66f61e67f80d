// One frame: chooses the screen, draws it (from top to bottom, which is the Tab order), then handles the keys
// that belong to no panel and the requests to the page.
#include "ui/shell/interface.hpp"

#include <cmath>
#include <utility>

#include "explorer/json/write.hpp"
#include "imgui.h"
#include "imgui_internal.h"
#include "ui/figures/figure.hpp"
#include "ui/large_map/large.hpp"
#include "ui/model/model.hpp"
#include "ui/panels/panels.hpp"
#include "ui/screens/screens.hpp"
#include "ui/shell/popup.hpp"
#include "ui/shell/probe_json.hpp"
#include "ui/shell/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {

struct Interface::Impl {
  Type type;
  Formulae formulae;
  Focus focus;
  Motion motion;
  Memory memory;
  Figure figure;
  LargeFigure large;
  ModelFigure model;
  Items items;
  double bracket_at = -1;
  int pressed_frames = 0;  // frames left in which a focus change counts as caused by the press
  bool stage_shown = false;
  bool popups_close = false;
  bool typing = false;     // in the last frame
  bool popup_was = false;  // open at the start of the frame: if so, Escape only closes it

  std::string said, announced;    // of the focused part; the same with its group if that has changed
  std::string_view announced_of;  // the group

  void announce(const Screen& s);
  void begin(const FrameInput& around);
  void draw_room(Screen& s);
  void draw_alone(Screen& s);
  bool announce_goal(const Screen& s);
  std::string told_goal, told_goal_of;  // a goal's state and its question
  void tab_key(Screen& s);
  void arrow_keys(Screen& s);
  void keys(Screen& s);
  void swipe(Screen& s);
};

Interface::Interface() : impl_(std::make_unique<Impl>()) {}
Interface::~Interface() = default;

graph::Result<void> Interface::add_font(std::string_view face, std::vector<unsigned char> ttf) {
  return impl_->type.add(face, std::move(ttf));
}
bool Interface::has_letters() const { return impl_->type.has_letters(); }
void Interface::use_system_text(SystemText& system) { impl_->type.use(&system); }
graph::Result<void> Interface::add_formulae(std::string_view json) { return impl_->formulae.add(json); }

// The one window, which is as large as the canvas.
static void begin_window(const FrameInput& around) {
  apply_theme(theme(around.dark, around.contrast), around.pixel_ratio);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({around.width, around.height});
  ImGui::Begin("attention-explorer", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollWithMouse |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
}

Frame Interface::frame(const explorer::Explorer& explorer, const FrameInput& around,
                       const explorer::Contents& contents) {
  Impl& my = *impl_;
  Frame out;
  my.begin(around);

  begin_window(around);
  // The reading view has a step's figure only, with controls for a mouse, however small it is.
  const explorer::State& state = explorer.state();
  const bool alone = around.alone();
  const bool beside = !alone && state.reading && !around.embed && state.shows_lesson() && !state.end;
  const Shell shell = beside || alone ? Shell::tablet : shell_for(around.width, around.height, around.embed);
  Screen s{explorer,
           explorer.view(),
           contents,
           around,
           theme(around.dark, around.contrast),
           my.type,
           my.formulae,
           my.focus,
           my.motion,
           my.memory,
           out,
           my.items,
           Pen(ImGui::GetWindowDrawList(), my.type),
           shell};
  const Popup popup = my.memory.popup;
  // On wide windows the column has the text and the question.
  const bool wide = shell == Shell::desktop || shell == Shell::tablet;
  const bool is_text = popup == Popup::explain || popup == Popup::question;
  const bool elsewhere = wide && is_text && shows_column(s);
  if (std::exchange(my.popups_close, false) || elsewhere) ImGui::ClosePopupsOverWindow(nullptr, true);

  const bool turned = s.turns();
  out.ground = s.theme.bg0;
  my.popup_was = s.popup_open();
  const bool choosing = state.contents && !around.embed, lesson = !choosing && !state.large.shown && !state.model.shown;
  my.stage_shown = lesson && !s.view.closing;
  if (alone) my.draw_alone(s);
  else if (beside) draw_beside(s, my.figure);
  else my.draw_room(s);
  if (lesson) my.figure.draw_over(s);
  if (!my.memory.beats.drawn) my.memory.beats = {};
  my.swipe(s);
  draw_popup(s);
  my.tab_key(s);
  my.arrow_keys(s);
  if (!choosing) my.keys(s);
  my.memory.lecture.tick(s, static_cast<double>(my.figure.motion_seconds()));
  s.draw_tip();
  ImGui::End();
  my.typing = s.typing();
  if (my.typing && !out.edit) s.command(explorer::EndEdit{});  // what was typed into is no longer on the screen

  my.focus.end(!turned && lesson);
  my.announce(s);
  out.wake_at = my.motion.wakes_at();
  out.animating |= my.motion.moving() || !out.commands.empty() || my.focus.will_arrive();
  return out;
}

// Resets what lasts for one frame.
void Interface::Impl::begin(const FrameInput& around) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  items.begin();
  type.begin(around.pixel_ratio);
  type.mirror().begin(around.right_to_left, around.width);
  memory.prose.begin(type.generation());
  memory.symbols.begin(type.generation());
  memory.numbers_told.begin(type.generation());
  memory.words.begin();
  memory.lists.begin();
  memory.numbers.begin();
  memory.map_places.begin();
  memory.swipe_area = {};
  memory.beats.drawn = false;
  motion.begin(around.now, around.reduced_motion);
  if (around.pressed || ImGui::IsMouseDown(ImGuiMouseButton_Left) || clicked) pressed_frames = 3;
  focus.begin(around.focused, io.KeyShift, pressed_frames > 0);
  if (pressed_frames > 0) --pressed_frames;
  const Point at{io.MousePos.x, io.MousePos.y};
  if (!(at == memory.pointer_was)) memory.keys_rule = false;
  memory.pointer_was = at;
  if (!clicked) return;
  focus.hide();
  memory.swipe.reset();
}

void Interface::Impl::draw_room(Screen& s) {
  const explorer::State& state = s.explorer.state();
  if (state.large.shown) return large.draw(s);
  if (state.model.shown) return model.draw(s);
  if (state.contents && !s.around.embed) return draw_contents(s, s.contents);
  switch (s.shell) {
    case Shell::desktop:
    case Shell::tablet: draw_wide(s, figure); break;
    case Shell::narrow:
    case Shell::phone: draw_phone(s, figure); break;
    case Shell::embed: draw_embed(s, figure, {0, 0, s.around.width, s.around.height}); break;
  }
}

// What a picture shows without the screen around it.
void Interface::Impl::draw_alone(Screen& s) {
  const Rect all{0, 0, s.around.width, s.around.height};
  if (s.explorer.state().large.shown) large.draw(s);
  else if (s.explorer.state().model.shown) model.draw(s);
  else if (s.around.shows_alone(explorer::Picture::Of::numbers)) draw_numbers(s, all);
  else if (s.around.shows_alone(explorer::Picture::Of::figure)) figure.draw(s, all, StageSpace::Size::wide);
}

// Said when the numbers have changed, not while they are typed or dragged.
bool Interface::Impl::announce_goal(const Screen& s) {
  if (!s.view.question || !s.view.question->goal || s.typing() || ImGui::IsMouseDown(ImGuiMouseButton_Left))
    return false;
  std::string& now = memory.words.next();
  for (const explorer::PartView& part : s.view.question->parts) {
    if (part.kind != lesson::Part::Kind::goal) continue;
    if (!now.empty()) now += ' ';
    now += part.reached ? s.text("goal.reached") : std::string_view(part.distance);
    now += '.';
  }
  const bool same = told_goal_of == s.view.question->id;
  if (same && told_goal == now) return false;
  told_goal_of = s.view.question->id;
  told_goal = now;
  if (same) announced = told_goal;
  return same;
}

void Interface::Impl::announce(const Screen& s) {
  if (announce_goal(s)) return;
  if (focus.will_arrive()) return;  // the next frame draws the newly focused part
  if (!memory.tells.empty()) {
    announced = std::exchange(memory.tells, {});
    if (said != focus.said()) announced.append(" ").append(said = focus.said());
    return;
  }
  if (said == focus.said()) return;
  said = focus.said();
  const std::string_view group = focus.current_group();
  announced.clear();
  if (!said.empty() && group != announced_of && !group.empty()) {
    s.explorer.write(announced, s.joined({"group.", group.substr(0, group.find(':'))}));
    announced += ": ";
  }
  announced += said;
  announced_of = said.empty() ? std::string_view() : group;
}

void Interface::Impl::tab_key(Screen& s) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!s.around.focused || s.typing()) return;
  if (!ImGui::IsKeyPressed(ImGuiKey_Tab) || io.KeyCtrl || io.KeySuper || io.KeyAlt) return;
  const Focus::Left left = focus.move(io.KeyShift);
  if (left == Focus::Left::forward) s.request(Request::leave_forward);
  if (left == Focus::Left::backward) s.request(Request::leave_backward);
}

// Keys that the focused part did not use move to other parts of its group.
void Interface::Impl::arrow_keys(Screen& s) {
  if (s.typing() || focus.key_used()) return;
  const bool on = s.pressed(ImGuiKey_RightArrow) || s.pressed(ImGuiKey_DownArrow);
  const bool back = s.pressed(ImGuiKey_LeftArrow) || s.pressed(ImGuiKey_UpArrow);
  const bool sideways = s.pressed(ImGuiKey_RightArrow) || s.pressed(ImGuiKey_LeftArrow);
  // With nothing focused they turn the pages, as in a slide show.
  if (on != back && sideways && stage_shown && focus.current().empty() && s.around.focused &&
      s.around.controls != Controls::none)
    s.go(back);
  else if (on != back) focus.step(back);
  if (s.pressed(ImGuiKey_Home)) focus.step_to_edge(false);
  if (s.pressed(ImGuiKey_End)) focus.step_to_edge(true);
}

// A short sideways stroke of a finger turns the pages as Next and Back do. It begins on a computed number or beside the
// matrices: what is dragged from an editable one, a slider or a map stays theirs.
void Interface::Impl::swipe(Screen& s) {
  constexpr float least = 60;
  constexpr double longest = 0.6;
  const Point at{ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y};
  const bool turns = s.around.touch && stage_shown && !popup_was && !s.typing() && s.around.controls != Controls::none;
  if (!turns) return memory.swipe.reset();
  const Frame::PinchArea& map = s.out.pinch;
  const bool free = !ImGui::IsAnyItemActive() && !Rect{map.x0, map.y0, map.x1, map.y1}.contains(at);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && free) memory.swipe = Memory::Swipe{at, at, s.motion.now()};
  if (!memory.swipe) return;
  Memory::Swipe& stroke = *memory.swipe;
  if (!memory.swipe_area.contains(stroke.from)) return memory.swipe.reset();
  if (ImGui::IsMousePosValid()) stroke.to = at;
  if (!ImGui::IsMouseReleased(ImGuiMouseButton_Left)) return;
  const float along = stroke.to.x - stroke.from.x, across = stroke.to.y - stroke.from.y;
  const bool quick = s.motion.now() - stroke.since < longest;
  if (quick && std::abs(along) >= least && std::abs(along) > 2 * std::abs(across))
    s.go((along > 0) != s.around.right_to_left);
  memory.swipe.reset();
}

void Interface::Impl::keys(Screen& s) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!s.around.focused || s.typing() || screen_keys(s, popup_was)) return;
  const bool command = io.KeyCtrl || io.KeySuper;
  undo_keys(s);
  // The browser reports both while its clipboard is open.
  const auto& focused = s.explorer.state().focused;
  if (command && ImGui::IsKeyPressed(ImGuiKey_C) && focused)
    ImGui::SetClipboardText(s.explorer.matrix_text(focused->node).c_str());
  const char* pasted = command && ImGui::IsKeyPressed(ImGuiKey_V) ? ImGui::GetClipboardText() : nullptr;
  if (pasted != nullptr && *pasted != '\0')
    s.command(explorer::PasteCells{focused.value_or(graph::CellRef{s.explorer.graph().size(), {}}), pasted});

  moves_keys(s);
  lecture_keys(s);

  // On some keyboards brackets are typed with other keys: then only the character arrives, not the key.
  const bool open = s.pressed(ImGuiKey_LeftBracket), close = s.pressed(ImGuiKey_RightBracket);
  int step = static_cast<int>(close) - static_cast<int>(open);
  if (open || close) bracket_at = s.motion.now();
  if (step == 0 && s.motion.now() > bracket_at + 0.3) {
    for (const ImWchar c : io.InputQueueCharacters) step += static_cast<int>(c == ']') - static_cast<int>(c == '[');
  }
  const bool turns = s.around.controls != Controls::none;
  if (!turns) step = 0;
  if (turns && s.pressed(ImGuiKey_PageDown)) s.go(false);
  if (turns && s.pressed(ImGuiKey_PageUp)) s.go(true);
  if (step > 0 && s.view.step + 1 < s.view.steps.size()) s.command(explorer::NextStep{});
  if (step < 0 && s.view.step > 0) s.command(explorer::PreviousStep{});

  if (s.pressed(ImGuiKey_Escape, false) && !popup_was) {
    const auto& state = s.explorer.state();
    if (state.asked) s.command(explorer::AskWhatMoves{});
    else if (plays(s)) play_lesson(s, false);
    else if (state.focused || state.pinned) s.command(explorer::Focus{});
    else focus.drop();
    give_back_focus(s);
  }
}

std::string Interface::picture(const explorer::Explorer& explorer, const explorer::Picture& how,
                               const explorer::Contents& contents) {
  constexpr int most_frames = 60;  // layouts settle within a few
  const bool figure = how.of == explorer::Picture::Of::figure;
  if (figure && (!explorer.state().shows_lesson() || explorer.view().closing)) return "";
  ImGuiContext* const live = ImGui::GetCurrentContext();
  ImGuiContext* const own = ImGui::CreateContext(ImGui::GetIO().Fonts);
  ImGui::SetCurrentContext(own);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  FrameInput around;
  around.width = static_cast<float>(how.width);
  around.height = static_cast<float>(how.height);
  ImGui::GetIO().DisplaySize = {around.width, around.height};
  std::unique_ptr<Impl> kept = std::exchange(impl_, std::make_unique<Impl>());
  std::swap(impl_->type, kept->type);
  std::swap(impl_->formulae, kept->formulae);
  Svg svg;
  impl_->type.use_svg(&svg);
  const Mirror mirror = impl_->type.mirror();
  around.right_to_left = how.of == explorer::Picture::Of::screen && mirror.reflects();
  around.pixel_ratio = impl_->type.ratio();  // another one would make the canvas lay out again
  around.dark = how.dark;
  around.reduced_motion = true;
  around.embed = how.of == explorer::Picture::Of::screen && !explorer.state().contents;
  around.controls = Controls::none;
  around.picture = &how;
  around.focused = false;
  Frame drawn;
  drawn.animating = true;
  for (int i = 0; i < most_frames && drawn.animating; ++i) {
    svg.begin();
    ImGui::NewFrame();
    around.now += 1;
    drawn = frame(explorer, around, contents);
    ImGui::Render();
  }
  const ImVector<ImDrawList*>& lists = ImGui::GetDrawData()->CmdLists;
  std::string out = svg.document({lists.Data, static_cast<std::size_t>(lists.Size)},
                                 {.width = around.width,
                                  .height = around.height,
                                  .fit = around.alone() && how.of != explorer::Picture::Of::numbers,
                                  .ground = how.ground ? drawn.ground : 0});
  if (around.alone() && svg.empty()) out.clear();
  if (figure && how.part.value_or(0) > 0 && *how.part >= impl_->memory.beats.firsts.size()) out.clear();
  impl_->type.use_svg(nullptr);
  std::swap(impl_->type, kept->type);
  std::swap(impl_->formulae, kept->formulae);
  impl_ = std::move(kept);
  ImGui::DestroyContext(own);
  ImGui::SetCurrentContext(live);
  return out;
}

void Interface::context_restored() {
  impl_->figure.context_restored();
  impl_->large.context_restored();
}

void Interface::close_popups() { impl_->popups_close = true; }

const std::string& Interface::focused_part() const { return impl_->focus.current(); }
std::vector<std::string_view> Interface::groups() const { return impl_->focus.groups(); }
const std::string& Interface::said() const { return impl_->announced; }

void Interface::leave() { impl_->focus.leave(); }
bool Interface::leaves(bool backward) const { return !impl_->typing && impl_->focus.leaves(backward); }

float Interface::motion_seconds() const { return impl_->figure.motion_seconds(); }
bool Interface::focus_shown() const { return impl_->focus.visible() && !impl_->focus.current().empty(); }

std::string Interface::probe(bool texts) const {
  if (texts) impl_->type.record();
  const std::span<const Item> marked = impl_->items.all();
  std::vector<Item> items(marked.begin(), marked.end());
  if (impl_->stage_shown) impl_->figure.collect_cells(impl_->type.mirror(), items);
  const auto quarters = [](float value) { return std::round(value * 4) / 4; };
  ProbeJson out;
  const auto told = [&](std::string_view id, Rect at) {
    return ProbeJson::Item{id, quarters(at.x0), quarters(at.y0), quarters(at.width()), quarters(at.height())};
  };
  for (const Item& item : items) out.items.push_back(told(item.id, item.where));
  for (const Type::Drawn& text : impl_->type.drawn()) out.texts.push_back(told(text.words, text.where));
  return explorer::json::text_of(out);
}

}  // namespace ui
