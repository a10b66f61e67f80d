// What a reader has answered so far. Outside the document: undo and reset do not affect it.
#pragma once

#include <string>
#include <vector>

namespace explorer {

// value: as typed ("4 × 3", "1, 2, 2"), the id of an option ("no"), several ids or an order of places ("0,2,1"),
// "yes.why" for a truth with its reason, "tensor,0,1" for a cell.
struct PartProgress {
  std::string value;
  bool checked = false;  // the feedback refers to this value
  bool right = false;    // stays true, whatever is edited afterwards
  unsigned tries = 0;
  bool operator==(const PartProgress&) const = default;
};

struct Progress {
  std::vector<PartProgress> parts;
  std::size_t hints = 0;  // how many have been opened
  bool operator==(const Progress&) const = default;
};

}  // namespace explorer
