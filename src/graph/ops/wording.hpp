// Splits a text into words or characters and numbers them; shared by tokenize_words and vocabulary.
#pragma once

#include <algorithm>
#include <map>

#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"
#include "text/tokenise.hpp"
#include "text/vocabulary.hpp"

namespace graph {

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

}  // namespace graph
