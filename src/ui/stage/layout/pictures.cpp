// Drawings of anything but products and sums: rows taken from a table, words and their ids, rearranged cells, a sliding
// window over rows. Each is placed for a given cell pitch.
#include "ui/stage/layout/rules.hpp"

namespace ui::layout {
namespace {

constexpr float pill_pad = 22;  // added by the frame of a word

float curves_room(const Draft& draft) { return draft.d.long_labels ? 92.0f : 44.0f; }

// A vector drawn vertically, its top at y.
void place_upright(Draft& draft, std::size_t at, float x, float y, float name_room) {
  place_cells(draft, at, x, y);
  name_block(draft, at, true, false, name_room);
}

}  // namespace

// The table at the left; curves lead from its rows, past the ids, to the rows of the result.
float place_gather(Draft& draft, const Group& group, float top) {
  StageLayout& layout = draft.layout;
  const std::size_t table = *group.table, ids = *group.ids, result = *group.result;
  place_cells(draft, table, 0, 0);
  place_cells(draft, result, 0, 0);
  const float high = std::max(layout.blocks[table].height(), layout.blocks[result].height());
  const float y = top + head_room(draft), labels = row_label_room(draft, table, draft.d.long_labels);
  const auto centred_in = [&](std::size_t at) { return y + std::round((high - layout.blocks[at].height()) / 2); };

  place_cells(draft, table, labels, centred_in(table));
  label_rows(draft, table, false, draft.d.long_labels);
  label_columns(draft, table, false, draft.d.long_labels);
  name_block(draft, table, true, true, layout.blocks[table].width() + curves_room(draft) - 8);

  const float beside = draft.d.long_labels ? 28.0f : 14.0f;
  float x = layout.blocks[table].cells.x1 + curves_room(draft);
  place_upright(draft, ids, x, centred_in(result), draft.pitch + beside - 4);
  x = layout.blocks[ids].cells.x1 + beside;
  place_cells(draft, result, x, centred_in(result));
  label_rows(draft, result, true, draft.d.long_labels);
  label_columns(draft, result, false, draft.d.long_labels);
  name_block(draft, result, true, true, layout.blocks[result].width() + 90);
  // If the columns are labelled, all three names share a line.
  if (!layout.blocks[result].column_labels.empty()) {
    Rect& name = layout.blocks[ids].name;
    name = moved(name, 0, layout.blocks[result].name.y0 - name.y0);
  }
  return y + high;
}

// Words in order, the sorted list of all words, the ids: a column each, joined by curves.
float place_words(Draft& draft, const Group& group, float top) {
  StageLayout& layout = draft.layout;
  const std::size_t ids = *group.ids;
  place_cells(draft, ids, 0, 0);
  float high = layout.blocks[ids].height();
  if (group.table) {
    place_cells(draft, *group.table, 0, 0);
    high = std::max(high, layout.blocks[*group.table].height());
  }
  const float y = top + head_room(draft);
  const auto centred_in = [&](std::size_t at) { return y + std::round((high - layout.blocks[at].height()) / 2); };
  const float words = row_label_room(draft, ids, true) - draft.d.row_label + pill_pad;
  float x = words + curves_room(draft) * (group.table ? 0.8f : 0.55f);
  if (group.table) {
    const float known = row_label_room(draft, *group.table, true);
    place_upright(draft, *group.table, x + known, centred_in(*group.table), curves_room(draft));
    label_rows(draft, *group.table, false, true);
    x = layout.blocks[*group.table].cells.x1 + curves_room(draft);
  }
  place_upright(draft, ids, x, centred_in(ids), draft.pitch + 90);
  row_label_room(draft, ids, true);  // the words to show: long ones, unless they are too wide
  Block& block = layout.blocks[ids];
  block.row_labels = {0, block.cells.y0, words, block.cells.y1 - block.gap};
  return y + high;
}

// Before and after, side by side as far as the width allows; all lines start at the same left edge.
float place_moves(Draft& draft, const Group& group, float top) {
  StageLayout& layout = draft.layout;
  float labels = 0, whole = 0;
  for (const std::size_t at : group.blocks) {
    place_cells(draft, at, 0, 0);
    const float room = row_label_room(draft, at, draft.d.long_labels);
    labels = std::max(labels, room);
    whole += (whole > 0 ? draft.d.side_by_side : 0) + room + layout.blocks[at].width();
  }
  const bool one_line = whole <= draft.width;
  float x = 0, y = top + head_room(draft), bottom = y;
  for (const std::size_t at : group.blocks) {
    const float room = one_line ? row_label_room(draft, at, draft.d.long_labels) : labels;
    if (!one_line && x > 0) {
      x = 0;
      y = bottom + draft.d.groups * 0.6f + head_room(draft);
    }
    place_cells(draft, at, x + room, y);
    label_rows(draft, at, false, draft.d.long_labels);
    label_columns(draft, at, false, draft.d.long_labels);
    Block& block = layout.blocks[at];
    if (block.panels > 1 && !block.miniature) {  // each of several matrices has its own label
      const float half = draft.d.label_size / 2 + 1, line = block.cells.y0 - draft.d.label_above;
      block.column_labels = {block.cells.x0, line - half, block.cells.x1 - block.gap, line + half};
    }
    name_block(draft, at, true, true, block.width() + draft.d.side_by_side - 8);
    x = layout.blocks[at].cells.x1 + draft.d.side_by_side;
    bottom = std::max(bottom, layout.blocks[at].cells.y1);
  }
  return bottom;
}

// The input rows, the kernel beside those it covers, and its output. The kernel extends beyond both ends by half its
// length.
float place_window(Draft& draft, const Group& group, float top) {
  StageLayout& layout = draft.layout;
  const std::size_t half_rows = layout.blocks[*group.kernel].rows / 2;
  const auto half = static_cast<float>(half_rows);
  const float y = top + head_room(draft) + half * draft.pitch * 0.9f;
  float x = row_label_room(draft, group.left, draft.d.long_labels);
  float bottom = y;
  for (const std::size_t at : group.blocks) {
    place_cells(draft, at, x, y);
    if (at == group.left) label_rows(draft, at, false, draft.d.long_labels);
    if (at != *group.kernel) label_columns(draft, at, false, draft.d.long_labels);
    name_block(draft, at, true, true, layout.blocks[at].width() + draft.d.between - 8);
    if (at == group.left) {  // the window extends above the first row: name and labels are above its frame
      constexpr float frame = 4;
      Block& sequence = layout.blocks[at];
      for (Rect* r : {&sequence.name, &sequence.column_labels})
        if (!r->empty()) *r = moved(*r, 0, -half * draft.pitch * 0.9f - frame);
    }
    if (at == *group.kernel) {  // its name stays in place while it slides
      const float line = top + 11, high = layout.blocks[at].name.height() / 2;
      layout.blocks[at].name.y0 = line - high;
      layout.blocks[at].name.y1 = line + high;
    }
    x = layout.blocks[at].cells.x1 + draft.d.between;
    bottom = std::max(bottom, layout.blocks[at].cells.y1);
  }
  return bottom + half * draft.pitch;
}

}  // namespace ui::layout
