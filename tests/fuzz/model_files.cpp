// config.json and the header of a .safetensors, as a model is loaded from them; a zero byte is between the two. Either is
// refused with a message, or they fit together: every tensor lies within the file, and none on another one in memory.
#include <algorithm>
#include <optional>

#include "fuzz.hpp"
#include "models/layout.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all = as_text(data, size);
  const std::size_t cut = all.find('\0');
  const models::Result<models::Config> config = models::read_config(all.substr(0, cut));
  if (!config) {
    claim(!config.error().message.empty());
    return 0;
  }
  claim(config->layers > 0 && config->head_width > 0 && config->heads % config->key_heads == 0);
  if (cut == std::string_view::npos) return 0;
  const std::string_view header = all.substr(cut + 1);
  const std::uint64_t file_size = header.size() + 100'000;
  models::Checkpoint checkpoint;
  if (!checkpoint.add(std::as_bytes(std::span(header)), file_size)) return 0;
  for (const std::optional<models::Number> quantised : {std::optional<models::Number>(), {models::Number::q8_0}}) {
    const models::Result<models::Layout> layout = models::lay_out(*config, checkpoint, quantised);
    if (!layout) {
      claim(!layout.error().message.empty());
      continue;
    }
    std::uint64_t end = 0;
    for (const models::Placed& one : layout->placed) {
      claim(one.begin <= file_size && one.bytes <= file_size - one.begin && one.at >= end);
      claim(one.kept == one.type || (quantised && one.kept_bytes() * 32 == one.count * files::size_of(one.kept)));
      claim(!one.turned || one.kept_bytes() <= layout->bytes - layout->spare);
      end = one.at + std::max(one.bytes, one.kept_bytes());
    }
    claim(end <= layout->spare && layout->spare <= layout->bytes);
  }
  return 0;
}
