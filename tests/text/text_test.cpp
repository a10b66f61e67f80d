// Tokens, vocabulary and ids, in any script.
#include <doctest/doctest.h>

#include "text/line_break.hpp"
#include "text/tokenise.hpp"
#include "text/utf8.hpp"
#include "text/vocabulary.hpp"

using text::tokenise_spaces;
using text::tokenise_words;

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
  CHECK(text::characters("a\xFF"
                         "b") == Words{"a", mark, "b"});
  CHECK(text::characters("\xE2\x82"
                         "x") == Words{mark, "x"});                  // cut short
  CHECK(text::characters("\xC0\x80") == Words{mark, mark});          // overlong
  CHECK(text::characters("\xE0\x80\x80z") == Words{mark, "z"});      // overlong
  CHECK(text::characters("\xED\xA0\x80z") == Words{mark, "z"});      // half a surrogate pair
  CHECK(text::characters("\xF4\x90\x80\x80z") == Words{mark, "z"});  // beyond Unicode
  CHECK(text::characters("\xF0\x9F\x98") == Words{mark});
  CHECK(text::characters("aé€😀") == Words{"a", "é", "€", "😀"});
  CHECK(tokenise_spaces("caf\xE9 x") == Words{"caf" + mark, "x"});
}

TEST_CASE("vocabulary: sorted by code point, capitals first") {
  const Words words = tokenise_spaces("the quick Fox über the Ölung the");
  const text::Vocabulary unique = text::make_vocabulary(words);
  CHECK(unique.size == 5);
  CHECK(unique.entries.front().word == "Fox");
  CHECK(unique.entries.back().word == "über");
  CHECK(unique.ids.at("the") == 2);
  CHECK(text::encode(words, unique).value() == std::vector<std::size_t>{2, 1, 0, 4, 2, 3, 2});
  // S2.e9: the notebook's dictionary keeps a repeated word's last place, and leaves gaps.
  const text::Vocabulary notebook = text::make_vocabulary(words, text::Numbering::notebook);
  CHECK(notebook.size == 7);
  CHECK(notebook.ids.at("the") == 4);
  CHECK(notebook.entries.size() == 5);
  CHECK(text::make_vocabulary({}).size == 0);
}

TEST_CASE("encode names the first token that is not in the vocabulary") {
  const auto ids = text::encode({"a", "b", "c"}, text::make_vocabulary({"a"}));
  REQUIRE(!ids.has_value());
  CHECK(ids.error() == 1);
}

TEST_CASE("what cannot be seen is shown by a sign, and halves of surrogate pairs become U+FFFD") {
  CHECK(text::visible("a\r\x1b\x7f\n\tb") == "a\u240D\u241B\u2421\n\tb");
  CHECK(text::visible(std::string_view("\0", 1)) == "\u2400");
  CHECK(text::visible("\u0085猫") == "\uFFFD猫");
  std::string mended;
  CHECK(text::without_lone_surrogates(R"(["\ud83d\ude00", "\\ud83d", "\n"])", mended) ==
        R"(["\ud83d\ude00", "\\ud83d", "\n"])");
  CHECK(text::without_lone_surrogates(R"(["\ud83d", "x\ude00\ud83d\ude00", "\uD83D\u0041"])", mended) ==
        R"(["\ufffd", "x\ufffd\ud83d\ude00", "\ufffd\u0041"])");
}

TEST_CASE("lines break between Han, kana and Hangul, but not before closing nor after opening marks") {
  const auto breaks = [](std::u32string_view text) {
    std::u32string shown;
    const std::vector<bool> may_break = text::breaks_within_words(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (may_break[i]) shown += U'|';
      shown += text[i];
    }
    return shown;
  };
  CHECK(breaks(U"注意力。查询") == U"注|意|力。|查|询");
  CHECK(breaks(U"（键）与「值」、") == U"（键）|与|「值」、");
  CHECK(breaks(U"キャッシュー") == U"キャッ|シュー");
  CHECK(breaks(U"어텐션") == U"어|텐|션");
  CHECK(breaks(U"用Q和K") == U"用|Q|和|K");
  CHECK(breaks(U"สวัสดีเพื่อน") == U"ส|วั|ส|ดี|เพื่|อ|น");
  CHECK(breaks(U"word-like, Größe (x) “y” 3.14") == U"word-like, Größe (x) “y” 3.14");
  CHECK(breaks(U"猫\u0301が") == U"猫\u0301|が");
  CHECK(breaks(U"か\u3099e") == U"か\u3099|e");
  CHECK(breaks(U"他说“注意”了") == U"他|说|“注|意”|了");
  CHECK(breaks(U"the “注意” of 3 个") == U"the “注|意” of 3 个");
  CHECK(breaks(U"约 30％，￥5") == U"约 30％，|￥5");
}
