// Directories of .npz files as numpy and Python's zipfile write them. Members are inflated by the page, not here.
#include "files/zip.hpp"

#include "files/npy.hpp"
#include "support.hpp"

namespace files {
namespace {

Result<std::vector<ZipMember>> members_of(std::string_view file) {
  const Bytes all = bytes_in(file);
  const auto place =
      find_zip_directory(all.last(std::min(all.size(), static_cast<std::size_t>(zip_tail))), file.size());
  if (!place) return std::unexpected(place.error());
  auto members = read_zip_directory(part(all, place->offset, place->bytes), *place);
  if (!members) return members;
  for (const ZipMember& member : *members)
    if (const auto at = find_zip_member(part(all, member.header, zip_member_header), member, *place); !at)
      return std::unexpected(at.error());
  return members;
}

std::string made_zip(const char* name) {
  return from_base64(made_files().at(std::string("/npz/") + name + "/file").GetString());
}

TEST_CASE("npz: the tensors of stored members lie where the directory says") {
  const golden::File made = made_files();
  const std::string file = made_zip("stored");
  const auto place = expect::value(find_zip_directory(bytes_in(file), file.size()));
  const auto members = expect::value(members_of(file));
  CHECK(members.size() == 2);
  for (const ZipMember& member : members) {
    CAPTURE(member.name);
    CHECK_FALSE(member.deflated);
    const std::uint64_t at =
        expect::value(find_zip_member(part(bytes_in(file), member.header, zip_member_header), member, place));
    const std::string_view content = as_text(part(bytes_in(file), at, member.bytes));
    const auto tensor = std::get<Tensor>(expect::value(read_npy(bytes_in(content), content.size())));
    const auto& wanted = made.at("/npz/stored/members")[member.name.c_str()];
    CHECK(tensor.shape == shape_in(wanted["shape"]));
    CHECK(different(numbers_of(tensor, content), golden::numbers(wanted["values"])) == "");
  }
}

TEST_CASE("npz: deflated members, a remark that looks like the end, and files of other kinds") {
  for (const char* name : {"deflated", "remark"}) {
    const auto members = expect::value(members_of(made_zip(name)));
    REQUIRE(members.size() == 2);
    CHECK(members[0].name == "q");
    CHECK(members[1].name == "long/name");
    CHECK(members[1].deflated);
    CHECK(members[1].packed < members[1].bytes);
  }
}

TEST_CASE("npz: a file that is cut off anywhere is an error") {
  const std::string file = made_zip("stored");
  for (std::size_t size = 0; size < file.size(); size += 7)
    CHECK(expect::error(members_of(file.substr(0, size))) != "");
  CHECK(expect::error(members_of("")).starts_with("format at end: It does not end as a zip file does"));
}

// `file` with the bytes of a field in the directory's entry of its first member changed.
std::string with_entry(std::string file, std::size_t at, std::string_view bytes) {
  const auto place = expect::value(find_zip_directory(bytes_in(file), file.size()));
  return file.replace(static_cast<std::size_t>(place.offset) + at, bytes.size(), bytes);
}

TEST_CASE("npz: encrypted members and other methods are refused by themselves, zip64 as a whole") {
  const std::string file = made_zip("deflated");
  CHECK(expect::value(members_of(with_entry(file, 8, little(1, 2))))[0].refused.find("encrypted") != std::string::npos);
  CHECK(expect::value(members_of(with_entry(file, 10, little(14, 2))))[0].refused.find("method 14") !=
        std::string::npos);
  CHECK(expect::error(members_of(with_entry(file, 24, little(0xffffffff, 4)))).starts_with("zip64 at directory"));
}

TEST_CASE("npz: a member that claims to be larger than deflating allows is refused before it is unpacked") {
  CHECK(expect::error(members_of(with_entry(made_zip("deflated"), 24, little(0xfffffff0, 4))))
            .starts_with("size at directory"));
}

TEST_CASE("npz: members that reach into the directory or lie outside the file are errors") {
  const std::string file = made_zip("deflated");
  CHECK(expect::error(members_of(with_entry(file, 20, little(0xfffffff0, 4)))).starts_with("format at directory"));
  CHECK(expect::error(members_of(with_entry(file, 42, little(0xfffffff0, 4)))).starts_with("format at directory"));
  CHECK(expect::error(members_of(with_entry(file, 42, little(1, 4)))).starts_with("format at members"));
  CHECK(expect::error(members_of(with_entry(file, 28, little(0xffff, 2)))).starts_with("format at directory"));
}

}  // namespace
}  // namespace files
