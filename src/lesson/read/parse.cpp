// Parses a lesson file: JSON first, then the parts in the order of their dependencies (languages, parameters,
// generators, tensors, steps), then the checks of the whole.
#include <algorithm>
#include <set>

#include "lesson/read/reader.hpp"

namespace lesson {
namespace {

constexpr std::size_t max_tensors = 2000;
constexpr std::size_t max_steps = 200;

// Names in a list that must be distinct.
template <class Items, class Name>
void all_different(const Items& items, Name name, std::string_view what, Failure& failure) {
  std::set<std::string_view> seen;
  for (const auto& item : items) {
    const std::string_view word = name(item);
    if (word.empty() || seen.insert(word).second) continue;
    failure.add("repeated_name", item.pointer,
                {"There is another ", what, " named “", word, "”. Rename one of the two."});
  }
}

void read_head(const Cursor& root, const Known& known, Lesson& lesson) {
  if (const Cursor format = root.required("format"); format.exists() && format.number() != 1)
    format.fail("format", "This page reads lesson files of format 1. Open the file with a newer version of the page.");
  lesson.id = root.required("id").name();
  lesson.version = root.required("version").string();
  lesson.title = read_text(root.required("title"), known, Markup::none);
  for (const auto& [language, title] : lesson.title) lesson.languages.push_back(language);
  if (root["$schema"].exists()) root["$schema"].string();

  if (const Cursor convention = root["convention"];
      convention.exists() && convention.object({"vectors", "projections"})) {
    static constexpr std::string_view vectors[] = {"rows", "columns"};
    static constexpr std::string_view projections[] = {"in_out", "out_in"};
    if (convention["vectors"].exists())
      lesson.vectors_are_columns = read_word(convention["vectors"], vectors, "convention") == "columns";
    if (convention["projections"].exists())
      lesson.projections_are_out_in = read_word(convention["projections"], projections, "convention") == "out_in";
  }
  if (root["decimals"].exists()) lesson.decimals = static_cast<int>(root["decimals"].integer(0, 9));
}

void read_parts(const Cursor& root, Known& known, Lesson& lesson) {
  if (root["parameters"].exists())
    for (const Cursor& item : root["parameters"].items()) lesson.parameters.push_back(read_parameter(item, known));
  all_different(
      lesson.parameters, [](const Parameter& p) -> std::string_view { return p.name; }, "parameter", root.failure());
  for (std::size_t i = 0; i < lesson.parameters.size(); ++i)
    if (!lesson.parameters[i].off.empty()) check_off(root["parameters"].items()[i], lesson.parameters[i], known);
  if (root["generators"].exists())
    for (const Cursor& item : root["generators"].items()) lesson.generators.push_back(read_generator(item, known));
  all_different(
      lesson.generators, [](const Generator& g) -> std::string_view { return g.name; }, "generator", root.failure());

  // Names first, since a tensor may use one defined further down.
  const auto tensors = root.required("tensors").items();
  if (tensors.size() > max_tensors)
    return root["tensors"].fail("too_large", {"A lesson has at most ", max_tensors, " tensors."});
  std::vector<std::string> names;
  for (const Cursor& item : tensors) {
    if (!item["name"].is_string()) continue;
    std::string name = item["name"].string();
    if (std::find(names.begin(), names.end(), name) != names.end())
      return item.fail("repeated_name", {"There is another tensor named “", name, "”. Rename one of the two."});
    names.push_back(std::move(name));
  }
  known.tensor_names.assign(names.begin(), names.end());
  for (const Cursor& item : tensors) lesson.tensors.push_back(read_tensor(item, known));
  for (const Tensor& tensor : lesson.tensors) {
    const auto named = std::ranges::find(lesson.tensors, tensor.cell_names, &Tensor::name);
    if (named == lesson.tensors.end() || (!named->axes.empty() && !named->axes.front().labels.empty())) continue;
    root.failure().add(
        "unknown_key", tensor.pointer + "/cellNames",
        {"The first axis of “", tensor.cell_names, "” has no labels. Give it some, or name another tensor."});
  }
  if (tensors.empty()) root["tensors"].fail("missing_key", "A lesson needs at least one tensor.");

  if (root["map"].exists())
    for (const Cursor& item : root["map"].items()) lesson.map.push_back(read_tensor_name(item, known));
  if (root["card"].exists())
    for (const Cursor& item : root["card"].items()) lesson.card.push_back(read_tensor_name(item, known));
  if (root["training"].exists()) lesson.training = read_training(root["training"], known);
  const auto steps = root.required("steps").items();
  if (steps.size() > max_steps) return root["steps"].fail("too_large", {"A lesson has at most ", max_steps, " steps."});
  for (const Cursor& item : steps) lesson.steps.push_back(read_step(item, known));
  all_different(lesson.steps, [](const Step& s) -> std::string_view { return s.id; }, "step", root.failure());
  if (steps.empty()) root["steps"].fail("missing_key", "A lesson needs at least one step.");

  lesson.summary = read_text_or_empty(root["summary"], known, Markup::light);
  read_closing(root, known, lesson);
}

}  // namespace

Result<Lesson> parse(std::string_view json) {
  if (json.size() > max_bytes)
    return fail("too_large", "",
                {"A lesson file holds at most 8 MB, this one ", json.size(),
                 " bytes. Draw large tensors at random, or compute them."});
  const auto document = read_json(json);
  if (!document) return std::unexpected(document.error());

  Failure failure;
  const Cursor root(&*document, "", failure);
  Lesson lesson;
  Known known{lesson, {}};
  static constexpr std::string_view keys[] = {
      "$schema",    "format",      "id",      "version",    "title",   "summary",  "convention", "decimals",
      "parameters", "generators",  "tensors", "map",        "card",    "training", "class",      "steps",
      "canSay",     "corrections", "names",   "references", "licence", "cite",     "course",     "poster"};
  if (root.object(keys)) {
    read_head(root, known, lesson);
    read_parts(root, known, lesson);
  }
  if (!failure) put_in_order(lesson, failure);
  if (failure) return std::unexpected(failure.first());
  return lesson;
}

}  // namespace lesson
