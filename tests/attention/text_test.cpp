// Tokens, vocabulary, ids and look-up, in any script.
#include "attention/text/tokenise.hpp"
#include "attention/text/vocabulary.hpp"
#include "support/expect.hpp"

using attention::tokenise_spaces;
using attention::tokenise_words;
using expect::value;

namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("S2's way: commas dropped, cut at white space of any kind") {
  CHECK(tokenise_spaces("When in doubt, look intelligent") == Words{"When", "in", "doubt", "look", "intelligent"});
  CHECK(tokenise_spaces(" a,b \t c.\n\u00a0d\u3000e ") == Words{"ab", "c.", "d", "e"});
  CHECK(tokenise_spaces(",") == Words{});
  CHECK(tokenise_spaces("").empty());
}

TEST_CASE("words and punctuation") {
  CHECK(tokenise_words("Don't panic: it costs 3.14, or 1,000!") ==
        Words{"Don't", "panic", ":", "it", "costs", "3.14", ",", "or", "1,000", "!"});
  CHECK(tokenise_words("l’été 'quoted' end.") == Words{"l’été", "'", "quoted", "'", "end", "."});
  CHECK(tokenise_words("state-of-the-art (2017)") ==
        Words{"state", "-", "of", "-", "the", "-", "art", "(", "2017", ")"});
  CHECK(tokenise_words(".5 a.b 5.") == Words{".", "5", "a", ".", "b", "5", "."});
  CHECK(tokenise_words(" \n\t").empty());
  CHECK(tokenise_words(std::string_view("a\0b\x01", 4)) == Words{"a", "b"});
}

TEST_CASE("scripts with and without spaces") {
  CHECK(tokenise_words("Кошка сидит — тихо.") == Words{"Кошка", "сидит", "—", "тихо", "."});
  CHECK(tokenise_words("हिन्दी भाषा।") == Words{"हिन्दी", "भाषा", "।"});
  CHECK(tokenise_words("القطة تنام،") == Words{"القطة", "تنام", "،"});
  CHECK(tokenise_words("我看见一只猫。") == Words{"我", "看", "见", "一", "只", "猫", "。"});
  CHECK(tokenise_words("猫はカメラを見る") == Words{"猫", "は", "カメラ", "を", "見", "る"});
  CHECK(tokenise_words("한국어 ภาษาไทย") == Words{"한국어", "ภาษาไทย"});
  CHECK(tokenise_words("e\u0301a") == Words{"e\u0301a"});
  CHECK(tokenise_words("١٢٣ 𝒜𐍈") == Words{"١٢٣", "𝒜𐍈"});
}

TEST_CASE("emoji stay whole") {
  CHECK(tokenise_words("ok👍🏽👩‍👩‍👧🇩🇪🇫🇷1️⃣") ==
        Words{"ok", "👍🏽", "👩‍👩‍👧", "🇩🇪", "🇫🇷", "1️⃣"});
  CHECK(tokenise_words("❤️!") == Words{"❤️", "!"});
  CHECK(tokenise_words("🇩x") == Words{"🇩", "x"});
}

TEST_CASE("broken UTF-8 becomes U+FFFD and never swallows what follows") {
  const std::string mark = "\uFFFD";
  CHECK(attention::characters("a\xFF"
                              "b") == Words{"a", mark, "b"});
  CHECK(attention::characters("\xE2\x82"
                              "x") == Words{mark, "x"});                  // cut short
  CHECK(attention::characters("\xC0\x80") == Words{mark, mark});          // overlong
  CHECK(attention::characters("\xE0\x80\x80z") == Words{mark, "z"});      // overlong
  CHECK(attention::characters("\xED\xA0\x80z") == Words{mark, "z"});      // half a surrogate pair
  CHECK(attention::characters("\xF4\x90\x80\x80z") == Words{mark, "z"});  // beyond Unicode
  CHECK(attention::characters("\xF0\x9F\x98") == Words{mark});
  CHECK(attention::characters("aé€😀") == Words{"a", "é", "€", "😀"});
  CHECK(tokenise_spaces("caf\xE9 x") == Words{"caf" + mark, "x"});
}

TEST_CASE("vocabulary: sorted by code point, capitals first") {
  const Words words = tokenise_spaces("the quick Fox über the Ölung the");
  const attention::Vocabulary unique = attention::make_vocabulary(words);
  CHECK(unique.size == 5);
  CHECK(unique.entries.front().word == "Fox");
  CHECK(unique.entries.back().word == "über");
  CHECK(unique.ids.at("the") == 2);
  CHECK(value(attention::encode(words, unique)) == std::vector<std::size_t>{2, 1, 0, 4, 2, 3, 2});
  // S2.e9: the notebook's dictionary keeps a repeated word's last place, and leaves gaps.
  const attention::Vocabulary notebook = attention::make_vocabulary(words, attention::Numbering::notebook);
  CHECK(notebook.size == 7);
  CHECK(notebook.ids.at("the") == 4);
  CHECK(notebook.entries.size() == 5);
  CHECK(attention::make_vocabulary({}).size == 0);
}

TEST_CASE("embedding is a look-up of rows") {
  const attention::Tensor table = expect::tensor({3, 2}, {0, 1, 10, 11, 20, 21});
  CHECK(expect::same(value(attention::embedding({2, 0, 2}, table)), expect::tensor({3, 2}, {20, 21, 0, 1, 20, 21})) ==
        "");
  CHECK(value(attention::embedding({}, table)).size() == 0);
}

TEST_CASE("errors of vocabulary and ids") {
  const attention::Vocabulary vocabulary = attention::make_vocabulary({"a"});
  CHECK(expect::error(attention::encode({"a", "b"}, vocabulary)) ==
        "vocabulary at tokens[1]: \"b\" is not in the vocabulary, so it has no id.");
  const attention::Tensor table = expect::tensor({1, 2}, {0, 1});
  CHECK(expect::error(attention::embedding({0, 1}, table)) ==
        "range at ids[1]: Id 1 is not a row of an embedding table with 1 rows; rows count from 0.");
  CHECK(expect::error(attention::embedding({0}, expect::tensor({1}, {0}))).starts_with("rank at table"));
  const attention::Tensor broad = attention::Tensor::from_shape({1, 1u << 15});
  CHECK(expect::error(attention::embedding(std::vector<std::size_t>(1u << 15, 0), broad)).starts_with("size"));
}
