// A copy of what the canvas shows, so that an identical frame need not be drawn again: ImGui asks for up to three
// frames after each event, and most of them are identical. Drawing costs far more than comparing, most of all without a
// GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

struct ImDrawData;

namespace platform {

class LastPicture {
 public:
  // Whether this equals the picture of the last call; it is stored for the next one. A picture with a callback always
  // counts as new, and so does one whose textures are still to be uploaded.
  bool is(const ImDrawData& data, std::uint32_t ground);
  void forget() { end_ = 0; }  // the canvas is empty

 private:
  void take(const void* from, std::size_t bytes);

  std::vector<unsigned char> kept_;
  std::size_t at_ = 0, end_ = 0;
  bool same_ = false;
};

}  // namespace platform
