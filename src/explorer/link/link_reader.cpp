// What needs the lesson to be read. Input is untrusted.
#include "explorer/link/link_reader.hpp"

#include <algorithm>

#include "explorer/language/numbers.hpp"
#include "explorer/lesson/answers.hpp"
#include "explorer/link/keys.hpp"
#include "explorer/state/cells.hpp"
#include "graph/core/messages.hpp"
#include "lesson/run/run.hpp"
#include "text/utf8.hpp"

namespace explorer {
namespace {

constexpr std::size_t max_edits = 10'000;
constexpr std::size_t longest_value_quoted = 40;  // bytes of a value that cannot be read

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
  const LinkKey* known = find_link_key(key);
  return known != nullptr && known->read(*this, key.substr(known->key.size()), value);
}

bool LinkReader::knows_letters() {
  if (lesson_->letters.empty()) state.document.letters = lesson::Letters::page;
  return !lesson_->letters.empty();
}

bool LinkReader::take_own(const std::string& parameter) {
  const auto found = std::ranges::find(lesson_->parameters, parameter, &lesson::Parameter::name);
  const bool fits = found != lesson_->parameters.end() && found->control == lesson::Parameter::Control::picture;
  if (fits) own.insert(parameter);
  return fits;
}

bool LinkReader::select(const std::string& cell, bool pin) {
  selected = cell;
  pinned = pin;
  return !cell.empty();
}

bool LinkReader::take_parameter(const std::string& key, const std::string& text) {
  const std::size_t dot = key.find('.');
  const std::string step = dot == std::string::npos ? "" : key.substr(0, dot);
  const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
  const auto parameter = std::ranges::find(lesson_->parameters, name, &lesson::Parameter::name);
  const lesson::ParameterValue* set = set_by(*lesson_, step, name);
  if (parameter == lesson_->parameters.end() || (dot != std::string::npos && !set)) return false;
  const std::optional<lesson::ParameterValue> value = parameter_value(*parameter, text);
  if (text.empty() && parameter->control != lesson::Parameter::Control::text) {
    refused.insert_or_assign(
        name, graph::Message{"link.value.none", {graph::literal(parameter_text(set ? *set : parameter->start))}});
    return true;
  }
  if (!value) {
    refused.insert_or_assign(name, unreadable(*parameter, text));
    return true;
  }
  graph::Result<lesson::ParameterValue> fitting = lesson::checked(*parameter, *value);
  if (!fitting) {
    refused.insert_or_assign(name, graph::Message{"label", {graph::literal(fitting.error().message)}});
  } else if (set) {
    on_steps[step].insert_or_assign(name, std::move(*fitting));
  } else {
    if (*fitting != parameter->start) parameters.insert_or_assign(name, *fitting);
    named.insert_or_assign(name, std::move(*fitting));
  }
  return true;
}

void LinkReader::hold_on(const lesson::Step& step) {
  for (const auto& [name, value] : step.sets)
    if (const auto given = named.find(name); given != named.end())
      on_steps[step.id].emplace(name, given->second);  // unless the link gives one for the step
  for (auto& [id, own] : on_steps)
    std::erase_if(own, [&](const auto& one) { return one.second == *set_by(*lesson_, id, one.first); });
  std::erase_if(on_steps, [](const auto& one) { return one.second.empty(); });
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
    if (known) state.revealed.insert(std::string(id));
    all = all && known;
  }
  return all;
}

}  // namespace explorer
