// The model screen without a GPU: where its parts are at every size, what they show, its mouse and its keys.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "ui/model/model_layout.hpp"
#include "ui/support/harness.hpp"
#include "ui/support/model_told.hpp"

using explorer::ModelHead;
using ui::ModelLayout;
using ui::Rect;
using ui_test::Harness;
using ui_test::ToldModel;

namespace {

explorer::Explorer with_model(const ToldModel* told) {
  auto opened = explorer::Explorer::open(ui_test::read_file(ui_test::lesson_path("worked-example")), {}, "en");
  REQUIRE(opened.has_value());
  if (told != nullptr) REQUIRE(told->open(*opened));
  else REQUIRE(opened->apply(explorer::ShowModel{true, std::nullopt}));
  return std::move(*opened);
}

struct ModelPage : Harness {
  explicit ModelPage(const ToldModel& told, float width = 1440, float height = 900)
      : Harness(with_model(&told), width, height) {
    settle();
  }
};

// What the page does after each change.
void answer_page(Harness& page, const ToldModel& told) {
  page.settle();
  REQUIRE(told.answer(page.explorer));
  page.settle();
}

const explorer::ModelLook& look_of(const Harness& page) { return page.explorer.state().model.look; }

bool shows_item(const Harness& page, std::string_view id) {
  return std::ranges::any_of(page.items(), [&](const auto& item) { return item.first == id; });
}

}  // namespace

TEST_CASE("at every size the parts of the model screen do not overlap") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f),
                                      {1920.0f, 1080.0f},
                                      {1200.0f, 700.0f},
                                      {1024.0f, 768.0f},
                                      {768.0f, 1024.0f},
                                      {390.0f, 844.0f},
                                      {320.0f, 640.0f},
                                      {720.0f, 420.0f},
                                      {3840.0f, 2160.0f}})
    for (const std::size_t heads : {std::size_t{1}, std::size_t{12}, std::size_t{32}, std::size_t{96}}) {
      ui::ModelSpace space;
      space.compared = heads == 12;
      space.width = width;
      space.height = height;
      space.bar = 48;
      space.heads = heads;
      space.layers = heads;
      space.line = 110;
      const ModelLayout at = ui::lay_out_model(space);
      INFO(width << "x" << height << ", " << heads);
      const Rect screen{0, 48, width, height};
      const Rect once[] = {at.rail, at.heads, at.head, at.arcs, at.line}, scrolls[] = {at.rail, at.page, at.line};
      const auto apart = [&](std::span<const Rect> parts) {
        for (const Rect& part : parts) CHECK(ui::within(part.empty() ? screen : part, screen, 1));
        for (std::size_t i = 0; i < parts.size(); ++i)
          for (std::size_t j = i + 1; j < parts.size(); ++j) CHECK_FALSE(ui::overlap(parts[i], parts[j]));
      };
      if (at.wide) {
        apart(once);
        CHECK(at.head.width() >= 400);
        CHECK(at.heads.height() >= 300);
      } else {
        apart(scrolls);
        CHECK(at.page.height() >= 240);
      }
    }
}

TEST_CASE("144 heads are in view at 1440 × 900, each with a pixel per weight of 14 tokens") {
  const ui::ModelGrid grid = ui::model_grid(12, {460, 1e6f}, false);
  CHECK(grid.pitch == 35);
  CHECK(grid.columns == 12);
  CHECK_FALSE(ui::model_grid(96, {460, 1e6f}, false).whole);
  CHECK(ui::model_cell(14, 2000) == 27);
  CHECK(ui::model_cell(15, 2000) == 18);
  CHECK(ui::model_cell(1000, 400) < 1);
  const ToldModel told;
  const ModelPage page(told);
  const Rect screen{0, 0, 1440, 900};
  for (std::size_t layer = 0; layer < told.layers; ++layer)
    for (std::size_t head = 0; head < told.heads; ++head) {
      const auto at = page.where("model-head:" + std::to_string(layer) + "," + std::to_string(head));
      REQUIRE(at);
      CHECK(ui::within(*at, screen));
      CHECK(at->width() >= 28);
    }
}

TEST_CASE("in lower windows 16 heads are seen whole, and the arcs are whole or below what is seen") {
  const ToldModel told{4, 4};
  for (const auto& [width, height] :
       {std::pair(1024.0f, 768.0f), {1280.0f, 720.0f}, {1100.0f, 900.0f}, {1366.0f, 768.0f}}) {
    INFO(width << "x" << height);
    const ModelPage page(told, width, height);
    const auto last = page.where("model-head:3,3"), word = page.where("model-word:13");
    REQUIRE(last);
    REQUIRE(word);
    ui::ModelSpace space{.width = width, .height = height, .bar = 48, .heads = 4, .layers = 4};
    space.line = 74;
    const ModelLayout at = ui::lay_out_model(space);
    const float seen = at.wide ? at.arcs.y1 : at.page.y1;
    CHECK(last->y1 <= seen);
    CHECK(last->width() >= 28);
    const float highest = word->y1 - 2 - 106;  // of an arc
    CHECK((word->y1 <= seen || highest >= seen - 24));
  }
}

TEST_CASE("a click chooses a head, with Shift it is compared, and the grid has keys") {
  const ToldModel told;
  ModelPage page(told);
  page.click_at("model-head:9,8");
  answer_page(page, told);
  CHECK(look_of(page).head == ModelHead{9, 8});
  CHECK(page.explorer.model().data().weights.contains({9, 8}));
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  page.click_at("model-head:4,10");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  answer_page(page, told);
  CHECK(look_of(page).head == ModelHead{9, 8});
  CHECK(look_of(page).compared == ModelHead{4, 10});
  page.click_at("model-swap");
  answer_page(page, told);
  CHECK(look_of(page).head == ModelHead{4, 10});
  CHECK(look_of(page).compared == ModelHead{9, 8});
  page.click_at("model-alone");
  answer_page(page, told);
  CHECK_FALSE(look_of(page).compared);
  REQUIRE(page.focus_on("model-heads"));
  page.press(ImGuiKey_RightArrow);
  answer_page(page, told);
  CHECK(look_of(page).head == ModelHead{4, 11});
  page.press(ImGuiKey_DownArrow);
  answer_page(page, told);
  CHECK(look_of(page).head == ModelHead{5, 11});
  page.press(ImGuiKey_Space);
  answer_page(page, told);
  CHECK(look_of(page).compared == ModelHead{5, 11});
  page.type("o");
  answer_page(page, told);
  CHECK(page.explorer.state().model.input.off == std::vector<explorer::ModelOff>{{5, 11}});
  page.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  answer_page(page, told);
  CHECK(page.explorer.state().model.input.off.empty());
}

TEST_CASE("a row of the map adds up, and a pinned weight is explained until Escape") {
  const ToldModel told;
  ModelPage page(told);
  CHECK(shows_item(page, "model-sum:1.000"));
  const Rect map = *page.where("model-map-area");
  const float cell = map.width() / 14;
  page.click(map.x0 + cell * 3.5f, map.y0 + cell * 9.5f);
  page.settle();
  CHECK(look_of(page).row == 9);
  CHECK(look_of(page).column == 3);
  const float weight = told.weights({0, 0})[9 * 14 + 3];
  const bool told_weight = std::ranges::any_of(page.items(), [&](const auto& item) {
    return item.first.starts_with("model-weight:") &&
           std::abs(std::stod(item.first.substr(13)) - double{weight}) < 6e-5;
  });
  CHECK(told_weight);
  CHECK(page.explorer.model().explanation({0, 0}, 9, 3).size() == 3);
  REQUIRE(page.focus_on("model-map"));
  page.press(ImGuiKey_RightArrow);
  page.settle();
  CHECK(look_of(page).column == 4);
  page.press(ImGuiKey_Escape);
  page.settle();
  CHECK_FALSE(look_of(page).row);
  REQUIRE(page.focus_on("model-words"));
  page.press(ImGuiKey_LeftArrow);
  page.settle();
  CHECK(look_of(page).row == 12);
}

TEST_CASE("the sum of a row is in view on the smallest screens") {
  const ToldModel told;
  for (const auto& [width, height] : {std::pair(390.0f, 844.0f), {320.0f, 640.0f}, {1024.0f, 768.0f}}) {
    const ModelPage page(told, width, height);
    const auto sum = page.where("model-sum:1.000");
    REQUIRE(sum);
    CHECK(ui::within(*sum, Rect{0, 0, width - 12, height}));
  }
}

TEST_CASE("a next word is appended, and a head that is off says what it changed") {
  const ToldModel told;
  ModelPage page(told);
  page.click_at("model-off");
  answer_page(page, told);
  CHECK(page.explorer.state().model.input.off == std::vector<explorer::ModelOff>{{0, 0}});
  CHECK(page.explorer.model().data().next->before.has_value());
  CHECK(shows_item(page, "model-note:Layer 1, head 1 is off: its output counts as zeros."));
  CHECK(shows_item(page, "model-share:2:0.00"));  // always two places
  page.click_at("model-next:0");
  page.settle();
  CHECK(page.explorer.state().model.input.text.ends_with("drink to Mary"));
}

TEST_CASE(
    "a second model is chosen by a chip, the maps show either model or the differences, and the chip again removes "
    "it") {
  ToldModel told;
  ModelPage page(told);
  page.click_at("model-second:q4_0");
  answer_page(page, told);
  CHECK(look_of(page).second == "q4_0");
  CHECK(look_of(page).sort == explorer::ModelSort::moved);
  CHECK(look_of(page).shows == explorer::ModelShows::difference);
  page.click_at("model-shows:1");
  page.settle();
  CHECK(look_of(page).shows == explorer::ModelShows::second);
  page.click_at("model-second:q4_0");
  answer_page(page, told);
  CHECK(look_of(page).second.empty());
  CHECK_FALSE(shows_item(page, "model-shows:1"));
}

TEST_CASE("with a second model, what is told of the head ends above the sentence at every size") {
  const ToldModel told;
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), {1280.0f, 720.0f}, {1366.0f, 768.0f}}) {
    CAPTURE(height);
    ModelPage page(told, width, height);
    REQUIRE(page.explorer.apply(explorer::LookModel{.second = "q4_0"}).has_value());
    answer_page(page, told);
    float sentence = 0;
    for (const auto& [id, where] : page.items())
      if (id == "model-arcs") sentence = where.y0;
    REQUIRE(sentence > 0);
    std::size_t matrices = 0, chips = 0;
    for (const auto& [id, where] : page.items()) {
      const bool matrix = id.starts_with("model-matrix:"), chip = id.starts_with("model-second:");
      if (id == "model-map-area" || id.starts_with("model-share:") || matrix || chip) CHECK(where.y1 <= sentence + 1);
      if (matrix || chip) CHECK(where.x1 <= width);
      matrices += matrix ? 1 : 0;
      chips += chip ? 1 : 0;
    }
    CHECK(matrices == 4);
    CHECK(chips == 3);
  }
}

TEST_CASE(
    "what a second model is ends above the sentence at 1440 × 900, and how far matrices moved is beside the map or "
    "above it") {
  const ToldModel told{4, 4};
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), {390.0f, 844.0f}}) {
    CAPTURE(width);
    ModelPage page(told, width, height);
    REQUIRE(page.explorer.apply(explorer::LookModel{.second = "q4_0"}).has_value());
    answer_page(page, told);
    std::optional<Rect> is, map, matrix;
    float sentence = 0;
    for (const auto& [id, where] : page.items()) {
      if (id.starts_with("model-second-is:")) is = where;
      if (id == "model-map-area") map = where;
      if (id == "model-matrix:o:125 %") matrix = where;
      if (id == "model-arcs") sentence = where.y0;
    }
    REQUIRE(is);
    REQUIRE(map);
    REQUIRE(matrix);
    CHECK(matrix->x1 <= width);
    CHECK_FALSE(ui::overlap(*matrix, *map));
    if (width > 1000) CHECK(is->y1 <= sentence - 12);  // above where what scrolls fades
  }
}

TEST_CASE("in low windows the shares stand beside the map, whose words are all named") {
  const ToldModel told{4, 4};
  for (const auto& [width, height] : {std::pair(1280.0f, 720.0f), {1366.0f, 768.0f}}) {
    CAPTURE(height);
    ModelPage page(told, width, height);
    const auto map = page.where("model-map-area");
    REQUIRE(map);
    CHECK(map->width() / 14 >= 16);  // all words have room from 13 px on
    int shares = 0;
    for (const auto& [id, where] : page.items()) {
      if (!id.starts_with("model-share:")) continue;
      ++shares;
      CHECK(where.x0 > map->x1 + 60);  // the scale is between them
      CHECK(where.x1 <= width);
    }
    CHECK(shares == 4);
  }
}

TEST_CASE("without a model the screen offers the small one and files") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), {390.0f, 844.0f}}) {
    Harness page(with_model(nullptr), width, height);
    page.settle();
    page.click_at("model-open:files");
    page.settle();
    CHECK(std::ranges::contains(page.requests, ui::Request::open_model));
    page.click_at("model-open:small");
    page.settle();
    CHECK(page.explorer.state().model.source == "small");
    CHECK(page.explorer.model().wants()->what == explorer::ModelWants::What::model);
  }
}

TEST_CASE("weights that are no numbers and sentences of 600 tokens are drawn at every size") {
  ToldModel odd;
  odd.layers = 2;
  odd.heads = 3;
  ToldModel longer = odd;
  while (longer.words.size() < 600) longer.words.push_back(longer.words[longer.words.size() % 14]);
  longer.width = 600;
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), {390.0f, 844.0f}, {720.0f, 420.0f}}) {
    ModelPage page(odd, width, height);
    std::vector<float> weights = odd.weights({0, 0});
    weights[13 * 14] = NAN, weights[13 * 14 + 1] = -INFINITY, weights[13 * 14 + 2] = INFINITY;
    REQUIRE(page.explorer.model().give_numbers("weights", 0, 0, weights));
    page.settle();
    CHECK(page.where("model-words"));
  }
  const ModelPage page(longer);
  CHECK(page.where("model-map-area")->width() < 500);
  CHECK(page.where("model-word:599"));  // the last word, which is followed, is in view
  const ImDrawData* const drawn = ImGui::GetDrawData();
  CHECK(drawn->TotalVtxCount < 300'000);
}

TEST_CASE("in wide windows a weight's whole explanation is in view, with the controls that set it beside its title") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), {1280.0f, 720.0f}}) {
    INFO(width << "x" << height);
    const ToldModel told;
    ModelPage page(told, width, height);
    REQUIRE(page.explorer.apply(explorer::LookModel{.layer = 0, .head = 0, .row = 13, .column = 1}));
    answer_page(page, told);
    const auto items = page.items();
    const auto title =
        std::ranges::find_if(items, [](const auto& item) { return item.first.starts_with("model-weight:"); });
    REQUIRE(title != items.end());
    const std::optional<Rect> set = page.where("model-set");
    REQUIRE(set);
    CHECK(set->y1 <= title->second.y1 + 1);
    const std::vector<std::string> lines = page.explorer.model().explanation({0, 0}, 13, 1);
    REQUIRE(lines.size() == 4);
    const Rect below{title->second.x0, title->second.y1, width, height - 20};  // the panel's lower edge
    for (const std::string& line : lines) CHECK(page.words_in(below).contains(line.substr(0, 12)));
  }
}
