// The numbers on the screens of a model and of the large map as tables: of the chosen head and of the compared one, of the
// visible part of the large map, or the parts of a logit.
#pragma once

#include <string>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/state/explorer.hpp"

namespace explorer {

inline constexpr std::size_t most_table_tokens = 512;  // along a side; beyond it a table has no weights

struct MapTable {
  std::string name;                         // of the head, or what is asked
  std::vector<std::string> rows, columns;   // their tokens, or the names of parts
  std::vector<std::vector<float>> weights;  // (rows, columns); of a logit what its parts gave

  using Json = json::Object<"MapTable", json::Member<"name", &MapTable::name>, json::Member<"rows", &MapTable::rows>,
                            json::Member<"columns", &MapTable::columns>, json::Member<"weights", &MapTable::weights>>;
};

// Empty on other screens, and while there are no weights yet.
std::vector<MapTable> map_tables(const Explorer& explorer);

}  // namespace explorer
