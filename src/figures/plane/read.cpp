// A plane has a query with as many features as the keys, a score and a weight for each key, and two features to draw.
#include "figures/plane/read.hpp"

#include "lesson/read/reader.hpp"

namespace lesson {
namespace {

constexpr std::size_t most_plane_keys = 12;

std::array<std::size_t, 2> read_pair(const Cursor& place) {
  std::array<std::size_t, 2> pair{0, 1};
  if (!place.exists()) return pair;
  const auto items = place.items();
  if (items.size() != 2) {
    place.fail("figure", "A plane has two features. Name two places, counted from 0, such as [0, 1].");
    return pair;
  }
  for (std::size_t i = 0; i < 2; ++i)
    pair[i] = static_cast<std::size_t>(items[i].integer(0, static_cast<std::int64_t>(max_values)));
  if (pair[0] == pair[1]) place.fail("figure", "Both are the same feature, which gives no plane. Name two places.");
  return pair;
}

bool has_features(const graph::Shape& shape, const std::array<std::size_t, 2>& features) {
  return shape.size() == 2 && std::max(features[0], features[1]) < shape[1];
}

}  // namespace

std::shared_ptr<StepFigure> read_plane_figure(const Cursor& place, const Known& known) {
  auto plane = std::make_shared<PlaneFigure>();
  static constexpr std::string_view keys[] = {"query",  "keys",   "row",       "scores",   "weights",
                                              "values", "output", "undivided", "features", "valueFeatures"};
  if (!place.object(keys)) return plane;
  const auto optional = [&](std::string_view key) {
    return place[key].exists() ? read_tensor_name(place[key], known) : std::string();
  };
  plane->query = read_tensor_name(place.required("query"), known);
  plane->keys = read_tensor_name(place.required("keys"), known);
  plane->scores = read_tensor_name(place.required("scores"), known);
  plane->weights = read_tensor_name(place.required("weights"), known);
  plane->values = optional("values");
  plane->output = optional("output");
  plane->undivided = optional("undivided");
  if (place["row"].exists())
    plane->row = static_cast<std::size_t>(place["row"].integer(0, static_cast<std::int64_t>(max_values)));
  plane->features = read_pair(place["features"]);
  plane->value_features = read_pair(place["valueFeatures"]);
  if (place["values"].exists() != place["output"].exists())
    place.fail("figure", "“values” and their mixture, “output”, belong together. Name both or none.");
  return plane;
}

std::vector<std::string> PlaneFigure::cells() const {
  std::vector<std::string> names;
  for (const std::string* name : {&query, &keys, &values, &scores, &weights, &output})
    if (!name->empty() && !std::ranges::contains(names, *name)) names.push_back(*name);
  return names;
}

graph::Result<void> PlaneFigure::check(const Lesson&, const graph::Graph& graph) const {
  const graph::Shape queries = shape_of(graph, query), all = shape_of(graph, keys), mixed = shape_of(graph, values);
  const bool arrows = has_features(queries, features) && has_features(all, features) && queries[1] == all[1] &&
                      row < queries[0] && all[0] > 0 && all[0] <= most_plane_keys;
  if (!arrows)
    return fail("figure", pointer,
                {"“", query, "” and “", keys,
                 "” cannot be drawn as arrows: both need two axes and the same features, the two of the plane among "
                 "them, and there are at most 12 keys."});
  const auto fits = [&](const std::string& name, std::size_t columns) {
    const graph::Shape shape = shape_of(graph, name);
    return name.empty() || (shape.size() == 2 && shape[1] == columns && (shape[0] == 1 || shape[0] > row));
  };
  if (!fits(scores, all[0]) || !fits(weights, all[0]) || !fits(undivided, all[0]))
    return fail("figure", pointer,
                {"“", scores, "” or “", weights, "” does not have a row with a number for each key of “", keys,
                 "”. Name scores and weights of them."});
  if (values.empty() || (has_features(mixed, value_features) && mixed[0] == all[0] && fits(output, mixed[1])))
    return {};
  return fail("figure", pointer,
              {"“", values, "” does not have a row for each key with the two features of the plane, or “", output,
               "” is not a mixture of them. Name others, or leave both out."});
}

}  // namespace lesson
