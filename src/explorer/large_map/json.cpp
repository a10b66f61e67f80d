// The large map as JSON: its state for the page, its rows and vectors for the reading view.
#include "explorer/json/json.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/large_map/link.hpp"
#include "explorer/state/color_steps.hpp"
#include "explorer/state/impl.hpp"
#include "large_map/row.hpp"

namespace explorer {

namespace {

using json::Node;

constexpr std::size_t most_listed = 8, page = 20, most_page = 100, most_found = 200;

Node row_node(const json::Writer& out, const Explorer& self, const large_map::Computation& large, std::size_t row,
              std::size_t listed) {
  const large_map::Row view = large_map::row_of(large, row);
  const std::vector<std::size_t> places = large_map::largest_of_row(view, listed);
  const auto name = [&](std::size_t token) {
    std::string words;
    self.write_large_token(words, token);
    return out.text(words);
  };
  return out.object({{"label", name(row)},
                     {"largest", out.array(places,
                                           [&](std::size_t place) {
                                             return out.object(
                                                 {{"label", name(place)},
                                                  {"text", out.text(print_number("%.*f", 4, view.weights[place]))},
                                                  {"value", out.number(view.weights[place])}});
                                           })},
                     {"keys", out.count(view.keys)},
                     {"entropy", out.text(print_number("%.*f", 2, view.entropy))}});
}

}  // namespace

// Without a canvas no frames compute the vectors piece by piece, so they are computed at once when rows are requested.
const large_map::Computation& Explorer::Impl::whole_large() const {
  the_large().finish_vectors();
  return *large;
}

std::string Explorer::Impl::large_json(const Explorer& self) const {
  const json::Writer out;
  if (!state.large.shown) return out.null();
  const large_map::Computation& all = the_large();
  const large_map::Setup& setup = state.large.setup;
  const LargeLook& look = state.large.look;
  std::vector<std::string> names;
  for (std::size_t head = 0; head < all.heads(); ++head) {
    std::string& name = names.emplace_back();
    self.write_large_head(name, head);
    name += ": ";
    self.write_large_pattern(name, head);
  }
  std::string source;
  self.write_large_source(source);
  std::vector<std::size_t> found = all.find(look.find);
  const std::size_t found_count = found.size();
  if (found.size() > most_found) found.resize(most_found);
  const std::size_t row = look.cell ? look.cell->first : setup.tokens - 1;
  return out.object({{"setup", out.object({{"of", out.text(large_tokens_word(setup.of))},
                                           {"picture", out.text(setup.own ? "own" : "page")},
                                           {"model", out.text(large_model_word(setup.model))},
                                           {"tokens", out.count(setup.tokens)},
                                           {"layers", out.count(setup.layers)},
                                           {"heads", out.count(setup.heads)},
                                           {"seed", out.count(setup.seed)},
                                           {"causal", out.boolean(setup.causal)}})},
                     {"head", out.count(look.head)},
                     {"headNames", out.texts(names)},
                     {"source", out.text(source)},
                     {"row", out.count(row)},
                     {"followed", all.map().ready() ? row_node(out, self, all, row, most_listed) : out.null()},
                     {"pageRows", out.count(page)},
                     {"mean", out.boolean(look.mean)},
                     {"across", out.count(all.across())},
                     {"find", out.text(look.find)},
                     {"found", out.indices(found)},
                     {"foundCount", out.count(found_count)}});
}

std::string Explorer::large_rows_json(std::size_t first, std::size_t count) const {
  const json::Writer out;
  if (!impl_->state.large.shown) return out.null();
  const large_map::Computation& all = impl_->whole_large();
  const std::size_t tokens = all.setup().tokens, from = std::min(first, tokens);
  std::vector<Node> rows;
  for (std::size_t row = from; row < from + std::min({count, tokens - from, most_page}); ++row)
    rows.push_back(row_node(out, *this, all, row, 3));
  return out.object({{"first", out.count(from)}, {"rows", out.array(rows)}});
}

std::string Explorer::large_vectors_json(std::size_t first, std::size_t count) const {
  const json::Writer out;
  if (!impl_->state.large.shown) return out.null();
  const large_map::Map& map = impl_->whole_large().map();
  const std::size_t from = std::min(first, map.tokens()), rows = std::min(count, map.tokens() - from);
  const auto node = [&](const std::vector<float>& all) {
    std::vector<Node> numbers;
    for (std::size_t i = from * map.width(); i < (from + rows) * map.width(); ++i)
      numbers.push_back(out.number(all[i]));
    return out.array(numbers);
  };
  return out.object({{"width", out.count(map.width())}, {"query", node(map.query())}, {"key", node(map.key())}});
}

}  // namespace explorer
