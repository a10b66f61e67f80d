// Small helpers for operations that write PyTorch, NumPy and TeX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/operation.hpp"

namespace graph {

// "name = expression" in a program, "name &= expression" in TeX.
std::string assign(const CodeContext& context, std::string_view expression);
// The same expression for both Python libraries, another for TeX. {0}, {1} are the inputs, {np} is "torch" or "np",
// {dim} is "dim" or "axis", {keep} is "keepdim" or "keepdims".
std::string assign(const CodeContext& context, std::string_view python, std::string_view tex);
std::string expand(const CodeContext& context, std::string_view pattern);

std::string code_number(double value);                          // 0.5, float("-inf"), 1e-05: shortest that reads back
std::string code_tuple(const std::vector<std::size_t>& shape);  // (3, 4), (3,)
std::string code_list(const std::vector<double>& values);       // [2, 0, 1]
std::string code_string(std::string_view text);                 // "…" with escapes
std::string code_comment(std::string_view text);                // on one line, without the "#" or "%"
std::string tex_text(std::string_view words);                   // \text{…} with escapes
std::string tex_symbol(const Symbol& symbol);

}  // namespace graph
