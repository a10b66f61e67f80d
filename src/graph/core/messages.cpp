// The English catalogue of explanations, and how a message becomes a sentence.
#include "graph/core/messages.hpp"

#include <algorithm>
#include <array>

#include "graph/explain/explanation.hpp"

namespace graph {
namespace {

// The sentences of web/words/interface.json that explanations use; written by CMake (see scripts/cmake/words.cmake).
constexpr auto table = std::to_array<MessageText>({
#include "graph/core/english.inc"
});
static_assert(std::ranges::is_sorted(table, std::ranges::less_equal{}, &MessageText::id),
              "the sentences of web/words/interface.json are to be in the order of their ids, each once");

constexpr bool before(const MessageText& a, std::string_view id) { return a.id < id; }

}  // namespace

std::span<const MessageText> messages() { return table; }

std::string_view english_text(std::string_view id) {
  const std::span<const MessageText> all = messages();
  const auto found = std::lower_bound(all.begin(), all.end(), id, before);
  return found != all.end() && found->id == id ? found->english : std::string_view{};
}

namespace {

// Walks through a pattern: calls text(part) between its placeholders, and hole(argument) for each that is given and not
// empty.
template <class Argument, class Text, class Hole>
void walk(std::string_view pattern, std::span<const Argument> arguments, Text&& text, Hole&& hole) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool opens = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}';
    const std::size_t which = opens ? static_cast<std::size_t>(pattern[i + 1] - '0') : 0;
    if (!opens || which > 9) {
      const std::size_t end = std::min(pattern.find('{', i + 1), pattern.size());
      text(pattern.substr(i, end - i));
      i = end - 1;
      continue;
    }
    i += 2;
    if (which < arguments.size() && !arguments[which].empty()) hole(std::string_view(arguments[which]));
  }
}

}  // namespace

std::vector<Words> fill_words(std::string_view pattern, std::span<const std::string> arguments,
                              const std::function<std::string(std::string_view)>& lookup) {
  std::vector<Words> out;
  const auto say = [&](std::string_view text) {
    if (out.empty() || out.back().text.empty()) out.emplace_back();
    out.back().text += text;
  };
  walk(pattern, arguments, say, [&](std::string_view given) {
    if (given.starts_with("@$")) out.push_back({{}, parse_symbol(given.substr(2))});
    else if (given.starts_with("@@")) say(given.substr(1));
    else if (given.starts_with("@")) say(lookup(given.substr(1)));
    else say(given);
  });
  return out;
}

void fill_plain(std::string& out, std::string_view pattern, std::span<const std::string_view> arguments) {
  const auto say = [&out](std::string_view text) { out += text; };
  walk(pattern, arguments, say, say);
}

std::string fill(std::string_view pattern, std::span<const std::string> arguments,
                 const std::function<std::string(std::string_view)>& lookup) {
  std::string out;
  for (const Words& words : fill_words(pattern, arguments, lookup))
    out += words.text.empty() ? plain(words.symbol) : words.text;
  return out;
}

std::string english(const Message& message) {
  if (message.empty()) return {};
  const std::string_view pattern = english_text(message.id);
  if (pattern.empty()) return message.id;
  return fill(pattern, message.args, [](std::string_view id) {
    const std::string_view text = english_text(id);
    return std::string(text.empty() ? id : text);
  });
}

std::string argument(const Symbol& symbol) { return "@$" + spelling(symbol); }

std::string literal(std::string_view text) { return joined({(text.starts_with("@") ? "@" : ""), text}); }

std::string spoken(const Explanation& explanation) {
  std::string out;
  for (const Line& line : explanation.lines) {
    if (!out.empty()) out += '\n';
    Piece::Level level = Piece::Level::base;
    for (std::size_t i = 0; i < line.pieces.size(); ++i) {
      const Piece& piece = line.pieces[i];
      if (piece.level != level) {  // a single piece is raised or lowered without brackets; longer runs get them
        const bool run = i + 1 < line.pieces.size() && line.pieces[i + 1].level == piece.level;
        if (piece.level == Piece::Level::raised) out += run ? "^(" : "^";
        if (piece.level == Piece::Level::lowered) out += run ? "_(" : "_";
        if (level != Piece::Level::base && i >= 2 && line.pieces[i - 2].level == level) out += ')';
        level = piece.level;
      }
      const bool spaced = level == Piece::Level::base && piece.kind == Piece::Kind::text &&
                          (piece.text == "=" || piece.text == "≈" || piece.text == "+" || piece.text == "−" ||
                           piece.text == "/" || piece.text == "×");
      if (spaced) out += ' ';
      if (piece.kind == Piece::Kind::name) out += plain(piece.symbol);
      out += piece.text;
      if (spaced) out += ' ';
    }
  }
  return out;
}

}  // namespace graph
