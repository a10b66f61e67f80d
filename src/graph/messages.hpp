// Every sentence and word that explanations use, by id, in English. The explorer's catalogue takes its English from
// here and other languages translate by id. {0}, {1} … are filled by a message's arguments; an argument that begins
// with '@' is itself an id ("@axis.query"), "@@" stands for a plain '@'.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "graph/types.hpp"

namespace graph {

struct MessageText {
  std::string_view id;
  std::string_view english;
};

std::span<const MessageText> messages();             // all of them, sorted by id
std::string_view english_text(std::string_view id);  // "" when there is none

// Fills a pattern. lookup gives the text of an argument that is an id.
std::string fill(std::string_view pattern, std::span<const std::string> arguments,
                 const std::function<std::string(std::string_view)>& lookup);
std::string english(const Message& message);  // "" for an empty message, the id for an unknown one
std::string literal(std::string_view text);   // text as an argument that is never taken for an id

// The explanation as plain English text: "S[1, 2] = 1·4 + 0·4 + 2·0 = 4"; raised pieces as ^, lines by "\n".
struct Explanation;
std::string spoken(const Explanation& explanation);

}  // namespace graph
