// Tables and tensors in JSON: as many numbers as the shape says, and texts of whole characters.
#include "files/given.hpp"
#include "fuzz.hpp"

namespace {

void check_given(const files::Given& given) {
  std::uint64_t cells = 1;
  for (const std::uint64_t length : given.shape) cells *= length;
  claim(cells == given.numbers.size() + given.texts.size());
  for (const auto* list : {&given.texts, &given.columns, &given.rows})
    for (const std::string& text : *list) claim(well_formed(text));
  if (!given.rows.empty()) claim(given.rows.size() == given.shape[0]);
  if (!given.columns.empty()) claim(given.columns.size() == given.shape[1]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = as_text(data, size);
  if (const auto table = files::read_table(text)) check_given(*table);
  else claim(well_formed(table.error().message));
  if (const auto tensors = files::read_json_tensors(text))
    for (const files::Given& tensor : *tensors) check_given(tensor);
  else claim(well_formed(tensors.error().message));
  return 0;
}
