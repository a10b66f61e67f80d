// Large maps on the GPU: quads of pooled texels, and quads whose pixels compute their cell's weight from queries, keys
// and log-sum-exps. Changes are uploaded when a quad is drawn, in pieces small enough not to delay a frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

struct ImDrawList;

namespace render {

// Pooled weights: two floats per texel, the largest and the mean. They need not outlive the call.
struct LargeTexels {
  std::uint64_t id = 0;  // no two have the same
  std::size_t row0 = 0, column0 = 0, row_cells = 1, column_cells = 1, rows = 0, columns = 0;
  std::span<const float> texels;
  std::span<const std::uint32_t> changed;  // of each row of texels: the change it last took part in
  std::uint32_t changes = 0;
};

struct LargeVectors {
  std::uint64_t id = 0;
  std::size_t tokens = 0, width = 0;  // width: a multiple of 4
  std::span<const float> query, key;  // (tokens, width)
  std::span<const float> rows;        // log-sum-exps; NaN: not known
  std::uint32_t changes = 0;          // of rows
  float scale = 1;
  bool causal = false;
};

// A plain picture, colours as ImGui packs them.
struct LargeImage {
  std::uint64_t id = 0;
  std::size_t width = 0, height = 0;
  std::span<const std::uint32_t> pixels;
  std::uint32_t changes = 0;  // counts from 1
};

// On the screen in CSS px, or within a picture as fractions of its size.
struct LargePart {
  float x0 = 0, y0 = 0, x1 = 1, y1 = 1;
};

// Position and colouring. Colours as ImGui packs them.
struct LargeLook {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;                 // CSS px
  double column0 = 0, row0 = 0, column1 = 0, row1 = 0;  // the visible part of the map, in cells
  bool mean = false;
  int steps = 0;  // linear, square root, logarithmic
  float gap = 0;  // share of a cell
  std::uint32_t masked = 0, behind = 0;
  bool operator==(const LargeLook&) const = default;
};

class LargeMaps {
 public:
  LargeMaps();
  ~LargeMaps();
  LargeMaps(const LargeMaps&) = delete;
  LargeMaps& operator=(const LargeMaps&) = delete;

  using Scale = std::array<std::uint32_t, 256>;
  void begin_frame();  // drops textures that have not been drawn for a while
  void use(const Scale& scale);
  void draw(ImDrawList* list, const LargeTexels& texels, const LargeLook& look);
  void draw(ImDrawList* list, const LargeVectors& vectors, const LargeLook& look);
  void draw(ImDrawList* list, const LargeImage& image, const LargePart& onto, const LargePart& of = {});
  bool refused() const;  // the browser rejected our shaders: the same is painted on the CPU, more slowly
  bool pending() const;  // more to upload: another frame is needed
  void forget();         // after a lost context

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace render
