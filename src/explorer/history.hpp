// Undo and redo as snapshots of the document: small, and right whatever a command did. Knows nothing of commands.
#pragma once

#include <string>
#include <vector>

#include "explorer/state.hpp"

namespace explorer {

class History {
 public:
  // Notes that `before` was changed into `now`. what: the thing that was turned ("parameter score"); a change that
  // continues the one before on the same thing joins its entry, and an entry that ends where it began goes away.
  void record(const Document& before, const Document& now, std::string what, bool continues);
  // What undo would bring back (nullptr: nothing); undone() says that it has happened, and what was left for it.
  const Document* to_undo() const { return undo_.empty() ? nullptr : &undo_.back(); }
  const Document* to_redo() const { return redo_.empty() ? nullptr : &redo_.back(); }
  void undone(Document left);
  void redone(Document left);
  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }

 private:
  std::vector<Document> undo_, redo_;
  std::string last_;  // what the newest entry turned; empty when it cannot be joined
};

}  // namespace explorer
