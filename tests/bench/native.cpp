// The core on this machine as a process that the bench talks to, line by line: "prepare KIND SIZES… INPUTS OUTPUT" reads the
// inputs (raw float32) and answers "ready" or "none"; "run MS" calls until MS milliseconds have passed and answers
// mean, least and peak (operations a millisecond); "write" puts the last result into OUTPUT. usage: bench_native SET
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "attention/attention.hpp"
#include "attention/kernels/kernels.hpp"
#include "lesson/lesson.hpp"
#include "training/trainer.hpp"

double bench_peak_scalar(std::size_t rounds, float seed, float& sum);
double bench_peak_avx2(std::size_t rounds, float seed, float& sum);
double bench_peak_avx512(std::size_t rounds, float seed, float& sum);

namespace {

using attention::Shape;
using attention::Tensor;
using attention::kernels::Head;
using attention::kernels::Kernels;
using attention::kernels::Product;
using Floats = std::vector<float>;

double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Job {
  std::function<void()> run;
  const float* result = nullptr;
  std::size_t count = 0;
};

Floats read(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  Floats all(static_cast<std::size_t>(file.tellg()) / sizeof(float));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(all.data()), static_cast<std::streamsize>(all.size() * sizeof(float)));
  return all;
}

// Kept from job to job; aligned for the widest vectors.
float* space_of(std::size_t floats) {
  static Floats space;
  if (space.size() < floats + 16) space.assign(floats + 16, 0.0f);
  void* at = space.data();
  std::size_t room = space.size() * sizeof(float);
  return static_cast<float*>(std::align(64, floats * sizeof(float), at, room));
}

Job attention_job(const Kernels& set, const std::vector<std::size_t>& sizes, const Floats& in, Floats& out) {
  const std::size_t heads = sizes[0], tokens = sizes[1], width = sizes[2], all = heads * tokens * width;
  const bool causal = sizes[3] != 0;
  out.assign(all, 0.0f);
  return {[&set, &in, &out, tokens, width, all, causal] {
            for (std::size_t at = 0; at < all; at += tokens * width) {
              const Head head{.query = {in.data() + at, width},
                              .key = {in.data() + all + at, width},
                              .value = {in.data() + 2 * all + at, width},
                              .output = out.data() + at,
                              .output_step = width,
                              .queries = tokens,
                              .keys = tokens,
                              .width = width,
                              .value_width = width,
                              .scale = 1.0f / std::sqrt(static_cast<float>(width)),
                              .causal = causal};
              set.attend(head, false, space_of(set.attend_space(head)));
            }
          },
          out.data(), all};
}

// Of the fastest set: the gradients of q, k and v, one after the other.
Job gradient_job(const std::vector<std::size_t>& sizes, const Floats& in, Floats& out) {
  const std::size_t heads = sizes[0], tokens = sizes[1], width = sizes[2], all = heads * tokens * width;
  const bool causal = sizes[3] != 0;
  out.assign(3 * all, 0.0f);
  return {[&in, &out, tokens, width, all, causal] {
            const attention::kernels::GradientKernels& set = attention::kernels::best_gradients();
            std::ranges::fill(out, 0.0f);
            for (std::size_t at = 0; at < all; at += tokens * width) {
              const Head head{.query = {in.data() + at, width},
                              .key = {in.data() + all + at, width},
                              .value = {in.data() + 2 * all + at, width},
                              .queries = tokens,
                              .keys = tokens,
                              .width = width,
                              .value_width = width,
                              .scale = 1.0f / std::sqrt(static_cast<float>(width)),
                              .causal = causal};
              const attention::kernels::HeadGradient gradient{.output = {in.data() + 3 * all + at, width},
                                                              .query = out.data() + at,
                                                              .key = out.data() + all + at,
                                                              .value = out.data() + 2 * all + at,
                                                              .query_step = width,
                                                              .key_step = width,
                                                              .value_step = width};
              set.attend(head, gradient, space_of(set.attend_space(head)));
            }
          },
          out.data(), 3 * all};
}

Job gemm_job(const Kernels& set, const std::vector<std::size_t>& sizes, const Floats& in, Floats& out) {
  const std::size_t n = sizes[0];
  out.assign(n * n, 0.0f);
  return {[&set, &in, &out, n] {
            const Product product{
                .a = {in.data(), n}, .b = {in.data() + n * n, n}, .c = out.data(), .c_step = n, .m = n, .n = n, .k = n};
            set.gemm(product, space_of(set.gemm_space(product)));
          },
          out.data(), n * n};
}

Job product_job(const Kernels& set, const std::vector<std::size_t>& sizes, const Floats& in, Floats& out) {
  const std::size_t m = sizes[0], k = sizes[1], n = sizes[2];
  const bool a_transposed = sizes[3] == 1, b_transposed = sizes[3] == 2;
  out.assign(m * n, 0.0f);
  return {[&set, &in, &out, m, k, n, a_transposed, b_transposed] {
            const Product product{.a = {in.data(), a_transposed ? m : k},
                                  .b = {in.data() + m * k, b_transposed ? k : n},
                                  .a_transposed = a_transposed,
                                  .b_transposed = b_transposed,
                                  .c = out.data(),
                                  .c_step = n,
                                  .m = m,
                                  .n = n,
                                  .k = k};
            set.gemm(product, space_of(set.gemm_space(product)));
          },
          out.data(), m * n};
}

Job softmax_job(const Kernels& set, const std::vector<std::size_t>& sizes, const Floats& in, Floats& out) {
  const std::size_t rows = sizes[0], columns = sizes[1];
  out.assign(rows * columns, 0.0f);
  return {[&set, &in, &out, rows, columns] { set.softmax(in.data(), out.data(), rows, columns, 1.0f); }, out.data(),
          rows * columns};
}

// Inputs x, then weight (in × out) and bias of query, key, value and output, one after the other. The module takes them
// out × in, and the fastest kernels: other sets are not used here.
Job module_job(const std::vector<std::size_t>& sizes, const Floats& in, Tensor& out) {
  const std::size_t tokens = sizes[0], width = sizes[1];
  const float* from = in.data() + tokens * width;
  attention::MultiheadAttention module;
  module.embed_dim = width;
  module.num_heads = sizes[2];
  Tensor weights = Tensor::from_shape(Shape{3 * width, width}), biases = Tensor::from_shape(Shape{3 * width});
  module.out_proj_weight = Tensor::from_shape(Shape{width, width});
  module.out_proj_bias = Tensor::from_shape(Shape{width});
  for (std::size_t part = 0; part < 4; ++part, from += width) {
    float* to = part < 3 ? weights.data() + part * width * width : module.out_proj_weight.data();
    for (std::size_t i = 0; i < width; ++i)
      for (std::size_t o = 0; o < width; ++o) to[o * width + i] = from[i * width + o];
    from += width * width;
    std::copy_n(from, width, part < 3 ? biases.data() + part * width : module.out_proj_bias->data());
  }
  module.in_proj_weight = weights;
  module.in_proj_bias = biases;
  Tensor x = Tensor::from_shape(Shape{1, tokens, width});
  std::copy_n(in.data(), x.size(), x.data());
  out = Tensor::from_shape(Shape{1, tokens, width});
  return {[x, module, &out] {
            attention::MultiheadOptions options;
            options.need_weights = false;
            out = attention::multihead_attention(x, x, x, module, options)->output;
          },
          nullptr, tokens * width};
}

// A whole run of the lesson that lies beside the inputs, from its start: its losses. It takes the fastest kernels.
Job training_job(const std::vector<std::size_t>& sizes, const std::string& path, Floats& out) {
  const std::size_t steps = sizes.back();
  std::ifstream file(path + ".json", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const graph::Result<lesson::Lesson> lesson = lesson::parse(text);
  if (!lesson) return {};
  out.assign(steps, 0.0f);
  return {[lesson = *lesson, steps, &out] {
            const auto trainer = training::Trainer::make(lesson, {});
            if (!trainer) return;
            for (std::size_t step = 0; step < steps; ++step) (*trainer)->step();
            std::ranges::copy((*trainer)->losses(), out.begin());
          },
          out.data(), steps};
}

// None of the scalar set: a compiler puts some of its loops into vectors, but not the probe's.
double peak_of(const std::string& set) {
  if (set == "scalar") return 0;
  const auto measure = set == "avx512" ? bench_peak_avx512 : set == "avx2" ? bench_peak_avx2 : bench_peak_scalar;
  double most = 0;
  static float seed = 1.0f;
  for (int again = 0; again < 5; ++again) {
    float sum = 0;
    const double start = now(), done = measure(40000, seed, sum);
    most = std::max(most, 2 * done / (now() - start));
    seed += sum == 0.0f ? 2.0f : 1.0f;  // looks at the sum, so that it is computed
  }
  return most;
}

}  // namespace

int main(int count, char** words) {
  const std::string wanted = count > 1 ? words[1] : "";
  const Kernels* set = nullptr;
  std::string known;
  for (const Kernels* one : attention::kernels::available()) {
    known += std::string(known.empty() ? "" : ", ") + one->name;
    if (wanted == one->name) set = one;
  }
  if (!set) {
    std::cerr << "usage: bench_native SET, which is one of those that this machine runs: " << known << "\n";
    return 2;
  }
  const bool best = set == &attention::kernels::best();
  Floats in, out;
  Tensor output;
  Job job;
  std::string output_path;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream all(line);
    std::string word;
    all >> word;
    if (word == "prepare") {
      std::string kind, path;
      std::size_t sizes_count = 0;
      all >> kind >> sizes_count;
      std::vector<std::size_t> sizes(sizes_count);
      for (std::size_t& size : sizes) all >> size;
      all >> path >> output_path;
      in = read(path);
      job = {};
      if (kind == "attention") job = attention_job(*set, sizes, in, out);
      if (kind == "gradient" && best) job = gradient_job(sizes, in, out);
      if (kind == "gemm") job = gemm_job(*set, sizes, in, out);
      if (kind == "product") job = product_job(*set, sizes, in, out);
      if (kind == "training" && best) job = training_job(sizes, path, out);
      if (kind == "softmax") job = softmax_job(*set, sizes, in, out);
      if (kind == "module" && best) job = module_job(sizes, in, output);
      if (job.run) job.run();
      std::cout << (job.run ? "ready" : "none") << std::endl;
    } else if (word == "run" && job.run) {
      double milliseconds = 0;
      all >> milliseconds;
      const double peak = peak_of(wanted), start = now();
      double least = std::numeric_limits<double>::infinity(), end = start;
      std::size_t calls = 0;
      do {
        const double before = end;
        job.run();
        end = now();
        least = std::min(least, end - before);
        ++calls;
      } while (end - start < milliseconds);
      std::cout << (end - start) / static_cast<double>(calls) << " " << least << " " << std::max(peak, peak_of(wanted))
                << std::endl;
    } else if (word == "write" && job.run) {
      const float* data = job.result ? job.result : output.data();
      std::ofstream(output_path, std::ios::binary)
          .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(job.count * sizeof(float)));
      std::cout << "written" << std::endl;
    } else {
      std::cout << "unknown" << std::endl;
    }
  }
}
