// What the screens (lesson, large map, whole model, contents) have in common. Each is a folder of its own with its state, its
// commands and undo (screen.hpp), its link and what it tells the page; Explorer switches between them. A screen knows neither
// the explorer nor another screen.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "explorer/language/catalogue.hpp"
#include "explorer/state/history.hpp"

namespace explorer {

using graph::Error;
using graph::Result;

// How much of what is shown a command has invalidated.
enum class Touched : std::uint8_t { nothing, look, view };

// What all screens share: the sentences in the reader's language, and the count of changes (Explorer::version).
struct Shared {
  const Catalogue& catalogue;
  const std::string& language;
  unsigned& version;

  std::string say(std::string_view id, std::initializer_list<std::string_view> args = {}) const {
    return catalogue.text(language, id, args);
  }
  std::string say(const graph::Message& message) const { return catalogue.text(language, message); }
  void write(std::string& out, std::string_view id, std::initializer_list<std::string_view> args = {}) const {
    catalogue.write(out, language, id, args);
  }
};

// What the explorer asks of the screen that is shown.
class Undoable {
 public:
  virtual ~Undoable() = default;
  virtual bool can_undo() const = 0;
  virtual bool can_redo() const = 0;
  // Touched::nothing if there is nothing to restore. On an Error nothing has changed.
  virtual Result<Touched> undo() = 0;
  virtual Result<Touched> redo() = 0;
};

// A screen whose undo covers one value of its state.
template <class T>
class UndoableOf : public Undoable {
 public:
  bool can_undo() const override { return history_.can_undo(); }
  bool can_redo() const override { return history_.can_redo(); }
  Result<Touched> undo() override { return restored(history_.undo(value_)); }
  Result<Touched> redo() override { return restored(history_.redo(value_)); }

 protected:
  explicit UndoableOf(T& value) : value_(value) {}
  virtual void fit() = 0;  // after the value was restored: drops what no longer goes with it
  History<T>& history() { return history_; }

 private:
  Touched restored(bool done) {
    if (done) fit();
    return done ? Touched::look : Touched::nothing;
  }

  T& value_;
  History<T> history_;
};

}  // namespace explorer
