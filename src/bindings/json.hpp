// The JSON answers to the page other than the explorer's own.
#pragma once

#include <string>
#include <vector>

#include "attention/tensor/error.hpp"
#include "explorer/json/shape.hpp"

namespace bindings {

std::string error_json(const attention::Error& error);
std::string texts_json(const std::vector<std::string>& texts);

}  // namespace bindings

namespace explorer::json {

template <>
struct Described<attention::Error>
    : Object<"Refusal", Member<"code", &attention::Error::code>, Member<"path", &attention::Error::path>,
             Member<"message", &attention::Error::message>> {};

}  // namespace explorer::json
