// What the author of a page does not let its readers change: cells and controls, by the lesson's names. Links and the
// author's own script are not held by it.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "explorer/state.hpp"
#include "graph/graph.hpp"

namespace explorer {

struct Lock {
  bool on = false;
  bool all_but = false;  // the names are those that stay open
  std::set<std::string, std::less<>> names;

  bool covers(std::string_view name) const { return on && names.contains(name) != all_but; }
};

// "" locks all, "w_query x" these, "except x" all but these; names are parted by spaces or commas.
Lock read_lock(std::string_view text);

// What of a document is locked: what restoring the lesson's numbers leaves as it is.
Document locked_part(const Document& document, const Lock& lock);

}  // namespace explorer
