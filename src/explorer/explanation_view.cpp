// How a cell came to be, as the reader may see it: hidden operands as "?", notes in the reader's language, one sentence
// for the voice, and the cells on stage that it is made of.
#include <algorithm>
#include <set>

#include "explorer/cells.hpp"
#include "explorer/sight.hpp"
#include "graph/messages.hpp"

namespace explorer {
namespace {

constexpr std::size_t longest_spoken = 48;  // pieces; nobody listens to more than a few terms

std::vector<graph::CellRef> all_sources(const Sight& sight, const graph::CellRef& cell) {
  std::vector<graph::CellRef> out;
  const graph::Node& node = sight.graph.node(cell.node);
  if (node.operation == nullptr) return out;
  for (std::size_t input = 0; input < node.inputs.size(); ++input)
    for (graph::Index& index : node.operation->sources(input, {sight.graph, cell.node, cell.index, 0}))
      out.push_back({node.inputs[input], std::move(index)});
  return out;
}

bool is_number(const graph::Piece& piece) {
  return piece.kind == graph::Piece::Kind::number || piece.kind == graph::Piece::Kind::result;
}

// A number without a cell is worked out from operands, so it goes as soon as one operand is hidden: 0 · ? = 0 and the
// sums after it would tell the answer. The cell's own value stays, for that is shown on the stage.
void hide(const Sight& sight, const graph::CellRef& cell, bool operand_hidden, graph::Piece& piece) {
  if (!is_number(piece)) return;
  const bool own = piece.kind == graph::Piece::Kind::result || (piece.cell && *piece.cell == cell);
  const bool hidden = piece.cell ? sight.hidden.covers(*piece.cell) : operand_hidden && !own;
  if (hidden) piece.text = "?";
}

struct SpokenWord {
  std::string_view sign;
  std::string_view id;
};
constexpr SpokenWord spoken_words[] = {
    {"=", "say.equals"}, {"≈", "say.about"}, {"+", "say.plus"}, {"−", "say.minus"},
    {"·", "say.times"},  {"×", "say.times"}, {"/", "say.over"}, {"÷", "say.over"},
    {"√", "say.root"},   {"exp", "say.exp"}, {"<", "say.less"},
};

std::string word(const Sight& sight, const graph::Piece& piece) {
  if (piece.kind == graph::Piece::Kind::name) return graph::plain(piece.symbol) + piece.text;
  if (piece.kind == graph::Piece::Kind::text) {
    if (piece.text == "(" || piece.text == ")") return {};
    for (const SpokenWord& known : spoken_words)
      if (piece.text == known.sign) return sight.say(known.id);
    return piece.text;
  }
  if (piece.text == "?") return sight.say("say.hidden");
  if (piece.text.starts_with("−"))
    return sight.say("say.minus") + " " + piece.text.substr(std::string_view("−").size());
  return piece.text;
}

bool ends_left_side(const graph::Piece& piece) {
  return piece.kind == graph::Piece::Kind::text && (piece.text == "=" || piece.text == "≈");
}

std::string sentence_of(const Sight& sight, const graph::Line& line) {
  // The cell is named in front, so what stands left of the first equals sign is not said again.
  auto piece = std::ranges::find_if(line.pieces, ends_left_side);
  if (piece == line.pieces.end() || std::distance(piece, line.pieces.end()) > static_cast<long>(longest_spoken))
    return {};
  std::string out;
  graph::Piece::Level level = graph::Piece::Level::base;
  for (++piece; piece != line.pieces.end(); ++piece) {
    const std::string said = word(sight, *piece);
    if (said.empty()) continue;
    if (!out.empty()) out += ' ';
    if (piece->level == graph::Piece::Level::raised && level != piece->level) out += sight.say("say.power") + " ";
    level = piece->level;
    out += said;
  }
  return out;
}

std::string spoken_sentence(const Sight& sight, const graph::CellRef& cell, const std::vector<graph::Line>& lines) {
  const std::string labels = place_labels(sight, cell);
  const std::string name = spoken_name(sight, cell.node);
  const std::string because = lines.empty() ? std::string{} : sentence_of(sight, lines.front());
  if (!because.empty()) return sight.say("say.because", {name, labels, because});
  return sight.say("say.cell", {name, labels, cell_view(sight, cell).text});
}

}  // namespace

std::optional<ExplanationView> explanation_view(const Sight& sight, const View& view, const graph::CellRef& cell) {
  if (cell.node >= sight.graph.size() || !within(sight.graph.node(cell.node).shape, cell.index)) return std::nullopt;
  if (sight.hidden.covers(cell)) return std::nullopt;
  graph::Explanation explanation = sight.graph.explain(cell.node, cell.index, sight.state.decimals);
  const std::vector<graph::CellRef> sources = all_sources(sight, cell);

  const auto covered = [&](const graph::CellRef& other) { return sight.hidden.covers(other); };
  bool operand_hidden = std::ranges::any_of(sources, covered);
  for (const graph::Term& term : explanation.terms)
    operand_hidden = operand_hidden || std::ranges::any_of(term.factors, covered);
  for (const graph::Line& line : explanation.lines)
    for (const graph::Piece& piece : line.pieces)
      operand_hidden = operand_hidden || (piece.cell && covered(*piece.cell));

  ExplanationView out;
  out.cell = cell;
  out.role = sight.graph.node(cell.node).role;
  const std::string& language = sight.state.language;
  for (graph::Line& line : explanation.lines) {
    for (graph::Piece& piece : line.pieces) {
      hide(sight, cell, operand_hidden, piece);
      if (!piece.note.empty()) piece.note = {"label", {graph::literal(sight.catalogue.text(language, piece.note))}};
    }
  }
  out.lines = std::move(explanation.lines);
  // A look-up's rule names the row that was looked up, which is the hidden number itself.
  const graph::Operation* operation = sight.graph.node(cell.node).operation;
  const bool rule_tells = operand_hidden && operation != nullptr && operation->layout() == graph::Layout::gather;
  if (!rule_tells) out.rule_words = sight.catalogue.words(language, explanation.rule);
  if (const auto original = sight.edited.find({cell.node, cell.index}); original != sight.edited.end())
    out.rule_words = {{sight.say("explain.edited", {graph::format_float(original->second, sight.state.decimals)}), {}}};
  for (const graph::Words& words : out.rule_words)
    out.rule += words.text.empty() ? graph::plain(words.symbol) : words.text;
  out.rounding = sight.say(explanation.rounded ? "explain.rounded" : "explain.exact");
  if (!explanation.cause.empty() && !operand_hidden)
    out.rounding = out.cause = sight.catalogue.text(language, explanation.cause);
  out.spoken = spoken_sentence(sight, cell, out.lines);

  std::set<graph::NodeId> on_stage;
  for (const FigureView& figure : view.stage)
    for (const TensorView& tensor : figure.tensors) on_stage.insert(tensor.node);
  for (const graph::CellRef& source : sources)
    if (on_stage.contains(source.node)) out.sources.push_back(source);
  return out;
}

}  // namespace explorer
