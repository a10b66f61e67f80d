// The browser for the interface: a canvas with a WebGL2 context, input and clipboard for ImGui, frames on demand and
// the system's preferences. Owns the ImGui context; independent of lessons. One canvas per page.
#pragma once

#include <cstdint>
#include <string>

struct ImGuiContext;

namespace platform {

// A two-finger gesture: its middle before and now, and the factor by which the distance changed; CSS px. factor 0:
// none.
struct Pinch {
  float from_x = 0, from_y = 0, x = 0, y = 0, factor = 0;
};

// The input of a frame. Sizes in CSS px.
struct Surface {
  float width = 0, height = 0, pixel_ratio = 1;
  bool system_dark = true;
  bool contrast = false;  // the system asks for more
  bool reduced_motion = false;
  bool right_to_left = false;  // the page is laid out so
  bool touch = false;          // the last pointer was a finger
  bool pressed = false;        // a pointer went down since the last frame: ImGui may tell it only in the next
  bool focused = false;        // the canvas has the keyboard
  double unseen = 0;           // seconds since the last frame in which the canvas was not visible
  Pinch pinch;                 // since the last frame
};

// Where two fingers zoom and move the figure, not the page; empty if x1 <= x0.
struct PinchArea {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

// The result of a frame.
struct Wishes {
  bool animating = false;    // another frame, although nothing came in
  double wake_at = 0;        // a frame at that time, on the clock of frames, and none before; 0: none
  bool working = false;      // there may be work to be done between frames
  bool wants_wheel = false;  // the pointer is over something that scrolls or zooms
  bool own_menu = false;     // a right click belongs to the program, not to the browser
  std::string cursor = "default";
  PinchArea pinch;
  std::uint32_t ground =
      0;  // the clear colour of the canvas, as ImGui packs colours: cheaper than drawing over all of it
};

// The result of a slice of work: nothing to do; more work for what is on screen; the progress should be drawn before
// anything else, and that frame asks for more; more work, none of it on screen.
enum class Work : unsigned char { none, more, show, unseen };

// Callbacks of the program that draws.
class Client {
 public:
  virtual ~Client() = default;
  virtual Wishes frame(double now, const Surface& surface) = 0;  // between ImGui's NewFrame and Render
  virtual Work work() = 0;                // a slice of what takes long, short enough that a frame may wait for it
  virtual void context_lost() = 0;        // nothing is drawn until it is restored
  virtual void context_restored() = 0;    // GL objects are gone: make them again
  virtual void wheel_left_to_page() = 0;  // the wheel was turned over something that scrolls, without focus or Ctrl
};

enum class Started { ok = 0, no_webgl2 = 1 };

class Platform {
 public:
  Platform();  // makes the ImGui context: fonts can be added before there is a canvas
  ~Platform();
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;

  Started start(const char* canvas_selector, Client& client);
  void stop();

 private:
  ImGuiContext* context_;
};

void wake(int frames = 3);  // something changed that the canvas shows
unsigned frames();          // drawn so far

}  // namespace platform
