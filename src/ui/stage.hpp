// The figure: matrices with their marks, and what pointer and keys do to them. Keeps what it has computed for a content
// (layout, looks of cells) and where things stood, so that a step change moves them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ui/matrix.hpp"
#include "ui/more_below.hpp"
#include "ui/screen.hpp"
#include "ui/stage_layout.hpp"

namespace ui {

// What the explained cell is and what it is made of, in drawn places.
struct Marks {
  struct Span {
    std::size_t row0 = 0, row1 = 0, column0 = 0, column1 = 0;
  };
  const explorer::ExplanationView* explanation = nullptr;
  std::optional<std::size_t> target;  // block
  Drawn cell;
  std::vector<std::optional<Span>> sources;               // of each block
  std::vector<std::optional<std::size_t>> rows, columns;  // labels that stand out
};

class Stage {
 public:
  void draw(Screen& screen, Rect area, StageSpace::Size size, bool own_legends = true);
  // Where keys and commands beyond the figure need it.
  void begin_edit(Screen& screen, const graph::CellRef& cell);
  const StageLayout& layout() const { return layout_; }
  // The tensor whose legend a small screen shows: the pointed one's, else the last result's.
  const explorer::TensorView* legend_tensor(const Screen& screen) const;
  void collect_cells(std::vector<Item>& items) const;  // "cell:attn_scores:0,1" and where, as last drawn

 private:
  // First place shown of each tensor that shows a part of itself.
  using Windows = std::vector<std::pair<graph::NodeId, std::size_t>>;
  struct Content {
    std::string step, language;
    explorer::Document document;
    int decimals = -1;
    std::set<std::string, std::less<>> revealed;
    std::map<std::string, std::size_t, std::less<>> leading;
    Windows windows;
    const void* lesson = nullptr;
    bool dark = false;
    unsigned type = 0;
    explorer::ColorSteps color_steps = explorer::ColorSteps::linear;
    bool operator==(const Content&) const = default;
  };

  // A curve from a row of one matrix to a row of another.
  struct RowLink {
    std::size_t from = 0, from_row = 0, to = 0, to_row = 0;
  };
  // Where a cell of an arrangement was in the one before.
  struct Origin {
    std::size_t block = 0;
    Drawn at;
  };
  // Where tensors stand: the corner of their cells, as large as one.
  using Corners = std::vector<std::pair<graph::NodeId, Rect>>;
  struct Selector {
    std::string_view axis, name;
    std::size_t count = 0, place = 0;
  };

  void refresh(Screen& screen, StageSpace space);
  void keep_looks();
  void mark_sums(Screen& screen);
  MoreBelow more(Point pointer) const;
  void find_windows(Screen& screen, StageSpace::Size size);
  std::optional<std::size_t> window_of(graph::NodeId node) const;
  Cuts cuts(const Screen& screen, StageSpace::Size size) const;
  void find_links(Screen& screen);
  void mark_chunks(const Screen& screen, const Group& group);
  bool slide(Screen& screen, const Marks& marks);
  std::optional<Rect> flying(Screen& screen, std::size_t block, std::size_t row, std::size_t column) const;
  void draw_links(Screen& screen, const Marks& marks) const;
  void draw_window(Screen& screen, const Group& group, const Marks& marks) const;
  void draw_twins(Screen& screen, const Marks& marks) const;
  void draw_chunks(Screen& screen, std::size_t block) const;
  bool followed_link(const RowLink& link, const Marks& marks) const;
  float label_width(Screen& screen, std::size_t block, std::size_t row) const;
  void find_selectors(const Screen& screen);
  bool has_moves() const;
  void draw_selectors(Screen& screen, Rect line);
  void draw_part_bars(Screen& screen);
  void draw_signs(Screen& screen, const Group& group) const;
  bool selects(const Screen& screen) const;
  void roll_out(Screen& screen, const StageSpace& space, const Measure& measure, bool fresh);
  void roll(Screen& screen);
  void draw_held_labels(Screen& screen, const Marks& marks);
  void hold(Block& block, std::size_t b) const;
  Point rolled_extent() const;
  void place(Screen& screen);
  void draw_legends(Screen& screen, const Marks& marks);
  void draw_random(Screen& screen, float y) const;
  void mark(Screen& screen);  // makes marks_ anew
  std::size_t followed_row(Screen& screen, const Group& group, const Marks& marks) const;
  const explorer::TensorView& tensor(const Screen& screen, std::size_t block) const;
  std::string_view part_id(const Screen& screen, std::size_t block) const;

  void pointer(Screen& screen, std::size_t block);
  void keys(Screen& screen, std::size_t block);
  bool step_along(Screen& screen, std::size_t block, const graph::CellRef& focused);
  void draw_editing(Screen& screen);
  void draw_loupe(Screen& screen);

  void draw_bands(Screen& screen, const Group& group, const Marks& marks, float alpha) const;
  void draw_arcs(Screen& screen, const Group& group, const Marks& marks, float alpha, bool pills) const;
  void draw_pipes(Screen& screen, const Group& group, std::size_t row, bool pills) const;
  void draw_parts_marked(Screen& screen) const;
  void draw_rings(Screen& screen, const Marks& marks, float alpha);
  const explorer::TensorView* outline(std::size_t block) const;  // the tensor that a line is drawn round, if any
  void draw_outlines(Screen& screen) const;
  void draw_flash(Screen& screen);

  StageLayout layout_;
  std::vector<Block> shown_;   // as drawn in this frame: on their way in a step change
  std::vector<float> appear_;  // of each block
  std::vector<MatrixLook> looks_;
  std::vector<explorer::TensorView> tensors_;  // of each block, as laid out
  std::vector<std::size_t> followed_;          // row that each look follows
  std::optional<Content> content_;
  std::uint64_t stamp_ = 0;  // of the explorer's view, when content_ was compared with it
  Windows windows_;          // of this frame
  Marks marks_;
  std::vector<Selector> selectors_;
  std::vector<Block> held_;                             // for labels that stay while the figure is scrolled
  std::vector<const explorer::TensorView*> legend_of_;  // the tensors of the legend that is drawn
  Rect area_;
  std::optional<StageLayout> rolled_;  // larger than its area: layout_ is this, scrolled
  Rect window_;                        // where a scrolled figure is seen: the area without the legend
  Point offset_;
  float note_height_ = 0;  // of what is said about random numbers, with the gap below it
  Corners from_, last_;
  std::map<std::size_t, Marks::Span> parts_taken_;  // of blocks that a slice takes a part of
  std::vector<explorer::FigureView> figures_;       // of the view, as a stage draws them
  std::vector<RowLink> row_links_;
  std::vector<std::vector<std::optional<Origin>>> origins_;  // of each block, by cell
  std::vector<std::vector<std::size_t>> chunks_;             // of each block, by cell: its head
  std::size_t chunk_count_ = 0;
  std::size_t window_row_ = 0, window_column_ = 0;  // that the kernel makes
  std::map<graph::NodeId, MatrixLook> looked_;      // before the latest change
  double looked_at_ = -10, played_at_ = -10;
  std::optional<graph::CellRef> focused_was_;
  double moved_at_ = -10;
  unsigned changes_ = 0;
  double flashed_at_ = -10;
  bool compact_ = false;  // laid out with the distances of a small screen
  bool pointed_ = false;  // some matrix was under the pointer in this frame
  std::optional<std::size_t> over_;
};

}  // namespace ui
