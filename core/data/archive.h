#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace stepscope {

/// A file in an archive.
struct ArchiveMember
{
    std::string name; ///< "cifar-10-batches-bin/test_batch.bin"
    int64_t mostBytes = 0;
};

/// Unpacks the members of a .zip file, or else of a .tar.gz file, into a folder, without their folders.
/// Throws Error with only the reason, as a part of a sentence: a member is missing, or larger than its
/// `mostBytes`; the archive is damaged or cut short.
void unpackArchive(const std::filesystem::path& archive, std::span<const ArchiveMember> members,
                   const std::filesystem::path& folder);

} // namespace stepscope
