// Packs changed values and adds a callback to the draw list. Textures of maps that are no longer drawn are dropped.
#include "render/heat_map.hpp"

#include "imgui.h"
#include "render/heat_map_inside.hpp"

namespace render {
namespace {

constexpr unsigned longest_unused = 240;  // frames

void call_heat_map(const ImDrawList*, const ImDrawCmd* command) {
  run_heat_map(*static_cast<const HeatMapCall*>(command->UserCallbackData), *command);
}

}  // namespace

HeatMaps::HeatMaps() : impl_(std::make_unique<Impl>()) {}
HeatMaps::~HeatMaps() = default;

namespace {

bool empty(const HeatMapLook& look) { return look.x1 <= look.x0 || look.y1 <= look.y0 || look.column1 <= look.column0; }

std::size_t factor_of(const HeatMapLook& look) {
  return pooling((look.x1 - look.x0) * look.ratio / (look.column1 - look.column0));
}

}  // namespace

bool HeatMaps::needs(std::string_view id, std::uint64_t version, float end, const HeatMapLook& look) const {
  if (empty(look)) return false;
  const auto found = impl_->maps.find(id);
  if (found == impl_->maps.end()) return true;
  const Packed& at = found->second;
  return at.cells.empty() || at.version != version || at.factor != factor_of(look) || at.end != end;
}

void HeatMaps::draw(ImDrawList* list, std::string_view id, std::uint64_t version, const ValueMap& map, float end,
                    const std::array<std::uint32_t, 256>& scale, std::uint64_t scale_version, const HeatMapLook& look) {
  if (empty(look)) return;
  const bool stale = needs(id, version, end, look);
  if (stale && map.values.empty()) return;
  auto found = impl_->maps.find(id);
  if (found == impl_->maps.end()) found = impl_->maps.try_emplace(std::string(id)).first;
  Packed& at = found->second;
  if (stale) {
    const std::size_t factor = factor_of(look);
    const ValueMap small = pooled(map, factor);
    at.cells = packed(small, end);
    at.rows = static_cast<int>(small.rows);
    at.columns = static_cast<int>(small.columns);
    at.factor = factor;
    at.version = version;
    at.end = end;
    at.stale = true;
    ++impl_->counts.packed;
  }
  at.unused = 0;
  ScaleTexture& colors = impl_->scales[scale_version];
  if (colors.colors != scale) {
    colors.colors = scale;
    colors.stale = true;
  }
  // References into the maps stay valid: only entries unused for long are dropped, and never while a list is being
  // made.
  HeatMapCall call{impl_.get(), &at, &colors, look};
  list->AddCallback(call_heat_map, &call, sizeof call);
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  ++impl_->counts.drawn;
}

void HeatMaps::begin_frame() {
  std::erase_if(impl_->maps, [](auto& entry) {
    if (++entry.second.unused < longest_unused) return false;
    if (entry.second.gl != 0) release_texture(entry.second.gl);
    return true;
  });
}

void HeatMaps::forget() {
  for (auto& [id, map] : impl_->maps) {
    map.gl = 0;
    map.stale = true;
  }
  for (auto& [id, scale] : impl_->scales) {
    scale.gl = 0;
    scale.stale = true;
  }
  impl_->program = impl_->vertex_array = 0;
}

HeatMaps::Counts HeatMaps::take_counts() {
  const Counts counts = impl_->counts;
  impl_->counts = {};
  return counts;
}

}  // namespace render
