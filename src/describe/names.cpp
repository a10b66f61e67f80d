// Names that the page and the modules know by the values of an enumeration, in its order, as TypeScript.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "describe/describe.hpp"
#include "explorer/model/state.hpp"
#include "files/weights.hpp"
#include "models/config.hpp"
#include "models/measures.hpp"
#include "models/numbers.hpp"
#include "models/parts.hpp"
#include "ui/shell/interface.hpp"

namespace describe {
namespace {

// As it is spelt in its enumeration; empty for a value that has no name there.
template <auto Value>
constexpr auto spelt() {
  constexpr std::string_view function = __PRETTY_FUNCTION__;  // … [Value = models::Family::gpt2], or (models::Family)9
  constexpr std::size_t end = function.rfind(']'), begin = function.find_last_of(":) ", end) + 1;
  constexpr std::string_view name = function.substr(begin, end - begin);
  return name[0] >= '0' && name[0] <= '9' ? std::string_view() : name;
}

std::string in_camel_case(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size(); ++at)
    out += name[at] == '_' ? static_cast<char>(std::toupper(name[++at])) : name[at];
  return out;
}

void add(std::string& text, std::string_view name) { text += "  \"" + std::string(name) + "\",\n"; }

template <class Enum, int value = 0>
void add_all(std::string& text, bool camel_case) {
  constexpr std::string_view name = spelt<static_cast<Enum>(value)>();
  if constexpr (!name.empty()) {
    add(text, camel_case ? in_camel_case(name) : std::string(name));
    add_all<Enum, value + 1>(text, camel_case);
  }
}

template <class Enum>
std::string spelt_list(std::string_view name, bool camel_case = false) {
  std::string text = "export const " + std::string(name) + " = [\n";
  add_all<Enum>(text, camel_case);
  return text + "] as const;\n";
}

template <class Names>
std::string list(std::string_view name, const Names& all) {
  std::string text = "export const " + std::string(name) + " = [\n";
  for (const std::string_view one : all) add(text, one);
  return text + "] as const;\n";
}

// The formats that weights can be rounded to. The explorer, which does not know the core of models, has the same ones.
template <std::size_t... at>
constexpr std::array<std::string_view, sizeof...(at)> rounded_names(std::index_sequence<at...>) {
  return {spelt<models::rounded_numbers[at]>()...};
}
constexpr auto roundings = rounded_names(std::make_index_sequence<std::size(models::rounded_numbers)>());
static_assert(std::ranges::equal(roundings, explorer::rounded_models, {}, {}, &explorer::RoundedModel::name));

}  // namespace

std::string names() {
  return list("requests", ui::request_names) + list("roundings", roundings) +
         list("siteModels", explorer::site_models) + "export const onHub = \"" + std::string(explorer::on_hub) +
         "\";\n" + spelt_list<models::Family>("families") + spelt_list<models::Part::Kind>("partKinds", true) +
         spelt_list<models::Measure>("headMeasures") + spelt_list<files::Oddity>("oddities");
}

}  // namespace describe
