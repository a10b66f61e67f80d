// A whole .gguf file: its header is refused with a message, or tensors lie within the file and apart from each other; so does
// the model that is made of it, and its tokenizer is refused with a sentence or is JSON.
#include "files/gguf.hpp"

#include "fuzz.hpp"
#include "models/fields.hpp"
#include "models/gguf.hpp"
#include "models/layout.hpp"

namespace {

void check_tensors(const files::Gguf& file, std::uint64_t size) {
  std::uint64_t end = 0;
  for (const files::Tensor& tensor : file.tensors) {
    claim(tensor.offset <= size && tensor.bytes <= size - tensor.offset);
    if (!tensor.refused.empty()) continue;
    claim(tensor.offset >= end || tensor.bytes == 0);
    end = tensor.offset + tensor.bytes;
    const auto needed = files::bytes_of(tensor.shape, tensor.type, "");
    claim(needed && *needed == tensor.bytes);
  }
  for (const auto& [key, value] : file.values) {
    value.number();
    value.flag();
    value.text();
    value.numbers();
    value.flags();
    if (const auto texts = value.texts()) claim(texts->size() == value.count);
  }
}

void check_model(files::Gguf file, std::uint64_t size) {
  const models::GgufTokenizer tokenizer = models::read_gguf_tokenizer(file);
  claim(tokenizer.json.empty() != tokenizer.refused.empty());
  const auto model = models::read_gguf_model(std::move(file));
  if (!model) return claim(!model.error().message.empty());
  models::Document document;
  claim(!document.parse(model->config));
  const auto config = models::read_config(model->config);
  if (!config) return claim(!config.error().message.empty());
  // As it is, or, in two of three files, rounded.
  using Quantised = std::optional<models::Number>;
  const Quantised all[] = {{}, models::Number::q8_0, models::Number::q4_0};
  const auto layout = models::lay_out(*config, model->checkpoint, all[size % 3]);
  if (!layout) return claim(!layout.error().message.empty());
  std::uint64_t end = 0;
  for (const models::Placed& one : layout->placed) {
    claim(one.begin <= size && one.bytes <= size - one.begin && one.at >= end);
    claim(one.paired == 0 || (one.paired == config->head_width && one.rows % one.paired == 0));
    end = one.at + std::max(one.bytes, one.kept_bytes());
  }
  claim(end <= layout->bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const files::Bytes file = std::as_bytes(std::span(data, size));
  std::uint64_t held = std::min<std::uint64_t>(size, 8);
  for (;;) {
    const auto header = files::gguf_header(file.first(static_cast<std::size_t>(held)), size);
    if (!header) return claim(!header.error().message.empty()), 0;
    claim(*header <= size);
    if (*header <= held) break;
    held = *header;
  }
  auto read = files::read_gguf(file.first(static_cast<std::size_t>(held)), size);
  if (!read) return claim(!read.error().message.empty()), 0;
  check_tensors(*read, size);
  check_model(*std::move(read), size);
  return 0;
}
