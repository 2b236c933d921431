#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/data/labeled_images.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace stepscope {

/// Reads the files of the data set's training or test images by its format. Throws Error that names the file
/// and the problem, also when images and labels differ in number, or a label is not one of the classes.
LabeledImages readImages(const DataSetKind& kind, std::span<const std::filesystem::path> files);

/// According to the headers, where the format has one. Throws Error when a file is missing or of another
/// format.
int64_t countImages(const DataSetKind& kind, std::span<const std::filesystem::path> files);

} // namespace stepscope
