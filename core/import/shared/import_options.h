#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace stepscope {

/// The user did not want to wait for the rest.
class ImportCancelled : public Error
{
public:
    using Error::Error;
};

/// The file is in a format that can be read, but nothing to show was found in it.
class NothingToImport : public Error
{
public:
    using Error::Error;
};

struct ImportProgress
{
    int64_t bytesRead = 0; ///< of the file as it is on the disk
    int64_t fileBytes = 0;
    double secondsLeft = -1.0; ///< as long as the speed stays what it was so far; negative: not known yet

    /// Whether what was read only waits to be joined.
    bool isRead() const { return fileBytes > 0 && bytesRead >= fileBytes; }
};

struct ImportOptions
{
    /// Called now and then, from a thread of the import.
    std::function<void(const ImportProgress&)> progress = {};
    std::stop_token stop = {};
    /// How much memory the import may take, about; 0: 2 GB, and for files of more than 100 MB as many times
    /// more.
    int64_t memoryBytes = 0;
    int threads = 0;       ///< that read; 0: one for each processor the process may use
    std::string name = {}; ///< what the run is called; empty: after its file
    /// The events that steps are made from: stepsOn(), whether the trace marks steps or not. Empty: those
    /// that it marks, else detectSteps().
    std::string stepOn = {};
};

} // namespace stepscope
