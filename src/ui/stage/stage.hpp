// The figure: matrices with their marks, and the input to them. Decides when to lay out anew, and calls its parts in the
// order of drawing. Caches what it has computed for a content, so that a frame without a change computes nothing twice.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ui/shell/screen.hpp"
#include "ui/stage/motion/player.hpp"
#include "ui/stage/part_windows.hpp"
#include "ui/stage/scene.hpp"
#include "ui/stage/stage_beats.hpp"
#include "ui/stage/stage_input.hpp"
#include "ui/stage/stage_links.hpp"
#include "ui/stage/stage_looks.hpp"
#include "ui/stage/stage_marks.hpp"
#include "ui/stage/stage_scroll.hpp"
#include "ui/stage/stage_selectors.hpp"

namespace ui {

class Stage {
 public:
  void draw(Screen& screen, Rect area, StageSpace::Size size, bool own_legends = true);
  void draw_over(Screen& screen);  // above all panels, in every frame of a lesson
  // The tensor whose legend a small screen shows: the hovered one's, else the last result's.
  const explorer::TensorView* legend_tensor(const Screen& screen) const;
  void collect_cells(std::vector<Item>& items) const;  // "cell:attn_scores:0,1" and its rectangle, as last drawn
  // The making of what is on stage, in motion.
  const MotionPlayer& making() const { return player_; }
  MotionPlayer& making() { return player_; }

 private:
  // Everything that a layout and the looks of cells depend on.
  struct Content {
    std::string step;
    std::size_t beat = 0;
    std::string language;
    explorer::Document document;
    int decimals = -1;
    std::set<std::string, std::less<>> revealed;
    std::map<std::string, std::size_t, std::less<>> leading;
    PartWindows::Firsts windows;
    unsigned lesson = 0;  // Explorer::number
    bool dark = false;
    unsigned type = 0;
    explorer::ColorSteps color_steps = explorer::ColorSteps::linear;
    std::optional<graph::CellRef> asked;  // “What moves this?”
    bool operator==(const Content&) const = default;
  };

  void refresh(Screen& screen, const StageSpace& space);
  void lay_out_scene(Screen& screen, StageSpace space, bool fresh);
  void update_marks(Screen& screen);
  void tell_decimals(Screen& screen) const;
  void hang_line(Screen& screen) const;
  void draw_blocks(Screen& screen, const MotionFrame* made);
  void draw_block(Screen& screen, std::size_t block, std::span<const CellPose> poses);  // none: at rest
  void draw_labels_and_names(Screen& screen);
  void draw_legends(Screen& screen);

  StageScene scene_;
  BlockMotion motion_;
  PartWindows windows_;
  StageBeats beats_;
  StageScroll scroll_;
  StageLooks looks_;
  StageLinks links_;
  StageMarks marks_;
  StageSelectors selectors_;
  StageInput input_;
  MotionPlayer player_;
  std::optional<Content> content_;
  std::pair<std::size_t, std::size_t> order_;           // step and beat of content_
  unsigned which_ = 0;                                  // the explorer of content_
  int drawn_in_ = -10;                                  // the last frame that drew it
  std::uint64_t stamp_ = 0;                             // the explorer's view stamp when content_ was last compared
  std::vector<Rect> texts_, held_texts_;                // where texts are that nothing that moves may cross
  std::vector<CellPose> clear_;                         // of the cells that move
  std::vector<const explorer::TensorView*> legend_of_;  // the tensors of the legend that is drawn
};

}  // namespace ui
