// Runs a plan: draws the random tensors, then adds one node after the other to the graph, and applies the reader's
// edits.
#include "lesson/run/run.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lesson/read/nearest.hpp"
#include "lesson/run/drawing.hpp"
#include "lesson/run/plan.hpp"

namespace lesson {
namespace {

using graph::fail;
using graph::Result;

// The content of every source, indexed as in the plan.
struct Source {
  std::vector<float> values;
  std::optional<graph::RandomOrigin> origin;
};

// Row-major, without the cells outside the part that is taken.
std::vector<float> leading_part(const ValuesSource& written, const graph::Shape& shape) {
  std::vector<float> values;
  values.reserve(written.data.size());
  for (std::size_t flat = 0; flat < written.data.size(); ++flat) {
    bool inside = true;
    std::size_t rest = flat;
    for (std::size_t axis = written.shape.size(); axis-- > 0;) {
      inside = inside && rest % written.shape[axis] < shape[axis];
      rest /= written.shape[axis];
    }
    if (inside) values.push_back(written.data[flat]);
  }
  return values;
}

// Random sources are drawn in the order of the file, not in that of computation.
Result<std::vector<Source>> make_sources(const Lesson& lesson, const Plan& plan) {
  std::vector<Source> sources(plan.tensors.size());
  std::vector<attention::Generator> generators;
  std::vector<std::size_t> drawn_so_far(plan.generators.size());
  for (std::size_t g = 0; g < plan.generators.size(); ++g) {
    generators.emplace_back(static_cast<std::uint64_t>(plan.generators[g].seed));
    for (const graph::Draw& discarded : plan.generators[g].discard)
      if (auto drawn = draw(discarded, generators[g], lesson.generators[g].pointer); !drawn)
        return std::unexpected(drawn.error());
  }
  std::vector<std::size_t> order(plan.tensors.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[lesson.tensors[i].place] = i;
  for (std::size_t i : order) {
    const PlannedTensor& planned = plan.tensors[i];
    if (const auto* written = std::get_if<ValuesSource>(&planned.making->source)) {
      sources[i].values = leading_part(*written, planned.shape);
    } else if (std::holds_alternative<PictureSource>(planned.making->source)) {
      sources[i].values = planned.picture;
    } else if (const auto* random = std::get_if<RandomSource>(&planned.making->source)) {
      const std::size_t g = planned.generator;
      const PlannedGenerator& generator = plan.generators[g];
      auto drawn =
          draw({random->draw, planned.shape, planned.options}, generators[g], planned.making->pointer + "/random");
      if (!drawn) return std::unexpected(drawn.error());
      sources[i].values = std::move(*drawn);
      const bool first = drawn_so_far[g] == 0;
      sources[i].origin = graph::RandomOrigin{random->draw,
                                              generator.seed,
                                              random->generator,
                                              drawn_so_far[g]++,
                                              first ? generator.discard : std::vector<graph::Draw>(),
                                              planned.options};
    }
  }
  return sources;
}

// The index in the plan of the edited tensor.
Result<std::size_t> edited_tensor(const Edit& edit, const std::string& pointer, const Plan& plan) {
  const auto named = [&](const PlannedTensor& planned) { return planned.tensor->name == edit.tensor; };
  const auto found = std::find_if(plan.tensors.begin(), plan.tensors.end(), named);
  if (found == plan.tensors.end()) {
    std::vector<std::string_view> names;
    for (const PlannedTensor& planned : plan.tensors) names.push_back(planned.tensor->name);
    return fail("edit", pointer, {"There is no tensor “", edit.tensor, "” to edit.", suggestion(edit.tensor, names)});
  }
  if (found->operation || !found->tensor->editable)
    return fail("edit", pointer,
                {"The cells of “", edit.tensor, "” can't be edited. Edit an input or a projection matrix."});
  if (!std::isfinite(edit.value)) return fail("edit", pointer, "A cell takes a finite number.");
  if (edit.index.size() != found->shape.size())
    return fail("edit", pointer,
                {"“", edit.tensor, "” has ", found->shape.size(), " axes, the cell names ", edit.index.size(), "."});
  for (std::size_t axis = 0; axis < edit.index.size(); ++axis) {
    if (edit.index[axis] < found->shape[axis]) continue;
    return fail("edit", pointer,
                {"“", edit.tensor, "” has ", found->shape[axis], " places on axis ", axis,
                 ", counted from 0; there is no place ", edit.index[axis], "."});
  }
  return static_cast<std::size_t>(found - plan.tensors.begin());
}

std::vector<graph::Axis> axes_in(const std::vector<AxisSpec>& specs, std::string_view language) {
  std::vector<graph::Axis> axes;
  for (const AxisSpec& spec : specs) {
    graph::Axis axis{spec.name, {}};
    for (const Text& label : spec.labels) axis.labels.push_back(in_language(label, language));
    axes.push_back(std::move(axis));
  }
  return axes;
}

// Names and labels from the lesson, where they fit the shape, which a parameter may have changed.
std::vector<graph::Axis> fitting(std::vector<graph::Axis> axes, const graph::Shape& shape) {
  if (axes.size() != shape.size()) return {};
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].labels.size() > shape[i]) axes[i].labels.resize(shape[i]);
    else if (axes[i].labels.size() < shape[i]) axes[i].labels.clear();
  return axes;
}

graph::Node make_node(const Lesson& lesson, const PlannedTensor& planned, std::string_view language) {
  const Tensor& tensor = *planned.tensor;
  graph::Node node;
  node.name = tensor.name;
  node.symbol = planned.symbol.empty() ? graph::Symbol{tensor.name, "", ""} : graph::parse_symbol(planned.symbol);
  node.role = tensor.role;
  node.axes = fitting(axes_in(tensor.axes, language), planned.shape);
  node.shape = planned.shape;
  node.operation = planned.operation;
  node.options = planned.options;
  node.editable = tensor.editable && !planned.operation;
  node.toggle = tensor.toggle;
  node.ours = tensor.ours || planned.making->ours;
  const auto named = std::ranges::find(lesson.tensors, tensor.cell_names, &Tensor::name);
  if (named != lesson.tensors.end())
    for (const Text& label : named->axes.front().labels) node.cell_names.push_back(in_language(label, language));
  return node;
}

// The tensor of an attention figure has a row per query and a column per key, none for an empty text; its scores have
// the same shape.
graph::Result<void> check_attention(const Lesson& lesson, const graph::Graph& graph) {
  for (const Step& step : lesson.steps)
    for (const Figure& figure : step.stage) {
      if (figure.kind != Figure::Kind::attention) continue;
      const std::optional<graph::NodeId> weights = graph.find(figure.tensors.front());
      if (!weights) continue;
      const graph::Shape& shape = graph.node(*weights).shape;
      if (shape.size() < 2)
        return fail("figure", figure.pointer + "/attention",
                    {"“", figure.tensors.front(),
                     "” has no row for each query and column for each key, which an attention figure needs. Name "
                     "weights with two axes or more, the last two queries and keys."});
      const std::optional<graph::NodeId> scores = graph.find(figure.scores);
      if (scores && graph.node(*scores).shape != shape)
        return fail("figure", figure.pointer + "/scores",
                    {"“", figure.scores, "” has another shape than “", figure.tensors.front(),
                     "”. Name the scores that these weights were made of, or leave “scores” out."});
    }
  return {};
}

// The outline is drawn around cells of the figure's last tensor, so both have the same shape.
graph::Result<void> check_outlines(const Lesson& lesson, const graph::Graph& graph) {
  for (const Step& step : lesson.steps)
    for (const Figure& figure : step.stage) {
      if (figure.outline.empty()) continue;
      const auto outline = graph.find(figure.outline), inside = graph.find(figure.tensors.back());
      if (!outline || !inside || graph.node(*outline).shape == graph.node(*inside).shape) continue;
      return fail("figure", figure.pointer + "/outline",
                  {"“", figure.outline, "” has another shape than “", figure.tensors.back(),
                   "”, whose cells it surrounds. Name a tensor of the same shape."});
    }
  return {};
}

// A plane has a query with as many features as the keys, at most this many keys, and a score and a weight for each.
graph::Result<void> check_planes(const Lesson& lesson, const graph::Graph& graph) {
  constexpr std::size_t most_keys = 12;
  for (const Step& step : lesson.steps)
    for (const Figure& figure : step.stage) {
      if (!figure.plane) continue;
      const Plane& plane = *figure.plane;
      const auto shape_of = [&](const std::string& name) {
        const std::optional<graph::NodeId> node = graph.find(name);
        return node ? graph.node(*node).shape : graph::Shape{};
      };
      const graph::Shape query = shape_of(plane.query), keys = shape_of(plane.keys), values = shape_of(plane.values);
      const auto fits = [&](const std::string& name, std::size_t columns) {
        const graph::Shape shape = shape_of(name);
        return name.empty() || (shape.size() == 2 && shape[1] == columns && (shape[0] == 1 || shape[0] > plane.row));
      };
      const auto has = [](const graph::Shape& shape, const std::array<std::size_t, 2>& features) {
        return shape.size() == 2 && std::max(features[0], features[1]) < shape[1];
      };
      const bool arrows = has(query, plane.features) && has(keys, plane.features) && query[1] == keys[1] &&
                          plane.row < query[0] && keys[0] > 0 && keys[0] <= most_keys;
      if (!arrows)
        return fail(
            "figure", figure.pointer + "/plane",
            {"“", plane.query, "” and “", plane.keys,
             "” cannot be drawn as arrows: both need two axes and the same features, the two of the plane among "
             "them, and there are at most 12 keys."});
      const bool weighed =
          fits(plane.scores, keys[0]) && fits(plane.weights, keys[0]) && fits(plane.undivided, keys[0]);
      if (!weighed)
        return fail("figure", figure.pointer + "/plane",
                    {"“", plane.scores, "” or “", plane.weights, "” has no row of one number for each key of “",
                     plane.keys, "”. Name scores and weights of them."});
      const bool mixed = plane.values.empty() ||
                         (has(values, plane.value_features) && values[0] == keys[0] && fits(plane.output, values[1]));
      if (!mixed)
        return fail("figure", figure.pointer + "/plane",
                    {"“", plane.values, "” has no row for each key with the two features of the plane, or “",
                     plane.output, "” is not a mixture of them. Name others, or leave both out."});
    }
  return {};
}

// A line has one id more than the weights have rows.
graph::Result<void> check_written_figures(const Lesson& lesson, const graph::Graph& graph) {
  for (const Step& step : lesson.steps) {
    if (!step.written) continue;
    const WrittenFigure& figure = *step.written;
    const auto shape_of = [&](const std::string& name) { return graph.node(*graph.find(name)).shape; };
    const graph::Shape line = shape_of(figure.line), weights = shape_of(figure.weights);
    const bool fits = weights.size() >= 3 && weights.end()[-3] > 0 && weights.end()[-2] > 0 &&
                      weights.end()[-1] == weights.end()[-2] && line == graph::Shape{weights.end()[-1] + 1};
    if (!fits)
      return fail("figure", figure.pointer + "/weights",
                  {"“", figure.weights, "” does not have a row and a column for each id of “", figure.line,
                   "” but the last. Name weights of heads over that line."});
    if (shape_of(figure.letters).size() != 1)
      return fail("figure", figure.pointer + "/letters",
                  {"“", figure.letters, "” is not a list of letters. Name a “vocabulary”."});
  }
  return {};
}

// The loss has lines of one number, and its maps a row and a column for each token.
graph::Result<void> check_training_figures(const Lesson& lesson, const graph::Graph& graph) {
  for (const Step& step : lesson.steps) {
    if (!step.training) continue;
    const TrainingFigure& figure = *step.training;
    const auto shape_of = [&](const std::string& name) { return graph.node(*graph.find(name)).shape; };
    if (!lesson.training)
      return fail("figure", figure.pointer, {"This lesson has no run to show. Give it “training”."});
    for (std::size_t i = 0; i < figure.lines.size(); ++i)
      if (std::ranges::any_of(shape_of(figure.lines[i]), [](std::size_t length) { return length != 1; }))
        return fail("figure", joined({figure.pointer, "/lines/", i}),
                    {"“", figure.lines[i], "” has more than one cell. Name a tensor with one."});
    for (std::size_t i = 0; i < figure.right.size(); ++i)
      if (std::ranges::any_of(shape_of(figure.right[i]), [](std::size_t length) { return length != 1; }))
        return fail("figure", joined({figure.pointer, "/accuracy/", i}),
                    {"“", figure.right[i], "” has more than one cell. Name a tensor with one."});
    if (!figure.sequence.empty() && shape_of(figure.sequence).size() != 2)
      return fail("figure", figure.pointer + "/sequence",
                  {"“", figure.sequence, "” is not a batch of sequences. Name ids with the axes batch and token."});
    if (figure.maps.empty()) continue;
    const graph::Shape maps = shape_of(figure.maps);
    if (maps.size() < 3 || maps.end()[-1] == 0 || maps.end()[-2] == 0 || maps.end()[-3] == 0)
      return fail(
          "figure", figure.pointer + "/maps",
          {"“", figure.maps, "” has no axis of heads before its rows and columns. Name weights that have one."});
    if (!figure.even.empty() && shape_of(figure.even) != graph::Shape{maps.end()[-2], maps.end()[-1]})
      return fail("figure", figure.pointer + "/even",
                  {"“", figure.even, "” does not have as many rows and columns as one map. Name a matrix that has."});
    if (!figure.shares.empty() && shape_of(figure.shares) != graph::Shape{maps.end()[-3]})
      return fail("figure", figure.pointer + "/shares",
                  {"“", figure.shares, "” has no number for each head. Name a vector that has."});
    if (!figure.wanted.empty() && shape_of(figure.wanted) != graph::Shape{maps.end()[-2], maps.end()[-1]})
      return fail("figure", figure.pointer + "/wanted",
                  {"“", figure.wanted, "” has not as many rows and columns as one map. Name a matrix that has."});
    if (!figure.heads.empty() &&
        (shape_of(figure.heads) != graph::Shape{maps.end()[-3]} || !graph.node(*graph.find(figure.heads)).toggle))
      return fail("figure", figure.pointer + "/heads",
                  {"“", figure.heads, "” does not switch each head. Name a vector of ones with “toggle”."});
    if (!figure.without.empty() &&
        std::ranges::any_of(shape_of(figure.without), [](std::size_t length) { return length != 1; }))
      return fail("figure", figure.pointer + "/without",
                  {"“", figure.without, "” has more than one cell. Name a tensor with one."});
  }
  return {};
}

// A picture has three colours, and as many square patches as its weights have rows and columns.
graph::Result<void> check_pictures(const Lesson& lesson, const graph::Graph& graph) {
  for (const Step& step : lesson.steps) {
    const auto shape_of = [&](const std::string& name) { return graph.node(*graph.find(name)).shape; };
    for (std::size_t i = 0; i < step.bars.size(); ++i)
      if (shape_of(step.bars[i]).size() != 1)
        return fail(
            "figure", joined({step.pointer, "/bars/", i}),
            {"“", step.bars[i], "” is not a vector, so it cannot be drawn as bars. Name a tensor with one axis."});
    if (step.curve) {
      const CurveFigure& curve = *step.curve;
      const graph::Shape over = shape_of(curve.over);
      if (over.size() != 1 || over[0] < 2)
        return fail("figure", curve.pointer + "/over",
                    {"“", curve.over, "” is not a vector of two or more places. Name a tensor with one axis."});
      for (std::size_t i = 0; i < curve.lines.size(); ++i)
        if (shape_of(curve.lines[i]) != over)
          return fail("figure", joined({curve.pointer, "/lines/", i}),
                      {"“", curve.lines[i], "” has no height for each place of “", curve.over,
                       "”. Name a vector as long as that."});
      const auto one_cell = [&](const std::string& name) {
        return std::ranges::all_of(shape_of(name), [](std::size_t length) { return length == 1; });
      };
      for (std::size_t i = 0; i < curve.point.size(); ++i)
        if (!curve.point[i].empty() && !one_cell(curve.point[i]))
          return fail("figure", joined({curve.pointer, "/point/", i}),
                      {"“", curve.point[i], "” has more than one cell. Name a tensor with one."});
      for (std::size_t i = 0; i < curve.marks.size(); ++i)
        if (!one_cell(curve.marks[i]))
          return fail("figure", joined({curve.pointer, "/marks/", i}),
                      {"“", curve.marks[i], "” has more than one cell. Name a tensor with one."});
    }
    if (!step.words.empty()) {
      const graph::Shape& words = shape_of(step.words);
      if (words.size() != 2 || words[0] != words[1] || words[0] == 0)
        return fail("figure", step.pointer + "/words",
                    {"“", step.words, "” has no row and column for each word. Name weights of one sentence."});
    }
    if (!step.picture) continue;
    const graph::Shape image = shape_of(step.picture->image), weights = shape_of(step.picture->weights);
    const bool coloured = image.size() == 3 && image[0] == 3;
    const bool fits = coloured && weights.size() == 2 && weights[0] == weights[1] && weights[0] > 0 &&
                      patch_size(image[1], image[2], weights[0]) > 0;
    if (!fits)
      return fail("figure", step.picture->pointer,
                  {"“", step.picture->image, "” is not a picture (3, height, width), or “", step.picture->weights,
                   "” has no row and column for each of its square patches. Name others."});
    if (!step.picture->mixed.empty() && shape_of(step.picture->mixed) != image)
      return fail("figure", step.picture->pointer + "/mixed",
                  {"“", step.picture->mixed, "” has another shape than the picture. Leave it out, or name another."});
  }
  return {};
}

}  // namespace

std::size_t patch_size(std::size_t height, std::size_t width, std::size_t patches) {
  for (std::size_t size = 1; size <= std::min(height, width); ++size)
    if (height % size == 0 && width % size == 0 && height / size * (width / size) == patches) return size;
  return 0;
}

graph::Result<graph::Graph> run(const Lesson& lesson, const Overrides& overrides) {
  const auto plan = make_plan(lesson, overrides);
  if (!plan) return std::unexpected(plan.error());
  auto sources = make_sources(lesson, *plan);
  if (!sources) return std::unexpected(sources.error());
  std::vector<std::vector<const Edit*>> edits(plan->tensors.size());
  for (std::size_t i = 0; i < overrides.edits.size(); ++i) {
    const auto place = edited_tensor(overrides.edits[i], joined({"/edits/", i}), *plan);
    if (!place) return std::unexpected(place.error());
    edits[*place].push_back(&overrides.edits[i]);
  }

  graph::Graph graph;
  std::vector<graph::NodeId> ids;
  for (std::size_t i = 0; i < plan->tensors.size(); ++i) {
    const PlannedTensor& planned = plan->tensors[i];
    graph::Node node = make_node(lesson, planned, overrides.language);
    node.random = std::move((*sources)[i].origin);
    for (std::size_t input : planned.inputs) node.inputs.push_back(ids[input]);
    auto id = planned.operation ? graph.add_operation(std::move(node))
                                : graph.add_source(std::move(node), std::move((*sources)[i].values));
    if (!id) return moved(id.error(), planned.making->pointer);
    ids.push_back(*id);
    // Nothing depends on the source yet, so this recomputes nothing; and the graph records which cells were edited.
    for (const Edit* edit : edits[i])
      if (auto done = graph.set(*id, edit->index, edit->value); !done)
        return moved(done.error(), planned.making->pointer);
  }
  if (auto fits = check_attention(lesson, graph); !fits) return std::unexpected(fits.error());
  if (auto fits = check_outlines(lesson, graph); !fits) return std::unexpected(fits.error());
  if (auto fits = check_planes(lesson, graph); !fits) return std::unexpected(fits.error());
  if (auto fits = check_pictures(lesson, graph); !fits) return std::unexpected(fits.error());
  if (auto fits = check_written_figures(lesson, graph); !fits) return std::unexpected(fits.error());
  if (auto fits = check_training_figures(lesson, graph); !fits) return std::unexpected(fits.error());
  return graph;
}

}  // namespace lesson
