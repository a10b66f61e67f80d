// The word lists, taken from where the words are defined: axes from the catalogue of sentences, roles from the graph.
// So every word that a lesson may use can be displayed.
#include "lesson/read/words.hpp"

#include <vector>

#include "graph/core/messages.hpp"
#include "graph/core/types.hpp"

namespace lesson {

std::span<const std::string_view> axis_names() {
  static const std::vector<std::string_view> names = [] {
    constexpr std::string_view prefix = "axis.";
    std::vector<std::string_view> list;
    for (const graph::MessageText& message : graph::messages())
      if (message.id.starts_with(prefix)) list.push_back(message.id.substr(prefix.size()));
    return list;
  }();
  return names;
}

std::span<const std::string_view> role_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (int role = 0; role <= static_cast<int>(graph::Role::mask); ++role)
      list.push_back(graph::role_name(static_cast<graph::Role>(role)));
    return list;
  }();
  return names;
}

}  // namespace lesson
