// operator new for the whole program: counts calls and uses malloc. In a file of its own, so that the compiler cannot
// optimise it away.
#include "ui/support/counted_new.hpp"

#include <cstdlib>
#include <new>

namespace {

bool counting = false;
std::size_t counted = 0;

}  // namespace

void* operator new(std::size_t size) {
  if (counting) ++counted;
  void* const at = std::malloc(size == 0 ? 1 : size);
  if (at == nullptr) throw std::bad_alloc();
  return at;
}
void operator delete(void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }

namespace ui_test {

CountedNew::CountedNew() {
  counted = 0;
  counting = true;
}
CountedNew::~CountedNew() { counting = false; }
std::size_t CountedNew::count() const { return counted; }

}  // namespace ui_test
