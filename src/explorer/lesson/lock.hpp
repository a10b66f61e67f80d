// What the author of a page prevents readers from changing: cells and controls, by the lesson's names. Links and the
// author's own script are not affected.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "explorer/state/state.hpp"
#include "graph/core/graph.hpp"

namespace explorer {

struct Lock {
  bool on = false;
  bool all_but = false;  // the names are the exceptions
  std::set<std::string, std::less<>> names;

  bool covers(std::string_view name) const { return on && names.contains(name) != all_but; }
};

// "" locks everything, "w_query x" these, "except x" all but these; names are separated by spaces or commas.
Lock read_lock(std::string_view text);

// The part of a document that is locked, which restoring the lesson's numbers leaves as it is.
Document locked_part(const Document& document, const Lock& lock);

}  // namespace explorer
