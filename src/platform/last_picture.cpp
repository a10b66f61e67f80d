// Goes through all that ImGui's renderer reads, compares it with what is kept, and keeps it, in one pass.
#include "platform/last_picture.hpp"

#include <cstring>

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
  const auto* source = static_cast<const unsigned char*>(from);
  const std::size_t count = (bytes + 7) / 8;
  if (words_.size() < at_ + count) {
    words_.resize(at_ + count);
    same_ = false;
  }
  std::uint64_t different = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, source + 8 * i, i + 1 < count || bytes % 8 == 0 ? 8 : bytes % 8);
    different |= word ^ words_[at_ + i];
    words_[at_ + i] = word;
  }
  if (different != 0) same_ = false;
  at_ += count;
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
  if (words_.size() != at_) {
    words_.resize(at_);
    same_ = false;
  }
  return same_;
}

}  // namespace platform
