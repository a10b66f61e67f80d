// The whole interface as one object: reads the explorer, draws into the current ImGui frame, returns commands. Owns
// nothing but animation clocks and which sheet is open. Needs an ImGui context, no GPU and no browser.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/command.hpp"
#include "explorer/contents.hpp"
#include "explorer/explorer.hpp"
#include "ui/system_text.hpp"

namespace ui {

// What an embed offers besides its figure.
enum class Controls : std::uint8_t { all, steps, none };

// What surrounds a frame. Sizes in CSS px; the platform maps them to pixels.
struct Surroundings {
  double now = 0;  // seconds; animations are functions of (state, now)
  float width = 0, height = 0;
  float pixel_ratio = 1;
  bool dark = true;  // resolved: the system's where the state says system
  bool reduced_motion = false;
  bool touch = false;  // the last pointer was a finger
  bool embed = false;  // laid out as the embed whatever the size
  Controls controls = Controls::all;
  bool focused = true;   // the canvas has keyboard focus
  bool pressed = false;  // a pointer went down: if the canvas got the focus, then by that
  // Two fingers since the last frame: their middle was at from, is at (x, y), and they are so many times as far apart.
  // factor 0: none.
  struct Pinch {
    float from_x = 0, from_y = 0, x = 0, y = 0, factor = 0;
  } pinch;
};

// What only a page can do.
enum class Request : std::uint8_t {
  share,
  export_code,
  fullscreen,
  projector,  // all of it larger, or as before
  open_reading,
  open_picture,  // a file or a photograph, for the step's picture
  copy_matrix,   // of the focused cell
  paste_matrix,  // from the focused cell on
  leave_forward,
  leave_backward,
  give_back,  // Escape, with nothing left to close: an embed's page has the keyboard again
};

// A real text field that the page lays over the canvas while a cell is edited (soft keyboards and IME need one).
struct EditField {
  graph::CellRef cell;
  std::string parameter;  // not empty: this text parameter is edited, not a cell
  std::string question;   // not empty: an answer to this part of it is typed
  std::size_t part = 0;
  float x = 0, y = 0, width = 0, height = 0, font_size = 14;  // CSS px within the canvas
  std::string text;                                           // full value at the start
  std::string label;                                          // "S, row 1, column 2": for the field's aria-label
  bool find = false;                                          // a word is looked for in the large map
  bool words = false;  // a text is typed, not a number: soft keyboards show letters, arrow keys do not count
};

struct Frame {
  std::vector<explorer::Command> commands;
  std::vector<Request> requests;
  std::string open_lesson;         // not empty: the lesson whose card was chosen
  std::string open_address;        // not empty: a source that the page opens beside itself
  std::optional<EditField> edit;   // while a cell is edited
  bool animating = false;          // another frame is wanted although nothing came in
  bool wants_wheel = false;        // the pointer is over something that scrolls or zooms
  std::string cursor = "default";  // CSS name
  struct PinchArea {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  } pinch;                    // where two fingers zoom and move the figure; empty: nowhere
  explorer::LargeWish large;  // what is on screen of the large map
  std::uint32_t ground = 0;   // what all of it stands on, as ImGui packs colours: nothing here fills the whole canvas
};

class Interface {
 public:
  Interface();
  ~Interface();

  // Faces: "inter-400", "inter-500", "inter-600", "inter-display-600", "math", "main", "main-bold", "size1" … "size4".
  // TTF bytes are copied. Missing faces fall back to inter-400, that to ImGui's own font.
  void add_font(std::string_view face, std::vector<unsigned char> ttf);
  // Typeset formulae by their TeX source (web/typeset.mjs makes them); added to those known.
  graph::Result<void> add_formulae(std::string_view json);

  // Who draws words that no face can write; outlives the interface.
  void use_system_text(SystemText& system);

  // One frame, between ImGui::NewFrame and ImGui::Render.
  // The contents are drawn while the explorer's state asks for them.
  Frame frame(const explorer::Explorer& explorer, const Surroundings& around, const explorer::Contents& contents = {});

  // The GL context was lost and is back: what was drawn with it is made again.
  void context_restored();

  // From the page's field: the text so far (recomputes while typing), the end (Enter or blur), or none of it (Escape).
  void edit_typed(std::string_view text);
  void edit_done(std::string_view text);
  void edit_cancelled();
  // What was typed and not carried out yet, for a page that does not wait for the next frame.
  std::vector<explorer::Command> take_edits();
  void edit_refused(std::string_view why);  // shown beside the field; old value kept

  // What lay where in the last frame, in CSS px, for tests and tools: {"items": [{"id", "x", "y", "w", "h"}]}. Ids:
  // "cell:attn_scores:0,1" (indices from 0), "step:scores-1", "map:keys", "control:score:scaled", "control:rounded",
  // "next", "back", "card:sentence", "undo", "redo", "restore", "theme", "reading", "share", "export", "fullscreen", "decimals:2", "names", "language", "language:de", "source:0".
  bool leaves(bool backward) const;  // Tab, pressed now, would go out of the canvas
  void leave();                      // and does, without the canvas hearing of it
  std::string probe() const;
  const std::string& focused_part() const;  // id of the part that has the keyboard focus, for tests
  bool focus_shown() const;                 // the ring of the keyboard focus is to be seen

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ui
