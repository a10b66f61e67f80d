# How our own code is compiled and linked, for every layer: two interface targets, ae_flags for everything and
# ae_warnings for our sources only, and the link flags of wasm.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

find_program(AE_CCACHE ccache)
if(AE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${AE_CCACHE}")
endif()

# Sources that are made while configuring: see ae_write in targets.cmake.
set(AE_GENERATED "${PROJECT_BINARY_DIR}/generated")

add_library(ae_flags INTERFACE)
target_include_directories(ae_flags INTERFACE "${AE_GENERATED}")
# The same results everywhere: no fused multiply-add that one machine has and another lacks.
target_compile_options(ae_flags INTERFACE -ffp-contract=off)
if(AE_SANITIZE)
  target_compile_options(ae_flags INTERFACE "-fsanitize=${AE_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ae_flags INTERFACE "-fsanitize=${AE_SANITIZE}")
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(ae_flags INTERFACE
                           "-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/scripts/cmake/sanitizers-ignore.txt")
  endif()
endif()
if(AE_FUZZ)
  target_compile_options(ae_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(AE_COVERAGE)
  target_compile_options(ae_flags INTERFACE -fprofile-instr-generate -fcoverage-mapping)
  target_link_options(ae_flags INTERFACE -fprofile-instr-generate)
endif()

add_library(ae_warnings INTERFACE)
target_compile_options(ae_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
# Only locals: in a batch, file-local names would count as shadowed by those of the next file.
target_compile_options(ae_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
# clang counts signedness as part of -Wconversion, g++ does not; indices are too often both.
target_compile_options(ae_warnings INTERFACE -Wno-sign-conversion)
if(AE_WARNINGS_AS_ERRORS)
  target_compile_options(ae_warnings INTERFACE -Werror)
endif()

if(EMSCRIPTEN)
  # EM_ASM and EM_JS are GNU extensions by design.
  target_compile_options(ae_warnings INTERFACE -Wno-gnu-zero-variadic-macro-arguments -Wno-dollar-in-identifier-extension)
  if(AE_TESTS)
    # doctest's REQUIRE throws; the shipped page keeps emcc's default, which has no exceptions.
    target_compile_options(ae_flags INTERFACE -fwasm-exceptions)
    target_link_options(ae_flags INTERFACE -fwasm-exceptions)
  else()
    # No exceptions, since nothing could catch them: code that would throw stops instead. No RTTI, since it is not used:
    # type names took 2 kB of the first view.
    target_compile_options(ae_flags INTERFACE -fno-exceptions -fno-rtti "SHELL:-D '_LIBCPP_VERBOSE_ABORT(...)=__builtin_trap()'")
  endif()
endif()

# For shipped code that need not be fast: small, without inlining (repeated calls compress better than repeated bodies), and
# optimised as one program when it is linked. What has to be fast is compiled on its own.
set(AE_SMALL -Oz -flto "SHELL:-mllvm -inline-threshold=-20")
set(AE_SMALL_LINK -Wl,-mllvm,-inline-threshold=-20)

# What wasm that is to run on memory of several threads is compiled with. It runs on any memory.
set(AE_SHARED -matomics -mbulk-memory)

# Link flags of every wasm program: memory may grow but stays one plain buffer, and 64 kB of stack is too little.
add_library(ae_wasm_link INTERFACE)
target_link_options(ae_wasm_link INTERFACE -sALLOW_MEMORY_GROWTH=1 -sGROWABLE_ARRAYBUFFERS=0 -sSTACK_SIZE=1MB)

# Test programs: under node, reading the checkout's own files. Without -sASSERTIONS, and with the page's own malloc, to
# avoid a second build of Emscripten's libraries; stack overflow is checked separately.
add_library(ae_wasm_test_link INTERFACE)
target_link_options(ae_wasm_test_link INTERFACE -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sMALLOC=emmalloc
                    -sSTACK_OVERFLOW_CHECK=2)

# Programs of the page: an ES module that needs only wasm-unsafe-eval of a strict content security policy.
add_library(ae_wasm_page_link INTERFACE)
target_link_options(ae_wasm_page_link INTERFACE -Oz -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker -sFILESYSTEM=0
                    -sDYNAMIC_EXECUTION=0 -sASSERTIONS=0)
add_library(ae_page_flags INTERFACE)
target_link_libraries(ae_page_flags INTERFACE ae_wasm_link ae_wasm_page_link)
target_link_options(ae_page_flags INTERFACE -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2)
add_library(ae::page_flags ALIAS ae_page_flags)
