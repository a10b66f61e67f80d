// A model of any size for tests and previews of its screen: every head has one of a few patterns, and its weights, shares and
// pictures belong together.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "explorer/json/write.hpp"
#include "explorer/model/made_picture.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/state/explorer.hpp"
#include "lesson/run/picture.hpp"

namespace ui_test {

struct ToldModel {
  std::size_t layers = 12, heads = 12, width = 64;  // width: at least the number of tokens
  std::vector<std::string> words{"When", "Mary", "and",  "John", "went", "to",    "the",
                                 "shop", ",",    "John", "gave", "a",    "drink", "to"};

  bool pictures_read = false;  // the words are [CLS] and 64 patches then

  // A model of pictures, with as many heads.
  static ToldModel of_pictures(std::size_t layers, std::size_t heads) {
    ToldModel told{layers, heads, 65, {"[CLS]"}, true};
    for (std::size_t patch = 0; patch < 64; ++patch)
      told.words.push_back(std::to_string(patch / 8 + 1) + "," + std::to_string(patch % 8 + 1));
    return told;
  }

  std::size_t tokens() const { return words.size(); }
  std::size_t same(std::size_t token) const {
    return static_cast<std::size_t>(std::ranges::find(words, words[token]) - words.begin());
  }

  // The score of a key by the head's pattern: the token before, the first one, the same word, a name, or near ones.
  double score(explorer::ModelHead head, std::size_t query, std::size_t key) const {
    const std::size_t kind = (head.layer * 5 + head.head * 3) % 5;
    const auto distance = static_cast<double>(query - key);
    const bool name = words[key] == "Mary" || words[key] == "John";
    switch (kind) {
      case 0: return distance == 1 ? 4 : 0;
      case 1: return key == 0 ? 4 : 0;
      case 2: return key != query && words[key] == words[query] ? 4 : -0.3 * distance;
      case 3: return name ? 3 - (words[key] == "John" ? 1.5 : 0) : 0;
      default: return -0.5 * distance;
    }
  }

  std::vector<float> weights(explorer::ModelHead head) const {
    std::vector<float> out(tokens() * tokens(), 0.0f);
    for (std::size_t i = 0; i < tokens(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j <= i; ++j) sum += std::exp(score(head, i, j));
      for (std::size_t j = 0; j <= i; ++j)
        out[i * tokens() + j] = static_cast<float>(std::exp(score(head, i, j)) / sum);
    }
    return out;
  }

  std::vector<float> shares(std::size_t layer) const {
    std::vector<float> out;
    for (std::size_t head = 0; head < heads; ++head) {
      const std::vector<float> a = weights({layer, head});
      float first = 0, previous = 0, again = 0, far = 0;
      for (std::size_t i = 1; i < tokens(); ++i) {
        first += a[i * tokens()];
        previous += a[i * tokens() + i - 1];
        for (std::size_t j = 0; j < i; ++j) {
          if (same(j) == same(i)) again += a[i * tokens() + j];
          if (j >= 1 && i - j > explorer::far_from) far += a[i * tokens() + j];
        }
      }
      const auto rows = static_cast<float>(tokens() - 1);
      for (const float sum : {first, previous, again, far}) out.push_back(sum / rows);
    }
    return out;
  }

  std::vector<float> pictures(std::size_t layer) const {
    const std::size_t side = std::min<std::size_t>(tokens(), 24);
    std::vector<float> out;
    for (std::size_t head = 0; head < heads; ++head) {
      const std::vector<float> a = weights({layer, head});
      std::vector<float> largest(side * side, 0.0f);
      for (std::size_t i = 0; i < tokens(); ++i)
        for (std::size_t j = 0; j < tokens(); ++j) {
          float& into = largest[i * side / tokens() * side + j * side / tokens()];
          into = std::max(into, a[i * tokens() + j]);
        }
      out.append_range(largest);
    }
    return out;
  }

  std::string about() const {
    return R"({"name": "model.safetensors", "family": "gpt2", "about": "trained on web pages", "causal": true, "layers": )" +
           std::to_string(layers) + R"(, "heads": )" + std::to_string(heads) + R"(, "headWidth": )" +
           std::to_string(width) +
           R"(, "vocabulary": 50257, "parameters": 124439808, "bytes": 548105171, "read": "file", "source": "", "pictures": )" +
           (pictures_read ? "true" : "false") + R"(, "ledger": true})";
  }

  std::string run(const explorer::Explorer& e) const {
    std::string list, ids, firsts;
    for (std::size_t token = 0; token < tokens(); ++token) {
      const char* const comma = token == 0 ? "" : ", ";
      list += comma + ("\"" + words[token] + "\"");
      ids += comma + std::to_string(same(token));
      firsts += comma + std::to_string(same(token));
    }
    return R"({"text": ")" + e.state().model.input.text + R"(", "off": )" +
           explorer::json::text_of(e.state().model.input.off) + R"(, "other": ")" + e.state().model.input.other +
           R"(", "temperatures": )" + explorer::json::text_of(e.state().model.input.temperatures) + R"(, "words": [)" +
           list + R"(], "ids": [)" + ids + R"(], "same": [)" + firsts + "]" + picture(e) + "}";
  }

  std::string picture(const explorer::Explorer& e) const {
    const auto made = explorer::read_made_picture(e.state().model.input.text);
    if (!pictures_read || !made) return "";
    return R"(, "picture": {"rows": 8, "columns": 8, "before": 1, "height": 48, "width": 48, "pixels": ")" +
           lesson::encode_base64(made->pixels()) + "\"}";
  }

  std::string next(const explorer::Explorer& e) const {
    std::string out =
        R"({"next": [{"text": "Mary", "id": 1, "adds": " Mary", "probability": 0.723}, {"text": "the", "id": 2, "probability": 0.068},
            {"text": "him", "id": 3, "probability": 0.034}, {"text": "her", "id": 4, "probability": 0.033},
            {"text": "John", "id": 5, "probability": 0.029}, {"text": "a", "id": 6, "probability": 0.027},
            {"text": "them", "id": 7, "probability": 0.017}, {"text": "it", "id": 8, "probability": 0.009}],
            "others": {"count": 50249, "probability": 0.06}, "before": )";
    if (e.state().model.input.off.empty()) return out + "null}";
    return out + R"([{"text": "Mary", "id": 1, "probability": 0.81}, {"text": "the", "id": 2, "probability": 0.04}]})";
  }

  static std::string asked(const explorer::ModelAsked& of) {
    return R"("at": )" + std::to_string(of.at) + R"(, "word": )" + std::to_string(of.word) + R"(, "against": )" +
           (of.against ? std::to_string(*of.against) : "null") + R"(, "layers": )" +
           (of.layers ? std::to_string(*of.layers) : "null");
  }

  // After each layer Mary is a little likelier; John, who is in the sentence as 3, comes next.
  std::string lens(const explorer::ModelAsked& of) const {
    std::string rows;
    for (std::size_t layer = 0; layer <= layers; ++layer) {
      const double share = static_cast<double>(layer + 1) / static_cast<double>(layers + 2);
      rows += (layer == 0 ? "" : ", ") + std::string(R"([{"text": "Mary", "id": 1, "probability": )") +
              std::to_string(share) + R"(}, {"text": "John", "id": 3, "probability": )" +
              std::to_string((1 - share) / 2) + R"(}, {"text": "shop", "id": 7, "probability": )" +
              std::to_string((1 - share) / 4) + "}]";
    }
    return "{" + asked(of) + R"(, "lens": [)" + rows + "]}";
  }

  // A head of layer l gives sin(l + its number) to the word and nothing to the other one; the rest is small.
  double given(std::size_t layer, std::size_t head) const { return std::sin(static_cast<double>(layer + head)); }

  std::string ledger(const explorer::ModelAsked& of) const {
    std::string parts;
    double sum = 0;
    const auto add = [&](std::string_view kind, std::size_t layer, std::size_t head, double value, double minus) {
      parts += (parts.empty() ? "" : ", ") + std::string(R"({"kind": ")") + std::string(kind) + R"(", "layer": )" +
               std::to_string(layer) + R"(, "head": )" + std::to_string(head) + R"(, "of": )" + std::to_string(value) +
               R"(, "minus": )" + std::to_string(minus) + "}";
      sum += value - minus;
    };
    add("token", 0, 0, 0.25, 0.125);
    add("position", 0, 0, -0.125, 0);
    for (std::size_t layer = 0; layer < layers; ++layer) {
      for (std::size_t head = 0; head < heads; ++head) add("head", layer, head, given(layer, head), 0);
      add("attentionBias", layer, 0, 0.0625, 0.03125);
      add("inner", layer, 0, layer + 1 == layers ? 2.5 : 0.5, layer + 1 == layers ? -0.5 : 0.25);
    }
    add("finalNormBias", 0, 0, -0.25, -0.125);
    return "{" + asked(of) + R"(, "text": "Mary", "againstText": "John", "parts": [)" + parts + R"(], "sum": )" +
           std::to_string(sum) + R"(, "logit": )" + std::to_string(sum) + "}";
  }

  // With a head off the lead loses what it gave, with an MLP off 1.
  std::string sweep(const explorer::ModelAsked& of, const explorer::ModelState& state) const {
    const bool parts = state.look.patched == explorer::ModelPatched::heads;
    std::string leads;
    for (std::size_t layer = 0; layer < layers; ++layer) {
      for (std::size_t at = 0; at < (parts ? heads : tokens()); ++at)
        leads += (leads.empty() ? "" : ", ") + std::to_string(10 - (parts ? given(layer, at) : 0.01 * double(at)));
      if (parts) leads += ", 9";
    }
    return "{" + asked(of) + R"(, "patched": ")" + (parts ? "heads" : "stream") + R"(", "other": ")" +
           state.input.other + R"(", "leads": [)" + leads + "]}";
  }

  // “shop” and “girls” are tokens, “unhappiness” is three, and nothing else is in the vocabulary.
  static std::string word(const explorer::Explorer& e) {
    const std::string& text = e.model().data().sought->text;
    const std::string of = R"({"what": "word", "text": ")" + text + "\"";
    if (text == "shop") return of + R"(, "found": [{"id": 7, "text": "shop"}]})";
    if (text == "girls") return of + R"(, "found": [{"id": 4813, "text": "␣girls"}, {"id": 36960, "text": "girls"}]})";
    if (text == "unhappiness")
      return of + R"(, "found": [], "pieces": [{"id": 403, "text": "un"}, {"id": 71, "text": "happi"},
                                              {"id": 1108, "text": "ness"}]})";
    return of + R"(, "found": [], "pieces": []})";
  }

  // After each layer the sentence's tokens come again, each layer likelier.
  std::string grid() const {
    std::string rows;
    for (std::size_t layer = 0; layer <= layers; ++layer) {
      std::string row;
      for (std::size_t at = 0; at < tokens(); ++at)
        row += (at == 0 ? "" : ", ") + std::string(R"({"text": "word", "id": )") + std::to_string(at) +
               R"(, "probability": )" + std::to_string(static_cast<double>(layer) / static_cast<double>(layers)) + "}";
      rows += (layer == 0 ? "[" : ", [") + row + "]";
    }
    return R"({"what": "grid", "at": 0, "grid": [)" + rows + "]}";
  }

  static std::string split(const explorer::ModelWants& wants) {
    return "{" + asked(wants.asked) + R"(, "part": )" + std::to_string(wants.part) +
           R"(, "largest": [{"place": 1, "value": 2.25}, {"place": 9, "value": -0.125}], "others": 12, "rest": 0.375})";
  }

  // Measure m of head h in layer l: (l + 1) (h + 1) (m + 1) / 1000.
  std::string atlas(const explorer::ModelWants& wants) const {
    std::string means;
    for (std::size_t i = 0; i < layers * heads * explorer::model_measures; ++i) {
      const std::size_t head = i / explorer::model_measures, measure = i % explorer::model_measures;
      means += (i == 0 ? "" : ", ") +
               std::to_string(static_cast<double>((head / heads + 1) * (head % heads + 1) * (measure + 1)) / 1000);
    }
    return R"({"texts": ")" + std::string(explorer::json::word(wants.texts)) +
           R"(", "done": 64, "all": 64, "means": [)" + means + "]}";
  }

  // One pair that is the whole score.
  std::string score_parts(const explorer::ModelWants& wants) const {
    const std::string value = std::to_string(score(wants.head, wants.asked.at, wants.asked.word));
    return R"({"at": )" + std::to_string(wants.asked.at) + R"(, "word": )" + std::to_string(wants.asked.word) +
           R"(, "layer": )" + std::to_string(wants.head.layer) + R"(, "head": )" + std::to_string(wants.head.head) +
           R"(, "pairs": [{"query": {"kind": "token"}, "key": {"kind": "token"}, "value": )" + value +
           R"(}], "others": 0, "rest": 0, "score": )" + value + "}";
  }

  // What the page does, until nothing is wanted; true if nothing was refused.
  bool answer(explorer::Explorer& e) const {
    using What = explorer::ModelWants::What;
    for (int times = 0; times < 1000; ++times) {
      const auto first = e.model().wants();
      const auto wants = first ? first : e.model().wants_of_second();
      if (!wants) return true;
      const auto& [what, head, of, part, inner, texts, whole] = *wants;
      bool done = true;
      switch (what) {
        case What::model: done = e.model().open_json(about()).has_value(); break;
        case What::text: done = e.model().open_text_json(run(e)).has_value(); break;
        case What::lens: done = e.model().give_why_json(lens(of)).has_value(); break;
        case What::ledger: done = e.model().give_why_json(ledger(of)).has_value(); break;
        case What::sweep: done = e.model().give_why_json(sweep(of, e.state().model)).has_value(); break;
        case What::grid: done = e.model().give_why_json(grid()).has_value(); break;
        case What::word: done = e.model().give_why_json(word(e)).has_value(); break;
        case What::split: done = e.model().give_why_json(split(*wants)).has_value(); break;
        case What::atlas: done = e.model().give_atlas_json(atlas(*wants)).has_value(); break;
        case What::score: done = e.model().give_why_json(score_parts(*wants)).has_value(); break;
        case What::next: done = e.model().give_next_json(next(e)).has_value(); break;
        case What::weights:
          done = e.model().give_numbers("weights", head.layer, head.head, weights(head)).has_value();
          break;
        case What::vectors:
          done = e.model().give_numbers("vectors", head.layer, head.head, vectors(head)).has_value();
          break;
        case What::second:
          done = e.model()
                     .give_second_json(R"({"source": ")" + e.state().model.look.second +
                                       R"(", "name": "tuned", "bytes": 1000, "next": []})")
                     .has_value();
          break;
        case What::second_weights:
          done = e.model().give_numbers("second_weights", head.layer, head.head, weights({0, 0})).has_value();
          break;
        case What::matrices:
          done = e.model()
                     .give_numbers("matrices", head.layer, head.head, std::vector{0.008f, 0.0123f, 0.5f, 1.25f})
                     .has_value();
          break;
        case What::differences: {
          std::vector<float> all = pictures(head.layer);
          std::ranges::copy(pictures(head.layer), std::back_inserter(all));
          for (std::size_t i = 0; i < heads; ++i) all.push_back(static_cast<float>(head.layer * heads + i) / 1000);
          done = e.model().give_numbers("differences", head.layer, 0, all).has_value();
          break;
        }
        case What::rows: {
          std::vector<float> all;
          for (std::size_t i = 0; i < layers * heads; ++i) {
            const std::vector<float> map = weights({i / heads, i % heads});
            const auto begin = map.begin() + static_cast<std::ptrdiff_t>(of.at * tokens());
            all.insert(all.end(), begin, begin + static_cast<std::ptrdiff_t>(tokens()));
          }
          done = e.model().give_row("rows", of.at, all).has_value();
          break;
        }
        case What::rollout: {
          const std::vector<float> alike(tokens(), 1 / static_cast<float>(tokens()));
          done = e.model().give_row("rollout", of.at, alike).has_value();
          break;
        }
        case What::pooled: return false;  // of more tokens than are told here
        case What::pictures:
          done = e.model().give_numbers("pictures", head.layer, 0, pictures(head.layer)).has_value() &&
                 e.model().give_numbers("shares", head.layer, 0, shares(head.layer)).has_value();
          break;
      }
      if (!done) return false;
    }
    return false;
  }

  // A key is 1 in the feature of its token, so a query holds its scores, times √width; values are drawn from a sine.
  std::vector<float> vectors(explorer::ModelHead head) const {
    const std::size_t all = tokens() * width;
    std::vector<float> out(3 * all, 0.0f);
    for (std::size_t i = 0; i < tokens(); ++i) {
      out[all + i * width + i] = 1;
      for (std::size_t j = 0; j <= i; ++j)
        out[i * width + j] = static_cast<float>(score(head, i, j) * std::sqrt(static_cast<double>(width)));
    }
    for (std::size_t i = 2 * all; i < 3 * all; ++i) out[i] = std::sin(static_cast<float>(i + head.head));
    return out;
  }

  bool open(explorer::Explorer& e) const {
    return e.apply(explorer::ShowModel{true, std::nullopt}) && e.model().open_json(about()) && answer(e);
  }
};

}  // namespace ui_test
