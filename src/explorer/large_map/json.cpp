// See json.hpp.
#include "explorer/large_map/json.hpp"

#include <algorithm>

#include "explorer/json/write.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/state/impl.hpp"
#include "large_map/row.hpp"

namespace explorer {

namespace {

constexpr std::size_t most_listed = 8, most_listed_in_page = 3, page = 20, most_page = 100, most_found = 200;

LargeRowJson row_json(const Explorer& self, const large_map::Computation& large, std::size_t row, std::size_t listed) {
  const large_map::Row view = large_map::row_of(large, row);
  const auto name = [&](std::size_t token) {
    std::string words;
    self.write_large_token(words, token);
    return words;
  };
  LargeRowJson out{name(row), {}, view.keys, print_number("%.*f", 2, view.entropy)};
  for (const std::size_t place : large_map::largest_of_row(view, listed))
    out.largest.push_back({name(place), print_number("%.*f", 4, view.weights[place]), view.weights[place]});
  return out;
}

}  // namespace

// Without a canvas no frames compute the vectors piece by piece, so they are computed at once when rows are requested.
const large_map::Computation& Explorer::Impl::whole_large() const {
  the_large().finish_vectors();
  return *large;
}

LargeJson Explorer::Impl::large_json(const Explorer& self) const {
  const large_map::Computation& all = the_large();
  LargeJson out;
  out.setup = &state.large.setup;
  out.look = &state.large.look;
  for (std::size_t head = 0; head < all.heads(); ++head) {
    std::string& name = out.head_names.emplace_back();
    self.write_large_head(name, head);
    name += ": ";
    self.write_large_pattern(name, head);
  }
  self.write_large_source(out.source);
  out.row = out.look->cell ? out.look->cell->first : out.setup->tokens - 1;
  if (all.map().ready()) out.followed = row_json(self, all, out.row, most_listed);
  out.page_rows = page;
  out.across = all.across();
  out.waits = all.waits();
  out.has_own = large_own_heads != nullptr;
  if (out.setup->model == large_map::Model::own) out.wants = wanted_own_head();
  out.found = all.find(out.look->find);
  out.found_count = out.found.size();
  if (out.found.size() > most_found) out.found.resize(most_found);
  return out;
}

std::string Explorer::large_rows_json(std::size_t first, std::size_t count) const {
  std::optional<LargeRowsJson> out;
  if (impl_->state.large.shown) {
    const large_map::Computation& all = impl_->whole_large();
    const std::size_t tokens = all.waits() ? 0 : all.setup().tokens, from = std::min(first, tokens);
    out = {from, {}};
    for (std::size_t row = from; row < from + std::min({count, tokens - from, most_page}); ++row)
      out->rows.push_back(row_json(*this, all, row, most_listed_in_page));
  }
  return json::text_of(out);
}

std::string Explorer::large_vectors_json(std::size_t first, std::size_t count) const {
  std::optional<LargeVectorsJson> out;
  if (impl_->state.large.shown) {
    const large_map::Map& map = impl_->whole_large().map();
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
