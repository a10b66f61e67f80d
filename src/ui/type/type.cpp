// Text through ImGui's font atlas (1.92: any size, baked on first use). ImGui's sizes are line heights in whole pixels;
// the design guide's are em and may be fractional, so sizes are converted and fonts baked at exactly those.
#include "ui/type/type.hpp"

#include <bit>

#include "graph/explain/writer.hpp"
#include "imgui.h"
#include "imgui_internal.h"
#include "text/line_break.hpp"
#include "text/unicode.hpp"
#include "ui/type/font_check.hpp"

namespace ui {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Face::count)> names{
    "inter-400", "inter-500", "inter-600", "inter-display-600", "math", "main", "main-bold", "size1", "size2", "size3",
    "size4",     "ams",       "mono"};

// Fallbacks for a glyph that its own face lacks, or for a missing face.
constexpr std::array<Face, 8> fallbacks{Face::regular, Face::medium, Face::semibold, Face::main,
                                        Face::math,    Face::ams,    Face::display,  Face::mono};

std::uint64_t hash(std::string_view text, Font font) {
  std::uint64_t h = 1469598103934665603ull;
  const auto add = [&](std::uint64_t v) { h = (h ^ v) * 1099511628211ull; };
  for (const char c : text) add(static_cast<unsigned char>(c));
  add(static_cast<std::uint64_t>(font.face));
  add(std::bit_cast<std::uint32_t>(font.size));
  add(std::bit_cast<std::uint32_t>(font.tracking));
  return h;
}

constexpr std::uint32_t zero_width_joiner = 0x200D;

// Combines with the letter before, or joins two: no glyph of its own.
bool clings(std::uint32_t code) {
  return code == zero_width_joiner || (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0x0300 && code <= 0x036F) ||
         code == 0x20E3;
}

std::uint32_t peek_code(std::string_view text) { return text.empty() ? 0 : next_code(text); }

int weight_of(Face face) {
  switch (face) {
    case Face::medium: return 500;
    case Face::semibold:
    case Face::display: return 600;
    case Face::main_bold: return 700;
    default: return 400;
  }
}

// Ascender minus descender, in em, from the tables hhea and head.
float line_over_em(const std::vector<unsigned char>& ttf) {
  const auto word = [&](std::size_t at) { return at + 1 < ttf.size() ? ttf[at] << 8 | ttf[at + 1] : 0; };
  const auto signed_word = [&](std::size_t at) { return static_cast<std::int16_t>(word(at)); };
  std::size_t head = 0, hhea = 0;
  for (int i = 0; i < word(4); ++i) {
    const std::size_t entry = 12 + 16 * static_cast<std::size_t>(i);
    if (entry + 16 > ttf.size()) break;
    const std::string_view tag(reinterpret_cast<const char*>(&ttf[entry]), 4);
    const auto where = static_cast<std::size_t>(word(entry + 8)) << 16 | static_cast<std::size_t>(word(entry + 10));
    if (tag == "head") head = where;
    if (tag == "hhea") hhea = where;
  }
  const int em = word(head + 18), line = signed_word(hhea + 4) - signed_word(hhea + 6);
  return head && hhea && em > 0 && line > 0 ? static_cast<float>(line) / static_cast<float>(em) : 1;
}

}  // namespace

std::string turned(std::string_view text) {
  constexpr std::u32string_view marks = U"()[]{}<>«»‹›≤≥";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = text::next_character(text, at);
    const std::size_t known = marks.find(c);
    std::string one;
    text::append_character(one, known == marks.npos ? c : marks[known ^ 1]);
    out.insert(0, one);
  }
  return out;
}

std::uint32_t next_code(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  if (length == 0 || length > text.size()) {
    text.remove_prefix(1);
    return 0xFFFD;
  }
  std::uint32_t code = length == 1 ? first : first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3F);
  text.remove_prefix(length);
  return code;
}

graph::Result<void> Type::add(std::string_view name, std::vector<unsigned char> ttf) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return graph::fail("face", "", graph::joined({"There is no face “", name, "”."}));
  if (const auto fault = font_fault(ttf))
    return graph::fail("font", "", graph::joined({"The font for ", name, " is damaged: ", *fault, "."}));
  const auto i = static_cast<std::size_t>(at - names.begin());
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  atlas->TexMinHeight = 512;  // a growing atlas drops what was not drawn recently, and bakes the rest again
  if (fonts_[i]) atlas->RemoveFont(fonts_[i]);
  data_[i] = std::move(ttf);
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.Flags |= ImFontFlags_NoLoadError;
  fonts_[i] = atlas->AddFontFromMemoryTTF(data_[i].data(), static_cast<int>(data_[i].size()), 0.0f, &config);
  em_heights_[i] = line_over_em(data_[i]);
  forget();
  return {};
}

bool Type::has_letters() { return holder(Face::regular, 'e') != static_cast<std::size_t>(Face::count); }

void Type::use(SystemText* system) {
  pictures_.use(system);
  forget();
}

// Looking a letter up in a face is the slowest part of handling it, and texts have few distinct letters.
std::size_t Type::holder(Face face, std::uint32_t code) {
  const std::uint32_t key = (code << 5 | static_cast<std::uint32_t>(face)) + 1;
  Holder& kept = holders_[(key * 2654435761u) >> 22];  // Fibonacci hashing, to 10 bits
  static_assert(std::tuple_size_v<decltype(holders_)> == 1 << 10);
  if (kept.key == key) return kept.face;
  const auto has = [&](Face f) {
    ImFont* font = fonts_[static_cast<std::size_t>(f)];
    return font && font->IsGlyphInFont(code);
  };
  Face found = has(face) ? face : Face::count;
  for (const Face other : fallbacks)
    if (found == Face::count && has(other)) found = other;
  kept = {key, static_cast<std::size_t>(found)};
  return kept.face;
}

bool Type::has(Face face, std::uint32_t code) {
  return code < 0x80 || holder(face, code) != static_cast<std::size_t>(Face::count);
}

// A word is drawn as a whole, and so are several with blanks between them: in many scripts letters depend on their
// neighbours, and some scripts run from right to left.
Type::Piece Type::next_piece(std::string_view& text, Face face) {
  const std::string_view whole = text;
  if (!pictures_.available()) {
    text = {};
    return {whole, false};
  }
  const auto pictured = [&](std::string_view at) {  // whether a word for the system starts here
    const std::uint32_t code = next_code(at), after = peek_code(at);
    return !has(face, code) || (clings(after) && !has(face, after));
  };
  const bool first = pictured(text);
  do {
    next_code(text);
    if (!first) continue;
    for (std::uint32_t next = peek_code(text); clings(next); next = peek_code(text)) {
      next_code(text);
      if (next == zero_width_joiner && !text.empty()) next_code(text);
    }
    std::string_view after = text;
    while (after.starts_with(' ')) after.remove_prefix(1);
    if (after.size() < text.size() && !after.empty() && pictured(after)) text = after;
  } while (!text.empty() && pictured(text) == first);
  return {whole.substr(0, whole.size() - text.size()), first};
}

TextOrder Type::order(std::string_view text, Direction paragraph) {
  if (pictures_.available()) return pictures_.order(text, paragraph);
  return {false, {{0, text.size(), false}}};
}

template <class Then>
void Type::each_piece(std::string_view text, Face face, const Then& then) {
  const auto one_way = [&](std::string_view rest) {
    while (!rest.empty()) then(next_piece(rest, face));
  };
  if (!pictures_.available() || !text::has_right_to_left(text)) return one_way(text);
  for (const DirectedRun& run : pictures_.order(text, Direction::found).runs) {
    const std::string_view part = text.substr(run.from, run.length);
    // The system joins its letters and mirrors its brackets; marks alone are of our faces.
    if (!run.right_to_left) one_way(part);
    else if (text::has_right_to_left(part)) then(Piece{part, true});
    else one_way(turned(part));
  }
}

void Type::forget() {
  latest_ = {};
  holders_ = {};
  widths_.clear();
  fitted_.clear();
  lines_.clear();
  ++generation_;
}

void Type::begin(float pixel_ratio) {
  pictures_.begin(pixel_ratio);
  drawn_.clear();
  constexpr std::size_t most = 2048;
  if (fitted_.size() > most) fitted_.clear();
  if (lines_.size() > most) lines_.clear();
  if (ratio_ == pixel_ratio) return;
  ratio_ = pixel_ratio;
  forget();
}

ImFontBaked* Type::baked(Face face, float size, std::uint32_t code) {
  std::size_t found = holder(face, code);
  if (found == fonts_.size()) found = static_cast<std::size_t>(face);
  if (!fonts_[found]) {
    const auto there = std::ranges::find_if(fonts_, [](const ImFont* font) { return font != nullptr; });
    if (there != fonts_.end()) found = static_cast<std::size_t>(there - fonts_.begin());
  }
  ImFont* font = fonts_[found] ? fonts_[found] : ImGui::GetFont();
  const float height = size * (fonts_[found] ? em_heights_[found] : 1);
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  const int frame = atlas->Builder->FrameCount;
  // Successive letters mostly have the same face and size: finding those in the atlas is the slowest part of drawing a
  // letter.
  Latest& latest = latest_[found];
  if (latest.baked != nullptr && latest.height == height && latest.frame == frame) return latest.baked;
  ImFontBaked* out = ImFontAtlasBakedGetOrAdd(atlas, font, height, ratio_);
  out->LastUsedFrame = frame;        // otherwise it is discarded as unused
  out->LoadNoRenderOnLayout = true;  // a layout tries many sizes, most of which are never drawn
  latest = {out, height, frame};
  return out;
}

float Type::width(std::string_view text, Font font) {
  if (text.empty() || font.size < 1) return 0;
  const std::uint64_t key = hash(text, font);
  if (const auto known = widths_.find(key); known != widths_.end()) return known->second;
  float x = 0;
  each_piece(text, font.face, [&](Piece piece) {
    if (piece.pictured) x += pictures_.width(piece.text, font.size, weight_of(font.face));
    else
      while (!piece.text.empty()) {
        const std::uint32_t code = next_code(piece.text);
        ImFontBaked* letters = baked(font.face, font.size, code);
        letters->GetCharAdvance(code);  // the first result is not rounded yet, and 0 for a missing letter
        x += letters->GetCharAdvance(code) + font.tracking;
      }
  });
  if (widths_.size() > 8192) widths_.clear();
  return widths_[key] = x;
}

float Type::width(std::span<const TextRun> runs) {
  float x = 0;
  for (const TextRun& run : runs) x += width(run.text, run.font);
  return x;
}

std::string_view Type::face_name(Face face, std::uint32_t code) {
  const std::size_t found = holder(face, code);
  return names[found < names.size() ? found : static_cast<std::size_t>(face)];
}

float Type::write_words(ImDrawList* list, Point at, std::string_view text, Font font, Color color) {
  each_piece(text, font.face, [&](Piece piece) {
    while (!piece.text.empty()) {
      const std::string_view face = piece.pictured ? "" : face_name(font.face, peek_code(piece.text));
      std::string_view after = piece.text;
      do next_code(after);
      while (!after.empty() && (piece.pictured || face_name(font.face, peek_code(after)) == face));
      const std::string_view words = piece.text.substr(0, piece.text.size() - after.size());
      const float wide = width(words, font);
      svg_->text(list, {at.x, snapped(at.y)}, words, face, font.size, wide, color);
      at.x += wide;
      piece.text = after;
    }
  });
  return at.x;
}

float Type::glyph(ImDrawList* list, Point at, Face face, float size, std::uint32_t code, Color color) {
  if (svg_ != nullptr) {
    std::array<char, 5> letter{};
    ImTextCharToUtf8(letter.data(), code);
    return write_words(list, at, letter.data(), {face, size}, color) - at.x;
  }
  ImFontBaked* font = baked(face, size, code);
  const ImFontGlyph* glyph = font->FindGlyph(code);
  if (!glyph) return 0;
  if (glyph->Visible && color >> 24 != 0) {
    const float y = snapped(at.y) - IM_ROUND(font->Ascent);
    list->PrimReserve(6, 4);
    list->PrimRectUV({at.x + glyph->X0, y + glyph->Y0}, {at.x + glyph->X1, y + glyph->Y1}, {glyph->U0, glyph->V0},
                     {glyph->U1, glyph->V1}, color);
  }
  return glyph->AdvanceX;
}

void Type::note(const ImDrawList* list, Rect where, std::string_view words) {
  if (!records_) return;
  const ImVec2 least = list->GetClipRectMin(), most = list->GetClipRectMax();
  where = {std::max(where.x0, least.x), std::max(where.y0, least.y), std::min(where.x1, most.x),
           std::min(where.y1, most.y)};
  if (!where.empty()) drawn_.push_back({std::string(words), where});
}

void Type::cover(Rect area) {
  for (std::size_t i = drawn_.size(); i-- > 0;) {
    Rect& where = drawn_[i].where;
    if (area.x0 > where.x0 + 1 || area.x1 < where.x1 - 1) {
      if (!area.contains(where.middle())) continue;
      where = {};
    } else if (area.y1 >= where.y1) {
      where.y1 = std::min(where.y1, area.y0);
    } else if (area.y0 <= where.y0) {
      where.y0 = std::max(where.y0, area.y1);
    }
    if (where.empty()) drawn_.erase(drawn_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

float Type::draw(ImDrawList* list, Point at, std::string_view text, Font font, Color color) {
  const Mirror::Block line(mirror_, at.x, at.x + (mirror_.reflects() ? width(text, font) : 0));
  const float left = mirror_.x(at.x), end = draw_words(list, {left, at.y}, text, font, color);
  if (records_ && color >> 24 != 0) note(list, {left, at.y - 0.72f * font.size, end, at.y}, text);
  return mirror_.x_in_layout(end);
}

float Type::draw_words(ImDrawList* list, Point at, std::string_view text, Font font, Color color) {
  if (font.size < 1) return at.x;
  if (svg_ != nullptr) return write_words(list, at, text, font, color);
  each_piece(text, font.face, [&](Piece piece) {
    const int weight = weight_of(font.face);
    if (piece.pictured && pictures_.draw(list, at, piece.text, font.size, weight, color)) {
      at.x += pictures_.width(piece.text, font.size, weight);
      return;
    }
    while (!piece.text.empty()) {
      const std::uint32_t code = next_code(piece.text);
      at.x += glyph(list, at, font.face, font.size, code, color) + font.tracking;
    }
  });
  return at.x;
}

float Type::draw(ImDrawList* list, Point at, std::span<const TextRun> runs, float alpha) {
  const Mirror::Block line(mirror_, at.x, at.x + (mirror_.reflects() ? width(runs) : 0));
  at.x = mirror_.x(at.x);
  Rect where{at.x, at.y, at.x, at.y};
  std::string words;
  for (const TextRun& run : runs) {
    at.x = draw_words(list, {at.x, at.y - run.rise}, run.text, run.font, faded(run.color, alpha));
    if (!records_) continue;
    where = {where.x0, std::min(where.y0, at.y - run.rise - 0.72f * run.font.size), at.x, where.y1};
    words += run.text;
  }
  if (records_ && alpha > 0) note(list, where, words);
  return mirror_.x_in_layout(at.x);
}

// The last place within a text where a line may break without a space; 0 if there is none.
static std::size_t last_break(std::string_view text) {
  const std::vector<bool> may_break = text::breaks_within_words(text::decoded(text));
  std::size_t found = 0, at = 0;
  for (const bool here : may_break) {
    if (here) found = at;
    text::next_character(text, at);
  }
  return found;
}

const std::vector<std::string>& Type::lines(std::string_view text, Font font, float room) {
  const auto [at, fresh] = lines_.try_emplace(hash(text, font) ^ std::bit_cast<std::uint32_t>(room));
  std::vector<std::string>& out = at->second;
  if (!fresh) return out;
  while (!text.empty()) {
    std::string_view line = text;
    bool at_space = true;  // whether the line ends before a space, which is left out
    while (width(line, font) > room) {
      const std::size_t space = line.rfind(' '), between = last_break(line);
      if (space == std::string_view::npos && between == 0) break;
      at_space = space != std::string_view::npos && space + 1 > between;
      line = line.substr(0, at_space ? space : between);
    }
    out.emplace_back(line);
    text.remove_prefix(std::min(line.size() + (at_space ? 1 : 0), text.size()));
  }
  return out;
}

const std::vector<std::string>& Type::code_lines(std::string_view code, Font font, float room) {
  const auto [at, fresh] = lines_.try_emplace(~hash(code, font) ^ std::bit_cast<std::uint32_t>(room));
  std::vector<std::string>& out = at->second;
  if (!fresh) return out;
  while (!code.empty()) {
    const std::size_t end = std::min(code.find('\n'), code.size());
    std::string line(code.substr(0, end));
    code.remove_prefix(std::min(end + 1, code.size()));
    while (width(line, font) > room) {
      std::size_t cut = line.size();
      while (cut > 4 && (line[cut - 1] != ' ' || width(line.substr(0, cut), font) > room)) --cut;
      if (cut <= 4) break;
      out.push_back(line.substr(0, cut));
      line = "    " + line.substr(cut);
    }
    out.push_back(std::move(line));
  }
  return out;
}

const std::string& Type::fitted(std::string_view text, Font font, float room) {
  const auto [at, fresh] = fitted_.try_emplace(hash(text, font) ^ std::bit_cast<std::uint32_t>(room));
  if (fresh) at->second = cut(text, font, room);
  return at->second;
}

std::string Type::cut(std::string_view text, Font font, float room) {
  if (width(text, font) <= room) return std::string(text);
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view before = rest;
    next_code(rest);
    std::string longer = out + std::string(before.substr(0, before.size() - rest.size()));
    if (width(longer + "…", font) > room) break;
    out = std::move(longer);
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out + "…";
}

}  // namespace ui
