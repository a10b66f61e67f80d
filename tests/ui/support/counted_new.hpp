// Counts calls of operator new while enabled.
#pragma once

#include <cstddef>

namespace ui_test {

class CountedNew {
 public:
  CountedNew();
  ~CountedNew();
  CountedNew(const CountedNew&) = delete;
  CountedNew& operator=(const CountedNew&) = delete;
  std::size_t count() const;  // since it was made
};

}  // namespace ui_test
