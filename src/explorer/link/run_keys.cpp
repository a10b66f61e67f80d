// See run_keys.hpp.
#include "explorer/link/run_keys.hpp"

#include <algorithm>
#include <charconv>

#include "explorer/language/numbers.hpp"
#include "explorer/state/cells.hpp"

namespace explorer {
namespace {

bool shows_run(const LinkSource& of) {
  const auto step = std::ranges::find(of.lesson.steps, of.state.step, &lesson::Step::id);
  return !of.state.end && step->shows_trained();
}

}  // namespace

std::optional<std::size_t> whole(std::string_view text, std::size_t most) {
  std::size_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || value > most) return std::nullopt;
  return value;
}

void write_run_step(LinkWriter& out, const LinkSource& of) {
  const auto& trained = of.state.document.trained;
  const std::size_t now = of.state.training.target.value_or(trained ? trained->step : 0);
  if (shows_run(of) && now > 0) out.add("run", std::to_string(now));
}

void write_run_part(LinkWriter& out, const LinkSource& of) {
  if (shows_run(of) && of.state.run.part != RunPart::loss)
    out.add("run.part", std::string(json::word(of.state.run.part)));
}

void write_run_weight(LinkWriter& out, const LinkSource& of) {
  const auto& weight = of.state.run.weight;
  if (shows_run(of) && weight) out.add("run.weight", weight->tensor + "," + index_text(weight->index));
}

void write_run_rates(LinkWriter& out, const LinkSource& of) {
  if (!shows_run(of) || !of.run || of.run->rates.size() < 2) return;
  std::string text;
  for (const auto& [step, rate] : of.run->rates)
    text += (text.empty() ? "" : ",") + std::to_string(step) + ":" + shortest(rate);
  out.add("run.rates", text);
}

bool take_run_step(LinkReader& into, std::string_view value) {
  const auto step = whole(value, lesson::max_training_steps);
  if (step) into.run = *step;
  return step.has_value();
}

bool take_run_part(LinkReader& into, std::string_view value) {
  const auto part = json::parse_word<RunPart>(value);
  if (part) into.state.run.part = *part;
  return part.has_value();
}

bool take_run_weight(LinkReader& into, std::string_view value) {
  const std::size_t comma = value.find(',');
  const auto index = comma == std::string_view::npos ? std::nullopt : parse_index(value.substr(comma + 1));
  if (index) into.state.run.weight = WeightCell{std::string(value.substr(0, comma)), *index};
  return index.has_value();
}

// From step 0 on, in rising order.
bool take_run_rates(LinkReader& into, std::string_view value) {
  std::vector<std::pair<std::size_t, double>> rates;
  while (!value.empty()) {
    std::string_view one = next_of(value, ',');
    const auto step = whole(next_of(one, ':'), lesson::max_training_steps);
    const auto rate = plain_number(one);
    if (!step || !rate || *rate < 0 || (rates.empty() ? *step != 0 : *step <= rates.back().first)) return false;
    rates.emplace_back(*step, *rate);
  }
  into.rates = std::move(rates);
  return into.rates.size() > 1;
}

}  // namespace explorer
