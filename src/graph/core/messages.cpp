// The English catalogue of explanations, and how a message becomes a sentence.
#include "graph/core/messages.hpp"

#include <algorithm>
#include <array>

#include "graph/explain/explanation.hpp"

namespace graph {
namespace {

// Sorted by id for the binary search in english_text; a test checks the order.
constexpr auto table = std::to_array<MessageText>({
    {"axis.batch", "batch"},
    {"axis.channel", "channel"},
    {"axis.column", "column"},
    {"axis.feature", "feature"},
    {"axis.head", "head"},
    {"axis.hidden", "hidden unit"},
    {"axis.id", "id"},
    {"axis.input", "input"},
    {"axis.item", "item"},
    {"axis.key", "key"},
    {"axis.patch", "patch"},
    {"axis.place", "place"},
    {"axis.position", "position"},
    {"axis.query", "query"},
    {"axis.row", "row"},
    {"axis.token", "token"},
    {"axis.value", "value"},
    {"axis.word", "word"},
    {"cause.difference", "not a number: ∞ − ∞ has no value"},
    {"cause.divided", "infinite: divided by 0"},
    {"cause.function", "not a number: the function has no value at {0}"},
    {"cause.infinities", "not a number: ∞ / ∞ has no value"},
    {"cause.operand", "not a number, because {0}{1} is not a number"},
    {"cause.overflow", "larger than float32 can hold: about 3.4 · 10³⁸"},
    {"cause.some_step", "not a number: some step of the computation has no value"},
    {"cause.zero_times", "not a number: 0 · ∞ has no value"},
    {"cause.zeros", "not a number: 0 / 0 has no value"},
    {"label", "{0}"},
    {"note.bias", "bias"},
    {"note.distance", "distance"},
    {"note.kept", "kept"},
    {"note.dropped", "dropped"},
    {"note.mean", "mean"},
    {"note.more", "{0} more"},
    {"note.output", "output"},
    {"note.scaled_score", "scaled score"},
    {"note.score", "score"},
    {"note.slope", "slope"},
    {"note.spread", "standard deviation"},
    {"note.temperature", "temperature"},
    {"note.weight", "weight"},
    {"place.l", "{0}"},
    {"place.ll", "{0} → {1}"},
    {"place.ln", "{0}, {1} {2}"},
    {"place.n", "{0} {1}"},
    {"place.nl", "{0} {1}, {2}"},
    {"place.nn", "{0} {1}, {2} {3}"},
    {"place.nnn", "{0} {1}, {2} {3}, {4} {5}"},
    {"place.nnnn", "{0} {1}, {2} {3}, {4} {5}, {6} {7}"},
    {"rule.absolute_largest", "The largest difference, whatever its sign"},
    {"rule.additive", "v · tanh(W q + W k): query {0} and key {1}"},
    {"rule.alibi", "ALiBi: minus the slope of head {0} times the distance of {1} tokens"},
    {"rule.alibi_slope", "ALiBi: the slope of head {0} of {1}"},
    {"rule.argmax", "Place of the largest of {0}, counted from 0"},
    {"rule.argsort", "The cell that comes at place {0} in order, counted from 0"},
    {"rule.attention", "Attention of query {0}: its weights times the values"},
    {"rule.bin", "How many values lie from {0} to {1}"},
    {"rule.broadcast", "Cell by cell"},
    {"rule.causal.blocked", "Masked: key {1} comes after query {0}"},
    {"rule.causal.open", "Not masked: key {1} does not come after query {0}"},
    {"rule.concat", "Taken from part {0} of {1}"},
    {"rule.convolution", "A window of {0} tokens around token {1}, the same weights everywhere"},
    {"rule.copy", "The same number, at another place"},
    {"rule.correlation", "Correlation: how far the two move together"},
    {"rule.cosine", "Cosine of the angle: the dot product divided by both lengths"},
    {"rule.count", "How many numbers there are"},
    {"rule.cumulative", "Sum of the first {0}"},
    {"rule.dropout.drop", "Dropped: the draw {0} is not below {1}"},
    {"rule.dropout.evaluation", "Evaluation: dropout does nothing"},
    {"rule.dropout.keep", "Kept: the draw {0} is below {1}, so it is multiplied by {2}"},
    {"rule.embedding", "Row {0} of the table, counted from 0: {1}"},
    {"rule.function", "Each cell by itself"},
    {"rule.given", "Given by the lesson"},
    {"rule.given.ours", "Given by the lesson: our numbers"},
    {"rule.given.random", "Random, seed {0}, not trained"},
    {"rule.id", "Place of “{0}” in the vocabulary, counted from 0"},
    {"rule.join_heads", "Head {0}, feature {1} of it"},
    {"rule.layer_norm", "Minus the mean of its row, divided by the row's standard deviation"},
    {"rule.linear", "Row {0} of {1} × row {2} of {3}, plus the bias"},
    {"rule.linear.plain", "Row {0} of {1} × row {2} of {3}"},
    {"rule.mask.blocked", "Masked: the mask forbids this pair"},
    {"rule.mask.off", "The mask is switched off"},
    {"rule.mask.open", "Not masked: the mask allows this pair"},
    {"rule.maximum", "The largest of {0}"},
    {"rule.mean", "Sum divided by how many there are: {0}"},
    {"rule.mean_so_far", "Mean of rows 1 to {0}"},
    {"rule.minimum", "The smallest of {0}"},
    {"rule.multihead", "All heads of token {0}, joined and mixed by {1}"},
    {"rule.norm", "Length: the root of the sum of squares"},
    {"rule.padding.blocked", "Masked: key {0} is padding, the sequence has {1} tokens"},
    {"rule.padding.open", "Not masked: key {0} is within the {1} tokens of the sequence"},
    {"rule.patch", "Pixel {1}, {2} of the picture, channel {0}"},
    {"rule.position.cosine", "Cosine wave of position {0}"},
    {"rule.position.sine", "Sine wave of position {0}"},
    {"rule.product.both", "Column {0} of {1} × row {2} of {3}"},
    {"rule.product.dot", "{0} × {1}, entry by entry"},
    {"rule.product.first", "Column {0} of {1} × column {2} of {3}"},
    {"rule.product.none", "Row {0} of {1} × column {2} of {3}"},
    {"rule.product.second", "Row {0} of {1} × row {2} of {3}"},
    {"rule.reorder", "Place {0} now holds what was at place {1}"},
    {"rule.rotary", "Features {0} and {1} turned by {2} radians"},
    {"rule.round", "Rounded to {0} decimals; halves go to the even neighbour"},
    {"rule.scale", "Multiplied by {0}"},
    {"rule.scale.root", "Divided by √{0}"},
    {"rule.select", "Taken from {0}"},
    {"rule.set", "Set by the operation's options"},
    {"rule.slice", "Taken from {0}"},
    {"rule.sliding.blocked", "Masked: key {1} lies outside the window of query {0}"},
    {"rule.sliding.open", "Not masked: key {1} lies in the window of query {0}"},
    {"rule.softcap", "Kept smoothly below the cap {0}"},
    {"rule.softmax.all", "Softmax over all {0}"},
    {"rule.softmax.axis", "Softmax over {0} numbers"},
    {"rule.softmax.column", "Softmax over column {0}"},
    {"rule.softmax.empty", "Every score of this row or column is masked"},
    {"rule.softmax.masked", "The score is −∞, and e to the −∞ is 0"},
    {"rule.softmax.row", "Softmax over row {0}"},
    {"rule.split_heads", "Head {0} owns features {1} to {2}"},
    {"rule.standard_deviation", "Standard deviation: the root of the mean square distance from the mean"},
    {"rule.stack", "Taken from part {0} of {1}"},
    {"rule.sum", "Sum of {0} numbers"},
    {"rule.temperature", "Divided by the temperature {0}"},
    {"rule.transpose", "Rows and columns change places"},
    {"rule.triangle.inside", "On or left of the diagonal: kept"},
    {"rule.triangle.outside", "Right of the diagonal: 0"},
    {"rule.unpatch", "Mean of {0} patches that cover this pixel"},
    {"rule.weighted_sum", "The values of all {0} tokens, each times its weight"},
    {"rule.weighted_value", "Value {0} times the weight that query {1} gives it"},
    {"short.batch", "b{0}"},
    {"short.channel", "c{0}"},
    {"short.column", "c{0}"},
    {"short.feature", "f{0}"},
    {"short.head", "h{0}"},
    {"short.hidden", "u{0}"},
    {"short.id", "{0}"},
    {"short.input", "i{0}"},
    {"short.item", "{0}"},
    {"short.key", "k{0}"},
    {"short.patch", "p{0}"},
    {"short.place", "{0}"},
    {"short.position", "p{0}"},
    {"short.query", "q{0}"},
    {"short.row", "r{0}"},
    {"short.token", "t{0}"},
    {"short.value", "v{0}"},
    {"short.word", "w{0}"},
});

constexpr bool before(const MessageText& a, std::string_view id) { return a.id < id; }

}  // namespace

std::span<const MessageText> messages() {
  static const auto sorted = [] {
    auto copy = table;
    std::ranges::sort(copy, {}, &MessageText::id);
    return copy;
  }();
  return sorted;
}

std::string_view english_text(std::string_view id) {
  const std::span<const MessageText> all = messages();
  const auto found = std::lower_bound(all.begin(), all.end(), id, before);
  return found != all.end() && found->id == id ? found->english : std::string_view{};
}

namespace {

// Walks through a pattern: calls text(part) between its placeholders, and hole(argument) for each that is given and not
// empty.
template <class Argument, class Text, class Hole>
void walk(std::string_view pattern, std::span<const Argument> arguments, Text&& text, Hole&& hole) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool opens = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}';
    const std::size_t which = opens ? static_cast<std::size_t>(pattern[i + 1] - '0') : 0;
    if (!opens || which > 9) {
      const std::size_t end = std::min(pattern.find('{', i + 1), pattern.size());
      text(pattern.substr(i, end - i));
      i = end - 1;
      continue;
    }
    i += 2;
    if (which < arguments.size() && !arguments[which].empty()) hole(std::string_view(arguments[which]));
  }
}

}  // namespace

std::vector<Words> fill_words(std::string_view pattern, std::span<const std::string> arguments,
                              const std::function<std::string(std::string_view)>& lookup) {
  std::vector<Words> out;
  const auto say = [&](std::string_view text) {
    if (out.empty() || out.back().text.empty()) out.emplace_back();
    out.back().text += text;
  };
  walk(pattern, arguments, say, [&](std::string_view given) {
    if (given.starts_with("@$")) out.push_back({{}, parse_symbol(given.substr(2))});
    else if (given.starts_with("@@")) say(given.substr(1));
    else if (given.starts_with("@")) say(lookup(given.substr(1)));
    else say(given);
  });
  return out;
}

void fill_plain(std::string& out, std::string_view pattern, std::span<const std::string_view> arguments) {
  const auto say = [&out](std::string_view text) { out += text; };
  walk(pattern, arguments, say, say);
}

std::string fill(std::string_view pattern, std::span<const std::string> arguments,
                 const std::function<std::string(std::string_view)>& lookup) {
  std::string out;
  for (const Words& words : fill_words(pattern, arguments, lookup))
    out += words.text.empty() ? plain(words.symbol) : words.text;
  return out;
}

std::string english(const Message& message) {
  if (message.empty()) return {};
  const std::string_view pattern = english_text(message.id);
  if (pattern.empty()) return message.id;
  return fill(pattern, message.args, [](std::string_view id) {
    const std::string_view text = english_text(id);
    return std::string(text.empty() ? id : text);
  });
}

std::string argument(const Symbol& symbol) { return "@$" + spelling(symbol); }

std::string literal(std::string_view text) { return joined({(text.starts_with("@") ? "@" : ""), text}); }

std::string spoken(const Explanation& explanation) {
  std::string out;
  for (const Line& line : explanation.lines) {
    if (!out.empty()) out += '\n';
    Piece::Level level = Piece::Level::base;
    for (std::size_t i = 0; i < line.pieces.size(); ++i) {
      const Piece& piece = line.pieces[i];
      if (piece.level != level) {  // a single piece is raised or lowered without brackets; longer runs get them
        const bool run = i + 1 < line.pieces.size() && line.pieces[i + 1].level == piece.level;
        if (piece.level == Piece::Level::raised) out += run ? "^(" : "^";
        if (piece.level == Piece::Level::lowered) out += run ? "_(" : "_";
        if (level != Piece::Level::base && i >= 2 && line.pieces[i - 2].level == level) out += ')';
        level = piece.level;
      }
      const bool spaced = level == Piece::Level::base && piece.kind == Piece::Kind::text &&
                          (piece.text == "=" || piece.text == "≈" || piece.text == "+" || piece.text == "−" ||
                           piece.text == "/" || piece.text == "×");
      if (spaced) out += ' ';
      if (piece.kind == Piece::Kind::name) out += plain(piece.symbol);
      out += piece.text;
      if (spaced) out += ' ';
    }
  }
  return out;
}

}  // namespace graph
