// Maps of attention weights as data for export to a picture: of the heads of a whole model, or of the large map's head. A
// pixel is one letter, which stands for its colour. Places count from 0.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/json/shape.hpp"

namespace ui {

struct FigureMapJson {
  std::string name;  // of the head: “Layer 3, head 1”; in small “3.1”
  // The part that is shown, in tokens, and the words of its rows and columns: none if there are too many.
  std::size_t first_row = 0, first_column = 0, row_count = 0, column_count = 0;
  std::vector<std::string> row_words, column_words;
  std::optional<std::size_t> row, column;   // the pinned ones, of the part
  std::vector<std::string> pixels;          // rows of letters
  std::vector<std::vector<float>> weights;  // of the part; empty if a pixel is more than one weight
};

struct FigureTickJson {
  std::string text;
  float place = 0;  // along the colours, 0 to 1
};

struct FigureMapsJson {
  std::string heading;               // “16 heads, one sentence”; empty without all heads
  std::vector<FigureMapJson> maps;   // the chosen head, and the compared one
  std::vector<FigureMapJson> heads;  // all of them in small, in the order of the screen
  std::size_t across = 0;            // heads in a line
  std::vector<std::string> palette;  // from weight 0 to weight 1: the letter is first_letter + place
  std::vector<FigureTickJson> ticks;
  std::string legend, steps, masked;  // masked: empty if there is no mask
  std::string ink, query, key;        // colours of arcs, of the followed row and of the followed column
};

inline constexpr char first_letter = '0', no_letter = ' ';  // no_letter: masked, or not shown

}  // namespace ui

namespace explorer::json {

template <>
struct Described<ui::FigureMapJson>
    : Object<"FigureMap", Member<"name", &ui::FigureMapJson::name>, Member<"firstRow", &ui::FigureMapJson::first_row>,
             Member<"firstColumn", &ui::FigureMapJson::first_column>, Member<"rowCount", &ui::FigureMapJson::row_count>,
             Member<"columnCount", &ui::FigureMapJson::column_count>, Member<"rowWords", &ui::FigureMapJson::row_words>,
             Member<"columnWords", &ui::FigureMapJson::column_words>, Member<"row", &ui::FigureMapJson::row>,
             Member<"column", &ui::FigureMapJson::column>, Member<"pixels", &ui::FigureMapJson::pixels>,
             Member<"weights", &ui::FigureMapJson::weights>> {};

template <>
struct Described<ui::FigureTickJson>
    : Object<"FigureTick", Member<"text", &ui::FigureTickJson::text>, Member<"place", &ui::FigureTickJson::place>> {};

template <>
struct Described<ui::FigureMapsJson>
    : Object<"FigureMaps", Member<"heading", &ui::FigureMapsJson::heading>, Member<"maps", &ui::FigureMapsJson::maps>,
             Member<"heads", &ui::FigureMapsJson::heads>, Member<"across", &ui::FigureMapsJson::across>,
             Member<"palette", &ui::FigureMapsJson::palette>, Member<"ticks", &ui::FigureMapsJson::ticks>,
             Member<"legend", &ui::FigureMapsJson::legend>, Member<"steps", &ui::FigureMapsJson::steps>,
             Member<"masked", &ui::FigureMapsJson::masked>, Member<"ink", &ui::FigureMapsJson::ink>,
             Member<"query", &ui::FigureMapsJson::query>, Member<"key", &ui::FigureMapsJson::key>> {};

}  // namespace explorer::json
