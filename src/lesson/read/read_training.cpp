// Reads what a lesson says about training: the loss, what is moved, the optimiser and what is drawn anew. What needs
// shapes is checked when a run is planned: run/plan_training.cpp.
#include <algorithm>

#include "lesson/read/reader.hpp"
#include "lesson/run/run.hpp"

namespace lesson {
namespace {

using graph::choice_option, graph::integer_option, graph::number_option, graph::OptionSpec;

// As in torch.optim. Adam's take no momentum and SGD no betas; a parameter of the lesson may choose among them, so one
// that the chosen optimiser does not take has no effect.
constexpr OptionSpec optimiser_specs[] = {
    {.name = "name",
     .kind = OptionSpec::Kind::choice,
     .doc = "torch.optim.SGD, Adam or AdamW",
     .needed = true,
     .choices = "sgd|adam|adamw"},
    number_option("lr", "the learning rate", std::nullopt, 0, 1000),
    number_option("momentum", "of sgd", 0, 0, 1),
    {.name = "betas",
     .kind = OptionSpec::Kind::numbers,
     .doc = "of adam and adamw: how slowly the means of slopes and of "
            "their squares follow, (0.9, 0.999) if not given",
     .least = 0,
     .most = 0.999999},
    number_option("eps", "of adam and adamw, added to the root", 1e-8, 0, 1),
    number_option("weight_decay",
                  "added to the slopes as a multiple of the weights; with adamw the weights shrink by it. 0, "
                  "with adamw 0.01, if not given",
                  0, 0, 1000)};
constexpr OptionSpec training_specs[] = {
    integer_option("steps", "how many steps a run has", std::nullopt, 1, max_training_steps)};
constexpr OptionSpec held_out_specs[] = {
    integer_option("every", "steps from one held-out loss to the next", 10, 1, max_training_steps),
    integer_option("batches", "how many batches are drawn and their losses averaged", 1, 1, 1000)};
constexpr OptionSpec writing_specs[] = {
    integer_option("every", "steps from one line to the next", 100, 1, max_training_steps)};

std::string read_generator_name(const Cursor& place, const Known& known) {
  std::vector<std::string_view> names;
  for (const Generator& generator : known.lesson.generators) names.push_back(generator.name);
  return read_word(place, names, "generator");
}

std::vector<std::string> read_names(const Cursor& place, const Known& known,
                                    std::string (*read)(const Cursor&, const Known&)) {
  std::vector<std::string> names;
  for (const Cursor& item : place.items()) {
    std::string name = read(item, known);
    if (std::ranges::find(names, name) != names.end())
      item.fail("repeated_name", {"“", name, "” is named twice here. Take one out."});
    names.push_back(std::move(name));
  }
  return names;
}

Writing read_writing(const Cursor& place, const Known& known) {
  Writing writing;
  writing.pointer = place.pointer();
  if (!place.object({"line", "picks", "set"})) return writing;
  writing.line = read_tensor_name(place.required("line"), known);
  writing.picks = read_tensor_name(place.required("picks"), known);
  writing.set = read_settings(place["set"], known);
  return writing;
}

}  // namespace

std::span<const OptionSpec> optimiser_options() { return optimiser_specs; }
std::span<const OptionSpec> training_options() { return training_specs; }
std::span<const OptionSpec> held_out_options() { return held_out_specs; }
std::span<const OptionSpec> writing_options() { return writing_specs; }

Training read_training(const Cursor& place, const Known& known) {
  static constexpr std::string_view keys[] = {"loss",    "parameters", "optimiser", "fresh", "steps",
                                              "heldOut", "writes",     "set",       "watch"};
  static constexpr std::string_view but_steps[] = {"loss",    "parameters", "optimiser", "fresh",
                                                   "heldOut", "writes",     "set",       "watch"};
  Training training;
  training.pointer = place.pointer();
  if (!place.object(keys)) return training;
  training.loss = read_tensor_name(place.required("loss"), known);
  training.parameters = read_varied(place.required("parameters"), known, [&](const Cursor& list) {
    auto names = read_names(list, known, read_tensor_name);
    if (names.empty()) list.fail("training", "Training needs at least one tensor that it may change. Name some here.");
    return names;
  });
  training.optimiser = read_varied(place.required("optimiser"), known, [&](const Cursor& object) {
    BoundOptions options = read_options(object, known, optimiser_specs, {}, "optimiser");
    const auto betas = options.find("betas");
    if (betas == options.end()) return options;
    const auto* value = std::get_if<graph::OptionValue>(&betas->second);
    const auto* list = value ? std::get_if<std::vector<double>>(value) : nullptr;
    if (list && list->size() != 2)
      object["betas"].fail("option", {"“betas” are two numbers, such as [0.9, 0.999]; here are ", list->size(), "."});
    return options;
  });
  if (place["fresh"].exists()) training.fresh = read_names(place["fresh"], known, read_generator_name);
  training.settings = read_options(place, known, training_specs, but_steps, "training");
  if (const Cursor held_out = place["heldOut"]; held_out.exists()) {
    static constexpr std::string_view but_every[] = {"generator", "set"};
    training.held_out_settings = read_options(held_out, known, held_out_specs, but_every, "heldOut");
    training.held_out = read_generator_name(held_out.required("generator"), known);
    training.held_out_set = read_settings(held_out["set"], known);
  }
  if (const Cursor writes = place["writes"]; writes.exists()) {
    static constexpr std::string_view but_every[] = {"lines"};
    training.writing_settings = read_options(writes, known, writing_specs, but_every, "writes");
    for (const Cursor& item : writes.required("lines").items()) training.writings.push_back(read_writing(item, known));
  }
  training.set = read_settings(place["set"], known);
  if (place["watch"].exists()) training.watch = read_names(place["watch"], known, read_tensor_name);
  return training;
}

}  // namespace lesson
