#pragma once

#include "core/data/data_sets.h"
#include "core/data/own/own_data_set.h"
#include "core/data/own/reading.h"

#include <filesystem>
#include <string>

namespace stepscope {

// A data set in four arrays: x_train, y_train, x_test and y_test, in an .npz or .safetensors file or as .npy
// files in a folder. Without the last two, every sixth image of each class is for testing. Images are N ×
// rows × columns, or have a dimension of channels before or after rows and columns: whichever of the two
// possible dimensions is shorter. Their values are bytes, or other numbers, which become floats. The
// functions throw an Error that names the array and the problem.

/// Reads the headers, and the labels: the classes are 0 to the largest label to train on.
OwnDataSet describeArrays(const std::filesystem::path& path);

/// As OwnDataSet::stamp, without reading the arrays.
std::string arraysStamp(const std::filesystem::path& path);

DataSetImages readArrays(const std::filesystem::path& path, const OwnDataSet& described,
                         const ReadingControl& control = {});

} // namespace stepscope
