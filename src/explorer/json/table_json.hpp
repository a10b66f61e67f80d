// A tensor as a table in JSON. Tables are never transposed, even where the stage draws a matrix transposed: rows are the
// rows in code. A table of many cells has a summary instead of rows; rows are requested in pages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/json/text_json.hpp"
#include "explorer/views/view_context.hpp"

namespace explorer {

struct CellJson {
  std::string text;
  std::optional<float> value;  // none when hidden
  bool edited = false;
  CellView::Status status = CellView::Status::shown;
};
using CellRows = std::vector<std::vector<CellJson>>;

// An axis of which one place is shown at a time.
struct LeadingJson {
  std::string axis, name;
  std::size_t count = 0, place = 0;
  std::string label;
};

struct LargestJson {
  graph::Index index;
  std::string row, column, text;
  float value = 0;
};

struct SummaryJson {
  std::size_t cells = 0, page_rows = 0, followed_row = 0;
  std::vector<CellJson> followed;
  std::size_t columns_left_out = 0;
  std::vector<LargestJson> largest;
};

struct TableJson {
  TensorView view;
  std::vector<std::string> row_labels, column_labels;
  std::size_t row_count = 0, column_count = 0;
  std::vector<LeadingJson> leading;
  CellRows rows;
  std::optional<SummaryJson> summary;
};

// Rows of a table from `first` on.
struct RowsJson {
  std::size_t node = 0, first = 0, row_count = 0;
  std::vector<std::string> row_labels;
  std::size_t columns_left_out = 0;
  CellRows rows;
};

TableJson table_json(const ViewContext& context, TensorView tensor);
RowsJson rows_json(const ViewContext& context, graph::NodeId node, std::size_t first, std::size_t count);

namespace json {

template <>
struct Described<CellJson> : Object<"Cell", Member<"text", &CellJson::text>, Member<"value", &CellJson::value>,
                                    Member<"edited", &CellJson::edited>, Member<"status", &CellJson::status>> {};

template <>
struct Described<LeadingJson> : Object<"Leading", Member<"axis", &LeadingJson::axis>,
                                       Member<"name", &LeadingJson::name>, Member<"count", &LeadingJson::count>,
                                       Member<"place", &LeadingJson::place>, Member<"label", &LeadingJson::label>> {};

template <>
struct Described<LargestJson> : Object<"LargestCell", Member<"index", &LargestJson::index>,
                                       Member<"row", &LargestJson::row>, Member<"column", &LargestJson::column>,
                                       Member<"text", &LargestJson::text>, Member<"value", &LargestJson::value>> {};

template <>
struct Described<SummaryJson>
    : Object<"Summary", Member<"cells", &SummaryJson::cells>, Member<"pageRows", &SummaryJson::page_rows>,
             Member<"followedRow", &SummaryJson::followed_row>, Member<"followed", &SummaryJson::followed>,
             Member<"columnsLeftOut", &SummaryJson::columns_left_out>, Member<"largest", &SummaryJson::largest>> {};

// rowAxis is shown as rows, the last axis as columns; leading: all others.
template <>
struct Described<TableJson>
    : Object<"Tensor", Member<"node", path<&TableJson::view, &TensorView::node>>,
             Member<"name", path<&TableJson::view, &TensorView::name>>,
             Member<"symbol", path<&TableJson::view, &TensorView::symbol>>,
             Member<"role", [](const TableJson& table) { return graph::role_name(table.view.role); }>,
             Member<"shape", path<&TableJson::view, &TensorView::shape>>,
             Member<"caption", path<&TableJson::view, &TensorView::caption>>,
             Member<"rowLabels", &TableJson::row_labels>, Member<"columnLabels", &TableJson::column_labels>,
             Member<"editable", path<&TableJson::view, &TensorView::editable>>,
             Member<"toggle", path<&TableJson::view, &TensorView::toggle>>,
             Member<"decimals", [](const TableJson& table) { return static_cast<std::size_t>(table.view.decimals); }>,
             Member<"random", path<&TableJson::view, &TensorView::random>>,
             Member<"ours", path<&TableJson::view, &TensorView::ours>>,
             Member<"hidden", path<&TableJson::view, &TensorView::all_hidden>>,
             Member<"rowCount", &TableJson::row_count>, Member<"columnCount", &TableJson::column_count>,
             Member<"leading", &TableJson::leading>, Member<"rowAxis", path<&TableJson::view, &TensorView::row_axis>>,
             Member<"rows", &TableJson::rows>, Member<"summary", &TableJson::summary>> {};

template <>
struct Described<RowsJson>
    : Object<"RowsPage", Member<"node", &RowsJson::node>, Member<"first", &RowsJson::first>,
             Member<"rowCount", &RowsJson::row_count>, Member<"rowLabels", &RowsJson::row_labels>,
             Member<"columnsLeftOut", &RowsJson::columns_left_out>, Member<"rows", &RowsJson::rows>> {};

}  // namespace json
}  // namespace explorer

// As JSON and links spell them.
template <>
struct text::Words<explorer::CellView::Status> {
  static constexpr std::string_view all[] = {"shown", "hidden", "masked", "not_finite"};
};
