// Numbers are shown in all cells of a matrix or in none; without numbers a hatch marks negative cells.
#include "ui/stage/matrix.hpp"

#include <algorithm>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {
namespace {

using Status = explorer::CellView::Status;

float number_size_for(float pitch) {
  if (pitch >= 60) return 20;
  if (pitch >= 48) return 18;
  if (pitch >= 40) return 16.5f;
  if (pitch >= 33) return 14.5f;
  return pitch >= 28 ? 12.5f : 0;
}

float widest(Screen& s, const MatrixLook& look, float size) {
  float most = 0;
  for (const CellLook& cell : look.cells) most = std::max(most, s.type.width(cell.text, {Face::medium, size}));
  return most;
}

// The largest size from the density's down to 12 px at which every number fits; 0 when none does.
float fitting_size(Screen& s, const MatrixLook& look, float pitch, float gap) {
  const float first = number_size_for(pitch), room = pitch - gap - (pitch < 40 ? 4 : 8);
  if (first <= 0) return 0;
  const float need = widest(s, look, first);
  if (need <= room) return first;
  for (const float within : {room, pitch - gap -
                                       (pitch < 33   ? 2.5f
                                        : pitch < 40 ? 3
                                                     : 5)})  // closer to the edge only where it has to be
    if (const float smaller = std::floor(first * within / need * 2) / 2; smaller >= 12) return smaller;
  return 0;
}

// Whole numbers and ids are a digit or a letter or two, which narrower cells have room for.
float fitting_whole_size(Screen& s, const MatrixLook& look, float pitch, float gap, bool ids) {
  constexpr float least = 12;
  if (pitch >= 28) return fitting_size(s, look, pitch, gap);
  return pitch >= (ids ? 14 : 16) && widest(s, look, least) <= pitch - gap - 3 ? least : 0;
}

bool whole_numbers(const MatrixLook& look) {
  return std::ranges::none_of(look.cells,
                              [](const CellLook& cell) { return cell.text.find_first_of(".e") != std::string::npos; });
}

// Includes masked weights: their 0 takes as much room as any number.
bool has_digits(const explorer::CellView& cell) {
  return cell.status == Status::shown || (cell.status == Status::masked && std::isfinite(cell.value));
}

// Two or three digits, and a power of ten from four digits before the point: 7.4, 117, 8.9e6, 1.2e−7; without decimals
// 7, 117, 9e6.
std::string with_own_power(double value, int decimals) {
  const double size = std::abs(value);
  if (value == 0) return "0";
  if (size >= 0.095 && size < 999.5) {
    const int places = size < 9.95 ? decimals : 0;
    const double unit = std::pow(10.0, places), rounded = std::round(value * unit) / unit;
    if (rounded != 0) return graph::format_number(rounded, places, std::abs(rounded - value) <= 1e-9 * size);
  }
  const double unit = std::pow(10.0, decimals);
  int exponent = static_cast<int>(std::floor(std::log10(size)));
  if (std::round(size / std::pow(10.0, exponent) * unit) >= 10 * unit) ++exponent;
  const double digits = std::round(value / std::pow(10.0, exponent) * unit) / unit;
  return graph::format_number(digits, decimals, false) + "e" + graph::format_number(exponent, 0);
}

// Returns false and changes nothing if the cells have no room for that.
bool own_powers(Screen& s, const Block& block, MatrixLook& look) {
  for (const int decimals : {1, 0}) {
    MatrixLook own = look;
    own.own_powers = true;
    for (CellLook& cell : own.cells)
      if (has_digits(cell.view)) cell.text = with_own_power(cell.view.value, decimals);
    own.number_size = fitting_size(s, own, block.pitch, block.gap);
    if (own.number_size <= 0) continue;
    own.decimals = decimals;
    look = std::move(own);
    return true;
  }
  return false;
}

// Lines across a cell: rising for masked, falling for negative.
void hatch_cell(const Pen& pen, Rect at, Color ink, bool rising) {
  for (float d = 4; d < at.width() + at.height(); d += rising ? 7.0f : 5.0f) {
    const float x0 = std::max(at.x0, at.x0 + d - at.height()), x1 = std::min(at.x1, at.x0 + d);
    const float y0 = at.y0 + d - (x0 - at.x0), y1 = at.y0 + d - (x1 - at.x0);
    if (rising) pen.line({x0, at.y1 - (y0 - at.y0)}, {x1, at.y1 - (y1 - at.y0)}, ink, 1);
    else pen.line({x0, y0}, {x1, y1}, ink, 1);
  }
}

}  // namespace

void draw_hatch(const Screen& s, const Block& block, const MatrixLook& look, const CellLook& cell, Rect at,
                float alpha) {
  if (look.number_size > 0 || alpha <= 0) return;
  if (cell.view.status == Status::masked && block.pitch >= 12)
    hatch_cell(s.pen, at, faded(s.theme.line2, 0.75f * alpha), true);
  else if (cell.view.status == Status::shown && cell.view.value < 0 && block.pitch >= 8 && !sequential(look.scale))
    hatch_cell(s.pen, at, faded(cell.ink, 0.38f * alpha), false);
}

float corner_of(float pitch) { return pitch >= 24 ? cell_radius : pitch >= 12 ? cell_radius_small : 0; }

static std::vector<CellLook> cell_looks(Screen& s, const Block& block, const explorer::TensorView& tensor,
                                        std::size_t followed, ColorScale scale) {
  std::vector<CellLook> looks;
  looks.reserve(block.rows * block.columns);
  // A single number has nothing to be compared with by its colour.
  const bool alone = std::ranges::all_of(tensor.shape, [](std::size_t size) { return size == 1; });
  for (std::size_t r = 0; r < block.rows; ++r) {
    for (std::size_t c = 0; c < block.columns; ++c) {
      CellLook cell;
      cell.view = s.explorer.cell({tensor.node, index_at(block, tensor, r, c, followed)});
      cell.text = cell.view.text;
      cell.fill = cell.view.status == Status::shown ? cell_color(s, scale, cell.view.value, tensor.scale) : s.theme.bg0;
      cell.ink = Theme::ink(cell.fill);
      if (alone) cell.fill = s.theme.bg0, cell.ink = s.theme.role(tensor.role);
      if (cell.view.status == Status::hidden) cell.fill = s.theme.bg2;
      if (cell.view.status != Status::shown) cell.ink = s.theme.text3;
      if (cell.view.status == Status::not_finite) cell.ink = s.theme.error;
      looks.push_back(std::move(cell));
    }
  }
  return looks;
}

// Numbers that are too wide get fewer decimals, the whole matrix the same.
static void drop_decimals(Screen& s, const Block& block, const explorer::TensorView& tensor, MatrixLook& look) {
  for (int decimals = tensor.decimals - 1; decimals >= 0 && look.number_size <= 0; --decimals) {
    const double unit = std::pow(10.0, decimals);
    if (tensor.power_of_ten || tensor.largest * unit < 0.5) break;  // all of them would be 0
    if (decimals == 0 && tensor.largest < 10) break;  // colour is more informative than zeros and ones that come from
                                                      // rounding
    for (CellLook& cell : look.cells)
      if (has_digits(cell.view))
        cell.text = graph::format_number(std::round(cell.view.value * unit) / unit, decimals, false);
    look.decimals = decimals;
    look.number_size = fitting_size(s, look, block.pitch, block.gap);
  }
}

// Numbers far from 1 are written in units of a common power of ten.
static void share_power(Screen& s, const Block& block, const explorer::TensorView& tensor, MatrixLook& look) {
  const int exponent = static_cast<int>(std::floor(std::log10(tensor.largest)));
  const double unit = std::pow(10.0, exponent);
  for (CellLook& cell : look.cells) {
    if (!has_digits(cell.view)) continue;
    const double scaled = std::round(cell.view.value / unit * 10) / 10;
    const bool exact = std::abs(scaled * unit - cell.view.value) <= 1e-9 * std::abs(cell.view.value);
    cell.text = scaled == 0 && cell.view.value != 0 ? "≈0" : graph::format_number(scaled, 1, exact);  // 0 means
                                                                                                      // exactly 0
  }
  // Very different sizes: a common power would round most of them to nothing, so each has its own.
  const bool lost = std::ranges::any_of(look.cells, [](const CellLook& cell) { return cell.text == "≈0"; });
  const bool one = look.cells.size() == 1;  // no other cell to share a power with
  if ((lost || one) && own_powers(s, block, look)) return;
  look.number_size = fitting_size(s, look, block.pitch, block.gap);
  if (look.number_size <= 0) return;
  look.power = "× 10" + raised_digits(exponent);
  look.unit = unit;
  look.decimals = 1;
}

// If numbers are too wide: fewer decimals for the whole matrix, then a common power of ten, then colour only.
static MatrixLook computed_look(Screen& s, const Block& block, const explorer::TensorView& tensor,
                                std::size_t followed) {
  MatrixLook look;
  look.scale = scale_of(tensor);
  look.cells = cell_looks(s, block, tensor, followed, look.scale);
  const bool ids = std::isinf(tensor.scale);
  look.number_size = ids || whole_numbers(look) ? fitting_whole_size(s, look, block.pitch, block.gap, ids)
                     : block.pitch >= 28        ? fitting_size(s, look, block.pitch, block.gap)
                                                : 0;
  look.decimals = tensor.decimals;
  const bool far_from_one = (tensor.largest >= 1000 && !ids) || (tensor.largest > 0 && tensor.largest < 0.01f);
  const bool large = block.pitch >= 28;
  const bool tiny = tensor.largest < 1e-5f;  // decimals would be zeros and one digit
  if (large && !ids) drop_decimals(s, block, tensor, look);
  if (large && (look.number_size <= 0 || tensor.power_of_ten || tiny) && far_from_one)
    share_power(s, block, tensor, look);
  if (look.number_size <= 0 && look.cells.size() == 1 && has_digits(look.cells.front().view))
    own_powers(s, block, look);
  if (look.number_size <= 0) look.decimals = 0;
  for (CellLook& cell : look.cells) cell.text_width = s.type.width(cell.text, {Face::medium, look.number_size});
  return look;
}

MatrixLook look_of(Screen& s, const Block& block, const explorer::TensorView& tensor, std::size_t followed) {
  MatrixLook look = computed_look(s, block, tensor, followed);
  const explorer::Picture* const picture = s.around.picture;
  if (picture == nullptr) return look;
  if (!picture->numbers) look.number_size = 0;
  if (std::ranges::find(picture->blank, tensor.name) == picture->blank.end()) return look;
  for (CellLook& cell : look.cells) {  // empty, to be filled in on paper
    cell = {.view = cell.view, .text = {}, .fill = s.theme.bg0, .ink = cell.ink};
    cell.view.status = Status::hidden;
  }
  return look;
}

void mark_about(Screen& s, const Block& block, MatrixLook& look, const std::vector<bool>& about) {
  const MatrixLook before = look;
  for (std::size_t i = 0; i < look.cells.size() && i < about.size(); ++i)
    if (about[i] && !look.cells[i].text.starts_with("≈")) look.cells[i].text = "≈" + look.cells[i].text;
  look.number_size = fitting_size(s, look, block.pitch, block.gap);
  // ≈9 is narrower than ≈9.0; with powers per number, two digits are more useful than the sign.
  for (int decimals = before.decimals - 1; look.number_size <= 0 && !look.own_powers && decimals >= 0; --decimals) {
    const double unit = std::pow(10.0, decimals);
    for (std::size_t i = 0; i < look.cells.size() && i < about.size(); ++i) {
      if (!about[i]) continue;
      const double rounded = std::round(look.cells[i].view.value / look.unit * unit) / unit;
      look.cells[i].text = "≈" + graph::format_number(rounded, decimals);
    }
    look.number_size = fitting_size(s, look, block.pitch, block.gap);
  }
  if (look.number_size <= 0) look = before;
  for (CellLook& cell : look.cells) cell.text_width = s.type.width(cell.text, {Face::medium, look.number_size});
}

void draw_cells(Screen& s, const Block& block, const MatrixLook& look, const CellsLook& how) {
  const Pen& pen = s.pen;
  const float radius = corner_of(block.pitch);
  const auto count = static_cast<float>(block.rows * block.columns);
  // Staggered: each cell starts a little after the previous one, all within the given time.
  const float share = count > 1 ? 0.55f : 1;
  for (std::size_t r = 0; r < block.rows; ++r) {
    for (std::size_t c = 0; c < block.columns; ++c) {
      const CellLook& cell = look.at(block, r, c);
      Rect at = block.cell(r, c);
      const CellPose* pose = how.poses.empty() ? nullptr : &how.poses[r * block.columns + c];
      if (pose && pose->place > 0 && block.pitch >= 12)
        pen.outline(pen.snapped(at), faded(s.theme.line, pose->place), 1, radius);
      if (pose) at = pose->at;
      if (block.gap >= 1) at = pen.snapped(at);
      float here = pose ? pose->shown : 1;
      if (how.appear < 1 && !pose) {
        const float start = (1 - share) * static_cast<float>(r * block.columns + c) / count;
        here = ease_out(std::clamp((how.appear - start) / share, 0.0f, 1.0f));
      }
      if (here <= 0) continue;
      Color fill = how.before && how.changed < 1 && how.before->cells.size() == look.cells.size()
                       ? mixed(how.before->at(block, r, c).fill, cell.fill, how.changed)
                       : cell.fill;
      if (pose && pose->bar > 0) fill = mixed(fill, s.theme.role(look.scale.family), pose->bar);
      pen.fill(at, faded(fill, here), std::min(radius, at.height() / 2));
      const float told = pose ? pose->number : here;  // of what tells the number
      const bool odd = cell.view.status != Status::shown;
      if (odd && block.pitch >= 12) {
        const Color edge = cell.view.status == Status::not_finite ? s.theme.error : s.theme.line2;
        pen.outline(at, faded(edge, here), 1, radius);
      }
      if (look.number_size > 0) {
        const Point base{at.middle_x() - cell.text_width / 2, centred(at.middle_y(), look.number_size)};
        if (how.numbers > 0)
          pen.text(base, cell.text, {Face::medium, look.number_size}, faded(cell.ink, told * how.numbers));
      } else {
        draw_hatch(s, block, look, cell, at, told);
      }
      if (told >= 1 && ((how.notch && cell.view.free) || cell.view.edited) && block.pitch >= 24) {
        const float n = 8;
        const Point corner[] = {{at.x1 - n, at.y0}, {at.x1 - 1.5f, at.y0 + 0.5f}, {at.x1, at.y0 + n}};
        pen.convex(corner, faded(cell.view.edited ? cell.ink : mixed(cell.fill, cell.ink, 0.42f), here));
      }
    }
  }
}

namespace {

// The labels beside a matrix, and above it.
class Labels {
 public:
  Labels(Screen& s, const Block& block, const explorer::TensorView& tensor, float alpha)
      : s_(s), block_(block), tensor_(tensor), alpha_(alpha), size_(s.shell == Shell::embed ? 12.5f : label_size) {}

  void rows(std::optional<std::size_t> row) {
    const std::vector<std::string>& words = row_words(tensor_, block_.short_rows);
    for (std::size_t r = 0; r < block_.rows; ++r) {
      const bool marked = row == r;
      if ((r % block_.every_row != 0 && !marked) || block_.row_place(r) >= words.size()) continue;
      // Labels that are thinned out make room for the marked one between them.
      const bool touches = row && !marked && block_.every_row > 1 &&
                           std::abs(block_.cell(r, 0).middle_y() - block_.cell(*row, 0).middle_y()) < size_ + 2;
      if (touches) continue;
      const std::string& word = words[block_.row_place(r)];
      if (block_.pills) {
        pill(r, word, marked);
        continue;
      }
      const Rect cell = block_.cell(r, 0), line{block_.row_labels.x0, cell.y0, block_.row_labels.x1, cell.y1};
      const std::string& fitting = block_.whole_words ? s_.type.fitted(word, style(marked), line.width() + 4) : word;
      s_.pen.text_in(line, fitting, style(marked), ink(marked), block_.row_labels_right ? Align::left : Align::right);
    }
  }

  // Of matrices side by side, one label each.
  void panels(std::optional<std::size_t> column) {
    const std::size_t each = block_.columns / block_.panels;
    const auto& words = tensor_.labels[block_.panel_axis];
    const auto& brief = tensor_.labels_short[block_.panel_axis];
    constexpr float apart = 6;  // from the next matrix's label
    const float room = (block_.width() + block_.seam) / static_cast<float>(block_.panels) - apart;
    const bool long_words =
        std::ranges::all_of(words, [&](const std::string& word) { return s_.type.width(word, style(true)) <= room; });
    for (std::size_t p = 0; p < block_.panels && p < words.size(); ++p) {
      const Rect first = block_.cell(0, p * each), last = block_.cell(0, p * each + each - 1);
      const Rect line{first.x0 - 4, block_.column_labels.y0, last.x1 + 4, block_.column_labels.y1};
      const bool marked = column && *column / each == p;
      s_.pen.text_in(line, long_words ? words[p] : brief[p], style(marked), ink(marked), Align::centre);
    }
  }

  void columns(std::optional<std::size_t> column) {
    const std::vector<std::string>& words = column_words(tensor_, block_.short_columns);
    const auto small = [&](bool marked) {
      return block_.small_columns ? Font{style(marked).face, note_size} : style(marked);
    };
    // The marked column's label is drawn even between thinned-out ones; labels that would touch it are left out.
    const auto hides = [&](std::size_t c) {
      if (!column || *column == c || block_.every_column == 1 || block_.column_place(*column) >= words.size())
        return false;
      const float apart = std::abs(block_.cell(0, c).middle_x() - block_.cell(0, *column).middle_x());
      const float widths = s_.type.width(words[block_.column_place(c)], style(false)) +
                           s_.type.width(words[block_.column_place(*column)], style(true));
      return apart < widths / 2 + 4;
    };
    const std::vector<std::string>& in_full = column_words(tensor_, false);
    for (std::size_t c = 0; c < block_.columns; ++c) {
      const bool marked = column == c;
      const std::size_t place = block_.column_place(c);
      if ((c % block_.every_column != 0 && !marked) || place >= words.size() || hides(c)) continue;
      const Rect cell = block_.cell(0, c);
      const Rect line{cell.x0, block_.column_labels.y0, cell.x1, block_.column_labels.y1};
      // Of words that are abbreviated for the longest of them, those stay whole that fit.
      const bool whole = is_abbreviation(words[place]) && place < in_full.size() &&
                         s_.type.width(in_full[place], small(true)) <= line.width();
      s_.pen.text_in(line, whole ? in_full[place] : words[place], small(marked), ink(marked), Align::centre);
    }
  }

 private:
  Font style(bool marked) const { return {marked ? Face::semibold : Face::regular, size_}; }
  Color ink(bool marked) const { return faded(marked ? s_.theme.text : s_.theme.text3, alpha_); }

  void pill(std::size_t row, const std::string& word, bool marked) {
    const Rect frame = pill_rect(s_, block_, tensor_, row);
    const float radius = frame.height() / 2;
    s_.pen.fill(frame, faded(s_.theme.bg2, alpha_), radius);
    s_.pen.outline(frame, faded(marked ? s_.theme.text : s_.theme.line2, alpha_), marked ? 2.0f : 1.0f, radius);
    s_.pen.text_in(frame, s_.type.fitted(word, style(marked), frame.width() - 14), style(marked),
                   faded(s_.theme.text, alpha_), Align::centre);
  }

  Screen& s_;
  const Block& block_;
  const explorer::TensorView& tensor_;
  float alpha_, size_;
};

}  // namespace

void draw_labels(Screen& s, const Block& block, const explorer::TensorView& tensor, float alpha,
                 std::optional<std::size_t> row, std::optional<std::size_t> column) {
  Labels labels(s, block, tensor, alpha);
  if (!block.row_labels.empty()) labels.rows(row);
  if (block.column_labels.empty()) return;
  if (block.panels > 1) labels.panels(column);
  else labels.columns(column);
}

void draw_name(Screen& s, const Block& block, const explorer::TensorView& tensor, const MatrixLook& look, float alpha) {
  float size = s.shell == Shell::embed ? 19 : s.shell == Shell::phone ? 20 : 22;
  const auto symbol = [&]() -> const std::vector<TextRun>& {
    return s.symbol(tensor.symbol, size, s.theme.role(tensor.role), tensor.transposed && tensor.shape.size() > 1);
  };
  const Font shape{Face::medium, label_size}, axes{Face::regular, label_size};
  // A common power of ten must be shown: the symbol gets smaller, and the shape is dropped, to make room.
  const float power = look.power.empty() ? 0 : s.type.width(look.power, shape);
  const float room = block.name.width() - (power > 0 ? power + 9 : 0);
  if (const float wide = s.type.width(symbol()); wide > room) size *= std::max(room / wide, block.smallest_name());
  const float base = centred(block.name.middle_y(), label_size);
  float x = s.pen.snapped(block.name.x0);
  const float symbol_end = s.type.draw(s.pen.list(), {x, base + 0.5f}, symbol(), alpha * s.pen.alpha());
  s.pen.note_text({x, block.name.y0 - 1, symbol_end, block.name.y1 + 2});
  x = symbol_end + 9;
  const auto fits = [&](std::string_view words, Font font) { return x + s.type.width(words, font) <= block.name.x1; };
  std::string& extent = s.memory.words.next();
  write_shape(extent, tensor);
  x += power > 0 ? power + 12 : 0;
  const bool shaped = !extent.empty() && fits(extent, shape);
  x -= power > 0 ? power + 12 : 0;
  if (shaped) x = s.pen.text({x, base}, extent, shape, faded(s.theme.text2, alpha)) + 12;
  if (!look.power.empty()) x = s.pen.text({x, base}, look.power, shape, faded(s.theme.text, alpha)) + 12;
  std::string& words = s.memory.words.next();
  write_axes(words, tensor);
  if (s.shell != Shell::embed && fits(words, axes))
    x = s.pen.text({x, base}, words, axes, faded(s.theme.text3, alpha)) + 12;
  s.mark(s.joined({"name:", tensor.name}), {block.name.x0, block.name.y0, x - 12, block.name.y1});
}

Rect pill_rect(Screen& s, const Block& block, const explorer::TensorView& tensor, std::size_t row) {
  const std::vector<std::string>& words = row_words(tensor, block.short_rows);
  const std::size_t place = block.row_place(row);
  const float width =
      place < words.size() ? s.type.width(words[place], {Face::semibold, label_size}) + 20 : block.row_labels.width();
  const Rect cell = block.cell(row, 0);
  const float high = std::min(28.0f, cell.height());
  return s.pen.snapped(box(block.row_labels.x1 - std::min(width, block.row_labels.width()), cell.middle_y() - high / 2,
                           std::min(width, block.row_labels.width()), high));
}

Rect cells_rect(const Block& block, std::size_t row0, std::size_t row1, std::size_t column0, std::size_t column1) {
  return joined(block.cell(row0, column0), block.cell(row1, column1));
}

void draw_ring(Screen& s, Rect cells, float pitch, Color color, float width, float alpha) {
  const Rect at = s.pen.snapped(cells);
  // A selection is tight around its cell; rings around rows and columns keep a distance of a pixel.
  const float out = width >= 2.5f ? width : pitch >= 28 ? 3 : 2, radius = corner_of(pitch) + out;
  s.pen.outline(grown(at, out + 1), faded(s.theme.bg0, alpha * 0.6f), 1, radius + 1);
  s.pen.outline(grown(at, out), faded(color, alpha), width, radius);
}

}  // namespace ui
