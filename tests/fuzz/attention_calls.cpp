// The calls of attention.mjs in any order, with every argument that web/modules accepts: shapes, options, masks, and kept
// tensors, which are freed and created in between. Each returns a result of the right form or an error; kept tensors never
// change, and freed memory is never used.
#include "calls.hpp"

#define FOR_EACH_CALL(use)                                                                                             \
  use(scaled_dot_product) use(scaled_dot_product_share) use(scaled_dot_product_backward) use(multi_head) use(additive) \
      use(softmax) use(matmul) use(linear_share) use(sinusoidal) use(rotary) use(alibi_slopes) use(seed) use(rand)     \
          use(randn) use(randint) use(uniform) use(normal) use(embedding) use(xavier_uniform) use(xavier_normal)       \
              use(kaiming_uniform) use(kaiming_normal) use(dropout) use(linear) use(multihead_attention)
#define DECLARE(name) extern "C" const double* call_##name(const double*);
FOR_EACH_CALL(DECLARE)

namespace {

using calls::Answer;
using calls::Input;
using calls::Lengths;
using calls::Words;

// State between calls, as in a page: kept tensors, and a generator's state.
struct Session {
  Input& in;
  Lengths usual;  // lengths that turn up again and again, so that shapes often fit
  std::list<calls::Kept> held;
  std::string generator;

  explicit Session(Input& input) : in(input) {
    for (int i = 0; i < 4; ++i) usual.push_back(in.ConsumeIntegralInRange<std::size_t>(0, 6));
  }

  std::size_t length() {
    const std::size_t which = in.ConsumeIntegralInRange<std::size_t>(0, usual.size() + 1);
    return which < usual.size()    ? usual[which]
           : which == usual.size() ? 1
                                   : in.ConsumeIntegralInRange<std::size_t>(0, 9);
  }

  Lengths shape(std::size_t least, std::size_t most) {
    Lengths lengths(in.ConsumeIntegralInRange(least, most));
    for (std::size_t& one : lengths) one = length();
    return lengths;
  }

  std::vector<float> numbers(std::size_t count) {
    constexpr float usual_numbers[] = {0.0f, 1.0f, -1.0f, 0.25f, 3e38f, -3e38f, 1e-40f, -100.0f};
    std::vector<float> all(count);
    const bool plain = in.ConsumeBool();
    for (float& x : all)
      x = plain ? static_cast<float>(in.ConsumeIntegral<std::int8_t>()) / 16 : in.PickValueInArray(usual_numbers);
    if (count > 0 && in.ConsumeIntegralInRange(0, 7) == 0) {
      constexpr float odd[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity()};
      all[in.ConsumeIntegralInRange<std::size_t>(0, count - 1)] = in.PickValueInArray(odd);
    }
    return all;
  }

  void tensor(Words& out, std::size_t least = 0, std::size_t most = 4) {
    if (!held.empty() && in.ConsumeBool()) {
      auto one = held.begin();
      std::advance(one, in.ConsumeIntegralInRange<std::size_t>(0, held.size() - 1));
      return out.tensor(*one);
    }
    const Lengths lengths = shape(least, most);
    out.array(lengths, numbers(calls::product(lengths)));
  }
  void maybe_tensor(Words& out, std::size_t least = 0, std::size_t most = 4) {
    if (in.ConsumeBool()) out.nothing();
    else tensor(out, least, most);
  }
  void mask(Words& out) {
    if (in.ConsumeBool()) return maybe_tensor(out);
    const Lengths lengths = shape(0, 4);
    std::vector<std::uint8_t> flags(calls::product(lengths));
    for (std::uint8_t& one : flags) one = in.ConsumeIntegral<std::uint8_t>();
    out.array(lengths, flags);
  }
  void flag(Words& out) { out.number(in.ConsumeBool() ? 1 : 0); }
  void number(Words& out) { out.number(calls::any_number(in)); }
  void maybe_number(Words& out) { out.number(calls::maybe(in, calls::any_number(in))); }
  void size(Words& out) { out.number(static_cast<double>(calls::any_size(in))); }
  void maybe_size(Words& out) { out.number(calls::maybe(in, static_cast<double>(calls::any_size(in)))); }
  void heads(Words& out, int least) {
    out.number(in.ConsumeIntegralInRange(0, 15) > 0 ? in.ConsumeIntegralInRange(least, 9) : 1000);
  }
  void choice(Words& out, int count) { out.number(in.ConsumeIntegralInRange(0, count - 1)); }
  void probability(Words& out) {
    if (in.ConsumeBool()) out.number(0);
    else number(out);
  }
  void state(Words& out) {
    if (generator.empty()) out.nothing();
    else out.text(generator);
  }
  // Lengths of a tensor that is drawn: of a few numbers, or of more than the core takes, but none beside a 0.
  void sizes(Words& out) {
    Lengths lengths(in.ConsumeIntegralInRange<std::size_t>(0, 4));
    for (std::size_t& one : lengths) one = calls::any_size(in);
    if (std::find(lengths.begin(), lengths.end(), std::size_t{0}) != lengths.end())
      for (std::size_t& one : lengths) one = std::min<std::size_t>(one, 9);
    out.list(lengths);
  }

  void attention(Words& out) {
    for (int i = 0; i < 3; ++i) tensor(out, 1);
    mask(out);
    flag(out);
    maybe_number(out);
    flag(out);
    probability(out);
    if (in.ConsumeBool()) state(out);
    else out.nothing();
    probability(out);  // softcap
    maybe_tensor(out);
    maybe_tensor(out);
    const bool has_lengths = in.ConsumeBool();
    out.number(has_lengths ? 1 : 0);
    if (has_lengths) sizes(out);
    for (int i = 0; i < 2; ++i) {
      if (in.ConsumeBool()) out.number(0);
      else heads(out, 0);
    }
    flag(out);
    choice(out, 4);
  }
};

// What a call is given after the word `keep`, what it gives back, and whether its tensors can be kept.
struct Call {
  calls::Export name;
  void (*give)(Session&, Words&);
  void (*take)(Session&, Answer&);
  bool keeps = false;
};

template <int count>
void tensors(Session& session, Answer& answer) {
  for (int i = 0; i < count; ++i) claim(answer.tensor(session.held));
}
template <int count>
void maybe_tensors(Session& session, Answer& answer) {
  claim(answer.tensor(session.held));
  for (int i = 1; i < count; ++i) answer.tensor(session.held);
}
// Draws begin with the generator's new state.
template <int count>
void drawn(Session& session, Answer& answer) {
  session.generator = answer.text();
  for (int i = 0; i < count; ++i) answer.tensor(session.held);
}

template <int numbers>
void give_drawn(Session& session, Words& out) {
  session.state(out);
  for (int i = 0; i < numbers; ++i) session.number(out);
  session.sizes(out);
}
void give_kaiming(Session& session, Words& out) {
  session.state(out);
  session.number(out);
  session.choice(out, 2);
  session.choice(out, 5);
  session.sizes(out);
}

const Call all[] = {
    {call_scaled_dot_product, [](Session& s, Words& out) { s.attention(out); }, maybe_tensors<5>, true},
    {call_scaled_dot_product_share,
     [](Session& s, Words& out) {
       s.attention(out);
       const auto count = s.in.ConsumeIntegralInRange(2, 64);
       out.number(s.in.ConsumeIntegralInRange(0, count - 1));
       out.number(count);
     },
     [](Session& s, Answer& answer) {
       if (answer.number() == 0) return;
       for (std::size_t rank = answer.size(); rank > 0; --rank) answer.size();
       answer.size();
       claim(answer.tensor(s.held));
     }},
    {call_multi_head,
     [](Session& s, Words& out) {
       for (int i = 0; i < 3; ++i) s.tensor(out, 0, 3);
       s.heads(out, 1);
       for (int i = 0; i < 5; ++i) s.maybe_tensor(out, 1, 2);
       s.tensor(out, 2, 2);
       for (int i = 0; i < 3; ++i) s.maybe_tensor(out, 1, 3);
       s.flag(out);
       s.mask(out);
       s.mask(out);
       for (int i = 0; i < 4; ++i) s.flag(out);
       s.maybe_number(out);
       s.probability(out);
       s.state(out);
     },
     maybe_tensors<2>, true},
    {call_additive,
     [](Session& s, Words& out) {
       for (int i = 0; i < 5; ++i) s.tensor(out, 2, 3);
       s.tensor(out, 1, 1);
       s.mask(out);
     },
     tensors<3>, true},
    {call_softmax,
     [](Session& s, Words& out) {
       s.tensor(out);
       out.number(s.in.ConsumeBool() ? s.in.ConsumeIntegralInRange(-5, 5) : s.in.ConsumeIntegral<std::int32_t>());
       s.number(out);
       s.choice(out, 2);
     },
     tensors<1>, true},
    {call_matmul,
     [](Session& s, Words& out) {
       s.tensor(out);
       s.tensor(out);
     },
     tensors<1>, true},
    {call_linear_share,
     [](Session& s, Words& out) {
       s.tensor(out, 1);
       s.tensor(out, 2, 2);
       s.maybe_tensor(out, 1, 1);
     },
     tensors<1>, true},
    {call_sinusoidal,
     [](Session& s, Words& out) {
       const std::size_t tokens = calls::any_size(s.in), dim = calls::any_size(s.in);
       out.number(static_cast<double>(dim == 0 ? 0 : tokens));  // an empty one is checked before
       out.number(static_cast<double>(tokens == 0 ? 0 : dim));
       s.number(out);
       s.size(out);
     },
     tensors<1>, true},
    {call_rotary,
     [](Session& s, Words& out) {
       s.tensor(out);
       s.number(out);
       s.size(out);
       s.flag(out);
     },
     tensors<1>, true},
    {call_alibi_slopes, [](Session& s, Words& out) { s.size(out); }, tensors<1>, true},
    {call_seed,
     [](Session& s, Words& out) {
       const bool number = s.in.ConsumeBool();
       out.number(number ? calls::any_number(s.in) : std::numeric_limits<double>::quiet_NaN());
       if (number) out.nothing();
       else out.text(std::to_string(s.in.ConsumeIntegral<std::int64_t>()) + (s.in.ConsumeBool() ? "000" : ""));
     },
     drawn<0>},
    {call_rand, give_drawn<0>, drawn<1>},
    {call_randn, give_drawn<0>, drawn<1>},
    {call_randint,
     [](Session& s, Words& out) {
       s.state(out);
       constexpr std::int64_t most = (std::int64_t{1} << 53) - 1;
       for (int i = 0; i < 2; ++i) out.number(static_cast<double>(s.in.ConsumeIntegralInRange(-most, most)));
       s.sizes(out);
     },
     drawn<1>},
    {call_uniform, give_drawn<2>, drawn<1>},
    {call_normal, give_drawn<2>, drawn<1>},
    {call_embedding,
     [](Session& s, Words& out) {
       s.state(out);
       s.size(out);
       s.size(out);
       s.maybe_size(out);
     },
     drawn<1>},
    {call_xavier_uniform, give_drawn<1>, drawn<1>},
    {call_xavier_normal, give_drawn<1>, drawn<1>},
    {call_kaiming_uniform, give_kaiming, drawn<1>},
    {call_kaiming_normal, give_kaiming, drawn<1>},
    {call_dropout,
     [](Session& s, Words& out) {
       s.state(out);
       s.tensor(out);
       s.number(out);
       s.flag(out);
     },
     drawn<1>},
    {call_linear,
     [](Session& s, Words& out) {
       s.state(out);
       s.size(out);
       s.size(out);
       s.flag(out);
     },
     drawn<2>},
    {call_multihead_attention,
     [](Session& s, Words& out) {
       s.state(out);
       s.size(out);
       s.size(out);
       s.flag(out);
       s.flag(out);
       s.maybe_size(out);
       s.maybe_size(out);
     },
     drawn<9>},
    {call_scaled_dot_product_backward,
     [](Session& s, Words& out) {
       for (int i = 0; i < 4; ++i) s.tensor(out, 1);
       s.mask(out);
       s.flag(out);
       s.maybe_number(out);
       s.flag(out);
     },
     tensors<3>, true},
};

void keep(Session& session) {
  const Lengths shape = session.shape(0, 4);
  const std::vector<float> numbers = session.numbers(calls::product(shape));
  auto* own = static_cast<float*>(alloc(numbers.size() * sizeof(float)));
  if (!numbers.empty()) std::memcpy(own, numbers.data(), numbers.size() * sizeof(float));
  session.held.emplace_back(shape, own);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input in(data, size);
  Session session(in);
  for (int step = 0; step < 24 && in.remaining_bytes() > 0; ++step) {
    const auto what = in.ConsumeIntegralInRange<std::size_t>(0, std::size(all) + 3);
    if (what == std::size(all)) {
      keep(session);
    } else if (what == std::size(all) + 1) {
      if (!session.held.empty()) session.held.pop_front();
    } else if (what == std::size(all) + 2) {
      if (!session.held.empty()) session.held.pop_back();
    } else if (what == std::size(all) + 3) {
      std::memset(reserve(16), 0xff, 16);
      if (in.ConsumeBool()) std::memset(reserve(std::size_t{5} << 20), 0xff, std::size_t{5} << 20);
    } else {
      const Call& call = all[what];
      Words words(call.keeps && in.ConsumeIntegralInRange(0, 2) == 0);
      call.give(session, words);
      Answer answer(std::move(words).call(call.name));
      if (answer.done()) call.take(session, answer);
      release();
    }
    for (const calls::Kept& one : session.held) claim(one.unchanged());
  }
  release();
  return 0;
}
