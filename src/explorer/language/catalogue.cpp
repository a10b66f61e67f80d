// Looks sentences up, with fallback from "pt-BR" to "pt" to English, and fills in their placeholders. Loading checks
// every id against English, so that a mistyped id is reported at once.
#include "explorer/language/catalogue.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "explorer/json/json.hpp"
#include "explorer/language/english.hpp"
#include "graph/core/messages.hpp"

namespace explorer {
namespace {

constexpr std::size_t max_catalogue_bytes = 1'000'000;

// Built once, because every label of every view is looked up. For an id in both tables, the one here wins.
const std::unordered_map<std::string_view, std::string_view>& english() {
  static const std::unordered_map<std::string_view, std::string_view> all = [] {
    std::unordered_map<std::string_view, std::string_view> sentences;
    sentences.reserve(english_sentences().size() + graph::messages().size());
    for (const auto& [id, words] : english_sentences()) sentences.try_emplace(id, words);
    for (const auto& [id, words] : graph::messages()) sentences.try_emplace(id, words);
    return sentences;
  }();
  return all;
}

std::string_view english_pattern(std::string_view id) {
  const auto found = english().find(id);
  return found != english().end() ? found->second : std::string_view{};
}

// The placeholders {n} of a sentence: a translation must use exactly those of the English one.
std::string places(std::string_view sentence) {
  std::string found;
  for (std::size_t i = 0; i + 2 < sentence.size(); ++i)
    if (sentence[i] == '{' && sentence[i + 2] == '}' && sentence[i + 1] >= '0' && sentence[i + 1] <= '9')
      if (!found.contains(sentence[i + 1])) found += sentence[i + 1];
  std::ranges::sort(found);
  return found;
}

}  // namespace

graph::Result<void> Catalogue::load(std::string_view language, std::string_view text) {
  if (!well_formed_language(language))
    return graph::fail("language", std::string(language),
                       "“" + std::string(language) + "” is not a language's short name, such as en or de.");
  if (text.size() > max_catalogue_bytes) return graph::fail("size", "", "A catalogue may have at most 1 MB.");
  const std::expected<json::Document, graph::Error> document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const json::Value root = document->root();
  if (!root.is_object())
    return graph::fail("catalogue", "", "A catalogue is an object from id to sentence: {\"top.undo\": \"…\"}.");

  std::map<std::string, std::string, std::less<>> sentences;
  for (const auto& [id, value] : root.members()) {
    if (id.starts_with("$")) continue;
    const std::string path = "/" + std::string(id);
    const std::string_view known = english_pattern(id);
    if (known.empty())
      return graph::fail("unknown", path,
                         "There is no sentence “" + std::string(id) + "”. Compare the ids with English.");
    const std::optional<std::string_view> sentence = value.text();
    if (!sentence) return graph::fail("type", path, "A sentence must be a text in quotes.");
    if (places(*sentence) != places(known))
      return graph::fail(
          "places", path,
          "The sentence must hold the same places in braces as the English: “" + std::string(known) + "”.");
    sentences.insert_or_assign(std::string(id), std::string(*sentence));
  }
  sentences_.insert_or_assign(std::string(language), std::move(sentences));
  return {};
}

std::string_view Catalogue::pattern(std::string_view language, std::string_view id) const {
  for (std::string_view tag = language; !tag.empty();) {
    if (const auto sentences = sentences_.find(tag); sentences != sentences_.end())
      if (const auto found = sentences->second.find(id); found != sentences->second.end()) return found->second;
    const std::size_t cut = tag.rfind('-');
    tag = cut == std::string_view::npos ? std::string_view{} : tag.substr(0, cut);
  }
  return english_pattern(id);
}

std::vector<graph::Words> Catalogue::fill(std::string_view language, std::string_view id,
                                          std::span<const std::string> args) const {
  const std::string_view found = pattern(language, id);
  if (found.empty()) return {{std::string(id), {}}};
  return graph::fill_words(found, args, [&](std::string_view inner) {
    const std::string_view word = pattern(language, inner);
    return std::string(word.empty() ? inner.substr(inner.rfind('.') + 1) : word);
  });
}

namespace {

std::string joined(const std::vector<graph::Words>& runs) {
  std::string out;
  for (const graph::Words& run : runs) out += run.text.empty() ? graph::plain(run.symbol) : run.text;
  return out;
}

}  // namespace

std::string Catalogue::text(std::string_view language, std::string_view id,
                            std::initializer_list<std::string_view> args) const {
  std::string out;
  write(out, language, id, args);
  return out;
}

void Catalogue::write(std::string& out, std::string_view language, std::string_view id,
                      std::initializer_list<std::string_view> args) const {
  const std::string_view found = pattern(language, id);
  if (found.empty()) out += id;
  else graph::fill_plain(out, found, {args.begin(), args.size()});
}

std::vector<graph::Words> Catalogue::words(std::string_view language, const graph::Message& message) const {
  return message.empty() ? std::vector<graph::Words>{} : fill(language, message.id, message.args);
}

std::string Catalogue::text(std::string_view language, const graph::Message& message) const {
  return joined(words(language, message));
}

bool Catalogue::knows(std::string_view id) const { return !english_pattern(id).empty(); }

void Catalogue::offer(std::string_view language, std::string_view name) {
  const auto same = std::ranges::find(offered_, language, &Offer::first);
  if (same != offered_.end()) same->second = name;
  else if (well_formed_language(language)) offered_.emplace_back(language, name);
}

bool Catalogue::speaks(std::string_view language) const {
  for (std::string_view tag = language; !tag.empty();) {
    if (tag == "en" || sentences_.contains(tag) || std::ranges::contains(offered_, tag, &Offer::first)) return true;
    const std::size_t cut = tag.rfind('-');
    tag = cut == std::string_view::npos ? std::string_view{} : tag.substr(0, cut);
  }
  return false;
}

std::set<std::string, std::less<>> Catalogue::languages() const {
  std::set<std::string, std::less<>> all{"en"};
  for (const auto& [language, sentences] : sentences_) all.insert(language);
  for (const auto& [language, name] : offered_) all.insert(language);
  return all;
}

bool well_formed_language(std::string_view tag) {
  if (tag.empty() || tag.size() > 35) return false;
  std::size_t run = 0;
  bool first = true;
  for (const char c : tag) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (c == '-') {
      if (run < (first ? 2u : 1u)) return false;
      run = 0;
      first = false;
    } else if (letter || (digit && !first)) {
      if (++run > (first ? 3u : 8u)) return false;
    } else {
      return false;
    }
  }
  return run >= (first ? 2u : 1u);
}

}  // namespace explorer
