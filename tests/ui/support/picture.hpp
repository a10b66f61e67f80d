// Pictures of what ImGui draws, without GPU or browser: its triangles, rasterised, as a PNG or as numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "imgui.h"

namespace ui_test {

class Picture {
 public:
  Picture(int width, int height) : width_(width), height_(height), rgb_(static_cast<std::size_t>(width * height * 3)) {}

  int width() const { return width_; }
  int height() const { return height_; }
  const std::vector<float>& channels() const { return rgb_; }  // red, green, blue of each pixel, from 0 to 255

  // Takes over the part of another picture that begins at (from_x, from_y).
  void put(const Picture& other, int from_x, int from_y, int wide, int high, int x, int y) {
    for (int row = 0; row < high; ++row)
      for (int i = 0; i < 3 * wide; ++i)
        rgb_[at(x, y + row) + static_cast<std::size_t>(i)] =
            other.rgb_[other.at(from_x, from_y + row) + static_cast<std::size_t>(i)];
  }

  void clear(unsigned color) {
    for (std::size_t i = 0; i < rgb_.size(); ++i) rgb_[i] = static_cast<float>(color >> (8 * (i % 3)) & 255);
  }

  void draw(const ImDrawData& data) {
    const ImVec2 scale = data.FramebufferScale;
    for (const ImDrawList* list : data.CmdLists) {
      for (const ImDrawCmd& command : list->CmdBuffer) {
        const auto id = static_cast<std::intptr_t>(command.GetTexID());
        const auto* texture = reinterpret_cast<const ImTextureData*>(id);  // NOLINT: the harness put the pointer there
        clip_ = {std::max(0, round(command.ClipRect.x * scale.x)), std::max(0, round(command.ClipRect.y * scale.y)),
                 std::min(width_, round(command.ClipRect.z * scale.x)),
                 std::min(height_, round(command.ClipRect.w * scale.y))};
        for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
          std::array<ImDrawVert, 3> v;
          for (unsigned k = 0; k < 3; ++k) {
            v[k] = list->VtxBuffer[static_cast<int>(list->IdxBuffer[static_cast<int>(command.IdxOffset + i + k)] +
                                                    command.VtxOffset)];
            v[k].pos = {v[k].pos.x * scale.x, v[k].pos.y * scale.y};
          }
          triangle(v, *texture);
        }
      }
    }
  }

  bool write(const char* path) const {
    std::string raw;
    for (int y = 0; y < height_; ++y) {
      raw += '\0';
      for (int i = 0; i < width_ * 3; ++i)
        raw += static_cast<char>(std::lround(rgb_[at(0, y) + static_cast<std::size_t>(i)]));
    }
    std::string zlib("\x78\x01", 2);
    std::uint32_t a = 1, b = 0;
    for (const char c : raw) {
      a = (a + static_cast<unsigned char>(c)) % 65521;
      b = (b + a) % 65521;
    }
    for (std::size_t at = 0; at < raw.size(); at += 65535) {
      const std::size_t n = std::min<std::size_t>(65535, raw.size() - at);
      zlib += at + n == raw.size() ? '\1' : '\0';
      for (const std::size_t v : {n, ~n}) zlib.append({static_cast<char>(v & 255), static_cast<char>(v >> 8 & 255)});
      zlib.append(raw, at, n);
    }
    zlib += big(b << 16 | a);
    std::FILE* file = std::fopen(path, "wb");
    if (!file) return false;
    const std::string png =
        "\x89PNG\r\n\x1a\n" +
        chunk("IHDR", big(static_cast<std::uint32_t>(width_)) + big(static_cast<std::uint32_t>(height_)) +
                          std::string("\x08\x02\0\0\0", 5)) +
        chunk("IDAT", zlib) + chunk("IEND", "");
    const bool done = std::fwrite(png.data(), 1, png.size(), file) == png.size();
    return std::fclose(file) == 0 && done;
  }

 private:
  std::size_t at(int x, int y) const {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)) * 3;
  }
  static int round(float v) { return static_cast<int>(std::lround(v)); }
  static std::string big(std::uint32_t v) {
    return {static_cast<char>(v >> 24), static_cast<char>(v >> 16), static_cast<char>(v >> 8), static_cast<char>(v)};
  }
  static std::string chunk(const std::string& type, const std::string& body) {
    std::uint32_t crc = ~0u;
    for (const char c : type + body) {
      crc ^= static_cast<unsigned char>(c);
      for (int k = 0; k < 8; ++k) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return big(static_cast<std::uint32_t>(body.size())) + type + body + big(~crc);
  }

  static float texel(const ImTextureData& t, float u, float v, int channel) {
    const float x = u * static_cast<float>(t.Width) - 0.5f, y = v * static_cast<float>(t.Height) - 0.5f;
    const int x0 = static_cast<int>(std::floor(x)), y0 = static_cast<int>(std::floor(y));
    const auto at = [&](int px, int py) {
      px = std::clamp(px, 0, t.Width - 1);
      py = std::clamp(py, 0, t.Height - 1);
      if (t.BytesPerPixel == 1) return channel == 3 ? static_cast<float>(t.Pixels[py * t.Width + px]) / 255 : 1.0f;
      return static_cast<float>(t.Pixels[(py * t.Width + px) * 4 + channel]) / 255;
    };
    const float fx = x - static_cast<float>(x0), fy = y - static_cast<float>(y0);
    return (at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx) * (1 - fy) +
           (at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx) * fy;
  }

  void triangle(std::array<ImDrawVert, 3>& v, const ImTextureData& texture) {
    const auto edge = [](ImVec2 a, ImVec2 b, ImVec2 p) {
      return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    };
    float area = edge(v[0].pos, v[1].pos, v[2].pos);
    if (area == 0) return;
    if (area < 0) {
      std::swap(v[1], v[2]);
      area = -area;
    }
    const auto top_left = [](ImVec2 a, ImVec2 b) { return (a.y == b.y && b.x > a.x) || b.y < a.y; };
    const bool keep[] = {top_left(v[1].pos, v[2].pos), top_left(v[2].pos, v[0].pos), top_left(v[0].pos, v[1].pos)};
    const auto [lx, hx] = std::minmax({v[0].pos.x, v[1].pos.x, v[2].pos.x});
    const auto [ly, hy] = std::minmax({v[0].pos.y, v[1].pos.y, v[2].pos.y});
    const int x0 = std::max(clip_[0], static_cast<int>(std::floor(lx))),
              x1 = std::min(clip_[2], static_cast<int>(std::ceil(hx)) + 1);
    const int y0 = std::max(clip_[1], static_cast<int>(std::floor(ly))),
              y1 = std::min(clip_[3], static_cast<int>(std::ceil(hy)) + 1);
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        const ImVec2 p{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
        const float w[] = {edge(v[1].pos, v[2].pos, p), edge(v[2].pos, v[0].pos, p), edge(v[0].pos, v[1].pos, p)};
        bool inside = true;
        for (int k = 0; k < 3; ++k) inside = inside && (w[k] > 0 || (w[k] == 0 && keep[k]));
        if (!inside) continue;
        float u = 0, t = 0, color[4] = {};
        for (int k = 0; k < 3; ++k) {
          const float share = w[k] / area;
          u += v[static_cast<std::size_t>(k)].uv.x * share;
          t += v[static_cast<std::size_t>(k)].uv.y * share;
          for (int c = 0; c < 4; ++c)
            color[c] += static_cast<float>(v[static_cast<std::size_t>(k)].col >> (8 * c) & 255) * share;
        }
        const float alpha = color[3] / 255 * texel(texture, u, t, 3);
        float* pixel = &rgb_[at(x, y)];
        for (int c = 0; c < 3; ++c) pixel[c] += (color[c] * texel(texture, u, t, c) - pixel[c]) * alpha;
        for (int c = 0; c < 3; ++c) pixel[c] = std::floor(pixel[c] + 0.5f);
      }
    }
  }

  int width_, height_;
  std::vector<float> rgb_;
  std::array<int, 4> clip_{};
};

}  // namespace ui_test
