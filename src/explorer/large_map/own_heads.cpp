// Takes queries and keys of the reader's own for the large map, head by head.
#include <algorithm>
#include <utility>

#include "explorer/json/json.hpp"
#include "explorer/large_map/screen.hpp"

namespace explorer {

Result<void> LargeMapScreen::open_own_heads_json(std::string_view text) {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const json::Value root = document->root();
  const auto count = [&root](const char* key) { return root[key].index().value_or(0); };
  auto own = std::make_shared<large_map::OwnHeads>();
  own->name = root["name"].text().value_or("");
  own->tokens = count("tokens");
  own->heads = count("heads");
  own->width = count("width");
  for (const json::Value& word : root["words"].items()) own->words.emplace_back(word.text().value_or(""));
  if (own->tokens < large_map::least_tokens || own->tokens > large_map::most_tokens || own->heads == 0 ||
      own->heads > large_map::most_own_heads || own->width == 0 || own->width > large_map::widest_own_head)
    return graph::fail("size", "", shared_.say("refuse.large.own_size"));
  if (own->words.size() != own->tokens) own->words.assign(own->tokens, "");  // their numbers name them
  own_heads_ = std::move(own);
  hunted_ = {};  // the same place of other numbers
  // Setups of other tensors cannot be returned to.
  const auto is_own = [](const large_map::Setup& setup) { return setup.model == large_map::Model::own; };
  history().forget_if(is_own);
  if (is_own(state_.setup)) state_.setup = of_own_heads(state_.setup);
  computed().use(std::shared_ptr<const large_map::OwnHeads>(own_heads_));
  fit();
  ++shared_.version;
  return {};
}

Result<void> LargeMapScreen::give_own_head(std::size_t head, std::span<const float> numbers) {
  large_map::OwnHeads* const own = own_heads_.get();
  if (own == nullptr) return graph::fail("large", "", shared_.say("refuse.large.own_tensors"));
  const std::size_t count = own->tokens * own->width;
  if (head >= own->heads || numbers.size() != 2 * count)
    return graph::fail("size", "head", shared_.say("refuse.large.own_size"));
  own->take(head, numbers.data(), numbers.data() + count, state_.look.head);
  ++shared_.version;
  return {};
}

// The one that is shown; then, if all fit into memory, the others for their small pictures.
std::optional<std::size_t> LargeMapScreen::wanted_own_head() const {
  const large_map::OwnHeads& own = *own_heads_;
  if (!own.there.contains(state_.look.head)) return state_.look.head;
  for (std::size_t head = 0; head < own.heads && own.all_fit(); ++head)
    if (!own.there.contains(head)) return head;
  return std::nullopt;
}

}  // namespace explorer
