// Keyboard focus: the focusable parts of the screen in drawing order. Parts belong to groups: Tab goes from group to
// group and, past the last or first, out of the canvas; arrows go from part to part within a group. An open popup is
// a scope of its own, in which both go from part to part.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/geometry.hpp"

namespace ui {

class Focus {
 public:
  enum class Left : std::uint8_t { no, forward, backward };

  // A canvas focused by the pointer shows no ring; entering by Tab focuses the first or last part.
  void begin(bool canvas_focused, bool entered_backward, bool by_pointer = false);
  // Starts the group of the parts that follow; name: a literal.
  void group(std::string_view name) { group_ = name; }
  // Announces a part; true when it has the focus. Parts in a scope other than the current one cannot get it. A region
  // scrolls its contents: Tab stops at it only if its group has nothing else.
  bool part(std::string_view id, Rect where, bool region = false);
  bool has(std::string_view id) const { return canvas_focused_ && current_ == id; }
  // Whether a part keeps the focus that it has, although nothing can be done with it now.
  bool keeps(std::string_view id) const { return current_ == id && keyboard_rules(); }
  void take(std::string_view id, bool by_keyboard = false);
  void drop() { current_.clear(); }
  // Tab was pressed: goes to the next or previous group, there to the part that last had the focus, else to the first.
  // Call once all parts are known.
  Left move(bool backward);
  // An arrow key, Home or End that the part did not use: moves within the group. No effect if there is no other part.
  void step(bool backward);
  void step_to_edge(bool last);
  void use_key() { key_used_ = true; }
  bool key_used() const { return key_used_; }
  bool leaves(bool backward) const;  // whether move() would leave the canvas
  void leave();                      // the browser's own Tab leaves the canvas: re-entering starts from one end
  // If the focused part no longer exists, drops the focus. stays: on the same step it goes on to the next part of the
  // group instead, if the keyboard led to it.
  void end(bool stays = false);

  bool visible() const { return by_keyboard_ && canvas_focused_; }  // the ring is drawn
  void show() { by_keyboard_ = true; }
  void hide() { by_keyboard_ = false; }
  const std::string& current() const { return current_; }
  bool arrived() const { return arrived_; }  // the focus came to its part by keyboard since the last frame
  bool will_arrive() const { return arriving_; }
  std::optional<Rect> where() const;       // of the focused part, if it is drawn
  std::string_view current_group() const;  // empty if no part has the focus
  std::string_view current_drawn() const { return group_; }
  std::vector<std::string_view> groups() const;  // in Tab order
  // The screen reader text of the focused part, in the current frame.
  void say(std::string_view words) { said_.assign(words); }
  const std::string& said() const { return said_; }

  void open_scope() { in_scope_ = true; }
  void close_scope() { in_scope_ = false; }
  struct Part {
    std::string id;
    Rect where;
    std::string_view group;
    bool scoped = false, region = false;
  };
  std::span<const Part> parts() const { return {kept_.data(), count_}; }

 private:
  bool keyboard_rules() const { return by_keyboard_ || !canvas_focused_; }  // not focused: in the page's own field
  std::string_view next_of_lost() const;
  std::vector<std::size_t> reach() const;   // indices of the parts that the keyboard can reach
  std::vector<std::size_t> around() const;  // those of them that arrows reach from the current part
  void move_in_scope(const std::vector<std::size_t>& in, bool backward);
  std::map<std::string_view, std::string> last_of_;  // group → the part that had the focus last
  std::vector<Part> kept_;                           // those of this frame come first; the strings of names are reused
  std::vector<Part> before_;                         // the same of the previous frame
  std::size_t count_ = 0, count_before_ = 0;
  std::string current_;
  bool canvas_focused_ = false, was_focused_ = true, by_keyboard_ = false, in_scope_ = false, arrived_ = false;
  bool enter_ = false, enter_backward_ = false, arriving_ = false, key_used_ = false;
  std::string_view group_;
  std::string said_;
};

}  // namespace ui
