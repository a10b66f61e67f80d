// Opening lessons and languages.
#include "bindings/session.hpp"

namespace bindings {

explorer::Result<void> Session::open(std::string_view lesson_json, std::string_view language) {
  auto opened = explorer::Explorer::open(lesson_json, catalogue_, std::string(language));
  if (!opened) return std::unexpected(opened.error());
  explorer_.emplace(std::move(*opened));
  return {};
}

explorer::Result<void> Session::load_language(std::string_view language, std::string_view catalogue_json) {
  if (auto loaded = catalogue_.load(language, catalogue_json); !loaded) return loaded;
  return explorer_ ? explorer_->load_language(language, catalogue_json) : explorer::Result<void>{};
}

std::string Session::pattern(std::string_view id) const {
  const auto places = {std::string("{0}"), std::string("{1}"), std::string("{2}")};
  return explorer_ ? explorer_->text(id, places) : catalogue_.text("en", id, places);
}

}  // namespace bindings
