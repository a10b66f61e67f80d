// A frame as SVG: what a Pen and Type draw, as shapes and as text, besides the meshes of ImGui's lists. Elements are kept
// by the ImDrawList that they belong to, since ImGui decides in which order these are seen. Lengths in CSS px.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/geometry.hpp"
#include "ui/type/theme.hpp"

struct ImDrawList;

namespace ui {

struct PixelRun;

class Svg {
 public:
  void begin() { *this = {}; }  // a frame
  bool empty() const { return layers_.empty(); }

  // A width of 0 fills. Outlines lie on the edge, as SVG strokes do.
  void rect(const ImDrawList* list, Rect where, Color color, float radius, float width = 0);
  void circle(const ImDrawList* list, Point centre, float radius, Color color, float width = 0);
  void path(const ImDrawList* list, std::string_view data, Rect bounds, Color color, float width = 0);
  void blend(const ImDrawList* list, Rect where, Color from, Color to, bool down);
  // Words of one face, from the left end of the baseline. face: as Interface::add_font has it; "": the system's.
  void text(const ImDrawList* list, Point at, std::string_view words, std::string_view face, float size, float width,
            Color color);

  // Texts are turned about their beginning from now on: against the clock, in radians.
  void turn_texts(float angle) { turned_ = angle; }
  // Runs of pixels as one path for each colour.
  void pixels(const ImDrawList* list, Point corner, float pixel, std::span<const PixelRun> runs);

  struct Options {
    float width = 0, height = 0;
    bool fit = false;  // as large as what is drawn, with a margin
    Color ground = 0;  // 0: none
  };
  // lists: in ImGui's order, from below.
  std::string document(std::span<ImDrawList* const> lists, const Options& options) const;

 private:
  struct Layer {
    const ImDrawList* list = nullptr;
    std::string body;
    Rect clip;
    bool clipped = false;  // a group with the clip is open
  };
  // Where an element of these bounds goes; nullptr if nothing of it can be seen.
  std::string* body(const ImDrawList* list, Rect bounds, Color color);

  std::vector<Layer> layers_;
  float turned_ = 0;
  Rect bounds_;  // of all that is visible
  std::string defs_;
  int made_ = 0;  // definitions
};

// "12.5": at most two decimals.
void add_number(std::string& out, float value);
// "M1 2" and the like: a command and its points.
void add_points(std::string& out, char command, std::span<const Point> points);

}  // namespace ui
