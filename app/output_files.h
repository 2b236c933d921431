#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace stepscope {

/// Throws UsageError if a file that is to be written has the extension of another format than the one that it
/// is written in, such as trace.csv for JSON. `extension`: that of the format; empty: none is usual. `output`
/// may be empty.
void refuseOtherExtension(const std::string& option, const std::string& output, std::string_view extension);

/// Throws UsageError if a file that is to be written is the one that was read. `output` may be empty.
void refuseOverwriting(const std::string& output, const std::filesystem::path& input);

/// Throws UsageError if a file that is to be written exists, unless `force`. `output` may be empty.
void refuseExisting(const std::string& output, bool force);

} // namespace stepscope
