// The weights of the maps on screen as tables: of a model's chosen head and of the compared one, or of the visible part of
// the large map.
#pragma once

#include <string>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/state/explorer.hpp"

namespace explorer {

inline constexpr std::size_t most_table_tokens = 512;  // along a side; beyond it a table has no weights

struct MapTable {
  std::string name;                         // of the head
  std::vector<std::string> rows, columns;   // their tokens
  std::vector<std::vector<float>> weights;  // (rows, columns)

  using Json = json::Object<"MapTable", json::Member<"name", &MapTable::name>, json::Member<"rows", &MapTable::rows>,
                            json::Member<"columns", &MapTable::columns>, json::Member<"weights", &MapTable::weights>>;
};

// Empty on other screens, and while there are no weights yet.
std::vector<MapTable> map_tables(const Explorer& explorer);

}  // namespace explorer
