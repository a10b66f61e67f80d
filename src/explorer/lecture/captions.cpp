// See captions.hpp. Sentences are kept whole; only one that is longer than a caption is divided, between words.
#include "explorer/lecture/captions.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "explorer/views/view.hpp"
#include "lesson/read/tex.hpp"

namespace explorer {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Whether a formula has this symbol, such as W_k in "\key{W_k} \inputs{x}".
bool has_symbol(std::string_view tex, const std::string& symbol) {
  for (std::size_t at = 0; at < tex.size();) {
    if (tex[at] == '\\') {
      do ++at;
      while (at < tex.size() && is_letter(tex[at]));
    } else if (!is_letter(tex[at])) {
      ++at;
    } else {
      std::string name(1, tex[at++]);
      if (at + 1 < tex.size() && tex[at] == '_') {
        const bool braced = tex[at + 1] == '{';
        const std::size_t from = at + (braced ? 2 : 1);
        const std::size_t end = braced ? std::min(tex.find('}', from), tex.size()) : from + 1;
        name += "_" + std::string(tex.substr(from, end - from));
        at = std::min(end + (braced ? 1 : 0), tex.size());
      }
      if (name == symbol) return true;
    }
  }
  return false;
}

bool names(const lesson::Paragraph& paragraph, const TensorView& tensor) {
  const std::string symbol = tensor.symbol.base + (tensor.symbol.sub.empty() ? "" : "_" + tensor.symbol.sub);
  return std::ranges::any_of(paragraph.runs, [&](const lesson::Run& run) {
    return run.kind == lesson::Run::Kind::tex ? has_symbol(run.text, symbol)
                                              : run.kind == lesson::Run::Kind::role && run.role == tensor.role;
  });
}

const TensorView& result_of(const View& view, const StagePart& part) {
  return view.stage[part.figure].tensors[part.tensor + part.count - 1];
}

// The part that each paragraph is about. Parts keep their order.
std::vector<std::size_t> parts_of(const View& view) {
  std::vector<std::size_t> about;
  std::size_t next = 0;  // the first part that no paragraph has named yet
  for (const lesson::Paragraph& paragraph : view.text) {
    std::size_t end = next;
    for (std::size_t part = next; part < view.parts.size(); ++part)
      if (names(paragraph, result_of(view, view.parts[part]))) end = part + 1;
    about.push_back(end > next ? next : next > 0 ? next - 1 : 0);
    next = end;
  }
  return about;
}

std::string_view spoken(const lesson::Run& run, std::string& room) {
  if (run.kind != lesson::Run::Kind::tex) return run.text;
  return room = lesson::tex_words(run.text);
}

std::size_t length_of(const lesson::Run& run) {
  std::string room;
  const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };  // a character of UTF-8
  return static_cast<std::size_t>(std::ranges::count_if(spoken(run, room), starts));
}

std::size_t words_in(const lesson::Paragraph& paragraph) {
  std::size_t count = 0;
  bool inside = false;  // a word may go on in the next run
  for (const lesson::Run& run : paragraph.runs) {
    std::string room;
    for (const char c : spoken(run, room)) {
      const bool space = c == ' ' || c == '\n';
      if (!space && !inside) ++count;
      inside = !space;
    }
  }
  return count;
}

// A paragraph in words: each is the runs up to and including the space after it.
struct Word {
  std::vector<lesson::Run> runs;
  std::size_t length = 0;  // with the space
  bool spaced = false, ends_sentence = false;
};

std::vector<Word> words_of(const lesson::Paragraph& paragraph) {
  std::vector<Word> words(1);
  const auto put = [&](const lesson::Run& like, std::string_view text) {
    if (text.empty()) return;
    lesson::Run piece = like;
    piece.text = text;
    words.back().length += length_of(piece);
    words.back().runs.push_back(std::move(piece));
  };
  for (const lesson::Run& run : paragraph.runs) {
    const bool whole = run.kind == lesson::Run::Kind::tex || run.kind == lesson::Run::Kind::number ||
                       run.kind == lesson::Run::Kind::code;
    std::string_view rest = run.text;
    while (!rest.empty()) {
      const std::size_t space = whole ? std::string_view::npos : rest.find_first_of(" \n");
      const std::size_t end = space == std::string_view::npos ? rest.size() : space + 1;
      put(run, rest.substr(0, end));
      if (space != std::string_view::npos) {
        const std::string_view ended = rest.substr(0, space);
        words.back().spaced = true;
        words.back().ends_sentence = !ended.empty() && std::string_view(".!?:").contains(ended.back());
        words.emplace_back();
      }
      rest.remove_prefix(end);
    }
  }
  if (words.back().runs.empty()) words.pop_back();
  return words;
}

lesson::Paragraph joined(std::span<const Word> words, bool item) {
  lesson::Paragraph piece{item, {}};
  for (const Word& word : words) {
    for (const lesson::Run& run : word.runs) {
      const bool goes_on =
          !piece.runs.empty() && piece.runs.back().kind == run.kind && run.kind == lesson::Run::Kind::text;
      if (goes_on) piece.runs.back().text += run.text;
      else piece.runs.push_back(run);
    }
  }
  return piece;
}

std::vector<lesson::Paragraph> sentences_of(const lesson::Paragraph& paragraph) {
  const std::vector<Word> words = words_of(paragraph);
  std::vector<lesson::Paragraph> sentences;
  for (std::size_t first = 0, end = 0; end < words.size(); ++end) {
    const bool goes_on = !words[end].ends_sentence || words[end].runs.back().text.ends_with(": ");
    if (goes_on && end + 1 < words.size()) continue;
    sentences.push_back(joined(std::span(words).subspan(first, end + 1 - first), false));
    first = end + 1;
  }
  return sentences;
}

// The longest pieces that fit, of whole sentences where they do.
std::vector<lesson::Paragraph> pieces_of(const lesson::Paragraph& paragraph) {
  const std::vector<Word> words = words_of(paragraph);
  std::vector<lesson::Paragraph> pieces;
  for (std::size_t first = 0; first < words.size();) {
    std::size_t end = first, length = 0, sentence = first;
    for (; end < words.size() &&
           (end == first || length + words[end].length - (words[end].spaced ? 1 : 0) <= longest_caption);
         ++end) {
      length += words[end].length;
      if (words[end].ends_sentence) sentence = end + 1;
    }
    if (end < words.size() && sentence > first) end = sentence;
    pieces.push_back(joined(std::span(words).subspan(first, end - first), paragraph.item));
    first = end;
  }
  return pieces;
}

}  // namespace

std::vector<Caption> captions(const View& view) {
  std::vector<Caption> all;
  const auto add = [&](const lesson::Paragraph& paragraph, std::size_t place, std::size_t part, Caption::Of of) {
    for (lesson::Paragraph& piece : pieces_of(paragraph)) {
      Caption& caption = all.emplace_back();
      caption.count = words_in(piece);
      caption.words.push_back(std::move(piece));
      caption.paragraph = place;
      caption.part = part;
      caption.of = of;
    }
  };
  const std::vector<std::size_t> about = parts_of(view);
  for (std::size_t i = 0; i < view.text.size(); ++i) add(view.text[i], i, about[i], Caption::Of::text);
  if (!view.question) return all;
  const std::size_t last = view.text.empty() ? 0 : view.text.size() - 1;
  const std::size_t end = view.parts.empty() ? 0 : view.parts.size() - 1;
  for (const lesson::Paragraph& paragraph : view.question->prompt) add(paragraph, last, end, Caption::Of::question);
  for (const lesson::Paragraph& paragraph : view.question->answer) add(paragraph, last, end, Caption::Of::answer);
  return all;
}

std::vector<lesson::Paragraph> sentence_of(const View& view, std::size_t part) {
  const std::vector<std::size_t> about = parts_of(view);
  std::size_t first = 0;  // the part with which the paragraphs that this one belongs to begin
  for (const std::size_t begins : about)
    if (begins <= part) first = std::max(first, begins);
  std::vector<lesson::Paragraph> sentences;
  for (std::size_t place = 0; place < about.size(); ++place)
    if (about[place] == first) std::ranges::move(sentences_of(view.text[place]), std::back_inserter(sentences));
  if (sentences.empty()) return {};
  const auto named =
      part < view.parts.size()
          ? std::ranges::find_if(
                sentences,
                [&](const lesson::Paragraph& sentence) { return names(sentence, result_of(view, view.parts[part])); })
          : sentences.end();
  return {named == sentences.end() ? sentences.front() : *named};
}

}  // namespace explorer
