// Small pictures of the other tools, which the contents show: weights of trained heads, and what a logit is made of. The
// build of the site computes them (web/build/hero.mjs); they come with the contents' sentence.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/json/json.hpp"

namespace explorer {

struct SmallPicture {
  std::size_t rows = 0, columns = 0;
  std::vector<float> shades;  // (rows, columns): 0 to 1
};
// By the names of what they show.
using SmallPictures = std::map<std::string, SmallPicture, std::less<>>;

inline constexpr std::size_t most_picture_cells = 8192;  // cells

// {name: {"rows", "columns", "shades"}, …}: the shades as digits of base 36, row by row. None if the value does not exist;
// an Error if there are not as many digits as cells.
graph::Result<SmallPictures> read_pictures(const json::Value& value);

}  // namespace explorer
