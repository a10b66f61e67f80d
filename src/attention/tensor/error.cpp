// Making and propagating errors; see error.hpp.
#include "attention/tensor/error.hpp"

#include <utility>

namespace attention {

void Part::append_to(std::string& out) const {
  switch (size_) {
    case text: out += *static_cast<const std::string*>(at_); break;
    case whole: out += std::to_string(number_); break;
    case natural: out += std::to_string(static_cast<std::size_t>(number_)); break;
    case wide: out += std::to_string(*static_cast<const long long*>(at_)); break;
    case wide_natural: out += std::to_string(*static_cast<const unsigned long long*>(at_)); break;
    default: out.append(static_cast<const char*>(at_), static_cast<std::size_t>(size_));
  }
}

std::string joined(std::initializer_list<Part> parts) {
  std::string text;
  for (const Part& part : parts) part.append_to(text);
  return text;
}

Error::Error() = default;
Error::Error(std::string_view code_, std::string_view path_, std::string message_)
    : code(code_), path(path_), message(std::move(message_)) {}
Error::Error(const Error&) = default;
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(const Error&) = default;
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

std::unexpected<Error> fail(std::string_view code, std::string_view path, std::string message) {
  return std::unexpected<Error>(std::in_place, code, path, std::move(message));
}

std::unexpected<Error> fail(std::string_view code, std::string_view path, std::initializer_list<Part> message) {
  return fail(code, path, joined(message));
}

}  // namespace attention
