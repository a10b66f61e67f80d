// Limited by the size of the snapshots, not only by their number: a link may contain ten thousand edits.
#include "explorer/state/history.hpp"

#include <utility>

namespace explorer {
namespace {

constexpr std::size_t most_entries = 500;
constexpr std::size_t most_edits = 200'000;      // in all entries together
constexpr std::size_t most_weights = 8'000'000;  // the same, of trained tensors

void trim(std::vector<Document>& entries) {
  std::size_t edits = 0, weights = 0;
  std::size_t keep = 0;
  while (keep < entries.size() && keep < most_entries) {
    edits += entries[entries.size() - 1 - keep].edits.size();
    if (const auto& trained = entries[entries.size() - 1 - keep].trained)
      for (const auto& [name, values] : *trained->weights) weights += values.size();
    if (keep > 0 && (edits > most_edits || weights > most_weights)) break;
    ++keep;
  }
  entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(keep));
}

}  // namespace

void History::record(const Document& before, const Document& now, std::string what, bool continues) {
  const bool joins = continues && !undo_.empty() && redo_.empty() && last_ == what;
  if (!joins && before == now) return;
  redo_.clear();
  if (!joins) undo_.push_back(before);
  last_ = std::move(what);
  if (undo_.back() == now) {
    undo_.pop_back();
    last_.clear();
  }
  trim(undo_);
}

void History::undone(Document left) {
  undo_.pop_back();
  redo_.push_back(std::move(left));
  last_.clear();
}

void History::redone(Document left) {
  redo_.pop_back();
  undo_.push_back(std::move(left));
  last_.clear();
}

}  // namespace explorer
