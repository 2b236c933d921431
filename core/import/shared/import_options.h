#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace stepscope {

/// The user canceled the import.
class ImportCanceled : public Error
{
public:
    using Error::Error;
};

/// The file is in a format that can be read, but contains nothing to show.
class NothingToImport : public Error
{
public:
    using Error::Error;
};

struct ImportProgress
{
    int64_t bytesRead = 0; ///< of the file as stored on disk
    int64_t fileBytes = 0;
    double secondsLeft = -1.0; ///< estimated from the speed so far; negative: not known yet

    /// Whether the whole file is read and only remains to be processed.
    bool isRead() const { return fileBytes > 0 && bytesRead >= fileBytes; }
};

struct ImportOptions
{
    /// Called at intervals from a thread of the import.
    std::function<void(const ImportProgress&)> progress = {};
    std::stop_token stop = {};
    /// Approximate limit of the import's memory; 0: 2 GB, and proportionally more for files larger than 100
    /// MB.
    int64_t memoryBytes = 0;
    int threads = 0;       ///< for reading; 0: one per processor that the process may use
    std::string name = {}; ///< of the run; empty: importFile() names it after its file
    /// Name of the events that steps are made from: stepsOn(), even if the trace marks steps. Empty: the
    /// marked steps, otherwise detectSteps().
    std::string stepOn = {};
};

} // namespace stepscope
