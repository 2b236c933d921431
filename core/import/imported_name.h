#pragma once

#include <filesystem>
#include <string>

namespace stepscope {

/// The name of a run imported from a file: the file's name without the endings of the formats that can be
/// read, such as ".pt.trace.json.gz" and ".sqlite". TensorBoard's event files are named after their folder.
std::string importedName(const std::filesystem::path& file);

} // namespace stepscope
