// Reads parameters, edits and the language of a run; web/modules/changes.ts writes them.
#include "modules/overrides.hpp"

#include <string>
#include <utility>

namespace modules {
namespace {

lesson::ParameterValue parameter_value(Arguments& in) {
  enum Kind : std::size_t { toggle, number, text };
  switch (in.size()) {
    case toggle: return in.flag();
    case number: return in.number();
    case text: return std::string(in.text());
    default: return in.numbers();
  }
}

}  // namespace

lesson::Overrides overrides(Arguments& in) {
  lesson::Overrides all;
  for (std::size_t left = in.size(); left > 0; --left) {
    std::string name(in.text());
    all.parameters.insert_or_assign(std::move(name), parameter_value(in));
  }
  for (std::size_t left = in.size(); left > 0; --left) {
    lesson::Edit edit;
    edit.tensor = in.text();
    edit.index = in.sizes();
    edit.value = static_cast<float>(in.number());
    all.edits.push_back(std::move(edit));
  }
  all.language = in.text();
  return all;
}

}  // namespace modules
