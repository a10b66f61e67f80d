// Goes through everything that ImGui's renderer reads, compares it with the stored copy, and updates that, in one pass.
#include "platform/last_picture.hpp"

#include <cstring>
#include <utility>

#include "imgui.h"

namespace platform {
namespace {

bool is_known(const ImDrawData& data) {
  if (data.Textures != nullptr)
    for (const ImTextureData* texture : *data.Textures)
      if (texture->Status != ImTextureStatus_OK) return false;
  for (const ImDrawList* list : data.CmdLists)
    for (const ImDrawCmd& command : list->CmdBuffer)
      if (command.UserCallback != nullptr) return false;
  return true;
}

}  // namespace

void LastPicture::take(const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const std::size_t begin = at_, whole = bytes / 8 * 8;
  at_ += bytes;
  if (kept_.size() < at_) kept_.resize(2 * at_);  // seldom: WebAssembly fills it byte by byte
  const auto* source = static_cast<const unsigned char*>(from);
  unsigned char* kept = kept_.data() + begin;
  // Compares word by word up to the first difference (WebAssembly's memcmp goes by bytes), then only copies.
  for (std::size_t i = 0; same_ && i < whole; i += 8) {
    std::uint64_t one = 0, other = 0;
    std::memcpy(&one, source + i, 8);
    std::memcpy(&other, kept + i, 8);
    same_ = one == other;
  }
  if (same_ && std::memcmp(source + whole, kept + whole, bytes - whole) != 0) same_ = false;
  if (!same_) std::memcpy(kept, source, bytes);
}

bool LastPicture::is(const ImDrawData& data, std::uint32_t ground) {
  if (!is_known(data)) {
    forget();
    return false;
  }
  at_ = 0;
  same_ = true;
  take(&ground, sizeof ground);
  take(&data.DisplayPos, sizeof data.DisplayPos);
  take(&data.DisplaySize, sizeof data.DisplaySize);
  take(&data.FramebufferScale, sizeof data.FramebufferScale);
  for (const ImDrawList* list : data.CmdLists) {
    const int sizes[] = {list->CmdBuffer.Size, list->VtxBuffer.Size, list->IdxBuffer.Size};
    take(sizes, sizeof sizes);
    take(list->CmdBuffer.Data, sizeof(ImDrawCmd) * static_cast<std::size_t>(list->CmdBuffer.Size));
    take(list->VtxBuffer.Data, sizeof(ImDrawVert) * static_cast<std::size_t>(list->VtxBuffer.Size));
    take(list->IdxBuffer.Data, sizeof(ImDrawIdx) * static_cast<std::size_t>(list->IdxBuffer.Size));
  }
  return std::exchange(end_, at_) == at_ && same_;
}

}  // namespace platform
