// What the parts of the stage share: what is on it, how it is laid out, and where each matrix is drawn in this frame.
// Stage owns it; layout, looks, marks, links and input read it.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "ui/shell/screen.hpp"
#include "ui/stage/layout/layout.hpp"
#include "ui/stage/matrix.hpp"

namespace ui {

struct StageScene {
  std::vector<explorer::FigureView> figures;  // of the view, prepared for the stage
  StageLayout layout;
  std::vector<Block> shown;   // as drawn in this frame: moving during a step change
  std::vector<float> appear;  // of each block
  std::vector<float> words;   // opacity of each block's numbers, name and labels
  std::vector<MatrixLook> looks;
  std::vector<explorer::TensorView> tensors;  // of each block, as laid out
  std::vector<std::size_t> followed;          // row that each look follows
  Rect area;
  bool scrolled = false;  // larger than its area
  Rect window;            // the visible part of a scrolled figure: the area without the legend
  double moved_at = -10;  // when the blocks began to move

  const explorer::TensorView& tensor(std::size_t block) const {
    const Block& b = layout.blocks[block];
    return figures[b.figure].tensors[b.tensor];
  }
};

std::string_view part_id(Screen& screen, const StageScene& scene, std::size_t block);

// What a change of the stage is: other numbers of the same drawing, or a step or beat, later or earlier than the last.
enum class StageTurn : std::uint8_t { none, forward, backward };

// One continuous stage: a matrix that stays moves to its new place, one that leaves shrinks into its node of the pipeline
// map, and one that was there before grows out of its node; a new result appears cell by cell. Where the map is not
// drawn, what leaves fades. All starts from where things are now, and is over after step_time.
class BlockMotion {
 public:
  void leave(StageScene& scene);  // call before the scene is laid out anew; takes its looks
  void arrive(Screen& screen, const StageScene& scene, StageTurn turn);  // and this afterwards
  void vanish(Screen& screen, StageScene& scene);                        // everything leaves: another figure is shown
  void forget();  // what comes next has nothing to do with what was there
  void place(Screen& screen, StageScene& scene);
  bool grows(std::size_t block) const { return block < grow_.size() && grow_[block].has_value() && moving_; }
  void draw_fading(Screen& screen) { draw_leaving(screen, false); }  // below the blocks
  void draw_over(Screen& screen, const StageScene& scene);           // above all panels: what is between stage and map
  void rest(Screen& screen);                                         // instead of place, in a frame without the stage

 private:
  // The top left corner of a tensor's cells, and the size of one.
  struct Corner {
    graph::NodeId node = 0;
    float x = 0, y = 0, pitch = 0;
  };
  // A matrix that has left the stage.
  struct Leaving {
    Block block;
    MatrixLook look;
    Corner from;
    std::optional<Corner> to;  // in the map; none: it fades
    double since = 0;
    float gone = 0;  // 0 to 1, in this frame
  };
  static std::optional<Corner> in_map(const Screen& screen, const Block& block, graph::NodeId node);
  static void put(Block& block, const Corner& at);
  static Corner between(const Corner& a, const Corner& b, float t);
  void let_go(Screen& screen, const StageScene& scene);
  void age(Screen& screen);
  void draw_leaving(Screen& screen, bool to_map);

  std::vector<Corner> from_, last_;
  std::vector<std::optional<Corner>> grow_;  // of each block: where in the map it comes from
  Block travelling_;                         // reused
  std::vector<Leaving> old_, leaving_;       // old_: all that was on stage, until the next layout is known
  bool moving_ = false;
};

}  // namespace ui
