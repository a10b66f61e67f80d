// The calls of lessons.train in any order: a small model whose block "training" names anything, then steps, and the weights
// after any of them. A run that is refused, or whose loss is not finite, leaves the module usable.
#include <fstream>
#include <iterator>

#include "calls.hpp"

extern "C" {
const double* call_training_open(const double*);
const double* call_training_steps(const double*);
const double* call_training_weights(const double*);
}

namespace {

using calls::Answer;
using calls::Input;
using calls::Words;

// The lesson without its block "training".
const std::string& model() {
  static const std::string json = [] {
    std::ifstream file(AE_SOURCE_DIR "/tests/golden/training-letter-before.json", std::ios::binary);
    std::string all{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::size_t from = all.find("\"training\": {"), to = all.find("\"steps\": [", from);
    claim(from != std::string::npos && to != std::string::npos);
    return all.erase(from, to - from).insert(from, "\"training\": @, ");
  }();
  return json;
}

std::string name(Input& in) {
  const char* known[] = {"loss", "wte",     "wpe",    "W_q",     "W_k",     "W_v",
                         "W_u",  "weights", "logits", "letters", "targets", ""};
  return std::string("\"") + in.PickValueInArray(known) + "\"";
}

std::string number(Input& in) {
  const char* known[] = {"0.1",  "0",    "-1", "1e30", "1e-30", "100001", "2", "{ \"parameter\": \"optimiser\" }",
                         "null", "0.999"};
  return in.PickValueInArray(known);
}

std::string names(Input& in) {
  std::string all = name(in);
  for (int more = in.ConsumeIntegralInRange(0, 3); more > 0; --more) all += ", " + name(in);
  return "[" + all + "]";
}

std::string training(Input& in) {
  if (in.ConsumeIntegralInRange(0, 9) == 0) return "{}";
  const char* optimisers[] = {"sgd", "adam", "adamw", "other"};
  std::string out = "{ \"loss\": " + (in.ConsumeBool() ? "\"loss\"" : name(in));
  out += ", \"parameters\": " + (in.ConsumeBool() ? R"(["wte", "W_q"])" : names(in));
  out += std::string(", \"optimiser\": { \"name\": \"") + in.PickValueInArray(optimisers) + "\", \"lr\": " + number(in);
  for (const char* key : {"momentum", "eps", "weight_decay"})
    if (in.ConsumeIntegralInRange(0, 3) == 0) out += std::string(", \"") + key + "\": " + number(in);
  out += "}, \"steps\": " + number(in);
  if (in.ConsumeBool()) out += ", \"fresh\": [\"data\"]";
  if (in.ConsumeBool()) out += R"(, "heldOut": { "generator": "test", "every": )" + number(in) + "}";
  if (in.ConsumeBool()) out += ", \"watch\": " + names(in);
  return out + "}";
}

struct Run {
  bool open = false;
  std::size_t losses = 0, held_out = 0;
};

Run open(Input& in) {
  std::string text = model();
  text.replace(text.find('@'), 1, training(in));
  Words words(false);
  words.text(text);
  words.number(0);
  words.number(0);
  words.text("en");
  Answer answer(std::move(words).call(call_training_open));
  if (!answer.done()) return {};
  claim(answer.size() <= 100'000);
  return {.open = true};
}

void steps(Input& in, Run& run) {
  Words words(false);
  words.number(in.ConsumeIntegralInRange(0, 3));
  words.number(static_cast<double>(run.losses));
  words.number(static_cast<double>(run.held_out));
  words.number(in.ConsumeBool() ? 1 : 0);
  Answer answer(std::move(words).call(call_training_steps));
  claim(answer.done());
  for (std::size_t left = answer.size(); left > 0; --left, ++run.losses) answer.number();
  for (std::size_t left = answer.size(); left > 0; --left, ++run.held_out) {
    claim(answer.size() <= run.losses);
    answer.number();
  }
  if (answer.number() == 0) return;
  claim(answer.size() <= run.losses + 1);
  claim(well_formed(answer.text()));
}

void weights(Input& in, const Run& run) {
  Words words(false);
  words.number(static_cast<double>(in.ConsumeIntegralInRange<std::size_t>(0, run.losses)));
  Answer answer(std::move(words).call(call_training_weights));
  claim(answer.done());
  for (std::size_t left = answer.size(); left > 0; --left) {
    claim(well_formed(answer.text()));
    answer.tensor();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input in(data, size);
  Run run;
  for (int step = 0; step < 6 && in.remaining_bytes() > 0; ++step) {
    const int what = in.ConsumeIntegralInRange(0, 4);
    // JavaScript makes no other call before a run is open.
    if (!run.open || what == 0) run = open(in);
    else if (what < 4) steps(in, run);
    else weights(in, run);
    release();
  }
  return 0;
}
