// The common input of all panels: the explorer to read; theme, type and pen to draw with; focus and motion; the list of
// commands. Panels have no state; what must outlast a frame is in Memory.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ui/shell/focus.hpp"
#include "ui/shell/interface.hpp"
#include "ui/shell/lecture.hpp"
#include "ui/shell/measures.hpp"
#include "ui/shell/metrics.hpp"
#include "ui/shell/motion.hpp"
#include "ui/type/formula.hpp"
#include "ui/type/pen.hpp"
#include "ui/type/prose.hpp"

namespace ui {

enum class Shell : std::uint8_t { desktop, tablet, narrow, phone, embed };
enum class SheetTab : std::uint8_t { explain, question, controls, map };
enum class Popup : std::uint8_t { controls, steps, menu, explain, names, language, question, press, lessons };

Shell shell_for(float width, float height, bool embed);

// An item of an order while it is dragged.
struct DraggedItem {
  std::string control;
  std::size_t place = 0;  // its current place
  float grip = 0;         // from its upper edge to the pointer
  bool moved = false;     // by this drag: further moves are merged into its undo entry
};

// The target of a long press.
struct Pressed {
  enum class Kind : std::uint8_t { cell, head, query };
  Kind kind = Kind::cell;
  graph::CellRef cell;
  std::size_t place = 0;  // of a head or a query
};

struct Tooltip {
  unsigned id = 0;  // ImGui's, of the item
  explorer::Paragraphs text;
  Rect anchor;
  double since = 0;
  bool dismissed = false;             // by a press: it stays hidden until the pointer has left
  bool asked = false, shown = false;  // in this frame
};

// The beats of the step on stage, as divided for the last frame.
struct Beats {
  std::vector<std::size_t> firsts;  // of each: its first part, see explorer::View::parts
  std::size_t now = 0;
  bool drawn = false;  // in this frame
  bool several() const { return firsts.size() > 1; }
};

// How many decimals the matrices on stage have that have no room for all that were chosen.
struct DecimalsFit {
  bool fewer = false;
  int least = 0;      // in one of them
  bool some = false;  // other matrices show some decimals
  bool operator==(const DecimalsFit&) const = default;
};

// The last change of step. What is read fades in when the matrices have almost arrived, so that nothing lies over them.
struct Turn {
  std::string lesson, step;
  double at = -10;
  unsigned count = 0;
};

struct Memory {
  Turn turn;
  Beats beats;
  Lecture lecture;
  DecimalsFit decimals_fit;  // of the last frame
  float made = 1;            // how much of what is on stage has been made, while its motion is shown
  Rect swipe_area;           // of the window: where a finger turns the pages: the figure, unless it pans
  struct Swipe {
    Point from, to;
    double since = 0;
  };
  std::optional<Swipe> swipe;        // while a finger that began on it is down
  bool page_open = false;            // of a phone's sheet
  SheetTab tab = SheetTab::explain;  // which one
  float sheet_drag = 0;
  bool sheet_dragging = false;
  Kept<std::pair<std::uint64_t, std::size_t>, explorer::Paragraphs>
      story;                         // the sentence under the figure, of a view and a part
  Popup popup = Popup::menu;         // the one opened last
  Rect popup_anchor;                 // in the window
  bool popup_opens = false;          // in this frame
  std::size_t embed_extras = 0;      // number of extras that an embed shows as buttons
  Few<std::string_view, 14> in_bar;  // actions that have a button, which the menu therefore leaves out
  bool provenance_unfolded = false;
  bool code_folded = false;
  bool advanced_open = false;
  // Of the card beside the figure, on this step: the tab that the reader has chosen, and whether the card is open; if
  // neither was said, the first tab, open if there is room for it below the text.
  std::optional<std::size_t> card_tab;
  std::optional<bool> card_open;
  std::unordered_map<std::uint64_t, unsigned> turn_read;  // of each window with a step's text: the turn it last showed
  bool run_goes_on = false;                               // of a training, in the last frame
  std::string tells;                                      // to be announced whatever has the focus
  std::optional<Pressed> press_menu;
  std::optional<DraggedItem> dragged;
  Tooltip tooltip;
  // The contents' hero: since when it plays what, and whether a cell stays explained that nothing points at.
  struct HeroPlay {
    std::uint64_t key = 0;
    double since = -10;
    bool holds = false, matrices = false;  // matrices: all of them are shown instead of the sentence
  } hero;
  std::unordered_map<std::uint64_t, float> scrolls;  // of strips and parts of tensors, and heights of popups
  std::unordered_map<std::uint64_t, int> roving;     // the item of a list that the arrow keys have reached
  double pressed_at = -1;                            // for long presses; negative once the pointer has moved
  Point pressed_where;
  double hover_left_at = -1;
  bool long_pressed = false;
  std::optional<std::string> find_before;  // of the large map: the word to find, as it was before the one that is typed
  std::optional<std::string> found;        // a word was entered: its first token is shown
  bool pressed_again = false;              // the pressed cell is the pinned one
  bool keys_rule = false;                  // the keyboard was used last: a resting pointer hovers nothing
  Point pointer_was;
  graph::CellRef cell;          // reused for queries of many cells, which keeps its index's memory
  explorer::EditTarget target;  // reused likewise
  ProseShelf prose;
  Pool<std::string> words;
  Pool<std::vector<std::string_view>> lists;
  Pool<std::vector<float>> numbers;
  Shelf<std::vector<TextRun>> symbols;
  Shelf<std::string> numbers_told;  // on scales
  Kept<Circumstances, TermLines> terms;
  Kept<Circumstances, MapSpots> spots;
  MapPlaces map_places;
};

// Positions of parts in the window, for tests and tools.
struct Item {
  std::string id;
  Rect where;
  bool answers = false;  // it can be pressed
};

// The items of a frame. The memory of their names is reused by the next one.
class Items {
 public:
  void begin() { count_ = 0; }
  const Item& add(std::string_view id, Rect where, bool answers = false) {
    if (count_ == kept_.size()) kept_.emplace_back();
    Item& item = kept_[count_++];
    item.id.assign(id);
    item.where = where;
    item.answers = answers;
    return item;
  }
  std::span<const Item> all() const { return {kept_.data(), count_}; }

 private:
  std::vector<Item> kept_;
  std::size_t count_ = 0;
};

struct Hit {
  bool hovered = false, held = false, clicked = false, doubled = false, focused = false, by_key = false;
};

struct Screen {
  const explorer::Explorer& explorer;
  const explorer::View& view;
  const explorer::Contents& contents;
  const FrameInput& around;
  const Theme& theme;
  Type& type;
  const Formulae& formulae;
  Focus& focus;
  Motion& motion;
  Memory& memory;
  Frame& out;
  Items& items;
  Pen pen;
  Shell shell;
  float covered_from = 1e9f;  // y below which the provenance panel will cover the figure

  bool turns();  // true in the first frame of another step, after forgetting what belongs to the last one
  // 0 to 1 for text and legends after a change of step or beat.
  float read_in(double changed_at) const { return motion.since(changed_at + 0.7 * step_time, control_time); }
  bool has_top_bar() const {
    return around.picture == nullptr && (shell == Shell::desktop || shell == Shell::tablet) &&
           !explorer.state().reading;
  }
  // Whether the bar above the lesson says that its numbers are random; elsewhere a note at the figure does.
  bool bar_says_random() const {
    return has_top_bar() || (around.picture == nullptr && shell == Shell::phone && !explorer.state().reading);
  }
  // Whether something is typed in the page's own field, which then has the keys; with `of`, whether it is that.
  bool typing() const { return explorer.state().edit.has_value(); }
  bool typing(const explorer::EditTarget& of) const { return typing() && explorer.state().edit->of == of; }
  // What a field is for; valid until the next call.
  const explorer::EditTarget& target(explorer::Typed kind, std::string_view name = {}, std::size_t part = 0) const {
    memory.target.kind = kind;
    memory.target.name.assign(name);
    memory.target.part = part;
    return memory.target;
  }
  bool touch() const { return around.touch || shell == Shell::phone || shell == Shell::narrow; }
  // A sentence of the catalogue. Valid for this frame, as all composed text.
  std::string_view text(std::string_view id, std::initializer_list<std::string_view> args = {}) const {
    std::string& words = memory.words.next();
    explorer.write(words, id, args);
    return words;
  }
  // What to do with the pointer: the words of id.touch, such as “Tap” for “Click”, where fingers point.
  std::string_view hint(std::string_view id) const { return text(touch() ? joined({id, ".touch"}) : id); }
  std::string_view joined(std::initializer_list<std::string_view> parts) const {
    std::string& words = memory.words.next();
    for (const std::string_view part : parts) words += part;
    return words;
  }
  std::string_view digits(std::size_t number) const { return memory.words.next() = std::to_string(number); }
  template <class Write>
  std::string_view written(Write&& write) const {  // by a function that appends to a string
    std::string& words = memory.words.next();
    std::forward<Write>(write)(words);
    return words;
  }
  std::vector<std::string_view>& list() const { return memory.lists.next(); }
  const std::vector<TextRun>& symbol(const graph::Symbol& symbol, float size, Color color,
                                     bool transposed = false) const;
  Circumstances circumstances(std::uint64_t stamp, Rect place, bool more = false) const {
    const auto flags = unsigned{theme.dark} | unsigned{touch()} << 1 | unsigned{more} << 2;
    return {stamp, type.generation(), place, static_cast<unsigned>(shell) << 3 | flags};
  }
  void command(explorer::Command command) { out.commands.push_back(std::move(command)); }
  void request(Request request) { out.requests.push_back(request); }
  // To the next or the previous beat of the step, from its last or first to another step, and from the last to the next
  // lesson.
  bool can_go(bool back) const {
    const std::size_t beats = memory.beats.firsts.size();
    if (back) return memory.beats.now > 0 || view.step > 0;
    return memory.beats.now + 1 < beats || view.step + 1 < view.steps.size() || leads_on();
  }
  // From the end of a lesson to the next one; a host page shows only the lesson that it has chosen.
  bool leads_on() const { return view.closing && !view.closing->next.empty() && !around.embed; }
  void go(bool back);
  void go_to_beat(std::size_t beat);
  void show_beat(std::size_t part, std::size_t parts);  // of the stage, or of the figure beside the text

  // An invisible button, in the Tab order unless is_part is false. Enter and Space click the focused part.
  Hit hit(std::string_view id, Rect where, bool is_part = true);
  // Call once after each hit(): true when a finger has rested on it for half a second.
  bool rested(const Hit& hit);
  void mark(std::string_view id, Rect where) { items.add(id, type.mirror().to_window(where)); }
  // An arrow key, Home or End for the focused part: true when it is pressed and the part can use it. Keys that no part
  // uses move within the group.
  bool takes(int imgui_key, bool can = true) {
    if (!can || !pressed(imgui_key)) return false;
    focus.use_key();
    return true;
  }
  // Sets the screen reader text for when the keyboard reaches a part: its name, kind ("role.button") and state.
  void says(bool focused, std::string_view name, std::string_view role, std::string_view state = {}) {
    if (!focused || !focus.visible()) return;
    focus.say(state.empty() ? joined({name, ", ", text(role)}) : joined({name, ", ", text(role), ", ", state}));
  }
  std::string_view place_of(std::size_t at, std::size_t count) const {  // "2 of 9"; at counts from 0
    return text("focus.place", {digits(at + 1), digits(count)});
  }
  // A key without modifiers, while the canvas has the focus. The left and the right arrow are those of the layout.
  bool pressed(int imgui_key, bool repeat = true) const;
  Point pointer() const;              // in the layout
  FrameInput::Pinch pinched() const;  // likewise
  // Reports the hovered cell; leaving is delayed, so that crossing a gap does not flicker.
  void hover(std::optional<graph::CellRef> cell);
  void ring(Rect where, float radius);  // the keyboard focus ring, 2 px outside
  // Opens an ImGui popup at the button or item that it belongs to, or closes it. In a popup, use
  // ImGui::CloseCurrentPopup.
  void toggle_popup(Popup which, Rect anchor);
  bool popup_open() const;

  // A tooltip for ImGui's last item, as ImGui::SetItemTooltip; also if the keyboard has reached it.
  void item_tip(std::string_view words, bool focused = false);
  // For an area that is no item.
  void area_tip(std::string_view id, Rect area, std::string_view words);
  void area_tip(std::string_view id, Rect area, const explorer::Paragraphs& words);
  bool wants_tip(bool focused);  // of the last item: true when it is time to show one
  bool area_wants_tip(std::string_view id, Rect area);
  void draw_tip();
  const Prose* lay(const explorer::Paragraphs& words, float width, const ProseStyle& style,
                   std::size_t most_lines = 0) const {
    return &memory.prose.lay(type, formulae, theme, words, width, style, most_lines);
  }
  const Prose* lay(std::string_view words, float width, const ProseStyle& style) const {
    return &memory.prose.lay(type, formulae, theme, words, width, style);
  }

  // ---- Child windows; all that is drawn until their end goes into them. They scroll by wheel, finger and keys.

  // Call before begin_scroll of a window with a step's text: another step opens at its top.
  void open_at_top(std::string_view id);
  // Scrolls down; returns where its contents begin. by_finger: a drag over it scrolls.
  float begin_scroll(std::string_view id, Rect area, bool by_finger = true);
  void end_scroll(float bottom, Color behind);  // bottom: where the contents end
  // If something stays in place over the contents: end_contents, draw it, end_layer.
  void end_contents(float bottom, Color behind);
  // Scrolls both ways; returns the scroll offset. End it by draw_scroll_edges, what stays in place, and end_layer.
  Point begin_pan(std::string_view id, Rect area, Point content);
  void draw_scroll_edges(Color behind);  // fades and scroll bar
  // Does not scroll: for what covers such a window.
  void begin_layer(std::string_view id, Rect area, bool takes_input = true);
  void end_layer();
};

}  // namespace ui
