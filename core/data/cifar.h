#pragma once

#include "core/data/labeled_images.h"

#include <cstdint>
#include <filesystem>

namespace stepscope {

/// The binary version of CIFAR-10 and CIFAR-100 (https://www.cs.toronto.edu/~kriz/cifar.html): rows of labels
/// and the bytes of an image, channel by channel.
struct CifarRow
{
    int64_t labels = 1; ///< bytes; the last one is the image's class
    ImageShape shape;

    int64_t bytes() const { return labels + shape.pixels(); }
};

/// Appends the images of a file of such rows, plain or gzipped, which is detected from the content. Throws
/// Error naming the file and the problem: missing, empty, truncated, too large.
void readCifar(const std::filesystem::path& file, const CifarRow& row, LabeledImages& to);

/// The number of rows. Reads the whole file, but keeps nothing; throws like readCifar().
int64_t countCifarImages(const std::filesystem::path& file, const CifarRow& row);

} // namespace stepscope
