// The operations by name.
#include <algorithm>

#include "graph/ops/all.hpp"

namespace graph {

std::vector<const Operation*> all_operations() {
  std::vector<const Operation*> all;
  for (const auto make : all_makers) all.push_back(&make());
  std::ranges::sort(all, {}, [](const Operation* operation) { return operation->name(); });
  return all;
}

const Operation* find_operation(std::string_view name) {
  for (const auto make : all_makers)
    if (make().name() == name) return &make();
  return nullptr;
}

}  // namespace graph
