// A few tokens of a head for a lesson that computes with their vectors: the followed token and those that it looks at most.
#include <algorithm>

#include "explorer/json/write.hpp"
#include "explorer/model/screen.hpp"

namespace explorer {

namespace {

constexpr std::size_t most_example_tokens = 5;

void add_rows(std::vector<float>& into, const std::vector<float>& from, std::span<const std::size_t> tokens,
              std::size_t width) {
  if (from.empty()) return;
  for (const std::size_t token : tokens) {
    const auto row = from.begin() + static_cast<std::ptrdiff_t>(token * width);
    into.insert(into.end(), row, row + static_cast<std::ptrdiff_t>(width));
  }
}

}  // namespace

std::optional<ModelExample> ModelScreen::example() const {
  const WholeModel& model = *model_;
  const ModelLook& look = state_.look;
  const auto rows = model.vectors.find(look.head);
  if (rows == model.vectors.end() || !model.run) return std::nullopt;
  const std::size_t followed = look.row.value_or(model.usual_row());
  const std::vector<std::size_t> largest = largest_model_weights(model.row(look.head, followed), most_example_tokens);
  if (largest.empty()) return std::nullopt;
  const auto why = explain_model_weight(model, look.head, followed, largest.front());
  if (!why || !why->scaled || why->divided_by_layer || why->temperature != 1 || why->cap > 0 ||
      why->divisor != static_cast<double>(model.about->head_width))
    return std::nullopt;
  std::vector<std::size_t> tokens{followed};
  const auto add = [&](std::size_t token) {
    if (tokens.size() < most_example_tokens && !std::ranges::contains(tokens, token)) tokens.push_back(token);
  };
  if (look.column) add(*look.column);
  for (const std::size_t token : largest) add(token);
  std::ranges::sort(tokens);
  ModelExample out;
  write_head(out.name, look.head);
  out.width = model.about->head_width;
  out.tokens = model.tokens();
  for (const std::size_t token : tokens) write_token(out.words.emplace_back(), token);
  add_rows(out.query, rows->second.query, tokens, out.width);
  add_rows(out.key, rows->second.key, tokens, out.width);
  add_rows(out.value, rows->second.value, tokens, out.width);
  return out;
}

std::string ModelScreen::example_json() const { return json::text_of(example()); }

}  // namespace explorer
