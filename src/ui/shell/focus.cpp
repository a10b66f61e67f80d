// The list is rebuilt each frame: what is not drawn cannot be focused.
#include "ui/shell/focus.hpp"

#include <algorithm>
#include <utility>

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
  std::swap(kept_, before_);
  count_before_ = std::exchange(count_, 0);
  group_ = {};
  said_.clear();
  key_used_ = false;
}

bool Focus::part(std::string_view id, Rect where, bool region) {
  if (count_ == kept_.size()) kept_.emplace_back();
  Part& part = kept_[count_++];
  part.id.assign(id);
  part.where = where;
  part.group = group_;
  part.scoped = in_scope_;
  part.region = region;
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
  for (std::size_t i = 0; i < count_before_; ++i)  // not drawn yet in this frame
    if (before_[i].id == current_) return before_[i].where;
  return std::nullopt;
}

std::vector<std::size_t> Focus::reach() const {
  const bool scoped = std::ranges::any_of(parts(), &Part::scoped);
  std::vector<std::size_t> reach;
  for (std::size_t i = 0; i < count_; ++i)
    if (!scoped || kept_[i].scoped) reach.push_back(i);
  return reach;
}

std::vector<std::size_t> Focus::around() const {
  const std::vector<std::size_t> in = reach();
  const auto at = std::ranges::find(in, current_, [this](std::size_t i) { return kept_[i].id; });
  if (at == in.end()) return {};
  std::vector<std::size_t> out;
  for (const std::size_t i : in)
    if (kept_[i].scoped || kept_[i].group == kept_[*at].group) out.push_back(i);
  return out;
}

std::string_view Focus::current_group() const {
  for (const Part& part : parts())
    if (part.id == current_) return part.group;
  return {};
}

std::vector<std::string_view> Focus::groups() const {
  std::vector<std::string_view> groups;
  for (const Part& part : parts())
    if (!std::ranges::contains(groups, part.group)) groups.push_back(part.group);
  return groups;
}

bool Focus::leaves(bool backward) const {
  const std::vector<std::size_t> in = reach();
  if (in.empty()) return true;
  if (kept_[in.front()].scoped || around().empty()) return false;
  const std::vector<std::string_view> groups = this->groups();
  return current_group() == (backward ? groups.front() : groups.back());
}

void Focus::leave() {
  current_.clear();
  by_keyboard_ = false;
}

void Focus::move_in_scope(const std::vector<std::size_t>& in, bool backward) {
  const std::size_t last = in.size() - 1;
  const auto found = std::ranges::find(in, current_, [this](std::size_t i) { return kept_[i].id; });
  const bool none = found == in.end();
  const auto at = static_cast<std::size_t>(found - in.begin());
  const std::size_t next = none       ? (backward ? last : 0)
                           : backward ? (at == 0 ? last : at - 1)
                                      : (at == last ? 0 : at + 1);
  take(kept_[in[next]].id, true);
}

Focus::Left Focus::move(bool backward) {
  const std::vector<std::size_t> in = reach();
  by_keyboard_ = true;
  if (in.empty()) return backward ? Left::backward : Left::forward;
  if (leaves(backward)) {
    leave();
    return backward ? Left::backward : Left::forward;
  }
  if (kept_[in.front()].scoped) {
    move_in_scope(in, backward);
    return Left::no;
  }
  const std::vector<std::string_view> groups = this->groups();
  std::string_view to = backward ? groups.back() : groups.front();
  if (!around().empty()) {
    const std::string_view from = current_group();
    last_of_.insert_or_assign(from, current_);
    const auto at = std::ranges::find(groups, from);
    to = backward ? *(at - 1) : *(at + 1);
  }
  const Part* first = nullptr;
  const Part* chosen = nullptr;
  const auto last = last_of_.find(to);
  for (const Part& part : parts()) {
    if (part.group != to) continue;
    if (first == nullptr || (first->region && !part.region)) first = &part;
    if (last != last_of_.end() && part.id == last->second) chosen = &part;
  }
  take((chosen != nullptr ? chosen : first)->id, true);
  return Left::no;
}

void Focus::step(bool backward) {
  const std::vector<std::size_t> in = around();
  const auto at = std::ranges::find(in, current_, [this](std::size_t i) { return kept_[i].id; });
  if (at == in.end() || (backward ? at == in.begin() : at + 1 == in.end())) return;
  take(kept_[backward ? *(at - 1) : *(at + 1)].id, true);
}

void Focus::step_to_edge(bool last) {
  const std::vector<std::size_t> in = around();
  if (!in.empty()) take(kept_[last ? in.back() : in.front()].id, true);
}

// The part of its group that followed in the previous frame, else the one before it, else the first one that is new.
std::string_view Focus::next_of_lost() const {
  const std::span<const Part> before(before_.data(), count_before_);
  const auto lost = std::ranges::find(before, current_, &Part::id);
  if (lost == before.end()) return {};
  const auto near = [&](const Part& part) { return part.group == lost->group && part.scoped == lost->scoped; };
  const auto remains = [&](const Part& old) {
    return near(old) && std::ranges::any_of(parts(), [&](const Part& now) { return now.id == old.id && near(now); });
  };
  if (const auto after = std::find_if(lost, before.end(), remains); after != before.end()) return after->id;
  for (auto back = lost; back != before.begin();)
    if (remains(*--back)) return back->id;
  const auto fresh = std::ranges::find_if(parts(), near);
  return fresh == parts().end() ? std::string_view() : std::string_view(fresh->id);
}

void Focus::end(bool stays) {
  if (enter_) {
    enter_ = false;
    if (current_.empty()) move(enter_backward_);
  }
  const auto is_current = [this](const Part& part) { return part.id == current_; };
  if (current_.empty() || std::ranges::any_of(parts(), is_current)) return;
  const std::string_view next = stays && keyboard_rules() ? next_of_lost() : std::string_view();
  if (next.empty()) current_.clear();
  else take(next, true);
}

}  // namespace ui
