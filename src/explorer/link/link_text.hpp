// The text form of links: "key=value" parts joined by "&", percent-encoded where they must be. Independent of lessons.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/types.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

struct LinkPart {
  std::string key, value;  // decoded
  std::string raw;         // as written, to quote in a message
  bool broken = false;     // no "=", a bad "%", or invalid UTF-8
};

std::vector<LinkPart> split_link(std::string_view link);
// The first value of a key, scanning no more of the link than necessary; for links that are too long to read.
std::optional<std::string> find_in_link(std::string_view link, std::string_view key);

std::string_view next_of(std::string_view& text, char sign);  // cuts off and returns the part before `sign`

class LinkWriter {
 public:
  void add(std::string_view key, std::string_view value);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Parameters: "1" and "0" for toggles, digits for numbers, the text itself, places of an order joined by ".".
std::string parameter_text(const lesson::ParameterValue& value);
std::optional<lesson::ParameterValue> parameter_value(const lesson::Parameter& parameter, std::string_view text);

// Cells: "0,1" for an index, "attn_scores,0,1" with the tensor in front.
std::string index_text(const graph::Index& index);
std::optional<graph::Index> parse_index(std::string_view text);

}  // namespace explorer
