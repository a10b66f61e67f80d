// Pieces become tokens with a width; lines break only before an "=" or a "+", so terms stay whole.
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "imgui.h"
#include "ui/type/icons.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using graph::Piece;

using Token = TermLines::Token;
using Row = TermLines::Row;

std::string trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return std::string(text);
}

// Space on either side of an operator, in em; brackets and words have little.
float pad_of(const std::string& text) {
  if (text == "=" || text == "≈") return 0.52f;
  if (text == "+" || text == "−" || text == "-") return 0.46f;
  if (text == "·" || text == "×") return 0.24f;
  if (text == "/" || text == "÷") return 0.34f;
  return 0;
}

Token token_of(Screen& s, const Piece& piece, float size, bool first, bool noted) {
  const Theme& theme = s.theme;
  Token token;
  token.piece = &piece;
  if (noted && !piece.note.empty()) token.note = s.explorer.text(piece.note);
  const float scale = piece.level == Piece::Level::base ? 1 : 0.68f;
  const float rise = piece.level == Piece::Level::raised    ? 0.36f * size
                     : piece.level == Piece::Level::lowered ? -0.24f * size
                                                            : 0;
  const Color role = theme.role(piece.role);
  switch (piece.kind) {
    case Piece::Kind::name: {
      token.runs = symbol_runs(piece.symbol, size * 1.12f * scale, piece.role == graph::Role::none ? theme.text : role);
      for (TextRun& run : token.runs) run.rise += rise;
      if (!piece.text.empty()) token.runs.push_back({piece.text, {Face::medium, size * scale}, theme.text, rise});
      break;
    }
    case Piece::Kind::number: {
      const bool colored = piece.role != graph::Role::none;
      token.runs = {
          {piece.text, {colored ? Face::semibold : Face::regular, size * scale}, colored ? role : theme.text, rise}};
      break;
    }
    case Piece::Kind::result:
      token.runs = {{piece.text, {Face::semibold, size * scale}, theme.text, rise}};
      token.chip = true;
      break;
    case Piece::Kind::text: {
      const std::string words = trimmed(piece.text);
      const bool word = words.size() > 2 && static_cast<unsigned>((words[0] | 32) - 'a') < 26;
      token.runs = {{words, {Face::regular, size * scale}, word ? theme.text2 : theme.text3, rise}};
      token.pad = first || piece.level != Piece::Level::base ? 0 : pad_of(words);
      if (token.pad == 0 && words != piece.text) token.pad = 0.16f;
      token.breaks = words == "=" || words == "≈" || words == "+";
      break;
    }
  }
  token.width = s.type.width(token.runs) + (token.chip ? 16 : 0) + 2 * token.pad * size;
  return token;
}

// Terms, each with its leading sign, fill one row after the other.
std::vector<Row> rows_of(Screen& s, const graph::Line& line, float size, float room, bool with_notes) {
  std::vector<Row> rows(1);
  rows.back().size = size;
  std::vector<Token> term;
  const auto flush = [&] {
    float width = 0;
    for (const Token& token : term) width += token.width;
    if (rows.back().width + width > room && !rows.back().tokens.empty()) {
      rows.emplace_back();
      rows.back().size = size;
    }
    for (Token& token : term) {
      rows.back().width += token.width;
      rows.back().notes |= !token.note.empty();
      rows.back().tokens.push_back(std::move(token));
    }
    term.clear();
  };
  for (const Piece& piece : line.pieces) {
    Token token = token_of(s, piece, size, &piece == &line.pieces.front(), with_notes);
    if (token.breaks) flush();
    term.push_back(std::move(token));
  }
  flush();
  return rows;
}

float line_width(Screen& s, const graph::Line& line, float size) {
  float width = 0;
  for (const Piece& piece : line.pieces) width += token_of(s, piece, size, &piece == &line.pieces.front(), false).width;
  return width;
}

// The largest size, in steps of half a pixel, at which the line fits the width. Spacing does not shrink with the
// letters, so a size scaled in proportion is at most too large, and no fitting size is skipped.
std::optional<float> fitting_size(Screen& s, const graph::Line& line, float largest, float smallest, float room) {
  for (float size = largest;;) {
    const float width = line_width(s, line, size);
    if (width <= room) return size;
    if (size <= smallest) return std::nullopt;
    size = std::max(smallest, std::min(size - 0.5f, std::floor(size * room / width * 2) / 2));
  }
}

// The colour that the explained cell has on stage, for its chip.
Color chip_color(Screen& s, const explorer::ExplanationView& e) {
  for (const explorer::FigureView& figure : s.view.stage) {
    for (const explorer::TensorView& tensor : figure.tensors) {
      if (tensor.node != e.cell.node) continue;
      const explorer::CellView cell = s.explorer.cell(e.cell);
      if (cell.status != explorer::CellView::Status::shown) return s.theme.bg3;
      return cell_color(s, scale_of(tensor), cell.value, tensor.scale);
    }
  }
  return s.theme.bg3;
}

// If space is short, everything between the terms and the result is left out: "= 4 + 0 + 0".
graph::Line shortened(const graph::Line& line) {
  std::vector<std::size_t> equals;
  for (std::size_t i = 0; i < line.pieces.size(); ++i) {
    const Piece& p = line.pieces[i];
    const std::string words = trimmed(p.text);
    if (p.kind == Piece::Kind::text && p.level == Piece::Level::base && (words == "=" || words == "≈"))
      equals.push_back(i);
  }
  graph::Line out = line;
  if (equals.size() > 2) {
    const auto begin = out.pieces.begin();
    out.pieces.erase(begin + static_cast<std::ptrdiff_t>(equals[1]),
                     begin + static_cast<std::ptrdiff_t>(equals.back()));
  }
  return out;
}

bool is_sign(const Piece& piece, std::initializer_list<std::string_view> signs) {
  return piece.kind == Piece::Kind::text && piece.level == Piece::Level::base &&
         std::ranges::contains(signs, trimmed(piece.text));
}

// Where the terms of the sum after the first equals sign begin: each but the first at its sign. The last is its end.
std::vector<std::size_t> term_starts(const graph::Line& line) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < line.pieces.size(); ++i) {
    const bool equals = is_sign(line.pieces[i], {"=", "≈"});
    if (starts.empty() && equals) starts.push_back(i + 1);
    else if (starts.empty()) continue;
    else if (equals || is_sign(line.pieces[i], {"+", "−"})) starts.push_back(i);
    if (starts.size() > 1 && equals) return starts;
  }
  return {};
}

// How many terms of a sum the pieces are: a rest that is already summed up says in its note how many it is.
std::size_t terms_in(std::span<const Piece> pieces, std::size_t written) {
  for (const Piece& piece : pieces)
    if (piece.note.id == "note.more") return written - 1 + std::stoul(piece.note.args.front());
  return written;
}

// The first terms of a sum too long for its room, how many more there are, and its result, which is never left out.
graph::Line with_terms(Screen& s, const graph::Line& line, const std::vector<std::size_t>& starts, std::size_t kept) {
  graph::Line out;
  const auto at = [&](std::size_t i) { return line.pieces.begin() + static_cast<std::ptrdiff_t>(i); };
  out.pieces.assign(at(0), at(starts[kept]));
  const auto text = [](std::string_view words) {
    Piece piece;
    piece.text = words;
    return piece;
  };
  out.pieces.push_back(text("+"));
  const std::size_t more = terms_in({at(starts[kept]), at(starts.back())}, starts.size() - 1 - kept);
  out.pieces.push_back(text(s.text("note.more", {s.digits(more)})));
  out.pieces.insert(out.pieces.end(), at(starts.back()), line.pieces.end());
  return out;
}

// With as many terms as fit that number of rows of the width; all of them if even one does not.
graph::Line folded(Screen& s, const graph::Line& line, float size, float room, std::size_t rows) {
  const std::vector<std::size_t> starts = term_starts(line);
  if (starts.size() < 3 || rows_of(s, line, size, room, true).size() <= rows) return line;
  for (std::size_t kept = starts.size() - 2; kept > 0; --kept) {
    graph::Line shorter = with_terms(s, line, starts, kept);
    if (rows_of(s, shorter, size, room, true).size() <= rows) return shorter;
  }
  return line;
}

std::vector<TextRun> rule_runs(Screen& s, const std::vector<graph::Words>& rule, Font font) {
  std::vector<TextRun> runs;
  for (const graph::Words& words : rule) {
    if (!words.text.empty()) {
      runs.push_back({words.text, font, s.theme.text2, 0});
      continue;
    }
    const std::vector<TextRun> set = symbol_runs(words.symbol, font.size * 1.12f, s.theme.text2);
    runs.insert(runs.end(), set.begin(), set.end());
  }
  return runs;
}

float row_height(const Row& row) { return row.notes ? row.size * 0.9f + 27 : row.size * 0.9f + 11; }

// unwritten: how many tokens are still to be drawn.
void draw_row(Screen& s, const Row& row, Point at, Color chip, std::size_t& unwritten) {
  constexpr float notes_apart = 14, over_end = 8;
  float x = at.x, noted_until = at.x - 100, row_end = at.x + over_end;
  for (const Token& token : row.tokens) row_end += token.width;
  const float base = centred(at.y, row.size);
  for (const Token& token : row.tokens) {
    if (unwritten == 0) return;
    --unwritten;
    const float inner = token.pad * row.size;
    const Rect where{x + inner, at.y - row.size * 0.72f, x + token.width - inner, at.y + row.size * 0.72f};
    if (token.chip) {
      s.pen.fill(s.pen.snapped(where), chip, cell_radius);
      const Color ink = faded(Theme::ink(chip), s.pen.alpha());
      Point at_run{s.pen.snapped(x + inner + 8), base};
      for (const TextRun& run : token.runs)
        at_run.x = s.type.draw(s.pen.list(), {at_run.x, base - run.rise}, run.text, run.font, ink);
    } else {
      s.type.draw(s.pen.list(), {s.pen.snapped(x + inner), base}, token.runs, s.pen.alpha());
    }
    if (!token.note.empty()) {
      // A note belongs to its whole term: it is centred under it.
      const Font font{Face::regular, note_size};
      const float wide = s.type.width(token.note, font);
      float end = where.x1;
      for (const Token* next = &token + 1; next < row.tokens.data() + row.tokens.size(); ++next) {
        if (next->breaks || !next->note.empty() || token.chip || token.piece->kind == Piece::Kind::name) break;
        end += next->width;
      }
      const float middle = (where.x0 + std::max(end, where.x1)) / 2;
      // Apart from the note before it and within the row; where there is no room for that, it is left out.
      const float least = std::max(noted_until + notes_apart, at.x - 6);
      const float left = std::min(std::max(middle - wide / 2, least), row_end - wide);
      if (left >= least) {
        s.pen.text({left, at.y + row.size * 0.5f + 16}, token.note, font, s.theme.text3);
        noted_until = left + wide;
      }
    }
    if (token.piece->cell && where.contains(s.pointer()) && !s.touch() && ImGui::IsWindowHovered()) {
      s.out.cursor = "pointer";
      s.pen.across(where.x0, where.x1, where.y1 - 3, s.theme.text3);
      if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) s.command(explorer::Focus{token.piece->cell, true});
    }
    x += token.width;
  }
}

constexpr Font rule_font{Face::regular, 14}, rounding_font{Face::regular, label_size};

constexpr float cause_height = 20;
bool small_screen(const Screen& s) { return s.shell == Shell::phone || s.shell == Shell::embed; }
float pad_of(const Screen& s) { return small_screen(s) ? 16 : 21; }

TermLines measure(Screen& s, const explorer::ExplanationView& e, Rect place, bool brief) {
  TermLines m;
  const bool small = small_screen(s);
  m.pad = pad_of(s);
  const float room = place.width() - 2 * m.pad;
  m.rule = rule_runs(s, e.rule_words, rule_font);
  m.aside = small ? 0 : std::max(s.type.width(m.rule), s.type.width(e.rounding, rounding_font)) + 28;
  m.chip = chip_color(s, e);
  m.lines = e.lines;
  const bool unfolded = s.memory.provenance_unfolded && !brief;
  const bool other_forms = m.lines.size() > 1;
  if (!unfolded) m.lines.resize(1);  // other forms of it are shown when they are asked for
  if (small) {
    for (graph::Line& line : m.lines) {
      if (!line.pieces.empty() && line.pieces.front().kind == Piece::Kind::name) line.pieces.front().note = {};
      if (!unfolded && line_width(s, line, s.shell == Shell::phone ? 16.0f : 14.5f) > room) line = shortened(line);
    }
  }
  const float largest = s.shell == Shell::phone ? 17.5f : s.shell == Shell::embed ? 15.5f : provenance_size;
  const float smallest = place.width() < 320 ? 11.5f : small ? 13 : 15;
  std::optional<float> fits = fitting_size(s, m.lines.front(), largest, smallest, room - m.aside);
  if (!fits && m.aside > 0) {
    m.aside = 0;
    fits = fitting_size(s, m.lines.front(), std::min(largest, 17.0f), smallest, room);
  }
  const float size = fits.value_or(smallest);
  constexpr float low_window = 800;  // there the figure leaves room for two rows
  const std::size_t most = unfolded ? 12 : small ? 2 : brief ? 1 : s.around.height < low_window ? 2 : 3;
  bool folds = false;
  if (!unfolded) {
    const std::size_t before = m.lines.front().pieces.size();
    m.lines.front() = folded(s, m.lines.front(), size, room - m.aside, most);
    folds = m.lines.front().pieces.size() != before;
  }
  for (std::size_t i = 0; i < m.lines.size(); ++i) {
    const float at = i == 0 ? size : std::min(size, small ? 13.0f : 14.5f);
    for (Row& row : rows_of(s, m.lines[i], at, i == 0 ? room - m.aside : room, i == 0))
      m.rows.push_back(std::move(row));
  }
  m.cut = !brief && (folds || m.rows.size() > most || (other_forms && !unfolded));
  if (m.rows.size() > most) m.rows.resize(most);
  for (const Row& row : m.rows) m.content += row_height(row);
  if (m.aside <= 0 && !e.cause.empty() && !brief) m.content += cause_height;
  return m;
}

}  // namespace

Provenance::Provenance(Screen& s, Rect place, bool downwards, bool brief)
    : explanation_(s.explorer.explanation()),
      place_(place),
      panel_(place),
      brief_(brief),
      bar_(moves_bar_height(s, place.width())) {
  if (explanation_ && explanation_->lines.empty()) explanation_ = nullptr;
  if (!explanation_ && bar_ <= 0) return;
  if (explanation_)
    measured_ = &s.memory.terms.get(s.circumstances(s.explorer.stamp(), place, s.memory.provenance_unfolded),
                                    [&] { return measure(s, *explanation_, place, brief); });
  const float line = std::max(place.height(), measured_ ? measured_->content + 18 : 0);
  const float high = s.motion.move(motion_key("provenance"), line + bar_, panel_time);
  panel_ = s.pen.snapped(box(place.x0, downwards ? place.y0 : place.y1 - high, place.width(), high));
  if (bar_ > 0) place_ = {panel_.x0, panel_.y0 + bar_, panel_.x1, panel_.y1};
}

void Provenance::draw_hint(Screen& s) const {
  s.pen.panel(place_, s.theme.bg2, s.theme.line, panel_radius);
  const auto& state = s.explorer.state();
  const auto& pointed = state.hovered ? state.hovered : state.focused;
  const bool hidden = pointed && s.explorer.cell(*pointed).status == explorer::CellView::Status::hidden;
  const float pad = pad_of(s);
  float end = place_.x1 - pad;
  if (hidden && s.view.question && !s.view.question->revealed) {
    // The question mark of a hidden number comes with a button that reveals the answer.
    const std::string_view label = s.text("step.reveal");
    const Button show{.label = label, .before = Icon::eye};
    const float high = s.touch() ? touch_target : control_height, wide = button_width(s, show) + 12;
    const Rect where = box(end - wide, place_.middle_y() - high / 2, wide, high);
    if (button(s, "provenance-reveal", where, show)) s.command(explorer::Reveal{s.view.question->id});
    end = where.x0 - 12;
  }
  std::string_view hint = hidden ? s.text("stage.hidden") : s.hint("explain.empty");
  const Font font{Face::regular, small_screen(s) ? label_size : px(15)};
  const Rect words{place_.x0 + pad, place_.y0, end, place_.y1};
  if (hidden && s.type.width(hint, font) > words.width()) hint = s.text("stage.hidden.short");
  const std::vector<std::string>& lines = s.type.lines(hint, font, words.width());
  const bool fits =
      std::ranges::all_of(lines, [&](const std::string& line) { return s.type.width(line, font) <= words.width(); });
  if (!fits || lines.size() > 2) return;  // a button next to it says the same
  constexpr float pitch = 20;
  float y = words.middle_y() - static_cast<float>(lines.size()) * pitch / 2;
  for (const std::string& line : lines) {
    s.pen.text_in({words.x0, y, words.x1, y + pitch}, line, font, s.theme.text3);
    y += pitch;
  }
  s.mark("provenance-hint", words);
}

void Provenance::draw(Screen& s) const {
  const Mirror::Block line(s.type.mirror(), panel_);
  // Over a figure that scrolls. As large as the ring around it.
  s.begin_layer("provenance-layer", grown(panel_, 6));
  if (explanation_) draw_terms(s);
  else draw_hint(s);
  if (bar_ > 0) draw_moves_bar(s, {panel_.x0, panel_.y0, panel_.x1, place_.y0});
  s.end_layer();
}

void Provenance::draw_terms(Screen& s) const {
  const TermLines& m = *measured_;
  const Rect panel = bar_ > 0 ? place_ : panel_;
  s.mark("provenance-line", panel);
  const bool unfolded = s.memory.provenance_unfolded && !brief_;
  if (m.cut || unfolded) {
    const Hit hit = s.hit("provenance", panel);
    if (hit.clicked) s.memory.provenance_unfolded = !s.memory.provenance_unfolded;
    if (hit.focused) s.ring(panel, panel_radius);
    s.says(hit.focused, s.text("group.line"), "role.button", s.text(unfolded ? "focus.open" : "focus.closed"));
  }
  s.pen.panel(panel, s.theme.bg2, s.theme.line, panel_radius);
  s.pen.fill({panel.x0, panel.y0 + 12, panel.x0 + 3, panel.y1 - 12}, s.theme.role(explanation_->role), 1.5f);
  s.pen.clip(panel);
  float y = panel.y0 + std::max((panel.height() - m.content) / 2, 8.0f);
  // It is written as the numbers on stage are made, the result last.
  std::size_t tokens = 0;
  for (const Row& row : m.rows) tokens += row.tokens.size();
  std::size_t left = tokens;
  if (s.memory.made < 1)
    left = 1 + static_cast<std::size_t>(s.memory.made * static_cast<float>(std::max<std::size_t>(tokens, 1) - 1));
  for (const Row& row : m.rows) {
    draw_row(s, row, {panel.x0 + m.pad, y + row.size * 0.45f + 6.5f}, m.chip, left);
    y += row_height(row);
  }
  if (m.aside <= 0 && !explanation_->cause.empty() && !brief_) {
    s.pen.text_in({panel.x0 + m.pad, y, panel.x1 - m.pad, y + cause_height},
                  s.type.fitted(explanation_->cause, rounding_font, panel.width() - 2 * m.pad), rounding_font,
                  s.theme.text2);
  }
  if (m.aside > 0) {
    const float middle = panel.y0 + place_.height() / 2;
    const Point rule_at{s.pen.snapped(panel.x1 - m.pad - s.type.width(m.rule)), centred(middle - 9, rule_font.size)};
    s.type.draw(s.pen.list(), rule_at, m.rule, s.pen.alpha());
    s.pen.text_in({panel.x0, middle + 1, panel.x1 - m.pad, middle + 21}, explanation_->rounding, rounding_font,
                  s.theme.text3, Align::right);
  }
  if (m.cut || unfolded)
    draw_icon(s.pen, unfolded ? Icon::up : Icon::chevron, {panel.x1 - 10, panel.middle_y()}, s.theme.text3, 13);
  s.pen.unclip();
}

}  // namespace ui
