// See json.hpp.
#include "bindings/json.hpp"

#include "explorer/json/json.hpp"

namespace bindings {

std::string error_json(const attention::Error& error) {
  explorer::json::Writer out;
  return out.write(out.object(
      {{"code", out.text(error.code)}, {"path", out.text(error.path)}, {"message", out.text(error.message)}}));
}

std::string texts_json(const std::vector<std::string>& texts) {
  explorer::json::Writer out;
  return out.write(out.texts(texts));
}

std::string edit_field_json(const EditFieldJson& field) {
  explorer::json::Writer out;
  return out.write(out.object({{"x", out.number(field.x)},
                               {"y", out.number(field.y)},
                               {"w", out.number(field.width)},
                               {"h", out.number(field.height)},
                               {"fontSize", out.number(field.font_size)},
                               {"text", out.text(field.text)},
                               {"label", out.text(field.label)},
                               {"error", out.text(field.error)},
                               {"words", out.boolean(field.words)}}));
}

}  // namespace bindings
