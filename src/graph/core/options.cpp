// The default of an entry of an option table; see options.hpp.
#include "graph/core/options.hpp"

#include <algorithm>

namespace graph {

OptionValue OptionSpec::fallback() const {
  switch (kind) {
    case Kind::boolean: return number != 0;
    case Kind::integer:
    case Kind::number: return number;
    case Kind::text:
    case Kind::choice: return std::string(word);
    case Kind::integers:
    case Kind::numbers: return std::vector<double>{};
    case Kind::texts: break;
  }
  return std::vector<std::string>{};
}

std::vector<std::string_view> OptionSpec::choice_list() const {
  std::vector<std::string_view> list;
  for (std::string_view rest = choices; !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    list.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return list;
}

}  // namespace graph
