# The kinds of figures. A line here and a folder of that name are all that a kind needs: README.md.

# Above the stage of matrices, from top to bottom. A step has at most one of each, at its key of that name.
set(AE_FIGURES_ABOVE
  words
  written
  training
  curve
  bars
  picture
  timing)
# On the stage instead of matrices: the key of an entry of the step's "stage".
set(AE_FIGURES_ON_STAGE
  plane)

# ae_figures(OUT PART): the .cpp files of a part of all kinds: read (compiled in lesson), view (explorer), draw (ui).
function(ae_figures out part)
  set(found "")
  foreach(kind IN LISTS AE_FIGURES_ABOVE AE_FIGURES_ON_STAGE)
    file(GLOB files CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}"
         "${PROJECT_SOURCE_DIR}/src/figures/${kind}/${part}*.cpp")
    list(APPEND found ${files})
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

function(ae_of_kind out kind text)
  string(SUBSTRING ${kind} 0 1 first)
  string(SUBSTRING ${kind} 1 -1 rest)
  string(TOUPPER ${first} first)
  string(REPLACE KIND ${kind} text "${text}")
  string(REPLACE NAME ${first}${rest} text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# ae_figure_lists(OUT NAMESPACE HEADER TYPE DECLARED LISTED): a header with what each kind defines in this layer, as
# DECLARED, and with both lists of it, as LISTED; KIND stands for the kind's name, NAME for the same with a capital; HEADER
# declares TYPE.
function(ae_figure_lists out namespace header type declared listed)
  set(text "")
  foreach(kind IN LISTS AE_FIGURES_ABOVE AE_FIGURES_ON_STAGE)
    ae_of_kind(line ${kind} "${declared}")
    string(APPEND text "${line}\n")
  endforeach()
  foreach(place IN ITEMS above on_stage)
    string(TOUPPER ${place} upper)
    list(LENGTH AE_FIGURES_${upper} count)
    string(APPEND text "inline constexpr std::array<${type}, ${count}> figures_${place}{{\n")
    foreach(kind IN LISTS AE_FIGURES_${upper})
      ae_of_kind(line ${kind} "${listed}")
      string(APPEND text "    ${line},\n")
    endforeach()
    string(APPEND text "}};\n")
  endforeach()
  ae_write("${out}" "// The kinds of figures, from src/figures/kinds.cmake.
#pragma once

#include <array>

#include \"${header}\"

namespace ${namespace} {

${text}
}  // namespace ${namespace}
")
endfunction()
