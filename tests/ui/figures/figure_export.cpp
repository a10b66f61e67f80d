// The matrices of the closing page's picture as data: texts of the page, colours of the stage.
#include "ui/figures/figure_export.hpp"

#include "explorer/json/json.hpp"
#include "support/files.hpp"
#include "ui/support/harness.hpp"
#include "ui/type/theme.hpp"

namespace {

explorer::Explorer at_step(const std::string& lesson, const std::string& step) {
  auto opened = explorer::Explorer::open(files::page_lesson(lesson));
  REQUIRE(opened.has_value());
  REQUIRE(opened->apply(explorer::GoToStep{step}).has_value());
  return std::move(*opened);
}

}  // namespace

TEST_CASE("the closing page's picture has the first and the last matrices, with the numbers of the page") {
  const explorer::Explorer e = at_step("worked-example", "end");
  const auto document = explorer::json::read(ui::figures_json(e, true));
  REQUIRE(document.has_value());
  const auto matrices = document->root()["poster"].items();
  REQUIRE(matrices.size() == 3);
  CHECK(matrices[0]["name"].text() == "x");
  CHECK(matrices[0]["rows"].items()[1].items()[1]["text"].text() == "2");
  CHECK(matrices[0]["rowLabels"].items().size() == 3);
}

TEST_CASE("both themes use the colours of the theme file") {
  const explorer::Explorer e = at_step("worked-example", "end");
  const auto dark = explorer::json::read(ui::figures_json(e, true)),
             light = explorer::json::read(ui::figures_json(e, false));
  CHECK(dark->root()["colors"]["ground"].text() == "#0d1015");
  CHECK(light->root()["colors"]["ground"].text() == "#fdfcfa");
  const auto weight = [](const auto& document) {
    for (const auto matrix : document->root()["poster"].items())
      if (matrix["role"].text() == "weights") return std::string(*matrix["color"].text());
    return std::string();
  };
  CHECK(weight(dark) == "#fd7bbe");
  CHECK(weight(light) == "#bb3092");
}
