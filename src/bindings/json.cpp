// See json.hpp.
#include "bindings/json.hpp"

#include "explorer/json/write.hpp"

namespace bindings {

std::string error_json(const attention::Error& error) { return explorer::json::text_of(error); }
std::string texts_json(const std::vector<std::string>& texts) { return explorer::json::text_of(texts); }

}  // namespace bindings
