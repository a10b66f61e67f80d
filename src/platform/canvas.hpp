// Shared by the files of the platform: the one canvas, its state and its frame. Not for other layers.
#pragma once

#include <deque>
#include <string>

#include "platform/frame_gate.hpp"
#include "platform/last_picture.hpp"
#include "platform/platform.hpp"

namespace platform {

class Canvas {
 public:
  Started start(const char* selector, Client& client);
  void stop();

  void wake(int frames = 3);
  void repaint();         // the picture was lost
  void work();            // a slice between frames, and the next one
  bool draw(double now);  // false when there was nothing to draw on
  Client* client() const { return client_; }

  Surface surface;
  int pixels_x = 0, pixels_y = 0;
  FrameGate gate;
  std::deque<bool> presses;  // of the left button, not drawn yet: whether the browser counts it as a double-click
  bool wants_wheel = false;
  PinchArea pinch_area;
  std::string clipboard;
  bool clipboard_written = false;  // by the frame that was last drawn for a copy

  void set_context(bool alive);

 private:
  void request();
  void paint(std::uint32_t ground) const;
  void ask_for_work();
  void sleep_until(double time, double now);
  void forget_input();  // in events.cpp

  std::string selector_;
  std::string cursor_;
  Client* client_ = nullptr;
  std::uintptr_t context_ = 0;
  LastPicture shown_;
  bool alive_ = false;       // there is a context and it is not lost
  bool requested_ = false;   // a frame is on its way
  bool work_asked_ = false;  // so is a slice of work
  int alarm_ = 0;            // the browser's timer for the frame that was asked for
  double alarm_at_ = 0;      // 0: none
  ProgressPace pace_;
};

Canvas& canvas();  // one per page: the browser's events need to find it

}  // namespace platform
