// The maps of attention weights on screen as data for export to a picture, in the colours of the screen.
#pragma once

#include <optional>

#include "explorer/state/explorer.hpp"
#include "ui/figures/map_json.hpp"
#include "ui/type/theme.hpp"

namespace ui {

inline constexpr std::size_t most_map_words = 64;    // along an axis
inline constexpr std::size_t most_map_pixels = 512;  // along a side

// Of the model screen or of the large map; nullopt: neither is shown, or its numbers are not there yet.
std::optional<FigureMapsJson> figure_maps(const explorer::Explorer& explorer, const Theme& theme);

}  // namespace ui
