// The JSON answers to the page other than the explorer's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attention/tensor/error.hpp"

namespace bindings {

std::string error_json(const attention::Error& error);  // {"code", "path", "message"}
std::string texts_json(const std::vector<std::string>& texts);

// Where the page lays a real text field over the canvas, in CSS px.
struct EditFieldJson {
  float x = 0, y = 0, width = 0, height = 0, font_size = 14;
  std::string_view text, label, error;
  bool words = false;  // not a number
};
std::string edit_field_json(const EditFieldJson& field);

}  // namespace bindings
