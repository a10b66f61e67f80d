// Heat maps as one quad each, drawn by a callback in ImGui's draw list: a texture of values and one of the scale's
// colours. Without a GPU the callback does nothing, so callers need no special case.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "render/value_map.hpp"

struct ImDrawList;

namespace render {

inline constexpr std::size_t most_drawn_cells = 1000;  // maps with more cells are drawn as one quad

// The appearance of a map apart from its values. Colours as ImGui packs them.
struct HeatMapLook {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;                // where, in CSS px
  float column0 = 0, row0 = 0, column1 = 0, row1 = 0;  // the visible part of the map, in cells
  float ratio = 1;                                     // device pixels a CSS px
  float gap = 0, hatch = 0;                            // CSS px
  bool is_signed = false;
  std::uint32_t behind = 0, masked = 0, hidden = 0, broken = 0;
};

class HeatMaps {
 public:
  HeatMaps();
  ~HeatMaps();
  HeatMaps(const HeatMaps&) = delete;
  HeatMaps& operator=(const HeatMaps&) = delete;

  // Whether draw() will read the map's values: the texture named id has another version or pooling.
  bool needs(std::string_view id, std::uint64_t version, float end, const HeatMapLook& look) const;
  // Adds the map at the current place of the list. id names its texture, which is made anew when `version` changes or
  // another pooling is needed; otherwise the map may be empty. `scale` has 256 colours and a version of its own.
  void draw(ImDrawList* list, std::string_view id, std::uint64_t version, const ValueMap& map, float end,
            const std::array<std::uint32_t, 256>& scale, std::uint64_t scale_version, const HeatMapLook& look);
  void begin_frame();  // drops textures that have not been drawn for a while
  // After a lost context all names of GL objects are invalid: the objects are made again when next needed.
  void forget();
  // What was drawn since the last call, and how many of those needed new textures: for tests.
  struct Counts {
    unsigned drawn = 0, packed = 0;
  };
  Counts take_counts();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace render
