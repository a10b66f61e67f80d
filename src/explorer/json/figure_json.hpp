// A figure in words and numbers as JSON, for the reading view.
#pragma once

#include "explorer/json/shape.hpp"
#include "explorer/json/text_json.hpp"
#include "explorer/views/view.hpp"

namespace explorer::json {

template <>
struct Described<FigureText::Table>
    : Object<"FigureTable", Member<"caption", &FigureText::Table::caption>, Member<"heads", &FigureText::Table::heads>,
             Member<"rows", &FigureText::Table::rows>> {};
template <>
struct Described<FigureText::Item>
    : Object<"FigureItem", Member<"text", &FigureText::Item::text>, Member<"note", &FigureText::Item::note>,
             Member<"current", &FigureText::Item::current>, Member<"cell", &FigureText::Item::cell>> {};
template <>
struct Described<FigureText>
    : Object<"StepFigure", Member<"kind", &FigureText::kind>, Member<"title", &FigureText::title>,
             Member<"table", &FigureText::table>, Member<"items", &FigureText::items>,
             Member<"paragraphs", &FigureText::paragraphs>, Member<"dragged", &FigureText::dragged>> {};

}  // namespace explorer::json
