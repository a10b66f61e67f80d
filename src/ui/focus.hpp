// Keyboard focus: the parts of the screen in the order they are drawn, one of which has it. Tab goes from part to part
// and, past the last or first, out of the canvas. An open popover is a scope of its own.
#pragma once

#include <cstdint>
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

  // A canvas that gets the focus by the pointer shows it nowhere: only Tab comes in at the first or last part.
  void begin(bool canvas_focused, bool entered_backward, bool by_pointer = false);
  // Announces a part; true when it has the focus. Parts in a scope other than the current one are out of reach.
  bool part(std::string_view id, Rect where);
  bool has(std::string_view id) const { return canvas_focused_ && current_ == id; }
  void take(std::string_view id, bool by_keyboard = false);
  void drop() { current_.clear(); }
  // Tab was pressed: to the next or last part. Call once all parts are known.
  Left move(bool backward);
  bool leaves(bool backward) const;  // what move would do
  void leave();                      // the browser's own Tab goes out: the next one that comes in begins anew
  void end();                        // forgets a focus whose part is gone

  bool visible() const { return by_keyboard_ && canvas_focused_; }  // the ring is drawn
  void show() { by_keyboard_ = true; }
  void hide() { by_keyboard_ = false; }
  const std::string& current() const { return current_; }
  bool arrived() const { return arrived_; }  // the focus came to its part by keyboard since the last frame
  bool will_arrive() const { return arriving_; }
  std::optional<Rect> where() const;

  void open_scope() { in_scope_ = true; }
  void close_scope() { in_scope_ = false; }
  struct Part {
    std::string id;
    Rect where;
    bool scoped = false;
  };
  std::span<const Part> parts() const { return {kept_.data(), count_}; }

 private:
  std::vector<std::size_t> reach() const;  // places of the parts that Tab goes through
  std::vector<Part> kept_;                 // those of this frame come first; the memory of names is used again
  std::size_t count_ = 0;
  std::string current_;
  bool canvas_focused_ = false, was_focused_ = true, by_keyboard_ = false, in_scope_ = false, arrived_ = false;
  bool enter_ = false, enter_backward_ = false, arriving_ = false;
};

}  // namespace ui
