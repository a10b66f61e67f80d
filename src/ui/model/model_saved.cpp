// Pictures of the model screen for files: the chosen head's map beside the compared one, the arcs, all heads in small, the
// parts of a logit.
#include <algorithm>

#include "ui/model/model.hpp"
#include "ui/widgets/weight_legend.hpp"

namespace ui {
namespace {

constexpr std::size_t most_saved_words = 40;  // under arcs
constexpr float maps_apart = 36, saved_title = 34, saved_side = 480, saved_chips = 38;

}  // namespace

void ModelFigure::saved_maps(Screen& s) {
  const Font title{Face::semibold, px(19), -0.2f};
  const Head chosen = look_.head;
  const float scale_room = 100, each = (s.around.width - scale_room) / (look_.compared ? 2.0f : 1.0f) - maps_apart;
  float x = 0;
  Rect where;
  for (const auto& head : {std::optional(chosen), look_.compared}) {
    if (!head || !has_map(s, *head)) continue;
    look_.head = *head;
    s.pen.text({x, 22}, s.type.fitted(head_name(s, *head), title, each), title, s.theme.text);
    where = map_with_words(s, {x, saved_title}, {each, s.around.height - saved_title});
    x = std::max(where.x1, x + s.type.width(head_name(s, *head), title)) + maps_apart;
  }
  look_.head = chosen;
  const Rect bar = box(where.x1 + 26, where.y0 + 12, 10, std::clamp(where.height() - 90, 60.0f, 180.0f));
  draw_weight_legend(s, s.pen.snapped(bar), look_.steps, model(s).about->causal);
}

// The picture in the light of a head, and beside it what it is compared with.
void ModelFigure::saved_picture(Screen& s) {
  const Font title{Face::semibold, px(19), -0.2f};
  const float side = std::min((s.around.width - maps_apart) / 2, saved_side);
  float x = 0;
  for (const std::optional<RowOf>& shown : {std::optional(RowOf{look_.head, row(s)}), compared_row(s)}) {
    if (!shown) continue;
    const std::string_view name = look_.rollout ? s.text("model.picture.rollout") : head_name(s, shown->first);
    s.pen.text({x, 22}, s.type.fitted(name, title, side), title, s.theme.text);
    picture_stage(s, {x, saved_title, x + side, saved_title + side + saved_chips}, *shown, x == 0);
    x += side + maps_apart;
  }
}

void ModelFigure::saved_parts(Screen& s) {
  const explorer::WholeModel& told = model(s);
  if (look_.over) {
    if (told.atlas && !told.atlas->means.empty()) atlas_plot(s, 0, s.around.width, 0, s.around.height);
    return;
  }
  const std::optional<explorer::ModelAsked> asked = explorer::model_asked(told, look_);
  if (!look_.why || !asked || !told.ledger || told.ledger->asked != *asked) return;
  const float x1 = s.around.width, bottom = s.around.height;
  float y = reason_title(s, 0, x1, 0, true);
  y = reason_sum(s, 0, x1, y) + 12;
  switch (look_.parts) {
    case explorer::ModelParts::layer: return waterfall(s, {0, y, x1, bottom});
    case explorer::ModelParts::size: part_list(s, 0, x1, y, bottom); return;
    case explorer::ModelParts::off: heads_off(s, 0, x1, y, bottom); return;
    case explorer::ModelParts::lens: lens_grid(s, 0, x1, y, bottom); return;
  }
}

// Nothing where there is nothing to save yet: a picture without elements is none.
void ModelFigure::saved(Screen& s) {
  using Of = explorer::Picture::Of;
  const explorer::WholeModel& told = model(s);
  if (!told.about || !told.run || told.row(look_.head, row(s)).empty()) return;
  if (s.around.shows_alone(Of::map)) return saved_maps(s);
  if (s.around.shows_alone(Of::parts)) return saved_parts(s);
  if (s.around.shows_alone(Of::arcs) && told.run->picture) return saved_picture(s);
  if (s.around.shows_alone(Of::arcs)) {
    if (told.tokens() > 1 && told.tokens() <= most_saved_words)
      arcs(s, {0, 0, arcs_width(s), model_arcs_height(look_.compared.has_value())});
    return;
  }
  const bool whole = std::ranges::none_of(order_.heads, [&](Head head) { return told.picture(head).empty(); });
  if (s.around.shows_alone(Of::heads) && order_.heads.size() > 1 && whole) grid(s, 0, s.around.width, 0);
}

}  // namespace ui
