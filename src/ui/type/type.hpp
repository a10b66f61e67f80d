// Faces, sizes, measuring and drawing of text. Glyphs are positioned here rather than by ImGui: at fractional x, on
// whole device pixels in y, with letter tracking, each missing glyph taken from the next face that has it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/core/types.hpp"
#include "ui/geometry.hpp"
#include "ui/type/mirror.hpp"
#include "ui/type/svg.hpp"
#include "ui/type/theme.hpp"
#include "ui/type/word_pictures.hpp"

struct ImDrawList;
struct ImFont;
struct ImFontBaked;

namespace ui {

enum class Face : std::uint8_t {
  regular,
  medium,
  semibold,
  display,
  math,
  main,
  main_bold,
  size1,
  size2,
  size3,
  size4,
  ams,
  mono,
  count
};

struct Font {
  Face face = Face::regular;
  float size = 14;
  float tracking = 0;  // px added after each letter
};

// A run of a line: text with its style, raised above (positive) the baseline.
struct TextRun {
  std::string text;
  Font font;
  Color color = 0;
  float rise = 0;
};

// The baseline at which capitals and digits are vertically centred on y.
inline float centred(float y, float size) { return y + 0.3636f * size; }

class Type {
 public:
  // Names are listed in interface.hpp. An unknown name is ignored: a page may ship more faces than are used. An Error
  // if the file is damaged; the face stays as it was.
  graph::Result<void> add(std::string_view name, std::vector<unsigned char> ttf);
  bool has_letters();             // in any face
  void use(SystemText* system);   // for words that no face has; nullptr: they become boxes
  void begin(float pixel_ratio);  // once a frame

  float width(std::string_view text, Font font);
  float width(std::span<const TextRun> runs);
  // How a line with letters from right to left stands; one run if the system does not tell.
  TextOrder order(std::string_view text, Direction paragraph);
  // Draws from `at`, the left end of the baseline in the layout; returns the position of the next letter.
  float draw(ImDrawList* list, Point at, std::string_view text, Font font, Color color);
  float draw(ImDrawList* list, Point at, std::span<const TextRun> runs, float alpha = 1);
  // At a point of the window; returns how far it reaches.
  float glyph(ImDrawList* list, Point at, Face face, float size, std::uint32_t code, Color color);
  // The text cut so that it fits, with an ellipsis where it was cut.
  const std::string& fitted(std::string_view text, Font font, float room);  // valid until the next frame
  // The text broken between words into lines that fit; a word wider than the room has a line of its own.
  const std::vector<std::string>& lines(std::string_view text, Font font, float room);  // valid until the next frame
  // The same for code, which keeps its spaces: a line that is too long continues below, indented.
  const std::vector<std::string>& code_lines(std::string_view code, Font font, float room);

  // For tests: from the next frame on, the texts that are drawn, each where it is visible, from the height of its capitals to
  // its baseline.
  struct Drawn {
    std::string words;
    Rect where;
  };
  void record() { records_ = true; }
  const std::vector<Drawn>& drawn() const { return drawn_; }
  void note(const ImDrawList* list, Rect where, std::string_view words);  // rectangles of the window, here and below
  void cover(Rect area);                                                  // what was drawn there cannot be seen

  // What is drawn is also written to it; nullptr: no longer.
  void use_svg(Svg* svg) { svg_ = svg; }
  Svg* svg() const { return svg_; }

  Mirror& mirror() { return mirror_; }
  float ratio() const { return ratio_; }
  float snapped(float v) const { return std::round(v * ratio_) / ratio_; }
  unsigned generation() const { return generation_; }  // counts changes that invalidate measurements

 private:
  // The font that has the glyph, baked so that `size` is its em.
  ImFontBaked* baked(Face face, float size, std::uint32_t code);
  // Takes a piece off the front: letters that the faces have, or words for the system to draw.
  struct Piece {
    std::string_view text;
    bool pictured = false;
  };
  Piece next_piece(std::string_view& text, Face face);
  // Calls then(piece) for each piece, in the order in which they stand: letters from right to left, too.
  template <class Then>
  void each_piece(std::string_view text, Face face, const Then& then);
  std::size_t holder(Face face, std::uint32_t code);  // the face that has it, or its first fallback; count if none
  bool has(Face face, std::uint32_t code);

  std::array<ImFont*, static_cast<std::size_t>(Face::count)> fonts_{};
  std::array<float, static_cast<std::size_t>(Face::count)> em_heights_{};  // line height in em, per face
  std::array<std::vector<unsigned char>, static_cast<std::size_t>(Face::count)> data_;
  // The same as text of an SVG; letters of one face together.
  float write_words(ImDrawList* list, Point at, std::string_view text, Font font, Color color);
  std::string_view face_name(Face face, std::uint32_t code);  // of the face that has it
  float draw_words(ImDrawList* list, Point at, std::string_view text, Font font, Color color);
  void forget();  // measurements, and the line breaks based on them
  std::string cut(std::string_view text, Font font, float room);

  // The font last used for a face, in a frame of the atlas.
  struct Latest {
    ImFontBaked* baked = nullptr;
    float height = 0;
    int frame = 0;
  };
  std::array<Latest, static_cast<std::size_t>(Face::count)> latest_{};
  struct Holder {
    std::uint32_t key = 0;
    std::size_t face = 0;
  };
  std::array<Holder, 1024> holders_{};
  std::unordered_map<std::uint64_t, float> widths_;
  std::unordered_map<std::uint64_t, std::string> fitted_;
  std::unordered_map<std::uint64_t, std::vector<std::string>> lines_;
  WordPictures pictures_;
  Mirror mirror_;
  Svg* svg_ = nullptr;
  bool records_ = false;
  std::vector<Drawn> drawn_;
  float ratio_ = 1;
  unsigned generation_ = 1;
};

// Marks without a direction as they are drawn from right to left: the last one first, brackets mirrored.
std::string turned(std::string_view text);
std::uint32_t next_code(std::string_view& text);  // takes one UTF-8 code point off the front; U+FFFD when malformed

}  // namespace ui
