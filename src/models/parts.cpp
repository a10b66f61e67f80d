// See parts.hpp. Vectors of parts are float32 like the model's own; their products are added up in float64.
#include "models/parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/loops.hpp"

namespace models {

namespace {

using attention::fail;
using Floats = std::vector<float>;

double dot(const float* x, const float* y, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(x[i]) * y[i];
  return sum;
}

double mean_of(const float* x, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += x[i];
  return sum / static_cast<double>(count);
}

// A norm whose divisor is held: linear in x, but for its bias.
struct HeldNorm {
  const float* weight = nullptr;
  const float* bias = nullptr;  // LayerNorm, which also takes off the mean; else RMSNorm
  double factor = 1.0;          // 1 / √(variance + ε), or with the mean of squares

  void apply(float* x, std::size_t width) const {
    const double mean = bias ? mean_of(x, width) : 0.0;
    for (std::size_t i = 0; i < width; ++i) x[i] = static_cast<float>((x[i] - mean) * factor * weight[i]);
  }
  // d for the output of the norm becomes d for its input.
  void back(float* d, std::size_t width) const {
    for (std::size_t i = 0; i < width; ++i) d[i] = static_cast<float>(d[i] * factor * weight[i]);
    if (!bias) return;
    const double mean = mean_of(d, width);
    for (std::size_t i = 0; i < width; ++i) d[i] = static_cast<float>(d[i] - mean);
  }
};

// One token on its way through the layers: its stream, and the vectors of the parts that add up to it.
class Way {
 public:
  Way(const Run& run, std::size_t position)
      : run_(run),
        model_(run.model()),
        c_(model_.config()),
        position_(position),
        space_(Model::project_space(model_.layout())),
        row_(c_.width) {}

  bool post_norm() const { return c_.post_norm; }
  const std::vector<Part>& parts() const { return parts_; }
  float* vector(std::size_t part) { return vectors_.data() + part * c_.width; }
  Floats& vectors() { return vectors_; }
  float* space() { return space_.data(); }

  Result<void> walk(std::size_t layers) {
    embed();
    for (std::size_t layer = 0; layer < layers; ++layer) {
      if (Result<void> fine = walk_layer(layer); !fine) return fine;
    }
    return {};
  }

  HeldNorm held(const Norm& norm, const float* x) const { return held(norm, x, c_.width); }
  HeldNorm held(const Norm& norm, const float* x, std::size_t width) const {
    HeldNorm found{model_.vector(norm.weight), model_.vector(norm.bias)};
    const double mean = found.bias ? mean_of(x, width) : 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < width; ++i) squares += (x[i] - mean) * (x[i] - mean);
    found.factor = 1.0 / std::sqrt(squares / static_cast<double>(width) + c_.epsilon);
    return found;
  }

  // What stands behind a half of a layer whose sum is x.
  HeldNorm held_after(std::size_t layer, bool inner, const float* x) const {
    const Layer& l = model_.layout().layers[layer];
    if (c_.layer_scale) return {model_.vector(inner ? l.inner_scale : l.attention_scale), nullptr, 1.0};
    return held(inner ? l.inner_after : l.attention_after, x);
  }

  // The neurons of an inner layer, whose input is what attention left, or what went into the layer.
  Floats neurons(std::size_t layer, const float* middle) {
    const Layer& l = model_.layout().layers[layer];
    const float* const from = c_.parallel ? run_.stream(layer, position_) : middle;
    Floats inner(c_.inner), gate(c_.gated ? c_.inner : 0), normed(from, from + c_.width);
    if (!post_norm()) model_.norm(l.inner_norm, from, normed.data(), 1);
    model_.neurons(l, normed.data(), 1, inner.data(), gate.data(), space());
    return inner;
  }

  // The stream between the halves of a layer.
  struct Middle {
    Floats sum;  // of the stream and attention
    Floats x;    // after the norm, where it comes here
  };
  // Adds the parts of attention where they are wanted.
  Result<Middle> attention_half(std::size_t layer, bool with_parts) {
    const Layer& l = model_.layout().layers[layer];
    const Result<Floats> all = attended(layer, with_parts);
    if (!all) return std::unexpected(all.error());
    Floats x(run_.stream(layer, position_), run_.stream(layer, position_) + c_.width), added = *all;
    if (c_.has_after()) model_.after_half(l.attention_after, l.attention_scale, added.data(), 1);
    loops::add(added.data(), x.data(), c_.width);
    Middle middle{x, std::move(x)};
    if (post_norm()) {
      if (with_parts) pass(held(l.attention_norm, middle.sum.data()), {Part::Kind::attention_norm_bias, layer});
      model_.norm(l.attention_norm, middle.sum.data(), middle.x.data(), 1);
    }
    return middle;
  }

  // What the heads of a layer give together, before a norm behind them; their parts are added after it.
  Result<Floats> attended(std::size_t layer, bool with_parts) {
    const Layer& l = model_.layout().layers[layer];
    Floats sum(c_.width), given(c_.width), output(c_.head_width), weights(run_.tokens());
    const std::size_t before = parts_.size();
    const auto give = [&](const Part& part, const float* vector) {
      loops::add(vector, sum.data(), c_.width);
      if (with_parts) add(part, vector);
    };
    for (std::size_t head = 0; head < c_.heads; ++head) {
      if (Result<void> fine = run_.head_output(layer, head, position_, output.data(), weights.data()); !fine)
        return std::unexpected(std::move(fine).error());
      project(inputs_of(l.output, head * c_.head_width, c_.head_width), output.data(), given.data());
      give({Part::Kind::head, layer, head}, given.data());
    }
    if (const float* bias = model_.vector(l.output.bias))
      give({Part::Kind::attention_bias, layer}, bias + l.output.bias_from);
    if (c_.has_after()) {
      const HeldNorm norm = held_after(layer, false, sum.data());
      for (std::size_t i = before; i < parts_.size(); ++i) norm.apply(vector(i), c_.width);
    }
    return sum;
  }

  // What an inner layer adds, bias included; `middle` is what attention left.
  Floats inner_half(std::size_t layer, const float* middle) {
    Floats given = inner_sum(layer, middle);
    const Layer& l = model_.layout().layers[layer];
    if (c_.has_after()) model_.after_half(l.inner_after, l.inner_scale, given.data(), 1);
    return given;
  }
  // The same before a norm behind it.
  Floats inner_sum(std::size_t layer, const float* middle) {
    const Linear& down = model_.layout().layers[layer].down;
    Floats given(c_.width);
    const Floats inner = neurons(layer, middle);
    project(down, inner.data(), given.data());
    if (const float* bias = model_.vector(down.bias)) loops::add(bias + down.bias_from, given.data(), c_.width);
    return given;
  }

  const Patch* patch(Patch::Where where, std::size_t layer, std::size_t head = 0) const {
    return run_.patch_at(where, layer, head, position_);
  }
  Floats values(const Patch& patch) const {
    Floats found(c_.width);
    patch.copy(position_, c_.width, found.data());
    return found;
  }

  // y (outputs) = x (inputs) · W, without the bias.
  void project(Linear linear, const float* x, float* y) {
    linear.bias = no_vector;
    Model::Projection task;
    task.x = {x, linear.inputs()};
    task.rows = 1;
    task.y = y;
    task.y_step = linear.outputs();
    model_.project(linear, task, space());
  }

  // All parts go through a norm, and its bias becomes a part.
  void pass(const HeldNorm& norm, const Part& bias) {
    for (std::size_t i = 0; i < parts_.size(); ++i) norm.apply(vector(i), c_.width);
    if (norm.bias) add(bias, norm.bias);
  }

  void add(const Part& part, const float* vector) {
    parts_.push_back(part);
    vectors_.insert(vectors_.end(), vector, vector + c_.width);
  }

 private:
  void embed() {
    const Layout& layout = model_.layout();
    Floats x(c_.width);
    const auto add_row = [&](Part::Kind kind, const Matrix& matrix, std::size_t of) {
      model_.read_row(matrix, of, row_.data());
      loops::add(row_.data(), x.data(), c_.width);
      add({kind}, row_.data());
    };
    run_.embed_token(position_, x.data());
    add({Part::Kind::token}, x.data());
    if (run_.embed_position(position_, row_.data())) {
      loops::add(row_.data(), x.data(), c_.width);
      add({Part::Kind::position}, row_.data());
    }
    if (layout.token_types.rows > 0) add_row(Part::Kind::token_type, layout.token_types, run_.types()[position_]);
    if (layout.embedding_norm.weight != no_vector)
      pass(held(layout.embedding_norm, x.data()), {Part::Kind::embedding_norm_bias});
  }

  Result<void> walk_layer(std::size_t layer) {
    Result<Middle> middle = attention_half(layer, true);
    if (!middle) return std::unexpected(std::move(middle).error());
    const Patch* const other = patch(Patch::Where::inner, layer);
    const Floats given = other ? values(*other) : inner_half(layer, middle->x.data());
    add({Part::Kind::inner, layer}, given.data());
    if (post_norm()) {
      loops::add(given.data(), middle->x.data(), c_.width);
      pass(held(model_.layout().layers[layer].inner_norm, middle->x.data()), {Part::Kind::inner_norm_bias, layer});
    }
    if (const Patch* const stream = patch(Patch::Where::stream, layer)) {
      parts_.clear();
      vectors_.clear();
      add({Part::Kind::patch, layer}, values(*stream).data());
    }
    return {};
  }

  const Run& run_;
  const Model& model_;
  const Config& c_;
  std::size_t position_;
  Floats space_, row_, vectors_;
  std::vector<Part> parts_;
};

// What a stream counts for the logit asked for: d (E) with logit = stream · d + the constant parts.
struct Direction {
  Floats d;
  std::vector<std::pair<Part, double>> constants;
};

class Asking {
 public:
  // The part of a logit that is read from one token.
  Asking(const Run& run, LogitAsked asked, const Run::Reading& reading)
      : run_(run), asked_(asked), reading_(reading), model_(run.model()), c_(model_.config()) {
    asked_.position = reading.position;
  }
  std::size_t position() const { return reading_.position; }

  // Of the stream after the layers that are asked for.
  Direction direction(Way& way) const {
    const Layout& layout = model_.layout();
    const float* x = run_.stream(asked_.layers, asked_.position);
    Direction found{unembedding(), {}};
    Floats& d = found.d;
    const auto constant = [&](Part::Kind kind, double value) { found.constants.push_back({{kind}, value}); };
    if (!post_norm()) {
      const HeldNorm norm = way.held(layout.final_norm, x);
      if (norm.bias) constant(Part::Kind::final_norm_bias, dot(norm.bias, d.data(), c_.width));
      norm.back(d.data(), c_.width);
    } else {
      back_through_transform(way, x, d, constant);
    }
    if (const float* bias = model_.vector(reading_.linear->bias); bias && reading_.bias != 0.0f) {
      bias += reading_.linear->bias_from;
      const double value = static_cast<double>(bias[asked_.id]) - (asked_.against ? bias[*asked_.against] : 0.0f);
      constant(Part::Kind::logit_bias, reading_.bias * value);
    }
    return found;
  }

  // Of what an inner layer adds, or of what a head adds, in a layer.
  Result<Floats> direction_at(std::size_t layer, bool inner) const {
    Way way(run_, asked_.position);
    Floats d = direction(way).d;
    if (c_.has_after()) {  // before what stands behind it
      Floats sum;
      if (inner) {
        const Result<Way::Middle> middle = way.attention_half(layer, false);
        if (!middle) return std::unexpected(middle.error());
        sum = way.inner_sum(layer, middle->x.data());
      } else {
        Result<Floats> all = way.attended(layer, false);
        if (!all) return all;
        sum = *std::move(all);
      }
      way.held_after(layer, inner, sum.data()).back(d.data(), c_.width);
    }
    if (!post_norm()) return d;
    for (std::size_t at = asked_.layers; at-- > layer;) {
      Result<Way::Middle> middle = way.attention_half(at, false);
      if (!middle) return std::unexpected(std::move(middle).error());
      const Layer& l = model_.layout().layers[at];
      Floats after = way.inner_half(at, middle->x.data());
      loops::add(middle->x.data(), after.data(), c_.width);
      way.held(l.inner_norm, after.data()).back(d.data(), c_.width);
      if (at == layer && inner) break;
      way.held(l.attention_norm, middle->sum.data()).back(d.data(), c_.width);
    }
    return d;
  }

 private:
  bool post_norm() const { return c_.post_norm; }

  Floats unembedding() const {
    const Matrix& rows = reading_.linear->weight;
    Floats d(c_.width), other(c_.width);
    model_.read_row(rows, asked_.id, d.data());
    scale_by_cap(asked_.id, d);
    if (asked_.against) {
      model_.read_row(rows, *asked_.against, other.data());
      scale_by_cap(*asked_.against, other);
      for (std::size_t i = 0; i < c_.width; ++i) d[i] -= other[i];
    }
    for (float& number : d) number *= reading_.factor;
    return d;
  }

  // A cap of the logits is held as the factor by which it makes this logit smaller.
  void scale_by_cap(std::size_t id, Floats& d) const {
    if (c_.logit_cap == 0.0) return;
    const Result<float> capped = run_.lens_logit(asked_.layers, asked_.position, id);
    if (!capped || *capped == 0.0f) return;  // what is asked for wrongly was refused before
    const auto factor = static_cast<float>(*capped / (c_.logit_cap * std::atanh(*capped / c_.logit_cap)));
    for (float& number : d) number *= factor;
  }

  // bert: logit = norm(act(x · W + b)) · U. The activation is held as the factor act(z) / z.
  template <class Constant>
  void back_through_transform(Way& way, const float* x, Floats& d, const Constant& constant) const {
    const Layout& layout = model_.layout();
    const std::size_t width = c_.width;
    const float* bias = model_.vector(layout.transform.bias);
    Floats z(width);
    way.project(layout.transform, x, z.data());
    if (bias) loops::add(bias + layout.transform.bias_from, z.data(), width);
    Floats active = z;
    model_.activate(c_.transform_activation, active.data(), width);
    const HeldNorm norm = way.held(layout.transform_norm, active.data());
    if (norm.bias) constant(Part::Kind::transform_norm_bias, dot(norm.bias, d.data(), width));
    norm.back(d.data(), width);
    for (std::size_t i = 0; i < width; ++i) d[i] = z[i] == 0.0f ? 0.0f : d[i] * (active[i] / z[i]);
    if (bias) constant(Part::Kind::transform_bias, dot(bias + layout.transform.bias_from, d.data(), width));
    Floats back(width);
    model_.project_back(layout.transform, d.data(), back.data(), way.space());
    d = std::move(back);
  }

  const Run& run_;
  LogitAsked asked_;
  Run::Reading reading_;
  const Model& model_;
  const Config& c_;
};

}  // namespace

namespace {

// The model's own number; what is asked for wrongly is refused here.
Result<double> logit_of(const Run& run, const LogitAsked& asked) {
  const Result<float> found = run.lens_logit(asked.layers, asked.position, asked.id);
  if (!found) return std::unexpected(found.error());
  if (!asked.against) return *found;
  const Result<float> other = run.lens_logit(asked.layers, asked.position, *asked.against);
  if (!other) return std::unexpected(other.error());
  return static_cast<double>(*found) - *other;
}

void add_value(const Part& part, double value, Ledger& to) {
  const auto place = static_cast<std::size_t>(std::ranges::find(to.parts, part) - to.parts.begin());
  if (place == to.parts.size()) {
    to.parts.push_back(part);
    to.values.push_back(0.0);
  }
  to.values[place] += value;
}

// Adds up what `work` finds for each token that the logit is read from.
template <class Work>
Result<std::vector<double>> for_each_reading(const Run& run, const LogitAsked& asked, const Work& work) {
  std::vector<double> sum;
  for (const Run::Reading& reading : run.readings(asked.position)) {
    const Result<std::vector<double>> found = work(Asking(run, asked, reading));
    if (!found) return found;
    sum.resize(found->size(), 0.0);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += (*found)[i];
  }
  return sum;
}

}  // namespace

Result<Ledger> ledger(const Run& run, const LogitAsked& asked) {
  const Result<double> logit = logit_of(run, asked);
  if (!logit) return std::unexpected(logit.error());
  Ledger found;
  found.logit = *logit;
  for (const Run::Reading& reading : run.readings(asked.position)) {
    const Asking asking(run, asked, reading);
    Way way(run, reading.position);
    if (Result<void> fine = way.walk(asked.layers); !fine) return std::unexpected(std::move(fine).error());
    const Direction direction = asking.direction(way);
    for (std::size_t i = 0; i < way.parts().size(); ++i)
      add_value(way.parts()[i], dot(way.vector(i), direction.d.data(), direction.d.size()), found);
    for (const auto& [part, value] : direction.constants) add_value(part, value, found);
  }
  for (const double value : found.values) found.sum += value;
  return found;
}

namespace {

Result<void> check_part(const Run& run, const LogitAsked& asked, std::size_t layer, std::size_t head) {
  if (Result<void> fine = run.check(layer, asked.position, 1); !fine) return fine;
  const Config& c = run.model().config();
  if (head >= c.heads)
    return fail("range", "head", {"There is no head ", head, ": there are ", c.heads, ", counted from 0."});
  if (layer >= asked.layers) {
    return fail("range", "layer", {"Layer ", layer, " comes after the ", asked.layers, " layers that are asked for."});
  }
  return {};
}

Result<void> refuse_patched() {
  return fail("patched", "split",
              "Its output was replaced in this run, so it has no parts. Split it in the run before.");
}

// What a query or a key is made of, (parts, D), after the rotation.
Result<std::vector<Part>> projected_parts(const Run& run, std::size_t layer, std::size_t position, bool of_queries,
                                          std::size_t head, Floats& to) {
  const Model& model = run.model();
  const Linear& whole = of_queries ? model.layout().layers[layer].query : model.layout().layers[layer].key;
  const Config& c = model.config();
  Way way(run, position);
  if (Result<void> fine = way.walk(layer); !fine) return std::unexpected(std::move(fine).error());
  if (!way.post_norm()) {
    const Norm& norm = model.layout().layers[layer].attention_norm;
    way.pass(way.held(norm, run.stream(layer, position)), {Part::Kind::attention_norm_bias, layer});
  }
  Linear linear = outputs_of(whole, head * c.head_width, c.head_width);
  const float* bias = model.vector(linear.bias);
  linear.bias = no_vector;
  std::vector<Part> parts = way.parts();
  to.assign((parts.size() + (bias ? 1 : 0)) * c.head_width, 0.0f);
  Model::Projection task;
  task.x = {way.vectors().data(), c.width};
  task.rows = parts.size();
  task.y = to.data();
  task.y_step = c.head_width;
  model.project(linear, task, way.space());
  if (bias) {
    std::copy_n(bias + linear.bias_from, c.head_width, to.data() + parts.size() * c.head_width);
    parts.push_back({Part::Kind::projection_bias, layer});
  }
  if (c.head_norms) {  // its divisor is that of the whole vector
    const Layer& l = model.layout().layers[layer];
    Floats sum(c.head_width);
    for (std::size_t i = 0; i < parts.size(); ++i) loops::add(to.data() + i * c.head_width, sum.data(), c.head_width);
    const HeldNorm norm = way.held(of_queries ? l.query_norm : l.key_norm, sum.data(), c.head_width);
    for (std::size_t i = 0; i < parts.size(); ++i) norm.apply(to.data() + i * c.head_width, c.head_width);
  }
  const std::size_t half = c.frequencies.size();
  Floats cosines(half), sines(half);
  model.rotation(position, run.text_tokens(), run.windowed(layer), cosines.data(), sines.data());
  for (std::size_t i = 0; half > 0 && i < parts.size(); ++i)
    loops::rotate(to.data() + i * c.head_width, cosines.data(), sines.data(), half);
  return parts;
}

}  // namespace

Result<std::vector<double>> head_by_token(const Run& run, const LogitAsked& asked, std::size_t layer,
                                          std::size_t head) {
  if (const Result<double> logit = logit_of(run, asked); !logit) return std::unexpected(logit.error());
  if (Result<void> fine = check_part(run, asked, layer, head); !fine) return std::unexpected(std::move(fine).error());
  return for_each_reading(run, asked, [&](const Asking& asking) -> Result<std::vector<double>> {
    Way way(run, asking.position());
    if (way.patch(Patch::Where::head, layer, head)) return std::unexpected(refuse_patched().error());
    const Result<Floats> d = asking.direction_at(layer, false);
    if (!d) return std::unexpected(d.error());
    const Model& model = run.model();
    const std::size_t width = model.config().head_width, shared = model.config().heads / model.config().key_heads;
    Floats back(width), weights(run.tokens());
    model.project_back(inputs_of(model.layout().layers[layer].output, head * width, width), d->data(), back.data(),
                       way.space());
    if (Result<void> fine = run.weights(layer, head, asking.position(), 1, weights.data()); !fine)
      return std::unexpected(std::move(fine).error());
    std::vector<double> found;
    for (std::size_t token = 0; token < run.tokens(); ++token)
      found.push_back(weights[token] * dot(run.value(layer, head / shared, token), back.data(), width));
    return found;
  });
}

Result<std::vector<double>> inner_by_neuron(const Run& run, const LogitAsked& asked, std::size_t layer) {
  if (const Result<double> logit = logit_of(run, asked); !logit) return std::unexpected(logit.error());
  if (Result<void> fine = check_part(run, asked, layer, 0); !fine) return std::unexpected(std::move(fine).error());
  return for_each_reading(run, asked, [&](const Asking& asking) -> Result<std::vector<double>> {
    Way way(run, asking.position());
    if (way.patch(Patch::Where::inner, layer)) return std::unexpected(refuse_patched().error());
    const Result<Floats> d = asking.direction_at(layer, true);
    if (!d) return std::unexpected(d.error());
    const Result<Way::Middle> middle = way.attention_half(layer, false);
    if (!middle) return std::unexpected(middle.error());
    const Model& model = run.model();
    const Linear& down = model.layout().layers[layer].down;
    const Floats inner = way.neurons(layer, middle->x.data());
    Floats back(inner.size());
    model.project_back(down, d->data(), back.data(), way.space());
    std::vector<double> found;
    for (std::size_t i = 0; i < inner.size(); ++i) found.push_back(static_cast<double>(inner[i]) * back[i]);
    const float* bias = model.vector(down.bias);
    found.push_back(bias ? dot(bias + down.bias_from, d->data(), d->size()) : 0.0);
    return found;
  });
}

Result<std::vector<float>> neurons(const Run& run, std::size_t layer, std::size_t position) {
  if (Result<void> fine = run.check(layer, position, 1); !fine) return std::unexpected(std::move(fine).error());
  Way way(run, position);
  if (way.patch(Patch::Where::inner, layer))
    return std::unexpected(
        fail("patched", "neurons",
             "The output of this MLP was replaced in this run, so its neurons give nothing. Ask the run before.")
            .error());
  const Result<Way::Middle> middle = way.attention_half(layer, false);
  if (!middle) return std::unexpected(middle.error());
  return way.neurons(layer, middle->x.data());
}

Result<std::vector<float>> inner_output(const Run& run, std::size_t layer, std::size_t position) {
  if (Result<void> fine = run.check(layer, position, 1); !fine) return std::unexpected(std::move(fine).error());
  Way way(run, position);
  if (const Patch* const other = way.patch(Patch::Where::inner, layer)) return way.values(*other);
  const Result<Way::Middle> middle = way.attention_half(layer, false);
  if (!middle) return std::unexpected(middle.error());
  return way.inner_half(layer, middle->x.data());
}

Result<ScoreParts> score_parts(const Run& run, std::size_t layer, std::size_t head, std::size_t query,
                               std::size_t key) {
  const Model& model = run.model();
  const Config& c = model.config();
  LogitAsked place;
  place.position = std::max(query, key);
  place.layers = c.layers;
  if (Result<void> fine = check_part(run, place, layer, head); !fine) return std::unexpected(std::move(fine).error());
  if (!run.sees(layer, query, key)) {
    return std::unexpected(
        fail("mask", "key",
             {"Token ", query, " does not see token ", key, " in layer ", layer, ": there is no score between them."})
            .error());
  }
  const std::size_t width = c.head_width, key_head = head / (c.heads / c.key_heads);
  ScoreParts found;
  Floats queries, keys;
  Result<std::vector<Part>> query_parts = projected_parts(run, layer, query, true, head, queries);
  if (!query_parts) return std::unexpected(std::move(query_parts).error());
  Result<std::vector<Part>> key_parts = projected_parts(run, layer, key, false, key_head, keys);
  if (!key_parts) return std::unexpected(std::move(key_parts).error());
  found.query_parts = *std::move(query_parts);
  found.key_parts = *std::move(key_parts);
  const double raw = run.scale(layer) * dot(run.query(layer, head, query), run.key(layer, key_head, key), width);
  const double capped = run.capped(static_cast<float>(raw)), temperature = run.temperature(layer, head);
  found.score = capped / temperature;
  // A cap is held as the factor by which it makes this score smaller.
  const double scale = run.scale(layer) * (c.score_cap > 0.0 && raw != 0.0 ? capped / raw : 1.0) / temperature;
  for (std::size_t i = 0; i < found.query_parts.size(); ++i) {
    for (std::size_t j = 0; j < found.key_parts.size(); ++j) {
      found.values.push_back(scale * dot(queries.data() + i * width, keys.data() + j * width, width));
      found.sum += found.values.back();
    }
  }
  return found;
}

}  // namespace models
