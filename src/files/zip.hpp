// The directory of a .npz file, which is a zip file of .npy files: numpy.savez stores them, numpy.savez_compressed deflates
// them. A zip file is read from its end: the end says where the directory is, the directory where each member begins.
#pragma once

#include "files/tensor.hpp"

namespace files {

inline constexpr std::uint64_t zip_tail =
    22 + 65'535;  // bytes at the end of a file that are certain to hold its end mark
inline constexpr std::uint64_t zip_member_header = 30;  // bytes before a member's name

struct ZipDirectory {
  std::uint64_t offset = 0, bytes = 0, members = 0;
};
// `tail`: the last bytes of a file, zip_tail of them or all.
Result<ZipDirectory> find_zip_directory(Bytes tail, std::uint64_t file_size);

struct ZipMember {
  std::string name;                     // without “.npy”
  std::uint64_t header = 0;             // where its own header begins
  std::uint64_t packed = 0, bytes = 0;  // as it lies in the file, and unpacked
  bool deflated = false;
  std::string refused;  // not empty: why it cannot be read
};
// `directory`: its bytes. Members whose names do not end in .npy are left out.
Result<std::vector<ZipMember>> read_zip_directory(Bytes directory, const ZipDirectory& place);

// Where the member's bytes begin; `header`: zip_member_header bytes at member.header.
Result<std::uint64_t> find_zip_member(Bytes header, const ZipMember& member, const ZipDirectory& place);

}  // namespace files
