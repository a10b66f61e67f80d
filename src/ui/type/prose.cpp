// Greedy wrapping. Atoms without a space between them ("key" and the full stop after it) stay on one line.
#include "ui/type/prose.hpp"

#include <utility>

#include "text/line_break.hpp"
#include "text/unicode.hpp"

namespace ui {
namespace {

using Kind = lesson::Run::Kind;

struct Atom {
  TextRun run;
  const Formula* formula = nullptr;
  float formula_size = 0, width = 0, space = 0;  // space before it; 0: glued to the atom before,
  bool breaks = false;                           // unless a line may break between them
  float above = 0, below = 0;                    // px over and under the baseline, of formulae
};

TextRun styled(const lesson::Run& run, const ProseStyle& style, const Theme& theme) {
  const Face face = run.kind == Kind::strong || run.kind == Kind::role ? Face::semibold
                    : run.kind == Kind::code                           ? Face::mono
                    : run.kind == Kind::emphasis                       ? Face::medium
                                                                       : style.face;
  const float size = run.kind == Kind::code ? style.size * 0.94f : style.size;
  const Color color = run.kind == Kind::role   ? theme.role(run.role)
                      : run.kind == Kind::text ? style.plain
                                               : style.strong;
  return {"", {face, size}, color, 0};
}

// A formula that was not typeset is shown as its source without TeX markup.
std::string without_marks(std::string_view tex) {
  std::string out;
  for (std::size_t i = 0; i < tex.size(); ++i) {
    if (tex[i] == '\\') {
      while (i + 1 < tex.size() && (static_cast<unsigned>(tex[i + 1] | 32) - 'a' < 26)) ++i;
    } else if (tex[i] != '{' && tex[i] != '}' && tex[i] != '$') {
      out += tex[i];
    }
  }
  return out;
}

bool same_style(const TextRun& a, const TextRun& b) {
  return a.font.face == b.font.face && a.font.size == b.font.size && a.font.tracking == b.font.tracking &&
         a.color == b.color && a.rise == b.rise;
}

// A formula is as a letter.
std::u32string characters_of(const lesson::Paragraph& paragraph) {
  std::u32string all;
  for (const lesson::Run& run : paragraph.runs) {
    if (run.kind == Kind::tex) all += U'x';
    else all += text::decoded(run.text);
  }
  return all;
}

std::vector<Atom> atoms_of(Type& type, const Formulae& formulae, const Theme& theme, const lesson::Paragraph& paragraph,
                           const ProseStyle& style) {
  std::vector<Atom> atoms;
  const float space = type.width(" ", {Face::regular, style.size});
  const std::vector<bool> may_break = text::breaks_within_words(characters_of(paragraph));
  bool spaced = false, breaks = false;
  std::size_t character = 0;
  for (const lesson::Run& run : paragraph.runs) {
    if (run.kind == Kind::tex) {
      Atom atom;
      atom.breaks = may_break[character++];
      atom.formula = formulae.find(run.text);
      if (atom.formula) {
        atom.formula_size = style.size * 1.1f;
        atom.width = atom.formula->width * atom.formula_size;
        atom.above = atom.formula->height * atom.formula_size;
        atom.below = atom.formula->depth * atom.formula_size;
      } else {
        atom.run = {without_marks(run.text), {Face::math, style.size * 1.1f}, style.strong, 0};
        atom.width = type.width(atom.run.text, atom.run.font);
      }
      atom.space = spaced ? space : 0;
      spaced = false;
      atoms.push_back(std::move(atom));
      continue;
    }
    const TextRun pattern = styled(run, style, theme);
    std::string word;
    const auto flush = [&] {
      if (word.empty()) return;
      Atom atom;
      atom.run = pattern;
      atom.run.text = word;
      atom.width = type.width(word, pattern.font);
      atom.space = spaced ? space : 0;
      atom.breaks = std::exchange(breaks, false);
      spaced = false;
      atoms.push_back(std::move(atom));
      word.clear();
    };
    for (std::size_t at = 0; at < run.text.size();) {
      const std::size_t from = at;
      const char32_t c = text::next_character(run.text, at);
      if (c == ' ' || c == '\n') {
        flush();
        spaced = true;
        ++character;
        continue;
      }
      if (may_break[character++]) {
        flush();
        breaks = true;
      }
      word.append(run.text, from, at - from);
    }
    flush();
  }
  return atoms;
}

// What a line holds, in the order of its text: pieces and the spaces between them.
struct Span {
  std::size_t from = 0, to = 0;         // bytes of the line's text
  const Prose::Piece* piece = nullptr;  // nullptr: a space
  float width = 0;
};

constexpr std::string_view object = "\uFFFC";  // what stands for a formula in the line's text

std::vector<Span> spans_of(Type& type, const std::vector<Prose::Piece>& pieces, std::string& line) {
  std::vector<Span> spans;
  float end = pieces.front().x;
  const auto add = [&](std::string_view words, const Prose::Piece* piece, float width) {
    spans.push_back({line.size(), line.size() + words.size(), piece, width});
    line += words;
  };
  for (const Prose::Piece& piece : pieces) {
    if (piece.x - end > 0.1f) add(" ", nullptr, piece.x - end);
    const float width =
        piece.formula ? piece.formula->width * piece.formula_size : type.width(piece.run.text, piece.run.font);
    add(piece.formula ? object : std::string_view(piece.run.text), &piece, width);
    end = piece.x + width;
  }
  return spans;
}

// The part of a piece that lies in a run of one direction.
Prose::Piece part_of(const Span& span, const std::string& line, const DirectedRun& run) {
  Prose::Piece part = *span.piece;
  if (part.formula) return part;
  const std::size_t from = std::max(span.from, run.from), to = std::min(span.to, run.from + run.length);
  part.run.text = line.substr(from, to - from);
  if (run.right_to_left && !text::has_right_to_left(part.run.text)) part.run.text = turned(part.run.text);
  return part;
}

// Puts the pieces of a line, from `first` on, in the order in which they stand where letters run from right to left. A
// paragraph that does so ends at the right: its first word stands there.
void order_line(Type& type, std::vector<Prose::Piece>& pieces, std::size_t first, float left, float right,
                bool right_to_left) {
  const std::vector<Prose::Piece> before(pieces.begin() + static_cast<std::ptrdiff_t>(first), pieces.end());
  if (before.empty()) return;
  std::string line;
  std::vector<Span> spans = spans_of(type, before, line);
  pieces.resize(first);
  float x = left;
  const Direction paragraph = right_to_left ? Direction::right_to_left : Direction::left_to_right;
  for (const DirectedRun& run : type.order(line, paragraph).runs) {
    std::vector<Span> there;
    for (const Span& span : spans)
      if (span.from < run.from + run.length && run.from < span.to) there.push_back(span);
    if (run.right_to_left) std::ranges::reverse(there);
    for (const Span& span : there) {
      if (span.piece == nullptr) {
        x += span.width;
        continue;
      }
      Prose::Piece part = part_of(span, line, run);
      part.x = x;
      x += part.formula ? span.width : type.width(part.run.text, part.run.font);
      pieces.push_back(std::move(part));
    }
  }
  if (!right_to_left || type.mirror().reflects()) return;
  for (std::size_t i = first; i < pieces.size(); ++i) pieces[i].x += right - x;
}

std::string words_of(const lesson::Paragraph& paragraph) {
  std::string words;
  for (const lesson::Run& run : paragraph.runs)
    if (run.kind != Kind::tex) words += run.text;
  return words;
}

// right: the right end of the column where the item begins there, else 0.
void add_bullet(Type& type, const ProseStyle& style, float right, float y, Prose& prose) {
  const Font font{Face::regular, style.size};
  const float left = right > 0 ? right - 2 - type.width("•", font) : 2.0f;
  const float base = y + style.line / 2 + 0.36f * style.size;
  prose.pieces.push_back({left, base, {"•", font, style.plain, 0}, nullptr, 0, prose.lines(), true});
}

}  // namespace

Prose lay_prose(Type& type, const Formulae& formulae, const Theme& theme, const explorer::Paragraphs& paragraphs,
                float width, const ProseStyle& style) {
  Prose prose;
  float y = 0;
  for (std::size_t p = 0; p < paragraphs.size(); ++p) {
    if (p > 0) y += paragraphs[p].item && paragraphs[p - 1].item ? style.gap / 3 : style.gap;
    const float top = y;
    const std::vector<Atom> atoms = atoms_of(type, formulae, theme, paragraphs[p], style);
    const float indent = paragraphs[p].item ? style.size : 0;
    const std::string words = words_of(paragraphs[p]);
    const bool ordered = text::has_right_to_left(words);
    const bool from_right = ordered && type.order(words, Direction::found).right_to_left;
    const bool at_right = from_right && !type.mirror().reflects();
    if (paragraphs[p].item) add_bullet(type, style, at_right ? width : 0, y, prose);
    std::size_t line_first = prose.pieces.size();
    float x = indent, above = 0, below = 0;
    const auto end_line = [&] {
      // Tall formulae increase the spacing of their line; all others have the line height of the style.
      const float room_above = style.line * 0.72f, room_below = style.line * 0.38f;
      const float extra = std::max(above - room_above, 0.0f);
      const float base = y + extra + style.line / 2 + 0.36f * style.size;
      if (ordered)
        order_line(type, prose.pieces, line_first, at_right ? 0 : indent, at_right ? width - indent : width,
                   from_right);
      for (std::size_t i = line_first; i < prose.pieces.size(); ++i) prose.pieces[i].y = base;
      y += style.line + extra + std::max(below - room_below, 0.0f);
      line_first = prose.pieces.size();
      x = indent;
      above = below = 0;
      prose.line_ends.push_back(y);
    };
    for (std::size_t i = 0; i < atoms.size();) {
      std::size_t end = i + 1;
      float group = atoms[i].width;
      while (end < atoms.size() && atoms[end].space <= 0 && !atoms[end].breaks) group += atoms[end++].width;
      const bool begins = x <= indent;
      if (!begins && x + atoms[i].space + group > width) end_line();
      if (x > indent) x += atoms[i].space;
      for (; i < end; ++i) {
        above = std::max(above, atoms[i].above);
        below = std::max(below, atoms[i].below);
        // Parts of a line without spaces are drawn together: some letters depend on their neighbours.
        const bool joins = atoms[i].breaks && x > indent && prose.pieces.size() > line_first &&
                           !prose.pieces.back().formula && same_style(prose.pieces.back().run, atoms[i].run);
        if (joins) prose.pieces.back().run.text += atoms[i].run.text;
        else
          prose.pieces.push_back({x, 0, atoms[i].run, atoms[i].formula, atoms[i].formula_size, prose.lines(), false});
        x += atoms[i].width;
      }
    }
    if (!atoms.empty()) end_line();
    prose.paragraphs.emplace_back(top, y);
  }
  prose.height = y;
  return prose;
}

namespace {

float piece_end(Type& type, const Prose::Piece& piece) {
  return piece.x +
         (piece.formula ? piece.formula->width * piece.formula_size : type.width(piece.run.text, piece.run.font));
}

// Keeps the first lines and ends them with an ellipsis, after a word, within the width. False if nothing had to be cut.
bool shorten(Type& type, Prose& prose, std::size_t lines, float width, const ProseStyle& style) {
  if (prose.lines() <= lines || lines == 0) return false;
  auto& pieces = prose.pieces;
  std::erase_if(pieces, [&](const Prose::Piece& piece) { return piece.line >= lines; });
  prose.line_ends.resize(lines);
  prose.height = prose.line_ends.back();
  std::erase_if(prose.paragraphs, [&](const auto& ends) { return ends.first >= prose.height; });
  prose.paragraphs.back().second = std::min(prose.paragraphs.back().second, prose.height);
  const Font font{Face::regular, style.size};
  const auto end_of = [&](const Prose::Piece& piece) { return piece_end(type, piece); };
  const float space = type.width(" ", font), dots = type.width("…", font);
  while (pieces.size() > 1 && pieces.back().line + 1 == lines && end_of(pieces.back()) + space + dots > width)
    pieces.pop_back();
  if (pieces.empty()) return true;
  // After a word the ellipsis follows directly, after a full sentence with a space.
  Prose::Piece& last = pieces.back();
  std::string& words = last.run.text;
  while (!last.formula && words.size() > 1 && std::string_view(",;:(").contains(words.back())) words.pop_back();
  const bool sentence = !last.formula && !words.empty() && std::string_view(".!?").contains(words.back());
  Prose::Piece end{end_of(last) + (sentence || last.formula ? space : 1),
                   last.y,
                   {"…", font, style.plain, 0},
                   nullptr,
                   0,
                   last.line,
                   false};
  pieces.push_back(std::move(end));
  return true;
}

Hash hash_of(const Theme& theme, float width, const ProseStyle& style) {
  Hash hash;
  for (const float part : {width, style.size, style.line, style.gap}) hash.add(part);
  hash.add(std::uint64_t{style.plain} << 32 | style.strong);
  hash.add(static_cast<std::uint64_t>(style.face));
  hash.add(std::uint64_t{theme.bg0} << 32 | theme.text);
  return hash;
}

}  // namespace

const Prose& ProseShelf::lay(Type& type, const Formulae& formulae, const Theme& theme,
                             const explorer::Paragraphs& paragraphs, float width, const ProseStyle& style,
                             std::size_t most_lines) {
  Hash hash = hash_of(theme, width, style);
  hash.add(std::uint64_t{most_lines} << 1 | std::uint64_t{type.mirror().reflects()});
  for (const lesson::Paragraph& paragraph : paragraphs) {
    hash.add(std::uint64_t{paragraph.item} << 32 | paragraph.runs.size());
    for (const lesson::Run& run : paragraph.runs) {
      hash.add(static_cast<std::uint64_t>(run.kind) << 8 | static_cast<std::uint64_t>(run.role));
      hash.add(std::string_view(run.text));
      // A formula that has arrived since replaces its source text.
      if (run.kind == Kind::tex)
        hash.add(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(formulae.find(run.text))));
    }
  }
  return kept_.get(hash, [&] {
    Prose prose = lay_prose(type, formulae, theme, paragraphs, width, style);
    if (most_lines > 0) prose.cut = shorten(type, prose, most_lines, width, style);
    return prose;
  });
}

const Prose& ProseShelf::lay(Type& type, const Formulae& formulae, const Theme& theme, std::string_view words,
                             float width, const ProseStyle& style) {
  Hash hash = hash_of(theme, width, style);
  hash.add(std::uint64_t{type.mirror().reflects()});
  hash.add(words);
  return kept_.get(hash, [&] {
    lesson::Run run;
    run.text = words;
    return lay_prose(type, formulae, theme, {{false, {std::move(run)}}}, width, style);
  });
}

// A line is one block: its pieces are in order.
void draw_prose(const Pen& pen, Type& type, const Theme& theme, const Prose& prose, Point at, const ProseStyle& style) {
  const auto& pieces = prose.pieces;
  for (std::size_t from = 0, to = 0; from < pieces.size(); from = to) {
    float left = pieces[from].x, right = left;
    do {
      left = std::min(left, pieces[to].x);
      right = std::max(right, piece_end(type, pieces[to++]));
    } while (to < pieces.size() && pieces[to].line == pieces[from].line && pieces[to].dot == pieces[from].dot);
    const Mirror::Block line(type.mirror(), at.x + left, at.x + right);
    for (std::size_t i = from; i < to; ++i) {
      const Prose::Piece& piece = pieces[i];
      const Point base{at.x + piece.x, at.y + piece.y};
      if (piece.formula) draw(pen, type, theme, *piece.formula, base, piece.formula_size, style.plain);
      else pen.text({base.x, base.y}, piece.run.text, piece.run.font, piece.run.color);
    }
  }
}

}  // namespace ui
