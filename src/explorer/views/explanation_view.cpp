// How a cell is computed, as far as the reader may see it: hidden operands as "?", notes in the reader's language, one
// sentence for screen readers, and the cells on stage that it is computed from.
#include <algorithm>
#include <set>

#include "explorer/state/cells.hpp"
#include "explorer/views/view_context.hpp"
#include "graph/core/messages.hpp"

namespace explorer {
namespace {

constexpr std::size_t longest_spoken = 48;  // pieces; a longer sum is too long to listen to

std::vector<graph::CellRef> all_sources(const ViewContext& context, const graph::CellRef& cell) {
  std::vector<graph::CellRef> out;
  const graph::Node& node = context.graph.node(cell.node);
  if (node.operation == nullptr) return out;
  for (std::size_t input = 0; input < node.inputs.size(); ++input)
    for (graph::Index& index : node.operation->sources(input, {context.graph, cell.node, cell.index, 0}))
      out.push_back({node.inputs[input], std::move(index)});
  return out;
}

bool is_number(const graph::Piece& piece) {
  return piece.kind == graph::Piece::Kind::number || piece.kind == graph::Piece::Kind::result;
}

// A number that is not a cell is computed from operands, so it is hidden as soon as one operand is: 0 · ? = 0 and the
// partial sums after it would reveal the answer. The cell's own value is shown, because the stage shows it.
void hide(const ViewContext& context, const graph::CellRef& cell, bool operand_hidden, graph::Piece& piece) {
  if (!is_number(piece)) return;
  const bool own = piece.kind == graph::Piece::Kind::result || (piece.cell && *piece.cell == cell);
  const bool hidden = piece.cell ? context.hidden.covers(*piece.cell) : operand_hidden && !own;
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

std::string word(const ViewContext& context, const graph::Piece& piece) {
  if (piece.kind == graph::Piece::Kind::name) return graph::plain(piece.symbol) + piece.text;
  if (piece.kind == graph::Piece::Kind::text) {
    if (piece.text == "(" || piece.text == ")") return {};
    for (const SpokenWord& known : spoken_words)
      if (piece.text == known.sign) return context.say(known.id);
    return piece.text;
  }
  if (piece.text == "?") return context.say("say.hidden");
  if (piece.text.starts_with("−"))
    return context.say("say.minus") + " " + piece.text.substr(std::string_view("−").size());
  return piece.text;
}

bool ends_left_side(const graph::Piece& piece) {
  return piece.kind == graph::Piece::Kind::text && (piece.text == "=" || piece.text == "≈");
}

std::string sentence_of(const ViewContext& context, const graph::Line& line) {
  // The sentence starts with the cell, so what is left of the first equals sign is not repeated.
  auto piece = std::ranges::find_if(line.pieces, ends_left_side);
  if (piece == line.pieces.end() || std::distance(piece, line.pieces.end()) > static_cast<long>(longest_spoken))
    return {};
  std::string out;
  graph::Piece::Level level = graph::Piece::Level::base;
  for (++piece; piece != line.pieces.end(); ++piece) {
    const std::string said = word(context, *piece);
    if (said.empty()) continue;
    if (!out.empty()) out += ' ';
    if (piece->level == graph::Piece::Level::raised && level != piece->level) out += context.say("say.power") + " ";
    level = piece->level;
    out += said;
  }
  return out;
}

std::string spoken_sentence(const ViewContext& context, const graph::CellRef& cell,
                            const std::vector<graph::Line>& lines) {
  const std::string labels = place_labels(context, cell);
  const std::string name = spoken_name(context, cell.node);
  const std::string because = lines.empty() ? std::string{} : sentence_of(context, lines.front());
  if (!because.empty()) return context.say("say.because", {name, labels, because});
  return context.say("say.cell", {name, labels, cell_view(context, cell).text});
}

}  // namespace

std::optional<ExplanationView> explanation_view(const ViewContext& context, const View& view,
                                                const graph::CellRef& cell) {
  if (cell.node >= context.graph.size() || !within(context.graph.node(cell.node).shape, cell.index))
    return std::nullopt;
  if (context.hidden.covers(cell)) return std::nullopt;
  graph::Explanation explanation = context.graph.explain(cell.node, cell.index, context.state.decimals);
  const std::vector<graph::CellRef> sources = all_sources(context, cell);

  const auto covered = [&](const graph::CellRef& other) { return context.hidden.covers(other); };
  bool operand_hidden = std::ranges::any_of(sources, covered);
  for (const graph::Term& term : explanation.terms)
    operand_hidden = operand_hidden || std::ranges::any_of(term.factors, covered);
  for (const graph::Line& line : explanation.lines)
    for (const graph::Piece& piece : line.pieces)
      operand_hidden = operand_hidden || (piece.cell && covered(*piece.cell));

  ExplanationView out;
  out.cell = cell;
  out.role = context.graph.node(cell.node).role;
  const std::string& language = context.state.language;
  for (graph::Line& line : explanation.lines) {
    for (graph::Piece& piece : line.pieces) {
      hide(context, cell, operand_hidden, piece);
      // How many terms a rest stands for is counted again where a line is shortened.
      if (!piece.note.empty() && piece.note.id != "note.more")
        piece.note = {"label", {graph::literal(context.catalogue.text(language, piece.note))}};
    }
  }
  out.lines = std::move(explanation.lines);
  // The rule of a lookup names the row that was looked up, which is the hidden number itself.
  const graph::Operation* operation = context.graph.node(cell.node).operation;
  const bool rule_tells = operand_hidden && operation != nullptr && operation->layout() == graph::Layout::gather;
  if (!rule_tells) out.rule_words = context.catalogue.words(language, explanation.rule);
  if (const auto original = context.edited.find({cell.node, cell.index}); original != context.edited.end())
    out.rule_words = {
        {context.say("explain.edited", {graph::format_float(original->second, context.state.decimals)}), {}}};
  for (const graph::Words& words : out.rule_words)
    out.rule += words.text.empty() ? graph::plain(words.symbol) : words.text;
  out.rounding = context.say(explanation.rounded ? "explain.rounded" : "explain.exact");
  if (!explanation.cause.empty() && !operand_hidden)
    out.rounding = out.cause = context.catalogue.text(language, explanation.cause);
  out.spoken = spoken_sentence(context, cell, out.lines);

  std::set<graph::NodeId> on_stage;
  for (const FigureView& figure : view.stage)
    for (const TensorView& tensor : figure.tensors) on_stage.insert(tensor.node);
  for (graph::CellRef source : sources) {
    const auto moved = context.slopes ? context.slopes->moved_by(source.node) : std::nullopt;
    if (moved) source.node = *moved;  // the stage shows these slopes in its place
    if (on_stage.contains(source.node)) out.sources.push_back(source);
  }
  return out;
}

}  // namespace explorer
