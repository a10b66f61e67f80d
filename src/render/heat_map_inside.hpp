// Shared by the drawing of heat maps and its GL code. Included only in this folder.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "render/heat_map.hpp"

struct ImDrawCmd;

namespace render {

// A map's cells as stored in a texture. gl: the texture's name, 0 until it is made.
struct Packed {
  std::vector<float> cells;
  int rows = 0, columns = 0;
  std::size_t factor = 1;
  std::uint64_t version = 0;
  float end = 0;
  bool stale = true;  // the texture holds other cells, or none
  unsigned gl = 0;
  unsigned unused = 0;  // frames since it was last drawn
};

struct ScaleTexture {
  std::array<std::uint32_t, 256> colors{};
  bool stale = true;
  unsigned gl = 0;
};

struct HeatMaps::Impl {
  std::map<std::string, Packed, std::less<>> maps;
  std::unordered_map<std::uint64_t, ScaleTexture> scales;
  unsigned program = 0, vertex_array = 0;
  Counts counts;
};

// The data of one callback, copied into the draw list.
struct HeatMapCall {
  HeatMaps::Impl* maps;
  Packed* map;
  ScaleTexture* scale;
  HeatMapLook look;
};

void run_heat_map(const HeatMapCall& call,
                  const ImDrawCmd& command);  // heat_map_gl.cpp, or nothing in heat_map_none.cpp
void release_texture(unsigned name);

}  // namespace render
