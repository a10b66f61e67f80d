// See gguf.hpp. Keys are those of gguf-py/gguf/constants.py (github.com/ggml-org/llama.cpp); what is written has the layout of
// github.com/huggingface/tokenizers. How a text is split before merging is not in a .gguf file, which only names the rule.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/gguf.hpp"
#include "text/utf8.hpp"

namespace models {

namespace {

using attention::joined;
using files::GgufValue;
using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

constexpr std::size_t most_tokens = std::size_t{1} << 20, most_texts = std::size_t{1} << 22,
                      longest_piece = 128;         // bytes of a piece that is merged
constexpr std::string_view lower_line = "\u2581";  // stands for a space in SentencePiece
constexpr std::string_view cure = " Give the model's own tokenizer.json as tokenizer, or ids instead of a text.";

// llama.cpp's kinds of tokens.
enum class TokenKind : std::uint8_t { normal = 1, unknown, control, user_defined, unused, byte };

struct Token {
  std::string content;
  TokenKind kind = TokenKind::normal;
  double score = 0.0;
};

// How a text is split before its parts are merged.
struct Rule {
  std::string_view pre;      // tokenizer.ggml.pre
  std::string_view pattern;  // of the parts; empty: GPT-2's, which is the library's own
  bool composed = false;     // characters are composed first (NFC)
  bool digits = false;       // each digit is a part
  bool begins = false;       // a text begins with a token of its own, where the file does not say
};
constexpr std::string_view llama3_pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view qwen2_pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr Rule rules[] = {{"gpt-2", "", false, false, false},
                          {"phi-2", "", false, false, false},
                          {"olmo", "", true, false, false},
                          {"mpt", "", true, false, false},
                          {"smollm", "", false, true, false},
                          {"starcoder", "", false, true, false},
                          {"qwen2", qwen2_pattern, true, false, false},
                          {"deepseek-r1-qwen", qwen2_pattern, false, false, false},
                          {"llama3", llama3_pattern, false, false, true},
                          {"llama-v3", llama3_pattern, false, false, true},
                          {"llama-bpe", llama3_pattern, false, false, true}};

// Reads a tokenizer until something cannot be right.
class Reader {
 public:
  explicit Reader(const files::Gguf& file) : file_(file) {}

  std::string refused;
  std::vector<Token> tokens;
  std::unordered_map<std::string_view, std::size_t> ids;  // by content
  std::vector<std::string> merges;                        // "left right"

  void refuse(std::initializer_list<attention::Part> message) {
    if (refused.empty()) refused = joined({"The file's tokenizer cannot be used here: ", joined(message), cure});
  }

  std::string_view word(std::string_view key) const {
    const GgufValue* const value = file_.find(key);
    return value == nullptr ? std::string_view() : value->text().value_or(std::string_view());
  }
  bool flag(std::string_view key, bool otherwise) const {
    const GgufValue* const value = file_.find(key);
    return value == nullptr ? otherwise : value->flag().value_or(otherwise);
  }
  // The number of a token that the file names, and has.
  std::optional<std::size_t> id(std::string_view key) const {
    const GgufValue* const value = file_.find(key);
    const double number = value == nullptr ? -1.0 : value->number().value_or(-1.0);
    if (!(number >= 0.0) || !(number < static_cast<double>(tokens.size()))) return std::nullopt;
    return static_cast<std::size_t>(number);
  }

  void read_tokens() {
    const std::optional<std::vector<std::string_view>> words = texts("tokenizer.ggml.tokens");
    if (!words) return;
    if (words->empty() || words->size() > most_tokens)
      return refuse({"tokenizer.ggml.tokens has ", words->size(), " tokens; from 1 to ", most_tokens, " are read."});
    const std::optional<std::vector<double>> kinds = numbers("tokenizer.ggml.token_type", words->size());
    const std::optional<std::vector<double>> scores = numbers("tokenizer.ggml.scores", words->size());
    if (!refused.empty()) return;
    for (std::size_t i = 0; i < words->size(); ++i) {
      Token& token = tokens.emplace_back();
      token.content = (*words)[i];
      if (!text::is_utf8(token.content)) return refuse({"Token ", i, " in tokenizer.ggml.tokens is not UTF-8."});
      const double kind = kinds ? (*kinds)[i] : 1.0;
      token.kind = kind >= 1.0 && kind <= 6.0 ? static_cast<TokenKind>(static_cast<int>(kind)) : TokenKind::normal;
      token.score = scores ? (*scores)[i] : 0.0;
      if (!std::isfinite(token.score))
        return refuse({"The score of token ", i, " in tokenizer.ggml.scores is no number."});
    }
  }

  void number_tokens() {
    for (std::size_t i = 0; i < tokens.size() && refused.empty(); ++i)
      if (!ids.try_emplace(tokens[i].content, i).second)
        refuse({"Tokens ", ids[tokens[i].content], " and ", i, " in tokenizer.ggml.tokens are the same."});
  }

  void read_merges() {
    const std::optional<std::vector<std::string_view>> given = texts("tokenizer.ggml.merges");
    if (!given) return;
    for (std::size_t i = 0; i < given->size(); ++i) {
      const std::string_view merge = (*given)[i];
      const std::size_t space = merge.find(' ', 1);
      const bool two = space != std::string_view::npos && space + 1 < merge.size();
      const std::string_view left = two ? merge.substr(0, space) : std::string_view();
      const std::string_view right = two ? merge.substr(space + 1) : std::string_view();
      if (!two || !ids.contains(left) || !ids.contains(right) || !ids.contains(joined({left, right})))
        return refuse({"Merge ", i, " in tokenizer.ggml.merges is not of two tokens that make a third one."});
      merges.emplace_back(merge);
    }
  }

  // Whether scores tell pieces apart. Conversions from a tokenizer.json alone write the same one for all.
  bool ranks() const {
    const auto normal = [](const Token& token) { return token.kind == TokenKind::normal; };
    const auto first = std::ranges::find_if(tokens, normal);
    return std::any_of(first, tokens.end(),
                       [&](const Token& token) { return normal(token) && token.score != first->score; });
  }

  // SentencePiece merges the two neighbours whose piece has the highest score: the ranks of a list of merges are these scores.
  void rank_merges() {
    struct Merge {
      double score;
      std::string_view left, right;
      std::size_t order;
    };
    std::vector<Merge> all;
    for (const Token& token : tokens) {
      const std::string_view whole = token.content;
      if (whole.size() > longest_piece || whole.contains(' ')) continue;
      for (std::size_t cut = 1; cut < whole.size(); ++cut) {
        if ((static_cast<unsigned char>(whole[cut]) & 0xc0u) == 0x80u) continue;  // within a character
        if (ids.contains(whole.substr(0, cut)) && ids.contains(whole.substr(cut)))
          all.push_back({token.score, whole.substr(0, cut), whole.substr(cut), all.size()});
      }
    }
    std::ranges::sort(all, [](const Merge& a, const Merge& b) {
      return std::tuple(a.score, a.left.size(), a.right.size(), b.order) >
             std::tuple(b.score, b.left.size(), b.right.size(), a.order);
    });
    for (const Merge& merge : all) merges.push_back(joined({merge.left, " ", merge.right}));
  }

 private:
  std::optional<std::vector<std::string_view>> texts(std::string_view key) {
    const GgufValue* const value = file_.find(key);
    if (value != nullptr && value->count > most_texts) {
      refuse({key, " has ", value->count, " entries; at most ", most_texts, " are read."});
      return std::nullopt;
    }
    std::optional<std::vector<std::string_view>> all = value == nullptr ? std::nullopt : value->texts();
    if (!all) refuse({key, value == nullptr ? " is missing." : " is no list of texts."});
    return all;
  }
  // As many as there are tokens; none if they are not given.
  std::optional<std::vector<double>> numbers(std::string_view key, std::size_t count) {
    const GgufValue* const value = file_.find(key);
    if (value == nullptr) return std::nullopt;
    std::optional<std::vector<double>> all = value->count == count ? value->numbers() : std::nullopt;
    if (all) return all;
    refuse({key, " should have a number for each of the ", count, " tokens."});
    return std::nullopt;
  }

  const files::Gguf& file_;
};

// ---- tokenizer.json ----

void put(Writer& out, std::string_view words) {
  out.String(words.data(), static_cast<rapidjson::SizeType>(words.size()));
}
void entry(Writer& out, const char* key, std::string_view words) {
  out.Key(key);
  put(out, words);
}
void entry(Writer& out, const char* key, const char* words) { entry(out, key, std::string_view(words)); }
void entry(Writer& out, const char* key, bool flag) {
  out.Key(key);
  out.Bool(flag);
}
void begin(Writer& out, std::string_view type) {
  out.StartObject();
  entry(out, "type", type);
}
void begin_list(Writer& out, std::string_view type, const char* of) {
  begin(out, type);
  out.Key(of);
  out.StartArray();
}
void end_list(Writer& out) {
  out.EndArray();
  out.EndObject();
}
void pattern(Writer& out, const char* kind, std::string_view words) {
  out.Key("pattern");
  out.StartObject();
  entry(out, kind, words);
  out.EndObject();
}
void replace(Writer& out, std::string_view from, std::string_view to) {
  begin(out, "Replace");
  pattern(out, "String", from);
  entry(out, "content", to);
  out.EndObject();
}
void byte_level(Writer& out, bool regex) {
  begin(out, "ByteLevel");
  entry(out, "add_prefix_space", false);
  entry(out, "trim_offsets", true);
  entry(out, "use_regex", regex);
  out.EndObject();
}

// Tokens that are found in a text before it is split.
void write_added(const Reader& in, Writer& out) {
  out.Key("added_tokens");
  out.StartArray();
  for (std::size_t i = 0; i < in.tokens.size(); ++i) {
    const Token& token = in.tokens[i];
    const bool special = token.kind == TokenKind::control || token.kind == TokenKind::unknown;
    if ((!special && token.kind != TokenKind::user_defined) || token.content.empty()) continue;
    out.StartObject();
    out.Key("id");
    out.Uint64(i);
    entry(out, "content", token.content);
    for (const char* key : {"single_word", "lstrip", "rstrip", "normalized"}) entry(out, key, false);
    entry(out, "special", special);
    out.EndObject();
  }
  out.EndArray();
}

struct Around {
  std::optional<std::size_t> first, last;  // tokens before and after each text
};

// The tokens that stand before and after a text.
Around around(Reader& in, bool begins, std::optional<std::size_t> usual) {
  Around found;
  if (in.flag("tokenizer.ggml.add_bos_token", begins)) {
    found.first = in.id("tokenizer.ggml.bos_token_id");
    if (!found.first && usual && *usual < in.tokens.size()) found.first = usual;
    if (!found.first)
      in.refuse({"tokenizer.ggml.add_bos_token is true, and tokenizer.ggml.bos_token_id names no token."});
  }
  if (in.flag("tokenizer.ggml.add_eos_token", false)) {
    found.last = in.id("tokenizer.ggml.eos_token_id");
    if (!found.last)
      in.refuse({"tokenizer.ggml.add_eos_token is true, and tokenizer.ggml.eos_token_id names no token."});
  }
  return found;
}

void write_around(const Reader& in, const Around& around, Writer& out) {
  out.Key("post_processor");
  if (!around.first && !around.last) {
    out.Null();
    return;
  }
  const auto piece = [&out](const char* kind, std::string_view id) {
    out.StartObject();
    out.Key(kind);
    out.StartObject();
    entry(out, "id", id);
    out.Key("type_id");
    out.Uint(0);
    out.EndObject();
    out.EndObject();
  };
  const auto list = [&](const char* key, std::initializer_list<std::string_view> sequences) {
    out.Key(key);
    out.StartArray();
    for (const std::string_view sequence : sequences) {
      if (around.first) piece("SpecialToken", in.tokens[*around.first].content);
      piece("Sequence", sequence);
      if (around.last) piece("SpecialToken", in.tokens[*around.last].content);
    }
    out.EndArray();
  };
  begin(out, "TemplateProcessing");
  list("single", {"A"});
  list("pair", {"A", "B"});
  out.Key("special_tokens");
  out.StartObject();
  for (const std::optional<std::size_t> id : {around.first, around.last == around.first ? std::nullopt : around.last}) {
    if (!id) continue;
    const std::string& content = in.tokens[*id].content;
    out.Key(content.data(), static_cast<rapidjson::SizeType>(content.size()));
    out.StartObject();
    entry(out, "id", content);
    out.Key("ids");
    out.StartArray();
    out.Uint64(*id);
    out.EndArray();
    out.Key("tokens");
    out.StartArray();
    put(out, content);
    out.EndArray();
    out.EndObject();
  }
  out.EndObject();
  out.EndObject();
}

struct ModelOptions {
  std::string_view unknown;  // the token for what has none; empty: there is no such token
  bool bytes = false;        // what has no token is written byte by byte
  bool whole = false;        // a part that is a token is not merged
};

void write_model(const Reader& in, const ModelOptions& options, Writer& out) {
  out.Key("model");
  begin(out, "BPE");
  out.Key("dropout");
  out.Null();
  out.Key("unk_token");
  if (options.unknown.empty()) out.Null();
  else put(out, options.unknown);
  out.Key("continuing_subword_prefix");
  out.Null();
  out.Key("end_of_word_suffix");
  out.Null();
  entry(out, "fuse_unk", options.bytes);
  entry(out, "byte_fallback", options.bytes);
  entry(out, "ignore_merges", options.whole);
  out.Key("vocab");
  out.StartObject();
  for (std::size_t i = 0; i < in.tokens.size(); ++i) {
    const std::string& content = in.tokens[i].content;
    out.Key(content.data(), static_cast<rapidjson::SizeType>(content.size()));
    out.Uint64(i);
  }
  out.EndObject();
  out.Key("merges");
  out.StartArray();
  for (const std::string& merge : in.merges) put(out, merge);
  out.EndArray();
  out.EndObject();
}

void write_byte_level_parts(const Rule& rule, Writer& out) {
  out.Key("normalizer");
  if (rule.composed) {
    begin(out, "NFC");
    out.EndObject();
  } else {
    out.Null();
  }
  out.Key("pre_tokenizer");
  if (rule.pattern.empty() && !rule.digits) return byte_level(out, true);
  begin_list(out, "Sequence", "pretokenizers");
  if (rule.digits) {
    begin(out, "Digits");
    entry(out, "individual_digits", true);
    out.EndObject();
  } else {
    begin(out, "Split");
    pattern(out, "Regex", rule.pattern);
    entry(out, "behavior", "Isolated");
    entry(out, "invert", false);
    out.EndObject();
  }
  byte_level(out, rule.pattern.empty());
  end_list(out);
}

std::string_view rule_name(const Reader& in) {
  const std::string_view pre = in.word("tokenizer.ggml.pre");
  if (!pre.empty() && pre != "default") return pre;
  // Files from before the key: what each of these models has is known.
  const std::string_view architecture = in.word("general.architecture");
  return architecture == "gpt2" ? "gpt-2" : architecture == "gptneox" ? "olmo" : pre;
}

void byte_pairs(Reader& in, Writer& out) {
  const std::string_view pre = rule_name(in);
  const auto* const rule = std::ranges::find(rules, pre, &Rule::pre);
  if (rule == std::end(rules)) {
    if (pre.empty() || pre == "default") in.refuse({"tokenizer.ggml.pre does not say by which rule it splits a text."});
    else in.refuse({"tokenizer.ggml.pre “", files::shown(pre), "” is a rule for splitting a text that is not known."});
    return;
  }
  in.number_tokens();
  if (in.refused.empty()) in.read_merges();
  const Around tokens = around(in, rule->begins, std::nullopt);
  if (!in.refused.empty()) return;
  write_added(in, out);
  write_byte_level_parts(*rule, out);
  write_around(in, tokens, out);
  out.Key("decoder");
  byte_level(out, true);
  write_model(in, {{}, false, rule->begins}, out);
}

void write_sentence_parts(bool prefix, Writer& out) {
  out.Key("normalizer");
  begin_list(out, "Sequence", "normalizers");
  if (prefix) {
    begin(out, "Prepend");
    entry(out, "prepend", lower_line);
    out.EndObject();
  }
  replace(out, " ", lower_line);
  end_list(out);
  out.Key("pre_tokenizer");
  out.Null();
  out.Key("decoder");
  begin_list(out, "Sequence", "decoders");
  replace(out, lower_line, " ");
  for (const std::string_view type : {"ByteFallback", "Fuse"}) {
    begin(out, type);
    out.EndObject();
  }
  if (prefix) {
    begin(out, "Strip");
    entry(out, "content", " ");
    out.Key("start");
    out.Uint(1);
    out.Key("stop");
    out.Uint(0);
    out.EndObject();
  }
  end_list(out);
}

// A token for every byte, so that every text has tokens.
bool has_bytes(const Reader& in) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (std::size_t byte = 0; byte < 256; ++byte)
    if (!in.ids.contains(joined({"<0x", digits.substr(byte / 16, 1), digits.substr(byte % 16, 1), ">"}))) return false;
  return true;
}

void sentence_pieces(Reader& in, const files::Gguf& file, Writer& out) {
  if (in.flag("tokenizer.ggml.remove_extra_whitespaces", false))
    return in.refuse({"tokenizer.ggml.remove_extra_whitespaces is true, which is not done here."});
  if (file.find("tokenizer.ggml.precompiled_charsmap") != nullptr)
    return in.refuse({"tokenizer.ggml.precompiled_charsmap changes characters in a way that is not known here."});
  const bool merges = file.find("tokenizer.ggml.merges") != nullptr;
  if (!merges && !in.ranks()) return in.refuse({"tokenizer.ggml.scores does not say which pieces are merged first."});
  // Conversions write the spaces of such tokens as they are.
  for (Token& token : in.tokens)
    if (token.kind == TokenKind::user_defined)
      for (std::size_t at = token.content.find(' '); at != std::string::npos; at = token.content.find(' ', at))
        token.content.replace(at, 1, lower_line);
  in.number_tokens();
  if (!in.refused.empty()) return;
  const std::size_t unknown = in.id("tokenizer.ggml.unknown_token_id").value_or(0);
  if (merges) in.read_merges();
  else in.rank_merges();
  const Around tokens = around(in, true, 1);
  if (!in.refused.empty()) return;
  write_added(in, out);
  write_sentence_parts(in.flag("tokenizer.ggml.add_space_prefix", true), out);
  write_around(in, tokens, out);
  write_model(in, {in.tokens[unknown].content, has_bytes(in), false}, out);
}

}  // namespace

GgufTokenizer read_gguf_tokenizer(const files::Gguf& file) {
  Reader in(file);
  if (const std::string_view whole = in.word("tokenizer.huggingface.json"); !whole.empty() && text::is_utf8(whole))
    return {std::string(whole), {}};
  const std::string_view kind = in.word("tokenizer.ggml.model");
  if (kind.empty()) {
    in.refuse({"the file has none (tokenizer.ggml.model)."});
  } else if (kind != "gpt2" && kind != "llama") {
    in.refuse({"tokenizer.ggml.model “", files::shown(kind), "” is not read; gpt2 and llama are."});
  }
  if (in.refused.empty()) in.read_tokens();
  if (!in.refused.empty()) return {{}, in.refused};
  rapidjson::StringBuffer buffer;
  Writer out(buffer);
  out.StartObject();
  entry(out, "version", "1.0");
  for (const char* key : {"truncation", "padding"}) {
    out.Key(key);
    out.Null();
  }
  if (kind == "gpt2") byte_pairs(in, out);
  else sentence_pieces(in, file, out);
  out.EndObject();
  if (!in.refused.empty()) return {{}, in.refused};
  return {std::string(buffer.GetString(), buffer.GetSize()), {}};
}

}  // namespace models
