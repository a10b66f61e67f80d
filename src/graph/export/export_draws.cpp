// A seeded draw as PyTorch code, with PyTorch's names.
#include "graph/export/export_draws.hpp"

#include "graph/core/basic.hpp"

namespace graph {
namespace {

std::string sizes(const Shape& shape) {
  std::string out;
  for (const std::size_t length : shape) out += joined({(out.empty() ? "" : ", "), length});
  return out.empty() ? "()" : out;
}

}  // namespace

std::string draw_code(const Draw& draw, std::string_view generator) {
  const std::string empty = joined({"torch.empty(", sizes(draw.shape), ")"});
  const std::string from = generator.empty() ? "" : joined({", generator=", generator});
  const auto option = [&](std::string_view name, double fallback) {
    return code_number(number(draw.options, name, fallback));
  };
  const std::string& kind = draw.draw;
  if (kind == "rand") return joined({"torch.rand(", sizes(draw.shape), from, ")"});
  if (kind == "randn") return joined({"torch.randn(", sizes(draw.shape), from, ")"});
  if (kind == "randint")
    return joined({"torch.randint(", option("low", 0), ", ", option("high", 10), ", ", code_tuple(draw.shape), from,
                   ").float()"});
  if (kind == "uniform") return joined({empty, ".uniform_(", option("from", 0), ", ", option("to", 1), from, ")"});
  if (kind == "normal" || kind == "gaussian")
    return joined({empty, ".normal_(", option("mean", 0), ", ", option("std", 1), from, ")"});
  if (kind == "embedding") return joined({empty, ".normal_(", (from.empty() ? from : "0, 1" + from), ")"});
  if (kind == "xavier_uniform" || kind == "xavier_normal")
    return joined({"torch.nn.init.", kind, "_(", empty, ", gain=", option("gain", 1), from, ")"});
  if (kind == "kaiming_uniform" || kind == "kaiming_normal")
    return joined({"torch.nn.init.", kind, "_(", empty, ", a=", option("a", 0),
                   ", mode=", code_string(text(draw.options, "mode", "fan_in")),
                   ", nonlinearity=", code_string(text(draw.options, "nonlinearity", "leaky_relu")), from, ")"});
  if (kind == "linear_weight") return joined({"torch.nn.init.kaiming_uniform_(", empty, ", a=5 ** 0.5", from, ")"});
  if (kind == "linear_bias") {
    const std::string in = option("in_features", 1);
    return joined({empty, ".uniform_(-1 / ", in, " ** 0.5, 1 / ", in, " ** 0.5", from, ")"});
  }
  return {};
}

std::string skipped_code(const Draw& draw) { return joined({"torch.rand(", 2 * count(draw.shape), ")"}); }

}  // namespace graph
