// Running out of memory is reported by a flag of the core's own: JavaScript then starts anew, and treats every other
// stop of a call as a fault (web/modules/core.ts). All allocations of the program come through here, including those of
// libraries, which do not check the result. Linked before the C library's.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "modules/call.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten/heap.h>

namespace {

bool out_of_memory = false;

void* or_stop(void* memory) {
  if (memory == nullptr) {
    out_of_memory = true;
    __builtin_trap();
  }
  return memory;
}

}  // namespace

extern "C" void* malloc(std::size_t size) { return or_stop(emscripten_builtin_malloc(size)); }
extern "C" void* calloc(std::size_t count, std::size_t size) { return or_stop(emscripten_builtin_calloc(count, size)); }
extern "C" void* realloc(void* memory, std::size_t size) {
  void* moved = emscripten_builtin_realloc(memory, size);
  return size == 0 ? moved : or_stop(moved);
}

MODULE_EXPORT("out_of_memory") bool ran_out_of_memory() { return out_of_memory; }
#endif

namespace modules {

// The numbers of tensors that JavaScript keeps: allocated by operator new, as a tensor's are (attention::release). Null
// if there is no room: nothing has begun yet that would have to stop. Not new (std::nothrow), which uses malloc and so
// would stop.
MODULE_EXPORT("alloc") void* alloc(std::size_t size) {
#ifdef __EMSCRIPTEN__
  // emmalloc adds sizes to addresses without a look at the end of 32 bits.
  if (size >= SIZE_MAX - emscripten_get_heap_size()) return nullptr;
  return emscripten_builtin_malloc(size + 1);
#else
  return ::operator new(size + 1);
#endif
}

MODULE_EXPORT("dealloc") void dealloc(void* data) { ::operator delete(data); }

}  // namespace modules
