// Checks a font's glyph outlines: each must lie inside its table and have a size that can be drawn.
#pragma once

#include <cstddef>

#include "ui/type/font_tables.hpp"

namespace ui::font {

Fault check_glyphs(const Tables& tables, std::size_t count);  // of glyphs, from maxp

}  // namespace ui::font
