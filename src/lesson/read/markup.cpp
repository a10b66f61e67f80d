// Parses the light markup of texts in one pass over the bytes; UTF-8 passes through unchanged, since all markup
// characters are ASCII. Nothing nests, so there is no recursion.
#include "lesson/read/markup.hpp"

#include <charconv>
#include <optional>
#include <utility>

#include "lesson/read/tex.hpp"

namespace lesson {
namespace {

using graph::fail;
using graph::Result;

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_name(char c) { return starts_name(c) || (c >= '0' && c <= '9') || c == '-'; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<std::vector<Paragraph>> parse() {
    while (at_ < text_.size()) {
      if (auto error = inline_piece()) return std::unexpected(std::move(*error));
    }
    end_paragraph();
    return std::move(paragraphs_);
  }

 private:
  using Problem = std::optional<graph::Error>;

  Problem problem(std::size_t place, const std::string& what) const {
    std::size_t end = place;
    while (end < text_.size() && end - place < 24 && text_[end] != '\n') ++end;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return graph::Error{"markup", "", joined({"At “", text_.substr(place, end - place), "” in the text: ", what})};
  }

  bool next_is(std::string_view piece) const { return text_.substr(at_).starts_with(piece); }

  Problem inline_piece() {
    const char c = text_[at_];
    if (c == '\n') return line_break(), std::nullopt;
    if (line_start_ && next_is("- ")) {
      end_paragraph();
      item_ = true;
      line_start_ = false;
      at_ += 2;
      return std::nullopt;
    }
    line_start_ = false;
    if (c == '\\' && at_ + 1 < text_.size()) {
      plain_ += text_[at_ + 1];
      at_ += 2;
      return std::nullopt;
    }
    if (next_is("**")) return delimited("**", Run::Kind::strong);
    if (c == '*') return delimited("*", Run::Kind::emphasis);
    if (c == '`') return verbatim('`', Run::Kind::code);
    if (c == '$') return verbatim('$', Run::Kind::tex);
    if (c == '[') return bracket();
    if (next_is("{=")) return number();
    plain_ += c;
    ++at_;
    return std::nullopt;
  }

  void line_break() {
    std::size_t breaks = 0;
    while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == ' ')) breaks += text_[at_++] == '\n';
    line_start_ = true;
    if (breaks > 1) return end_paragraph();
    if (at_ < text_.size() && !next_is("- ")) plain_ += ' ';
  }

  void flush() {
    if (plain_.empty()) return;
    runs_.push_back(Run{Run::Kind::text, std::move(plain_), graph::Role::none, {}, {}, 4});
    plain_.clear();
  }

  void end_paragraph() {
    flush();
    if (!runs_.empty()) paragraphs_.push_back(Paragraph{item_, std::move(runs_)});
    runs_.clear();
    item_ = false;
  }

  void add(Run run) {
    flush();
    runs_.push_back(std::move(run));
  }

  // Words up to `mark`, with backslashes removed.
  Problem delimited(std::string_view mark, Run::Kind kind) {
    const std::size_t start = at_;
    at_ += mark.size();
    std::string words;
    while (at_ < text_.size() && !next_is(mark)) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      words += text_[at_] == '\n' ? ' ' : text_[at_];
      ++at_;
    }
    if (at_ >= text_.size() || words.empty())
      return problem(
          start, joined({"this opens with ", mark, " and never closes. Close it, or write \\* for a star itself."}));
    at_ += mark.size();
    add(Run{kind, std::move(words), graph::Role::none, {}, {}, 4});
    return std::nullopt;
  }

  // Everything up to the next `mark`, unchanged; TeX keeps its backslashes, so \$ does not close it.
  Problem verbatim(char mark, Run::Kind kind) {
    const std::size_t start = at_++;
    std::string inside;
    while (at_ < text_.size() && text_[at_] != mark) {
      const char c = text_[at_++];
      inside += c;
      if (kind == Run::Kind::tex && c == '\\' && at_ < text_.size()) inside += text_[at_++];
    }
    const std::string sign(1, mark);
    if (at_ >= text_.size() || inside.empty())
      return problem(start, joined({"this opens with ", sign, " and never closes. Close it, or write \\", sign,
                                    " for the sign itself."}));
    if (kind == Run::Kind::tex)
      if (const auto fault = tex_fault(inside)) return problem(start, fault->message);
    ++at_;
    add(Run{kind, std::move(inside), graph::Role::none, {}, {}, 4});
    return std::nullopt;
  }

  // [words](role); any other bracket is just a bracket.
  Problem bracket() {
    const std::size_t start = at_;
    const std::size_t close = text_.find(']', at_);
    if (close == std::string_view::npos || close + 1 >= text_.size() || text_[close + 1] != '(') {
      plain_ += text_[at_++];
      return std::nullopt;
    }
    const std::size_t end = text_.find(')', close);
    if (end == std::string_view::npos) return problem(start, "the role in ( ) is never closed.");
    const auto role = graph::parse_role(text_.substr(close + 2, end - close - 2));
    if (!role) return problem(start, role.error().message);
    std::string words;
    for (std::size_t i = at_ + 1; i < close; ++i) {
      if (text_[i] == '\\' && i + 1 < close) ++i;
      words += text_[i] == '\n' ? ' ' : text_[i];
    }
    at_ = end + 1;
    add(Run{Run::Kind::role, std::move(words), *role, {}, {}, 4});
    return std::nullopt;
  }

  bool read_digits(std::size_t& value) {
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{}) return false;
    at_ = static_cast<std::size_t>(end - text_.data());
    return true;
  }

  // {=tensor[0,1]|4}
  Problem number() {
    const std::size_t start = at_;
    const auto wrong = [&] {
      return problem(start, "a number of the graph is written {=tensor[0,1]|4}: name, index from 0, most decimals.");
    };
    at_ += 2;
    Run run{Run::Kind::number, "", graph::Role::none, {}, {}, 4};
    while (at_ < text_.size() && (run.tensor.empty() ? starts_name(text_[at_]) : in_name(text_[at_])))
      run.tensor += text_[at_++];
    if (run.tensor.empty()) return wrong();
    if (next_is("[")) {
      do {
        ++at_;
        while (next_is(" ")) ++at_;
        std::size_t place = 0;
        if (!read_digits(place)) return wrong();
        run.index.push_back(place);
      } while (next_is(","));
      if (!next_is("]")) return wrong();
      ++at_;
    }
    if (next_is("|")) {
      ++at_;
      std::size_t decimals = 0;
      if (!read_digits(decimals) || decimals > 9) return wrong();
      run.decimals = static_cast<int>(decimals);
    }
    if (!next_is("}")) return wrong();
    ++at_;
    add(std::move(run));
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_start_ = true;
  bool item_ = false;
  std::string plain_;
  std::vector<Run> runs_;
  std::vector<Paragraph> paragraphs_;
};

}  // namespace

std::size_t count_words(const Paragraph& paragraph) {
  std::size_t words = 0;
  bool inside = false;
  for (const Run& run : paragraph.runs) {
    if (run.kind == Run::Kind::tex || run.kind == Run::Kind::number) {
      if (!std::exchange(inside, true)) ++words;
      continue;
    }
    for (const char letter : run.text) {
      const bool blank = letter == ' ';
      if (!blank && !inside) ++words;
      inside = !blank;
    }
  }
  return words;
}

graph::Result<std::vector<Paragraph>> parse_markup(std::string_view text) { return Parser(text).parse(); }

}  // namespace lesson
