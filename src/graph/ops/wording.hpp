// Splits a sentence into words and numbers them; shared by tokenize_words and vocabulary.
#pragma once

#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"
#include "text/tokenise.hpp"
#include "text/vocabulary.hpp"

namespace graph {

class Wording : public Basic {
 public:
  std::span<const InputSpec> inputs() const override { return {}; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        {"text", OptionSpec::Kind::text, "the sentence, in any script", true},
        choice_option("way",
                      "notebook: commas dropped, cut at spaces, a repeated word keeps its last place in the "
                      "sorted list; unicode: words and punctuation, numbered without gaps",
                      "notebook", "notebook|unicode"),
        integer_option("most", "at most so many tokens, the rest is cut off", 64, 1, 4096)};
    return all;
  }
  Layout layout() const override { return Layout::words; }

 protected:
  static bool notebook(const Options& options) { return text(options, "way", "notebook") == "notebook"; }
  static std::vector<std::string> tokens(const Options& options) {
    const std::string sentence = text(options, "text", "");
    std::vector<std::string> words =
        notebook(options) ? text::tokenise_spaces(sentence) : text::tokenise_words(sentence);
    const auto most = static_cast<std::size_t>(integer(options, "most", 64));
    if (words.size() > most) words.resize(most);
    return words;
  }
  static text::Vocabulary numbering(const std::vector<std::string>& words, const Options& options) {
    return text::make_vocabulary(words, notebook(options) ? text::Numbering::notebook : text::Numbering::unique);
  }
  // Python lines that define `words` and the dictionary `ids`.
  static std::string code_words(const CodeContext& context) {
    std::string list;
    for (const std::string& word : tokens(context.options)) list += (list.empty() ? "" : ", ") + code_string(word);
    const std::string sorted = notebook(context.options) ? "sorted(words)" : "sorted(set(words))";
    return joined({"words = [", list, "]\nword_ids = {word: i for i, word in enumerate(", sorted, ")}\n"});
  }
  static std::string code_tensor(const CodeContext& context, const std::string& list) {
    return context.language == Language::pytorch ? joined({"torch.tensor(", list, ", dtype=torch.float32)"})
                                                 : joined({"np.array(", list, ", dtype=np.float32)"});
  }
};

}  // namespace graph
