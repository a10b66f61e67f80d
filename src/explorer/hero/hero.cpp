// Composes the lesson: a table of the known words, random rows for the others, and the usual operations.
#include "explorer/hero/hero.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explorer/json/write.hpp"
#include "text/tokenise.hpp"
#include "text/unicode.hpp"

namespace explorer {
namespace {

constexpr std::array<std::string_view, hero_parts> part_names = {"x", "q", "k", "v", "s", "a", "z"};

// Small letters of Latin scripts, so that a word is known wherever it stands.
std::string small(std::string_view word) {
  std::string out;
  for (std::size_t at = 0; at < word.size();) {
    const char32_t c = text::next_character(word, at);
    const bool capital = (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7);
    text::append_character(out, capital ? c + 0x20 : c);
  }
  return out;
}

std::vector<std::string> texts(const json::Value& list) {
  std::vector<std::string> out;
  for (const json::Value& one : list.items()) out.emplace_back(one.text().value_or(""));
  return out;
}

// The file's part for a language, or else for English.
json::Value spoken(const json::Value& root, std::string_view language) {
  const json::Value exact = root["languages"][language.substr(0, language.find('-'))];
  return exact.exists() ? exact : root["languages"]["en"];
}

// The sentence to show: a given one in the language that is spoken now.
std::string chosen_sentence(const json::Value& root, const json::Value& language, const std::string& sentence) {
  const std::vector<std::string> here = texts(language["sentences"]);
  if (sentence.empty()) return here.empty() ? std::string() : here.front();
  for (const auto& [tag, other] : root["languages"].members()) {
    const std::vector<std::string> there = texts(other["sentences"]);
    const auto at = static_cast<std::size_t>(std::ranges::find(there, sentence) - there.begin());
    if (at < there.size() && at < here.size()) return here[at];
  }
  return sentence;
}

class Composer {
 public:
  Composer() : out_(buffer_) {}
  std::string text() const { return {buffer_.GetString(), buffer_.GetSize()}; }

  void compose(const json::Value& root, const json::Value& language, const std::vector<std::string>& words,
               std::size_t fresh, const std::vector<std::string>& fresh_words, const std::vector<std::size_t>& ids) {
    out_.StartObject();
    member("format", std::size_t{1});
    member("id", "hero");
    member("version", "1.0.0");
    key("title");
    named("en", "Self-attention");
    member("decimals", std::size_t{2});
    key("generators");
    out_.StartArray();
    out_.StartObject();
    member("name", "new");
    member("seed", root["new"]["seed"].index().value_or(0));
    out_.EndObject();
    out_.EndArray();
    key("tensors");
    out_.StartArray();
    known_table(language);
    if (fresh > 0) fresh_rows(language, fresh_words);
    begin("ids", "id", "none");
    axes("token", &words);
    out_.EndArray();
    member("values", ids);
    out_.EndObject();
    operation("x", "X", "input", "embedding", "ids", fresh > 0 ? "table" : "known");
    out_.EndObject();
    projections(root, texts(language["features"]));
    for (const auto& [name, symbol, role, with] :
         {std::array{"q", "Q", "query", "w_query"}, {"k", "K", "key", "w_key"}, {"v", "V", "value", "w_value"}}) {
      operation(name, symbol, role, "matmul", "x", with);
      out_.EndObject();
    }
    operation("s", "S", "scores", "matmul", "q", "k");
    options("transpose", "second");
    operation("a", "A", "weights", "softmax", "s");
    key("options");
    out_.StartObject();
    key("axis");
    out_.Int(-1);
    out_.EndObject();
    out_.EndObject();
    operation("z", "Z", "output", "matmul", "a", "v");
    out_.EndObject();
    out_.EndArray();
    step();
    out_.EndObject();
  }

 private:
  void key(std::string_view name) { json::write_key(out_, name); }
  template <class T>
  void member(std::string_view name, const T& value) {
    key(name);
    json::write(out_, value);
  }
  // What a query asks for, a key offers and a value gives has the names of the features, without the last: small words mean
  // nothing.
  void projections(const json::Value& root, const std::vector<std::string>& features) {
    const std::vector<std::string> kept(features.begin(), features.empty() ? features.end() : features.end() - 1);
    for (const auto& [name, symbol, role] : {std::array{"w_query", "W_q", "query_projection"},
                                             {"w_key", "W_k", "key_projection"},
                                             {"w_value", "W_v", "value_projection"}}) {
      begin(name, symbol, role);
      axes("feature", &features);
      axis("feature", &kept);
      out_.EndArray();
      key("values");
      numbers(root[name]);
      out_.EndObject();
    }
  }
  void named(std::string_view name, std::string_view value) {
    out_.StartObject();
    member(name, value);
    out_.EndObject();
  }
  void begin(std::string_view name, std::string_view symbol, std::string_view role) {
    out_.StartObject();
    member("name", name);
    member("symbol", symbol);
    member("role", role);
  }
  // Opens the list of axes with the first one; labels: none without.
  void axes(std::string_view name, const std::vector<std::string>* labels) {
    key("axes");
    out_.StartArray();
    axis(name, labels);
  }
  void axis(std::string_view name, const std::vector<std::string>* labels) {
    out_.StartObject();
    member("name", name);
    if (labels != nullptr) member("labels", *labels);
    out_.EndObject();
  }
  void numbers(const json::Value& rows) {
    out_.StartArray();
    for (const json::Value& row : rows.items()) {
      if (row.is_array()) numbers(row);
      else json::write_number(out_, row.number().value_or(0));
    }
    out_.EndArray();
  }
  void operation(std::string_view name, std::string_view symbol, std::string_view role, std::string_view what,
                 std::string_view first, std::string_view second = {}) {
    begin(name, symbol, role);
    member("operation", what);
    key("inputs");
    out_.StartArray();
    json::write(out_, first);
    if (!second.empty()) json::write(out_, second);
    out_.EndArray();
  }
  void options(std::string_view name, std::string_view value) {
    key("options");
    named(name, value);
    out_.EndObject();
  }
  void known_table(const json::Value& language) {
    std::vector<std::string> names;
    for (const auto& [word, vector] : language["words"].members()) names.emplace_back(word);
    const std::vector<std::string> features = texts(language["features"]);
    begin("known", "v", "input");
    axes("word", &names);
    axis("feature", &features);
    out_.EndArray();
    key("values");
    out_.StartArray();
    for (const auto& [word, vector] : language["words"].members()) numbers(vector);
    out_.EndArray();
    out_.EndObject();
  }
  void fresh_rows(const json::Value& language, const std::vector<std::string>& words) {
    const std::vector<std::string> features = texts(language["features"]);
    begin("new", "n", "input");
    axes("word", &words);
    axis("feature", &features);
    out_.EndArray();
    key("random");
    out_.StartObject();
    member("generator", "new");
    member("draw", "randn");
    member("shape", std::array{words.size(), features.size()});
    out_.EndObject();
    out_.EndObject();
    operation("table", "v", "input", "concat", "known", "new");
    key("options");
    out_.StartObject();
    member("axis", std::size_t{0});
    out_.EndObject();
    out_.EndObject();
  }
  void step() {
    key("steps");
    out_.StartArray();
    out_.StartObject();
    member("id", "all");
    key("title");
    named("en", "Self-attention");
    key("text");
    named("en", "All of it.");
    key("stage");
    out_.StartArray();
    out_.StartObject();
    member("tensors", part_names);
    out_.EndObject();
    out_.EndArray();
    out_.EndObject();
    out_.EndArray();
  }

  rapidjson::StringBuffer buffer_;
  json::Writer out_;
};

MatrixView matrix_of(const Explorer& explorer, std::string_view name) {
  MatrixView out;
  const graph::NodeId node = *explorer.graph().find(name);
  out.tensor = explorer.tensor(node);
  out.rows = out.tensor.shape.front();
  out.columns = out.tensor.shape.back();
  for (std::size_t row = 0; row < out.rows; ++row)
    for (std::size_t column = 0; column < out.columns; ++column)
      out.cells.push_back(explorer.cell({node, {row, column}}));
  return out;
}

}  // namespace

std::vector<std::string> hero_words(std::string_view sentence) {
  std::vector<std::string> words = text::tokenise_words(sentence);
  std::erase_if(words, [](const std::string& word) {
    std::size_t at = 0;
    const char32_t first = text::next_character(word, at);
    return text::is_mark_or_symbol(first) || text::is_control(first);
  });
  return words;
}

Result<Hero> Hero::make(const json::Document& file, const Catalogue& catalogue, std::string_view language,
                        const HeroState& state) {
  const json::Value root = file.root(), here = spoken(root, language);
  HeroView view;
  view.given = texts(here["sentences"]);
  view.features = texts(here["features"]);
  view.sentence = chosen_sentence(root, here, state.sentence);
  view.words = hero_words(view.sentence);
  if (view.words.empty()) return graph::fail("sentence", "", catalogue.text(language, "refuse.sentence"));
  const std::vector<std::string> vocabulary = texts(root["vocabulary"]);
  view.trained =
      std::ranges::all_of(view.words, [&](const std::string& word) { return std::ranges::contains(vocabulary, word); });
  if (view.words.size() > most_hero_words) {
    view.left_out = view.words.size() - most_hero_words;
    view.words.resize(most_hero_words);
  }
  std::vector<std::string> known, fresh;
  for (const auto& [word, vector] : here["words"].members()) known.push_back(small(word));
  std::vector<std::size_t> ids;
  for (const std::string& word : view.words) {
    const std::string name = small(word);
    const auto at = static_cast<std::size_t>(std::ranges::find(known, name) - known.begin());
    auto id = at;
    if (at == known.size()) {
      const auto place = std::ranges::find(fresh, name);
      id += static_cast<std::size_t>(place - fresh.begin());
      if (place == fresh.end()) fresh.push_back(name);
    }
    ids.push_back(id);
  }
  view.fresh = fresh.size();
  Composer composer;
  composer.compose(root, here, view.words, fresh.size(), fresh, ids);
  Result<Explorer> opened = Explorer::open(composer.text(), catalogue, std::string(language));
  if (!opened) return std::unexpected(opened.error());
  for (std::size_t part = 0; part < hero_parts; ++part) view.matrices[part] = matrix_of(*opened, part_names[part]);
  // At rest the first word with the most features, such as one of two meanings; the last feature marks small words. A
  // random vector has all features and means nothing.
  std::size_t own = 0, most = 0;
  const MatrixView& x = view[HeroPart::x];
  for (std::size_t row = 0; row < x.rows; ++row) {
    std::size_t features = 0;
    for (std::size_t column = 0; column + 1 < x.columns && ids[row] < known.size(); ++column)
      features += x.at(row, column).value != 0;
    if (features > most) own = row;
    most = std::max(most, features);
  }
  Hero hero(std::move(*opened), std::move(view), own);
  hero.follow(state.word);
  return hero;
}

void Hero::follow(std::optional<std::size_t> word) {
  view_.followed = word && *word < view_.words.size() ? *word : own_;
  const MatrixView& z = view_[HeroPart::z];
  std::size_t largest = 0;
  for (std::size_t column = 1; column < z.columns; ++column)
    if (std::abs(z.at(view_.followed, column).value) > std::abs(z.at(view_.followed, largest).value)) largest = column;
  std::ignore = explorer_.apply(Focus{graph::CellRef{z.tensor.node, {view_.followed, largest}}, false});
}

std::optional<std::string> Hero::meaning() const {
  const MatrixView& x = view_[HeroPart::x];
  for (std::size_t column = 0; column + 1 < x.columns; ++column)
    if (x.at(view_.followed, column).value != 0) return small(view_.words[view_.followed]);
  return std::nullopt;
}

std::optional<std::size_t> place_of_word(std::string_view sentence, std::string_view word) {
  const std::vector<std::string> words = hero_words(sentence);
  const auto at = std::ranges::find(words, word, [](const std::string& each) { return small(each); });
  if (at == words.end()) return std::nullopt;
  return static_cast<std::size_t>(at - words.begin());
}

void Hero::look(std::string_view tensor, const graph::Index& index) {
  const std::optional<graph::NodeId> node = explorer_.graph().find(tensor);
  std::optional<graph::CellRef> cell;
  if (node) cell = graph::CellRef{*node, index};
  std::ignore = explorer_.apply(Hover{std::move(cell)});
}

}  // namespace explorer
