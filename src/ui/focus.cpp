// The list is made anew each frame: what is not drawn cannot be focused.
#include "ui/focus.hpp"

#include <algorithm>

namespace ui {

void Focus::begin(bool canvas_focused, bool entered_backward, bool by_pointer) {
  canvas_focused_ = canvas_focused;
  if (canvas_focused && !was_focused_ && current_.empty() && !by_pointer) {
    enter_ = true;
    enter_backward_ = entered_backward;
  }
  was_focused_ = canvas_focused;
  arrived_ = arriving_;
  arriving_ = false;
  count_ = 0;
}

bool Focus::part(std::string_view id, Rect where) {
  if (count_ == kept_.size()) kept_.emplace_back();
  Part& part = kept_[count_++];
  part.id.assign(id);
  part.where = where;
  part.scoped = in_scope_;
  return has(id);
}

void Focus::take(std::string_view id, bool by_keyboard) {
  if (by_keyboard && current_ != id) arriving_ = true;
  current_ = id;
  by_keyboard_ = by_keyboard;
}

std::optional<Rect> Focus::where() const {
  for (const Part& part : parts()) {
    if (part.id == current_) return part.where;
  }
  return std::nullopt;
}

std::vector<std::size_t> Focus::reach() const {
  const bool scoped = std::ranges::any_of(parts(), &Part::scoped);
  std::vector<std::size_t> reach;
  for (std::size_t i = 0; i < count_; ++i)
    if (!scoped || kept_[i].scoped) reach.push_back(i);
  return reach;
}

bool Focus::leaves(bool backward) const {
  const std::vector<std::size_t> in = reach();
  if (in.empty()) return true;
  const Part& edge = kept_[backward ? in.front() : in.back()];
  return !edge.scoped && edge.id == current_;
}

void Focus::leave() {
  current_.clear();
  by_keyboard_ = false;
}

Focus::Left Focus::move(bool backward) {
  const std::vector<std::size_t> in = reach();
  by_keyboard_ = true;
  if (in.empty()) return backward ? Left::backward : Left::forward;
  if (leaves(backward)) {
    leave();
    return backward ? Left::backward : Left::forward;
  }
  const std::size_t last = in.size() - 1;
  const auto found = std::ranges::find(in, current_, [this](std::size_t i) { return kept_[i].id; });
  const bool none = found == in.end();
  const auto at = static_cast<std::size_t>(found - in.begin());
  const std::size_t next = none       ? (backward ? last : 0)
                           : backward ? (at == 0 ? last : at - 1)
                                      : (at == last ? 0 : at + 1);
  take(kept_[in[next]].id, true);
  return Left::no;
}

void Focus::end() {
  if (enter_) {
    enter_ = false;
    if (current_.empty()) move(enter_backward_);
  }
  const auto is_current = [this](const Part& part) { return part.id == current_; };
  if (!current_.empty() && std::ranges::none_of(parts(), is_current)) current_.clear();
}

}  // namespace ui
