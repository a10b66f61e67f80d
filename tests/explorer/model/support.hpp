// A model for tests: random queries and keys, and the weights that softmax gives for them, computed here in double.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "attention/random/generator.hpp"
#include "explorer/json/write.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/support.hpp"
#include "support/expect.hpp"

namespace models_told {

using explorer::Explorer;
using explorer::ModelHead;

inline constexpr std::size_t told_heads = 3, told_width = 4;
inline const std::string about =
    R"({"name": "model.safetensors", "family": "gpt2", "about": "made for a test", "causal": true, "layers": 2, "heads": 3,
        "headWidth": 4, "vocabulary": 100, "parameters": 12345, "bytes": 49380, "read": "file", "source": "",
        "ledger": true, "text": "the cat saw the dog"})";
inline const std::vector<std::string> words{"the", "cat", "saw", "the", "dog"};
inline const std::size_t told_tokens = words.size();

// Queries (T, D), then keys and values.
inline std::vector<float> vectors_of(ModelHead head) {
  attention::Generator generator(100 + 10 * head.layer + head.head);
  std::vector<float> numbers;
  for (const double number : generator.randn_double(3 * told_tokens * told_width))
    numbers.push_back(static_cast<float>(number));
  return numbers;
}

// softmax(q · k times scale), row by row over the keys up to the query.
inline std::vector<float> weights_of(ModelHead head, double scale = 0.5) {
  const std::vector<float> numbers = vectors_of(head);
  std::vector<float> out(told_tokens * told_tokens, 0.0f);
  for (std::size_t row = 0; row < told_tokens; ++row) {
    std::vector<double> exponentials;
    double sum = 0;
    for (std::size_t key = 0; key <= row; ++key) {
      double dot = 0;
      for (std::size_t d = 0; d < told_width; ++d)
        dot += double{numbers[row * told_width + d]} * double{numbers[(told_tokens + key) * told_width + d]};
      sum += exponentials.emplace_back(std::exp(dot * scale));
    }
    for (std::size_t key = 0; key <= row; ++key)
      out[row * told_tokens + key] = static_cast<float>(exponentials[key] / sum);
  }
  return out;
}

// Of five tokens the picture has a pixel per weight.
inline std::vector<float> pictures_of(std::size_t layer) {
  std::vector<float> out;
  for (std::size_t head = 0; head < told_heads; ++head) out.append_range(weights_of({layer, head}));
  return out;
}

// first, previous, same and far, each head with another one in front.
inline std::vector<float> shares_of(std::size_t layer) {
  const auto more = 0.01f * static_cast<float>(layer);
  return {0.1f, 0.6f + more, 0.2f, 0.1f, 0.7f + more, 0.1f, 0.1f, 0.1f, 0.2f, 0.2f, 0.1f, 0.5f + more};
}

inline const std::string next =
    R"({"next": [{"text": "sat", "id": 7, "probability": 0.5}, {"text": "ran", "id": 9, "probability": 0.25}],
        "others": {"count": 98, "probability": 0.25}, "before": [{"text": "sat", "id": 7, "probability": 0.4}]})";

// After place `at`; the last row has sat (7) before ran (9).
inline std::string lens_of(std::size_t at) {
  const std::string row =
      R"([{"text": "the", "id": 1, "probability": 0.5}, {"text": "cat", "id": 2, "probability": 0.25}])";
  return R"({"at": )" + std::to_string(at) + R"(, "lens": [)" + row + ", " + row +
         R"(, [{"text": "sat", "id": 7, "probability": 0.5}, {"text": "ran", "id": 9, "probability": 0.25}]]})";
}
inline std::string asked_text(const explorer::ModelAsked& of) {
  return R"("at": )" + std::to_string(of.at) + R"(, "word": )" + std::to_string(of.word) + R"(, "against": )" +
         (of.against ? std::to_string(*of.against) : "null") + R"(, "layers": )" +
         (of.layers ? std::to_string(*of.layers) : "null");
}
// Four parts: 1.5, the head 1.2 with −2.25 − 0.5, the MLP of layer 1 with 1.25, the bias −0.5.
inline std::string ledger_of(const explorer::ModelAsked& of) {
  return "{" + asked_text(of) + R"(, "text": "sat", "againstText": "ran", "sum": -0.5, "logit": -0.5, "parts": [
    {"kind": "token", "layer": 0, "head": 0, "of": 2, "minus": 0.5},
    {"kind": "head", "layer": 1, "head": 2, "of": -2.25, "minus": 0.5},
    {"kind": "inner", "layer": 1, "head": 0, "of": 1.25, "minus": 0},
    {"kind": "finalNormBias", "layer": 0, "head": 0, "of": -0.5, "minus": 0}]})";
}
inline std::string split_of(const explorer::ModelWants& wants) {
  return "{" + asked_text(wants.asked) + R"(, "part": )" + std::to_string(wants.part) +
         R"(, "largest": [{"place": 1, "value": -2.5, "factor": 0.5}], "others": 4, "rest": -0.25})";
}

// Two pairs, and 7 others with 0.25.
inline std::string score_of(const explorer::ModelWants& wants) {
  return R"({"at": )" + std::to_string(wants.asked.at) + R"(, "word": )" + std::to_string(wants.asked.word) +
         R"(, "layer": )" + std::to_string(wants.head.layer) + R"(, "head": )" + std::to_string(wants.head.head) +
         R"(, "pairs": [{"query": {"kind": "token", "layer": 0, "head": 0}, "key": {"kind": "head", "layer": 0, "head": 1},
                         "value": 2.5},
                        {"query": {"kind": "inner", "layer": 0, "head": 0}, "key": {"kind": "position", "layer": 0, "head": 0},
                         "value": -1}], "others": 7, "rest": 0.25, "score": 1.75})";
}

// 0.00, 0.01, 0.02 … of two layers of three heads; the last one was not measured.
inline std::string atlas_of(const explorer::ModelWants& wants, const std::string& off) {
  std::string means;
  const std::size_t count = 2 * told_heads * explorer::model_measures;
  for (std::size_t i = 0; i + 1 < count; ++i) means += "0." + std::string(i < 10 ? "0" : "") + std::to_string(i) + ", ";
  return R"({"texts": ")" + std::string(explorer::json::word(wants.texts)) + R"(", "off": )" + off +
         R"(, "done": 8, "all": 8, "means": [)" + means + "null]}";
}

inline std::string run_of(const Explorer& e) {
  std::string given;
  for (const std::size_t id : e.state().model.input.ids) given += (given.empty() ? "" : ", ") + std::to_string(id);
  return R"({"text": ")" + e.state().model.input.text + R"(", "given": [)" + given + R"(], "off": )" +
         explorer::json::text_of(e.state().model.input.off) + R"(, "other": ")" + e.state().model.input.other +
         R"(", "temperatures": )" + explorer::json::text_of(e.state().model.input.temperatures) + R"(, "weights": )" +
         explorer::json::text_of(e.state().model.input.weights) +
         R"(, "words": ["the", "cat", "saw", "the", "dog"], "ids": [1, 2, 3, 1, 4], "same": [0, 1, 2, 0, 4]})";
}

// After each layer the next word of the vocabulary at each token, with the probability 1 / (1 + layer).
inline std::string grid_of(Explorer& e) {
  std::string rows;
  for (std::size_t layer = 0; layer < 3; ++layer) {
    std::string row;
    for (std::size_t at = 0; at < e.model().data().tokens(); ++at)
      row += (at == 0 ? "" : ", ") + std::string(R"({"text": "w)") + std::to_string(layer * 10 + at) + R"(", "id": )" +
             std::to_string(layer * 10 + at) + R"(, "probability": )" + std::to_string(1.0 / (1.0 + double(layer))) +
             "}";
    rows += (layer == 0 ? "[" : ", [") + row + "]";
  }
  return R"({"what": "grid", "at": 0, "grid": [)" + rows + "]}";
}

// 1, 2, 3 … and at the end a negative number; in the other sentence the logit is −2.5.
inline std::string sweep_of(Explorer& e, const explorer::ModelAsked& asked) {
  const explorer::ModelState& state = e.state().model;
  const bool heads = state.look.patched == explorer::ModelPatched::heads;
  const std::size_t count = 2 * (heads ? told_heads + 1 : e.model().data().tokens());
  std::string out = "{" + asked_text(asked) + R"(, "patched": ")" + (heads ? "heads" : "stream") + R"(", "other": ")" +
                    state.input.other + R"(", "there": -2.5, "leads": [)";
  for (std::size_t i = 1; i < count; ++i) out += std::to_string(i) + ", ";
  return out + "-" + std::to_string(count) + "]}";
}

// “man” is the token 12, with or without a space before it; “dogs” is two tokens; nothing else is in the vocabulary.
inline std::string word_of(const std::string& text) {
  const std::string of = R"({"what": "word", "text": ")" + text + "\"";
  if (text == "man") return of + R"(, "found": [{"id": 12, "text": "␣man"}, {"id": 13, "text": "man"}]})";
  if (text == "dogs") return of + R"(, "found": [], "pieces": [{"id": 4, "text": "dog"}, {"id": 20, "text": "s"}]})";
  return of + R"(, "found": [], "pieces": []})";
}

// A second model, which says “man” with 0.75 next.
inline std::string second_of(Explorer& e) {
  return R"({"source": ")" + e.state().model.look.second +
         R"(", "name": "other.gguf", "bytes": 3000000, "next": [{"text": "man", "id": 12, "probability": 0.75}]})";
}

// As the first model's weights, but each token looks at itself in half of what it looked elsewhere.
inline std::vector<float> second_weights_of(ModelHead head) {
  std::vector<float> weights = weights_of(head);
  for (std::size_t i = 0; i < told_tokens; ++i)
    for (std::size_t j = 0; j < told_tokens; ++j)
      if (i != j) {
        weights[i * told_tokens + i] += weights[i * told_tokens + j] / 2;
        weights[i * told_tokens + j] /= 2;
      }
  return weights;
}

// Pictures, differences from −0.75 to 0.5, and how far each head's weights lie elsewhere: 0.1, 0.3, 0.2 and 0, 0.5, 0.05.
inline std::vector<float> differences_of(std::size_t layer) {
  const std::size_t each = told_heads * told_tokens * told_tokens;
  std::vector<float> out(2 * each, 0.0f);
  out[each] = layer == 0 ? -0.75f : 0.5f;
  for (const float moved : layer == 0 ? std::array{0.1f, 0.3f, 0.2f} : std::array{0.0f, 0.5f, 0.05f})
    out.push_back(moved);
  return out;
}

// How far a head's four matrices differ: 0.008, 0.0123, 0.5 and 1.25.
inline const std::vector<float> moved_matrices{0.008f, 0.0123f, 0.5f, 1.25f};

// What the page does: gives what is wanted, of the second model last; false when nothing is.
inline bool answer(Explorer& e) {
  using What = explorer::ModelWants::What;
  const auto first = e.model().wants();
  const auto wants = first ? first : e.model().wants_of_second();
  if (!wants) return false;
  const ModelHead head = wants->head;
  const auto done = [](const explorer::Result<void>& given) { REQUIRE(expect::error(given) == ""); };
  switch (wants->what) {
    case What::lens: done(e.model().give_why_json(lens_of(wants->asked.at))); break;
    case What::ledger: done(e.model().give_why_json(ledger_of(wants->asked))); break;
    case What::sweep: done(e.model().give_why_json(sweep_of(e, wants->asked))); break;
    case What::grid: done(e.model().give_why_json(grid_of(e))); break;
    case What::split: done(e.model().give_why_json(split_of(*wants))); break;
    case What::score: done(e.model().give_why_json(score_of(*wants))); break;
    case What::atlas:
      done(e.model().give_atlas_json(
          atlas_of(*wants, wants->whole ? "[]" : explorer::json::text_of(e.state().model.input.off))));
      break;
    case What::word: done(e.model().give_why_json(word_of(e.model().data().sought->text))); break;
    case What::model: done(e.model().open_json(about)); break;
    case What::text: done(e.model().open_text_json(run_of(e))); break;
    case What::next: done(e.model().give_next_json(next)); break;
    case What::weights: done(e.model().give_numbers("weights", head.layer, head.head, weights_of(head))); break;
    case What::vectors: done(e.model().give_numbers("vectors", head.layer, head.head, vectors_of(head))); break;
    case What::second: done(e.model().give_second_json(second_of(e))); break;
    case What::second_weights:
      done(e.model().give_numbers("second_weights", head.layer, head.head, second_weights_of(head)));
      break;
    case What::matrices: done(e.model().give_numbers("matrices", head.layer, head.head, moved_matrices)); break;
    case What::differences:
      done(e.model().give_numbers("differences", head.layer, 0, differences_of(head.layer)));
      break;
    case What::rows:
    case What::rollout:
    case What::pooled: FAIL("wanted of large pictures alone"); break;
    case What::pictures:
      done(e.model().give_numbers("pictures", head.layer, 0, pictures_of(head.layer)));
      done(e.model().give_numbers("shares", head.layer, 0, shares_of(head.layer)));
      break;
  }
  return true;
}

inline void answer_all(Explorer& e) {
  for (int times = 0; answer(e); ++times) REQUIRE(times < 100);
}

// The screen with a model that has read its first sentence.
inline Explorer with_model() {
  Explorer e = explorers::open_text(explorers::small_lesson);
  REQUIRE(e.apply(explorer::ShowModel{true}).has_value());
  REQUIRE(expect::error(e.model().open_json(about)) == "");
  answer_all(e);
  return e;
}

}  // namespace models_told
