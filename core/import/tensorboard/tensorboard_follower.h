#pragma once

#include "core/import/tensorboard/tensorboard_files.h"
#include "core/run_file/run_update.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace stepscope {

/// Follows the log of an imported run while another program writes it. No log says that it is complete: one
/// that has not grown for ten minutes counts as complete.
class TensorBoardFollower
{
public:
    /// Whether a log (a file or a folder of one run) has grown within the last ten minutes.
    static bool mayGrow(const std::filesystem::path& log, int64_t nowUnixMs);

    /// `run` is the result of readTensorBoard() for the log.
    TensorBoardFollower(const std::filesystem::path& log, const Run& run);

    /// What is new in the log; none: nothing. Throws Error if the log can no longer be read.
    std::optional<RunUpdate> readOn(int64_t nowUnixMs);

private:
    std::filesystem::path m_path;
    TensorBoardFiles m_files;
    std::unordered_map<std::string, size_t> m_known; ///< points of the run by tag, which are read again
    int64_t m_startUnixMs;
    size_t m_graphBytes = 0; ///< size of the run's graph
    bool m_isFirst = true;
};

} // namespace stepscope
