// Values for a texture: pooled by their maximum, packed with their status, packed again only when they have changed.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "imgui.h"
#include "render/heat_map.hpp"

using render::Status;
using render::ValueMap;

namespace {

ValueMap map_of(std::size_t rows, std::size_t columns, std::vector<float> values) {
  return {rows, columns, std::move(values), std::vector<Status>(rows * columns, Status::shown)};
}

// A thin line in a large map: one cell a row.
ValueMap diagonal(std::size_t size) {
  ValueMap map = map_of(size, size, std::vector<float>(size * size, 0.01f));
  for (std::size_t i = 0; i < size; ++i) map.values[i * size + i] = 1;
  return map;
}

struct Context {
  Context() : context(ImGui::CreateContext()), list(std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData())) {
    ImGui::GetIO().IniFilename = nullptr;
    list->AddDrawCmd();
    list->PushClipRect({0, 0}, {100, 100});
  }
  ~Context() {
    list.reset();  // before the context that it borrows from
    ImGui::DestroyContext(context);
  }
  ImGuiContext* context;
  std::unique_ptr<ImDrawList> list;
};

constexpr std::array<std::uint32_t, 256> scale{};

render::HeatMapLook look_of(float size, float cells, float ratio = 1) {
  render::HeatMapLook look;
  look.x1 = look.y1 = size;
  look.column1 = look.row1 = cells;
  look.ratio = ratio;
  return look;
}

}  // namespace

TEST_CASE("the cells of a texel are those that share a pixel") {
  CHECK(render::pooling(3) == 1);
  CHECK(render::pooling(1) == 1);
  CHECK(render::pooling(0.5f) == 2);
  CHECK(render::pooling(0.3f) == 4);
}

TEST_CASE("pooling keeps the largest magnitude with its sign, and the cells at the edge") {
  const ValueMap map = map_of(3, 3, {1, -5, 2, 3, 4, -6, 7, 8, 9});
  const ValueMap small = render::pooled(map, 2);
  CHECK(small.rows == 2);
  CHECK(small.columns == 2);
  CHECK(small.values == std::vector<float>{-5, -6, 8, 9});
}

TEST_CASE("a thin line stays visible at any pooling") {
  for (const std::size_t factor : {2, 3, 7, 64}) {
    const ValueMap small = render::pooled(diagonal(200), factor);
    for (std::size_t i = 0; i < small.rows; ++i) CHECK(small.values[i * small.columns + i] == 1);
  }
}

TEST_CASE("in a block NaN takes precedence over numbers, numbers over hidden cells, hidden over masked ones") {
  ValueMap map = map_of(1, 8, {9, 1, 9, 2, 0, 0, 0, 3});
  map.status = {Status::broken, Status::shown,  Status::hidden, Status::shown,
                Status::masked, Status::hidden, Status::masked, Status::masked};
  const ValueMap small = render::pooled(map, 2);
  CHECK(small.status == std::vector<Status>{Status::broken, Status::shown, Status::hidden, Status::masked});
  CHECK(small.values[1] == 2);  // not the hidden 9
}

TEST_CASE("packed cells are shares of the scale's end, with what they are; only shown ones tell their value") {
  ValueMap map = map_of(1, 5, {0.5f, -4, 0.25f, std::numeric_limits<float>::quiet_NaN(), 0.75f});
  map.status = {Status::shown, Status::shown, Status::hidden, Status::broken, Status::masked};
  CHECK(render::packed(map, 0.5f) == std::vector<float>{1, 0, -1, 0, 0, 1, 0, 3, 0, 2});
  CHECK(render::packed(map_of(1, 1, {3}), 0) == std::vector<float>{0, 0});
}

TEST_CASE("a map is packed again for other values, another end or another pooling, and for nothing else") {
  Context context;
  render::HeatMaps maps;
  const ValueMap map = diagonal(64);
  const auto packed_by = [&](std::uint64_t version, float end, const render::HeatMapLook& look) {
    maps.draw(context.list.get(), "map", version, map, end, scale, 0, look);
    return maps.take_counts().packed;
  };
  CHECK(packed_by(1, 1, look_of(640, 64)) == 1);
  CHECK(packed_by(1, 1, look_of(640, 64)) == 0);
  CHECK(packed_by(1, 1, look_of(320, 20)) == 0);  // closer: the same cells
  CHECK(packed_by(2, 1, look_of(640, 64)) == 1);
  CHECK(packed_by(2, 0.5f, look_of(640, 64)) == 1);
  CHECK(packed_by(2, 0.5f, look_of(32, 64)) == 1);     // two cells a pixel
  CHECK(packed_by(2, 0.5f, look_of(32, 64, 2)) == 1);  // on a finer screen they have one each again
}

TEST_CASE("a map is one callback, and ImGui's own state is set again after it") {
  Context context;
  render::HeatMaps maps;
  maps.draw(context.list.get(), "map", 1, diagonal(64), 1, scale, 0, look_of(640, 64));
  int calls = 0, resets = 0;
  for (const ImDrawCmd& command : context.list->CmdBuffer) {
    if (command.UserCallback == ImDrawCallback_ResetRenderState) ++resets;
    else if (command.UserCallback != nullptr) ++calls;
  }
  CHECK(calls == 1);
  CHECK(resets == 1);
  CHECK(context.list->VtxBuffer.Size == 0);
  maps.draw(context.list.get(), "empty", 1, {}, 1, scale, 0, look_of(640, 64));
  CHECK(maps.take_counts().drawn == 1);
}
