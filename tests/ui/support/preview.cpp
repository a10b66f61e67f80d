// Draws a screen to a PNG without GPU or browser, by rasterising ImGui's triangles: to look at during development.
//   preview OUT.png FONTS_DIR FORMULAE.json [size=1440x900] [ratio=1] [light] [embed] [touch] [step=ID] [hover=ID]
//           [click=ID] [moves=ID] [tabs=N] [wait=SECONDS] [lesson=NAME] [link=step=ID&…] [contents] [begun=LESSON/STEP]
//           [file=LESSON.json] [words=de:INTERFACE.json] [all] [train=STEPS] [model=12x12,TOKENS] [commands=JSON|JSON]
// begun= says in the contents where the reader stopped in a lesson; the last one was read last. file= and words= take a
// lesson and sentences in another language (web/words.mjs merges them). all: OUT is the beginning of the names of many
// pictures, one of each beat of each step from here to the end of the lesson. train= takes so many steps of the run.
// model= shows a model of patterns with so many layers and heads, and more tokens; commands= are executed on it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ranges>

#include "explorer/json/json.hpp"
#include "training/trainer.hpp"
#include "ui/support/harness.hpp"
#include "ui/support/model_told.hpp"
#include "ui/support/picture.hpp"

namespace {

using ui_test::Harness;
using ui_test::Picture;

// The cards in the order of the site.
explorer::Contents contents_of(int count, char** words) {
  explorer::Contents contents;
  const auto document = explorer::json::read(ui_test::read_file(std::string(AE_SOURCE_DIR) + "/web/contents.json"));
  for (const explorer::json::Value& id : document->root()["lessons"].items()) {
    const std::string name(id.text().value_or(""));
    std::string link;
    for (int i = 4; i < count; ++i) {
      const std::string_view word = words[i];
      if (!word.starts_with("begun=" + name + "/")) continue;
      link = "lesson=" + name + "&step=" + std::string(word.substr(7 + name.size()));
      contents.last = name;
    }
    auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path(name)), {link, ""}, {}, "en");
    if (card) contents.cards.push_back(std::move(*card));
  }
  explorer::mark_path(contents);
  contents.pages = {"course", "glossary", "write", "author"};
  return contents;
}

// Takes so many steps of the run that the step shows, as the page's runner does.
void train(Harness& page, std::size_t steps) {
  if (!page.explorer.apply(explorer::SeekTraining{steps})) return;
  const auto order = page.explorer.training_order();
  if (!order) return;
  auto made = training::Trainer::make(page.explorer.lesson(), order->settings);
  if (!made) return void(std::fprintf(stderr, "%s\n", made.error().message.c_str()));
  training::Trainer& trainer = **made;
  trainer.set_rates({order->rates.begin(), order->rates.end()});
  explorer::TrainingReport report;
  const auto weights = [&] {
    auto all = std::make_shared<explorer::TrainedWeights>();
    for (const training::Weights& one : trainer.weights()) all->emplace_back(one.name, one.values);
    return all;
  };
  if (order->weight) {
    const auto all = trainer.weights();
    const auto found = std::ranges::find(all, order->weight->tensor, &training::Weights::name);
    trainer.watch_weight(static_cast<std::size_t>(found - all.begin()), order->weight_cell);
  }
  while (trainer.taken() < order->until && trainer.step())
    if (trainer.taken() % order->keep == 0) report.kept.push_back({trainer.taken(), weights()});
  if (order->weight) {
    const training::WeightSample now = trainer.sample();
    const training::Nudged nudged = trainer.nudge();
    report.weight = explorer::WeightRecord{
        *order->weight,
        {},
        explorer::NudgedWeight{now.step, nudged.by, static_cast<double>(now.slope), nudged.slope()}};
    for (const training::WeightSample& one : trainer.samples())
      report.weight->samples.push_back({one.step, static_cast<double>(one.value), static_cast<double>(one.slope)});
  }
  report.run = order->run;
  report.changes = order->changes;
  report.losses.assign(trainer.losses().begin(), trainer.losses().end());
  report.right.assign(trainer.right().begin(), trainer.right().end());
  for (const auto& one : trainer.held_out()) report.held_out.push_back({one.step, one.loss, one.right});
  report.step = trainer.taken();
  report.stopped = trainer.stopped();
  report.weights = weights();
  std::ignore = page.explorer.report(report);
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 1;
  const auto option = [&](const char* name) -> const char* {
    for (int i = 4; i < count; ++i) {
      if (std::strncmp(words[i], name, std::strlen(name)) == 0) return words[i] + std::strlen(name);
    }
    return nullptr;
  };
  int width = 1440, height = 900;
  if (const char* size = option("size=")) {
    char* rest = nullptr;
    width = static_cast<int>(std::strtol(size, &rest, 10));
    height = static_cast<int>(std::strtol(rest + 1, nullptr, 10));
  }
  const float ratio = option("ratio=") ? static_cast<float>(std::atof(option("ratio="))) : 1;
  const std::string lesson = option("file=")
                                 ? option("file=")
                                 : ui_test::lesson_path(option("lesson=") ? option("lesson=") : "worked-example");
  const std::string_view language = option("words=") ? std::string_view(option("words=")).substr(0, 2) : "en";
  auto opened = explorer::Explorer::open(ui_test::read_file(lesson), {}, std::string(language));
  if (!opened) {
    std::fprintf(stderr, "%s: %s\n", opened.error().path.c_str(), opened.error().message.c_str());
    return 1;
  }
  Harness page(std::move(*opened), static_cast<float>(width), static_cast<float>(height), ratio);
  if (language != "en") {
    const auto loaded = page.explorer.load_language(language, ui_test::read_file(option("words=") + 3));
    const auto chosen = page.explorer.apply(explorer::SetLanguage{std::string(language)});
    if (!loaded || !chosen) std::fputs("no words\n", stderr);
  }
  for (const char* face : {"inter-400", "inter-500", "inter-600", "inter-display-600", "math", "main", "main-bold",
                           "size1", "size2", "size3", "size4", "ams", "mono"}) {
    const std::string ttf = ui_test::read_file(std::string(words[2]) + "/" + face + ".ttf");
    if (!page.interface.add_font(face, {ttf.begin(), ttf.end()})) std::fprintf(stderr, "no face %s\n", face);
  }
  if (!page.interface.add_formulae(ui_test::read_file(words[3]))) std::fputs("no formulae\n", stderr);
  page.around.dark = !option("light");
  page.around.embed = option("embed") != nullptr;
  page.around.touch = option("touch") != nullptr;
  if (option("contents")) {
    page.contents = contents_of(count, words);
    const auto loaded = page.explorer.load_hero(ui_test::read_file(std::string(AE_SOURCE_DIR) + "/web/hero.json"));
    if (!loaded) std::fprintf(stderr, "web/hero.json: %s\n", loaded.error().message.c_str());
    std::ignore = page.explorer.apply(explorer::ShowContents{true});
  }
  if (const char* size = option("model=")) {
    ui_test::ToldModel told;
    char* rest = nullptr;
    told.layers = std::strtoul(size, &rest, 10);
    if (*rest == 'x') told.heads = std::strtoul(rest + 1, &rest, 10);
    if (*rest == ',')
      for (std::size_t more = std::strtoul(rest + 1, nullptr, 10); more > 0; --more)
        told.words.push_back(told.words[more % 14]);
    told.width = std::max(told.width, told.tokens());
    if (!told.open(page.explorer)) std::fputs("no model\n", stderr);
    page.settle();
    if (const char* commands = option("commands="))
      for (const std::string_view one : std::views::split(std::string_view(commands), '|') |
                                            std::views::transform([](auto part) { return std::string_view(part); }))
        if (!page.explorer.apply_json(one))
          std::fprintf(stderr, "refused: %.*s\n", static_cast<int>(one.size()), one.data());
    if (!told.answer(page.explorer)) std::fputs("no numbers\n", stderr);
  }
  page.settle();
  if (const char* step = option("step=")) page.step_to(step);
  if (const char* link = option("link=")) std::ignore = page.explorer.open_link(link);
  if (const char* steps = option("train=")) train(page, static_cast<std::size_t>(std::atoi(steps)));
  for (int i = 4; i < count; ++i) {
    if (std::strncmp(words[i], "hover=", 6) == 0) page.point_at(words[i] + 6);
    if (std::strncmp(words[i], "click=", 6) == 0) page.click_at(words[i] + 6);
    if (std::strncmp(words[i], "double=", 7) == 0) page.click_at(words[i] + 7, 2);
    if (std::strncmp(words[i], "moves=", 6) == 0) {
      page.click_at(words[i] + 6);
      page.press(ImGuiKey_M);
    }
    if (std::strncmp(words[i], "tabs=", 5) == 0)
      for (int n = std::atoi(words[i] + 5); n > 0; --n) page.press(ImGuiKey_Tab);
  }
  if (!option("now")) page.settle();
  if (option("wait=")) page.frame(std::atof(option("wait=")));
  const auto write = [&](const std::string& path) {
    Picture picture(static_cast<int>(static_cast<float>(width) * ratio),
                    static_cast<int>(static_cast<float>(height) * ratio));
    picture.clear(page.last_frame.ground);
    picture.draw(*ImGui::GetDrawData());
    return picture.write(path.c_str());
  };
  if (option("ids"))
    for (const auto& [id, at] : page.items()) std::puts(id.c_str());
  if (!option("all")) return write(words[1]) ? 0 : 1;
  while (!page.explorer.view().closing) {
    const explorer::View& view = page.explorer.view();
    char name[200];
    std::snprintf(name, sizeof name, "%s%02zu-%s-%zu.png", words[1], view.step + 1, view.step_id.c_str(), view.beat);
    if (!write(name)) return 1;
    page.press(ImGuiKey_PageDown);
    page.settle();
  }
  return 0;
}
