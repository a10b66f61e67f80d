// The GL state that ImGui's renderer queries in order to restore it. The canvas is only ours, and every frame sets all
// state that it uses, so the queries are answered here with the values of a fresh context. In the browser, some of them
// wait for the GPU to finish, which can take longer than the whole frame.
#include <GLES3/gl3.h>

#include <cstdarg>

// The renderer is compiled to call these (CMakeLists.txt).
extern "C" {

void platform_gl_integer(GLenum name, GLint* out) {
  switch (name) {
    case GL_ACTIVE_TEXTURE: *out = GL_TEXTURE0; return;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA: *out = GL_ONE; return;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *out = GL_FUNC_ADD; return;
    case GL_UNPACK_ALIGNMENT: *out = 4; return;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: out[0] = out[1] = out[2] = out[3] = 0; return;
    case GL_BLEND_DST_RGB:
    case GL_BLEND_DST_ALPHA:
    case GL_CURRENT_PROGRAM:
    case GL_TEXTURE_BINDING_2D:
    case GL_SAMPLER_BINDING:
    case GL_ARRAY_BUFFER_BINDING:
    case GL_VERTEX_ARRAY_BINDING:
    case GL_PIXEL_UNPACK_BUFFER_BINDING: *out = 0; return;
    default: glGetIntegerv(name, out);  // capabilities of the context
  }
}

GLboolean platform_gl_enabled(GLenum) { return GL_FALSE; }

// The renderer parses the number in "#version 300 es"; sscanf is many times as large as everything else that it calls.
int platform_gl_version(const char* text, const char* format, ...) {
  int number = 0;
  for (; *text != '\0'; ++text)
    if (*text >= '0' && *text <= '9') number = number * 10 + (*text - '0');
  std::va_list out;
  va_start(out, format);
  *va_arg(out, int*) = number;
  va_end(out);
  return 1;
}

}  // extern "C"
