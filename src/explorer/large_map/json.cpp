// See json.hpp.
#include "explorer/large_map/json.hpp"

#include <algorithm>

#include "explorer/json/write.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/large_map/screen.hpp"
#include "large_map/row.hpp"

namespace explorer {

namespace {

constexpr std::size_t most_listed = 8, most_listed_in_page = 3, page = 20, most_page = 100, most_found = 200;

}  // namespace

LargeRowJson LargeMapScreen::row_json(std::size_t row, std::size_t listed) const {
  const large_map::Row view = large_map::row_of(computed(), row);
  const auto name = [&](std::size_t token) {
    std::string words;
    write_token(words, token);
    return words;
  };
  LargeRowJson out{name(row), {}, view.keys, print_number("%.*f", 2, view.entropy)};
  for (const std::size_t place : large_map::largest_of_row(view, listed))
    out.largest.push_back({name(place), print_number("%.*f", 4, view.weights[place]), view.weights[place]});
  return out;
}

// Without a canvas no frames compute the vectors piece by piece, so they are computed at once when rows are requested.
const large_map::Computation& LargeMapScreen::whole() const {
  computed().finish_vectors();
  return *computed_;
}

LargeJson LargeMapScreen::json() const {
  const large_map::Computation& all = computed();
  LargeJson out;
  out.setup = &state_.setup;
  out.look = &state_.look;
  for (std::size_t head = 0; head < all.heads(); ++head) {
    std::string& name = out.head_names.emplace_back();
    write_head(name, head);
    name += ": ";
    write_pattern(name, head);
  }
  write_source(out.source);
  out.row = out.look->cell ? out.look->cell->first : out.setup->tokens - 1;
  out.column = out.look->cell ? out.look->cell->second : out.row;
  if (all.map().ready()) out.followed = row_json(out.row, most_listed);
  out.page_rows = page;
  out.across = all.across();
  out.waits = all.waits();
  out.has_own = own_heads_ != nullptr;
  if (out.setup->model == large_map::Model::own) out.wants = wanted_own_head();
  if (const std::optional<LargeHunt> told = hunt()) {
    write_hunt_task(out.hunt_task);
    write_hunt(out.hunt, *told);
    out.hunted = told->found;
  }
  out.found = all.find(out.look->find);
  out.found_count = out.found.size();
  if (out.found.size() > most_found) out.found.resize(most_found);
  return out;
}

std::string LargeMapScreen::rows_json(std::size_t first, std::size_t count) const {
  std::optional<LargeRowsJson> out;
  if (state_.shown) {
    const large_map::Computation& all = whole();
    const std::size_t tokens = all.waits() ? 0 : all.setup().tokens, from = std::min(first, tokens);
    out = {from, {}};
    for (std::size_t row = from; row < from + std::min({count, tokens - from, most_page}); ++row)
      out->rows.push_back(row_json(row, most_listed_in_page));
  }
  return json::text_of(out);
}

std::string LargeMapScreen::vectors_json(std::size_t first, std::size_t count) const {
  std::optional<LargeVectorsJson> out;
  if (state_.shown) {
    const large_map::Map& map = whole().map();
    const std::size_t tokens = map.ready() ? map.tokens() : 0;
    const std::size_t from = std::min(first, tokens), rows = std::min(count, tokens - from);
    const auto some = [&](const std::vector<float>& all) {
      const auto start = all.begin() + static_cast<std::ptrdiff_t>(from * map.width());
      return std::vector(start, start + static_cast<std::ptrdiff_t>(rows * map.width()));
    };
    out = {map.width(), some(map.query()), some(map.key())};
  }
  return json::text_of(out);
}

}  // namespace explorer
