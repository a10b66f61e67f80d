// A .npz file: every member that is read lies within the file, before the directory.
#include "files/npy.hpp"
#include "files/zip.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const files::Bytes file = std::as_bytes(std::span(data, size));
  const auto place = files::find_zip_directory(file.last(std::min<std::size_t>(size, files::zip_tail)), size);
  if (!place) return claim(!place.error().message.empty()), 0;
  claim(place->offset <= size && place->bytes <= size - place->offset);
  const auto members = files::read_zip_directory(file.subspan(place->offset, place->bytes), *place);
  if (!members) return claim(!members.error().message.empty()), 0;
  for (const files::ZipMember& member : *members) {
    claim(well_formed(member.name));
    claim(member.header <= size && size - member.header >= files::zip_member_header);
    const auto at = files::find_zip_member(file.subspan(member.header, files::zip_member_header), member, *place);
    if (!at) continue;
    claim(*at <= size && member.packed <= size - *at);
    if (member.deflated || !member.refused.empty()) continue;
    const auto read = files::read_npy(file.subspan(*at, member.packed), member.bytes);
    if (!read) continue;
    const auto* tensor = std::get_if<files::Tensor>(&*read);
    claim(tensor != nullptr && tensor->offset <= member.bytes && tensor->bytes <= member.bytes - tensor->offset);
  }
  return 0;
}
