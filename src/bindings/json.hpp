// The JSON answers to the page other than the explorer's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attention/tensor/error.hpp"
#include "explorer/json/shape.hpp"

namespace bindings {

std::string error_json(const attention::Error& error);
std::string texts_json(const std::vector<std::string>& texts);

// Where the page lays a real text field over the canvas, in CSS px.
struct EditFieldJson {
  float x = 0, y = 0, width = 0, height = 0, font_size = 14;
  std::string_view text, label;
  bool words = false;  // not a number
};
std::string edit_field_json(const EditFieldJson& field);

}  // namespace bindings

namespace explorer::json {

template <>
struct Described<attention::Error>
    : Object<"Refusal", Member<"code", &attention::Error::code>, Member<"path", &attention::Error::path>,
             Member<"message", &attention::Error::message>> {};

template <>
struct Described<bindings::EditFieldJson>
    : Object<"EditField", Member<"x", &bindings::EditFieldJson::x>, Member<"y", &bindings::EditFieldJson::y>,
             Member<"w", &bindings::EditFieldJson::width>, Member<"h", &bindings::EditFieldJson::height>,
             Member<"fontSize", &bindings::EditFieldJson::font_size>, Member<"text", &bindings::EditFieldJson::text>,
             Member<"label", &bindings::EditFieldJson::label>, Member<"words", &bindings::EditFieldJson::words>> {};

}  // namespace explorer::json
