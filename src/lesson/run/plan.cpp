// Resolves parameters, follows choices, determines every shape and cost, and rejects what is too large.
#include "lesson/run/plan.hpp"

#include <algorithm>

#include "graph/gradient/derivative.hpp"
#include "lesson/read/cursor.hpp"
#include "lesson/read/nearest.hpp"
#include "lesson/read/options.hpp"
#include "lesson/run/draws.hpp"
#include "lesson/run/picture.hpp"

namespace lesson {
namespace {

using graph::fail;
using graph::Result;

double product(const graph::Shape& shape) {
  double count = 1;
  for (std::size_t size : shape) count *= static_cast<double>(size);
  return count;
}

class Planner {
 public:
  Planner(const Lesson& lesson, const Overrides& overrides) : lesson_(lesson), overrides_(overrides) {}

  Result<Plan> plan() {
    for (auto step : {&Planner::settle_parameters, &Planner::settle_generators, &Planner::settle_tensors,
                      &Planner::settle_training})
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    return std::move(plan_);
  }

 private:
  Result<void> settle_parameters() {
    std::vector<std::string_view> names;
    for (const Parameter& parameter : lesson_.parameters) {
      names.push_back(parameter.name);
      const auto set = overrides_.parameters.find(parameter.name);
      auto value = checked(parameter, set == overrides_.parameters.end() ? parameter.start : set->second);
      if (!value) return std::unexpected(value.error());
      values_.emplace(parameter.name, std::move(*value));
    }
    for (const auto& [name, value] : overrides_.parameters) {
      if (values_.contains(name)) continue;
      return fail("unknown_parameter", "/parameters",
                  {"This lesson has no parameter “", name, "”.", suggestion(name, names)});
    }
    return {};
  }

  Result<void> settle_generators() {
    for (const Generator& generator : lesson_.generators) {
      PlannedGenerator planned;
      if (const auto* seed = std::get_if<std::int64_t>(&generator.seed)) {
        planned.seed = *seed;
      } else {
        const auto& value = values_.at(std::get<ParameterRef>(generator.seed).name);
        planned.seed = static_cast<std::int64_t>(std::get<double>(value));
      }
      for (std::size_t i = 0; i < generator.discard.size(); ++i) {
        const std::string pointer = joined({generator.pointer, "/discard/", i});
        auto draw = settle_draw(generator.discard[i], pointer);
        if (!draw) return std::unexpected(draw.error());
        if (auto fits = count_values(draw->shape, pointer); !fits) return fits;
        planned.discard.push_back(std::move(*draw));
      }
      plan_.generators.push_back(std::move(planned));
    }
    return {};
  }

  Result<void> settle_tensors() {
    for (const Tensor& tensor : lesson_.tensors) {
      PlannedTensor planned;
      planned.tensor = &tensor;
      planned.symbol = tensor.symbol.at([this](const std::string& name) { return spelt(values_.at(name)); });
      planned.making = &chosen(tensor.making);
      auto settled = std::visit([&](const auto& source) { return settle(source, planned); }, planned.making->source);
      if (!settled) return settled;
      if (auto fits = count_values(planned.shape, tensor.pointer); !fits) return fits;
      places_.emplace(tensor.name, plan_.tensors.size());
      if (!planned.operation || !planned.operation->recorded_by_others()) record(planned);
      plan_.tensors.push_back(std::move(planned));
    }
    return {};
  }

  Result<void> settle_training() {
    if (!lesson_.training) return {};
    auto training = plan_training(lesson_, plan_, values_);
    if (!training) return std::unexpected(std::move(training.error()));
    plan_.training = std::move(*training);
    return {};
  }

  const Making& chosen(const Making& making) const {
    const auto* choose = std::get_if<ChooseSource>(&making.source);
    if (!choose) return making;
    // The parser has checked that each value has its case.
    return chosen(choose->makings[case_of(choose->values, spelt(values_.at(choose->parameter)))]);
  }

  Result<graph::Shape> settle_shape(const std::vector<BoundSize>& sizes, const std::string& pointer) const {
    graph::Shape shape;
    for (const BoundSize& size : sizes) {
      if (const auto* direct = std::get_if<std::size_t>(&size)) {
        shape.push_back(*direct);
        continue;
      }
      auto value = as_size(values_.at(std::get<ParameterRef>(size).name));
      if (!value) return moved(value.error(), joined({pointer, "/", shape.size()}));
      shape.push_back(*value);
    }
    return shape;
  }

  Result<graph::Draw> settle_draw(const RandomSource& random, const std::string& pointer) const {
    auto shape = settle_shape(random.shape, pointer + "/shape");
    if (!shape) return std::unexpected(shape.error());
    auto options = settle_options(random.options, find_draw(random.draw)->options, values_, pointer, true);
    if (!options) return std::unexpected(options.error());
    return graph::Draw{random.draw, std::move(*shape), std::move(*options)};
  }

  Result<void> settle(const ValuesSource& values, PlannedTensor& planned) {
    planned.shape = values.shape;
    if (values.take.empty()) return {};
    const std::string pointer = planned.making->pointer + "/shape";
    auto shape = settle_shape(values.take, pointer);
    if (!shape) return std::unexpected(shape.error());
    for (std::size_t i = 0; i < shape->size(); ++i)
      if ((*shape)[i] > values.shape[i])
        return fail("size", joined({pointer, "/", i}),
                    {"Only ", values.shape[i], " places are written down, ", (*shape)[i],
                     " are needed. Write more values, or limit the parameter."});
    planned.shape = std::move(*shape);
    return {};
  }

  Result<void> settle(const RandomSource& random, PlannedTensor& planned) {
    auto draw = settle_draw(random, planned.making->pointer + "/random");
    if (!draw) return std::unexpected(draw.error());
    planned.shape = std::move(draw->shape);
    planned.options = std::move(draw->options);
    const auto& all = lesson_.generators;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Generator& g) { return g.name == random.generator; });
    planned.generator = static_cast<std::size_t>(found - all.begin());
    return {};
  }

  Result<void> settle(const OperationSource& source, PlannedTensor& planned) {
    const std::string& pointer = planned.making->pointer;
    planned.operation = graph::find_operation(source.operation);
    std::vector<graph::Shape> shapes;
    for (const std::string& input : source.inputs) {
      planned.inputs.push_back(places_.at(input));
      shapes.push_back(plan_.tensors[planned.inputs.back()].shape);
    }
    const auto specs = planned.operation->options();
    auto options = settle_options(source.options, specs, values_, pointer + "/options", false);
    if (!options) return std::unexpected(options.error());
    planned.options = std::move(*options);
    auto shape = planned.operation->shape(shapes, planned.options);
    if (!shape) return moved(shape.error(), pointer);
    planned.shape = std::move(*shape);
    if (planned.operation->recorded_by_others()) return settle_gradient(planned);
    return count_work(*planned.operation, shapes, planned.options, planned);
  }

  // The chain that a gradient is computed by: what it needs and no other gradient has counted.
  Result<void> settle_gradient(const PlannedTensor& planned) {
    if (++gradients_ > max_gradients)
      return fail("too_large", planned.tensor->pointer,
                  {"This lesson has more than ", max_gradients, " gradients. Leave some of them out."});
    const graph::NodeId of = recorded_[planned.inputs[0]], to = recorded_[planned.inputs[1]];
    const auto cell = graph::gradient_cell(record_.shape(of), planned.options);
    if (!cell) return moved(cell.error(), planned.making->pointer);
    const auto made = graph::record_gradients(record_, of, *cell, std::span(&to, 1));
    if (!made) return moved(made.error(), planned.making->pointer);
    const std::vector<bool> needed = record_.needed(made->results);
    counted_.resize(record_.size(), false);
    for (graph::NodeId id = 0; id < record_.size(); ++id) {
      if (!needed[id] || counted_[id]) continue;
      counted_[id] = true;
      const graph::RecordedNode& node = record_[id];
      std::vector<graph::Shape> shapes;
      for (const graph::NodeId input : node.inputs) shapes.push_back(record_.shape(input));
      if (auto fits = count_work(*node.operation, shapes, node.options, planned); !fits) return fits;
      if (auto fits = count_values(node.shape, planned.tensor->pointer); !fits) return fits;
    }
    recorded_.push_back(made->results.front());
    return {};
  }

  Result<void> count_work(const graph::Operation& operation, std::span<const graph::Shape> shapes,
                          const graph::Options& options, const PlannedTensor& planned) {
    multiply_adds_ += operation.cost(shapes, options).multiply_adds;
    if (multiply_adds_ <= max_multiply_adds) return {};
    return fail("too_large", planned.tensor->pointer,
                {"Up to “", planned.tensor->name, "” this lesson would need more than ", number_text(max_multiply_adds),
                 " multiply-adds. Make the tensors smaller."});
  }

  void record(const PlannedTensor& planned) {
    std::vector<graph::NodeId> inputs;
    for (const std::size_t input : planned.inputs) inputs.push_back(recorded_[input]);
    recorded_.push_back(
        record_.add({planned.tensor->name, planned.operation, planned.options, std::move(inputs), planned.shape}));
    counted_.resize(record_.size(), false);
    counted_.back() = true;
  }

  Result<void> settle(const PictureSource& source, PlannedTensor& planned) {
    const auto parameter = std::ranges::find(lesson_.parameters, source.parameter, &Parameter::name);
    planned.shape = {3, parameter->height, parameter->width};
    planned.picture = picture_values(*parameter, std::get<std::string>(values_.at(source.parameter)));
    return {};
  }

  // Never called for a choice: chosen() resolves it.
  Result<void> settle(const ChooseSource&, PlannedTensor&) { return {}; }

  Result<void> count_values(const graph::Shape& shape, const std::string& pointer) {
    values_so_far_ += product(shape);
    if (values_so_far_ <= static_cast<double>(max_values)) return {};
    return fail("too_large", pointer,
                {"Up to here this lesson would hold more than ", max_values, " values. Make the tensors smaller."});
  }

  const Lesson& lesson_;
  const Overrides& overrides_;
  Plan plan_;
  Values values_;
  std::map<std::string_view, std::size_t> places_;
  double values_so_far_ = 0;
  double multiply_adds_ = 0;
  std::size_t gradients_ = 0;
  graph::Recording record_;              // of all tensors, and of the chains of their gradients
  std::vector<graph::NodeId> recorded_;  // the node of each planned tensor
  std::vector<bool> counted_;            // the nodes that are within the limits already
};

}  // namespace

graph::Result<graph::Options> settle_options(const BoundOptions& bound, std::span<const graph::OptionSpec> specs,
                                             const Values& values, const std::string& pointer, bool with_fallbacks) {
  graph::Options options;
  for (const graph::OptionSpec& spec : specs) {
    const auto found = bound.find(spec.name);
    if (found == bound.end()) {
      if (!spec.needed && with_fallbacks) options.emplace(spec.name, spec.fallback());
      continue;
    }
    if (const auto* value = std::get_if<graph::OptionValue>(&found->second)) {
      options.emplace(spec.name, *value);
      continue;
    }
    auto value = as_option(values.find(std::get<ParameterRef>(found->second).name)->second, spec);
    if (!value) return moved(value.error(), joined({pointer, "/", found->first}));
    options.emplace(spec.name, std::move(*value));
  }
  return options;
}

std::unexpected<graph::Error> moved(graph::Error error, const std::string& pointer) {
  error.path = error.path.empty() ? pointer : joined({pointer, "/", error.path});
  return std::unexpected(std::move(error));
}

graph::Result<Plan> make_plan(const Lesson& lesson, const Overrides& overrides) {
  return Planner(lesson, overrides).plan();
}

}  // namespace lesson
