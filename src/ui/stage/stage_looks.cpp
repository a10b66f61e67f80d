// See stage_looks.hpp.
#include "ui/stage/stage_looks.hpp"

#include <algorithm>

#include "explorer/views/sums.hpp"
#include "graph/core/graph.hpp"

namespace ui {
namespace {

// Puts ≈ before sums whose terms do not add up to them, based on the digits that the figure shows.
void mark_sums(Screen& s, StageScene& scene) {
  const graph::Graph& graph = s.explorer.graph();
  for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) {
    const graph::Node& node = graph.node(scene.tensor(b).node);
    if (!node.operation || node.operation->meaning() != graph::Meaning::sum || node.inputs.empty() ||
        scene.looks[b].number_size <= 0)
      continue;
    std::size_t terms = 0;
    while (terms < scene.layout.blocks.size() && scene.tensor(terms).node != node.inputs[0]) ++terms;
    if (terms == scene.layout.blocks.size() || scene.looks[terms].number_size <= 0) continue;
    const Block& block = scene.layout.blocks[b];
    std::vector<bool> about;
    const auto shown = [&](const graph::CellRef& ref) -> std::optional<double> {
      const std::size_t of = ref.node == scene.tensor(b).node ? b : terms;
      const Block& its = scene.layout.blocks[of];
      const auto at = drawn_at(its, scene.tensor(of), ref.index, scene.followed[of]);
      if (!at) return std::nullopt;
      const CellLook& cell = scene.looks[of].at(its, at->row, at->column);
      if (cell.view.status != explorer::CellView::Status::shown) return std::nullopt;
      return explorer::shown_number(cell.text) * scene.looks[of].unit;
    };
    for (std::size_t row = 0; row < block.rows; ++row)
      for (std::size_t column = 0; column < block.columns; ++column)
        about.push_back(explorer::sum_is_about(
            graph, {scene.tensor(b).node, index_at(block, scene.tensor(b), row, column, scene.followed[b])}, shown));
    if (std::ranges::contains(about, true)) mark_about(s, block, scene.looks[b], about);
  }
}

}  // namespace

void StageLooks::keep(const StageScene& scene) {
  before_.clear();
  for (std::size_t b = 0; b < scene.looks.size() && b < scene.tensors.size(); ++b)
    before_.try_emplace(scene.tensors[b].node, scene.looks[b]);
}

void StageLooks::make(Screen& s, StageScene& scene) {
  const std::size_t count = scene.layout.blocks.size();
  scene.looks.clear();
  scene.tensors.clear();
  scene.followed.assign(count, 0);
  for (std::size_t b = 0; b < count; ++b) {
    const explorer::TensorView& t = scene.tensor(b);
    const Block& block = scene.layout.blocks[b];
    if (block.followed && !t.leading.empty()) scene.followed[b] = t.leading.back();
    scene.looks.push_back(look_of(s, block, t, scene.followed[b]));
    scene.tensors.push_back(t);
  }
  mark_sums(s, scene);
}

void StageLooks::fade(Screen& s, const StageScene& scene, std::size_t block, CellsLook& how) const {
  const float changed = s.motion.since(at_, flash_time, false);
  if (changed >= 1) return;
  const auto before = before_.find(scene.tensor(block).node);
  if (before == before_.end()) return;
  how.before = &before->second;
  how.changed = changed;
}

void follow(Screen& s, StageScene& scene, std::size_t block, std::size_t row) {
  scene.followed[block] = row;
  scene.looks[block] = look_of(s, scene.layout.blocks[block], scene.tensor(block), row);
}

}  // namespace ui
