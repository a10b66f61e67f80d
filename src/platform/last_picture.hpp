// What the canvas shows, so that a frame that looks the same need not be drawn again: ImGui asks for up to three frames after
// each event, and most of those are alike. A picture costs far more than to compare it, most of all where no GPU draws it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

struct ImDrawData;

namespace platform {

class LastPicture {
 public:
  // Whether this is what was asked about last; from now on it is. What a callback draws cannot be known: it is always new,
  // and so is a picture whose textures are still to be sent to the GPU.
  bool is(const ImDrawData& data, std::uint32_t ground);
  void forget() { end_ = 0; }  // the canvas is empty

 private:
  void take(const void* from, std::size_t bytes);

  std::vector<unsigned char> kept_;
  std::size_t at_ = 0, end_ = 0;
  bool same_ = false;
};

}  // namespace platform
