// Writes the loop: draw, forward, loss, zero_grad, backward, step. What depends on no parameter and no draw comes
// before it.
#include "graph/export/export_training.hpp"

#include <algorithm>
#include <array>

#include "graph/core/basic.hpp"
#include "graph/export/export_draws.hpp"
#include "graph/export/export_helpers.hpp"
#include "graph/export/export_parts.hpp"

namespace graph {
namespace {

// Names that the script itself uses.
constexpr auto taken = std::to_array<std::string_view>({"draw", "forward", "parameters", "parameter", "optimiser",
                                                        "step", "batch", "kept_apart", "held_out", "forward_apart"});

class Script {
 public:
  Script(const Graph& graph, const TrainingCode& code)
      : graph_(graph), code_(code), names_(code_names(graph)), needed_(graph.size()), varies_(graph.size()) {
    for (std::string& name : names_)
      if (std::ranges::contains(taken, std::string_view(name))) name = unused(name);
    for (const TrainingCode::Stream& stream : code.streams) streams_.push_back(unused(stream.name));
    if (code.held_out) held_out_ = unused(code.held_out->name);
    needed_[code.loss] = true;
    for (NodeId id = graph.size(); id-- > 0;)
      if (needed_[id])
        for (const NodeId input : graph.node(id).inputs) needed_[input] = true;
    for (NodeId id = 0; id < graph.size(); ++id) {
      varies_[id] = is_fresh(id) || std::ranges::contains(code.parameters, id);
      for (const NodeId input : graph.node(id).inputs) varies_[id] = varies_[id] || varies_[input];
    }
  }

  std::string write(std::string_view title) {
    std::string out = sources();
    for (std::size_t i = 0; i < code_.streams.size(); ++i) out += generator(streams_[i], code_.streams[i]);
    if (code_.held_out) out += generator(held_out_, *code_.held_out);
    out += draws() + forward();
    if (code_.apart) out += forward_apart();
    out += loop();
    return joined({"# ", code_comment(title),
                   "\n# Its training in PyTorch: prints the loss of each step, from 0.\nimport torch\n\n\n",
                   code_helpers(out, Language::pytorch), out});
  }

 private:
  std::string unused(std::string_view wanted) {
    std::string name(wanted);
    for (char& c : name)
      if (c == '-') c = '_';
    while (std::ranges::contains(names_, name) || std::ranges::contains(taken, std::string_view(name)) ||
           std::ranges::contains(streams_, name))
      name += "_";
    return name;
  }

  bool is_fresh(NodeId id) const { return std::ranges::contains(code_.fresh, id, &TrainingCode::Fresh::node); }

  // What exists before the first step.
  std::string sources() const {
    std::string out =
        seeded(graph_, names_, {}, [this](NodeId id) { return !is_fresh(id) && (needed_[id] || shares_stream(id)); });
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const Node& node = graph_.node(id);
      if (!needed_[id] || is_fresh(id) || (node.operation == nullptr && node.random)) continue;
      if (node.operation == nullptr) out += listed(graph_, id, names_[id], true, {}) + "\n";
      else if (!varies_[id]) out += statement(graph_, id, Language::pytorch, names_) + "\n";
    }
    return out + "\n";
  }

  // Not needed itself, but drawn before one that is.
  bool shares_stream(NodeId id) const {
    const Node& node = graph_.node(id);
    for (NodeId other = 0; other < graph_.size(); ++other) {
      const Node& later = graph_.node(other);
      const bool same = later.operation == nullptr && later.random && later.random->generator == node.random->generator;
      if (needed_[other] && same && later.random->order > node.random->order) return true;
    }
    return false;
  }

  static std::string drawn(const Draw& draw, const std::string& generator) {
    if (draw.draw != "dropout") return draw_code(draw, generator);
    std::string sizes;
    for (const std::size_t length : draw.shape) sizes += joined({length, ", "});
    return joined({"torch.rand(", sizes, "dtype=torch.float64, generator=", generator, ").float()"});
  }

  std::string generator(const std::string& name, const TrainingCode::Stream& stream) const {
    std::string out = joined({name, " = torch.Generator().manual_seed(", stream.seed, ")\n"});
    for (const Draw& draw : stream.before) out += drawn(draw, name) + "  # drawn and discarded\n";
    return out;
  }

  // The list of names, each made by `make`: "a, b".
  template <class Items, class Make>
  static std::string list(const Items& items, Make make) {
    std::string out;
    for (const auto& item : items) out += (out.empty() ? "" : ", ") + std::string(make(item));
    return out;
  }
  std::string fresh_names() const {
    return list(code_.fresh, [this](const TrainingCode::Fresh& fresh) { return names_[fresh.node]; });
  }
  std::string stream_names() const {
    return list(streams_, [](const std::string& name) { return name; });
  }

  std::string draws() const {
    if (code_.fresh.empty()) return "\n\n";
    std::string out = joined({"\n\ndef draw(", stream_names(), "):\n"});
    for (const TrainingCode::Fresh& fresh : code_.fresh)
      out += joined({"    ", names_[fresh.node], " = ", drawn(fresh.draw, streams_[fresh.stream]), "\n"});
    return out + joined({"    return ", fresh_names(), (code_.fresh.size() == 1 ? ",\n" : "\n"), "\n\n"});
  }

  std::string forward() const {
    std::string out = joined({"def forward(", fresh_names(), "):\n"});
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (needed_[id] && varies_[id] && graph_.node(id).operation != nullptr)
        out += indented(statement(graph_, id, Language::pytorch, names_));
    return out + joined({"    return ", names_[code_.loss], "\n\n\n"});
  }

  // The same for held-out sequences, if they are computed otherwise: all that the script does not have yet.
  std::string forward_apart() const {
    const Graph& graph = *code_.apart;
    std::vector<std::string> names = code_names(graph);
    std::vector<bool> needed(graph.size());
    needed[*graph.find(graph_.node(code_.loss).name)] = true;
    for (NodeId id = graph.size(); id-- > 0;)
      if (needed[id])
        for (const NodeId input : graph.node(id).inputs) needed[input] = true;
    std::string before, body;
    for (NodeId id = 0; id < graph.size(); ++id) {
      if (!needed[id]) continue;
      const Node& node = graph.node(id);
      const auto same = graph_.find(node.name);
      if (same) names[id] = names_[*same];
      if (same && needed_[*same] && !varies_[*same]) continue;  // as in training
      if (node.operation == nullptr) {
        if (!same || !needed_[*same]) before += listed(graph, id, names[id], true, {}) + "\n";
        continue;
      }
      const bool constant = node.inputs.empty();
      (constant ? before : body) += constant ? statement(graph, id, Language::pytorch, names) + "\n"
                                             : indented(statement(graph, id, Language::pytorch, names));
    }
    return joined({before, (before.empty() ? "" : "\n\n"), "def forward_apart(", fresh_names(), "):\n", body,
                   "    return ", names[*graph.find(graph_.node(code_.loss).name)], "\n\n\n"});
  }

  static std::string indented(std::string_view lines) {
    std::string out;
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      out += joined({"    ", lines.substr(0, end), "\n"});
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return out;
  }

  std::string optimiser() const {
    const Options& options = code_.optimiser;
    const std::string name = text(options, "name", "sgd");
    const auto value = [&](std::string_view which) { return code_number(number(options, which, 0)); };
    std::string out = joined({"torch.optim.",
                              (name == "sgd"    ? "SGD"
                               : name == "adam" ? "Adam"
                                                : "AdamW"),
                              "(parameters, lr=", value("lr")});
    if (name == "sgd") {
      if (number(options, "momentum", 0) != 0) out += joined({", momentum=", value("momentum")});
    } else {
      const std::vector<double> betas = numbers(options, "betas");
      out += joined({", betas=(", code_number(betas[0]), ", ", code_number(betas[1]), "), eps=", value("eps")});
    }
    return out + joined({", weight_decay=", value("weight_decay"), ")\n"});
  }

  std::string held_out(std::string_view indent) const {
    return joined({indent, "with torch.no_grad():\n", indent, "    held_out = sum(",
                   (code_.apart ? "forward_apart" : "forward"), "(*batch).item() for batch in kept_apart) / ",
                   code_.batches, "\n", indent, "    print(\"held out\", step, held_out)\n"});
  }

  std::string loop() const {
    const bool apart = code_.held_out && !code_.fresh.empty();
    std::string out;
    if (apart) {
      const std::string from = list(streams_, [this](const std::string&) { return held_out_; });
      out += joined({"kept_apart = [draw(", from, ") for _ in range(", code_.batches, ")]\n"});
    }
    out += joined({"parameters = [", list(code_.parameters, [this](NodeId id) { return names_[id]; }), "]\n",
                   "for parameter in parameters:\n    parameter.requires_grad_()\noptimiser = ", optimiser(),
                   "for step in range(", code_.steps, "):\n"});
    if (apart) out += joined({"    if step % ", code_.every, " == 0:\n", held_out("        ")});
    for (const auto& [step, rate] : code_.rates)
      out +=
          joined({"    if step == ", step, ":\n        optimiser.param_groups[0][\"lr\"] = ", code_number(rate), "\n"});
    out += joined({"    loss = forward(", (code_.fresh.empty() ? "" : joined({"*draw(", stream_names(), ")"})),
                   ")\n    optimiser.zero_grad()\n    loss.backward()\n    optimiser.step()\n"
                   "    print(\"loss\", step, loss.item())\n"});
    if (apart) out += joined({"step = ", code_.steps, "\n", held_out("")});
    return out;
  }

  const Graph& graph_;
  const TrainingCode& code_;
  std::vector<std::string> names_, streams_;
  std::string held_out_;
  std::vector<bool> needed_, varies_;
};

}  // namespace

std::string export_training(const Graph& graph, const TrainingCode& code, std::string_view title) {
  return Script(graph, code).write(title);
}

}  // namespace graph
