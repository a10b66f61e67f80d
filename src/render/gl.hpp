// What the GPU programs of this floor share: linking, textures of single values. Knows WebGL2 alone.
#pragma once
#include <GLES3/gl3.h>

namespace render {

// A program of two shaders; its log is WebGL's own affair.
GLuint linked(const char* vertex, const char* fragment);

// A new texture, bound, whose texels are read one by one: nothing between them, nothing beyond the edge.
GLuint nearest_texture();

}  // namespace render
