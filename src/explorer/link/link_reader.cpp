// One function for each kind of part. Input is untrusted.
#include "explorer/link/link_reader.hpp"
#include "explorer/state/color_steps.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "explorer/language/catalogue.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/large_map/link.hpp"
#include "explorer/state/answers.hpp"
#include "explorer/state/cells.hpp"
#include "graph/core/messages.hpp"
#include "lesson/run/run.hpp"
#include "text/utf8.hpp"

namespace explorer {
namespace {

constexpr std::size_t max_edits = 10'000;
constexpr std::size_t most_link_decimals = 6;
constexpr std::size_t most_students = 1'000'000'000;
constexpr std::size_t longest_value_quoted = 40;  // bytes of a value that cannot be read
constexpr std::string_view format = "1";
constexpr std::string_view attention_keys[] = {"show", "values", "scale", "below", "heads", "queries", "zoom"};

std::optional<std::size_t> whole(std::string_view text, std::size_t most) {
  std::size_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || value > most) return std::nullopt;
  return value;
}

// Cuts off and returns the part before `sign`.
std::string_view next_of(std::string_view& text, char sign) {
  const std::size_t end = std::min(text.find(sign), text.size());
  const std::string_view front = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return front;
}

// Says why a value cannot be read, and what to write instead.
graph::Message unreadable(const lesson::Parameter& parameter, const std::string& text) {
  using Control = lesson::Parameter::Control;
  const std::string quoted = graph::literal(text::excerpt(text, longest_value_quoted));
  if (parameter.control == Control::toggle) return {"link.value.toggle", {quoted}};
  if (parameter.control == Control::order)
    return {"link.value.order", {quoted, graph::literal(parameter_text(parameter.start))}};
  return {"link.value.number", {quoted, shortest(parameter.least), shortest(parameter.most)}};
}

}  // namespace

std::optional<graph::CellRef> find_cell(std::string_view text, const graph::Graph& graph) {
  const std::size_t cut = std::min(text.find(','), text.size());
  const std::optional<graph::NodeId> node = graph.find(text.substr(0, cut));
  const std::optional<graph::Index> index = parse_index(text.substr(std::min(cut + 1, text.size())));
  if (!node || !index || !within(graph.node(*node).shape, *index)) return std::nullopt;
  return graph::CellRef{*node, *index};
}

bool LinkReader::too_many_edits() const { return edit_count_ > max_edits; }

void LinkReader::read(std::string_view link) {
  for (const LinkPart& part : split_link(link)) {
    const bool again = !part.broken && !part.key.starts_with("e.") && !keys_.insert(part.key).second;
    if (again) repeated.add(part.raw);
    else if (part.broken || !take(part.key, part.value)) broken.add(part.raw);
  }
}

bool LinkReader::take(const std::string& key, const std::string& value) {
  if (key == "lesson" || key == "step") return true;  // read by the code that opens the link
  if (key.starts_with("p.")) return take_parameter(key.substr(2), value);
  if (key.starts_with("e.")) {
    take_edits(key.substr(2), value);
    return true;
  }
  if (key.starts_with("lead.")) {
    const std::optional<std::size_t> place = whole(value, lesson::max_values);
    if (place && leading.size() < lesson::max_axes) leading.emplace_back(key.substr(5), *place);
    return place.has_value();
  }
  if (key == "at" || key == "pin") {
    selected = value;
    pinned = key == "pin";
    return !value.empty();
  }
  if (key.starts_with("m.")) return take_large(large, std::string_view(key).substr(2), value);
  if (key == "dec") {
    const std::optional<std::size_t> places = whole(value, most_link_decimals);
    if (places) decimals = static_cast<int>(*places);
    return places.has_value();
  }
  if (key == "colors") {
    const std::optional<ColorSteps> known = json::parse_word<ColorSteps>(value);
    if (known) color_steps = *known;
    return known.has_value();
  }
  if (key == "own") {
    const auto parameter = std::ranges::find(lesson_->parameters, value, &lesson::Parameter::name);
    const bool fits =
        parameter != lesson_->parameters.end() && parameter->control == lesson::Parameter::Control::picture;
    if (fits) own.insert(value);
    return fits;
  }
  if (key == "shown") return take_revealed(value);
  if (key.starts_with("a.")) return take_answers(key.substr(2), value);
  if (key == "student") {
    student = whole(value, most_students);
    return student.has_value();
  }
  if (key == "view") {
    reading = value == "reading";
    contents = value == "contents" || value == "contents-reading";
    if (contents) reading = value == "contents-reading";
    large.shown = value == "large" || value == "large-reading";
    if (large.shown) reading = value == "large-reading";
    return reading || contents || large.shown;
  }
  if (key == "theme") {
    const std::optional<Theme> known = json::parse_word<Theme>(value);
    if (known) theme = known;
    return known.has_value();
  }
  if (key == "lang") {
    if (well_formed_language(value)) language = value;
    return well_formed_language(value);
  }
  if (std::ranges::contains(attention_keys, key)) return take_attention(key, value);
  if (key == "v") {
    later = value != format;
    return true;
  }
  return false;
}

bool LinkReader::take_attention(const std::string& key, const std::string& value) {
  const auto flag = [&](auto& into, std::string_view on, std::string_view off) {
    if (value == on || value == off) into = value == on;
    return value == on || value == off;
  };
  if (key == "show") return flag(attention.matrices, "matrices", "attention");
  if (key == "values") return flag(attention.scores, "scores", "weights");
  if (key == "scale") return flag(attention.shared, "shared", "own");
  if (key == "below") {
    const std::optional<double> threshold = plain_number(value);
    const bool fits = threshold && *threshold >= 0 && *threshold <= 1;
    if (fits) attention.threshold = *threshold;
    return fits;
  }
  if (key == "zoom") {
    std::string_view rest = value;
    const auto zoom = plain_number(next_of(rest, ',')), x = plain_number(next_of(rest, ',')), y = plain_number(rest);
    const auto share = [](const std::optional<double>& part) { return part && *part >= 0 && *part <= 1; };
    const bool fits = zoom && *zoom >= 1 && *zoom <= most_attention_zoom && share(x) && share(y);
    if (fits) std::tie(attention.zoom, attention.x, attention.y) = std::tuple(*zoom, *x, *y);
    return fits;
  }
  std::optional<graph::Index> places = parse_index(value);
  if (!places || places->empty()) return false;
  std::ranges::sort(*places);
  places->erase(std::ranges::unique(*places).begin(), places->end());
  (key == "heads" ? attention.heads : attention.queries) = std::move(*places);
  return true;
}

bool LinkReader::take_parameter(const std::string& name, const std::string& text) {
  const auto parameter = std::ranges::find(lesson_->parameters, name, &lesson::Parameter::name);
  if (parameter == lesson_->parameters.end()) return false;
  const std::optional<lesson::ParameterValue> value = parameter_value(*parameter, text);
  if (text.empty() && parameter->control != lesson::Parameter::Control::text) {
    refused.insert_or_assign(name,
                             graph::Message{"link.value.none", {graph::literal(parameter_text(parameter->start))}});
    return true;
  }
  if (!value) {
    refused.insert_or_assign(name, unreadable(*parameter, text));
    return true;
  }
  graph::Result<lesson::ParameterValue> fitting = lesson::checked(*parameter, *value);
  if (!fitting) refused.insert_or_assign(name, graph::Message{"label", {graph::literal(fitting.error().message)}});
  else if (*fitting != parameter->start) parameters.insert_or_assign(name, std::move(*fitting));
  return true;
}

void LinkReader::take_edits(const std::string& tensor, std::string_view cells) {
  while (!cells.empty()) {
    const std::string_view one = next_of(cells, ';');
    if (++edit_count_ > max_edits) return;
    const std::size_t colon = one.rfind(':');
    const auto index = colon == std::string_view::npos ? std::nullopt : parse_index(one.substr(0, colon));
    const auto value = index ? parse_plain(one.substr(colon + 1)) : std::unexpected(graph::Message{});
    if (!value) {
      wrong_edits.add(tensor + " " + std::string(one));
      continue;
    }
    const auto [place, fresh] = places_.try_emplace({tensor, *index}, edits.size());
    if (fresh) edits.push_back({tensor, *index, *value});
    else edits[place->second].value = *value;  // the later edit of a cell counts
  }
}

bool LinkReader::take_answers(const std::string& question, std::string_view text) {
  const bool known = std::ranges::any_of(
      lesson_->steps, [&](const lesson::Step& step) { return step.question && step.question->id == question; });
  if (known) answers.insert_or_assign(question, parse_answers(text));
  return known;
}

bool LinkReader::take_revealed(std::string_view ids) {
  bool all = true;
  while (!ids.empty()) {
    const std::string_view id = next_of(ids, ',');
    const bool known = std::ranges::any_of(
        lesson_->steps, [&](const lesson::Step& step) { return step.question && step.question->id == id; });
    if (known) revealed.insert(std::string(id));
    all = all && known;
  }
  return all;
}

}  // namespace explorer
