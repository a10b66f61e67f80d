// How orders to a trainer and the run of a step look as JSON.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/training/run.hpp"
#include "figures/training/view.hpp"

namespace explorer {

struct LossRowJson {
  std::size_t step = 0;
  std::string loss, held_out;         // held_out: empty where none was measured
  std::string right, right_held_out;  // per cent; empty if the loss judges no answers
};
struct WeightRowJson {
  std::size_t step = 0;
  std::string value, slope;
};
// The weight that is looked at, with its place counted from 1.
struct WeightJson {
  const TrainingView::Weight* view = nullptr;
  graph::Shape shape;
  std::vector<WeightRowJson> rows;
};
struct TrainedTensorJson {
  graph::NodeId node = 0;
  std::string symbol;
};
struct TrainingJson {
  const TrainingView* view = nullptr;
  std::vector<LossRowJson> rows;
  std::vector<TrainedTensorJson> weights;
  std::optional<WeightJson> weight;
};
std::optional<TrainingJson> training_json(const View& of, const graph::Graph& graph);

struct RateJson {
  std::size_t step = 0;
  double rate = 0;
};
struct SettingJson {
  std::string name;
  lesson::ParameterValue value;
};
struct OrderJson {
  unsigned run = 0, changes = 0;
  std::vector<SettingJson> parameters;
  std::vector<lesson::Edit> edits;
  std::vector<RateJson> rates;
  std::size_t from = 0, until = 0, losses = 0, held_out = 0;
  bool paced = false;
  std::size_t keep = 1;
  struct Weight {
    std::string tensor;
    std::size_t cell = 0;
  };
  std::optional<Weight> weight;
  bool ahead = false;
};
// Null where there is none.
std::string training_order_json(const std::optional<TrainingOrder>& order);

namespace json {

template <>
struct Described<LossRowJson>
    : Object<"LossRow", Member<"step", &LossRowJson::step>, Member<"loss", &LossRowJson::loss>,
             Member<"heldOut", &LossRowJson::held_out>, Member<"right", &LossRowJson::right>,
             Member<"rightHeldOut", &LossRowJson::right_held_out>> {};
template <>
struct Described<WeightRowJson>
    : Object<"WeightRow", Member<"step", &WeightRowJson::step>, Member<"value", &WeightRowJson::value>,
             Member<"slope", &WeightRowJson::slope>> {};
template <>
struct Described<TrainedTensorJson>
    : Object<"TrainedTensor", Member<"node", &TrainedTensorJson::node>, Member<"symbol", &TrainedTensorJson::symbol>> {
};
template <>
struct Described<WeightJson>
    : Object<"TrainedWeight",
             Member<"node", path<&WeightJson::view, &TrainingView::Weight::cell, &graph::CellRef::node>>,
             Member<"shape", &WeightJson::shape>,
             Member<"index", path<&WeightJson::view, &TrainingView::Weight::cell, &graph::CellRef::index>>,
             Member<"name", path<&WeightJson::view, &TrainingView::Weight::name>>,
             Member<"value", path<&WeightJson::view, &TrainingView::Weight::value>>,
             Member<"slope", path<&WeightJson::view, &TrainingView::Weight::slope>>,
             Member<"nudged", path<&WeightJson::view, &TrainingView::Weight::nudged>>,
             Member<"by", path<&WeightJson::view, &TrainingView::Weight::by>>,
             Member<"agree", path<&WeightJson::view, &TrainingView::Weight::agree>>,
             Member<"note", path<&WeightJson::view, &TrainingView::Weight::note>>, Member<"rows", &WeightJson::rows>> {
};
template <>
struct Described<TrainingView::Answer>
    : Object<"RunAnswer", Member<"input", &TrainingView::Answer::input>,
             Member<"wanted", &TrainingView::Answer::wanted>, Member<"said", &TrainingView::Answer::said>,
             Member<"sure", &TrainingView::Answer::sure>, Member<"right", &TrainingView::Answer::right>> {};
template <>
struct Described<TrainingView::Sequence>
    : Object<"RunSequence", Member<"places", &TrainingView::Sequence::places>,
             Member<"at", &TrainingView::Sequence::at>, Member<"title", &TrainingView::Sequence::title>,
             Member<"count", &TrainingView::Sequence::count>, Member<"axis", &TrainingView::Sequence::axis>,
             Member<"note", &TrainingView::Sequence::note>> {};
template <>
struct Described<OrderJson::Weight>
    : Object<"TrainingWeight", Member<"tensor", &OrderJson::Weight::tensor>, Member<"cell", &OrderJson::Weight::cell>> {
};
template <>
struct Described<TrainingView::Head>
    : Object<"TrainedHead", Member<"name", &TrainingView::Head::name>, Member<"share", &TrainingView::Head::share>,
             Member<"kept", &TrainingView::Head::kept>, Member<"on", &TrainingView::Head::on>> {};
template <>
struct Described<TrainingJson>
    : Object<
          "TrainingRun", Member<"step", path<&TrainingJson::view, &TrainingView::step>>,
          Member<"planned", path<&TrainingJson::view, &TrainingView::planned>>,
          Member<"taken", path<&TrainingJson::view, &TrainingView::taken>>,
          Member<"running", path<&TrainingJson::view, &TrainingView::running>>,
          Member<"canRun", path<&TrainingJson::view, &TrainingView::can_run>>,
          Member<"canReset", path<&TrainingJson::view, &TrainingView::can_reset>>,
          Member<"target", path<&TrainingJson::view, &TrainingView::target>>,
          Member<"title", path<&TrainingJson::view, &TrainingView::title>>,
          Member<"loss", path<&TrainingJson::view, &TrainingView::loss>>,
          Member<"lossNumber", path<&TrainingJson::view, &TrainingView::last>>,
          Member<"heldOut", path<&TrainingJson::view, &TrainingView::held_out>>,
          Member<"stopped", path<&TrainingJson::view, &TrainingView::stopped>>,
          Member<"note", path<&TrainingJson::view, &TrainingView::note>>, Member<"rows", &TrainingJson::rows>,
          Member<"right", path<&TrainingJson::view, &TrainingView::right_text>>,
          Member<"rightNote", path<&TrainingJson::view, &TrainingView::right_note>>,
          Member<"sequence", path<&TrainingJson::view, &TrainingView::sequence>>,
          Member<"weights", &TrainingJson::weights>, Member<"weight", &TrainingJson::weight>,
          Member<"off", [](const TrainingJson& run) { return run.view->maps ? run.view->maps->off : std::string(); }>,
          Member<"heads", [](const TrainingJson& run) {
            return run.view->maps ? run.view->maps->heads : std::vector<TrainingView::Head>();
          }>> {};
template <>
struct Described<RateJson> : Object<"TrainingRate", Member<"step", &RateJson::step>, Member<"rate", &RateJson::rate>> {
};
template <>
struct Described<SettingJson>
    : Object<"TrainingSetting", Member<"name", &SettingJson::name>, Member<"value", &SettingJson::value>> {};
template <>
struct Described<lesson::Edit> : Object<"TrainingEdit", Member<"tensor", &lesson::Edit::tensor>,
                                        Member<"index", &lesson::Edit::index>, Member<"value", &lesson::Edit::value>> {
};
// What is to be done for the run: go to step `from`, then continue to `until`.
template <>
struct Described<OrderJson>
    : Object<"TrainingOrder", Member<"run", &OrderJson::run>, Member<"changes", &OrderJson::changes>,
             Member<"parameters", &OrderJson::parameters>, Member<"edits", &OrderJson::edits>,
             Member<"rates", &OrderJson::rates>, Member<"from", &OrderJson::from>, Member<"until", &OrderJson::until>,
             Member<"losses", &OrderJson::losses>, Member<"heldOut", &OrderJson::held_out>,
             Member<"paced", &OrderJson::paced>, Member<"keep", &OrderJson::keep>, Member<"weight", &OrderJson::weight>,
             Member<"ahead", &OrderJson::ahead>> {};

}  // namespace json
}  // namespace explorer
