// The interface's sentences by id and language. English is built in and complete; other languages are loaded on top and
// fall back to it sentence by sentence. "pt-BR" falls back to "pt" first.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/core/messages.hpp"
#include "graph/core/types.hpp"

namespace explorer {

class Catalogue {
 public:
  // Adds or replaces a language: a JSON object from id to sentence with {0}, {1} … An unknown id is an Error, and
  // nothing is added. Ids that begin with "$" are notes for translators and are skipped.
  graph::Result<void> load(std::string_view language, std::string_view text);
  // The sentence with its placeholders filled in. An unknown id is returned as is, so that a test can find it.
  std::string text(std::string_view language, std::string_view id,
                   std::initializer_list<std::string_view> args = {}) const;
  // The same, appended to `out`, reusing its memory.
  void write(std::string& out, std::string_view language, std::string_view id,
             std::initializer_list<std::string_view> args) const;
  std::string text(std::string_view language, const graph::Message& message) const;
  std::vector<graph::Words> words(std::string_view language, const graph::Message& message) const;  // with symbols as
                                                                                                    // separate words
  // Registers a language under its own name ("Deutsch"). Its sentences may be loaded later.
  void offer(std::string_view language, std::string_view name);
  using Offer = std::pair<std::string, std::string>;  // "de", "Deutsch"
  const std::vector<Offer>& offered() const { return offered_; }
  bool knows(std::string_view id) const;         // whether English has the sentence
  bool speaks(std::string_view language) const;  // true for "de-AT" where "de" is loaded
  std::set<std::string, std::less<>> languages() const;

 private:
  std::vector<graph::Words> fill(std::string_view language, std::string_view id,
                                 std::span<const std::string> args) const;
  std::string_view pattern(std::string_view language, std::string_view id) const;  // "" when English has no such id

  std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> sentences_;
  std::vector<Offer> offered_;
};

// Whether a tag has the form of a language tag: "en", "de", "pt-BR".
bool well_formed_language(std::string_view tag);

}  // namespace explorer
