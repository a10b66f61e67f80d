// The lessons of the tests that train (golden/training-*.json), and runs of them.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lesson/lesson.hpp"
#include "support/expect.hpp"
#include "support/files.hpp"
#include "training/trainer.hpp"

namespace trained {

inline const std::vector<std::string> lessons = {"letter-before", "block", "both-ways"};
inline const std::vector<std::string> optimisers = {"sgd", "momentum", "adam", "adamw"};

inline std::string text(const std::string& id) {
  return files::read_file(std::string(AE_TEST_DATA) + "/golden/training-" + id + ".json");
}

// The text with one place changed.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, "there is no ", from);
  return text.replace(at, from.size(), to);
}

inline lesson::Overrides by(const std::string& optimiser) { return {{{"optimiser", optimiser}}, {}, "en"}; }

inline std::unique_ptr<training::Trainer> start(const std::string& text, const std::string& optimiser = "sgd") {
  return expect::value(training::Trainer::make(expect::value(lesson::parse(text)), by(optimiser)));
}

inline void take(training::Trainer& trainer, std::size_t steps) {
  for (std::size_t i = 0; i < steps; ++i) CHECK(trainer.step());
}

}  // namespace trained
