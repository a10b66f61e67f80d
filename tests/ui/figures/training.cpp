// The figure of a run: its buttons and slider send commands, its losses select steps, its maps choose heads, and all of
// it fits. The run is handed in as a trainer would.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "figures/training/view.hpp"
#include "sanitized.hpp"
#include "support/files.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::Harness;

namespace {

explorer::Explorer run_lesson() {
  auto opened = explorer::Explorer::open(files::read_file(std::string(AE_TEST_DATA) + "/training/run.json"), {});
  REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
  return std::move(*opened);
}

struct Trained : Harness {
  explicit Trained(float width = 1440, float height = 900) : Harness(run_lesson(), width, height) {
    around.touch = width < 600;
    at_step(*this, "run");
  }
  // As if so many steps had been taken: losses that fall, and weights that are the lesson's own, halved.
  void train(std::size_t steps) {
    REQUIRE(explorer.apply(explorer::SeekTraining{steps}));
    explorer::TrainingReport report;
    report.run = explorer.training_order()->run;
    for (std::size_t n = 0; n < steps; ++n) report.losses.push_back(2.4f - 0.01f * static_cast<float>(n));
    for (std::size_t n = 0; n < steps; ++n) report.right.push_back(0.1f + 0.005f * static_cast<float>(n));
    for (std::size_t n = 0; n < steps; n += 10) report.held_out.push_back({n, 2.4, 0.2});
    report.step = steps;
    const graph::NodeId id = *explorer.graph().find("W_q");
    std::vector<float> all;
    for (std::size_t i = 0; i < 256; ++i) all.push_back(explorer.graph().at(id, graph::Index{i / 16, i % 16}) / 2);
    report.weights = std::make_shared<explorer::TrainedWeights>(explorer::TrainedWeights{{"W_q", all}});
    for (std::size_t n = 50; n < steps; n += 50) report.kept.push_back({n, report.weights});
    if (const auto weight = explorer.training_order()->weight) {
      report.weight = explorer::WeightRecord{*weight, {}, explorer::NudgedWeight{steps, 0.01, 2e-4, 2e-4}};
      for (std::size_t n = 0; n < steps; ++n) report.weight->samples.push_back({n, 0.1, 2e-4});
    }
    REQUIRE(explorer.report(report));
    settle();
    forget();
  }
  void look(explorer::RunPart part) {
    REQUIRE(explorer.apply(explorer::LookTraining{part, std::nullopt}));
    settle();
  }
  // One that is only drawn where there is room.
  bool shows(std::string_view id) const { return where(id).has_value(); }
};

// The largest opacity of what is drawn with a corner there, 0 to 255.
unsigned strongest_in(const ui::Rect& place) {
  unsigned most = 0;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawVert& corner : list->VtxBuffer)
      if (place.contains({corner.pos.x, corner.pos.y})) most = std::max(most, unsigned{corner.col >> IM_COL32_A_SHIFT});
  return most;
}

}  // namespace

TEST_CASE("a click on a head's switch, with a mouse or a finger, switches it off and then on again") {
  for (const float width : {1440.0f, 390.0f}) {
    CAPTURE(width);
    Harness page(ui_test::open_lesson("learning"), width, 844);
    page.around.touch = width < 600;
    at_step(page, "hundred");
    const auto kept = [&] {
      const graph::Graph& graph = page.explorer.graph();
      return graph.at(*graph.find("kept_heads"), graph::Index{1});
    };
    CHECK(kept() == 1);
    page.click_at("head:1");
    page.settle();
    CHECK(kept() == 0);
    page.click_at("head:1");
    page.settle();
    CHECK(kept() == 1);
  }
}

TEST_CASE("the buttons of a run start it, pause it, take one step and go back") {
  Trained page;
  page.click_at("training:play");
  CHECK(page.last<explorer::RunTraining>()->on);
  page.settle();
  CHECK(page.explorer.view().figure<explorer::TrainingView>()->running);
  page.click_at("training:play");
  CHECK_FALSE(page.last<explorer::RunTraining>()->on);
  page.settle();
  page.click_at("training:one");
  CHECK(page.last<explorer::SeekTraining>()->step == 1);
  page.settle();
  CHECK(page.shows("training:progress"));
  page.click_at("training:play");  // gives it up
  page.settle();
  CHECK_FALSE(page.explorer.view().figure<explorer::TrainingView>()->target.has_value());
  CHECK_FALSE(page.shows("training:progress"));
  page.train(50);
  page.click_at("training:reset");
  CHECK(page.last<explorer::ResetTraining>().has_value());
  page.settle();
  CHECK(page.explorer.view().figure<explorer::TrainingView>()->step == 0);
}

TEST_CASE("the mark of a run stands at its step, and a click on the losses goes to another") {
  Trained page;
  page.train(100);
  const ui::Rect losses = page.where("losses").value(), now = page.where("losses:now").value();
  CHECK(std::abs(now.middle_x() - (losses.x0 + losses.width() / 2)) < 2);  // of 200
  page.click(losses.x0 + losses.width() / 4, losses.middle_y());
  CHECK(page.last<explorer::SeekTraining>()->step == 50);
}

TEST_CASE("arrow keys tell the loss of a step, and Enter shows it") {
  Trained page;
  page.train(100);
  REQUIRE(page.focus_on("losses"));
  page.press(ImGuiKey_Home);
  page.press(ImGuiKey_RightArrow);
  page.frame();
  CHECK(page.interface.said().contains("Step 1: loss 2.390"));
  page.press(ImGuiKey_Enter);
  page.frame();
  CHECK(page.last<explorer::SeekTraining>()->step == 1);
}

TEST_CASE("a map of a head shows its slice on stage") {
  Trained page;
  page.click_at("map:2");
  page.settle();
  CHECK(page.explorer.state().leading.at("head") == 2);
  REQUIRE(page.focus_on("maps"));
  page.press(ImGuiKey_RightArrow);
  page.press(ImGuiKey_Enter);
  page.frame();
  CHECK(page.last<explorer::SetLeading>().has_value());
}

TEST_CASE("the figure of a run fits at every size, with its parts apart and the stage below") {
  for (const auto& [width, height] : {std::pair{1440.f, 900.f}, {1024.f, 768.f}, {390.f, 844.f}}) {
    Trained page(width, height);
    page.train(100);
    INFO(width << " × " << height);
    REQUIRE(page.shows("losses"));
    REQUIRE(page.shows("map:3"));
    REQUIRE(page.shows("map:even"));
    const ui::Rect losses = *page.where("losses"), last = *page.where("map:3");
    CHECK(!ui::overlap(losses, last));
    CHECK(last.x1 <= width);
    for (const char* id : {"training:play", "training:one", "training:reset", "training:slider"}) {
      REQUIRE(page.shows(id));
      CHECK(!ui::overlap(*page.where(id), losses));
    }
    for (const auto& [id, at] : page.items())
      if (id.starts_with("cell:")) CHECK_MESSAGE(!ui::overlap(at, last), id);
  }
}

TEST_CASE("the names of the heights stand beside the curves, apart from each other, at the heights they name") {
  for (const auto& [width, height] : {std::pair{1440.f, 900.f}, {1024.f, 768.f}, {390.f, 844.f}}) {
    INFO(width << " × " << height);
    Harness page(ui_test::open_lesson("letters"), width, height);
    page.around.touch = width < 600;
    at_step(page, "train");
    const ui::Rect losses = page.where("losses").value();
    CHECK(losses.width() > 150);
    std::vector<ui::Rect> names;
    for (const char* id : {"losses:height:0", "losses:height:1", "losses:height:2", "losses:height:3"})
      names.push_back(page.where(id).value());
    const auto& lines = page.explorer.view().figure<explorer::TrainingView>()->lines;
    REQUIRE(lines.size() == 4);  // from the highest: the most is 4.159 of guessing, the others are below
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(names[i].x0 > losses.x1);
      CHECK(names[i].x1 <= width);
      CHECK(names[i].y1 <= losses.y1 + 5);
      if (i > 0) CHECK(names[i].y0 >= names[i - 1].y1 - 0.01f);
    }
  }
}

TEST_CASE("the maps of a run name the tokens of the sequence beside them, and what their colours mean") {
  Harness page(ui_test::open_lesson("learning"), 1440, 900);
  at_step(page, "hundred");
  const auto& run = *page.explorer.view().figure<explorer::TrainingView>();
  REQUIRE(run.maps->tokens.size() == 12);
  const graph::NodeId letters = *page.explorer.graph().find("letters");
  const auto letter = [&](std::size_t sequence, std::size_t place) {
    const float id = page.explorer.graph().at(letters, graph::Index{sequence, place});
    return std::string(1, static_cast<char>('a' + static_cast<int>(id)));
  };
  for (std::size_t place = 0; place < 12; ++place) CHECK(run.maps->tokens[place] == letter(0, place));
  const ui::Rect map = page.where("map:0").value();
  CHECK(map.height() / 12 > 9);
  const ui::Rect legend = page.where("legend:weights").value();
  CHECK_FALSE(ui::overlap(legend, map));
  REQUIRE(page.explorer.apply(explorer::SetLeading{"batch", 5}));
  page.settle();
  const auto& other = *page.explorer.view().figure<explorer::TrainingView>();
  for (std::size_t place = 0; place < 12; ++place) CHECK(other.maps->tokens[place] == letter(5, place));
}

TEST_CASE("every part of a run fits at every size, apart from the others") {
  for (const auto& [width, height] : {std::pair{1440.f, 900.f}, {1024.f, 768.f}, {390.f, 844.f}}) {
    INFO(width << " × " << height);
    Trained page(width, height);
    page.look(explorer::RunPart::weight);
    page.train(100);
    const std::string legend = "legend:" + page.explorer.view().figure<explorer::TrainingView>()->weight->tensor.name;
    for (const auto& [part, ids] :
         {std::pair{explorer::RunPart::loss, std::vector<std::string>{"losses", "map:0"}},
          {explorer::RunPart::answers, {"right", "answers"}},
          {explorer::RunPart::head, {"map:0", "strip:50", "strip:100"}},
          {explorer::RunPart::weight, {"weight:cells", legend, "weight:value", "weight:slope", "weight:compared"}}}) {
      page.look(part);
      for (const std::string& id : ids) {
        INFO(id);
        REQUIRE(page.shows(id));
        const ui::Rect at = *page.where(id);
        CHECK(at.x0 >= 0);
        CHECK(at.x1 <= width);
        CHECK(at.y1 <= height);
        CHECK(at.height() > 20);
        for (const std::string& other : ids)
          if (other != id) CHECK_MESSAGE(!ui::overlap(at, *page.where(other)), other);
      }
    }
  }
}

TEST_CASE("a map of the strip shows its step, and arrow keys tell the answers") {
  Trained page;
  page.look(explorer::RunPart::head);
  page.train(100);
  if (page.shows("strip:50")) {
    page.click_at("strip:50");
    CHECK(page.last<explorer::SeekTraining>()->step == 50);
  }
  page.look(explorer::RunPart::answers);
  REQUIRE(page.focus_on("answers"));
  page.press(ImGuiKey_RightArrow);
  page.frame();
  CHECK(page.interface.said().contains("wanted"));
  CHECK(page.interface.said().contains("% sure"));
}

TEST_CASE("a weight is chosen by a click or by arrow keys") {
  Trained page;
  page.look(explorer::RunPart::weight);
  page.train(60);
  CHECK(page.explorer.view().figure<explorer::TrainingView>()->weight->agree);
  const ui::Rect cells = page.where("weight:cells").value();
  page.click(cells.x0 + 2, cells.y0 + 2);
  CHECK(page.last<explorer::LookTraining>()->weight->index == graph::Index{0, 0});
  page.settle();
  REQUIRE(page.focus_on("weight:cells"));
  page.press(ImGuiKey_DownArrow);
  page.frame();
  CHECK(page.last<explorer::LookTraining>()->weight->index == graph::Index{1, 0});
}

TEST_CASE("the step's matrices have the stage when they are chosen, below the bar of the run, and the run comes back") {
  for (const auto& [width, height] : {std::pair{1440.f, 900.f}, {1024.f, 768.f}, {390.f, 844.f}}) {
    Trained page(width, height);
    page.train(100);
    INFO(width << " × " << height);
    CHECK(std::ranges::none_of(page.items(), [](const auto& item) { return item.first.starts_with("cell:"); }));
    page.click_at("figure:matrices");
    page.settle();
    CHECK(page.explorer.link().find("show=matrices") != std::string::npos);
    CHECK_FALSE(page.shows("losses"));
    CHECK_FALSE(page.shows("map:0"));
    const ui::Rect bar = page.where(width < 600 ? "figure:matrices" : "training:slider").value();
    std::size_t cells = 0;
    for (const auto& [id, at] : page.items()) {
      if (!id.starts_with("cell:")) continue;
      ++cells;
      CHECK_MESSAGE(at.y0 >= bar.y1, id);
    }
    CHECK(cells > 0);
    REQUIRE(page.focus_on("figure"));
    page.press(ImGuiKey_RightArrow);
    page.settle();
    CHECK(page.shows("losses"));
    CHECK(page.explorer.link().find("show=") == std::string::npos);
  }
}

TEST_CASE("“What moves this?” shows the matrices, and when it ends the run again") {
  Trained page;
  const graph::NodeId loss = *page.explorer.graph().find("loss");
  REQUIRE(page.explorer.apply(explorer::AskWhatMoves{graph::CellRef{loss, {}}}));
  page.settle();
  CHECK_FALSE(page.shows("losses"));
  REQUIRE(page.explorer.apply(explorer::AskWhatMoves{}));
  page.settle();
  CHECK(page.shows("losses"));
}

TEST_CASE("every step with a run shows its losses at every size, beside maps or above them" *
          doctest::skip(sanitized)) {
  for (const char* lesson : {"learning", "letters"})
    for (const auto& [width, height] :
         {std::pair(1440.0f, 900.0f), {1280.0f, 720.0f}, {1024.0f, 768.0f}, {390.0f, 844.0f}, {720.0f, 420.0f}}) {
      Harness page(ui_test::open_lesson(lesson), width, height);
      page.around.touch = width < 600;
      page.settle();
      int runs = 0;
      for (const explorer::StepEntry& step : std::vector(page.explorer.view().steps)) {
        page.step_to(step.id);
        page.settle();
        if (page.explorer.view().closing || !page.explorer.view().figure<explorer::TrainingView>()) continue;
        ++runs;
        INFO(std::string(lesson) << ", " << step.id << " at " << width << " × " << height);
        const auto losses = page.where("losses");
        REQUIRE(losses);
        CHECK(losses->height() >= 36);
      }
      CHECK(runs > 0);
    }
}

TEST_CASE("when a run ends, the button that started it keeps the focus, and step and loss are said") {
  Trained page;
  REQUIRE(page.focus_on("training:play"));
  page.press(ImGuiKey_Enter);
  page.settle();
  page.train(200);  // all of them; the last loss is 2.4 − 1.99
  CHECK(page.interface.said().starts_with("The run is over: step 200, loss 0.410."));
  CHECK(page.interface.focused_part() == "training:play");
  page.press(ImGuiKey_RightArrow);
  page.settle();
  CHECK(page.interface.focused_part() == "training:reset");
  CHECK(page.explorer.state().step == "run");
}

TEST_CASE("a lesson that plays by itself trains to the end of the run before it goes on") {
  Trained page;
  const std::string first = page.explorer.state().step;
  REQUIRE(page.explorer.apply(explorer::PlayLesson{.on = true, .paused = {}, .speed = {}}));
  page.settle();
  const auto wait = [&](double seconds, const auto& until) {
    for (const double end = page.around.now + seconds; page.around.now < end && !until();) page.frame(0.25);
    return until();
  };
  const auto runs = [&] { return page.explorer.state().training.running; };
  const auto on = [&] { return page.explorer.state().step != first || !page.explorer.state().lecture.on; };
  REQUIRE(wait(600, runs));
  CHECK_FALSE(wait(600, on));
  page.train(page.explorer.training_order()->until);
  CHECK_FALSE(runs());
  CHECK(wait(600, on));
}

TEST_CASE("the map of a head that is switched off is faint") {
  Harness page(ui_test::open_lesson("learning"), 1440, 900);
  at_step(page, "hundred");
  const ui::Rect map = page.where("map:1").value();
  const ui::Rect inside =
      ui::box(map.x0 + 0.2f * map.width(), map.y0 + 0.4f * map.height(), 0.4f * map.width(), 0.3f * map.height());
  CHECK(strongest_in(inside) == 255);
  const auto kept = page.explorer.view().figure<explorer::TrainingView>()->maps->heads.at(1).kept.value();
  REQUIRE(page.explorer.apply(explorer::EditCell{kept, "0"}));
  page.settle();
  CHECK(strongest_in(inside) < 128);
  CHECK(strongest_in(inside) > 0);
}

TEST_CASE(
    "a weight and its slope are written with a minus sign and a raised power of ten, above the legend of its map") {
  Trained page;
  page.look(explorer::RunPart::weight);
  const graph::NodeId id = *page.explorer.graph().find("W_q");
  graph::CellRef cell{id, {0, 0}};
  while (page.explorer.graph().at(id, cell.index) > -0.001f) ++cell.index[1];
  REQUIRE(page.explorer.apply(explorer::LookTraining{std::nullopt, cell}));
  page.train(100);
  const auto& weight = *page.explorer.view().figure<explorer::TrainingView>()->weight;
  CHECK(weight.slope == "2.00·10⁻⁴");
  CHECK(weight.nudged == "2.00·10⁻⁴");
  char digits[16];
  std::snprintf(digits, sizeof digits, "%.4f", std::abs(static_cast<double>(page.explorer.graph().at(id, cell.index))));
  CHECK(weight.value == "−" + std::string(digits));
  CHECK(page.where("legend:W_q").value().y0 >= page.where("weight:cells").value().y1);
}
