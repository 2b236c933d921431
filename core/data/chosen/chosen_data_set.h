#pragma once

#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/data/own/image_file_reader.h"
#include "core/data/own/reading.h"
#include "core/data/own/table.h"
#include "core/data/own/text.h"
#include "core/experiment/experiment.h"

#include <memory>
#include <optional>
#include <string>

namespace stepscope {

// The data set of an experiment. What is found about a data set that the user brings is kept until its files
// change.

/// Its shape, classes and, unless the files must be read for them, numbers of samples. Reads the headers of
/// the images and the text that a user brings, which can take seconds. Throws Error that names the file and
/// the problem.
DataSetDescription describeDataSet(const Experiment& experiment, const ReadingControl& control = {});

/// The same without reading anything, as far as it is known: of the user's own data, what describeDataSet()
/// has found. For texts that follow a form.
std::optional<DataSetDescription> knownDataSet(const Experiment& experiment);

/// Throws Error if the experiment's network does not fit its data set, or the data set cannot be used. Covers
/// what validate() leaves out.
void checkDataSet(const Experiment& experiment);

/// According to the files' headers, where the format has them. Throws Error when a file is missing or of
/// another format.
SampleCounts countSamples(const Experiment& experiment);

/// The same of a data set that may be missing: of one that can be fetched, by the published sizes of its
/// files. None if that is not known, or if the files cannot be used.
std::optional<SampleCounts> expectedSamples(const Experiment& experiment);

/// The images of a data set that the user brings, and what else is known of it.
struct OwnImages
{
    DataSetImages images;
    DataSetDescription description;
    std::string note; ///< a sentence for the log; may be empty
};
/// Throws Error that names the file or folder and the problem, and ReadingStopped when `control` stops it.
OwnImages readOwnImages(const Experiment& experiment, const ReadingControl& control = {});

/// The files of an image folder that are decoded in each step.
struct OwnImageFiles
{
    std::shared_ptr<const ImageFileReader> train;
    std::shared_ptr<const ImageFileReader> test;
    std::string note; ///< a sentence for the log; may be empty
};
/// Reads their headers, unless these are known. Throws the same as readOwnImages(); reading a file later may
/// fail nevertheless.
OwnImageFiles listOwnImages(const Experiment& experiment, const ReadingControl& control = {});

/// The text of a data set of this kind, and its sequences. Throws Error that names the file and the problem.
struct ChosenText
{
    NumberedText text;
    SampleCounts counts;
};
ChosenText readChosenText(const Experiment& experiment);

/// The rows of a data set that is a CSV file. Throws Error that names the file and the problem.
TableDataSet readChosenTable(const Experiment& experiment);

/// A text that changes when the samples would: the names of data set and folder, and the state of the user's
/// own files. Throws Error if these are missing.
std::string dataSetStamp(const Experiment& experiment);

} // namespace stepscope
