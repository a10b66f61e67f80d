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
  std::string loss, held_out;  // held_out: empty where none was measured
};
struct TrainingJson {
  const TrainingView* view = nullptr;
  std::vector<LossRowJson> rows;
};
std::optional<TrainingJson> training_json(const View& view);

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
  std::size_t from = 0, until = 0;
  bool paced = false;
};

namespace json {

template <>
struct Described<LossRowJson> : Object<"LossRow", Member<"step", &LossRowJson::step>,
                                       Member<"loss", &LossRowJson::loss>, Member<"heldOut", &LossRowJson::held_out>> {
};
template <>
struct Described<TrainingView::Head>
    : Object<"TrainedHead", Member<"name", &TrainingView::Head::name>, Member<"share", &TrainingView::Head::share>> {};
template <>
struct Described<TrainingJson>
    : Object<"TrainingRun", Member<"step", path<&TrainingJson::view, &TrainingView::step>>,
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
// What is to be done for the run: be at step `from`, then go on up to `until`.
template <>
struct Described<OrderJson>
    : Object<"TrainingOrder", Member<"run", &OrderJson::run>, Member<"changes", &OrderJson::changes>,
             Member<"parameters", &OrderJson::parameters>, Member<"edits", &OrderJson::edits>,
             Member<"rates", &OrderJson::rates>, Member<"from", &OrderJson::from>, Member<"until", &OrderJson::until>,
             Member<"paced", &OrderJson::paced>> {};

}  // namespace json
}  // namespace explorer
