// Finds the acts: which matrices on stage are made from others there, by which kind of motion, and where each cell comes
// from. Chosen by operation and group, for a new motion; nothing here runs in a frame.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "graph/core/graph.hpp"
#include "graph/explain/explanation.hpp"
#include "ui/stage/motion/act_terms.hpp"
#include "ui/stage/motion/motion.hpp"

namespace ui {
namespace {

using ActKind = Act::Kind;
using Status = explorer::CellView::Status;
constexpr std::size_t most_cells = 1024, most_sources = 512;  // beyond these, cells appear without copies
constexpr float shortest_whole = 0.5f;

class ActFinder {
 public:
  ActFinder(const graph::Graph& graph, const StageScene& scene) : scene_(scene), graph_(graph) {}

  // The first block of each tensor that is made from others on stage, or by an operation without inputs.
  template <class Found>
  void each(const Found& found) const {
    for (std::size_t b = 0; b < scene_.layout.blocks.size(); ++b) {
      const graph::Node& node = node_of(b);
      if (!node.operation || block_of(scene_.tensor(b).node, b) != b) continue;
      const bool made = std::ranges::any_of(node.inputs, [&](graph::NodeId id) { return block_of(id, b).has_value(); });
      if (made || takes_nothing(node)) found(b);
    }
  }

  // A tensor that is drawn a second time is copied there from the first; nullopt: it is the first, or has other parts.
  std::optional<Act> copy_of(std::size_t b) const {
    Act act;
    act.kind = ActKind::lift;
    act.result = b;
    const graph::NodeId id = scene_.tensor(b).node;
    while (scene_.tensor(act.operand).node != id) ++act.operand;
    const Block &block = scene_.layout.blocks[b], &first = scene_.layout.blocks[act.operand];
    if (act.operand == b || block.rows * block.columns > most_sources) return std::nullopt;
    for (std::size_t k = 0; k < block.rows * block.columns; ++k) {
      const graph::Index index =
          index_at(block, scene_.tensor(b), k / block.columns, k % block.columns, scene_.followed[b]);
      const auto at = drawn_at(first, scene_.tensor(act.operand), index, scene_.followed[act.operand]);
      if (!at || at->row >= first.rows || at->column >= first.columns) return std::nullopt;
      act.sources.push_back({act.operand, *at});
      act.ends.push_back(act.sources.size());
    }
    act.seconds = seconds_of(act);
    return act;
  }

  Act act_of(std::size_t b, const std::optional<std::size_t>& lead_block, Drawn lead) {
    Act act;
    act.result = b;
    const graph::Node& node = node_of(b);
    act.backward = node.derived || node.gradient.has_value();
    const auto& groups = scene_.layout.groups;
    while (act.group + 1 < groups.size() && !std::ranges::contains(groups[act.group].blocks, b)) ++act.group;
    if (!kind_by_group(act, node) && !kind_by_line(act, node))
      kind_by_sources(act, node, lead_block == b ? &lead : nullptr);
    // The ribbons of a mix belong to the row of weights that is explained, too.
    const bool told =
        lead_block == b || (act.kind == ActKind::mix && lead_block && lead_block == groups[act.group].weights);
    if (act.kind == ActKind::product || act.kind == ActKind::mix) choose_lead(act, told ? &lead : nullptr);
    if (act.kind == ActKind::product) choose_terms(scene_, act, lead_block);
    if ((act.kind == ActKind::sum && act.lead) || !act.terms.empty()) find_pairs(graph_, scene_, act);
    act.seconds = seconds_of(act);
    return act;
  }

 private:
  const graph::Node& node_of(std::size_t b) const { return graph_.node(scene_.tensor(b).node); }
  static bool takes_nothing(const graph::Node& node) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      if (!node.operation->only_shape_counts(i)) return false;
    return true;
  }
  std::optional<std::size_t> block_of(graph::NodeId id, std::size_t by) const { return block_on_stage(scene_, id, by); }

  bool kind_by_group(Act& act, const graph::Node& node) {
    const Group& group = scene_.layout.groups[act.group];
    const std::size_t b = act.result;
    if (group.kind == Group::Kind::corner && std::ranges::contains(group.products, b, &Group::Product::result)) {
      act.kind = ActKind::product;
      return true;
    }
    if (group.kind == Group::Kind::fan && b == group.sum) {
      act.kind = group.parts ? ActKind::sum : ActKind::mix;
      if (group.parts) add_parts(act, *group.parts);
      return true;
    }
    if (group.kind == Group::Kind::fan && b == group.parts) {
      act.kind = ActKind::change;
      add_values(act, *group.values);
      return true;
    }
    if (node.operation->layout() != graph::Layout::reshape || !block_of(node.inputs.front(), b)) return false;
    act.kind = ActKind::moves;
    add_sources(act, node);
    act.turns = turned(act);
    if (!act.turns) find_pieces(act);
    return !act.sources.empty();
  }

  // Operations that keep the shape of their first input and treat a line of it as a whole, and masks.
  bool kind_by_line(Act& act, const graph::Node& node) {
    const graph::Making making = node.operation->making();
    if (making == graph::Making::from_sources || node.inputs.empty()) return false;
    const auto operand = block_of(node.inputs.front(), act.result);
    if (!operand) return false;
    const Block &from = scene_.layout.blocks[*operand], &to = scene_.layout.blocks[act.result];
    if (from.rows != to.rows || from.columns != to.columns ||
        scene_.tensor(*operand).transposed != scene_.tensor(act.result).transposed) {
      return false;
    }
    act.operand = *operand;
    act.kind = making == graph::Making::softmax ? ActKind::softmax
               : making == graph::Making::mask  ? ActKind::mask
                                                : ActKind::norm;
    act.centred = making == graph::Making::layer_norm;
    const graph::Index first = index_at(to, scene_.tensor(act.result), 0, 0, scene_.followed[act.result]);
    for (const graph::Index& source : node.operation->sources(0, {graph_, scene_.tensor(act.result).node, first, 2})) {
      const auto at = drawn_at(from, scene_.tensor(*operand), source, scene_.followed[*operand]);
      if (at && at->row > 0) act.columns = true;
    }
    return true;
  }

  void kind_by_sources(Act& act, const graph::Node& node, const Drawn* explained) {
    add_sources(act, node);
    const graph::Layout layout = node.operation->layout();
    // A sum of which only a part is on stage, or a quotient of which only the divisor is, would look wrong.
    const bool made_here = !missing_ && !node.inputs.empty() && block_of(node.inputs.front(), act.result);
    if (act.sources.empty()) act.kind = ActKind::appear;
    else if (layout == graph::Layout::gather || layout == graph::Layout::slice || layout == graph::Layout::reshape) {
      act.kind = ActKind::lift;
      act.operand = act.sources.front().block;
      for (const Act::Source& source : act.sources)
        if (scene_.tensor(source.block).shape.size() > scene_.tensor(act.operand).shape.size())
          act.operand = source.block;
    } else {
      act.kind = !made_here ? ActKind::appear : several_ ? ActKind::sum : ActKind::change;
    }
    if (act.kind == ActKind::sum) keep_lead_if_shared(act, explained);
  }

  // The sources of all cells that are drawn. several_: some cell has more than one in the same block.
  // missing_: some are not drawn.
  void add_sources(Act& act, const graph::Node& node) {
    several_ = missing_ = false;
    const Block& block = scene_.layout.blocks[act.result];
    act.sources.clear();
    act.ends.clear();
    if (block.rows * block.columns > most_cells) return;
    for (std::size_t k = 0; k < block.rows * block.columns; ++k) {
      const graph::Index index =
          index_at(block, scene_.tensor(act.result), k / block.columns, k % block.columns, scene_.followed[act.result]);
      const std::size_t before = act.sources.size();
      for (std::size_t i = 0; i < node.inputs.size() && act.sources.size() < most_sources; ++i) {
        if (node.operation->only_shape_counts(i)) continue;
        const auto from = block_of(node.inputs[i], act.result);
        if (!from) continue;
        const std::size_t first = act.sources.size();
        for (const graph::Index& source :
             node.operation->sources(i, {graph_, scene_.tensor(act.result).node, index, 2})) {
          const Block& its = scene_.layout.blocks[*from];
          const auto at = drawn_at(its, scene_.tensor(*from), source, scene_.followed[*from]);
          if (at && at->row < its.rows && at->column < its.columns) act.sources.push_back({*from, *at});
          else missing_ = true;
        }
        several_ = several_ || act.sources.size() > first + 1;
      }
      if (act.sources.size() > most_sources) act.sources.resize(before);  // none rather than some
      act.ends.push_back(act.sources.size());
    }
  }

  // If cells share sources, as those of a product do, only one cell is shown in detail: the explained one, else the
  // first of those with the most sources.
  void keep_lead_if_shared(Act& act, const Drawn* explained) const {
    const std::size_t columns = scene_.layout.blocks[act.result].columns;
    std::set<std::array<std::size_t, 3>> different;
    for (const Act::Source& source : act.sources) different.insert({source.block, source.at.row, source.at.column});
    if (different.size() == act.sources.size()) return;
    std::size_t best = 0;
    bool running = act.ends.size() > 1;  // each cell is made from more than the one before
    for (std::size_t k = 1; k < act.ends.size(); ++k)
      running = running && act.sources_of(k).size() > act.sources_of(k - 1).size();
    for (std::size_t k = 0; k < act.ends.size() && !running; ++k) {
      const Drawn at{k / columns, k % columns};
      const bool better = explained ? explained->row == at.row && explained->column == at.column
                                    : act.sources_of(k).size() > act.sources_of(best).size();
      if (better) best = k;
    }
    act.lead = Drawn{best / columns, best % columns};
    const auto kept = act.sources_of(best);
    act.sources = {kept.begin(), kept.end()};
    for (std::size_t k = 0; k < act.ends.size(); ++k) act.ends[k] = k < best ? 0 : act.sources.size();
  }

  // Of a sum whose weighted values are drawn: those of the followed row.
  void add_parts(Act& act, std::size_t parts) const {
    const Block &sum = scene_.layout.blocks[act.result], &from = scene_.layout.blocks[parts];
    for (std::size_t k = 0; k < sum.rows * sum.columns; ++k) {
      if (k / sum.columns == scene_.followed[parts] && k % sum.columns < from.columns)
        for (std::size_t r = 0; r < from.rows; ++r) act.sources.push_back({parts, {r, k % sum.columns}});
      act.ends.push_back(act.sources.size());
    }
  }

  void add_values(Act& act, std::size_t values) const {
    const Block &parts = scene_.layout.blocks[act.result], &from = scene_.layout.blocks[values];
    for (std::size_t k = 0; k < parts.rows * parts.columns; ++k) {
      const Drawn at{k / parts.columns, k % parts.columns};
      if (at.row < from.rows && at.column < from.columns) act.sources.push_back({values, at});
      act.ends.push_back(act.sources.size());
    }
  }

  bool turned(const Act& act) const {
    const std::size_t columns = scene_.layout.blocks[act.result].columns;
    for (std::size_t k = 0; k < act.ends.size(); ++k) {
      if (act.sources_of(k).empty() && k % columns == 0) return false;
      for (const Act::Source& source : act.sources_of(k))
        if (source.at.row != k % columns || source.at.column != k / columns) return false;
    }
    return !act.sources.empty();
  }

  // Cells that are moved equally far in the same direction.
  void find_pieces(Act& act) const {
    const Block& block = scene_.layout.blocks[act.result];
    std::vector<Point> ways;
    for (std::size_t k = 0; k < block.rows * block.columns; ++k) {
      Point way;
      if (const auto sources = act.sources_of(k); !sources.empty()) {
        const Rect from = scene_.layout.blocks[sources.front().block].cell(sources.front().at.row,
                                                                           sources.front().at.column),
                   to = block.cell(k / block.columns, k % block.columns);
        way = {to.x0 - from.x0, to.y0 - from.y0};
      }
      const auto same = std::ranges::find_if(
          ways, [&](Point other) { return std::abs(other.x - way.x) < 1 && std::abs(other.y - way.y) < 1; });
      act.pieces.push_back(static_cast<std::size_t>(same - ways.begin()));
      if (same == ways.end()) ways.push_back(way);
    }
    act.piece_count = ways.size();
  }

  // The explained cell, else the first (of slopes: the last) whose number is shown.
  void choose_lead(Act& act, const Drawn* explained) const {
    const Block& block = scene_.layout.blocks[act.result];
    const auto shown = [&](Drawn at) { return cell_look(scene_, act.result, at).view.status == Status::shown; };
    if (explained && act.kind == ActKind::mix && explained->row < block.rows) act.lead = Drawn{explained->row, 0};
    else if (explained && shown(*explained)) act.lead = *explained;
    const std::size_t count = block.rows * block.columns;
    for (std::size_t k = 0; k < count && !act.lead; ++k) {
      const std::size_t i = in_order(act, k, count);
      const Drawn at{i / block.columns, i % block.columns};
      if (shown(at)) act.lead = at;
    }
  }

  // Those of the design guide.
  float seconds_of(const Act& act) const {
    const Block& block = scene_.layout.blocks[act.result];
    const auto filling = [](std::size_t cells) {
      return std::min(static_cast<float>(fill_time + fill_stagger * static_cast<double>(cells)),
                      static_cast<float>(fill_most));
    };
    switch (act.kind) {
      case ActKind::product: return act.detail + filling(block.rows * block.columns - 1);
      case ActKind::mix:
        return (act.lead ? scale_time + stack_time + merge_time : 0) + (block.rows > 1 ? filling(block.rows - 1) : 0);
      case ActKind::softmax:
      case ActKind::norm: return 1.1f;
      case ActKind::mask: return 0.5f;
      case ActKind::moves: return static_cast<float>(play_time);
      case ActKind::sum:
      case ActKind::lift: return 0.7f;
      case ActKind::change: return 0.6f;
      case ActKind::appear: break;
    }
    return 0.5f;
  }

  const StageScene& scene_;
  const graph::Graph& graph_;
  bool several_ = false, missing_ = false;
};

}  // namespace

bool has_acts(const graph::Graph& graph, const StageScene& scene, std::span<const graph::NodeId> standing) {
  bool some = false;
  ActFinder(graph, scene).each([&](std::size_t b) {
    some |= !scene.tensor(b).all_hidden && !std::ranges::contains(standing, scene.tensor(b).node);
  });
  return some;
}

std::optional<Act> find_act(const graph::Graph& graph, const StageScene& scene, std::size_t block, Drawn lead) {
  ActFinder finder(graph, scene);
  std::optional<Act> found;
  finder.each([&](std::size_t b) {
    if (b == block) found = finder.act_of(b, b, lead);
  });
  return found;
}

// Whether each node of the graph is what `id` is made from, by any number of steps, or the node itself.
std::vector<bool> origins_of(const graph::Graph& graph, graph::NodeId id) {
  std::vector<bool> among(id + 1);
  among[id] = true;
  for (graph::NodeId node = id + 1; node-- > 0;)
    if (among[node])
      for (const graph::NodeId input : graph.node(node).inputs) among[input] = true;
  return among;
}

Acts find_acts(const graph::Graph& graph, const StageScene& scene, const std::optional<std::size_t>& lead_block,
               Drawn lead, std::span<const graph::NodeId> standing) {
  ActFinder finder(graph, scene);
  Acts acts;
  const auto id = [&](const Act& act) { return scene.tensor(act.result).node; };
  finder.each([&](std::size_t b) {
    if (!std::ranges::contains(standing, scene.tensor(b).node)) acts.all.push_back(finder.act_of(b, lead_block, lead));
  });
  // A result that is made from another result appears after it.
  const std::size_t direct = acts.all.size();
  for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) {
    if (std::ranges::contains(acts.all, b, &Act::result)) continue;
    const std::vector<bool> origins = origins_of(graph, scene.tensor(b).node);
    const auto made = [&](const Act& act) { return id(act) < origins.size() && origins[id(act)]; };
    if (std::none_of(acts.all.begin(), acts.all.begin() + static_cast<std::ptrdiff_t>(direct), made)) continue;
    auto copy = finder.copy_of(b);
    acts.all.push_back(copy ? std::move(*copy) : finder.act_of(b, lead_block, lead));
  }
  std::ranges::stable_sort(acts.all, {}, id);  // operands come before what is made of them
  // What does not depend on each other is made at the same time.
  std::vector<std::size_t> levels(acts.all.size(), 0);
  std::vector<float> lasts;
  for (std::size_t i = 0; i < acts.all.size(); ++i) {
    const std::vector<bool> origins = origins_of(graph, id(acts.all[i]));
    for (std::size_t k = 0; k < i; ++k)
      if (origins[id(acts.all[k])] ||
          (acts.all[i].kind == ActKind::sum &&
           std::ranges::contains(acts.all[i].sources, acts.all[k].result, &Act::Source::block)))
        levels[i] = std::max(levels[i], levels[k] + 1);
    if (lasts.size() <= levels[i]) lasts.resize(levels[i] + 1, 0);
    lasts[levels[i]] = std::max(lasts[levels[i]], acts.all[i].seconds);
  }
  for (const float each : lasts) acts.seconds += each;
  const float pad = std::max(shortest_whole / std::max(acts.seconds, 0.01f), 1.0f);
  for (std::size_t i = 0; i < acts.all.size(); ++i) {
    Act& act = acts.all[i];
    float from = 0;
    for (std::size_t level = 0; level < levels[i]; ++level) from += lasts[level];
    act.from = from / acts.seconds;
    act.until = std::min((from + lasts[levels[i]]) / acts.seconds, 1.0f);
    if (from + lasts[levels[i]] > acts.seconds * 0.999f) act.until = 1;
    act.seconds = lasts[levels[i]] * pad;
  }
  acts.seconds *= pad;
  return acts;
}

}  // namespace ui
