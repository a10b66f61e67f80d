# Every external library, its exact version and where it comes from. Looked for first in the userland's folder, then
# with find_package, then fetched by tag and hash.
include(FetchContent)
set(AE_LIBRARIES_DIR "/usr/src/attention-explorer" CACHE PATH "Folder with include/ and imgui/, as the userland has it")
option(AE_FETCH "Fetch libraries that are not found" ON)

#                name      version  address and SHA-256 of the archive
set(AE_xtensor   0.27.1 https://github.com/xtensor-stack/xtensor/archive/refs/tags/0.27.1.tar.gz
                 117c192ae3b7c37c0156dedaa88038e0599a6b264666c3c6c2553154b500fe23)
set(AE_xtl       0.8.2 https://github.com/xtensor-stack/xtl/archive/refs/tags/0.8.2.tar.gz
                 8fb38d6a5856aab5740d2ccb3d791d289f648d4cc506b94a1338fe5fce100c11)
set(AE_doctest   2.5.3 https://github.com/doctest/doctest/archive/refs/tags/v2.5.3.tar.gz
                 174ebc4e769928959614789c5b4e9c3d0a0f81a62bb608756b127bfebfb21331)
# RapidJSON's last release is from 2016 and no longer compiles; this is its master of February 2025.
set(AE_rapidjson 1.1.0 https://github.com/Tencent/rapidjson/archive/24b5e7a8b27f42fa16b96fc70aade9106cf7102f.tar.gz
                 2d2601a82d2d3b7e143a3c8d43ef616671391034bc46891a9816b79cf2d3e7a8)
# Version 1.92.2b, by its commit.
set(AE_imgui     1.92.2b https://codeload.github.com/ocornut/imgui/tar.gz/45acd5e0e82f4c954432533ae9985ff0e1aad6d5
                 97484925aec2f4d3e913d6644d46b234f8d6d8d98c6aa9c50109e0f0df772090)

function(ae_fetch name out)
  if(NOT AE_FETCH)
    message(FATAL_ERROR "${name} was not found, and AE_FETCH is off.")
  endif()
  list(GET AE_${name} 0 version)
  list(GET AE_${name} 1 url)
  list(GET AE_${name} 2 hash)
  message(STATUS "${name} ${version}: not found here, fetching it")
  # SOURCE_SUBDIR that does not exist: unpacked only, its own build is not entered.
  FetchContent_Declare(${name} URL "${url}" URL_HASH "SHA256=${hash}" DOWNLOAD_EXTRACT_TIMESTAMP ON SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${name})
  set(${out} "${${name}_SOURCE_DIR}" PARENT_SCOPE)
endfunction()

# ae_headers(NAME HEADER PACKAGE): the target NAME of a header-only library that is found by one of its headers.
# Only include folders are taken from a package: xtensor's would switch xsimd on, which the reference must not use.
function(ae_headers name header package)
  find_path(AE_${name}_INCLUDE "${header}" PATHS "${AE_LIBRARIES_DIR}/include" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  set(include "${AE_${name}_INCLUDE}")
  if(NOT include)
    find_package(${package} CONFIG QUIET)
    foreach(target IN ITEMS ${package} ${package}::${package})
      if(TARGET ${target})
        get_target_property(include ${target} INTERFACE_INCLUDE_DIRECTORIES)
      endif()
    endforeach()
  endif()
  if(NOT include AND NOT CMAKE_CROSSCOMPILING)
    find_path(AE_${name}_SYSTEM_INCLUDE "${header}")
    set(include "${AE_${name}_SYSTEM_INCLUDE}")
  endif()
  # A whole /usr/include put before a cross compiler's own headers breaks it.
  if(NOT include OR (CMAKE_CROSSCOMPILING AND include MATCHES "^/usr(/local)?/include$"))
    ae_fetch(${name} fetched)
    set(include "${fetched}/include")
    if(NOT EXISTS "${include}")
      set(include "${fetched}")
    endif()
  endif()
  add_library(ae_${name} INTERFACE)
  add_library(ae::${name} ALIAS ae_${name})
  if(NOT TARGET ${name})
    add_library(${name} ALIAS ae_${name})
  endif()
  target_include_directories(ae_${name} SYSTEM INTERFACE "${include}")
endfunction()

ae_headers(xtl xtl/xtl_config.hpp xtl)
ae_headers(xtensor xtensor/core/xtensor_config.hpp xtensor)
target_link_libraries(ae_xtensor INTERFACE ae_xtl)
ae_headers(rapidjson rapidjson/document.h RapidJSON)
if(AE_TESTS)
  ae_headers(doctest doctest/doctest.h doctest)
endif()

# Dear ImGui is built from source, natively and for wasm, with our one imconfig.
find_path(AE_imgui_SOURCE imgui_internal.h PATHS "${AE_LIBRARIES_DIR}/imgui" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
set(AE_IMGUI_DIR "${AE_imgui_SOURCE}")
if(NOT AE_IMGUI_DIR)
  ae_fetch(imgui AE_IMGUI_DIR)
endif()
add_library(imgui STATIC EXCLUDE_FROM_ALL "${AE_IMGUI_DIR}/imgui.cpp" "${AE_IMGUI_DIR}/imgui_draw.cpp"
            "${AE_IMGUI_DIR}/imgui_tables.cpp" "${AE_IMGUI_DIR}/imgui_widgets.cpp")
target_include_directories(imgui SYSTEM PUBLIC "${AE_IMGUI_DIR}" "${AE_IMGUI_DIR}/misc/cpp")
target_include_directories(imgui PUBLIC "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(imgui PUBLIC "IMGUI_USER_CONFIG=\"ui/imconfig.h\"")
target_compile_options(imgui PRIVATE -w)
target_link_libraries(imgui PRIVATE ae_flags)
if(EMSCRIPTEN AND NOT AE_TESTS)
  target_compile_options(imgui PRIVATE ${AE_SMALL})
  # The page has fonts of its own.
  target_compile_definitions(imgui PUBLIC IMGUI_DISABLE_DEFAULT_FONT)
endif()
add_library(ae::imgui ALIAS imgui)
