// Every sentence and word that explanations use, by id, in English. The explorer's catalogue takes its English from
// here and other languages translate by id. {0}, {1} … are filled by a message's arguments; an argument that begins
// with '@' is itself an id ("@axis.query"), "@$" begins the spelling of a symbol ("@$W_{q}"), "@@" stands for a plain
// '@'.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/types.hpp"

namespace graph {

struct MessageText {
  std::string_view id;
  std::string_view english;
};

std::span<const MessageText> messages();             // all of them, sorted by id
std::string_view english_text(std::string_view id);  // "" when there is none

// A run of a filled sentence: text, or a tensor's name when there is no text.
struct Words {
  std::string text;
  Symbol symbol;
};
// Fills a pattern. lookup gives the text of an argument that is an id.
std::vector<Words> fill_words(std::string_view pattern, std::span<const std::string> arguments,
                              const std::function<std::string(std::string_view)>& lookup);
// The same, appended to `out`, with arguments that are plain text, whatever their first character.
void fill_plain(std::string& out, std::string_view pattern, std::span<const std::string_view> arguments);
// The same as plain text: a symbol as "W_q".
std::string fill(std::string_view pattern, std::span<const std::string> arguments,
                 const std::function<std::string(std::string_view)>& lookup);
std::string english(const Message& message);  // "" for an empty message, the id for an unknown one
std::string literal(std::string_view text);   // text as an argument that is never interpreted as an id
std::string argument(const Symbol& symbol);   // a symbol as an argument, kept whole for typesetting

// The explanation as plain English text: "S[1, 2] = 1·4 + 0·4 + 2·0 = 4"; raised pieces as ^, lines by "\n".
struct Explanation;
std::string spoken(const Explanation& explanation);

}  // namespace graph
