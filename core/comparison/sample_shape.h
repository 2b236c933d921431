#pragma once

#include "core/run/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

struct DataSetDescription;

/// The size of a training's samples: channels, rows and columns of an image, 1, 1 and the columns of a row of
/// a table, or the characters of a sequence. Empty: not known.
using SampleShape = std::vector<int64_t>;

/// As the settings say; not known of images and tables that the user brings, and of programs.
SampleShape sampleShapeOf(const Experiment& experiment);
/// The same; of a data set that the user brings, the shape with which the network was recorded.
SampleShape sampleShapeOf(const Run& run);
/// Of a data set that is no text.
SampleShape sampleShapeOf(const DataSetDescription& dataSet);

/// Whether both are known and differ. The times of such samples say nothing about which training is faster.
bool areOtherSamples(const SampleShape& a, const SampleShape& b);

/// "images of 1 × 28 × 28", "rows of 30 values", "sequences of 64 characters". The shape must be known.
std::string sampleShapeText(const SampleShape& shape);

} // namespace stepscope
