// What a lesson says about training: the loss, what is moved, the optimiser and what is drawn anew. What needs
// shapes is checked when a run is planned: run/plan_training.cpp.
#include <algorithm>

#include "lesson/read/table.hpp"
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

}  // namespace

std::span<const OptionSpec> optimiser_options() { return optimiser_specs; }
std::span<const OptionSpec> training_options() { return training_specs; }
std::span<const OptionSpec> held_out_options() { return held_out_specs; }
std::span<const OptionSpec> writing_options() { return writing_specs; }

// Names, none of them twice.
template <class Kind>
struct Distinct : List<Kind> {
  static void read(const Cursor& at, const Known& known, std::vector<std::string>& into) {
    for (const Cursor& item : at.items()) {
      std::string name;
      Kind::read(item, known, name);
      if (std::ranges::contains(into, name))
        item.fail("repeated_name", {"“", name, "” is named twice here. Take one out."});
      into.push_back(std::move(name));
    }
  }
};

struct Trained : Distinct<TensorName> {
  static void read(const Cursor& at, const Known& known, std::vector<std::string>& into) {
    Distinct::read(at, known, into);
    if (into.empty()) at.fail("training", "Training needs at least one tensor that it may change. Name some here.");
  }
};

struct Optimiser {
  static void read(const Cursor& at, const Known& known, BoundOptions& into) {
    into = read_options(at, known, optimiser_specs, {}, "optimiser");
    const auto betas = into.find("betas");
    const auto* value = betas == into.end() ? nullptr : std::get_if<graph::OptionValue>(&betas->second);
    const auto* list = value ? std::get_if<std::vector<double>>(value) : nullptr;
    if (list && list->size() != 2)
      at["betas"].fail("option", {"“betas” are two numbers, such as [0.9, 0.999]; here are ", list->size(), "."});
  }
  static std::string schema(Schema& schema) {
    return schema.reference("optimiser", [&] {
      return object_of("", properties_of(schema, optimiser_specs), needed_of(optimiser_specs), "");
    });
  }
};

struct HeldOut : Object<"heldOut", Needed<"generator", &Training::held_out, GeneratorName>,
                        Maybe<"set", &Training::held_out_set, SettingsOf,
                              "Values of parameters while held-out losses are computed">> {
  static constexpr auto options = held_out_options;
  static constexpr auto settings = &Training::held_out_settings;
};

template <>
struct Described<Writing>
    : Object<"writing",
             Needed<"line", &Writing::line, TensorName, "The ids (n + 1), a tensor without inputs; the first is given">,
             Needed<"picks", &Writing::picks, TensorName, "The n ids that follow its first n">,
             Maybe<"set", &Writing::set, SettingsOf, "Values of parameters while it is written">> {};

struct Writes : Object<"writes", Needed<"lines", &Training::writings, List<Of<Writing>>>> {
  static constexpr auto options = writing_options;
  static constexpr auto settings = &Training::writing_settings;
};

template <>
struct Described<Training>
    : Object<"training",
             Needed<"loss", &Training::loss, TensorName, "The tensor of one cell that training makes smaller">,
             Needed<"parameters", &Training::parameters, Vary<Trained, "variedNames">,
                    "The tensors that are changed: sources, in the optimiser's order">,
             Needed<"optimiser", &Training::optimiser, Vary<Optimiser, "variedOptimiser">>,
             Maybe<"fresh", &Training::fresh, Distinct<GeneratorName>,
                   "Generators whose tensors are drawn anew at each step">,
             Maybe<"heldOut", whole, Of<Training, HeldOut>,
                   "The loss of sequences that are never trained on: drawn once, like the fresh ones, from a generator "
                   "of their own">,
             Maybe<"writes", whole, Of<Training, Writes>,
                   "Lines that the model writes during the run, id by id: each is picked with the line so far">,
             Maybe<"set", &Training::set, SettingsOf,
                   "Values of parameters in every step of training, whatever the reader has set">,
             Maybe<"watch", &Training::watch, Distinct<TensorName>, "Tensors whose change over the run is shown">> {
  static constexpr std::string_view note =
      "How the tensors are trained: at each step the loss, its slopes and a step of the optimiser, as in PyTorch";
  static constexpr auto options = training_options;
  static constexpr auto settings = &Training::settings;
};
template struct Of<Training>;

}  // namespace lesson
