// What the GPU programs of this floor share: linking, textures of single values. Knows WebGL2 alone.
#pragma once
#include <GLES3/gl3.h>

#include <cstddef>

namespace render {

// A program of two shaders; its log is WebGL's own affair.
GLuint linked(const char* vertex, const char* fragment);

// Whether the browser took it. The answer is waited for, as the first use would wait.
bool took(GLuint program);

// A new texture, bound, whose texels are read one by one: nothing between them, nothing beyond the edge.
GLuint nearest_texture();
GLuint large_texture(GLenum format, std::size_t columns, std::size_t rows);
void put(GLuint texture, std::size_t row, std::size_t columns, std::size_t rows, GLenum format, const void* data,
         GLenum type = GL_FLOAT);

}  // namespace render
