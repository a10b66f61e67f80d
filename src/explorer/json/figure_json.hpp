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
struct Described<FigureText::Slice>
    : Object<"FigureSlice", Member<"label", &FigureText::Slice::label>, Member<"axis", &FigureText::Slice::axis>,
             Member<"places", &FigureText::Slice::places>, Member<"current", &FigureText::Slice::current>> {};
template <>
struct Described<FigureText::Action>
    : Object<"FigureAction", Member<"request", &FigureText::Action::request>,
             Member<"label", &FigureText::Action::label>, Member<"sizes", &FigureText::Action::sizes>,
             Member<"enabled", &FigureText::Action::enabled>> {};
template <>
struct Described<FigureText::Quote>
    : Object<"FigureQuote", Member<"title", &FigureText::Quote::title>, Member<"text", &FigureText::Quote::text>> {};
template <>
struct Described<FigureText>
    : Object<"StepFigure", Member<"kind", &FigureText::kind>, Member<"title", &FigureText::title>,
             Member<"table", &FigureText::table>, Member<"quotes", &FigureText::quotes>,
             Member<"status", &FigureText::status>, Member<"action", &FigureText::action>,
             Member<"slice", &FigureText::slice>, Member<"items", &FigureText::items>,
             Member<"paragraphs", &FigureText::paragraphs>, Member<"dragged", &FigureText::dragged>> {};

}  // namespace explorer::json
