// Reads the records at a zip file's end (PKWARE's APPNOTE.TXT, 4.3): the end of the central directory, its entries, and the
// header in front of a member.
#include "files/zip.hpp"

#include <algorithm>
#include <set>

#include "text/utf8.hpp"

namespace files {

namespace {

constexpr std::uint64_t end_mark = 0x06054b50, entry_mark = 0x02014b50, member_mark = 0x04034b50;
constexpr std::size_t end_bytes = 22, entry_bytes = 46;
constexpr std::uint64_t most_expanded = 1032;   // bytes that one byte of a deflated member can become
constexpr std::uint64_t in_zip64 = 0xffffffff;  // the real size is in a record of zip64

std::unexpected<attention::Error> damaged_zip(std::string_view where) {
  return fail("format", where, {"The zip file is damaged at its ", where, ". Save it again with np.savez."});
}

std::unexpected<attention::Error> zip64() {
  return fail(
      "zip64", "directory",
      "It is a zip file of more than 4 GB or 65,535 members (zip64), which is not read. Save it as .safetensors, or "
      "each array as .npy.");
}

std::string why_refused(std::uint64_t flags, std::uint64_t method) {
  if (flags & 1) return "It is encrypted. Save it without a password.";
  if (method == 0 || method == 8) return {};
  return joined(
      {"It is packed by method ", method, " of zip files; stored and deflated members are read. Use np.savez."});
}

}  // namespace

Result<ZipDirectory> find_zip_directory(Bytes tail, std::uint64_t file_size) {
  for (std::size_t at = tail.size() >= end_bytes ? tail.size() - end_bytes + 1 : 0; at-- > 0;) {
    if (whole_number<4>(tail, at) != end_mark) continue;
    if (whole_number<2>(tail, at + 20) != tail.size() - at - end_bytes) continue;  // a comment that looks like the mark
    ZipDirectory place{.offset = whole_number<4>(tail, at + 16),
                       .bytes = whole_number<4>(tail, at + 12),
                       .members = whole_number<2>(tail, at + 10)};
    if (place.offset == in_zip64 || place.bytes == in_zip64 || place.members == 0xffff) return zip64();
    if (whole_number<4>(tail, at + 4) != 0)
      return fail("format", "end", "It is one of several parts of a zip file. Join them first.");
    const std::uint64_t end = file_size - (tail.size() - at);
    if (place.offset > end || place.bytes > end - place.offset || place.members * entry_bytes > place.bytes)
      return damaged_zip("end");
    return place;
  }
  return fail("format", "end", "It does not end as a zip file does: it is no .npz file, or it was cut off.");
}

Result<std::vector<ZipMember>> read_zip_directory(Bytes directory, const ZipDirectory& place) {
  std::vector<ZipMember> members;
  std::set<std::string, std::less<>> names;
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < place.members; ++i) {
    if (directory.size() - at < entry_bytes || whole_number<4>(directory, at) != entry_mark)
      return damaged_zip("directory");
    const auto name_bytes = static_cast<std::size_t>(whole_number<2>(directory, at + 28));
    const std::size_t rest = name_bytes + static_cast<std::size_t>(whole_number<2>(directory, at + 30) +
                                                                   whole_number<2>(directory, at + 32));
    if (directory.size() - at - entry_bytes < rest) return damaged_zip("directory");
    std::string_view name = as_text(directory.subspan(at + entry_bytes, name_bytes));
    ZipMember member;
    member.header = whole_number<4>(directory, at + 42);
    member.packed = whole_number<4>(directory, at + 20);
    member.bytes = whole_number<4>(directory, at + 24);
    const std::uint64_t method = whole_number<2>(directory, at + 10);
    member.deflated = method == 8;
    member.refused = why_refused(whole_number<2>(directory, at + 8), method);
    at += entry_bytes + rest;
    if (!name.ends_with(".npy")) continue;
    name.remove_suffix(4);
    member.name = text::valid_utf8(name);
    if (std::max({member.header, member.packed, member.bytes}) == in_zip64) return zip64();
    if (method == 0 && member.packed != member.bytes) return damaged_zip("directory");
    if (member.bytes / most_expanded > member.packed)
      return fail("size", "directory",
                  {"“", text::excerpt(member.name, 80), "” claims to unpack ", member.packed, " bytes to ",
                   member.bytes, ", more than deflating can. The file is not what it says; it is not opened."});
    if (member.header > place.offset || place.offset - member.header < zip_member_header + member.packed)
      return damaged_zip("directory");
    if (!names.insert(member.name).second)
      return fail("names", "directory",
                  {"Two members are called “", text::excerpt(member.name, 80), "”. Save them under different names."});
    members.push_back(std::move(member));
  }
  return members;
}

Result<std::uint64_t> find_zip_member(Bytes header, const ZipMember& member, const ZipDirectory& place) {
  if (header.size() < zip_member_header || whole_number<4>(header, 0) != member_mark) return damaged_zip("members");
  const std::uint64_t begin =
      member.header + zip_member_header + whole_number<2>(header, 26) + whole_number<2>(header, 28);
  if (begin > place.offset || member.packed > place.offset - begin) return damaged_zip("members");
  return begin;
}

}  // namespace files
