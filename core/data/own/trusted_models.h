#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace stepscope {

// A TorchScript model contains code, which runs when it is loaded and trained. Models that a user trusts are
// remembered by the SHA-256 of their file.

/// The SHA-256 of a model's file, as hexadecimal digits. A file is read again when its size or the time of
/// its modification has changed, which takes seconds for one of gigabytes. Throws Error if it cannot be read,
/// and ReadingStopped.
std::string modelSum(const std::filesystem::path& file, const std::function<bool()>& isStopped = {});

/// False also for a file that cannot be read.
bool isTrustedModel(const std::filesystem::path& file);

/// The same, if it takes no noticeable time: none for a large file that modelSum() has not read.
std::optional<bool> isKnownAsTrusted(const std::filesystem::path& file);

/// Remembers it. Throws Error if the file cannot be read, or the list cannot be written.
void trustModel(const std::filesystem::path& file);

/// Throws Error that says how to trust a model that is not trusted, or why it cannot be read.
void requireTrust(const std::filesystem::path& file);

} // namespace stepscope
