# The files of the kinds of figures, one folder for each kind. By its name a file belongs to a layer: read* to lesson, view*
# to explorer, draw* to ui.

# ae_figures(OUT PART): the .cpp files of this part of all kinds.
function(ae_figures out part)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/figures/*/${part}*.cpp")
  set(${out} ${files} PARENT_SCOPE)
endfunction()
