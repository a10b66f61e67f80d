// Large maps without a GPU: tests make draw lists that are not drawn.
#include "render/large_map.hpp"

namespace render {

struct LargeMaps::Impl {};

LargeMaps::LargeMaps() = default;
LargeMaps::~LargeMaps() = default;
void LargeMaps::begin_frame() {}
void LargeMaps::use(const Scale&) {}
void LargeMaps::draw(ImDrawList*, const LargeTexels&, const LargeLook&) {}
void LargeMaps::draw(ImDrawList*, const LargeVectors&, const LargeLook&) {}
void LargeMaps::draw(ImDrawList*, const LargeImage&, const LargePart&, const LargePart&) {}
bool LargeMaps::refused() const { return false; }
bool LargeMaps::pending() const { return false; }
void LargeMaps::forget() {}

}  // namespace render
