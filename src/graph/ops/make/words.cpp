// Words as numbers: the tokens of a sentence, and its vocabulary.
#include <algorithm>
#include <map>

#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"
#include "text/tokenise.hpp"
#include "text/vocabulary.hpp"

namespace graph {
namespace {

// Splits a text into words or characters and numbers them; shared by tokenize_words and vocabulary.
class Wording : public Basic {
 public:
  std::span<const InputSpec> inputs() const override { return {}; }
  std::span<const OptionSpec> options() const override { return wording_options; }
  Layout layout() const override { return Layout::words; }

 protected:
  static constexpr OptionSpec wording_options[] = {
      {"text", OptionSpec::Kind::text, "the sentence, in any script", true},
      choice_option("way",
                    "notebook: commas dropped, cut at spaces, a repeated word keeps its last place in the "
                    "sorted list; unicode: words and punctuation, numbered without gaps; characters: each by "
                    "itself, numbered without gaps",
                    "notebook", "notebook|unicode|characters"),
      integer_option("most", "at most this many tokens; the rest is cut off", 64, 1, 65536),
      integer_option("kinds", "at most this many different tokens; the rarest become □; 0: as many as there are", 0, 0,
                     65536)};
  static bool notebook(const Options& options) { return text(options, "way", "notebook") == "notebook"; }
  static bool characters(const Options& options) { return text(options, "way", "notebook") == "characters"; }
  struct Split {
    std::vector<std::string> words;
    text::Vocabulary numbered;
  };
  // A long text is split once, although shape, axes and numbers of several tensors ask for it.
  static const Split& split(const Options& options) {
    struct Last : Split {
      std::string text, way;
      long long most = 0, kinds = 0;
    };
    static thread_local Last last;
    std::string sentence = text(options, "text", ""), way = text(options, "way", "notebook");
    const long long most = integer(options, "most", 64), kinds = integer(options, "kinds", 0);
    if (last.text == sentence && last.way == way && last.most == most && last.kinds == kinds) return last;
    std::vector<std::string> words = words_of(options);
    const auto numbers = notebook(options) ? text::Numbering::notebook : text::Numbering::unique;
    text::Vocabulary numbered = text::make_vocabulary(words, numbers);
    last = {{std::move(words), std::move(numbered)}, std::move(sentence), std::move(way), most, kinds};
    return last;
  }
  static const std::vector<std::string>& tokens(const Options& options) { return split(options).words; }
  // Python lines that define `words` and the dictionary `ids`.
  static std::string code_words(const CodeContext& context) {
    std::string list;
    if (characters(context.options)) {
      for (const std::string& sign : tokens(context.options)) list += sign;
      list = joined({"list(", code_string(list), ")"});
    } else {
      for (const std::string& word : tokens(context.options)) list += (list.empty() ? "[" : ", ") + code_string(word);
      list += list.empty() ? "[]" : "]";
    }
    const std::string sorted = notebook(context.options) ? "sorted(words)" : "sorted(set(words))";
    return joined({"words = ", list, "\nword_ids = {word: i for i, word in enumerate(", sorted, ")}\n"});
  }
  static std::string code_tensor(const CodeContext& context, const std::string& list) {
    return context.language == Language::pytorch ? joined({"torch.tensor(", list, ", dtype=torch.float32)"})
                                                 : joined({"np.array(", list, ", dtype=np.float32)"});
  }

 private:
  static std::vector<std::string> words_of(const Options& options) {
    const std::string sentence = text(options, "text", "");
    std::vector<std::string> words = notebook(options)     ? text::tokenise_spaces(sentence)
                                     : characters(options) ? text::characters(sentence)
                                                           : text::tokenise_words(sentence);
    const auto most = static_cast<std::size_t>(integer(options, "most", 64));
    if (words.size() > most) words.resize(most);
    replace_rarest(words, static_cast<std::size_t>(integer(options, "kinds", 0)));
    return words;
  }
  // Of equally rare ones the later in the order of code points goes first. "□" itself counts as one of the kinds.
  static void replace_rarest(std::vector<std::string>& words, std::size_t kinds) {
    if (kinds == 0) return;
    std::map<std::string, std::size_t> counts;
    for (const std::string& word : words) ++counts[word];
    if (counts.size() <= kinds) return;
    std::vector<std::pair<std::string, std::size_t>> order(counts.begin(), counts.end());
    std::ranges::stable_sort(order, std::greater{}, &std::pair<std::string, std::size_t>::second);
    order.resize(kinds - 1);
    std::map<std::string, std::size_t> kept(order.begin(), order.end());
    for (std::string& word : words)
      if (!kept.contains(word)) word = "□";
  }
};

}  // namespace

// A text becomes the ids of its words or characters: indices in the sorted list of them all, capitals first.
namespace {

class TokenizeWords final : public Wording {
 public:
  std::string_view name() const override { return "tokenize_words"; }
  std::string_view doc() const override { return "A text as ids of its words or characters, one for each token"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        wording_options[0],
        wording_options[1],
        wording_options[2],
        wording_options[3],
        number_option("from", "only the part of the tokens from this share of them on", 0, 0, 1),
        number_option("to", "and up to this one", 1, 0, 1)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    const std::size_t all = tokens(options).size();
    const auto [from, to] = bounds(options, all);
    return Shape{to - from};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options& options, const Shape&) const override {
    return {Axis{"token", part(options, tokens(options))}};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    const auto& [words, numbered] = split(options);
    // The vocabulary is made of these words, so each has an id.
    const std::vector<std::size_t> ids = part(options, *text::encode(words, numbered));
    attention::Tensor out = attention::filled({ids.size()}, 0);
    for (std::size_t i = 0; i < ids.size(); ++i) out.data()[i] = static_cast<float>(ids[i]);
    return Evaluated{std::move(out), std::vector<Axis>{Axis{"token", part(options, words)}}};
  }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<std::string> words = part(options_of(cell), tokens(options_of(cell)));
    return explain_constant(cell, {"rule.id", {literal(words.at(cell.index[0]))}});
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex) return assign(context, "\\text{ids of the words}");
    const double from = number(context.options, "from", 0), to = number(context.options, "to", 1);
    const auto bound = [](double share) { return joined({"int(len(words) * ", code_number(share), ")"}); };
    std::string cut;
    if (from > 0 || to < 1) cut = joined({"[", (from > 0 ? bound(from) : ""), ":", (to < 1 ? bound(to) : ""), "]"});
    return code_words(context) +
           assign(context, code_tensor(context, joined({"[word_ids[word] for word in words", cut, "]"})));
  }

 private:
  // As Python's int(n * share); nothing lies between them if they are the wrong way round.
  static std::pair<std::size_t, std::size_t> bounds(const Options& options, std::size_t n) {
    const auto at = [&](double share) { return static_cast<std::size_t>(static_cast<double>(n) * share); };
    const std::size_t from = at(number(options, "from", 0));
    return {from, std::max(from, at(number(options, "to", 1)))};
  }
  template <class T>
  static std::vector<T> part(const Options& options, std::vector<T> all) {
    const auto [from, to] = bounds(options, all.size());
    all.resize(to);
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(from));
    return all;
  }
};

}  // namespace

const Operation& tokenize_words_operation() {
  static const TokenizeWords operation;
  return operation;
}

// The sorted dictionary of a sentence: each word once, with its id.
namespace {

class VocabularyTable final : public Wording {
 public:
  std::string_view name() const override { return "vocabulary"; }
  std::string_view doc() const override { return "The sorted words of a sentence, each once, with their ids"; }
  Sign sign() const override { return Sign::never_negative; }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    return Shape{split(options).numbered.entries.size()};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options& options, const Shape&) const override {
    return {axis(options, split(options).numbered)};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    const text::Vocabulary& all = split(options).numbered;
    attention::Tensor out = attention::filled({all.entries.size()}, 0);
    for (std::size_t i = 0; i < all.entries.size(); ++i) out.data()[i] = static_cast<float>(all.entries[i].id);
    return Evaluated{std::move(out), std::vector<Axis>{axis(options, all)}};
  }
  Explanation explain(const CellContext& cell) const override {
    const text::Vocabulary& all = split(options_of(cell)).numbered;
    return explain_constant(cell, {"rule.id", {literal(all.entries.at(cell.index[0]).word)}});
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex) return assign(context, "\\text{places in the sorted list of words}");
    return code_words(context) + assign(context, code_tensor(context, "sorted(word_ids.values())"));
  }

 private:
  static Axis axis(const Options& options, const text::Vocabulary& all) {
    return {characters(options) ? "character" : "word", labels(all)};
  }
  static std::vector<std::string> labels(const text::Vocabulary& all) {
    std::vector<std::string> out;
    for (const text::VocabularyEntry& entry : all.entries) out.push_back(entry.word);
    return out;
  }
};

}  // namespace

const Operation& vocabulary_operation() {
  static const VocabularyTable operation;
  return operation;
}

}  // namespace graph
