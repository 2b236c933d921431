#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/language/translation.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace stepscope {

/// What is found about a data set that a user brings, before its images are read.
struct OwnDataSet
{
    DataSetDescription description;
    std::string stamp; ///< changes with the files
    std::string note;  ///< a sentence about what was chosen, such as which images are for tests; may be empty
    int64_t largestImageBytes = 0; ///< of a decoded file; 0: no files are decoded
};

/// A text that changes with a file.
std::string fileStamp(const std::filesystem::path& file);

/// The content of a text file, plain or gzipped, without its byte order mark. Throws Error that names the
/// file, also if it is longer than `limitBytes`.
std::string readTextFile(const std::filesystem::path& file, size_t limitBytes);

/// Throws Error that names `source`, whose samples need more than half of the memory that this process may
/// use. The sentence ends with `advice`.
void checkMemory(const std::string& source, double bytes, Translatable advice);
/// The same for images with a byte for each pixel.
void checkMemory(const std::string& source, int64_t images, const ImageShape& shape, Translatable advice);

} // namespace stepscope
