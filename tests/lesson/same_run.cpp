// Whether a run of training goes on under other settings: kept parts of the loss give the answer that plans give.
#include "lesson/run/same_run.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "lesson/lesson.hpp"
#include "support/files.hpp"

TEST_CASE("comparing runs with the parts of the loss kept says what comparing their plans says") {
  const auto lesson = lesson::parse(files::page_lesson("learning"));
  REQUIRE(lesson.has_value());
  const lesson::Edit head{"kept_heads", {1}, 0}, letter{"wte", {2, 3}, 0.5F}, same_letter{"wte", {2, 3}, 0.25F};
  std::vector<lesson::Overrides> settings;
  for (const bool mask : {true, false})
    for (const std::vector<lesson::Edit>& edits :
         {std::vector<lesson::Edit>{}, {head}, {letter}, {same_letter}, {head, letter}, {letter, head}})
      settings.push_back(
          {mask ? decltype(lesson::Overrides::parameters){} : decltype(lesson::Overrides::parameters){{"mask", false}},
           edits, "en"});
  lesson::RunComparison kept;
  std::size_t equal = 0, other = 0;
  for (const auto& before : settings)
    for (const auto& now : settings) {
      const auto answer = kept(*lesson, before, now);
      REQUIRE(answer.has_value());
      CHECK(*answer == lesson::compare_runs(*lesson, before, now));
      ++(*answer == lesson::RunChange::equal ? equal : other);
    }
  CHECK(equal > settings.size());
  CHECK(other > settings.size());
}
