#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <functional>

namespace stepscope {

/// What a long reading reports and asks, on the thread that reads.
struct ReadingControl
{
    std::function<void(int64_t done, int64_t total)> progress; ///< a few times a second
    std::function<bool()> isStopped;
};

/// Thrown by a reading that has been stopped.
class ReadingStopped : public Error
{
public:
    ReadingStopped();
};

/// Calls `work` with 0 to count - 1 on several threads, at most `mostThreads` and one for each processor.
/// Passes on the exception of the lowest number, or throws ReadingStopped.
void forEachInParallel(int64_t count, int64_t mostThreads, const ReadingControl& control,
                       const std::function<void(int64_t)>& work);

} // namespace stepscope
