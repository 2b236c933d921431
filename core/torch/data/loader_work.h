#pragma once

#include <cstdint>
#include <vector>

namespace stepscope {

/// What a worker of the data loader does.
enum class LoaderTask : uint8_t {
    Batch,   ///< its share of a batch's images; the others are parts of it
    Decode,  ///< reads and normalizes images that are in files
    Collect, ///< reads and normalizes images that are in memory
    Augment, ///< changes them at random
    Wait,    ///< for a batch to prepare, or for the end of a pause
};

/// When a worker did something, on the monotonic clock.
struct LoaderRange
{
    LoaderTask task = LoaderTask::Wait;
    bool isPart = false; ///< of the last range of a batch before this one
    int64_t batch = 0;   ///< index in the epoch
    int64_t startNs = 0;
    int64_t endNs = 0;

    bool operator==(const LoaderRange&) const = default;
};

/// What one worker did, in the order of the starts.
struct LoaderWork
{
    int64_t threadId = 0; ///< of the operating system; 0: the worker has not started yet
    std::vector<LoaderRange> ranges;
};

} // namespace stepscope
