// Groups matrices into drawings: products that share their left operand, a weighted sum with its parts, rows of figures
// that continue each other. Depends on layouts, never on an operation's name.
#include <algorithm>
#include <ranges>
#include <set>

#include "ui/stage/layout/rules.hpp"

namespace ui::layout {
namespace {

using explorer::FigureView;
using explorer::TensorView;
using graph::Layout;

class Grouping {
 public:
  Grouping(const std::vector<FigureView>& stage, const Cuts& cuts, StageLayout& layout)
      : stage_(stage), cuts_(cuts), layout_(layout) {}

  void run() {
    for (std::size_t f = 0; f < stage_.size(); ++f) {
      const FigureView& figure = stage_[f];
      if (figure.tensors.empty()) continue;
      if (figure.layout == Layout::product && figure.has_result && figure.tensors.size() >= 3 && corner(f)) continue;
      if (figure.layout == Layout::weighted_sum && figure.has_result && figure.tensors.size() == 3) {
        fan(f);
        continue;
      }
      if (!figure.has_result || !picture(f)) row(f);
    }
    forget_doubles();
  }

 private:
  std::size_t add(std::size_t figure, std::size_t tensor) {
    Block block;
    block.figure = figure;
    block.tensor = tensor;
    block.rows = drawn_rows(stage_[figure].tensors[tensor]);
    block.columns = drawn_columns(stage_[figure].tensors[tensor]);
    if (const auto cut = cuts_.find(stage_[figure].tensors[tensor].node); cut != cuts_.end()) {
      take(cut->second.rows, block.rows, block.row_of, block.row_seams);
      take(cut->second.columns, block.columns, block.column_of, block.column_seams);
    }
    layout_.blocks.push_back(std::move(block));
    return layout_.blocks.size() - 1;
  }
  // Only those indices; a seam where some are left out between them.
  static void take(const std::vector<std::size_t>& places, std::size_t& count, std::vector<std::size_t>& kept,
                   std::vector<std::size_t>& seams) {
    if (places.empty() || places.back() >= count) return;
    std::size_t gaps = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i > 0 && places[i] != places[i - 1] + 1) ++gaps;
      seams.push_back(gaps);
    }
    if (gaps == 0) seams.clear();
    kept = places;
    count = places.size();
  }
  void begin(Group::Kind kind) { layout_.groups.emplace_back().kind = kind; }
  const TensorView& tensor(std::size_t block) const {
    return stage_[layout_.blocks[block].figure].tensors[layout_.blocks[block].tensor];
  }

  // Products that share their left operand are one drawing.
  bool corner(std::size_t f) {
    const FigureView& figure = stage_[f];
    const std::size_t last = figure.tensors.size() - 1;
    const auto extent = [&](std::size_t t) {
      return std::pair(drawn_rows(figure.tensors[t]), drawn_columns(figure.tensors[t]));
    };
    if (extent(0).second != extent(1).first || extent(0).first != extent(last).first ||
        extent(1).second != extent(last).second) {
      return false;
    }
    const bool joins = !layout_.groups.empty() && layout_.groups.back().kind == Group::Kind::corner &&
                       tensor(layout_.groups.back().left).node == figure.tensors[0].node;
    if (!joins) {
      begin(Group::Kind::corner);
      layout_.groups.back().left = add(f, 0);
      layout_.groups.back().blocks.push_back(layout_.groups.back().left);
    }
    const std::size_t top = add(f, 1), result = add(f, last);
    layout_.groups.back().products.push_back({top, result});
    layout_.groups.back().blocks.insert(layout_.groups.back().blocks.end(), {top, result});
    // Further operands, such as a bias, are placed below.
    if (last > 2) begin(Group::Kind::row);
    for (std::size_t t = 2; t < last; ++t) {
      const std::size_t block = add(f, t);
      layout_.groups.back().blocks.push_back(block);
    }
    return true;
  }

  // Weights, values and their sum; the sum's parts (a tensor with one more axis) belong to the same drawing.
  void fan(std::size_t f) {
    const FigureView& figure = stage_[f];
    const bool joins = !layout_.groups.empty() && layout_.groups.back().kind == Group::Kind::fan &&
                       tensor(*layout_.groups.back().weights).node == figure.tensors[0].node &&
                       tensor(*layout_.groups.back().values).node == figure.tensors[1].node;
    if (!joins) {
      const std::size_t weights = add(f, 0), values = add(f, 1);
      begin(Group::Kind::fan);
      layout_.groups.back().weights = weights;
      layout_.groups.back().values = values;
      layout_.groups.back().blocks = {weights, values};
    }
    const std::size_t result = add(f, 2);
    Group& group = layout_.groups.back();
    const TensorView& made = figure.tensors[2];
    const std::size_t rank = made.shape.size();
    const bool is_parts = rank > figure.tensors[1].shape.size() && rank > 2;
    (is_parts ? group.parts : group.sum) = result;
    if (is_parts) {
      // Of the last three axes one is drawn as columns and one as rows: the third is the followed one.
      Block& block = layout_.blocks[result];
      block.followed = true;
      block.row_axis = made.row_axis;
      block.column_axis = rank - 1;
      block.follow_axis = made.row_axis == rank - 2 ? rank - 3 : rank - 2;
      block.rows = made.shape[block.row_axis];
    }
    group.blocks.push_back(result);
  }

  // Drawings for anything but products and sums; false when the tensors do not fit.
  bool picture(std::size_t f) {
    switch (stage_[f].layout) {
      case Layout::gather: return gather(f);
      case Layout::words: return words(f);
      case Layout::reshape: return moves(f);
      case Layout::window: return window(f);
      default: return false;
    }
  }

  std::size_t into(Group& group, std::size_t block) {
    group.blocks.push_back(block);
    return block;
  }

  bool gather(std::size_t f) {
    const FigureView& figure = stage_[f];
    if (figure.tensors.size() != 3 || figure.tensors[0].shape.size() != 1 || figure.tensors[1].shape.size() != 2 ||
        figure.tensors[2].shape.size() != 2 || !figure.tensors[0].transposed) {
      return false;
    }
    const std::size_t table = add(f, 1), ids = add(f, 0), result = add(f, 2);
    begin(Group::Kind::gather);
    Group& group = layout_.groups.back();
    group.table = into(group, table);
    group.ids = into(group, ids);
    group.result = into(group, result);
    return true;
  }

  // A sentence; a list of words on its own before it belongs to the same drawing.
  bool words(std::size_t f) {
    const FigureView& figure = stage_[f];
    if (figure.tensors.size() != 1 || figure.tensors[0].shape.size() != 1 || !figure.tensors[0].transposed)
      return false;
    std::optional<std::size_t> table;
    if (!layout_.groups.empty() && layout_.groups.back().blocks.size() == 1) {
      const TensorView& before = tensor(layout_.groups.back().blocks[0]);
      if (before.shape.size() == 1 && before.transposed) table = layout_.groups.back().blocks[0];
    }
    if (table) layout_.groups.pop_back();
    const std::size_t ids = add(f, 0);
    layout_.blocks[ids].pills = layout_.blocks[ids].whole_words = true;
    if (table) layout_.blocks[*table].whole_words = true;
    begin(Group::Kind::words);
    Group& group = layout_.groups.back();
    if (table) group.table = into(group, *table);
    group.ids = group.result = into(group, ids);
    return true;
  }

  // Successive reshapes are one drawing. Of the batch one entry is shown; of the other axes one is laid out as matrices
  // side by side.
  bool moves(std::size_t f) {
    const FigureView& figure = stage_[f];
    if (figure.tensors.size() != 2) return false;
    for (const TensorView& t : figure.tensors)
      if (t.shape.size() < 2 || drawn_columns(t) > 32 || drawn_rows(t) > 32) return false;
    const auto panelled = [&](std::size_t t) {
      const std::size_t at = add(f, t);
      Block& block = layout_.blocks[at];
      const TensorView& view = figure.tensors[t];
      const std::size_t rank = view.shape.size();
      if (rank < 3) return at;
      const std::size_t axis = rank - 3;
      if (view.axis_words[axis] == "batch" || view.shape[axis] * block.columns > 48) return at;
      block.panels = std::max<std::size_t>(view.shape[axis], 1);
      block.panel_axis = axis;
      const std::size_t each = block.columns;
      block.columns *= block.panels;
      for (std::size_t c = 0; c < block.columns; ++c) block.column_seams.push_back(c / each);
      return at;
    };
    const bool goes_on = !layout_.groups.empty() && layout_.groups.back().kind == Group::Kind::moves &&
                         tensor(layout_.groups.back().blocks.back()).node == figure.tensors[0].node;
    if (!goes_on) {
      const std::size_t first = panelled(0);
      begin(Group::Kind::moves);
      into(layout_.groups.back(), first);
    }
    const std::size_t result = panelled(1);
    layout_.groups.back().result = into(layout_.groups.back(), result);
    return true;
  }

  bool window(std::size_t f) {
    const FigureView& figure = stage_[f];
    if (figure.tensors.size() < 3 || figure.tensors[0].shape.size() != 2 || figure.tensors[1].shape.size() != 3 ||
        figure.tensors[0].transposed) {
      return false;
    }
    const std::size_t x = add(f, 0), kernel = add(f, 1);
    begin(Group::Kind::window);
    Group& group = layout_.groups.back();
    group.left = into(group, x);
    group.kernel = into(group, kernel);
    Block& block = layout_.blocks[kernel];
    block.followed = true;
    block.follow_axis = 0;
    block.row_axis = 2;
    block.column_axis = 1;
    block.rows = figure.tensors[1].shape[2];
    block.columns = figure.tensors[1].shape[1];
    for (std::size_t t = 2; t < figure.tensors.size(); ++t) group.result = into(layout_.groups.back(), add(f, t));
    return true;
  }

  // Everything else is placed side by side. Figures that continue each other share a row, each tensor once.
  void row(std::size_t f) {
    const FigureView& figure = stage_[f];
    const auto standing = [&](graph::NodeId node) -> bool {
      if (layout_.groups.empty() || layout_.groups.back().kind != Group::Kind::row) return false;
      const auto& blocks = layout_.groups.back().blocks;
      return std::any_of(blocks.begin(), blocks.end(), [&](std::size_t b) { return tensor(b).node == node; });
    };
    const auto is_operand = [&](graph::NodeId node) {
      return std::ranges::any_of(figure.tensors | std::views::take(figure.tensors.size() - 1),
                                 [&](const TensorView& operand) { return operand.node == node; });
    };
    bool goes_on = false;
    for (const TensorView& t : figure.tensors) goes_on |= standing(t.node);
    if (!goes_on) begin(Group::Kind::row);
    for (std::size_t t = 0; t < figure.tensors.size(); ++t) {
      if (standing(figure.tensors[t].node)) continue;
      const std::size_t block = add(f, t);
      Block& added = layout_.blocks[block];
      added.single = added.rows == 1 && added.columns == 1;
      Group& group = layout_.groups.back();
      const bool result = figure.has_result && t + 1 == figure.tensors.size();
      // Only from an operand: an arrow from any other matrix would show a computation that does not happen.
      if (result && !group.blocks.empty() && is_operand(tensor(group.blocks.back()).node))
        group.arrows.push_back(block);
      group.blocks.push_back(block);
    }
  }

  // Tensors that a product or fan shows anyway are removed from rows.
  void forget_doubles() {
    std::set<graph::NodeId> drawn;
    for (const Group& group : layout_.groups) {
      if (group.kind == Group::Kind::row) continue;
      for (const std::size_t b : group.blocks)
        if (!layout_.blocks[b].followed) drawn.insert(tensor(b).node);
    }
    std::set<std::size_t> gone;
    for (Group& group : layout_.groups) {
      if (group.kind != Group::Kind::row) continue;
      std::set<graph::NodeId> seen;
      for (const std::size_t b : group.blocks) {
        if (drawn.contains(tensor(b).node) || !seen.insert(tensor(b).node).second) gone.insert(b);
      }
      drawn.insert(seen.begin(), seen.end());
      std::erase_if(group.blocks, [&](std::size_t b) { return gone.contains(b); });
      std::erase_if(group.arrows, [&](std::size_t b) { return gone.contains(b); });
    }
    std::erase_if(layout_.groups, [](const Group& group) { return group.blocks.empty(); });
    std::vector<std::size_t> place(layout_.blocks.size());
    std::vector<Block> kept;
    for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
      place[b] = kept.size();
      if (!gone.contains(b)) kept.push_back(layout_.blocks[b]);
    }
    layout_.blocks = std::move(kept);
    for (Group& group : layout_.groups) {
      for (std::size_t& b : group.blocks) b = place[b];
      for (std::size_t& b : group.arrows) b = place[b];
      group.left = place.empty() ? 0 : place[group.left];
      for (Group::Product& p : group.products) p = {place[p.top], place[p.result]};
      for (auto* b : {&group.weights, &group.values, &group.parts, &group.sum, &group.table, &group.ids, &group.kernel,
                      &group.result}) {
        if (*b) *b = place[**b];
      }
    }
  }

  const std::vector<FigureView>& stage_;
  const Cuts& cuts_;
  StageLayout& layout_;
};

}  // namespace

void group(const std::vector<FigureView>& stage, const Cuts& cuts, StageLayout& layout) {
  Grouping(stage, cuts, layout).run();
}

}  // namespace ui::layout
