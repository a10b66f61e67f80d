// The figure: matrices with their marks, and the input to them. Caches what it has computed for a content (layout,
// looks of cells) and the previous positions, so that a step change moves the matrices.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ui/shell/screen.hpp"
#include "ui/stage/matrix.hpp"
#include "ui/stage/layout/layout.hpp"
#include "ui/widgets/more_below.hpp"

namespace ui {

// The explained cell and its sources, as drawn places.
struct Marks {
  struct Span {
    std::size_t row0 = 0, row1 = 0, column0 = 0, column1 = 0;
  };
  const explorer::ExplanationView* explanation = nullptr;
  std::optional<std::size_t> target;  // block
  Drawn cell;
  std::vector<std::optional<Span>> sources;               // of each block
  std::vector<std::optional<std::size_t>> rows, columns;  // highlighted labels
};

class Stage {
 public:
  void draw(Screen& screen, Rect area, StageSpace::Size size, bool own_legends = true);
  // Called for keys and commands outside the figure.
  void begin_edit(Screen& screen, const graph::CellRef& cell);
  const StageLayout& layout() const { return layout_; }
  // The tensor whose legend a small screen shows: the hovered one's, else the last result's.
  const explorer::TensorView* legend_tensor(const Screen& screen) const;
  void collect_cells(std::vector<Item>& items) const;  // "cell:attn_scores:0,1" and its rectangle, as last drawn

 private:
  // First index shown of each tensor that is shown in part.
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
  // The previous position of a cell that has moved to a new arrangement.
  struct Origin {
    std::size_t block = 0;
    Drawn at;
  };
  // Positions of tensors: the top left corner of their cells, and the size of one.
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
  void mark(Screen& screen);  // recomputes marks_
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
  const explorer::TensorView* outline(std::size_t block) const;  // the tensor whose nonzero cells are outlined, if any
  void draw_outlines(Screen& screen) const;
  void draw_flash(Screen& screen);

  StageLayout layout_;
  std::vector<Block> shown_;   // as drawn in this frame: moving during a step change
  std::vector<float> appear_;  // of each block
  std::vector<MatrixLook> looks_;
  std::vector<explorer::TensorView> tensors_;  // of each block, as laid out
  std::vector<std::size_t> followed_;          // row that each look follows
  std::optional<Content> content_;
  std::uint64_t stamp_ = 0;  // the explorer's view stamp when content_ was last compared
  Windows windows_;          // of this frame
  Marks marks_;
  std::vector<Selector> selectors_;
  std::vector<Block> held_;                             // for labels that stay in place while the figure scrolls
  std::vector<const explorer::TensorView*> legend_of_;  // the tensors of the legend that is drawn
  Rect area_;
  std::optional<StageLayout> rolled_;  // larger than its area: layout_ is this one, scrolled
  Rect window_;                        // the visible part of a scrolled figure: the area without the legend
  Point offset_;
  float note_height_ = 0;  // of the note about random numbers, including the gap below it
  Corners from_, last_;
  std::map<std::size_t, Marks::Span> parts_taken_;  // of blocks from which a slice takes a part
  std::vector<explorer::FigureView> figures_;       // of the view, prepared for the stage
  std::vector<RowLink> row_links_;
  std::vector<std::vector<std::optional<Origin>>> origins_;  // of each block, by cell
  std::vector<std::vector<std::size_t>> chunks_;             // of each block, by cell: its head
  std::size_t chunk_count_ = 0;
  std::size_t window_row_ = 0, window_column_ = 0;  // of the kernel's output
  std::map<graph::NodeId, MatrixLook> looked_;      // before the latest change
  double looked_at_ = -10, played_at_ = -10;
  std::optional<graph::CellRef> focused_was_;
  double moved_at_ = -10;
  unsigned changes_ = 0;
  double flashed_at_ = -10;
  bool compact_ = false;  // laid out with the distances of a small screen
  bool pointed_ = false;  // some matrix was hovered in this frame
  std::optional<std::size_t> over_;
};

}  // namespace ui
