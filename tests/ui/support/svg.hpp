// What tests read from the SVG of a picture: its texts, its rectangles, and the pixels of heat maps.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ui_test {

struct SvgText {
  std::string words;
  float x = 0, y = 0;
};
struct SvgRect {
  float x = 0, y = 0, width = 0, height = 0, radius = 0;
  std::string fill;
};

inline std::string without(std::string text, const std::string& part, const std::string& by = "") {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += by.size())
    text.replace(at, part.size(), by);
  return text;
}

inline std::string attribute(const std::string& element, const std::string& name) {
  const std::size_t at = element.find(" " + name + "=\"");
  if (at == std::string::npos) return "";
  const std::size_t from = at + name.size() + 3;
  return element.substr(from, element.find('"', from) - from);
}
inline float number_of(const std::string& element, const std::string& name) {
  return std::strtof(attribute(element, name).c_str(), nullptr);
}

// The tags of this name, without what is inside them.
inline std::vector<std::string> tags_of(const std::string& svg, const std::string& name) {
  std::vector<std::string> tags;
  for (std::size_t at = 0; (at = svg.find("<" + name + " ", at)) != std::string::npos; ++at)
    tags.push_back(svg.substr(at, svg.find('>', at) - at));
  return tags;
}

inline std::vector<SvgText> texts_of(const std::string& svg) {
  std::vector<SvgText> texts;
  for (std::size_t at = 0; (at = svg.find("<text ", at)) != std::string::npos;) {
    const std::size_t from = svg.find('>', at) + 1, end = svg.find("</text>", from);
    const std::string tag = svg.substr(at, from - at), words = svg.substr(from, end - from);
    texts.push_back({without(without(without(words, "&lt;", "<"), "&gt;", ">"), "&amp;", "&"), number_of(tag, "x"),
                     number_of(tag, "y")});
    at = end;
  }
  return texts;
}

inline std::vector<SvgRect> rects_of(const std::string& svg) {
  std::vector<SvgRect> rects;
  for (const std::string& tag : tags_of(svg, "rect"))
    rects.push_back({number_of(tag, "x"), number_of(tag, "y"), number_of(tag, "width"), number_of(tag, "height"),
                     number_of(tag, "rx"), attribute(tag, "fill")});
  return rects;
}

// A heat map: the colour of each pixel, by row and column.
struct SvgPixels {
  std::map<std::pair<int, int>, std::string> colors;
  int rows = 0, columns = 0;
};

// All that are drawn over each other at the same place.
inline SvgPixels pixels_of(const std::string& svg) {
  SvgPixels out;
  for (std::size_t at = 0; (at = svg.find("<g shape-rendering", at)) != std::string::npos; ++at) {
    const std::string group = svg.substr(at, svg.find("</g>", at) - at);
    for (const std::string& path : tags_of(group, "path")) {
      const std::string data = attribute(path, "d"), fill = attribute(path, "fill");
      for (const char* run = data.c_str(); *run == 'M';) {
        char* next = nullptr;
        const auto read = [&] { return static_cast<int>(std::strtol(run + 1, &next, 10)); };
        const int from = read();
        run = next;
        const int row = read();
        run = next;
        const int across = read();
        run = next;
        const int down = read();
        run = std::strchr(next, 'z') + 1;
        for (int y = row; y < row + down; ++y)
          for (int x = from; x < from + across; ++x) out.colors[{y, x}] = fill;
        out.rows = std::max(out.rows, row + down);
        out.columns = std::max(out.columns, from + across);
      }
    }
  }
  return out;
}

}  // namespace ui_test
