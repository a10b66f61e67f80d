// The whole interface as one object: reads the explorer, draws into the current ImGui frame, returns commands. Its own
// state is limited to animation clocks, open sheets and the like. Needs an ImGui context, no GPU and no browser.
#pragma once

#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/state/command.hpp"
#include "explorer/state/explorer.hpp"
#include "explorer/state/picture.hpp"
#include "explorer/views/contents.hpp"
#include "large_map/computation.hpp"
#include "ui/type/system_text.hpp"

namespace ui {

// The controls that an embed offers besides its figure.
enum class Controls : std::uint8_t { all, steps, none };

// The environment of a frame. Sizes in CSS px; the platform maps them to pixels.
struct FrameInput {
  double now = 0;  // seconds; animations are functions of (state, now)
  float width = 0, height = 0;
  float pixel_ratio = 1;
  bool dark = true;            // resolved: the system's theme if the state says system
  bool contrast = false;       // more than usual
  bool right_to_left = false;  // the layout: as the page's document
  double unseen = 0;           // seconds since the last frame in which nothing was visible
  bool reduced_motion = false;
  bool touch = false;  // the last pointer was a finger
  bool embed = false;  // use the embed layout at any size
  Controls controls = Controls::all;
  const explorer::Picture* picture =
      nullptr;  // a still one, which offers nothing to press; names the page and the lesson
  bool shows_alone(explorer::Picture::Of of) const { return picture != nullptr && picture->of == of; }
  bool alone() const { return picture != nullptr && picture->of != explorer::Picture::Of::screen; }
  bool focused = true;   // the canvas has keyboard focus
  bool pressed = false;  // a pointer went down: if the canvas just got the focus, this was the cause
  // Pinch since the last frame: the centre moved from `from` to (x, y), and the distance changed by factor. factor 0:
  // none.
  struct Pinch {
    float from_x = 0, from_y = 0, x = 0, y = 0, factor = 0;
  } pinch;
};

// Requests to the page, which only the page can carry out.
enum class Request : std::uint8_t {
  share,
  export_code,
  save_figure,   // of the model screen or the large map
  save_numbers,  // the picture of the closing page
  measure,       // the step's timing
  fullscreen,
  projector,  // toggles a larger interface
  open_reading,
  bring_lessons,  // the cards of the contents, for the menu of lessons
  open_picture,   // a file or a photo, for the step's picture
  open_text,      // a long text of the reader's own
  open_tensors,   // tensors of the reader's own
  open_model,     // a model of the reader's own
  open_second,    // the same, to be compared with the open one
  write_on,       // some tokens more, drawn by the model
  open_texts,     // a file of texts over which heads are measured
  open_example,   // a weight of the model as a lesson (ModelScreen::example_json)
  copy_matrix,    // of the focused cell
  paste_matrix,   // from the focused cell on
  leave_forward,
  leave_backward,
  give_back,   // Escape with nothing left to close: returns the keyboard focus from an embed to the host page
  wheel_hint,  // the wheel was turned over what scrolls, without focus or Ctrl
  context_lost,
  context_restored,
};
// As the page knows them.
inline constexpr const char* request_names[] = {
    "share",          "export",    "figure",      "numbers",      "measure",
    "fullscreen",     "projector", "reading",     "lessons",      "picture",
    "text",           "tensors",   "model",       "second-model", "write-on",
    "texts",          "example",   "copy-matrix", "paste-matrix", "leave-forward",
    "leave-backward", "give-back", "wheel-hint",  "context-lost", "context-restored"};
static_assert(std::size(request_names) == static_cast<std::size_t>(Request::context_restored) + 1);

// A real text field that the page lays over the canvas while something is typed (soft keyboards and IMEs need one), with
// what State::edit holds. CSS px within the canvas.
struct EditField {
  float x = 0, y = 0, width = 0, height = 0, font_size = 14;
  std::string label;          // "S, row 1, column 2": for the field's aria-label
  std::string text, refusal;  // what was typed, and why it is refused; empty: it is not
  bool words = false;         // not a number
};

struct Frame {
  std::vector<explorer::Command> commands;
  std::vector<Request> requests;
  std::string open_lesson;         // if not empty: the lesson that was clicked
  std::string open_step;           // and its step; empty: where the reader left off
  std::string open_address;        // if not empty: the address of a source, or the name of a page, to open
  std::optional<EditField> edit;   // while something is typed; the page is told it as JSON
  bool animating = false;          // request another frame although there was no input
  double wake_at = 0;              // request a frame at that time, as FrameInput::now, and none before; 0: none
  bool wants_wheel = false;        // the pointer is over something that scrolls or zooms
  bool own_menu = false;           // a right click opens a menu here instead of the browser's
  std::string cursor = "default";  // CSS name
  struct PinchArea {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  } pinch;                       // where pinching zooms and moves the figure; may be empty
  large_map::VisiblePart large;  // the visible part of the large map
  std::uint32_t ground = 0;      // the background colour, as ImGui packs colours: nothing here fills the whole canvas
};

class Interface {
 public:
  Interface();
  ~Interface();

  // Faces: "inter-400", "inter-500", "inter-600", "inter-display-600", "math", "main", "main-bold", "size1" … "size4".
  // TTF bytes are copied. Missing faces fall back to inter-400, which falls back to ImGui's own font.
  graph::Result<void> add_font(std::string_view face, std::vector<unsigned char> ttf);  // an Error if the file is
                                                                                        // damaged
  bool has_letters() const;  // false if no font is loaded: nothing can be drawn
  // Typeset formulae by their TeX source (web/typeset.mjs makes them); added to those known.
  graph::Result<void> add_formulae(std::string_view json);

  // Sets what draws words that no face can write; it must outlive the interface.
  void use_system_text(SystemText& system);

  // One frame, between ImGui::NewFrame and ImGui::Render. The contents page is drawn if the explorer's state says so.
  Frame frame(const explorer::Explorer& explorer, const FrameInput& around, const explorer::Contents& contents = {});

  // The same screen as SVG, drawn in an ImGui context of its own: nothing in this one changes. "" where it has no figure.
  std::string picture(const explorer::Explorer& explorer, const explorer::Picture& how,
                      const explorer::Contents& contents = {});

  void close_popups();  // in the next frame

  // The GL context was lost and restored: recreates what depends on it.
  void context_restored();

  // Positions of everything in the last frame, in CSS px, for tests and tools: {"items": [{"id", "x", "y", "w", "h"}],
  // "texts": […]}. Texts are listed from the frame after the first call on.
  // Ids: "cell:attn_scores:0,1" (indices from 0), "step:scores-1", "map:keys", "control:score:scaled",
  // "control:rounded", "next", "back", "card:sentence", "undo", "redo", "restore", "theme", "reading", "share",
  // "export", "fullscreen", "decimals:2", "names", "language", "language:de", "source:0".
  bool leaves(bool backward) const;  // whether Tab, pressed now, would leave the canvas
  void leave();                      // Tab leaves, without a key event for the canvas
  std::string probe(bool texts = false) const;
  const std::string& focused_part() const;       // id of the part that has the keyboard focus, for tests
  std::vector<std::string_view> groups() const;  // of the last frame, in Tab order
  // Screen reader text of the part that the keyboard has reached: its name, kind and state, and its group if that is
  // another one. Empty without keyboard focus.
  const std::string& said() const;
  // How long the motion on stage takes that is playing; 0 if none is.
  float motion_seconds() const;
  bool focus_shown() const;  // whether the keyboard focus ring is visible

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ui

template <>
struct explorer::json::Described<ui::EditField>
    : Object<"EditField", Member<"x", &ui::EditField::x>, Member<"y", &ui::EditField::y>,
             Member<"w", &ui::EditField::width>, Member<"h", &ui::EditField::height>,
             Member<"fontSize", &ui::EditField::font_size>, Member<"label", &ui::EditField::label>,
             Member<"text", &ui::EditField::text>, Member<"refusal", &ui::EditField::refusal>,
             Member<"words", &ui::EditField::words>> {};
