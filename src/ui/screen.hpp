// What every panel gets: the explorer to read, the theme, type and pen to draw with, focus and motion, and where its
// commands go. Panels keep nothing themselves; what must outlast a frame lies in Memory.
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

#include "ui/focus.hpp"
#include "ui/formula.hpp"
#include "ui/interface.hpp"
#include "ui/measures.hpp"
#include "ui/metrics.hpp"
#include "ui/motion.hpp"
#include "ui/pen.hpp"
#include "ui/prose.hpp"

namespace ui {

enum class Shell : std::uint8_t { desktop, tablet, narrow, phone, embed };
enum class SheetTab : std::uint8_t { controls, explain, map };
enum class SheetStop : std::uint8_t { closed, half, full };
enum class Popover : std::uint8_t { none, controls, steps, menu, explain, names, language, question, press };

Shell shell_for(float width, float height, bool embed);

// A cell or a text parameter being edited in the page's own field.
struct Editing {
  EditField field;
  std::string typed, refused;
  bool dirty = false;      // something was typed: the first edit made an undo entry, the others join it
  bool finishing = false;  // Enter or blur: closes unless it is refused
};

// An item of an order that the pointer holds.
struct DraggedItem {
  std::string control;
  std::size_t place = 0;  // where it stands by now
  float grip = 0;         // from its upper edge to the pointer
  bool moved = false;     // by this drag: further moves belong to the same undo entry
};

// What a finger rested on.
struct Pressed {
  enum class Kind : std::uint8_t { cell, head, query };
  Kind kind = Kind::cell;
  graph::CellRef cell;
  std::size_t place = 0;  // of a head or a query
};

struct Tooltip {
  std::string id;
  explorer::Paragraphs text;
  Rect anchor;
  double since = 0;
  bool dismissed = false;  // by a press: it stays away until the pointer has left
};

struct Memory {
  SheetTab tab = SheetTab::controls;
  SheetStop stop = SheetStop::half;
  float sheet_drag = 0;
  bool sheet_dragging = false;
  Popover popover = Popover::none;
  Rect popover_anchor;
  std::size_t embed_extras = 0;  // how many of its extras an embed shows as buttons
  bool provenance_unfolded = false;
  bool code_folded = false;
  bool advanced_open = false;
  std::optional<Editing> editing;
  std::optional<graph::CellRef> edit_next;  // chosen in a menu: becomes a field where its matrix is drawn
  std::optional<Pressed> press_menu;
  std::optional<DraggedItem> dragged;
  Tooltip tooltip;
  std::unordered_map<std::uint64_t, float> scrolls;
  std::unordered_map<std::uint64_t, int> roving;  // which item of a list part the arrow keys stand on
  double pressed_at = -1;                         // for long presses; below 0 once the pointer has moved
  Point pressed_where;
  double hover_left_at = -1;
  bool long_pressed = false;
  std::optional<std::string> found;  // a word was typed: its first token is gone to
  bool pressed_again = false;        // the press is on the cell that is pinned
  bool keys_rule = false;            // the keyboard moved last: a pointer that rests points at nothing
  Point pointer_was;
  graph::CellRef cell;  // for who asks about cell after cell: its index keeps its memory
  ProseShelf prose;
  Pool<std::string> words;
  Pool<std::vector<std::string_view>> lists;
  Pool<std::vector<float>> numbers;
  Shelf<std::vector<TextRun>> symbols;
  Shelf<std::string> numbers_told;  // on scales
  Kept<Circumstances, TermLines> terms;
  Kept<Circumstances, MapSpots> spots;
};

// What lay where, for tests and tools.
struct Item {
  std::string id;
  Rect where;
  bool answers = false;  // it can be pressed
};

// Those of a frame. Their names' memory is used again by the next one.
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
  const Surroundings& around;
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
  float covered_from = 1e9f;  // y from which on the provenance panel will lie over the figure

  bool touch() const { return around.touch || shell == Shell::phone || shell == Shell::narrow; }
  // A sentence of the catalogue. Good for this frame, as words put together are.
  std::string_view text(std::string_view id, std::initializer_list<std::string_view> args = {}) const {
    std::string& words = memory.words.next();
    explorer.write(words, id, args);
    return words;
  }
  std::string_view joined(std::initializer_list<std::string_view> parts) const {
    std::string& words = memory.words.next();
    for (const std::string_view part : parts) words += part;
    return words;
  }
  std::string_view digits(std::size_t number) const { return memory.words.next() = std::to_string(number); }
  template <class Write>
  std::string_view written(Write&& write) const {  // by what writes behind a string
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

  // An invisible button that is a part of the Tab order unless told otherwise. Enter and Space click the focused part.
  Hit hit(std::string_view id, Rect where, bool is_part = true);
  // Asked once after each hit(): a finger has rested on it for half a second.
  bool rested(const Hit& hit);
  void mark(std::string_view id, Rect where) { items.add(id, where); }
  bool pressed(int imgui_key, bool repeat = true) const;  // a key, while the canvas has the focus, with no modifier
  Point pointer() const;
  // A cell that is pointed at is told; leaving waits, so that crossing a gap does not flicker.
  void hover(std::optional<graph::CellRef> cell);
  void ring(Rect where, float radius);  // the keyboard focus ring, 2 px outside
  void tip(std::string_view id, Rect anchor, std::string_view words);
  void tip(std::string_view id, Rect anchor, const explorer::Paragraphs& words);
  void draw_tip();
  const Prose* lay(const explorer::Paragraphs& words, float width, const ProseStyle& style,
                   std::size_t most_lines = 0) {
    return &memory.prose.lay(type, formulae, theme, words, width, style, most_lines);
  }
  const Prose* lay(std::string_view words, float width, const ProseStyle& style) {
    return &memory.prose.lay(type, formulae, theme, words, width, style);
  }

  // A clipped region that scrolls when its contents are higher: returns how far it is scrolled. Call end_scroll after.
  float begin_scroll(std::string_view id, Rect area, float content_height);
  void end_scroll(Rect area, float offset, float content_height, Color behind);
  // The same for contents that may be wider, too.
  Point begin_pan(std::string_view id, Rect area, Point content);
  void end_pan(Rect area, Point offset, Point content, Color behind);
  float& scrolled_down(std::string_view id) { return memory.scrolls[motion_key(id)]; }
  float& scrolled_right(std::string_view id) { return memory.scrolls[motion_key(id, 2)]; }
};

}  // namespace ui
