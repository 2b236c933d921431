#include "core/data/cifar.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/data/gzip_reader.h"
#include "core/language/translation.h"

#include <functional>
#include <string>
#include <vector>

namespace stepscope {

namespace {

constexpr int64_t largestCifarFile = int64_t(1) << 30;

/// Calls `take` with each row. Returns their number.
int64_t readCifarRows(const std::filesystem::path& file, const CifarRow& row,
                      const std::function<void(const uint8_t*)>& take)
{
    GzipReader reader(file);
    std::vector<uint8_t> bytes(size_t(row.bytes()));
    int64_t rows = 0;
    size_t count = 0;
    while ((count = reader.read(bytes.data(), bytes.size())) == bytes.size()) {
        if (++rows * row.bytes() > largestCifarFile)
            throw Error(
                translated("The CIFAR file {file} has more than the {limit} that are allowed.",
                           {{"file", file.string()}, {"limit", formatBytes(double(largestCifarFile))}}));
        take(bytes.data());
    }
    if (count > 0)
        throw Error(translated("The CIFAR file {file} is cut short, or of another format: row {number} has "
                               "{count} of {expected} bytes.",
                               {{"file", file.string()},
                                {"number", formatCount(rows)},
                                {"count", formatCount(int64_t(count))},
                                {"expected", formatCount(row.bytes())}}));
    if (rows == 0)
        throw Error(translated("The CIFAR file {file} is empty.", {{"file", file.string()}}));
    return rows;
}

} // namespace

void readCifar(const std::filesystem::path& file, const CifarRow& row, LabeledImages& to)
{
    to.count += readCifarRows(file, row, [&](const uint8_t* bytes) {
        to.labels.push_back(bytes[row.labels - 1]);
        to.pixels.insert(to.pixels.end(), bytes + row.labels, bytes + row.bytes());
    });
}

int64_t countCifarImages(const std::filesystem::path& file, const CifarRow& row)
{
    return readCifarRows(file, row, [](const uint8_t*) {});
}

} // namespace stepscope
