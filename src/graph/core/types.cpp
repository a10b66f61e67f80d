// Roles and their colours, and printed names with subscripts and superscripts.
#include "graph/core/types.hpp"

#include <array>

namespace graph {
namespace {

struct RoleWord {
  Role role;
  std::string_view name;
  Family family;
};

constexpr auto roles = std::to_array<RoleWord>({
    {Role::none, "none", Family::neutral},
    {Role::input, "input", Family::input},
    {Role::query, "query", Family::query},
    {Role::key, "key", Family::key},
    {Role::value, "value", Family::value},
    {Role::scores, "scores", Family::scores},
    {Role::scaled_scores, "scaled_scores", Family::scores},
    {Role::weights, "weights", Family::weights},
    {Role::output, "output", Family::output},
    {Role::query_projection, "query_projection", Family::query},
    {Role::key_projection, "key_projection", Family::key},
    {Role::value_projection, "value_projection", Family::value},
    {Role::output_projection, "output_projection", Family::output},
    {Role::position, "position", Family::input},
    {Role::mask, "mask", Family::neutral},
});

// The run after _ or ^: the content of {} or one (UTF-8) character. Moves `at` past it.
std::string script(std::string_view text, std::size_t& at) {
  if (at >= text.size()) return {};
  if (text[at] == '{') {
    const std::size_t end = text.find('}', at);
    const std::size_t stop = end == std::string_view::npos ? text.size() : end;
    std::string out(text.substr(at + 1, stop - at - 1));
    at = end == std::string_view::npos ? text.size() : end + 1;
    return out;
  }
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  std::string out(text.substr(at, end - at));
  at = end;
  return out;
}

}  // namespace

Family family(Role role) {
  for (const RoleWord& word : roles)
    if (word.role == role) return word.family;
  return Family::neutral;
}

std::string_view role_name(Role role) {
  for (const RoleWord& word : roles)
    if (word.role == role) return word.name;
  return "none";
}

Result<Role> parse_role(std::string_view spelling) {
  std::string known;
  for (const RoleWord& word : roles) {
    if (word.name == spelling) return word.role;
    known += joined({(known.empty() ? "" : ", "), word.name});
  }
  return fail("role", "", {"There is no role “", spelling, "”. The roles are ", known, "."});
}

Symbol parse_symbol(std::string_view spelling) {
  Symbol symbol;
  for (std::size_t i = 0; i < spelling.size();) {
    const char c = spelling[i];
    if (c == '\\' && i + 1 < spelling.size()) {
      symbol.base += spelling[i + 1];
      i += 2;
    } else if (c == '_' || c == '^') {
      ++i;
      (c == '_' ? symbol.sub : symbol.sup) += script(spelling, i);
    } else {
      symbol.base += c;
      ++i;
    }
  }
  return symbol;
}

std::string spelling(const Symbol& symbol) {
  std::string out;
  for (const char c : symbol.base) {
    if (c == '_' || c == '^' || c == '\\') out += '\\';
    out += c;
  }
  if (!symbol.sub.empty()) out += joined({"_{", symbol.sub, "}"});
  if (!symbol.sup.empty()) out += joined({"^{", symbol.sup, "}"});
  return out;
}

std::string plain(const Symbol& symbol) {
  constexpr std::string_view lowered[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string out = symbol.base;
  if (std::ranges::all_of(symbol.sub, is_digit)) {
    for (const char digit : symbol.sub) out += lowered[digit - '0'];
  } else {
    out += "_" + symbol.sub;
  }
  if (!symbol.sup.empty()) out += "^" + symbol.sup;
  return out;
}

Message::Message() = default;
Message::Message(std::string_view id_, std::vector<std::string> args_) : id(id_), args(std::move(args_)) {}
Message::Message(std::string_view id_, std::initializer_list<Part> args_) : id(id_) {
  for (const Part& part : args_) part.append_to(args.emplace_back());
}
Message::Message(const Message&) = default;
Message::Message(Message&&) noexcept = default;
Message& Message::operator=(const Message&) = default;
Message& Message::operator=(Message&&) noexcept = default;
Message::~Message() = default;

}  // namespace graph
