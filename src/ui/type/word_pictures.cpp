// A picture is a custom rectangle of ImGui's atlas: it moves when the atlas grows and is uploaded with it, also after a
// lost context.
#include "ui/type/word_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "imgui.h"
#include "imgui_internal.h"

namespace ui {
namespace {

constexpr std::size_t most_pictures = 400;
constexpr int widest_picture = 4096, highest_picture = 1024;  // device pixels: larger than any screen
constexpr float size_steps = 2;  // drawn at the nearest half px and scaled: growing text needs few pictures

constexpr std::uint32_t white = 0xFFFFFF;

std::string picture_key(std::string_view text, float size, int weight, std::uint32_t ink) {
  std::string key(text);
  key += '\0';
  key += std::to_string(static_cast<int>(size * size_steps));
  key += '\0';
  key += std::to_string(weight);
  key += '\0';
  key += std::to_string(ink);
  return key;
}

// Writes into the atlas, which may have only an alpha channel.
void write_picture(ImFontAtlas* atlas, const ImTextureRect& rect, const TextPicture& picture) {
  ImTextureData* texture = atlas->TexData;
  const auto row = static_cast<std::size_t>(picture.width) * 4;
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* from = picture.rgba.data() + static_cast<std::size_t>(y) * row;
    auto* to = static_cast<std::uint8_t*>(texture->GetPixelsAt(rect.x, rect.y + y));
    if (texture->BytesPerPixel == 4) std::memcpy(to, from, row);
    else
      for (int x = 0; x < picture.width; ++x) to[x] = from[x * 4 + 3];
  }
  if (picture.coloured) texture->UseColors = true;
}

}  // namespace

void WordPictures::use(SystemText* system) {
  if (system_ != nullptr) forget_all();
  system_ = system;
}

void WordPictures::begin(float ratio) {
  if (ratio != ratio_) forget_all();
  ratio_ = ratio;
  ++frame_;
}

void WordPictures::forget_all() {
  for (auto& [key, kept] : kept_)
    if (kept.rect >= 0) ImGui::GetIO().Fonts->RemoveCustomRect(kept.rect);
  kept_.clear();
}

// Never one drawn in this frame: its place in the atlas is still needed.
void WordPictures::forget_oldest() {
  const auto oldest = std::min_element(kept_.begin(), kept_.end(),
                                       [](const auto& a, const auto& b) { return a.second.last < b.second.last; });
  if (oldest == kept_.end() || oldest->second.last == frame_) return;
  if (oldest->second.rect >= 0) ImGui::GetIO().Fonts->RemoveCustomRect(oldest->second.rect);
  kept_.erase(oldest);
}

WordPictures::Kept& WordPictures::find(std::string_view text, float size, int weight, std::uint32_t ink) {
  std::string key = picture_key(text, size, weight, ink);
  if (const auto known = kept_.find(key); known != kept_.end()) return known->second;
  if (kept_.size() >= most_pictures) forget_oldest();
  Kept kept;
  const auto picture = system_->picture(text, size, weight, ratio_, ink);
  const bool whole = picture && picture->width > 0 && picture->width <= widest_picture && picture->height > 0 &&
                     picture->height <= highest_picture &&
                     picture->rgba.size() == static_cast<std::size_t>(picture->width * picture->height * 4);
  kept.coloured = whole && (picture->coloured || ink != white);
  if (whole && (ink != white || !kept.coloured)) {
    ImFontAtlas* atlas = ImGui::GetIO().Fonts;
    kept.rect = atlas->AddCustomRect(picture->width, picture->height);
    if (kept.rect >= 0) write_picture(atlas, *ImFontAtlasPackGetRect(atlas, kept.rect), *picture);
    kept.left = picture->left / ratio_;
    kept.top = picture->top / ratio_;
    kept.width = static_cast<float>(picture->width) / ratio_;
    kept.height = static_cast<float>(picture->height) / ratio_;
  }
  return kept_[std::move(key)] = kept;
}

bool WordPictures::draw(ImDrawList* list, Point at, std::string_view text, float size, int weight, Color color) {
  const float drawn = std::max(std::round(size * size_steps), 1.0f) / size_steps;
  Kept* kept = &find(text, drawn, weight, white);
  kept->last = frame_;
  if (kept->coloured) {
    // Red is the lowest byte of a Color and the highest of an ink. A pure white ink is kept distinct from the tinted
    // kind.
    const std::uint32_t ink = ((color & 0xFFu) << 16) | (color & 0xFF00u) | ((color >> 16) & 0xFFu);
    kept = &find(text, drawn, weight, ink == white ? 0xFEFEFE : ink);
    kept->last = frame_;
  }
  ImFontAtlasRect rect;
  if (kept->rect < 0 || !ImGui::GetIO().Fonts->GetCustomRect(kept->rect, &rect)) return false;
  if (color >> 24 == 0) return true;
  const float scale = size / drawn;
  const auto snapped = [&](float v) { return std::round(v * ratio_) / ratio_; };
  const float x = snapped(at.x) + kept->left * scale, y = snapped(at.y) + kept->top * scale;
  const Color tint = kept->coloured ? color | 0x00FFFFFFu : color;
  list->PrimReserve(6, 4);
  list->PrimRectUV({x, y}, {x + kept->width * scale, y + kept->height * scale}, rect.uv0, rect.uv1, tint);
  return true;
}

}  // namespace ui
