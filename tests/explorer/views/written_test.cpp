// What a model writes, as a step shows it: letters of the line that a report hands in, the weights that picked each, lines
// of the run.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "explorer/support.hpp"
#include "figures/training/view.hpp"
#include "figures/written/view.hpp"

using namespace explorer;
using namespace explorers;

namespace {

// The ids of a text in the lesson's alphabet, padded with the last letter to a line.
std::vector<float> ids_of(const Explorer& e, const std::string& text) {
  const auto& labels = e.graph().node(*e.graph().find("alphabet")).axes[0].labels;
  std::vector<float> ids;
  for (std::size_t i = 0; i < 65; ++i) {
    const std::string letter(1, text[std::min(i, text.size() - 1)]);
    ids.push_back(static_cast<float>(std::ranges::find(labels, letter) - labels.begin()));
  }
  return ids;
}

// At the step that shows what is written, as if a trainer had taken one step.
Explorer after_one_step() {
  Explorer e = open_page("letters");
  must(e, GoToStep{"writes"});
  must(e, SeekTraining{1});
  auto weights = std::make_shared<TrainedWeights>();
  weights->emplace_back("line_usual", ids_of(e, "\nThe bees "));
  weights->emplace_back("line_wild", ids_of(e, "\nB"));
  const Written first{0, {{"line_usual", ids_of(e, "\nqx")}, {"line_wild", ids_of(e, "\nzz")}}};
  explorer::TrainingReport report;
  report.run = e.training_order()->run;
  report.losses = {4.2F};
  report.step = 1;
  report.weights = weights;
  report.written = {first};
  e.report(report).value();
  return e;
}

}  // namespace

TEST_CASE("what the model writes is shown letter by letter, with the weights that picked the followed one") {
  Explorer e = open_page("letters");
  must(e, GoToStep{"writes"});
  REQUIRE(e.view().figure<WrittenView>() != nullptr);
  CHECK(e.view().figure<WrittenView>()->letters.empty());
  CHECK(e.view().figure<WrittenView>()->lines.empty());

  Explorer after = after_one_step();
  const WrittenView& all = *after.view().figure<WrittenView>();
  REQUIRE(all.letters.size() == 65);
  CHECK(all.letters[0] == "¶");
  CHECK(all.letters[1] + all.letters[2] + all.letters[3] + all.letters[4] + all.letters[5] == "The·b");
  CHECK(all.followed == 64);
  CHECK(all.attention.size() == 64);

  must(after, Focus{all.cell(5), true});
  const WrittenView& fifth = *after.view().figure<WrittenView>();
  CHECK(fifth.followed == 5);
  REQUIRE(fifth.attention.size() == 5);
  CHECK(std::abs(std::accumulate(fifth.attention.begin(), fifth.attention.end(), 0.0F) - 1) < 1e-5F);
  for (std::size_t i = 0; i < 5; ++i) CHECK(fifth.attention[i] == value(after, "weights", {0, 0, 4, i}));
  CHECK(fifth.note.starts_with("For “b”, head 1 looked most at "));
  // What is explained is the brightest of them.
  const auto brightest = std::ranges::max_element(fifth.attention) - fifth.attention.begin();
  CHECK(after.state().focused->index == graph::Index{0, 0, 4, static_cast<std::size_t>(brightest)});
}

TEST_CASE("the lines of a run are those of the chosen temperature, and another head has its own weights") {
  Explorer e = after_one_step();
  REQUIRE(e.view().figure<WrittenView>()->lines.size() == 1);
  CHECK(e.view().figure<WrittenView>()->lines[0].text.starts_with("qxx"));
  must(e, SetLeading{e.view().figure<WrittenView>()->axis, 2});
  CHECK(e.view().figure<WrittenView>()->attention[0] == value(e, "weights", {0, 2, 63, 0}));
  must(e, SetParameter{"temperature", std::string("1.2")});
  CHECK(e.view().figure<WrittenView>()->lines[0].text.starts_with("zzz"));
  CHECK(e.view().figure<WrittenView>()->letters[1] == "B");
  CHECK(e.view().figure<TrainingView>()->step == 1);  // the temperature belongs to no run
  must(e, Undo{});
  CHECK(e.view().figure<WrittenView>()->letters[1] == "T");
}

TEST_CASE("with attention off no letter has a weight, and no head is said to have looked anywhere") {
  Explorer e = after_one_step();
  CHECK(e.view().figure<WrittenView>()->heads.size() == 4);
  must(e, SetParameter{"attention", false});
  must(e, SeekTraining{1});
  explorer::TrainingReport report;
  report.run = e.training_order()->run;
  report.losses = {4.2F};
  report.step = 1;
  report.weights = std::make_shared<TrainedWeights>(TrainedWeights{{"line_usual", ids_of(e, "\nThe bees ")}});
  e.report(report).value();
  const WrittenView& off = *e.view().figure<WrittenView>();
  REQUIRE(off.letters.size() == 65);
  CHECK(off.attention.empty());
  CHECK(off.heads.empty());
  CHECK(off.note == e.text("written.off"));
}
