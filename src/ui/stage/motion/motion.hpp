// How results are made, in motion: for each operation on stage an act, and for each kind of act one function from
// (scene, progress) to how cells are drawn. It knows the scene; what plays it is in player.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/stage/scene.hpp"

namespace ui {

// The making of one matrix on stage from others there.
struct Act {
  enum class Kind : std::uint8_t { product, sum, mix, softmax, mask, norm, change, moves, lift, appear };
  struct Source {
    std::size_t block = 0;
    Drawn at;
  };
  // A product of two numbers of the cell that is shown in detail.
  struct Term {
    std::size_t feature = 0;
    float value = 0;   // 0 if an operand is hidden
    std::string text;  // of the value; "?" if an operand is hidden
  };
  // The same where no arcs join the two: the first number goes to the second.
  struct Pair {
    Source goes, stays;
    float value = 0;
    std::string text;
  };
  Kind kind = Kind::appear;
  std::size_t group = 0, result = 0;  // indices of the layout; result: the block that is made
  std::size_t operand = 0;            // softmax, mask, norm, lift: the block whose cells become the result's
  std::vector<Source> sources;        // of all cells, row by row as drawn
  std::vector<std::size_t> ends;      // of each cell: where its sources end
  std::optional<Drawn> lead;          // product, sum, mix: the cell, or row, shown in detail
  std::vector<Term> terms;            // product: of that cell
  std::vector<Pair> pairs;            // sum of products: of that cell
  std::vector<Source> addends;        // of that cell: numbers that are added as they are, such as a bias
  bool tiles = false;                 // of terms and pairs: drawn as cells instead of pills
  float detail = 0;                   // product: seconds for that cell, before the others follow
  bool columns = false;               // softmax, norm: lines run along columns
  bool turns = false;                 // moves: a transposition
  std::vector<std::size_t> pieces;    // moves: of each cell, which of the pieces that move as one it belongs to
  std::size_t piece_count = 0;
  bool centred = false;       // norm: the mean is subtracted
  bool backward = false;      // a slope: from the last cell to the first
  float seconds = 0.5f;       // at its own pace
  float from = 0, until = 1;  // of the whole motion

  std::span<const Source> sources_of(std::size_t cell) const {
    if (cell >= ends.size()) return {};
    const std::size_t first = cell == 0 ? 0 : ends[cell - 1];
    return std::span(sources).subspan(first, ends[cell] - first);
  }
};

struct Acts {
  std::vector<Act> all;  // in the order of the graph
  float seconds = 0;     // of all of them at their own pace
};

// Whether some matrix on stage is made from others there, or by an operation without operands; but none of `standing`.
bool has_acts(const graph::Graph& graph, const StageScene& scene, std::span<const graph::NodeId> standing = {});
// lead: the explained cell, if there is one. standing: matrices that are not made.
Acts find_acts(const graph::Graph& graph, const StageScene& scene, const std::optional<std::size_t>& lead_block,
               Drawn lead, std::span<const graph::NodeId> standing = {});

// A copy of a cell, or a pill with a number, on its way.
struct Traveller {
  std::size_t block = 0;
  Drawn cell;
  Rect at;
  float opacity = 1, number = 1;
  bool pill = false;
  float side = 0;                             // of a pill: how many of its half widths it is to the right of its place
  std::string_view text = {};                 // empty: the cell's own
  std::optional<float> value = std::nullopt;  // of a product on its way as a cell: what colours it
};

// A quarter circle of a product, with its strength.
struct TravelArc {
  std::size_t group = 0, feature = 0, result = 0;
  float alpha = 0;
};

struct MotionFrame {
  std::vector<std::vector<CellPose>> poses;  // of each block, row by row; empty: at rest
  std::vector<Traveller> travellers;         // above the cells, the last on top
  std::vector<TravelArc> arcs;
  std::vector<std::size_t> flying;  // blocks whose cells are on their way: drawn above the others

  // How much of the numbers of a block is there, from 0 to 1.
  float made(std::size_t block) const;
  void begin(std::size_t blocks);
  // Of a block that is being made; as if at rest.
  std::vector<CellPose>& posed(const StageScene& scene, std::size_t block);
};

// The act that makes a block, in detail for one of its cells; none if it is not made on stage.
std::optional<Act> find_act(const graph::Graph& graph, const StageScene& scene, std::size_t block, Drawn lead);

// Everything on stage at t from 0 (operands as they stand, results empty) to 1 (at rest).
void show_acts(const StageScene& scene, const Acts& acts, float t, MotionFrame& frame);
// The sources of one cell on their way to it, over matrices at rest; they fade before they would cover it.
void show_one(const StageScene& scene, const Act& act, Drawn cell, float t, MotionFrame& frame);
inline bool shows_one(const Act& act) {
  if (act.kind == Act::Kind::product) return !act.terms.empty();
  return act.kind == Act::Kind::sum || act.kind == Act::Kind::softmax;
}
void draw_travel_arcs(const Screen& screen, const StageScene& scene, const MotionFrame& frame);  // below the cells
// Above all. What comes near one of the texts fades, so that it never covers or crosses it.
void draw_travellers(const Screen& screen, const StageScene& scene, const MotionFrame& frame,
                     std::span<const Rect> texts);
// Of cells that are on their way themselves: those in their place, which are drawn below the others, and the others, clear
// of the texts. `kept` holds what is returned.
std::span<const CellPose> poses_at_rest(const Block& block, std::span<const CellPose> poses,
                                        std::vector<CellPose>& kept);
std::span<const CellPose> poses_on_the_way(const Block& block, std::span<const CellPose> poses,
                                           std::span<const Rect> texts, std::vector<CellPose>& kept);

// The kinds: t from 0 to 1 within the act. Each sets the poses of the result's cells, which are at rest, and adds
// travellers; it allocates nothing but what the frame keeps.
using Motioned = void(const StageScene& scene, const Act& act, float t, MotionFrame& frame);
Motioned show_product, show_sum, show_mix, show_softmax, show_mask, show_norm, show_change, show_moves, show_lift,
    show_appear;

// ---- Shared by them.

inline constexpr float leave_time = 0.24f, meet_time = 0.12f, land_time = 0.12f;    // seconds of a product's numbers
inline constexpr float scale_time = 0.24f, stack_time = 0.24f, merge_time = 0.24f;  // and of weighted rows

inline float part_of(float t, float from, float until) { return std::clamp((t - from) / (until - from), 0.0f, 1.0f); }
// Progress of one of `count` that begin one after the other, each taking `share` of the time.
inline float staggered(float t, std::size_t at, std::size_t count, float share) {
  const float start =
      count < 2 ? 0 : (1 - share) * static_cast<float>(std::min(at, count - 1)) / static_cast<float>(count - 1);
  return part_of(t, start, start + share);
}
inline std::size_t in_order(const Act& act, std::size_t at, std::size_t count) {
  return act.backward ? count - 1 - at : at;
}
inline Rect around_point(Point p) { return {p.x, p.y, p.x, p.y}; }
// Moves the addends into the lead cell together with the products.
void show_addends(const StageScene& scene, const Act& act, float falling, MotionFrame& frame);
// A cell that appears in its place: not yet at 0, at rest at 1.
void fill_in(CellPose& pose, float t);
void empty_cell(CellPose& pose);
const CellLook& cell_look(const StageScene& scene, std::size_t block, Drawn at);
bool hidden(const StageScene& scene, std::size_t block, Drawn at);
Rect cell_place(const StageScene& scene, std::size_t block, Drawn at);

}  // namespace ui
