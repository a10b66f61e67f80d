// The WebGL2 side of large maps. Textures are updated while the draw list is made, since the numbers may have changed
// by the time it is drawn; the callback holds only names of GL objects.
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "imgui.h"
#include "render/gl.hpp"
#include "render/large_map.hpp"
#include "render/large_map_painted.hpp"
#include "render/large_map_program.hpp"

namespace render {
namespace {

constexpr unsigned longest_unused_large = 120;  // frames
constexpr std::size_t row_texels = 1024;        // of a texture of vectors
constexpr std::size_t most_upload = 64;         // rows of vectors in a frame: 1 MB each of queries and keys
constexpr float unknown_row = 3e38f;

struct SheetTexture {
  GLuint gl = 0;
  std::uint32_t changes = 0;
  unsigned unused = 0;
};

}  // namespace

struct LargeMaps::Impl {
  LargeMapProgram shader;  // refused: then everything is painted
  GLuint scale = 0;
  LargePainted painted;
  Scale colors{};
  std::unordered_map<std::uint64_t, SheetTexture> sheets;
  // Of the map on screen.
  std::uint64_t vectors = 0;
  GLuint query = 0, key = 0, rows = 0;
  std::size_t rows_there = 0, rows_wanted = 0;  // of the textures of vectors
  std::uint32_t row_changes = 0;
  bool rows_new = true;
  // The weights of the visible cells, as last computed.
  GLuint cells = 0, target = 0;
  GLint cells_at[2] = {0, 0}, cells_size[2] = {0, 0};
  std::uint32_t cells_changes = 0;
  bool cells_good = false, float_targets = true;
  std::vector<float> staging;

  void link();
  void drop_vectors();
  void take_vectors(const LargeVectors& from);
  bool compute_cells(const LargeVectors& from, const LargeLook& look);
};

namespace {

struct LargeCall {
  LargeMaps::Impl* maps;
  LargeLook look;
  bool pooled;
  GLuint sheet, query, key, rows;
  GLint sheet_cell[2], sheet_size[2], texel_cells[2];
  GLint texels, across, tokens;
  float scale;
  bool causal;

  void read(const LargeVectors& from);  // weights from vectors: everything that they are computed from
  void set() const;                     // uniforms and textures, except the position
};

void give(const LargeMaps::Impl& maps, Uniform uniform, std::uint32_t color) {
  const auto part = [&](int shift) { return static_cast<float>(color >> shift & 0xFFu) / 255.0f; };
  glUniform4f(maps.shader.place(uniform), part(0), part(8), part(16), part(24));
}

void run_large(const ImDrawList*, const ImDrawCmd* command) {
  const LargeCall& call = *static_cast<const LargeCall*>(command->UserCallbackData);
  const ImDrawData* data = ImGui::GetDrawData();
  if (data == nullptr || data->DisplaySize.x <= 0) return;
  LargeMaps::Impl& maps = *call.maps;
  const LargeLook& look = call.look;
  const float ratio_x = data->FramebufferScale.x, ratio_y = data->FramebufferScale.y;
  const float high = data->DisplaySize.y * ratio_y;
  const ImVec4& clip = command->ClipRect;
  if (clip.z <= clip.x || clip.w <= clip.y) return;
  const auto pixel = [](float v) { return static_cast<GLint>(std::max(v, 0.0f)); };
  glEnable(GL_SCISSOR_TEST);
  glScissor(pixel(clip.x * ratio_x), pixel(high - clip.w * ratio_y), pixel((clip.z - clip.x) * ratio_x),
            pixel((clip.w - clip.y) * ratio_y));
  glUseProgram(maps.shader.program);
  glBindVertexArray(maps.shader.vertex_array);
  const auto across = [&](float x) { return x / data->DisplaySize.x * 2 - 1; };
  const auto down = [&](float y) { return 1 - y / data->DisplaySize.y * 2; };
  glUniform4f(maps.shader.place(Uniform::rectangle), across(look.x0), down(look.y0), across(look.x1), down(look.y1));
  // Relative to the first visible cell, so that fractions stay exact far from the corner.
  const double column = std::floor(look.column0), row = std::floor(look.row0);
  glUniform2i(maps.shader.place(Uniform::first), static_cast<GLint>(column), static_cast<GLint>(row));
  glUniform4f(maps.shader.place(Uniform::cells), static_cast<float>(look.column0 - column),
              static_cast<float>(look.row0 - row), static_cast<float>(look.column1 - column),
              static_cast<float>(look.row1 - row));
  glUniform1i(maps.shader.place(Uniform::plain), 0);
  call.set();
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void LargeCall::read(const LargeVectors& from) {
  query = maps->query;
  key = maps->key;
  rows = maps->rows;
  texels = static_cast<GLint>(from.width / 4);
  across = static_cast<GLint>(row_texels / (from.width / 4));
  tokens = static_cast<GLint>(from.tokens);
  scale = from.scale;
  causal = from.causal;
  texel_cells[0] = texel_cells[1] = 1;
}

void LargeCall::set() const {
  const LargeCall& call = *this;
  glUniform1i(maps->shader.place(Uniform::pooled), call.pooled ? 1 : 0);
  glUniform1i(maps->shader.place(Uniform::mean), look.mean ? 1 : 0);
  glUniform1i(maps->shader.place(Uniform::steps), look.steps);
  glUniform1f(maps->shader.place(Uniform::gap), look.gap);
  give(*maps, Uniform::masked, look.masked);
  give(*maps, Uniform::behind, look.behind);
  glUniform2i(maps->shader.place(Uniform::sheet_cell), call.sheet_cell[0], call.sheet_cell[1]);
  glUniform2i(maps->shader.place(Uniform::sheet_size), call.sheet_size[0], call.sheet_size[1]);
  glUniform2i(maps->shader.place(Uniform::texel_cells), call.texel_cells[0], call.texel_cells[1]);
  glUniform1i(maps->shader.place(Uniform::texels), call.texels);
  glUniform1i(maps->shader.place(Uniform::across), call.across);
  glUniform1i(maps->shader.place(Uniform::tokens), call.tokens);
  glUniform1f(maps->shader.place(Uniform::score_scale), call.scale);
  glUniform1i(maps->shader.place(Uniform::causal), call.causal ? 1 : 0);
  // Every sampler needs a texture of its type, including those that this quad does not read.
  const GLuint any = call.pooled ? call.sheet : call.query;
  const struct {
    Uniform uniform;
    GLuint texture;
  } samplers[] = {{Uniform::sheet, call.pooled ? call.sheet : any},
                  {Uniform::scale, maps->scale},
                  {Uniform::query, call.pooled ? any : call.query},
                  {Uniform::key, call.pooled ? any : call.key},
                  {Uniform::rows, call.pooled ? any : call.rows}};
  for (std::size_t i = std::size(samplers); i-- > 0;) {
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + i));
    glBindTexture(GL_TEXTURE_2D, samplers[i].texture);
    glUniform1i(maps->shader.place(samplers[i].uniform), static_cast<GLint>(i));
  }
}

}  // namespace

void LargeMaps::Impl::link() {
  if (shader.program != 0) return;
  shader.link();
  scale = large_texture(GL_RGBA8, 256, 1);
  colors = {};
}

void LargeMaps::Impl::drop_vectors() {
  cells_good = false;
  for (GLuint* name : {&query, &key, &rows}) {
    if (*name != 0) glDeleteTextures(1, name);
    *name = 0;
  }
  vectors = 0;
}

// A few rows of vectors per frame: the last rows are padded, as whole rows are uploaded.
void LargeMaps::Impl::take_vectors(const LargeVectors& from) {
  const std::size_t across = row_texels / (from.width / 4);
  if (vectors != from.id) {
    drop_vectors();
    vectors = from.id;
    rows_there = 0;
    rows_wanted = (from.tokens + across - 1) / across;
    query = large_texture(GL_RGBA32F, row_texels, rows_wanted);
    key = large_texture(GL_RGBA32F, row_texels, rows_wanted);
    rows = large_texture(GL_R32F, row_texels, (from.tokens + row_texels - 1) / row_texels);
    rows_new = true;
  }
  for (std::size_t end = std::min(rows_there + most_upload, rows_wanted); rows_there < end;) {
    const std::size_t first = rows_there * across, floats = row_texels * 4;
    // Whole rows can be uploaded as they are, if no vector is split at the end of a row.
    const std::size_t whole = across * (from.width / 4) == row_texels ? (from.tokens - first) / across : 0;
    const std::size_t count = std::min(whole, end - rows_there);
    if (count > 0) {
      put(query, rows_there, row_texels, count, GL_RGBA, from.query.data() + first * from.width);
      put(key, rows_there, row_texels, count, GL_RGBA, from.key.data() + first * from.width);
      rows_there += count;
      continue;
    }
    const std::size_t vectors_here = std::min(across, from.tokens - first);
    for (const bool of_query : {true, false}) {
      staging.assign(floats, 0.0f);
      std::copy_n((of_query ? from.query : from.key).data() + first * from.width, vectors_here * from.width,
                  staging.data());
      put(of_query ? query : key, rows_there, row_texels, 1, GL_RGBA, staging.data());
    }
    ++rows_there;
  }
  if (!rows_new && row_changes == from.changes) return;
  staging.assign((from.tokens + row_texels - 1) / row_texels * row_texels, unknown_row);
  for (std::size_t i = 0; i < from.tokens; ++i)
    if (!std::isnan(from.rows[i])) staging[i] = from.rows[i];
  put(rows, 0, row_texels, staging.size() / row_texels, GL_RED, staging.data());
  rows_new = false;
  row_changes = from.changes;
}

// Once for each cell that becomes visible, not for each pixel and frame. False: this browser cannot render to float
// textures.
bool LargeMaps::Impl::compute_cells(const LargeVectors& from, const LargeLook& look) {
  const auto last = [&](double end) {
    return static_cast<GLint>(std::min(std::ceil(end), static_cast<double>(from.tokens)));
  };
  const GLint x0 = static_cast<GLint>(std::max(std::floor(look.column0), 0.0)),
              y0 = static_cast<GLint>(std::max(std::floor(look.row0), 0.0));
  const GLint width = last(look.column1) - x0, height = last(look.row1) - y0;
  if (width <= 0 || height <= 0 || !float_targets) return false;
  const bool same = cells_good && cells_changes == from.changes && cells_at[0] == x0 && cells_at[1] == y0 &&
                    cells_size[0] == width && cells_size[1] == height;
  if (same) return true;
  if (cells == 0 || cells_size[0] != width || cells_size[1] != height) {
    if (cells != 0) glDeleteTextures(1, &cells);
    cells = large_texture(GL_R32F, static_cast<std::size_t>(width), static_cast<std::size_t>(height));
  }
  if (target == 0) glGenFramebuffers(1, &target);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, cells, 0);
  float_targets = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (float_targets) {
    LargeCall call{};
    call.maps = this;
    call.read(from);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 0, 0);  // not known
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(shader.program);
    glBindVertexArray(shader.vertex_array);
    // Row y of cells is row y of texels: clip space from its lower end upwards.
    glUniform4f(shader.place(Uniform::rectangle), -1, -1, 1, 1);
    glUniform2i(shader.place(Uniform::first), x0, y0);
    glUniform4f(shader.place(Uniform::cells), 0, 0, static_cast<float>(width), static_cast<float>(height));
    glUniform1i(shader.place(Uniform::plain), 1);
    call.set();
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    glUseProgram(0);
    glActiveTexture(GL_TEXTURE0);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  cells_at[0] = x0;
  cells_at[1] = y0;
  cells_size[0] = width;
  cells_size[1] = height;
  cells_changes = from.changes;
  return cells_good = float_targets;
}

LargeMaps::LargeMaps() = default;  // the rest when it is first drawn
LargeMaps::~LargeMaps() = default;

void LargeMaps::begin_frame() {
  if (!impl_) impl_ = std::make_unique<Impl>();
  std::erase_if(impl_->sheets, [](auto& entry) {
    if (++entry.second.unused < longest_unused_large) return false;
    glDeleteTextures(1, &entry.second.gl);
    return true;
  });
  impl_->painted.begin_frame();
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void LargeMaps::use(const Scale& scale) {
  impl_->link();
  if (impl_->colors == scale) return;
  impl_->colors = scale;
  put(impl_->scale, 0, 256, 1, GL_RGBA, scale.data(), GL_UNSIGNED_BYTE);
}

void LargeMaps::draw(ImDrawList* list, const LargeTexels& texels, const LargeLook& look) {
  if (look.x1 <= look.x0 || look.y1 <= look.y0 || texels.changes == 0) return;
  if (impl_->shader.refused) return impl_->painted.draw(list, texels, look, impl_->colors);
  SheetTexture& texture = impl_->sheets[texels.id];
  if (texture.gl == 0) texture.gl = large_texture(GL_RG32F, texels.columns, texels.rows);
  texture.unused = 0;
  for (std::size_t row = 0; row < texels.rows && texture.changes != texels.changes;) {
    std::size_t end = row;
    while (end < texels.rows && texels.changed[end] > texture.changes) ++end;
    if (end > row)
      put(texture.gl, row, texels.columns, end - row, GL_RG, texels.texels.data() + row * texels.columns * 2);
    row = end + 1;
  }
  texture.changes = texels.changes;
  LargeCall call{};
  call.maps = impl_.get();
  call.look = look;
  call.pooled = true;
  call.sheet = texture.gl;
  const auto whole = [](std::size_t value) { return static_cast<GLint>(value); };
  call.sheet_cell[0] = whole(texels.column0);
  call.sheet_cell[1] = whole(texels.row0);
  call.sheet_size[0] = whole(texels.columns);
  call.sheet_size[1] = whole(texels.rows);
  call.texel_cells[0] = whole(texels.column_cells);
  call.texel_cells[1] = whole(texels.row_cells);
  call.texels = call.across = call.tokens = 1;
  list->AddCallback(run_large, &call, sizeof call);
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void LargeMaps::draw(ImDrawList* list, const LargeVectors& vectors, const LargeLook& look) {
  if (look.x1 <= look.x0 || look.y1 <= look.y0 || vectors.tokens == 0) return;
  if (impl_->shader.refused) return impl_->painted.draw(list, vectors, look, impl_->colors);
  impl_->take_vectors(vectors);
  if (pending()) return;
  LargeCall call{};
  call.maps = impl_.get();
  call.look = look;
  if (impl_->compute_cells(vectors, look)) {
    call.look.mean = false;  // one weight a cell
    call.pooled = true;
    call.sheet = impl_->cells;
    for (const int axis : {0, 1}) {
      call.sheet_cell[axis] = impl_->cells_at[axis];
      call.sheet_size[axis] = impl_->cells_size[axis];
    }
  }
  call.read(vectors);
  list->AddCallback(run_large, &call, sizeof call);
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void LargeMaps::draw(ImDrawList* list, const LargeImage& image, const LargePart& onto, const LargePart& of) {
  if (onto.x1 <= onto.x0 || onto.y1 <= onto.y0 || image.changes == 0) return;
  SheetTexture& texture = impl_->sheets[image.id];
  if (texture.gl == 0) texture.gl = large_texture(GL_RGBA8, image.width, image.height);
  texture.unused = 0;
  if (texture.changes != image.changes)
    put(texture.gl, 0, image.width, image.height, GL_RGBA, image.pixels.data(), GL_UNSIGNED_BYTE);
  texture.changes = image.changes;
  add_picture(list, texture.gl, onto, of);
}

bool LargeMaps::refused() const { return impl_ && impl_->shader.refused; }
bool LargeMaps::pending() const { return impl_ && impl_->vectors != 0 && impl_->rows_there < impl_->rows_wanted; }

void LargeMaps::forget() { impl_.reset(); }

}  // namespace render
