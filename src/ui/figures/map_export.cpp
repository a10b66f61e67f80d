// See map_export.hpp. A model's map comes weight by weight; of the large map the visible part, pooled as on screen.
#include "ui/figures/map_export.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "explorer/model/data.hpp"
#include "explorer/state/color_steps.hpp"
#include "graph/explain/explanation.hpp"
#include "large_map/row.hpp"

namespace ui {
namespace {

constexpr int tones = 64;  // as the screen rounds them

char letter(explorer::ColorSteps steps, float weight) {
  if (!(weight >= 0)) return no_letter;
  return static_cast<char>(
      first_letter + std::lround(explorer::color_place(steps, std::min(weight, 1.0f)) * static_cast<float>(tones)));
}

FigureMapsJson with_legend(const explorer::Explorer& explorer, const Theme& theme, explorer::ColorSteps steps,
                           bool causal) {
  FigureMapsJson out;
  for (int tone = 0; tone <= tones; ++tone)
    out.palette.push_back(
        hex_color(theme.scale(graph::Family::weights, static_cast<float>(tone) / static_cast<float>(tones))));
  for (const double value : {0.0, 1.0, 0.5, 0.1, 0.25, 0.01, 0.75})
    out.ticks.push_back({graph::format_number(value, value == 0 || value == 1 ? 0 : 2),
                         explorer::color_place(steps, static_cast<float>(value))});
  constexpr std::array<std::string_view, 3> names{"large.legend.linear", "large.legend.sqrt", "large.legend.log"};
  out.legend = explorer.text("large.weight");
  out.steps = explorer.text(names[static_cast<std::size_t>(steps)]);
  out.ink = hex_color(theme.role(graph::Family::weights));
  out.query = hex_color(theme.role(graph::Family::query));
  out.key = hex_color(theme.role(graph::Family::key));
  if (causal) out.masked = explorer.text("large.masked");
  return out;
}

// ---- a whole model

class ModelMaps {
 public:
  explicit ModelMaps(const explorer::Explorer& explorer)
      : explorer_(explorer), told_(explorer.model()), look_(explorer.state().model.look) {}

  FigureMapJson named(explorer::ModelHead head) const {
    FigureMapJson map;
    explorer_.write_model_head(map.name, head);
    map.row_count = map.column_count = told_.tokens();
    return map;
  }

  FigureMapJson head(explorer::ModelHead head) const {
    FigureMapJson map = named(head);
    const std::size_t tokens = told_.tokens(), side = std::min(tokens, most_map_pixels);
    const std::span<const float> weights = told_.weights_of(head);
    if (look_.row && *look_.row < tokens) map.row = look_.row;
    if (map.row && look_.column && *look_.column < tokens) map.column = look_.column;
    if (tokens <= most_map_words) map.row_words = map.column_words = words();
    std::vector<float> largest(side * side, 0.0f);
    for (std::size_t i = 0; i < tokens; ++i)
      for (std::size_t j = 0; j < tokens; ++j) {
        float& into = largest[i * side / tokens * side + j * side / tokens];
        const float weight = weights[i * tokens + j];
        into = side == tokens || std::isnan(weight) ? weight : std::max(into, weight);
      }
    map.pixels = pixels(largest, side, tokens);
    if (side < tokens) return map;
    for (std::size_t i = 0; i < tokens; ++i)
      map.weights.emplace_back(weights.begin() + static_cast<std::ptrdiff_t>(i * tokens),
                               weights.begin() + static_cast<std::ptrdiff_t>((i + 1) * tokens));
    return map;
  }

  FigureMapJson small(explorer::ModelHead head) const {
    FigureMapJson map = named(head);
    map.name = std::to_string(head.layer + 1) + "." + std::to_string(head.head + 1);
    map.pixels = pixels(told_.picture(head), told_.picture_side(), told_.tokens());
    return map;
  }

 private:
  std::vector<std::string> words() const {
    std::vector<std::string> all = told_.run->words;
    for (std::size_t token = 0; token < all.size(); ++token)
      if (all[token].empty()) all[token] = std::to_string(token + 1);
    return all;
  }

  std::vector<std::string> pixels(std::span<const float> weights, std::size_t side, std::size_t tokens) const {
    std::vector<std::string> rows;
    if (weights.empty()) return rows;
    for (std::size_t i = 0; i < side; ++i) {
      std::string& row = rows.emplace_back();
      for (std::size_t j = 0; j < side; ++j) {
        const float weight = weights[i * side + j];
        const bool hidden =
            (told_.about->causal && j > i && !(weight > 0)) || (look_.hide_first && j * tokens / side == 0);
        row += hidden ? no_letter : letter(look_.steps, weight);
      }
    }
    return rows;
  }

  const explorer::Explorer& explorer_;
  const explorer::WholeModel& told_;
  const explorer::ModelLook& look_;
};

std::optional<FigureMapsJson> model_maps(const explorer::Explorer& explorer, const Theme& theme) {
  const explorer::WholeModel& told = explorer.model();
  const explorer::ModelLook& look = explorer.state().model.look;
  if (!told.about || told.tokens() == 0 || told.weights_of(look.head).empty()) return std::nullopt;
  const ModelMaps maps(explorer);
  FigureMapsJson out = with_legend(explorer, theme, look.steps, told.about->causal);
  out.maps.push_back(maps.head(look.head));
  if (look.compared && !told.weights_of(*look.compared).empty()) out.maps.push_back(maps.head(*look.compared));
  const explorer::ModelOrder order = explorer::model_order(told, look.sort);
  for (const explorer::ModelHead head : order.heads) out.heads.push_back(maps.small(head));
  if (std::ranges::any_of(out.heads, [](const FigureMapJson& map) { return map.pixels.empty(); })) out.heads.clear();
  if (out.heads.size() < 2) return out;
  out.across = order.groups.empty() ? told.about->heads : std::min<std::size_t>(order.heads.size(), 12);
  out.heading = explorer.text("model.heads", {std::to_string(out.heads.size())});
  return out;
}

// ---- the large map

// The visible part of n tokens: a square around the centre, within the map.
std::pair<std::size_t, std::size_t> visible_part(double centre, double zoom, std::size_t tokens) {
  const auto all = static_cast<double>(tokens);
  const double side = std::min(std::max(all / zoom, 1.0), all),
               first = std::clamp(centre * all - side / 2, 0.0, all - side);
  const auto from = static_cast<std::size_t>(std::floor(first));
  return {from, std::min(static_cast<std::size_t>(std::ceil(first + side)), tokens) - from};
}

std::vector<std::string> words_of(const explorer::Explorer& explorer, std::size_t first, std::size_t count) {
  std::vector<std::string> words;
  for (std::size_t token = first; count <= most_map_words && token < first + count; ++token)
    explorer.write_large_token(words.emplace_back(), token);
  return words;
}

// Cell by cell.
void add_weights(const large_map::Computation& large, explorer::ColorSteps steps, FigureMapJson& map) {
  const large_map::Map& all = large.map();
  for (std::size_t i = map.first_row; i < map.first_row + map.row_count; ++i) {
    const std::vector<float> row = all.row(i);
    std::string& pixels = map.pixels.emplace_back();
    for (std::size_t j = map.first_column; j < map.first_column + map.column_count; ++j)
      pixels += j < all.keys_of(i) ? letter(steps, row[j]) : no_letter;
    map.weights.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(map.first_column),
                             row.begin() + static_cast<std::ptrdiff_t>(map.first_column + map.column_count));
  }
}

// From the finest pooled sheet that has no more pixels than allowed.
void add_pooled(const large_map::Sheet& sheet, const explorer::LargeLook& look, FigureMapJson& map) {
  const std::size_t each = sheet.row_cells, last_row = map.first_row + map.row_count,
                    last_column = map.first_column + map.column_count;
  for (std::size_t i = map.first_row / each; i < std::min((last_row + each - 1) / each, sheet.rows); ++i) {
    std::string& pixels = map.pixels.emplace_back();
    for (std::size_t j = map.first_column / each; j < std::min((last_column + each - 1) / each, sheet.columns); ++j) {
      const float texel = sheet.texels[2 * (i * sheet.columns + j) + (look.mean ? 1 : 0)];
      pixels += texel == large_map::Sheet::masked ? no_letter : letter(look.steps, texel);
    }
  }
}

std::optional<FigureMapsJson> large_maps(const explorer::Explorer& explorer, const Theme& theme) {
  const large_map::Computation& large = explorer.large();
  const large_map::Map& all = large.map();
  const explorer::LargeLook& look = explorer.state().large.look;
  if (!all.ready()) return std::nullopt;
  FigureMapJson map;
  explorer.write_large_head(map.name, look.head);
  std::tie(map.first_row, map.row_count) = visible_part(look.y, look.zoom, all.tokens());
  std::tie(map.first_column, map.column_count) = visible_part(look.x, look.zoom, all.tokens());
  const std::size_t longest = std::max(map.row_count, map.column_count);
  if (longest <= most_map_pixels) {
    add_weights(large, look.steps, map);
  } else {
    const auto& levels = all.levels();
    const auto fits = std::ranges::find_if(
        levels, [&](const large_map::Sheet& level) { return longest <= most_map_pixels * level.row_cells; });
    if (fits == levels.end() || all.rows_known() < all.tokens()) return std::nullopt;
    add_pooled(*fits, look, map);
  }
  map.row_words = words_of(explorer, map.first_row, map.row_count);
  map.column_words = words_of(explorer, map.first_column, map.column_count);
  const auto within = [](std::size_t at, std::size_t first, std::size_t count) {
    return at >= first && at < first + count ? std::optional(at - first) : std::nullopt;
  };
  if (look.cell) {
    map.row = within(look.cell->first, map.first_row, map.row_count);
    map.column = within(look.cell->second, map.first_column, map.column_count);
  }
  FigureMapsJson out = with_legend(explorer, theme, look.steps, all.causal());
  out.maps.push_back(std::move(map));
  return out;
}

}  // namespace

std::optional<FigureMapsJson> figure_maps(const explorer::Explorer& explorer, const Theme& theme) {
  if (explorer.state().model.shown) return model_maps(explorer, theme);
  if (explorer.state().large.shown) return large_maps(explorer, theme);
  return std::nullopt;
}

}  // namespace ui
