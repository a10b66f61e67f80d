// Functions of the exception runtime that the C++ library without exceptions refers to when both are optimised as one
// program: never called. Weak, as some of the libraries define one of these themselves.
#define UNUSED extern "C" __attribute__((weak)) void
UNUSED __cxa_increment_exception_refcount(void*) { __builtin_trap(); }
UNUSED __cxa_decrement_exception_refcount(void*) { __builtin_trap(); }
UNUSED __cxa_rethrow_primary_exception(void*) { __builtin_trap(); }
