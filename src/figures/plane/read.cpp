// A plane has a query with as many features as the keys, a score and a weight for each key, and two features to draw.
#include "figures/plane/read.hpp"

#include "lesson/read/table.hpp"

namespace lesson {
namespace {

constexpr std::size_t most_plane_keys = 12;

bool has_features(const graph::Shape& shape, const std::array<std::size_t, 2>& features) {
  return shape.size() == 2 && std::max(features[0], features[1]) < shape[1];
}

}  // namespace

struct Features : Two<Place, "figure", "A plane has two features. Name two places, counted from 0, such as [0, 1]."> {
  static void read(const Cursor& at, const Known& known, std::array<std::size_t, 2>& into) {
    Two::read(at, known, into);
    if (into[0] == into[1]) at.fail("figure", "Both are the same feature, which gives no plane. Name two places.");
  }
};

template <>
struct Described<PlaneFigure>
    : Object<
          "planeFigure", Needed<"query", &PlaneFigure::query, TensorName, "(queries, features)">,
          Maybe<"row", &PlaneFigure::row, Place, "Which query, counted from 0">,
          Needed<"keys", &PlaneFigure::keys, TensorName, "(keys, features), 12 at most">,
          Needed<"scores", &PlaneFigure::scores, TensorName, "(queries, keys), or the one row of that query">,
          Needed<"weights", &PlaneFigure::weights, TensorName, "(queries, keys), or the one row of that query">,
          Maybe<"values", &PlaneFigure::values, TensorName, "(keys, features)">,
          Maybe<"output", &PlaneFigure::output, TensorName,
                "Their mixture by the weights: (queries, features), or the one row of that query">,
          Maybe<
              "undivided", &PlaneFigure::undivided, TensorName,
              "The weights without the division that is in the scores: the figure says how large its largest would be">,
          Maybe<"features", &PlaneFigure::features, Features,
                "Two places along the features of query and keys, counted from 0">,
          Maybe<"valueFeatures", &PlaneFigure::value_features, Features, "The same of the values">> {
  static constexpr std::string_view note =
      "One query and all keys as arrows in the plane of two of their features, their scores and weights as bars, and "
      "the values with their mixture as points in another plane. What is editable can be dragged";
  static void check(const Cursor& place, const Known&, const PlaneFigure& plane) {
    if (plane.values.empty() != plane.output.empty())
      place.fail("figure", "“values” and their mixture, “output”, belong together. Name both or none.");
  }
};

template struct FigureOf<PlaneFigure>;

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
