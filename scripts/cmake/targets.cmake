# The functions that the folders' CMakeLists.txt call: ae_library, ae_test, ae_fuzz, ae_page.

# Files are compiled in batches, so that shared headers are read once. Names in anonymous namespaces of one target must
# differ.
function(ae_in_batches target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${AE_BATCHES} UNITY_BUILD_BATCH_SIZE 24)
endfunction()

# ae_write(OUT TEXT): a source made while configuring, included as "OUT"; untouched while its text stays the same.
function(ae_write out text)
  set(old "")
  if(EXISTS "${AE_GENERATED}/${out}")
    file(READ "${AE_GENERATED}/${out}" old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE "${AE_GENERATED}/${out}" "${text}")
  endif()
endfunction()

function(ae_add_folder folder)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${folder}/CMakeLists.txt")
    add_subdirectory("${PROJECT_SOURCE_DIR}/${folder}")
  endif()
endfunction()

# ae_library(NAME SOURCES a.cpp... [DEPENDS targets...] [PRIVATE_DEPENDS targets...])
# A layer: static library NAME (ae::NAME), included as "name/header.hpp". DEPENDS also apply to targets that use it.
function(ae_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS")
  add_library(${name} STATIC ${arg_SOURCES})
  add_library(ae::${name} ALIAS ${name})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${name} PUBLIC ae_flags ${arg_DEPENDS} PRIVATE ae_warnings ${arg_PRIVATE_DEPENDS})
  ae_in_batches(${name})
  if(EMSCRIPTEN AND NOT AE_TESTS)
    target_compile_options(${name} PRIVATE ${AE_SMALL})
  endif()
endfunction()

# ae_test(NAME SOURCES a.cpp... [DEPENDS targets...])
# A doctest program test_NAME with the shared main, run by ctest (under node for wasm). AE_TEST_DATA is the absolute
# path of tests/, AE_SOURCE_DIR that of the checkout; wasm programs read both through node's own file system.
function(ae_test name)
  if(NOT AE_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  set(target test_${name})
  add_executable(${target} ${arg_SOURCES})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${target} PRIVATE doctest_with_main ae_warnings ${arg_DEPENDS})
  ae_in_batches(${target})
  # The sanitizers check the code under test; the tests themselves compile in a third of the time without -O1. Elsewhere that
  # would cost more than it saves: the tests' unoptimised copies of the library's templates replace the optimised ones.
  if(AE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  # Checks compile in four fifths of the time without a try block around each; an exception fails the whole test case.
  target_compile_definitions(${target} PRIVATE DOCTEST_CONFIG_SUPER_FAST_ASSERTS "AE_TEST_DATA=\"${PROJECT_SOURCE_DIR}/tests\""
                             "AE_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
  if(EMSCRIPTEN)
    target_link_libraries(${target} PRIVATE ae_wasm_link ae_wasm_test_link)
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  add_test(NAME ${name} COMMAND ${target})
  set_property(GLOBAL APPEND PROPERTY AE_TEST_PROGRAMS $<TARGET_FILE:${target}>)
endfunction()

# ae_fuzz(NAME SOURCES a.cpp... [DEPENDS targets...]): a libFuzzer program fuzz_NAME.
function(ae_fuzz name)
  if(NOT AE_FUZZ)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(fuzz_${name} ${arg_SOURCES})
  target_link_libraries(fuzz_${name} PRIVATE ae_flags ae_warnings ${arg_DEPENDS})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
endfunction()

# ae_page(NAME SOURCES a.cpp... [DEPENDS targets...]): a program of the page, NAME.mjs and NAME.wasm in the build folder.
# Natively nothing is made.
function(ae_page name)
  if(NOT EMSCRIPTEN OR AE_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${name} PRIVATE ae_flags ae_warnings ae::page_flags ${arg_DEPENDS})
  target_compile_options(${name} PRIVATE ${AE_SMALL})
  target_link_options(${name} PRIVATE ${AE_SMALL_LINK})
  set_target_properties(${name} PROPERTIES SUFFIX .mjs RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endfunction()
