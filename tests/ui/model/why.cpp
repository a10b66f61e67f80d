// The view of the model screen that says why a word follows: its sum as a waterfall or a list, and how it is used.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "ui/support/harness.hpp"
#include "ui/support/model_told.hpp"

using ui::Rect;
using ui_test::Harness;
using ui_test::ToldModel;

namespace {

constexpr std::pair<float, float> sizes[] = {{1440, 900}, {1280, 720}, {1024, 768}, {720, 420}, {390, 844}, {280, 640}};

explorer::Explorer explained(const ToldModel& told, explorer::LookModel look = {}) {
  auto opened = explorer::Explorer::open(ui_test::read_file(ui_test::lesson_path("worked-example")), {}, "en");
  REQUIRE(opened.has_value());
  REQUIRE(told.open(*opened));
  look.why = true;
  REQUIRE(opened->apply(look));
  REQUIRE(told.answer(*opened));
  return std::move(*opened);
}

explorer::Explorer measured(const ToldModel& told) {
  explorer::Explorer opened = explained(told);
  REQUIRE(opened.apply(explorer::LookModel{.over = true}));
  REQUIRE(told.answer(opened));
  return opened;
}

// What the page does after each change.
void answer_why(Harness& page, const ToldModel& told) {
  page.settle();
  REQUIRE(told.answer(page.explorer));
  page.settle();
}

const explorer::ModelLook& why_look(const Harness& page) { return page.explorer.state().model.look; }

Rect screen_of(const Harness& page) { return {0, 0, page.around.width, page.around.height}; }

std::string marked(const Harness& page, std::string_view prefix) {
  for (const auto& [id, where] : page.items())
    if (id.starts_with(prefix)) return id.substr(prefix.size());
  return "";
}

std::size_t bars(const Harness& page) {
  return static_cast<std::size_t>(
      std::ranges::count_if(page.items(), [](const auto& item) { return item.first.starts_with("model-part:"); }));
}

}  // namespace

TEST_CASE("why a word follows is told with its sum, at every size, and nothing leaves the screen sideways") {
  const ToldModel told;
  for (const auto& [width, height] : sizes) {
    INFO(width << "x" << height);
    Harness page(explained(told), width, height);
    page.settle();
    CHECK(marked(page, "model-why:") == "Why Mary and not John?");
    CHECK(marked(page, "model-part-value:") == "3");  // the MLP of the last layer: 2.5 − (−0.5)
    CHECK(bars(page) > 8);
    for (const auto& [id, where] : page.items()) {
      if (!id.starts_with("model-part") && !id.starts_with("model-against") && !id.starts_with("model-total")) continue;
      INFO(id);
      CHECK(where.x0 >= 0);
      CHECK(where.x1 <= width + 0.5f);
    }
  }
}

TEST_CASE("the waterfall ends at what the model itself computed, with every part or with small ones joined") {
  for (const auto& [layers, heads] : {std::pair<std::size_t, std::size_t>{4, 4}, {12, 12}, {48, 25}}) {
    const ToldModel told{.layers = layers, .heads = heads};
    INFO(layers << " layers of " << heads);
    Harness page(explained(told), 1440, 900);
    page.settle();
    const explorer::ModelLedger& ledger = *page.explorer.model().data().ledger;
    const Rect total = *page.where(marked(page, "model-total:").insert(0, "model-total:"));
    const Rect plot = *page.where("model-waterfall");
    // The last bar's end is the sum; the total's outline begins at 0.
    std::optional<Rect> last;
    for (const auto& [id, where] : page.items())
      if (id.starts_with("model-part:") && (!last || where.x0 > last->x0)) last = where;
    REQUIRE(last);
    const float end = ledger.parts.back().value < 0 ? last->y1 : last->y0;
    const float top = ledger.logit < 0 ? total.y1 : total.y0;
    CHECK(std::abs(end - top) <= 3);
    CHECK(ui::within(total, screen_of(page)));
    CHECK(bars(page) <= ledger.parts.size());
    CHECK(static_cast<float>(bars(page)) * 8 < plot.width());
    if (layers == 4) CHECK(bars(page) == ledger.parts.size());
  }
}

TEST_CASE("a bar that is clicked is explained: its values for both words, and what it is made of") {
  const ToldModel told{.layers = 4, .heads = 4};
  Harness page(explained(told), 1440, 900);
  page.settle();
  page.click_at("model-part:2");  // layer 1, head 1: sin 0
  CHECK(why_look(page).part == 2);
  CHECK(why_look(page).head == explorer::ModelHead{0, 0});
  answer_why(page, told);
  CHECK(page.where("model-split"));
  page.click_at("model-part:0");
  answer_why(page, told);
  CHECK(marked(page, "model-part-value:") == "0.125");
  CHECK_FALSE(page.where("model-split"));  // a token has no parts of its own
}

TEST_CASE("another word, no other word, and another place of the sentence are a click away") {
  const ToldModel told{.layers = 4, .heads = 4};
  Harness page(explained(told), 1440, 900);
  page.settle();
  page.click_at("model-against:none");
  CHECK(why_look(page).alone);
  answer_why(page, told);
  CHECK(marked(page, "model-why:") == "Why Mary?");
  page.click_at("model-word-asked:3");
  CHECK(why_look(page).word == 3);
  answer_why(page, told);
  page.click_at("model-against:1");
  answer_why(page, told);
  CHECK(page.explorer.model().data().ledger->asked == explorer::ModelAsked{13, 3, 1});
  page.click_at("model-word:4");
  answer_why(page, told);
  CHECK(page.explorer.model().data().ledger->asked.at == 4);
}

TEST_CASE(
    "any word is typed beside those to choose from, and one that is no token is refused below them, at every size") {
  const ToldModel told{.layers = 4, .heads = 4};
  for (const auto& [width, height] : sizes) {
    INFO(width << "x" << height);
    Harness page(explained(told), width, height);
    page.settle();
    const auto type = [&](std::string_view field, std::string_view words) {
      INFO(field << " for " << words);
      page.click_at(field);
      page.settle();
      REQUIRE(page.last_frame.edit);
      CHECK(page.last_frame.edit->width >= 100);
      page.enter_text(std::string(words));
      answer_why(page, told);
    };
    if (width < 300) {  // it has to be scrolled to
      CHECK(page.where("model-word-typed")->x1 <= width);
      continue;
    }
    type("model-word-typed", "girls");
    CHECK(page.explorer.model().data().ledger->asked.word == 4813);
    CHECK(marked(page, "model-why:").contains("␣girls"));
    page.click_at("model-word-asked:36960");  // the same letters without the space
    answer_why(page, told);
    CHECK(page.explorer.model().data().ledger->asked.word == 36960);
    type("model-word-typed", "unhappiness");
    const std::string refused = "“unhappiness” is 3 tokens: un|happi|ness. Ask for one of them.";
    CHECK(marked(page, "model-word-refused:") == refused);
    for (const std::string_view id : {"model-word-typed", "model-word-asked:71"}) {
      INFO(id);
      REQUIRE(page.where(id));
      CHECK(page.where(id)->x0 >= 0);
      CHECK(page.where(id)->x1 <= width + 0.5f);
    }
    page.click_at("model-word-asked:71");
    answer_why(page, told);
    CHECK(page.explorer.model().data().ledger->asked.word == 71);
    CHECK(marked(page, "model-word-refused:") == "");
    if (!page.where("model-against-typed")) page.click_at("model-against:more");
    page.settle();
    type("model-against-typed", "shop");
    CHECK(page.explorer.model().data().ledger->asked.against == 7);
  }
}

TEST_CASE("the field for another word is reached and opened by the keyboard") {
  const ToldModel told{.layers = 4, .heads = 4};
  Harness page(explained(told), 1440, 900);
  page.settle();
  REQUIRE(page.focus_on("model-against-typed"));
  page.press(ImGuiKey_Enter);
  REQUIRE(page.explorer.state().edit);
  CHECK(page.explorer.state().edit->of.kind == explorer::Typed::against);
}

TEST_CASE("an MLP is switched off at the explained word alone, and put back, beside its sum") {
  const ToldModel told{.layers = 4, .heads = 4};
  Harness page(explained(told), 1440, 900);
  page.settle();
  const std::size_t mlp =
      2 + 2 * 6 - 1;  // of layer 2, after the token and its place: heads, bias and MLP of two layers
  page.click_at("model-part:" + std::to_string(mlp));
  answer_why(page, told);
  REQUIRE(page.where("model-off"));
  page.click_at("model-off-here");
  CHECK(page.explorer.state().model.input.off == std::vector<explorer::ModelOff>{{.layer = 1, .at = 13}});
  answer_why(page, told);
  CHECK_FALSE(page.where("model-off-here"));
  page.click_at("model-off");
  CHECK(page.explorer.state().model.input.off.empty());
}

TEST_CASE("by size the parts are a list, largest first, and the arrow keys go through the parts") {
  const ToldModel told{.layers = 4, .heads = 4};
  Harness page(explained(told), 1440, 900);
  page.settle();
  page.click_at("model-parts:1");
  CHECK(why_look(page).parts == explorer::ModelParts::size);
  answer_why(page, told);
  CHECK_FALSE(page.where("model-waterfall"));
  const std::vector<explorer::ModelPart>& parts = page.explorer.model().data().ledger->parts;
  float lower = -1;
  double before = 1e9;
  for (const auto& [id, where] : page.items()) {
    if (!id.starts_with("model-part:")) continue;
    const double size = std::abs(parts[std::stoul(id.substr(11))].value);
    CHECK(where.y0 > lower);
    CHECK(size <= before);
    lower = where.y0;
    before = size;
  }
  REQUIRE(page.focus_on("model-ledger"));
  const std::size_t was = *explorer::model_part(page.explorer.model().data(), why_look(page));
  page.press(ImGuiKey_LeftArrow);
  CHECK(why_look(page).part == was - 1);
  page.press(ImGuiKey_Home);
  CHECK(why_look(page).part == 0);
}

TEST_CASE("with each head off the number is shown in a cell for each head, which leads to that head") {
  for (const auto& [width, height] : sizes) {
    INFO(width << "x" << height);
    const ToldModel told{.layers = 4, .heads = 4};
    Harness page(explained(told, {.parts = explorer::ModelParts::off}), width, height);
    page.settle();
    REQUIRE(page.where("model-heads-off"));
    CHECK(page.where("model-heads-off")->x1 <= width);
    if (width < 1000) continue;
    CHECK(page.words_in(*page.where("model-off:1,2")).contains("9.86"));  // 10 − sin 3
    page.click_at("model-off:1,2");
    CHECK(why_look(page).head == explorer::ModelHead{1, 2});
    answer_why(page, told);
    CHECK(marked(page, "model-part-value:") == "0.141");
    page.click_at("model-off:1,4");  // the MLP of the layer
    answer_why(page, told);
    CHECK(marked(page, "model-part-value:") == "0.250");
  }
}

TEST_CASE("the lens has a cell for each layer at each token, which asks for its sum by a click or by arrows") {
  for (const auto& [width, height] : sizes) {
    INFO(width << "x" << height);
    const ToldModel told{.layers = 4, .heads = 4};
    Harness page(explained(told, {.parts = explorer::ModelParts::lens}), width, height);
    page.settle();
    const auto grid = page.where("model-grid");
    REQUIRE(grid.has_value());
    CHECK(grid->x0 >= 0);
    CHECK(grid->x1 <= width);
    if (grid->y1 > height - 120) continue;  // scrolled, or below the line at the bottom
    page.click_at("model-lens:2,3");
    answer_why(page, told);
    CHECK(why_look(page).layers == 2);
    CHECK(why_look(page).row == 3);
    CHECK(marked(page, "model-why:").ends_with(" after layer 2?"));
    REQUIRE(page.focus_on("model-grid"));
    page.press(ImGuiKey_UpArrow);
    answer_why(page, told);
    CHECK(why_look(page).layers == 1);
    page.click_at("model-all-layers");
    answer_why(page, told);
    CHECK_FALSE(why_look(page).layers.has_value());
  }
}

TEST_CASE("what is replaced is chosen above the cells, and another sentence begins as the reader's own") {
  for (const auto& [width, height] : sizes) {
    INFO(width << "x" << height);
    const ToldModel told{.layers = 4, .heads = 4};
    Harness page(explained(told, {.parts = explorer::ModelParts::off}), width, height);
    page.settle();
    if (!page.where("model-patched:1") || !ui::within(*page.where("model-patched:1"), screen_of(page))) continue;
    CHECK(page.where("model-from")->x1 <= width);
    CHECK_FALSE(page.where("model-from-none").has_value());
    page.click_at("model-from");
    page.frame();
    REQUIRE(page.last_frame.edit.has_value());
    CHECK(page.explorer.state().edit->text == page.explorer.state().model.input.text);
    page.click_at("model-patched:1");
    CHECK(why_look(page).patched == explorer::ModelPatched::stream);
  }
}

TEST_CASE("the two views are chosen in the bar, or above the page where that is narrow") {
  const ToldModel told{.layers = 4, .heads = 4};
  for (const auto& [width, height] : sizes) {
    INFO(width << "x" << height);
    Harness page(explained(told), width, height);
    page.settle();
    REQUIRE(page.where("model-views"));
    if (!ui::within(*page.where("model-views"), screen_of(page))) continue;  // scrolled
    page.click_at("model-view:0");
    answer_why(page, told);
    CHECK_FALSE(why_look(page).why);
    CHECK(page.where("model-views"));
  }
}

TEST_CASE("over many texts every head is a dot, which is asked by pointing and chosen by a click or by arrows") {
  const ToldModel told;
  for (const auto& [width, height] : sizes) {
    INFO(width << "x" << height);
    Harness page(measured(told), width, height);
    page.settle();
    CHECK(marked(page, "model-over:").starts_with("Means over the rows of 64 texts"));
    const auto plot = page.where("model-atlas");
    REQUIRE(plot.has_value());
    CHECK(plot->x0 >= 0);
    CHECK(plot->x1 <= page.around.width);
    CHECK(marked(page, "model-dot:") == "Layer 1, head 1");
  }
  Harness page(measured(told), 1440, 900);
  page.settle();
  // Of layer 3, head 2: one back 3 · 2 · 2 / 1000, what followed 3 · 2 · 4 / 1000; shares end at 1.
  const Rect plot = *page.where("model-atlas");
  const float x = plot.x0 + plot.width() * 0.012f, y = plot.y1 - plot.height() * 0.024f;
  page.click(x, y);
  answer_why(page, told);
  CHECK(marked(page, "model-measure:1:") != "");
  const explorer::ModelHead chosen = why_look(page).head;
  CHECK((chosen.layer + 1) * (chosen.head + 1) == 6);
}

TEST_CASE("of a sweep over layers and words a number is chosen by a click or by arrows, and put in by its button") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), std::pair(1024.0f, 768.0f)}) {
    INFO(width << "x" << height);
    const ToldModel told{.layers = 4, .heads = 4};
    Harness page(explained(told, {.parts = explorer::ModelParts::off, .patched = explorer::ModelPatched::stream}),
                 width, height);
    REQUIRE(page.explorer.apply(explorer::SetModelOther{"some other words"}));
    answer_why(page, told);
    page.click_at("model-place:2,3");
    page.settle();
    CHECK(marked(page, "model-place-line:").starts_with("Layer 3 at "));
    CHECK(marked(page, "model-place-line:").contains(" replaced: "));
    REQUIRE(page.focus_on("model-ledger"));
    page.press(ImGuiKey_UpArrow);
    CHECK(marked(page, "model-place-line:").starts_with("Layer 2 at "));
    page.click_at("model-off");
    const std::vector<explorer::ModelOff> expected{{.layer = 1, .at = 3, .taken = true, .stream = true}};
    CHECK(page.explorer.state().model.input.off == expected);
    answer_why(page, told);
    CHECK(marked(page, "model-place-line:").ends_with(" is taken from the other sentence."));
    page.click_at("model-off");
    CHECK(page.explorer.state().model.input.off.empty());
  }
}
