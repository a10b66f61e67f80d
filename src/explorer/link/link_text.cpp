// Encodes only what a URL fragment may not contain, so that links stay readable: letters, digits and -._~,:;@!*()/ are
// kept as they are.
#include "explorer/link/link_text.hpp"

#include <algorithm>
#include <charconv>

#include "explorer/language/numbers.hpp"
#include "text/utf8.hpp"

namespace explorer {
namespace {

constexpr std::string_view plain_signs = "-._~,:;@!*()/";

bool stands_for_itself(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || plain_signs.contains(c);
}

std::string encoded(std::string_view text) {
  constexpr char hex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (stands_for_itself(c)) out += c;
    else ((out += '%') += hex[byte / 16]) += hex[byte % 16];
  }
  return out;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      out += text[at];
      continue;
    }
    if (at + 2 >= text.size()) return std::nullopt;
    unsigned byte = 0;
    const char* end = text.data() + at + 3;
    const auto [stop, error] = std::from_chars(text.data() + at + 1, end, byte, 16);
    if (error != std::errc{} || stop != end) return std::nullopt;
    out += static_cast<char>(byte);
    at += 2;
  }
  return text::is_utf8(out) ? std::optional(out) : std::nullopt;
}

LinkPart part_of(std::string_view raw) {
  LinkPart part;
  part.raw = std::string(raw);
  const std::size_t sign = raw.find('=');
  const std::optional<std::string> key = decoded(raw.substr(0, sign));
  const std::optional<std::string> value =
      sign == std::string_view::npos ? std::nullopt : decoded(raw.substr(sign + 1));
  part.broken = !key || key->empty() || !value;
  if (!part.broken) {
    part.key = *key;
    part.value = *value;
  }
  return part;
}

template <class Each>
void for_each_part(std::string_view link, Each each) {
  if (link.starts_with('#')) link.remove_prefix(1);
  while (!link.empty()) {
    const std::size_t end = std::min(link.find('&'), link.size());
    if (end > 0 && !each(link.substr(0, end))) return;
    link.remove_prefix(std::min(end + 1, link.size()));
  }
}

}  // namespace

std::string_view next_of(std::string_view& text, char sign) {
  const std::size_t end = std::min(text.find(sign), text.size());
  const std::string_view front = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return front;
}

std::vector<LinkPart> split_link(std::string_view link) {
  std::vector<LinkPart> parts;
  for_each_part(link, [&](std::string_view raw) {
    parts.push_back(part_of(raw));
    return true;
  });
  return parts;
}

std::optional<std::string> find_in_link(std::string_view link, std::string_view key) {
  constexpr std::size_t most_parts = 16;  // link() writes lesson and step first
  constexpr std::size_t longest = 200;
  std::optional<std::string> found;
  std::size_t seen = 0;
  for_each_part(link, [&](std::string_view raw) {
    if (raw.size() <= longest) {
      const LinkPart part = part_of(raw);
      if (!part.broken && part.key == key) found = part.value;
    }
    return !found && ++seen < most_parts;
  });
  return found;
}

void LinkWriter::add(std::string_view key, std::string_view value) {
  if (!text_.empty()) text_ += '&';
  text_ += encoded(key) + "=" + encoded(value);
}

std::string parameter_text(const lesson::ParameterValue& value) {
  if (const auto* toggle = std::get_if<bool>(&value)) return *toggle ? "1" : "0";
  if (const auto* number = std::get_if<double>(&value)) return shortest(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  std::string out;
  for (const double place : std::get<std::vector<double>>(value)) out += (out.empty() ? "" : ".") + shortest(place);
  return out;
}

std::optional<lesson::ParameterValue> parameter_value(const lesson::Parameter& parameter, std::string_view text) {
  using Control = lesson::Parameter::Control;
  switch (parameter.control) {
    case Control::toggle:
      if (text != "1" && text != "0") return std::nullopt;
      return text == "1";
    case Control::number: {
      const std::optional<double> value = plain_number(text);
      if (!value) return std::nullopt;
      return *value;
    }
    case Control::order: {
      std::vector<double> order;
      while (!text.empty()) {
        const std::size_t end = std::min(text.find('.'), text.size());
        const std::optional<double> place = plain_number(text.substr(0, end));
        if (!place || order.size() > 10'000) return std::nullopt;
        order.push_back(*place);
        text.remove_prefix(std::min(end + 1, text.size()));
      }
      return order;
    }
    case Control::choice:
    case Control::picture:
    case Control::text: return std::string(text);
  }
  return std::nullopt;
}

std::string index_text(const graph::Index& index) {
  std::string out;
  for (const std::size_t place : index) out += (out.empty() ? "" : ",") + std::to_string(place);
  return out;
}

std::optional<graph::Index> parse_index(std::string_view text) {
  graph::Index index;
  while (!text.empty()) {
    std::size_t place = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), place);
    if (error != std::errc{} || index.size() >= lesson::max_axes) return std::nullopt;
    index.push_back(place);
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    if (text.empty()) break;
    if (!text.starts_with(',') || text.size() == 1) return std::nullopt;
    text.remove_prefix(1);
  }
  return index;
}

}  // namespace explorer
