// Shared by the GPU programs of this layer. Shaders are marked for deletion at once: they live as long as the program.
#include "render/gl.hpp"

namespace render {
namespace {

GLuint compiled(GLenum kind, const char* source) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  return shader;
}

}  // namespace

GLuint linked(const char* vertex, const char* fragment) {
  const GLuint program = glCreateProgram();
  for (const GLuint shader : {compiled(GL_VERTEX_SHADER, vertex), compiled(GL_FRAGMENT_SHADER, fragment)}) {
    glAttachShader(program, shader);
    glDeleteShader(shader);
  }
  glLinkProgram(program);
  return program;
}

bool link_succeeded(GLuint program) {
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  return linked != 0;
}

GLuint nearest_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  for (const GLenum parameter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, parameter, GL_NEAREST);
  for (const GLenum parameter : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, parameter, GL_CLAMP_TO_EDGE);
  return name;
}

GLuint large_texture(GLenum format, std::size_t columns, std::size_t rows) {
  const GLuint name = nearest_texture();
  glTexStorage2D(GL_TEXTURE_2D, 1, format, static_cast<GLsizei>(columns), static_cast<GLsizei>(rows));
  return name;
}

void put(GLuint texture, std::size_t row, std::size_t columns, std::size_t rows, GLenum format, const void* data,
         GLenum type) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(row), static_cast<GLsizei>(columns),
                  static_cast<GLsizei>(rows), format, type, data);
}

}  // namespace render
