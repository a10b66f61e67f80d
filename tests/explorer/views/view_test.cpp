// What is derived from lesson, graph and state for the screen: formats, labels, captions, figures, the map, and code
// output as PyTorch prints it.
#include <cmath>

#include "explorer/state/cells.hpp"
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

const MapNode& map_node(const Explorer& e, const std::string& name) {
  for (const MapNode& node : e.view().map)
    if (node.tensor.name == name) return node;
  FAIL("not on the map: ", name);
  return e.view().map.front();
}

}  // namespace

TEST_CASE("cells of very different size show no digit beyond the seventh of the largest") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"softmax"});
  CHECK(on_stage(e, "exp_scores")->decimals == 0);
  CHECK(e.cell(at(e, "exp_scores", {1, 0})).text == "55");
  CHECK(e.cell(at(e, "exp_scores", {1, 1})).text == "8886111");
  CHECK(e.cell(at(e, "exp_scores", {1, 2})).text == "162755");
  CHECK(
      e.cell(at(e, "exp_sums", {1, 0})).text.starts_with("904892"));  // the last digit depends on the order of the sum
  must(e, Focus{at(e, "exp_sums", {1, 0})});
  std::string line;
  for (const graph::Piece& piece : e.explanation()->lines[0].pieces) line += piece.text;
  CHECK_MESSAGE(line.contains("≈54.598"), line);
  CHECK_MESSAGE(line.contains("+8886111+162754.8≈9"), line);
  // Beyond the whole numbers that float32 has, powers of ten.
  Explorer small_one = small();
  edit(small_one, "x", {0, 0}, "16777216");
  CHECK(small_one.cell(at(small_one, "x", {0, 0})).text == "16777216");
  edit(small_one, "x", {0, 0}, "16777218");
  CHECK(small_one.cell(at(small_one, "x", {0, 0})).text == "1.68e7");
}

TEST_CASE("a matrix of whole numbers has no decimals, any other has the same number of decimals in all cells") {
  Explorer e = small();
  CHECK(on_stage(e, "y")->decimals == 0);
  CHECK(e.cell(at(e, "y", {0, 0})).text == "4");
  edit(e, "x", {0, 0}, "0.5");
  CHECK(on_stage(e, "y")->decimals == 2);
  CHECK(e.cell(at(e, "y", {0, 0})).text == "3.50");
  CHECK(e.cell(at(e, "y", {1, 0})).text == "10.00");
  edit(e, "x", {0, 0}, "-0.001");
  CHECK(e.cell(at(e, "x", {0, 0})).text == "0.00");
  edit(e, "x", {0, 0}, "-7.125");
  CHECK(e.cell(at(e, "x", {0, 0})).text == "−7.12");
}

TEST_CASE("matrices of one role have one colour scale on a step, but those whose numbers it would hardly show") {
  Explorer by_hand = open_page("worked-example");
  must(by_hand, GoToStep{"what-if"});
  const auto end_of = [&](const char* name) { return on_stage(by_hand, name)->scale; };
  CHECK(end_of("attn_scores") == 16);  // the tutorial's largest score
  CHECK(end_of("attn_scores_scaled") == 16);
  must(by_hand, GoToStep{"softmax"});
  CHECK(end_of("attn_scores") == 16);
  CHECK(end_of("exp_scores") > 8e6f);
  const auto role = [](const TensorView& of) {
    return of.role == graph::Role::scaled_scores ? graph::Role::scores : of.role;
  };
  std::size_t shared = 0;
  for (const std::string& path : bundled_lessons()) {
    Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : std::vector(e.lesson().steps)) {
      INFO(path << " " << step.id);
      must(e, GoToStep{step.id});
      std::vector<TensorView> all;
      for (const FigureView& figure : e.view().stage)
        for (const TensorView& tensor : figure.tensors)
          if (cell_count(tensor.shape) > 1 && std::isfinite(tensor.scale) && !tensor.no_number && !tensor.all_hidden)
            all.push_back(tensor);
      for (const TensorView& one : all)
        for (const TensorView& other : all) {
          if (role(one) != role(other) || one.slopes != other.slopes || one.by_sign != other.by_sign ||
              one.one_sided != other.one_sided)
            continue;
          if (one.scale == other.scale) shared += one.node != other.node;
          else CHECK(std::min(one.largest, other.largest) < 0.1f * std::max(one.scale, other.scale));
        }
    }
  }
  CHECK(shared > 100);
}

TEST_CASE("a scale begins at 0 where no number can be negative, and ids have none") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"softmax"});
  CHECK(e.tensor(*e.graph().find("exp_scores")).one_sided);
  CHECK(e.tensor(*e.graph().find("exp_sums")).one_sided);
  CHECK_FALSE(e.tensor(*e.graph().find("attn_scores")).one_sided);  // positive here, but another edit makes it negative
  CHECK_FALSE(e.tensor(*e.graph().find("x")).one_sided);
  Explorer sentence = open_page("sentence");
  const TensorView ids = sentence.tensor(*sentence.graph().find("sentence_int"));
  CHECK(std::isinf(ids.scale));
  CHECK(std::isfinite(sentence.tensor(*sentence.graph().find("embed")).scale));
}

TEST_CASE("a nonzero matrix is never shown as zeros only") {
  Explorer e = small();
  must(e, GoToStep{"many"});
  must(e, Reveal{"all"});
  CHECK(on_stage(e, "fixed")->decimals == 3);  // 0.001 to 0.004 at two decimals would be 0.00
  CHECK(e.cell(at(e, "fixed", {0, 0})).text == "0.001");
  must(e, GoToStep{"start"});
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t column = 0; column < 3; ++column) edit(e, "x", {row, column}, row == 0 ? "2.5e-12" : "0");
  CHECK(on_stage(e, "x")->power_of_ten);
  CHECK(e.cell(at(e, "x", {0, 0})).text == "2.50e−12");
  CHECK(e.cell(at(e, "x", {1, 0})).text == "0");
}

TEST_CASE("numbers too large for their digits use powers of ten in all cells of the matrix") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "1e20");
  CHECK(on_stage(e, "x")->power_of_ten);
  CHECK(e.cell(at(e, "x", {0, 0})).text == "1.00e20");
  CHECK(e.cell(at(e, "x", {0, 1})).text == "2.00e0");
  edit(e, "x", {0, 0}, "123456.75");
  must(e, SetDecimals{6});
  CHECK_MESSAGE(on_stage(e, "x")->decimals == 1, "a float32 has seven digits that count");
}

TEST_CASE("a figure has its operands in order and the result last") {
  const Explorer e = small();
  REQUIRE(e.view().stage.size() == 1);
  const FigureView& figure = e.view().stage[0];
  CHECK(figure.layout == graph::Layout::product);
  CHECK(figure.has_result);
  REQUIRE(figure.tensors.size() == 3);
  CHECK(figure.tensors[0].name == "x");
  CHECK(figure.tensors[1].name == "w");
  CHECK(figure.tensors[2].name == "y");
  CHECK(figure.tensors[0].editable);
  CHECK_FALSE(figure.tensors[2].editable);
  CHECK(figure.tensors[2].scale == 11);
}

TEST_CASE("a difference that is rounding alone has the colour of zero, and any other has its own scale") {
  Explorer e = open_page("basic-self-attention");
  must(e, GoToStep{"a-set"});
  must(e, Reveal{"swap"});
  must(e, SetParameter{"order", std::vector<double>{5, 1, 4, 3, 2, 0}});
  const auto largest = [&] { return static_cast<double>(value(e, "largest_difference", {})); };
  CHECK(largest() < 1e-6);
  CHECK(on_stage(e, "difference")->scale > 0.1f);
  CHECK(on_stage(e, "largest_difference")->scale > 0.1f);
  must(e, SetParameter{"positions", true});
  REQUIRE(largest() > 1e-3);
  CHECK(static_cast<double>(on_stage(e, "largest_difference")->scale) == doctest::Approx(largest()));
}

TEST_CASE("the keys of a score product are drawn transposed and labelled so") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"scores"});
  const TensorView& keys = e.view().stage[0].tensors[1];
  CHECK(keys.name == "keys");
  CHECK(keys.transposed);
  CHECK(keys.caption == "K transposed (3 × 3), feature × token");
  CHECK(parse(e.reading_json()).root()["tensors"].items()[1]["caption"].text() == "K (3 × 3), token × feature");
}

TEST_CASE("labels are the lesson's own or made from the axis' name") {
  const Explorer e = small();
  const TensorView* x = on_stage(e, "x");
  CHECK(x->axis_names == std::vector<std::string>{"token", "feature"});
  CHECK(x->axis_words == std::vector<std::string>{"token", "feature"});
  CHECK(x->labels[0] == std::vector<std::string>{"one", "two"});
  CHECK(x->labels_short[0] == std::vector<std::string>{"one", "two"});
  CHECK(x->labels[1] == std::vector<std::string>{"f1", "f2", "f3"});
  CHECK(x->caption == "X (2 × 3), token × feature");
  CHECK(x->random == "");
}

TEST_CASE("where there is little room, words are abbreviated and numbered labels become letters with a number") {
  Explorer e = open_page("sentence");
  must(e, GoToStep{"three-claims"});
  CHECK(e.view().stage[0].tensors[0].labels_short[0] ==
        std::vector<std::string>{"When", "in", "doubt", "look", "inte."});
  Explorer inputs = open_page("worked-example");
  CHECK(inputs.view().stage[0].tensors[0].labels[0][0] == "Input 1");
  CHECK(inputs.view().stage[0].tensors[0].labels_short[0][0] == "t1");
}

TEST_CASE("random numbers and everything computed from them are labelled as random") {
  Explorer e = small();
  CHECK(e.view().random == "");
  must(e, GoToStep{"many"});
  CHECK(e.view().random == "random, seed 7, not trained: no meaning");
}

TEST_CASE("the map's columns follow the dependencies, and it marks the current step") {
  Explorer e = small();
  CHECK(map_node(e, "x").column == 0);
  CHECK(map_node(e, "w").column == 0);
  CHECK(map_node(e, "y").column == 1);
  CHECK(map_node(e, "z").column == 2);
  CHECK(map_node(e, "x").row != map_node(e, "w").row);
  CHECK(map_node(e, "z").from == std::vector<std::size_t>{2});
  CHECK(map_node(e, "y").state == MapNode::State::current);
  CHECK(map_node(e, "x").state == MapNode::State::current_input);
  CHECK(map_node(e, "z").state == MapNode::State::later);
  CHECK(map_node(e, "z").step == "guess");
  must(e, GoToStep{"many"});
  CHECK(map_node(e, "y").state == MapNode::State::done);
}

TEST_CASE("the worked example's map is the one of the design: V runs below scores and weights to the output") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"scores"});
  CHECK(map_node(e, "x").column == 0);
  for (const char* name : {"querys", "keys", "values"}) CHECK(map_node(e, name).column == 1);
  CHECK(map_node(e, "querys").row == 0);
  CHECK(map_node(e, "keys").row == 1);
  CHECK(map_node(e, "values").row == 2);
  CHECK(map_node(e, "attn_scores").column == 2);
  CHECK(map_node(e, "attn_scores_softmax").column == 3);
  CHECK(map_node(e, "outputs").column == 4);
  CHECK(map_node(e, "attn_scores").row < 2);
  CHECK(map_node(e, "attn_scores_softmax").row < 2);
  CHECK(map_node(e, "x").row == 1);
  for (const MapNode& one : e.view().map)
    for (const MapNode& other : e.view().map)
      if (&one != &other) CHECK((one.column != other.column || one.row != other.row));
}

TEST_CASE("code output matches what PyTorch prints") {
  Explorer e = open_page("worked-example");
  const auto prints = [&](const char* step) {
    must(e, GoToStep{step});
    if (e.view().question) must(e, Reveal{e.view().question->id});
    return e.view().code_printed;
  };
  CHECK(prints("inputs") == "tensor([[1., 0., 1., 0.],\n        [0., 2., 0., 2.],\n        [1., 1., 1., 1.]])");
  CHECK(prints("scores") == "tensor([[ 2.,  4.,  4.],\n        [ 4., 16., 12.],\n        [ 4., 12., 10.]])");
  CHECK(prints("softmax") ==
        "tensor([[6.3379e-02, 4.6831e-01, 4.6831e-01],\n        [6.0337e-06, 9.8201e-01, 1.7986e-02],\n"
        "        [2.9539e-04, 8.8054e-01, 1.1917e-01]])");
  CHECK(prints("output") ==
        "tensor([[1.9366, 6.6831, 1.5951],\n        [2.0000, 7.9640, 0.0540],\n        [1.9997, 7.7599, 0.3584]])");
}

TEST_CASE("every step of every bundled lesson has a complete view") {
  for (const std::string& path : bundled_lessons()) {
    CAPTURE(path);
    Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : std::vector(e.lesson().steps)) {
      CAPTURE(step.id);
      must(e, GoToStep{step.id});
      const View& view = e.view();
      CHECK(view.step_title == step.title.at("en"));
      CHECK_FALSE(view.text.empty());
      CHECK_FALSE(view.stage.empty());
      CHECK_FALSE(view.map.empty());
      CHECK(view.controls.size() == step.controls.size());
      const lesson::CodeLine& code = step.code.at([&](const std::string& name) {
        return lesson::spelt(std::ranges::find(e.lesson().parameters, name, &lesson::Parameter::name)->start);
      });
      CHECK(view.code_printed.empty() == code.printed.empty());
      for (const FigureView& figure : view.stage) {
        CHECK_FALSE(figure.tensors.empty());
        for (const TensorView& tensor : figure.tensors) {
          CHECK_FALSE(tensor.caption.empty());
          CHECK(tensor.labels.size() == tensor.shape.size());
          for (const std::string& axis : tensor.axis_words)
            CHECK_MESSAGE(e.text("axis." + axis) != "axis." + axis, "the catalogue has no word for axis ", axis);
        }
      }
      if (step.focus) CHECK(e.state().focused.has_value());
    }
  }
}

TEST_CASE("columns are exchanged for rows: other figures, the same numbers") {
  Explorer e = open_page("column-vectors");
  must(e, GoToStep{"all-at-once"});
  REQUIRE(on_stage(e, "B"));
  CHECK_FALSE(on_stage(e, "B_rows"));
  const std::string in_columns = e.view().code;
  must(e, SetParameter{"notation", std::string("rows")});
  REQUIRE(on_stage(e, "B_rows"));
  CHECK_FALSE(on_stage(e, "B"));
  CHECK(e.view().code != in_columns);
  CHECK(e.view().formula_tex.contains("A^T"));
  for (std::size_t token = 0; token < 4; ++token)
    for (std::size_t feature = 0; feature < 2; ++feature)
      CHECK(e.cell(at(e, "B_rows", {token, feature})).value ==
            doctest::Approx(e.cell(at(e, "B", {feature, token})).value).epsilon(1e-6));
  CHECK(e.reading_json().contains("B_rows"));
  CHECK(on_stage(e, "A"));  // to compare with, and to answer the question about it
  CHECK(e.state().focused);

  must(e, GoToStep{"receptive-field"});
  REQUIRE(e.state().focused);  // a weight of attention
  must(e, SetParameter{"looks", std::string("convolution")});
  CHECK_FALSE(e.state().focused);  // it is no longer to be seen
}

TEST_CASE("a control that is disabled by another's value says why") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"what-if"});
  const auto score = [&] { return e.view().controls.at(0); };
  REQUIRE(score().name == "score");
  CHECK(score().off.empty());
  must(e, SetParameter{"softmax", std::string("hand_set")});
  CHECK(plain(score().off).contains("do not follow the scores"));
  CHECK(e.reading_json().contains("do not follow the scores"));
  // And it is true: the weights and what follows from them are the same under every score.
  const auto out = [&] { return value(e, "outputs", {0, 1}); };
  const float dot = out();
  must(e, SetParameter{"score", std::string("scaled")});
  CHECK(out() == dot);
  must(e, SetParameter{"softmax", std::string("exact")});
  CHECK(score().off.empty());
  CHECK(out() != dot);
}

TEST_CASE("a tensor without any finite number says so, and its cells name the cause") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"projections"});
  CHECK_FALSE(on_stage(e, "w_key")->no_number);
  must(e, GoToStep{"inputs"});
  for (std::size_t row = 0; row < 3; ++row) {
    edit(e, "x", {row, 0}, "3e38");
    edit(e, "x", {row, 1}, "-3e38");
  }
  for (const char* name : {"w_query", "w_key"})
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t column = 0; column < 3; ++column) edit(e, name, {row, column}, "3e38");
  must(e, GoToStep{"scores"});
  CHECK(on_stage(e, "attn_scores")->no_number);
  must(e, Focus{at(e, "attn_scores", {0, 0}), true});
  REQUIRE(e.explanation());
  CHECK(e.explanation()->rounding.contains("not a number"));
  CHECK(e.explanation()->rounding.contains("Q[1, 1]"));
  must(e, GoToStep{"keys-values-queries"});
  must(e, Focus{at(e, "keys", {0, 0}), true});
  CHECK(e.explanation()->rounding.contains("∞ − ∞"));
}

TEST_CASE("ids with names show them instead of numbers, have no colour, and are numbers in the code") {
  Explorer e = open_page("learning");
  const graph::CellRef cell = at(e, "sequence", {0, 2});
  for (std::size_t place = 0; place < 12; ++place) {
    const float id = value(e, "sequence", {0, place});
    CHECK(e.cell(at(e, "sequence", {0, place})).text == std::string(1, static_cast<char>('a' + static_cast<int>(id))));
  }
  CHECK(std::isinf(e.tensor(cell.node).scale));
  CHECK(value(e, "wanted", {0, 0}) == -1);  // nothing is asked there
  CHECK(e.cell(at(e, "wanted", {0, 0})).text == "−1");
  CHECK(e.reading_json().find("\"−1\"") != std::string::npos);
  CHECK(e.code(graph::Language::pytorch).find("'a'") == std::string::npos);
}

TEST_CASE("the scale of cells that are 0 or 1 begins at 0") {
  Explorer e = open_page("learning");
  CHECK(e.tensor(at(e, "kept_heads", {0}).node).one_sided);
}
