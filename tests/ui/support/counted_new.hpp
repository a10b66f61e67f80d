// Counts what is taken from the heap by operator new while it is told to.
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
