// Shared by the GPU programs of this layer: linking, textures of single values. Uses only WebGL2.
#pragma once
#include <GLES3/gl3.h>

#include <cstddef>

namespace render {

// Links a program of two shaders; errors are in WebGL's own log.
GLuint linked(const char* vertex, const char* fragment);

// Whether the browser accepted it. This blocks, as the first use would.
bool link_succeeded(GLuint program);

// A new texture, bound, whose texels are read one by one: no interpolation, no wrapping.
GLuint nearest_texture();
GLuint large_texture(GLenum format, std::size_t columns, std::size_t rows);
void put(GLuint texture, std::size_t row, std::size_t columns, std::size_t rows, GLenum format, const void* data,
         GLenum type = GL_FLOAT);

}  // namespace render
