// The interface's sentences by id and language. English is built in and complete; other languages are loaded over it
// and fall back to it, sentence by sentence.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "graph/types.hpp"

namespace explorer {

class Catalogue {
 public:
  // Adds or replaces a language: a JSON object from id to sentence with {0}, {1} … Unknown ids are an Error.
  graph::Result<void> load(std::string_view language, std::string_view json);
  // The sentence with its places filled. An unknown id gives the id itself, so that a test can find it.
  std::string text(std::string_view language, std::string_view id, std::initializer_list<std::string> args = {}) const;
  std::string text(std::string_view language, const graph::Message& message) const;

 private:
  std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> sentences_;
};

// Whether a tag looks like a language's: "en", "de", "pt-BR".
bool well_formed_language(std::string_view tag);

}  // namespace explorer
