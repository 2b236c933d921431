#pragma once

#include "core/data/own/own_data_set.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

// A data set in a table of numbers with a column of labels: comma-separated values as in RFC 4180, plain or
// gzipped. The separator may also be a semicolon or a tab. A first row in which a column other than the
// labels has no number has the columns' names. The functions throw an Error that names the file, the row and
// the problem.

struct TableRows
{
    int64_t count = 0;
    std::vector<double> values;  ///< [count, columns]
    std::vector<int32_t> labels; ///< [count]
};

/// Every sixth row of each class is for testing.
struct TableDataSet
{
    int64_t columns = 0; ///< without the labels
    TableRows train;
    TableRows test;
    std::vector<std::string> classNames; ///< sorted, as numbers if they are whole numbers
    std::string note;                    ///< which column has the labels
};

/// `labelColumn`: its name, or its number from 1; empty: the last column.
TableDataSet readTable(const std::filesystem::path& file, const std::string& labelColumn);

/// What is known of it; its shape is one row of pixels.
OwnDataSet describeTable(const std::filesystem::path& file, const std::string& labelColumn);

} // namespace stepscope
