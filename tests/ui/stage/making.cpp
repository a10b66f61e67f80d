// Motion on the stage: every operation has one, which begins at the operands as they stand, ends at the still picture,
// and tells nothing that is hidden.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "graph/catalogue.hpp"
#include "ui/stage/motion/motion.hpp"

namespace {

using Status = explorer::CellView::Status;

explorer::TensorView tensor_view(const graph::Graph& graph, graph::NodeId id, bool transposed) {
  const graph::Node& node = graph.node(id);
  explorer::TensorView view;
  view.node = id;
  view.name = node.name;
  view.shape = node.shape;
  view.row_axis = node.operation          ? node.operation->row_axis(node.shape)
                  : node.shape.size() < 2 ? 0
                                          : node.shape.size() - 2;
  for (std::size_t axis = 0; axis < node.shape.size(); ++axis) {
    view.axis_words.push_back(axis < node.axes.size() ? node.axes[axis].name : "axis");
    view.axis_names.push_back(view.axis_words.back());
    view.labels.emplace_back(node.shape[axis], "x");
    view.labels_short.emplace_back(node.shape[axis], "x");
    if (axis + 1 < node.shape.size() && axis != view.row_axis) view.leading.push_back(0);
  }
  view.decimals = 2;
  view.transposed = transposed;
  view.one_sided = node.never_negative;
  return view;
}

explorer::FigureView figure_of(const graph::Graph& graph, graph::NodeId result) {
  const graph::Node& node = graph.node(result);
  explorer::FigureView figure;
  figure.layout = node.operation->layout();
  figure.has_result = true;
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    if (!node.operation->only_shape_counts(i))
      figure.tensors.push_back(tensor_view(graph, node.inputs[i], node.operation->drawn_transposed(i, node.options)));
  figure.tensors.push_back(tensor_view(graph, result, false));
  return figure;
}

// The operations with their operands and results on a stage of 1200 × 800.
ui::StageScene staged(const graph::Graph& graph, const std::vector<graph::NodeId>& results) {
  ui::StageScene scene;
  std::vector<explorer::FigureView> figures;
  for (const graph::NodeId id : results) figures.push_back(figure_of(graph, id));
  scene.figures = ui::prepared(std::move(figures));
  ui::StageSpace space;
  space.area = {0, 0, 1200, 800};
  scene.area = space.area;
  scene.layout = ui::lay_out(scene.figures, space, [](const std::string& text, float size) {
    return static_cast<float>(text.size()) * size * 0.5f;
  });
  scene.shown = scene.layout.blocks;
  scene.followed.assign(scene.shown.size(), 0);
  scene.appear.assign(scene.shown.size(), 1);
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    const ui::Block& block = scene.shown[b];
    ui::MatrixLook look;
    look.number_size = 14;
    for (std::size_t i = 0; i < block.rows * block.columns; ++i) {
      ui::CellLook cell;
      const auto index = ui::index_at(block, scene.tensor(b), i / block.columns, i % block.columns, 0);
      cell.view.value = graph.at(scene.tensor(b).node, index);
      cell.view.status = std::isfinite(cell.view.value) ? Status::shown : Status::masked;
      cell.view.text = cell.text = std::to_string(cell.view.value);
      look.cells.push_back(std::move(cell));
    }
    scene.looks.push_back(std::move(look));
    scene.tensors.push_back(scene.tensor(b));
  }
  return scene;
}

ui::StageScene staged(const build::Built& built) { return staged(built.graph, {built.result}); }

bool near(ui::Rect a, ui::Rect b, float by) {
  return std::abs(a.x0 - b.x0) < by && std::abs(a.y0 - b.y0) < by && std::abs(a.x1 - b.x1) < by &&
         std::abs(a.y1 - b.y1) < by;
}

// Whether a cell is drawn almost as at rest.
bool rests(const ui::StageScene& scene, std::size_t block, std::size_t i, const ui::CellPose& pose) {
  const std::size_t columns = scene.shown[block].columns;
  return near(pose.at, scene.shown[block].cell(i / columns, i % columns), 0.5f) && pose.shown > 0.98f &&
         pose.number > 0.98f && pose.bar < 0.02f && pose.place < 0.02f;
}

// Ids, signs and the like are drawn by layouts that need a particular lesson: here all stand side by side.
template <class Check>
void in_each_case(const Check& check) {
  for (const build::Case& c : build::every_operation()) {
    const build::Built built = build::built(c, build::data_of(c, 5));
    ui::StageScene scene = staged(built);
    INFO(build::label(c));
    check(built, scene);
  }
}

ui::Acts acts_of(const build::Built& built, const ui::StageScene& scene) {
  return ui::find_acts(built.graph, scene, std::nullopt, {});
}

// Its result's cells, hidden by a question.
void hide_result(const build::Built& built, ui::StageScene& scene) {
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    if (scene.tensor(b).node != built.result) continue;
    for (ui::CellLook& cell : scene.looks[b].cells) {
      cell.view = {};
      cell.view.status = Status::hidden;
      cell.text = "?";
    }
  }
}

build::Built one(const build::Case& c) { return build::built(c, build::data_of(c, 5)); }

}  // namespace

TEST_CASE("each operation has a motion that makes its result and moves something") {
  in_each_case([](const build::Built& built, const ui::StageScene& scene) {
    REQUIRE(ui::has_acts(built.graph, scene));
    const ui::Acts acts = acts_of(built, scene);
    REQUIRE(acts.all.size() == 1);
    CHECK(scene.tensor(acts.all[0].result).node == built.result);
    CHECK(acts.seconds >= 0.5f);
    std::size_t moves = 0;
    ui::MotionFrame frame;
    for (const float t : {0.3f, 0.6f}) {
      ui::show_acts(scene, acts, t, frame);
      moves += frame.travellers.size();
      for (std::size_t b = 0; b < frame.poses.size(); ++b)
        for (std::size_t i = 0; i < frame.poses[b].size(); ++i) moves += rests(scene, b, i, frame.poses[b][i]) ? 0 : 1;
    }
    CHECK(moves > 0);
  });
}

TEST_CASE("each motion ends at rest, without a jump") {
  in_each_case([](const build::Built& built, const ui::StageScene& scene) {
    const ui::Acts acts = acts_of(built, scene);
    ui::MotionFrame frame;
    ui::show_acts(scene, acts, 0.9999f, frame);
    for (const ui::Traveller& one : frame.travellers) CHECK(one.opacity < 0.02f);
    for (const ui::TravelArc& arc : frame.arcs) CHECK(arc.alpha < 0.02f);
    for (std::size_t b = 0; b < frame.poses.size(); ++b)
      for (std::size_t i = 0; i < frame.poses[b].size(); ++i) CHECK(rests(scene, b, i, frame.poses[b][i]));
    ui::show_acts(scene, acts, 1, frame);
    CHECK(frame.travellers.empty());
    CHECK(frame.arcs.empty());
    for (const auto& poses : frame.poses) CHECK(poses.empty());
  });
}

TEST_CASE("each motion begins at the operands as they stand, with an empty result") {
  in_each_case([](const build::Built& built, const ui::StageScene& scene) {
    const ui::Acts acts = acts_of(built, scene);
    ui::MotionFrame frame;
    ui::show_acts(scene, acts, 0, frame);
    CHECK(frame.travellers.empty());
    for (const ui::CellPose& pose : frame.poses[acts.all[0].result]) {
      CHECK(pose.shown == 0);
      CHECK(pose.number == 0);
    }
    ui::show_acts(scene, acts, 1e-4f, frame);
    for (const ui::Traveller& one : frame.travellers)
      if (!one.pill) CHECK(near(one.at, ui::cell_place(scene, one.block, one.cell), 0.5f));
  });
}

TEST_CASE("softmax's bars measure 1 together: one cell's height") {
  const build::Built built = one({"softmax", {{{2, 5}}}, {}});
  const ui::StageScene scene = staged(built);
  const ui::Acts acts = acts_of(built, scene);
  ui::MotionFrame frame;
  // The first line has pressed its bars at 0.78 of its time, which is the first 0.8 of the whole.
  ui::show_acts(scene, acts, 0.78f * 0.8f, frame);
  const ui::Block& block = scene.shown[acts.all[0].result];
  float sum = 0;
  for (std::size_t c = 0; c < 5; ++c) {
    const ui::CellPose& pose = frame.poses[acts.all[0].result][c];
    CHECK(pose.bar == doctest::Approx(1));
    CHECK(pose.number == 0);
    sum += pose.at.height();
  }
  CHECK(sum == doctest::Approx(block.cell(0, 0).height()).epsilon(0.02));
}

TEST_CASE("weighted rows are stacked as high as a row of the output") {
  const build::Built mixed = one({"weighted_sum", {{{4}, build::Fill::positive}, {{4, 3}}}, {}});
  const ui::StageScene scene = staged(mixed);
  const ui::Acts acts = acts_of(mixed, scene);
  REQUIRE(acts.all[0].kind == ui::Act::Kind::mix);
  ui::MotionFrame frame;
  ui::show_acts(scene, acts, 0.48f / acts.seconds, frame);
  float sum = 0;
  for (const ui::Traveller& one : frame.travellers) sum += one.at.height();
  CHECK(sum / 3 == doctest::Approx(scene.shown[acts.all[0].result].cell(0, 0).height()).epsilon(0.02));
}

TEST_CASE("masked cells empty from the diagonal outwards") {
  const build::Built built = one({"causal_mask", {{{4, 4}}}, {}});
  const ui::StageScene scene = staged(built);
  const ui::Acts acts = acts_of(built, scene);
  ui::MotionFrame frame;
  ui::show_acts(scene, acts, 0.75f, frame);
  const auto& poses = frame.poses[acts.all[0].result];
  CHECK(poses[0].number == 1);               // kept
  CHECK(poses[1].number > poses[2].number);  // one and two to the right of the diagonal
  CHECK(poses[2].number >= poses[3].number);
}

TEST_CASE("a hidden result shows nothing of its numbers in flight") {
  const std::vector<build::Case> cases{{"softmax", {{{3, 4}}}, {}},
                                       {"layer_norm", {{{3, 4}}}, {}},
                                       {"embedding", {{{4}, build::Fill::ids}, {{3, 2}}}, {}},
                                       {"sum", {{{3, 4}}}, {}},
                                       {"matmul", {{{3, 4}}, {{4, 2}}}, {}}};
  for (const build::Case& c : cases) {
    const build::Built built = one(c);
    ui::StageScene scene = staged(built);
    hide_result(built, scene);
    const ui::Acts acts = acts_of(built, scene);
    ui::MotionFrame frame;
    for (float t = 0; t < 1; t += 0.05f) {
      ui::show_acts(scene, acts, t, frame);
      INFO(c.operation << " at " << t);
      CHECK(frame.travellers.empty());
      for (const ui::CellPose& pose : frame.poses[acts.all[0].result]) CHECK(pose.bar == 0);
    }
  }
}

TEST_CASE("what is computed from something on stage is made after it, and both are made at sight once") {
  build::Graph graph;
  const auto a = build::source(graph, "a", {3, 3}, build::random_numbers(9, 3));
  const auto b = build::apply(graph, "b", "scale", {a}, {{"factor", 0.5}});
  const auto c = build::apply(graph, "c", "softmax", {b});
  const auto d = build::apply(graph, "d", "tanh", {a});
  const ui::StageScene scene = staged(graph, {c, b, d});
  const ui::Acts acts = ui::find_acts(graph, scene, std::nullopt, {});
  REQUIRE(acts.all.size() == 3);
  CHECK(scene.tensor(acts.all[1].result).node == c);
  CHECK(acts.all[0].from == 0);
  CHECK(acts.all[1].from == acts.all[0].until);
  CHECK(acts.all[1].until == 1);
  CHECK(acts.all[2].from == 0);  // d does not wait
  const std::vector<graph::NodeId> standing{b, d};
  CHECK(ui::find_acts(graph, scene, std::nullopt, {}, standing).all.size() == 1);
}
