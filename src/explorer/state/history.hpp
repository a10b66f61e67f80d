// Undo and redo as snapshots of the document, which are small and correct for every command. Independent of commands.
#pragma once

#include <string>
#include <vector>

#include "explorer/state/state.hpp"

namespace explorer {

class History {
 public:
  // Records that `before` became `now`. what: the thing that changed ("parameter score"). A change that continues the
  // previous one of the same thing is merged into its entry; an entry that ends where it began is removed.
  void record(const Document& before, const Document& now, std::string what, bool continues);
  // The document that undo would restore (nullptr: none); undone() confirms it and takes the document that it replaced.
  const Document* to_undo() const { return undo_.empty() ? nullptr : &undo_.back(); }
  const Document* to_redo() const { return redo_.empty() ? nullptr : &redo_.back(); }
  void undone(Document left);
  void redone(Document left);
  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }

 private:
  std::vector<Document> undo_, redo_;
  std::string last_;  // what the newest entry changed; empty when nothing can be merged into it
};

}  // namespace explorer
