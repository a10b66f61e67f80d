// The readers of tensor files as a headless module: each reads its arguments in the order of web/modules/tensors.ts and adds
// what it found. Positions and sizes go both ways as numbers: a file may be larger than this module's memory.
#include <algorithm>
#include <utility>

#include "files/convert.hpp"
#include "files/given.hpp"
#include "files/npy.hpp"
#include "files/safetensors.hpp"
#include "files/weights.hpp"
#include "files/zip.hpp"
#include "modules/call.hpp"

namespace modules {
namespace {

// Sizes and positions; web/modules/tensors.ts passes whole numbers from 0.
std::uint64_t place(Arguments& in) { return static_cast<std::uint64_t>(in.number()); }

void add_place(Answer& out, std::uint64_t number) { out.add(static_cast<double>(number)); }

void add_shape(Answer& out, const files::Shape& shape) {
  add_place(out, shape.size());
  for (const std::uint64_t length : shape) add_place(out, length);
}

void add_texts(Answer& out, const std::vector<std::string>& texts) {
  add_place(out, texts.size());
  for (const std::string& one : texts) out.add(std::string_view(one));
}

void add_tensor(Answer& out, const files::Tensor& tensor) {
  out.add(std::string_view(tensor.name));
  out.add(files::name_of(tensor.type));
  add_shape(out, tensor.shape);
  out.add(double{tensor.fortran ? 1.0 : 0.0});
  out.add(double{tensor.big_endian ? 1.0 : 0.0});
  add_place(out, tensor.offset);
  add_place(out, tensor.bytes);
  out.add(std::string_view(tensor.refused));
}

void add_given(Answer& out, const files::Given& given) {
  out.add(std::string_view(given.name));
  add_shape(out, given.shape);
  Tensor numbers = Tensor::from_shape({given.numbers.size()});
  std::ranges::copy(given.numbers, numbers.data());
  out.add(std::move(numbers));
  add_texts(out, given.texts);
  add_texts(out, given.columns);
  add_texts(out, given.rows);
  add_place(out, given.heading);
  add_place(out, given.sentence ? *given.sentence + 1 : 0);
}

template <class T>
std::unexpected<attention::Error> error_of(files::Result<T>& result) {
  return std::unexpected(std::move(result).error());
}

files::ZipDirectory directory_of(Arguments& in) {
  files::ZipDirectory directory;
  directory.offset = place(in);
  directory.bytes = place(in);
  directory.members = place(in);
  return directory;
}

// How many bytes of the beginning are needed, or 0 and the tensor.
Result<void> npy(Arguments& in, Answer& out) {
  const files::Bytes start = in.bytes();
  auto read = files::read_npy(start, place(in));
  if (!read) return error_of(read);
  const auto* const more = std::get_if<files::NeedsBytes>(&*read);
  add_place(out, more != nullptr ? more->count : 0);
  if (more == nullptr) add_tensor(out, std::get<files::Tensor>(*read));
  return {};
}

Result<void> zip_directory(Arguments& in, Answer& out) {
  const files::Bytes tail = in.bytes();
  auto found = files::find_zip_directory(tail, place(in));
  if (!found) return error_of(found);
  add_place(out, found->offset);
  add_place(out, found->bytes);
  add_place(out, found->members);
  return {};
}

Result<void> zip_members(Arguments& in, Answer& out) {
  const files::Bytes directory = in.bytes();
  auto members = files::read_zip_directory(directory, directory_of(in));
  if (!members) return error_of(members);
  add_place(out, members->size());
  for (const files::ZipMember& member : *members) {
    out.add(std::string_view(member.name));
    add_place(out, member.header);
    add_place(out, member.packed);
    add_place(out, member.bytes);
    out.add(double{member.deflated ? 1.0 : 0.0});
    out.add(std::string_view(member.refused));
  }
  return {};
}

Result<void> zip_member(Arguments& in, Answer& out) {
  const files::Bytes header = in.bytes();
  files::ZipMember member;
  member.header = place(in);
  member.packed = place(in);
  auto at = files::find_zip_member(header, member, directory_of(in));
  if (!at) return error_of(at);
  add_place(out, *at);
  return {};
}

Result<void> safetensors_header(Arguments& in, Answer& out) {
  const files::Bytes start = in.bytes();
  auto bytes = files::safetensors_header(start, place(in));
  if (!bytes) return error_of(bytes);
  add_place(out, *bytes);
  return {};
}

Result<void> safetensors(Arguments& in, Answer& out) {
  const files::Bytes header = in.bytes();
  auto tensors = files::read_safetensors(header, place(in));
  if (!tensors) return error_of(tensors);
  add_place(out, tensors->size());
  for (const files::Tensor& tensor : *tensors) add_tensor(out, tensor);
  return {};
}

Result<void> safetensors_index(Arguments& in, Answer& out) {
  auto files = files::read_safetensors_index(in.text());
  if (!files) return error_of(files);
  add_place(out, files->size());
  for (const auto& [name, file] : *files) {
    out.add(std::string_view(name));
    out.add(std::string_view(file));
  }
  return {};
}

Result<void> table(Arguments& in, Answer& out) {
  auto read = files::read_table(in.text());
  if (!read) return error_of(read);
  add_given(out, *read);
  return {};
}

Result<void> json_tensors(Arguments& in, Answer& out) {
  auto read = files::read_json_tensors(in.text());
  if (!read) return error_of(read);
  add_place(out, read->size());
  for (const files::Given& given : *read) add_given(out, given);
  return {};
}

// Some of a tensor's bytes as numbers.
Result<void> floats(Arguments& in, Answer& out) {
  const std::string_view name = in.text();
  const bool big_endian = in.flag();
  const files::Bytes bytes = in.bytes();
  const std::optional<files::Type> type = files::type_named(name);
  if (!type) return attention::fail("type", "type", {"Numbers of the type “", name, "” are not read."});
  Tensor numbers = Tensor::from_shape({static_cast<std::size_t>(bytes.size() / files::size_of(*type))});
  files::to_floats(*type, big_endian, bytes, {numbers.data(), numbers.size()});
  out.add(std::move(numbers));
  return {};
}

Result<void> c_order(Arguments& in, Answer& out) {
  const TensorView numbers = in.tensor();
  files::Shape shape;
  for (const std::size_t length : in.sizes()) shape.push_back(length);
  const std::vector<float> ordered = files::in_c_order({numbers.data(), numbers.size()}, shape);
  Tensor result = Tensor::from_shape({ordered.size()});
  std::ranges::copy(ordered, result.data());
  out.add(std::move(result));
  return {};
}

// Of each oddity: how many there are, where the first is, and its number.
Result<void> check_weights(Arguments& in, Answer& out) {
  const TensorView weights = in.tensor();
  const std::size_t queries = in.size(), keys = in.size();
  for (const files::OddPlace& odd : files::check_weights({weights.data(), weights.size()}, queries, keys)) {
    add_place(out, odd.count);
    add_place(out, odd.head);
    add_place(out, odd.query);
    add_place(out, odd.key);
    out.add(odd.value);
  }
  return {};
}

}  // namespace

MODULE_EXPORT("npy") const double* export_npy(const double* words) { return answer(words, npy); }
MODULE_EXPORT("zip_directory") const double* export_zip_directory(const double* words) {
  return answer(words, zip_directory);
}
MODULE_EXPORT("zip_members") const double* export_zip_members(const double* words) {
  return answer(words, zip_members);
}
MODULE_EXPORT("zip_member") const double* export_zip_member(const double* words) { return answer(words, zip_member); }
MODULE_EXPORT("safetensors_header") const double* export_safetensors_header(const double* words) {
  return answer(words, safetensors_header);
}
MODULE_EXPORT("safetensors") const double* export_safetensors(const double* words) {
  return answer(words, safetensors);
}
MODULE_EXPORT("safetensors_index") const double* export_safetensors_index(const double* words) {
  return answer(words, safetensors_index);
}
MODULE_EXPORT("table") const double* export_table(const double* words) { return answer(words, table); }
MODULE_EXPORT("json_tensors") const double* export_json_tensors(const double* words) {
  return answer(words, json_tensors);
}
MODULE_EXPORT("check_weights") const double* export_check_weights(const double* words) {
  return answer(words, check_weights);
}
MODULE_EXPORT("floats") const double* export_floats(const double* words) { return answer(words, floats); }
MODULE_EXPORT("c_order") const double* export_c_order(const double* words) { return answer(words, c_order); }

}  // namespace modules
