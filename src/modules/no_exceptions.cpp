// What the C++ library without exceptions asks of the one with them, when both are optimised as one program: never called.
extern "C" void __cxa_increment_exception_refcount(void*) { __builtin_trap(); }
extern "C" void __cxa_decrement_exception_refcount(void*) { __builtin_trap(); }
extern "C" void __cxa_rethrow_primary_exception(void*) { __builtin_trap(); }
