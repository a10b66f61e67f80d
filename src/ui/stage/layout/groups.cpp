// Places the three main kinds of drawings for a given cell pitch.
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "ui/stage/layout/rules.hpp"
#include "ui/type/symbol.hpp"

namespace ui::layout {
namespace {

float widest(Draft& draft, const std::vector<std::string>& words) {
  const auto [at, fresh] = draft.widest.try_emplace(&words);
  if (fresh)
    for (const std::string& word : words) at->second = std::max(at->second, draft.measure(word, draft.d.label_size));
  return at->second;
}

// The least pitch of columns whose centred labels do not touch. No label is much wider than its column, so that the first and
// the last one do not stand far out.
float pitch_for(Draft& draft, const std::vector<std::string>& words) {
  constexpr float most_outside = 14;
  const auto [at, fresh] = draft.pitches.try_emplace(&words);
  if (!fresh) return at->second;
  at->second = std::max(widest(draft, words) - most_outside, 0.0f);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const float both = draft.measure(words[i - 1], draft.d.label_size) + draft.measure(words[i], draft.d.label_size);
    at->second = std::max(at->second, both / 2);
  }
  return at->second;
}

bool abbreviated(const std::vector<std::string>& brief) { return std::ranges::any_of(brief, is_abbreviation); }

// Whether words would be abbreviated for less than this.
bool hardly_shorter(Draft& draft, const std::vector<std::string>& words, const std::vector<std::string>& brief) {
  constexpr float worth = 14;
  return abbreviated(brief) && widest(draft, words) < widest(draft, brief) + worth;
}

// Long words if they fit the pitch, smaller rather than abbreviated; else short ones, else smaller, else every n-th
// short one.
void choose_columns(Draft& draft, Block& block, bool long_words) {
  const explorer::TensorView& tensor = draft.tensor(block);
  const float room = block.pitch - 3;
  const std::vector<std::string>& words_in_full = column_words(tensor, false);
  const bool wanted = long_words || hardly_shorter(draft, words_in_full, column_words(tensor, true));
  block.short_columns = !wanted || pitch_for(draft, words_in_full) > room;
  block.every_column = 1;
  block.small_columns = false;
  if (!block.short_columns) return;
  const auto smaller = [&](float words) { return words * note_size / draft.d.label_size + 3; };
  if (wanted && abbreviated(column_words(tensor, true)) && smaller(pitch_for(draft, words_in_full)) <= block.pitch) {
    block.short_columns = false;
    block.small_columns = true;
    return;
  }
  const float words = pitch_for(draft, column_words(tensor, true)), need = words + 4;
  block.small_columns = need > block.pitch && smaller(words) <= block.pitch;
  if (block.small_columns) return;
  while (static_cast<float>(block.every_column) * block.pitch < need && block.every_column < block.columns) {
    block.every_column *= 2;
  }
}

// Whether numbers of this size are too wide for the cells, so that a common power of ten is factored out.
bool shares_power(const Draft& draft, const Block& block) {
  const explorer::TensorView& tensor = draft.tensor(block);
  const bool far_from_one = tensor.largest >= 1000 || (tensor.largest > 0 && tensor.largest < 0.01f);
  if (block.pitch < least_numbers_pitch || !far_from_one) return false;
  if (tensor.largest < 0.01f) return true;  // otherwise they would be shown as 0
  const std::string whole = graph::format_number(std::round(static_cast<double>(tensor.largest)), 0);
  return tensor.power_of_ten || draft.measure(whole, 10.5f) > block.pitch - block.gap - 5;
}

void choose_rows(Draft& draft, Block& block, bool long_words) {
  const explorer::TensorView& tensor = draft.tensor(block);
  const std::vector<std::string>& words = row_words(tensor, false);
  const bool wanted = long_words || hardly_shorter(draft, words, row_words(tensor, true));
  block.short_rows = !block.whole_words && (!wanted || widest(draft, words) > 96);
  block.every_row = 1;
  while (static_cast<float>(block.every_row) * block.pitch < draft.d.label_size + 2 && block.every_row < block.rows) {
    block.every_row *= 2;
  }
}

}  // namespace

const NameWidths& name_widths(Draft& draft, const explorer::TensorView& tensor) {
  const auto [at, fresh] = draft.names.try_emplace(&tensor);
  if (fresh) {
    const graph::Symbol& symbol = tensor.symbol;
    const std::string small = symbol.sub + symbol.sup;
    const bool turned = tensor.transposed && tensor.shape.size() > 1;
    const float share = draft.d.long_labels ? 1 : 20.0f / 22;  // of the size on wide screens
    at->second = {draft.measure(symbol.base, 23 * share) + draft.measure(small + (turned ? "T" : ""), 16 * share),
                  draft.measure(shape_words(tensor), 13),
                  draft.measure(symbol.base, 17) + draft.measure(small, 12) + 8};
  }
  return at->second;
}

void place_cells(Draft& draft, std::size_t at, float x, float y) {
  Block& block = draft.layout.blocks[at];
  block.pitch = draft.pitch;
  block.gap = draft.gap;
  if (const auto columns = static_cast<float>(block.columns); draft.shrinks && block.columns > most_color_columns) {
    block.pitch = std::min(block.pitch, (draft.width - 40) / columns);
    block.gap = 0;
  }
  if (block.miniature) {
    constexpr float largest = 12;
    const float least = draft.stacks ? 3 : 4;
    const auto cells = static_cast<float>(std::max(block.rows, block.columns));
    block.pitch = std::clamp(std::floor(draft.miniatures / cells), least, largest);
    block.gap = 1;
  }
  if (constexpr float with_power = 40; block.single && draft.pitch < least_numbers_pitch) {  // "2e−7"
    block.pitch = with_power;
    block.gap = 2;
  }
  if (!block.row_seams.empty() || !block.column_seams.empty())
    block.seam = std::clamp(block.pitch * (draft.d.long_labels ? 0.45f : 0.25f), block.miniature ? 3.0f : 6.0f, 18.0f);
  block.cells = box(x, y, block.width(), block.height());
}

float head_room(const Draft& draft) { return draft.d.name_above + 11; }

float row_label_room(Draft& draft, std::size_t at, bool long_words) {
  Block& block = draft.layout.blocks[at];
  if (block.miniature) return 0;
  if (block.pitch <= 0) block.pitch = draft.pitch;
  choose_rows(draft, block, long_words);
  // Longer words are cut; on a small screen labels get as much room as about four columns.
  const float longest = std::min(150.0f, draft.width * 0.23f);
  const float words = std::min(widest(draft, row_words(draft.tensor(at), block.short_rows)), longest);
  return words > 0 ? words + draft.d.row_label : 0;
}

void label_rows(Draft& draft, std::size_t at, bool right, bool long_words) {
  const float room = row_label_room(draft, at, long_words);
  Block& block = draft.layout.blocks[at];
  if (room <= 0) return;
  block.row_labels_right = right;
  const float inner = block.cells.x1 - block.gap + draft.d.row_label, outer = block.cells.x0 - draft.d.row_label;
  const float words = room - draft.d.row_label;
  block.row_labels = right ? Rect{inner, block.cells.y0, inner + words, block.cells.y1 - block.gap}
                           : Rect{outer - words, block.cells.y0, outer, block.cells.y1 - block.gap};
}

void label_columns(Draft& draft, std::size_t at, bool below, bool long_words) {
  Block& block = draft.layout.blocks[at];
  if (block.miniature || column_words(draft.tensor(at), true).empty()) return;
  choose_columns(draft, block, long_words);
  block.column_labels_below = below;
  const float half = draft.d.label_size / 2 + 1;
  const float y = below ? block.cells.y1 - block.gap + draft.d.label_below : block.cells.y0 - draft.d.label_above;
  block.column_labels = {block.cells.x0, y - half, block.cells.x1 - block.gap, y + half};
}

void name_block(Draft& draft, std::size_t at, bool above, bool labels_between, float room) {
  Block& block = draft.layout.blocks[at];
  block.name_above = above;
  const bool labelled = labels_between && !block.column_labels.empty();
  const float off = above ? (labelled ? draft.d.name_above : draft.d.label_above + 2)
                          : (labelled ? draft.d.name_below : draft.d.name_below_bare);
  const float y = above ? block.cells.y0 - off : block.cells.y1 - block.gap + off;
  const float half = draft.d.long_labels ? 11.0f : 9.0f;
  const explorer::TensorView& tensor = draft.tensor(at);
  const auto [in_full, extent, in_legend] = name_widths(draft, tensor);
  // A symbol wider than its matrix is set smaller.
  const float symbol =
      draft.d.long_labels ? in_full : std::clamp(block.cells.width(), in_full * block.smallest_name(), in_full);
  // If cells are few and small, the shape may be dropped: only the symbol, and a common power of ten, must be shown.
  const float power = shares_power(draft, block) ? 9 + draft.measure("× 10" + raised_digits(10), 13) : 0;
  block.name_needs = std::max(symbol + power, std::min(symbol + 9 + extent, std::max(symbol, block.cells.width())));
  block.name = {block.cells.x0, y - half, block.cells.x0 + std::max(room, block.name_needs), y + half};
}

namespace {

// Width on one line of the rest of the figure that starts with the group's i-th block.
float figure_width(Draft& draft, const Group& group, std::size_t i) {
  const auto figure = [&](std::size_t k) { return draft.layout.blocks[group.blocks[k]].figure; };
  float width = 0;
  for (std::size_t k = i; k < group.blocks.size() && figure(k) == figure(i); ++k) {
    const std::size_t at = group.blocks[k];
    place_cells(draft, at, 0, 0);
    width += (k > i ? draft.d.side_by_side : row_label_room(draft, at, draft.d.long_labels)) +
             draft.layout.blocks[at].width();
  }
  return width;
}

}  // namespace

// Matrices side by side; a new line when the width is used up, if possible between figures rather than within one. Row
// labels are at the left of the first matrix and wherever they change.
float place_row(Draft& draft, const Group& group, float top) {
  const Distances& d = draft.d;
  const float head = d.name_above + 11;
  // Beside a miniature every px counts.
  const bool tight = draft.layout.blocks[group.blocks.front()].miniature;
  const float between = tight ? d.side_by_side - 6 : d.side_by_side;
  float x = 0, y = top, bottom = top;
  const std::vector<std::string>* said = nullptr;
  const bool labels =
      std::ranges::any_of(group.blocks, [&](std::size_t at) { return !column_words(draft.tensor(at), true).empty(); });
  for (std::size_t i = 0; i < group.blocks.size(); ++i) {
    const std::size_t at = group.blocks[i];
    Block& block = draft.layout.blocks[at];
    place_cells(draft, at, 0, 0);
    const float cells = block.width();
    const std::vector<std::string>& words = row_words(draft.tensor(at), false);
    if (draft.stacks && i > 0 && block.miniature && draft.layout.blocks[group.blocks[i - 1]].miniature) {
      constexpr float sign = 16;  // of the product, before it
      place_cells(draft, at, sign, bottom + head);
      name_block(draft, at, true, true, cells + between - 8);
      x = std::max(x, sign + std::max(cells - block.gap, block.name_needs + 10 - between));
      bottom = block.cells.y1;
      continue;
    }
    const bool fresh_line = x == 0;
    const bool labelled = !block.miniature && (fresh_line || !said || *said != words);
    float room = labelled ? row_label_room(draft, at, d.long_labels) : 0;
    const float lead = fresh_line ? 0 : between;
    float needs = room + cells;
    if (i > 0 && draft.layout.blocks[group.blocks[i - 1]].figure != block.figure) {
      const float whole = figure_width(draft, group, i);
      if (whole <= draft.width) needs = std::max(needs, whole);
    }
    if (!fresh_line && x + lead + needs > draft.width) {
      draft.wrapped = true;
      x = group.apart ? d.side_by_side : 0;  // the sign of the product comes before it
      y = bottom + d.groups;
      room = row_label_room(draft, at, d.long_labels);
    } else {
      x += lead;
    }
    const bool first_of_stack = draft.stacks && i == 0 && block.miniature;
    constexpr float line = 17;  // of names
    place_cells(draft, at, x + room, y + head + (draft.stacks && !block.miniature ? line : 0));
    if (room > 0) label_rows(draft, at, false, d.long_labels);
    label_columns(draft, at, false, d.long_labels);
    name_block(draft, at, true, true, first_of_stack ? draft.width : cells + between - 8);
    // Names on a line share a baseline, with or without column labels.
    if (labels && block.column_labels.empty()) block.name = moved(block.name, 0, d.label_above + 2 - d.name_above);
    if (!block.miniature) said = &words;
    // A name wider than its matrix pushes the next one away.
    x += room + std::max(cells - block.gap, first_of_stack ? 0 : block.name_needs + 10 - between);
    bottom = std::max(bottom, block.cells.y1);
  }
  return bottom;
}

float place_corner(Draft& draft, const Group& group, float top) {
  const Distances& d = draft.d;
  StageLayout& layout = draft.layout;
  const float apart = std::max(d.between * 0.55f, 22.0f);  // results side by side
  const bool first_labelled = d.long_labels || layout.blocks[group.left].rows > 1;
  const float labels = first_labelled ? row_label_room(draft, group.left, d.long_labels) : 0;
  std::size_t inner_rows = 1;
  for (const Group::Product& p : group.products) inner_rows = std::max(inner_rows, layout.blocks[p.top].rows);

  const float head = d.name_above + 11;
  const float tops = top + head;
  const float results = tops + static_cast<float>(inner_rows) * draft.pitch + d.between;
  place_cells(draft, group.left, labels, results);
  if (labels > 0) label_rows(draft, group.left, false, d.long_labels);
  // Feature labels of the left operand are in the gap of the corner, facing those of the top one.
  if (d.feature_labels) label_columns(draft, group.left, false, false);
  layout.blocks[group.left].column_labels =
      moved(layout.blocks[group.left].column_labels, 0, d.long_labels ? 4.0f : d.label_above - d.between * 0.36f);

  float x = labels + layout.blocks[group.left].cells.width() + d.between;
  for (const Group::Product& p : group.products) {
    const bool is_first = &p == &group.products.front(), is_last = &p == &group.products.back();
    place_cells(draft, p.top, x, tops);
    place_cells(draft, p.result, x, results);
    label_columns(draft, p.top, false, d.long_labels);
    name_block(draft, p.top, true, true, layout.blocks[p.top].cells.width() + (is_last ? 90.0f : apart - 6));
    if (is_first && d.feature_labels) {
      label_rows(draft, p.top, false, false);
      Block& block = layout.blocks[p.top];
      block.row_labels = moved(block.row_labels, d.long_labels ? 2.0f : 3.0f, 0);
    }
    if (d.long_labels) {
      label_columns(draft, p.result, true, true);
      if (is_last) label_rows(draft, p.result, true, true);
    }
    name_block(draft, p.result, false, true, layout.blocks[p.result].cells.width() + (is_last ? 90.0f : apart - 6));
    x += layout.blocks[p.top].cells.width() + apart;
  }
  // The left operand's name is on the line of the results' names, so all names share a baseline.
  name_block(draft, group.left, false, false, layout.blocks[group.left].cells.width() + d.between - 8);
  Block& left = layout.blocks[group.left];
  const Rect line = layout.blocks[group.products.front().result].name;
  left.name.y0 = line.y0;
  left.name.y1 = line.y1;
  return line.y1;
}

float place_fan(Draft& draft, const Group& group, float top) {
  const Distances& d = draft.d;
  StageLayout& layout = draft.layout;
  const auto columns = [&](std::optional<std::size_t> at) {
    return at ? static_cast<float>(layout.blocks[*at].columns) : 0.0f;
  };
  const float left_cells = std::max(columns(group.values), columns(group.weights)) * draft.pitch;
  float labels = 0;
  for (const auto& at : {group.values, group.weights}) {
    if (at) labels = std::max(labels, row_label_room(draft, *at, d.long_labels));
  }
  // Without weighted copies the pipes need room for their labels and a bend.
  const float pipes = d.pipes + (group.parts ? 0.0f : 44.0f);
  const float left_end = labels + left_cells, right = left_end + pipes;
  const float upper = top + d.name_above + 11;
  const std::size_t keys = group.values ? layout.blocks[*group.values].rows : 1;
  const float lower = upper + static_cast<float>(keys) * draft.pitch + d.between;
  const float wide = left_cells + pipes - 10;

  if (group.values) {
    place_cells(draft, *group.values, left_end - columns(group.values) * draft.pitch, upper);
    label_rows(draft, *group.values, false, d.long_labels);
    label_columns(draft, *group.values, false, d.long_labels);
    name_block(draft, *group.values, true, true, wide);
  }
  if (group.parts) {
    place_cells(draft, *group.parts, right, upper);
    label_columns(draft, *group.parts, false, d.long_labels);
    name_block(draft, *group.parts, true, true, columns(group.parts) * draft.pitch + 90);
  }
  if (group.weights) {
    place_cells(draft, *group.weights, left_end - columns(group.weights) * draft.pitch, lower);
    label_rows(draft, *group.weights, false, d.long_labels);
    label_columns(draft, *group.weights, true, d.long_labels);
    name_block(draft, *group.weights, false, true, wide);
  }
  if (group.sum) {
    place_cells(draft, *group.sum, right, lower);
    label_columns(draft, *group.sum, true, d.long_labels);
    if (d.long_labels) label_rows(draft, *group.sum, true, true);
    name_block(draft, *group.sum, false, true, columns(group.sum) * draft.pitch + 90);
  }
  float bottom = lower;
  for (const std::size_t at : group.blocks)
    bottom = std::max({bottom, layout.blocks[at].cells.y1, layout.blocks[at].name.y1});
  return bottom;
}

}  // namespace ui::layout
