// See svg.hpp. What lies outside the clip of its list is left out.
#include "ui/type/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "imgui.h"
#include "text/unicode.hpp"
#include "ui/type/pen.hpp"

namespace ui {
namespace {

constexpr float around_figure = 16;

void add(std::string& out, std::string_view name, float value) {
  out.append(" ").append(name).append("=\"");
  add_number(out, value);
  out += '"';
}

void add(std::string& out, std::string_view name, std::string_view value) {
  out.append(" ").append(name).append("=\"").append(value).append("\"");
}

void add_box(std::string& out, Rect where) {
  add(out, "x", where.x0);
  add(out, "y", where.y0);
  add(out, "width", where.width());
  add(out, "height", where.height());
}

// what: fill, stroke or stop-color.
void add_ink(std::string& out, std::string_view what, Color color) {
  add(out, what, hex_color(color));
  const unsigned alpha = color >> 24;
  if (alpha == 0xFF) return;
  const std::string opacity = std::string(what.substr(0, what.find('-'))) + "-opacity";
  add(out, opacity, static_cast<float>(alpha) / 255);
}

void add_paint(std::string& out, Color color, float width) {
  if (width <= 0) return add_ink(out, "fill", color);
  add(out, "fill", "none");
  add_ink(out, "stroke", color);
  add(out, "stroke-width", width);
}

void add_escaped(std::string& out, std::string_view words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char c = words[i];
    // Browsers drop repeated spaces and those at the ends: these become no-break spaces.
    const bool kept = i > 0 && i + 1 < words.size() && words[i - 1] != ' ';
    if (c == ' ' && !kept) out += "\u00a0";
    else if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else out += c;
  }
}

struct Family {
  std::string_view face, family;
  int weight;
  bool italic = false;
};
// As web/site/build.mjs and web/fonts.py name them.
constexpr std::array<Family, 13> families{{{"inter-400", "Inter, system-ui, sans-serif", 400},
                                           {"inter-500", "Inter, system-ui, sans-serif", 500},
                                           {"inter-600", "Inter, system-ui, sans-serif", 600},
                                           {"inter-display-600", "Inter Display, Inter, sans-serif", 600},
                                           {"math", "formula-math, KaTeX_Math, serif", 400, true},
                                           {"main", "formula-main, KaTeX_Main, serif", 400},
                                           {"main-bold", "formula-main-bold, KaTeX_Main, serif", 700},
                                           {"size1", "formula-size1, KaTeX_Size1, serif", 400},
                                           {"size2", "formula-size2, KaTeX_Size2, serif", 400},
                                           {"size3", "formula-size3, KaTeX_Size3, serif", 400},
                                           {"size4", "formula-size4, KaTeX_Size4, serif", 400},
                                           {"ams", "formula-ams, KaTeX_AMS, serif", 400},
                                           {"mono", "Mono, JetBrains Mono, monospace", 400}}};

Rect common(Rect a, Rect b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

}  // namespace

void add_number(std::string& out, float value) {
  const auto hundredths = static_cast<long>(std::lround(static_cast<double>(value) * 100));
  const auto [whole, rest] = std::pair(std::abs(hundredths) / 100, std::abs(hundredths) % 100);
  if (hundredths < 0) out += '-';
  out += std::to_string(whole);
  if (rest == 0) return;
  out.append(rest < 10 ? ".0" : ".").append(std::to_string(rest % 10 == 0 ? rest / 10 : rest));
}

void add_points(std::string& out, char command, std::span<const Point> points) {
  out += command;
  for (const Point& point : points) {
    if (&point != points.data()) out += ' ';
    add_number(out, point.x);
    out += ' ';
    add_number(out, point.y);
  }
}

std::string* Svg::body(const ImDrawList* list, Rect bounds, Color color) {
  const ImVec2 least = list->GetClipRectMin(), most = list->GetClipRectMax();
  const Rect clip{least.x, least.y, most.x, most.y}, seen = common(bounds, clip);
  if (color >> 24 == 0 || seen.x0 > seen.x1 || seen.y0 > seen.y1) return nullptr;
  auto found = std::ranges::find(layers_, list, &Layer::list);
  if (found == layers_.end()) found = layers_.insert(found, Layer{list, {}, {}, false});
  Layer& layer = *found;
  bounds_ = joined(bounds_, seen);
  // A group is opened only for what its clip cuts.
  const bool whole = within(bounds, clip);
  if (layer.clipped && (whole || !(layer.clip == clip))) {
    layer.body += "</g>";
    layer.clipped = false;
  }
  if (!whole && !layer.clipped) {
    const std::string id = "c" + std::to_string(made_++);
    defs_.append("<clipPath id=\"").append(id).append("\"><rect");
    add_box(defs_, clip);
    defs_ += "/></clipPath>";
    layer.body.append("<g clip-path=\"url(#").append(id).append(")\">");
    layer.clip = clip;
    layer.clipped = true;
  }
  return &layer.body;
}

void Svg::rect(const ImDrawList* list, Rect where, Color color, float radius, float width) {
  std::string* const out = body(list, where, color);
  if (out == nullptr) return;
  *out += "<rect";
  add_box(*out, where);
  if (radius > 0) add(*out, "rx", std::min({radius, where.width() / 2, where.height() / 2}));
  add_paint(*out, color, width);
  *out += "/>";
}

void Svg::circle(const ImDrawList* list, Point centre, float radius, Color color, float width) {
  const float reach = radius + width / 2;
  std::string* const out = body(list, {centre.x - reach, centre.y - reach, centre.x + reach, centre.y + reach}, color);
  if (out == nullptr) return;
  *out += "<circle";
  add(*out, "cx", centre.x);
  add(*out, "cy", centre.y);
  add(*out, "r", radius);
  add_paint(*out, color, width);
  *out += "/>";
}

void Svg::path(const ImDrawList* list, std::string_view data, Rect bounds, Color color, float width) {
  const float reach = width / 2;
  std::string* const out =
      body(list, {bounds.x0 - reach, bounds.y0 - reach, bounds.x1 + reach, bounds.y1 + reach}, color);
  if (out == nullptr) return;
  *out += "<path";
  add(*out, "d", data);
  add_paint(*out, color, width);
  *out += "/>";
}

void Svg::blend(const ImDrawList* list, Rect where, Color from, Color to, bool down) {
  std::string* const out = body(list, where, (from | to) >> 24 == 0 ? 0 : from | to);
  if (out == nullptr) return;
  const std::string id = "b" + std::to_string(made_++);
  defs_.append("<linearGradient id=\"").append(id).append("\"");
  if (down) defs_.append(" x2=\"0\" y2=\"1\"");
  defs_ += '>';
  for (const auto& [place, color] : {std::pair(0.0f, from), std::pair(1.0f, to)}) {
    defs_ += "<stop";
    add(defs_, "offset", place);
    add_ink(defs_, "stop-color", color);
    defs_ += "/>";
  }
  defs_ += "</linearGradient>";
  *out += "<rect";
  add_box(*out, where);
  add(*out, "fill", "url(#" + id + ")");
  *out += "/>";
}

void Svg::text(const ImDrawList* list, Point at, std::string_view words, std::string_view face, float size, float width,
               Color color) {
  if (words.find_first_not_of(' ') == std::string_view::npos) return;
  const Rect level{at.x, at.y - 0.76f * size, at.x + width, at.y + 0.22f * size};
  const Rect risen{at.x, at.y - width * std::sin(turned_), at.x + width * std::cos(turned_), at.y};
  std::string* const out = body(list, turned_ == 0 ? level : risen, color);
  if (out == nullptr) return;
  *out += "<text";
  const bool right_to_left = text::has_right_to_left(words);  // then it begins at its right end
  if (right_to_left) add(*out, "direction", "rtl");
  add(*out, "x", right_to_left ? at.x + width : at.x);
  add(*out, "y", at.y);
  if (turned_ != 0) {
    std::string turn = "rotate(";
    for (const float value : {-turned_ * 180 / std::numbers::pi_v<float>, at.x, at.y}) {
      add_number(turn, value);
      turn += ' ';
    }
    turn.back() = ')';
    add(*out, "transform", turn);
  }
  const auto family = std::ranges::find(families, face, &Family::face);
  if (family == families.end()) {
    add(*out, "font-family", "system-ui, sans-serif");
  } else {
    add(*out, "font-family", family->family);
    if (family->italic) add(*out, "font-style", "italic");
    if (family->weight != 400) add(*out, "font-weight", static_cast<float>(family->weight));
  }
  add(*out, "font-size", size);
  // As wide as here, also in another face.
  if (words.size() > 1) {
    add(*out, "textLength", width);
    add(*out, "lengthAdjust", "spacingAndGlyphs");
  }
  add_ink(*out, "fill", color);
  *out += '>';
  add_escaped(*out, words);
  *out += "</text>";
}

void Svg::pixels(const ImDrawList* list, Point corner, float pixel, std::span<const PixelRun> runs) {
  std::map<Color, std::string> paths;
  Rect bounds{corner.x, corner.y, corner.x, corner.y};
  for (const PixelRun& run : runs) {
    std::string& data = paths[run.color];
    const auto across = std::to_string(run.to - run.from);
    data.append("M").append(std::to_string(run.from)).append(" ").append(std::to_string(run.row));
    data.append("h")
        .append(across)
        .append("v")
        .append(std::to_string(run.rows))
        .append("h-")
        .append(across)
        .append("z");
    bounds = joined(bounds, box(corner.x, corner.y, pixel * run.to, pixel * static_cast<float>(run.row + run.rows)));
  }
  std::string* const out = paths.empty() ? nullptr : body(list, bounds, 0xFF000000);
  if (out == nullptr) return;
  *out += "<g shape-rendering=\"crispEdges\" transform=\"translate(";
  add_number(*out, corner.x);
  *out += ' ';
  add_number(*out, corner.y);
  out->append(") scale(").append(std::to_string(pixel)).append(")\">");
  for (const auto& [color, data] : paths) {
    *out += "<path";
    add(*out, "d", data);
    add_ink(*out, "fill", color);
    *out += "/>";
  }
  *out += "</g>";
}

std::string Svg::document(std::span<ImDrawList* const> lists, const Options& options) const {
  const Rect view = options.fit ? Rect{std::floor(bounds_.x0 - around_figure), std::floor(bounds_.y0 - around_figure),
                                       std::ceil(bounds_.x1 + around_figure), std::ceil(bounds_.y1 + around_figure)}
                                : Rect{0, 0, options.width, options.height};
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
  add(out, "width", view.width());
  add(out, "height", view.height());
  out += " viewBox=\"";
  for (const float value : {view.x0, view.y0, view.width(), view.height()}) {
    add_number(out, value);
    out += ' ';
  }
  out.back() = '"';
  out += '>';
  if (!defs_.empty()) out.append("<defs>").append(defs_).append("</defs>");
  if (options.ground != 0) {
    out += "<rect";
    add_box(out, view);
    add_ink(out, "fill", options.ground);
    out += "/>";
  }
  for (const ImDrawList* list : lists) {
    const auto layer = std::ranges::find(layers_, list, &Layer::list);
    if (layer == layers_.end()) continue;
    out += layer->body;
    if (layer->clipped) out += "</g>";
  }
  return out + "</svg>";
}

}  // namespace ui
