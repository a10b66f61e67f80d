// The step's figures as data: texts of the page, colours of the stage, a product in the order of its corner.
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

TEST_CASE("a product comes as left, above and result, with the numbers of the page") {
  const explorer::Explorer e = at_step("worked-example", "scores");
  const auto document = explorer::json::read(ui::figures_json(e, true));
  REQUIRE(document.has_value());
  const auto figure = document->root()["figures"].items().at(0);
  CHECK(figure["layout"].text() == "product");
  const auto matrices = figure["tensors"].items();
  REQUIRE(matrices.size() == 3);
  CHECK(matrices[1]["symbol"]["sup"].text() == "T");
  CHECK(matrices[2]["rows"].items()[0].items()[1]["text"].text() == "4");
  CHECK(matrices[2]["rowLabels"].items().size() == 3);
}

TEST_CASE("both themes use the colours of the theme file") {
  const explorer::Explorer e = at_step("worked-example", "softmax");
  const auto dark = explorer::json::read(ui::figures_json(e, true)),
             light = explorer::json::read(ui::figures_json(e, false));
  CHECK(dark->root()["colors"]["ground"].text() == "#0d1015");
  CHECK(light->root()["colors"]["ground"].text() == "#fdfcfa");
  const auto weight = [](const auto& document) {
    for (const auto figure : document->root()["figures"].items())
      for (const auto matrix : figure["tensors"].items())
        if (matrix["role"].text() == "weights") return std::string(*matrix["color"].text());
    return std::string();
  };
  CHECK(weight(dark) == "#fd7bbe");
  CHECK(weight(light) == "#bb3092");
}

TEST_CASE("a large matrix is cut, and says how large it is") {
  const explorer::Explorer e = at_step("multi-head", "why-scale");
  const auto document = explorer::json::read(ui::figures_json(e, true));
  for (const auto figure : document->root()["figures"].items())
    for (const auto matrix : figure["tensors"].items()) {
      CHECK(matrix["rows"].items().size() ==
            std::min<std::size_t>(*matrix["rowCount"].index(), ui::most_figure_places));
      CHECK(matrix["columnLabels"].items().size() <= ui::most_figure_places);
    }
}
