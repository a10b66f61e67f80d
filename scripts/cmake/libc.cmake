# Parts of Emscripten's C library, compiled once more with a long double that is a double. On wasm a long double has 128
# bits and is computed in software: reading a number (strtod, sscanf) would bring that along, and sin and cos 11,000 bits of 2/π
# instead of 1,584. A double has the same bits either way. Linked into every wasm program, so all have the same functions.
if(NOT EMSCRIPTEN)
  return()
endif()
enable_language(C)

set(libc "${EMSCRIPTEN_ROOT_PATH}/system/lib/libc")
set(sources "${libc}/musl/src/internal/floatscan.c" "${libc}/musl/src/math/__rem_pio2_large.c"
            "${libc}/musl/src/stdio/vfscanf.c" "${libc}/musl/src/stdlib/strtod.c")
add_library(ae_libc STATIC ${sources} "${CMAKE_CURRENT_LIST_DIR}/strtold.c")
add_library(ae::libc ALIAS ae_libc)
# Flags, folders and their order are those with which Emscripten compiles these files.
target_include_directories(ae_libc PRIVATE
                           "${libc}/musl/arch/emscripten" "${libc}/musl/arch/generic" "${libc}/musl/src/internal"
                           "${libc}/musl/src/include" "${libc}" "${libc}/../pthread")
target_compile_definitions(ae_libc PRIVATE _XOPEN_SOURCE=700)
target_compile_options(ae_libc PRIVATE -std=gnu99 -Oz -w -fno-builtin)
set_source_files_properties(
  ${sources} PROPERTIES COMPILE_OPTIONS "-Xclang;-mlong-double-64;-include;${CMAKE_CURRENT_LIST_DIR}/long_double.h")
# A function that is called with other types than it has would only be a warning.
target_link_options(ae_libc INTERFACE -Wl,--fatal-warnings)
