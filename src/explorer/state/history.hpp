// Undo and redo of one value, as snapshots, which are small and correct for every command: the document of a lesson, the
// sentence and heads of a model, the setup of the large map, the sentence of the contents. Independent of commands.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace explorer {

// How large a snapshot is; an overload for a type whose snapshots can be large limits what all of them take together.
template <typename T>
std::size_t snapshot_size(const T&) {
  return 0;
}

template <typename T>
class History {
 public:
  // Records that `before` became `now`. what: the thing that changed ("parameter score"). A change that continues the
  // previous one of the same thing is merged into its entry; an entry that ends where it began is removed.
  void record(T before, const T& now, std::string what, bool continues) {
    const bool joins = continues && !undo_.empty() && redo_.empty() && last_ == what;
    if (!joins && before == now) return;
    ++changes_;
    redo_.clear();
    if (!joins) undo_.push_back(std::move(before));
    last_ = std::move(what);
    if (undo_.back() == now) {
      undo_.pop_back();
      last_.clear();
    }
    trim();
  }

  // The value that undo would restore (nullptr: none); undone() confirms it and takes the value that it replaced.
  const T* to_undo() const { return undo_.empty() ? nullptr : &undo_.back(); }
  const T* to_redo() const { return redo_.empty() ? nullptr : &redo_.back(); }
  void undone(T left) { walk(undo_, redo_, std::move(left)); }
  void redone(T left) { walk(redo_, undo_, std::move(left)); }
  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  // How often the value has changed: by what was recorded, undone and redone.
  unsigned changes() const { return changes_; }

  // For a value that may be restored at once. Returns false if there is nothing to restore.
  bool undo(T& value) { return restore(value, undo_, redo_); }
  bool redo(T& value) { return restore(value, redo_, undo_); }

  void clear() { *this = {}; }
  // Drops the values that can no longer be restored.
  template <typename Is>
  void forget_if(Is is) {
    std::erase_if(undo_, is);
    std::erase_if(redo_, is);
    last_.clear();
  }

 private:
  static constexpr std::size_t most_entries = 500;
  static constexpr std::size_t most_together = 200'000;  // as snapshot_size() counts

  void walk(std::vector<T>& from, std::vector<T>& to, T left) {
    ++changes_;
    from.pop_back();
    to.push_back(std::move(left));
    last_.clear();
  }
  bool restore(T& value, std::vector<T>& from, std::vector<T>& to) {
    if (from.empty()) return false;
    T next = std::move(from.back());
    walk(from, to, std::exchange(value, std::move(next)));
    return true;
  }
  void trim() {
    std::size_t together = 0, keep = 0;
    while (keep < undo_.size() && keep < most_entries) {
      together += snapshot_size(undo_[undo_.size() - 1 - keep]);
      if (keep > 0 && together > most_together) break;
      ++keep;
    }
    undo_.erase(undo_.begin(), undo_.end() - static_cast<std::ptrdiff_t>(keep));
  }

  std::vector<T> undo_, redo_;
  unsigned changes_ = 0;
  std::string last_;  // what the newest entry changed; empty when nothing can be merged into it
};

}  // namespace explorer
