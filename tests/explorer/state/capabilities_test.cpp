// Everything that the five tutorials do is in the page: tests/golden/capabilities.json says where, this checks that it is
// there, and that the README's table is the same list.
#include <algorithm>
#include <map>

#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

struct Capability {
  std::string number, lesson, step;
  std::vector<std::string> shows;
};

std::vector<Capability> capabilities() {
  const auto document = json::read(read_file(std::string(AE_TEST_DATA) + "/golden/capabilities.json"));
  REQUIRE(document.has_value());
  std::vector<Capability> all;
  for (const json::Value& row : document->root()["capabilities"].items()) {
    const auto cells = row.items();
    REQUIRE(cells.size() == 5);
    Capability one{std::string(*cells[0].text()), std::string(*cells[1].text()), std::string(*cells[2].text()), {}};
    for (const json::Value& name : cells[3].items()) one.shows.emplace_back(*name.text());
    all.push_back(std::move(one));
  }
  return all;
}

// "B_window", or "looks=convolution: convolved": there once the reader has chosen so.
struct Place {
  std::string parameter, value, tensor;
};

Place place_of(const std::string& words) {
  const std::size_t equals = words.find('='), colon = words.find(": ");
  if (equals == std::string::npos) return {{}, {}, words};
  return {words.substr(0, equals), words.substr(equals + 1, colon - equals - 1), words.substr(colon + 2)};
}

}  // namespace

TEST_CASE(
    "every capability of the five tutorials, S0.1 to S4.15, has a lesson, a step, and its tensors on that stage") {
  const std::map<std::string, int> counts = {{"S0", 18}, {"S1", 22}, {"S2", 18}, {"S3", 11}, {"S4", 15}};
  std::map<std::string, int> found;
  std::map<std::string, Explorer> open;
  for (const Capability& one : capabilities()) {
    INFO(one.number, " in ", one.lesson, ", ", one.step);
    const std::string tutorial = one.number.substr(0, 2);
    CHECK(one.number == tutorial + "." + std::to_string(++found[tutorial]));  // numbered without gaps
    if (!open.contains(one.lesson)) open.emplace(one.lesson, open_page(one.lesson));
    Explorer& lesson = open.at(one.lesson);
    if (lesson.state().step != one.step) must(lesson, GoToStep{one.step});
    for (const std::string& name : one.shows) {
      const Place place = place_of(name);
      if (!place.parameter.empty()) must(lesson, SetParameter{place.parameter, place.value});
      bool shown = false;
      for (const FigureView& figure : lesson.view().stage)
        for (const TensorView& tensor : figure.tensors) shown = shown || tensor.name == place.tensor;
      CHECK_MESSAGE(shown, name);
    }
  }
  CHECK(found == counts);
}

TEST_CASE("the table in the goldens' README names the place of each capability") {
  const std::string readme = read_file(std::string(AE_SOURCE_DIR) + "/tests/golden/README.md");
  std::vector<std::pair<std::string, std::string>> steps;  // "lesson step" and its numbers, in order
  for (const Capability& one : capabilities()) {
    const std::string key = one.lesson + " " + one.step;
    const auto known = std::ranges::find(steps, key, &std::pair<std::string, std::string>::first);
    if (known == steps.end()) steps.emplace_back(key, "`" + one.step + "` " + one.number);
    else known->second += ", " + one.number;
  }
  for (const auto& [key, words] : steps) CHECK_MESSAGE(readme.contains(words), key, ": ", words);
}
