// The matrices of the closing page's picture as data: every cell with its text and colours, labels as on the stage.
// As drawn: a transposed matrix comes transposed. Of a large one the first rows and columns come; rowCount and
// columnCount tell how many there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/json/table_json.hpp"
#include "explorer/json/text_json.hpp"
#include "ui/figures/map_json.hpp"

namespace ui {

struct FigureCellJson {
  std::string text, fill, ink;
  explorer::CellView::Status status = explorer::CellView::Status::shown;
  bool edited = false;  // it holds a number of the reader's
};

struct FigureMatrixJson {
  graph::NodeId node = 0;
  std::string name;
  graph::Symbol symbol;
  graph::Role role = graph::Role::none;
  std::string color, caption;
  std::string shape;  // as drawn: "4 × 8 × 2"
  std::string slice;  // which places of the other axes are shown; empty where there are none
  std::vector<std::string> row_labels, column_labels;
  std::size_t row_count = 0, column_count = 0;
  std::vector<std::vector<FigureCellJson>> rows;
};

struct FigureColors {
  std::string ground, text, text2, text3, line;
};

struct FiguresJson {
  FigureColors colors;
  std::vector<FigureMatrixJson> poster;
  std::optional<FigureMapsJson> maps;  // of the model screen or the large map, which have no figures
};

}  // namespace ui

namespace explorer::json {

template <>
struct Described<ui::FigureCellJson>
    : Object<"FigureCell", Member<"text", &ui::FigureCellJson::text>, Member<"fill", &ui::FigureCellJson::fill>,
             Member<"ink", &ui::FigureCellJson::ink>, Member<"status", &ui::FigureCellJson::status>,
             Member<"edited", &ui::FigureCellJson::edited>> {};

template <>
struct Described<ui::FigureMatrixJson>
    : Object<"FigureMatrix", Member<"node", &ui::FigureMatrixJson::node>, Member<"name", &ui::FigureMatrixJson::name>,
             Member<"symbol", &ui::FigureMatrixJson::symbol>, Member<"role", role_of>,
             Member<"color", &ui::FigureMatrixJson::color>, Member<"caption", &ui::FigureMatrixJson::caption>,
             Member<"shape", &ui::FigureMatrixJson::shape>, Member<"slice", &ui::FigureMatrixJson::slice>,
             Member<"rowLabels", &ui::FigureMatrixJson::row_labels>,
             Member<"columnLabels", &ui::FigureMatrixJson::column_labels>,
             Member<"rowCount", &ui::FigureMatrixJson::row_count>,
             Member<"columnCount", &ui::FigureMatrixJson::column_count>, Member<"rows", &ui::FigureMatrixJson::rows>> {
};

template <>
struct Described<ui::FigureColors>
    : Object<"FigureColors", Member<"ground", &ui::FigureColors::ground>, Member<"text", &ui::FigureColors::text>,
             Member<"text2", &ui::FigureColors::text2>, Member<"text3", &ui::FigureColors::text3>,
             Member<"line", &ui::FigureColors::line>> {};

template <>
struct Described<ui::FiguresJson>
    : Object<"Figures", Member<"colors", &ui::FiguresJson::colors>, Member<"poster", &ui::FiguresJson::poster>,
             Member<"maps", &ui::FiguresJson::maps>> {};

}  // namespace explorer::json
