// What the GPU programs of this floor share. Shaders are marked for deletion at once: they live as long as the program.
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

}  // namespace render
