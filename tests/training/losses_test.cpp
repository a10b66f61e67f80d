// The losses of three small models, one of them without mask, and of the lesson learning, against PyTorch's
// (golden/training.json, made by the scripts that the lessons export): within 1e-5 over 20 steps and 1e-3 over 100.
#include <cmath>
#include <cstdio>

#include "support/golden.hpp"
#include "training/support.hpp"

namespace {

// "" if all of the first `count` are within `relative`, else the first that is not.
std::string apart(const std::vector<double>& got, const std::vector<double>& wanted, std::size_t count,
                  double relative) {
  if (got.size() < count || wanted.size() < count) return "too few";
  for (std::size_t n = 0; n < count; ++n) {
    if (std::abs(got[n] - wanted[n]) <= relative * std::abs(wanted[n])) continue;
    char text[128];
    std::snprintf(text, sizeof text, "%zu: %.9g instead of %.9g", n, got[n], wanted[n]);
    return text;
  }
  return "";
}

void check_run(training::Trainer& trainer, const golden::File& file, const std::string& place) {
  CAPTURE(place);
  trained::take(trainer, 100);
  trainer.measure_held_out();
  const std::vector<double> losses(trainer.losses().begin(), trainer.losses().end());
  const std::vector<double> wanted = file.numbers(place + "/losses");
  CHECK(apart(losses, wanted, 20, 1e-5) == "");
  CHECK(apart(losses, wanted, 100, 1e-3) == "");
  std::vector<double> held_out;
  for (const training::HeldOutLoss& one : trainer.held_out()) held_out.push_back(one.loss);
  const std::vector<double> kept_apart = file.numbers(place + "/heldOut");
  CHECK(held_out.size() == kept_apart.size());
  CHECK(apart(held_out, kept_apart, kept_apart.size(), 1e-3) == "");
}

}  // namespace

TEST_SUITE("losses") {
  TEST_CASE("the losses are PyTorch's") {
    const golden::File file("training");
    for (const std::string& id : trained::lessons)
      for (const std::string& optimiser : trained::optimisers)
        check_run(*trained::start(trained::text(id), optimiser), file, "/" + id + "/" + optimiser);
  }

  TEST_CASE("the losses of the lesson learning are PyTorch's") {
    const golden::File file("training");
    const lesson::Lesson opened = expect::value(lesson::parse(files::page_lesson("learning")));
    const std::map<std::string, std::map<std::string, lesson::ParameterValue, std::less<>>> runs = {
        {"adam", {}},
        {"plain", {{"method", std::string("plain")}}},
        {"no-positions", {{"positions", false}}},
        {"reverse", {{"task", std::string("reverse")}, {"mask", false}}},
        {"induction", {{"task", std::string("induction")}}}};
    for (const auto& [name, settings] : runs)
      check_run(*expect::value(training::Trainer::make(opened, {settings, {}, "en"})), file, "/learning/" + name);
  }
}
