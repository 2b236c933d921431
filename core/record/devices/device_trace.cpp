#include "core/record/devices/device_trace.h"

#include "core/base/text/format.h"
#include "core/import/chrome/chrome_trace_reader.h"
#include "core/language/translation.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace stepscope {

namespace fs = std::filesystem;

namespace {

/// Removes a file of any kind in its destructor.
class RemovedAtEnd
{
public:
    explicit RemovedAtEnd(const fs::path& file)
        : m_file(file)
    {
    }
    ~RemovedAtEnd()
    {
        std::error_code ignored;
        fs::remove(m_file, ignored);
    }
    RemovedAtEnd(const RemovedAtEnd&) = delete;
    RemovedAtEnd& operator=(const RemovedAtEnd&) = delete;

private:
    const fs::path& m_file;
};

void requireSound(const fs::path& file, uint64_t mostBytes)
{
    std::error_code problem;
    if (!fs::is_regular_file(fs::symlink_status(file, problem)))
        throw Error(translated("its file is missing"));
    const auto bytes = fs::file_size(file, problem);
    if (problem)
        throw Error(translated("its file is missing"));
    if (bytes > mostBytes)
        throw Error(
            translated("its file of {size} is too large, the limit is {limit}",
                       {{"size", formatBytes(double(bytes))}, {"limit", formatBytes(double(mostBytes))}}));
}

/// Whether the times include wall-clock times and are plausible.
bool hasSoundTimes(const DeviceTrace& device)
{
    constexpr int64_t latestNs = 4'000'000'000'000'000'000; // in the year 2096
    const auto isSound = [](int64_t ns) { return ns >= 0 && ns < latestNs; };
    return device.firstUnixNs > 0 && isSound(device.firstUnixNs) &&
           std::ranges::all_of(device.trace.startNs, isSound) &&
           std::ranges::all_of(device.trace.durationNs, isSound);
}

/// Throws Error with a text that names the file.
DeviceTrace readDeviceTrace(const fs::path& file)
{
    auto imported = readChromeTrace(file, {.threads = 1}); // the other processors are for the program
    if (!imported.log.damages().empty())
        throw Error(imported.log.damages().front());
    return {.trace = std::move(imported.run.trace), .firstUnixNs = imported.origin.firstUnixNs};
}

} // namespace

DeviceTrace takeDeviceTrace(const fs::path& file, uint64_t mostBytes)
{
    const RemovedAtEnd removed(file);
    requireSound(file, mostBytes);
    DeviceTrace device;
    try {
        device = readDeviceTrace(file);
    } catch (const NothingToImport&) {
        throw Error(translated("its file has no events"));
    } catch (const Error& error) {
        throw Error(translated("its file is damaged"), error.what());
    } catch (const std::bad_alloc&) {
        throw Error(translated("there is not enough memory to read its file"));
    }
    if (!hasSoundTimes(device))
        throw Error(translated("its file has no recording time"));
    return device;
}

} // namespace stepscope
