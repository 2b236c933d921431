#pragma once

#include "core/data/data_sets.h"
#include "core/data/own/own_data_set.h"
#include "core/data/own/reading.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

struct LabeledFile
{
    std::filesystem::path path;
    int32_t label = 0;
};

/// A folder with a folder for each class, which has PNG and JPEG files; or one with two such folders, "train"
/// and "test" or "val". Hidden files are left out.
struct ImageFolder
{
    std::filesystem::path path;
    std::vector<std::string> classNames; ///< sorted
    std::vector<LabeledFile> train;      ///< sorted by class and name
    std::vector<LabeledFile> test;       ///< without a folder of their own: every sixth image of each class
    bool hasTestFolder = false;
    std::string stamp;
};

/// Lists the files, and opens none. Throws Error that names the folder or file and the problem: no folder, no
/// or only one class, a class without images, a class with test images only, something that is neither an
/// image nor a class, too few images to keep some for tests.
ImageFolder listImageFolder(const std::filesystem::path& path);

/// How the images of a folder are used.
struct ImageFolderUse
{
    int64_t size = 0;        ///< rows and columns; 0: those of the first image to train on
    bool keepsImages = true; ///< all decoded images in memory
};

/// Reads the headers of all images. They have one channel if all are gray, otherwise three. Throws Error for
/// an image that cannot be used, or if the images to keep need too much memory.
OwnDataSet describeImageFolder(const ImageFolder& folder, const ImageFolderUse& use = {},
                               const ReadingControl& control = {});

/// Decodes and scales all images, see scaleImage().
DataSetImages readImageFolder(const ImageFolder& folder, const OwnDataSet& described,
                              const ReadingControl& control = {});

} // namespace stepscope
