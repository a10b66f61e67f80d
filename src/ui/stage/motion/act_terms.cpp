// See act_terms.hpp.
#include "ui/stage/motion/act_terms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/core/graph.hpp"
#include "graph/explain/explanation.hpp"

namespace ui {
namespace {

constexpr std::size_t most_pills = 12, most_tiles = 64;  // of more terms, only the largest
constexpr float least_pill_pitch = 40;                   // pills on narrower cells would cover their neighbours

using BySize = std::vector<std::pair<float, std::size_t>>;  // minus the size of a term, and which it is

void keep_largest(BySize& terms, std::size_t most) {
  if (terms.size() <= most) return;
  std::ranges::sort(terms);
  terms.resize(most);
}

bool has(const BySize& terms, std::size_t which) {
  return std::ranges::contains(terms, which, &BySize::value_type::second);
}

std::optional<Act::Source> place_of(const StageScene& scene, const graph::CellRef& cell, std::size_t by) {
  const auto b = block_on_stage(scene, cell.node, by);
  if (!b) return std::nullopt;
  const Block& block = scene.layout.blocks[*b];
  const auto at = drawn_at(block, scene.tensor(*b), cell.index, scene.followed[*b]);
  if (!at || at->row >= block.rows || at->column >= block.columns) return std::nullopt;
  return Act::Source{*b, *at};
}

// One below the other, in cells with numbers.
bool upright(const StageScene& scene, const std::vector<Act::Pair>& pairs, Act::Source Act::Pair::* side) {
  const Act::Source first = pairs.front().*side;
  return scene.layout.blocks[first.block].pitch >= least_numbers_pitch &&
         std::ranges::all_of(pairs, [&](const Act::Pair& pair) {
           return (pair.*side).block == first.block && (pair.*side).at.column == first.at.column;
         });
}

}  // namespace

std::optional<std::size_t> block_on_stage(const StageScene& scene, graph::NodeId id, std::size_t by) {
  std::optional<std::size_t> found;
  for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) {
    if (scene.tensor(b).node != id) continue;
    if (!found) found = b;
    if (id != scene.tensor(by).node && scene.layout.blocks[b].figure == scene.layout.blocks[by].figure) return b;
  }
  return found;
}

void choose_terms(const StageScene& scene, Act& act, const std::optional<std::size_t>& explained) {
  const Group& group = scene.layout.groups[act.group];
  if (!act.lead) return;
  const auto of = [&](std::size_t block) { return std::ranges::find(group.products, block, &Group::Product::result); };
  const bool told = explained && of(*explained) != group.products.end();
  const std::size_t top = of(act.result)->top;
  const Block& left = scene.layout.blocks[group.left];
  if (left.columns != scene.layout.blocks[top].rows) return;
  act.tiles = left.pitch < least_numbers_pitch;
  act.detail = leave_time + meet_time + land_time;
  if (act.result != (told ? *explained : group.products.front().result)) return;
  BySize by_size;
  for (std::size_t f = 0; f < left.columns; ++f) {
    const explorer::CellView &a = cell_look(scene, group.left, {act.lead->row, f}).view,
                             &b = cell_look(scene, top, {f, act.lead->column}).view;
    const bool known = a.status == explorer::CellView::Status::shown && b.status == explorer::CellView::Status::shown;
    const double product = static_cast<double>(a.value) * static_cast<double>(b.value);
    by_size.emplace_back(known ? -static_cast<float>(std::abs(product)) : 0.0f, f);
    act.terms.push_back({f, known ? static_cast<float>(product) : 0,
                         known ? graph::format_number(product, scene.looks[act.result].decimals + 1) : "?"});
  }
  keep_largest(by_size, act.tiles ? most_tiles : most_pills);
  std::erase_if(act.terms, [&](const Act::Term& term) { return !has(by_size, term.feature); });
}

void find_pairs(const graph::Graph& graph, const StageScene& scene, Act& act) {
  if (!act.lead || hidden(scene, act.result, *act.lead)) return;
  const graph::Index index = index_at(scene.layout.blocks[act.result], scene.tensor(act.result), act.lead->row,
                                      act.lead->column, scene.followed[act.result]);
  const int decimals = scene.looks[act.result].decimals + 1;
  const graph::Explanation how = graph.explain(scene.tensor(act.result).node, index, decimals);
  if (how.combine != graph::Combine::sum) return;
  std::vector<Act::Pair> pairs;
  std::vector<Act::Source> addends;
  BySize by_size;
  for (const graph::Term& term : how.terms) {
    if (term.factors.empty() || term.factors.size() > 2) return;
    const auto goes = place_of(scene, term.factors.front(), act.result),
               stays = place_of(scene, term.factors.back(), act.result);
    if (!goes || !stays) return;
    if (term.factors.size() == 1) {
      addends.push_back(*goes);
      continue;
    }
    const bool secret = hidden(scene, goes->block, goes->at) || hidden(scene, stays->block, stays->at);
    by_size.emplace_back(secret ? 0.0f : -static_cast<float>(std::abs(term.value)), pairs.size());
    pairs.push_back({*goes, *stays, secret ? 0 : static_cast<float>(term.value),
                     secret ? "?" : graph::format_number(term.value, decimals)});
  }
  if (pairs.empty()) return;
  act.addends = std::move(addends);
  if (act.kind == Act::Kind::product) return;  // it has terms
  if (!upright(scene, pairs, &Act::Pair::stays)) {
    act.tiles = !upright(scene, pairs, &Act::Pair::goes);
    for (Act::Pair& pair : pairs)
      if (!act.tiles) std::swap(pair.goes, pair.stays);
  }
  for (const Act::Pair& pair : pairs)
    for (const Act::Source& one : {pair.goes, pair.stays})
      act.tiles = act.tiles || scene.layout.blocks[one.block].pitch < least_pill_pitch;
  keep_largest(by_size, act.tiles ? most_tiles : most_pills);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (has(by_size, i)) act.pairs.push_back(std::move(pairs[i]));
}

}  // namespace ui
