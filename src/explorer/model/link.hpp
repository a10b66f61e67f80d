// The model screen in links: model (small, hub: and a name, or an address), model.text, model.head ("9,8": layer, head),
// model.compare, model.second (q8_0, q4_0, small, hub: and a name, or an address), model.shows, model.row, model.cell ("13,1":
// row, column), model.sort, model.colors, model.first (hidden), model.rollout (all), model.off ("4,10;9": layer and head, or a
// layer for its MLP), model.set ("4,0,13,1,0.5"), model.over (page, twice, own), model.axes ("1,3"), model.temperature,
// model.topk, model.seed. Only what differs from the start is written; places count from 0.
#pragma once

#include <string>
#include <string_view>

#include "explorer/link/keys.hpp"

namespace explorer {

void add_model(LinkWriter& out, const LinkSource& of);
// name: the key without “model.”. False when the value cannot be read. Whether the model has such heads and tokens is seen when it is there.
bool take_model(LinkReader& into, const std::string& name, const std::string& value);
std::string_view model_label(std::string_view key);  // the sentence that names it in a note; "" where none does

}  // namespace explorer
