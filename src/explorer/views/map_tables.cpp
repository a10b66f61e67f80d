// See map_tables.hpp.
#include "explorer/views/map_tables.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explorer/json/write.hpp"
#include "explorer/large_map/screen.hpp"
#include "explorer/model/data.hpp"
#include "explorer/model/screen.hpp"
#include "large_map/row.hpp"

namespace explorer {
namespace {

MapTable model_table(const Explorer& explorer, ModelHead head) {
  const WholeModel& told = explorer.model().data();
  const std::size_t tokens = told.tokens();
  MapTable out;
  explorer.model().write_head(out.name, head);
  if (tokens > most_table_tokens) return out;
  const std::span<const float> weights = told.weights_of(head);
  for (std::size_t token = 0; token < tokens; ++token) {
    const std::string& word = told.run->words[token];
    out.rows.push_back(word.empty() ? std::to_string(token + 1) : word);
    const auto row = weights.subspan(token * tokens, tokens);
    out.weights.emplace_back(row.begin(), row.end());
  }
  out.columns = out.rows;
  return out;
}

// A row for each part of a logit; of a lead over another word's also what it gave to each of the two.
MapTable part_table(const Explorer& explorer) {
  const ModelLedger& ledger = *explorer.model().data().ledger;
  const bool lead = ledger.asked.against.has_value();
  MapTable out;
  explorer.model().write_why_title(out.name);
  out.columns = lead ? std::vector<std::string>{ledger.word + " − " + ledger.against, ledger.word, ledger.against}
                     : std::vector<std::string>{ledger.word};
  for (const ModelPart& part : ledger.parts) {
    explorer.model().write_part(out.rows.emplace_back(), part);
    std::vector<double> values{part.value};
    if (lead) values.insert(values.end(), {part.of, part.against});
    out.weights.emplace_back(values.begin(), values.end());
  }
  return out;
}

// What the same number becomes with each head, or with each layer at each token, replaced: a row for each layer.
MapTable sweep_table(const Explorer& explorer, const ModelSweep& sweep) {
  const WholeModel& told = explorer.model().data();
  MapTable out;
  out.name = explorer.text("model.why.off");
  const std::size_t across = sweep.leads.size() / told.about->layers;
  for (std::size_t at = 0; at < across; ++at) {
    const bool parts = sweep.patched == ModelPatched::heads, last = at + 1 == across;
    if (parts) out.columns.push_back(last ? std::string(explorer.text("model.why.mlp")) : std::to_string(at + 1));
    else explorer.model().write_token(out.columns.emplace_back(), at);
  }
  for (std::size_t layer = 0; layer < told.about->layers; ++layer) {
    out.rows.push_back(explorer.text("model.why.layer", {std::to_string(layer + 1)}));
    const auto row = std::span(sweep.leads).subspan(layer * across, across);
    out.weights.emplace_back(row.begin(), row.end());
  }
  return out;
}

// The probability of the likeliest word after each token, after each layer.
MapTable lens_table(const Explorer& explorer, const ModelGrid& grid) {
  MapTable out;
  out.name = explorer.text("model.why.would");
  for (std::size_t at = 0; at < explorer.model().data().tokens(); ++at)
    explorer.model().write_token(out.columns.emplace_back(), at);
  for (std::size_t layer = 0; layer < grid.layers.size(); ++layer) {
    explorer.model().write_after(out.rows.emplace_back(), layer);
    std::vector<float>& row = out.weights.emplace_back();
    for (const ModelToken& word : grid.layers[layer]) row.push_back(static_cast<float>(word.probability));
  }
  return out;
}

std::vector<MapTable> why_tables(const Explorer& explorer) {
  const WholeModel& told = explorer.model().data();
  const std::optional<ModelAsked> asked = model_asked(told, explorer.state().model.look);
  std::vector<MapTable> out;
  if (!asked || !told.ledger || told.ledger->asked != *asked) return out;
  out.push_back(part_table(explorer));
  const ModelSweep* const sweep = explorer.model().sweep();
  if (sweep && !sweep->leads.empty()) out.push_back(sweep_table(explorer, *sweep));
  if (told.grid && !told.grid->layers.empty()) out.push_back(lens_table(explorer, *told.grid));
  return out;
}

// The visible part of n tokens along an axis: as much as the zoom lets be seen around the centre.
std::pair<std::size_t, std::size_t> visible_part(double centre, double zoom, std::size_t tokens) {
  const auto all = static_cast<double>(tokens);
  const double side = std::min(std::max(all / zoom, 1.0), all);
  const double first = std::clamp(centre * all - side / 2, 0.0, all - side);
  const auto from = static_cast<std::size_t>(std::floor(first));
  return {from, std::min(static_cast<std::size_t>(std::ceil(first + side)), tokens) - from};
}

MapTable large_table(const Explorer& explorer) {
  const large_map::Map& all = explorer.large_map().computation().map();
  const LargeLook& look = explorer.state().large.look;
  MapTable out;
  explorer.large_map().write_head(out.name, look.head);
  const auto [first_row, rows] = visible_part(look.y, look.zoom, all.tokens());
  const auto [first_column, columns] = visible_part(look.x, look.zoom, all.tokens());
  if (std::max(rows, columns) > most_table_tokens) return out;
  for (std::size_t row = first_row; row < first_row + rows; ++row) {
    explorer.large_map().write_token(out.rows.emplace_back(), row);
    const std::vector<float> weights = all.row(row);
    std::vector<float>& seen = out.weights.emplace_back();
    for (std::size_t j = first_column; j < first_column + columns; ++j)
      seen.push_back(j < weights.size() ? weights[j] : 0.0f);
  }
  for (std::size_t j = first_column; j < first_column + columns; ++j)
    explorer.large_map().write_token(out.columns.emplace_back(), j);
  return out;
}

}  // namespace

// What heads do over texts: a row for each head, a column for each measure.
std::vector<MapTable> atlas_tables(const Explorer& explorer) {
  const WholeModel& told = explorer.model().data();
  if (!told.about || !told.measured(explorer.state().model.look.texts, explorer.state().model.input)) return {};
  MapTable out;
  explorer.write(out.name, "model.over.title");
  for (std::size_t measure = 0; measure < model_measures; ++measure)
    explorer.model().write_measure(out.columns.emplace_back(), measure);
  for (std::size_t layer = 0; layer < told.about->layers; ++layer) {
    for (std::size_t head = 0; head < told.about->heads; ++head) {
      explorer.model().write_head(out.rows.emplace_back(), {layer, head});
      const std::span<const float> values = told.measures({layer, head});
      out.weights.emplace_back(values.begin(), values.end());
    }
  }
  return {out};
}

std::vector<MapTable> map_tables(const Explorer& explorer) {
  std::vector<MapTable> out;
  if (explorer.state().model.shown) {
    const ModelLook& look = explorer.state().model.look;
    if (look.why) return why_tables(explorer);
    if (look.over) return atlas_tables(explorer);
    for (const auto& head : {std::optional(look.head), look.compared})
      if (head && explorer.model().data().about && !explorer.model().data().weights_of(*head).empty())
        out.push_back(model_table(explorer, *head));
  } else if (explorer.state().large.shown && explorer.large_map().computation().map().ready()) {
    out.push_back(large_table(explorer));
  }
  return out;
}

std::string Explorer::map_tables_json() const { return json::text_of(map_tables(*this)); }

std::string Explorer::atlas_texts_json() const {
  const std::optional<ModelAtlas>& atlas = model().data().atlas;
  return atlas && !atlas->means.empty() ? json::text_of(*atlas) : "null";
}

}  // namespace explorer
