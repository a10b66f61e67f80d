# The English of the interface as C++: web/words/interface.json, one line "id": "sentence" for each, becomes rows
# {"id", "sentence"}, of the tables in src/graph/core/messages.cpp and src/explorer/language/english.cpp. A sentence is spelt
# the same in JSON and in C++. Changes of the file are noticed by the build.
set(AE_INTERFACE "${PROJECT_SOURCE_DIR}/web/words/interface.json")
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${AE_INTERFACE}")

# Of the sentences of explanations, by the first word of their ids; the graph knows these alone.
set(AE_EXPLANATION_WORDS "axis|cause|label|note|place|rule|short")

# ae_english(OUT explanations|interface)
function(ae_english out part)
  file(READ "${AE_INTERFACE}" text)
  string(REGEX REPLACE "\n  \"(${AE_EXPLANATION_WORDS})([.\"])" "\n+ \"\\1\\2" text "${text}")
  if(part STREQUAL explanations)
    string(REGEX REPLACE "\n  \"[^\n]*" "" text "${text}")
  else()
    string(REGEX REPLACE "\n[+] \"[^\n]*" "" text "${text}")
  endif()
  string(REGEX REPLACE "\n[+ ] (\"[a-z_.]+\"): (\"[^\n]*\"),?" "\n{\\1, \\2}," text "${text}")
  string(REGEX REPLACE "^{\n|\n}\n$" "" text "${text}")
  if(text MATCHES "(^|\n)([^{][^\n]*)")
    message(FATAL_ERROR "${AE_INTERFACE}: not one \"id\": \"sentence\" a line: ${CMAKE_MATCH_2}")
  endif()
  ae_write("${out}" "// From web/words/interface.json.\n${text}\n")
endfunction()
