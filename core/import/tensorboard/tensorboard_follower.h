#pragma once

#include "core/import/tensorboard/tensorboard_files.h"
#include "core/run_file/run_update.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace stepscope {

/// Reads on the log of an imported run while another program writes it. No log says that it is complete: one
/// that nothing has come to for ten minutes counts as over.
class TensorBoardFollower
{
public:
    /// Whether something has come to a log, a file or a folder of one run, within the last ten minutes.
    static bool mayGrow(const std::filesystem::path& log, int64_t nowUnixMs);

    /// `run` is what readTensorBoard() has made of the log.
    TensorBoardFollower(const std::filesystem::path& log, const Run& run);

    /// What has come since; none when nothing has. Throws Error when the log cannot be read any more.
    std::optional<RunUpdate> readOn(int64_t nowUnixMs);

private:
    std::filesystem::path m_path;
    TensorBoardFiles m_files;
    std::unordered_map<std::string, size_t> m_known; ///< points of the run by tag, which come a second time
    int64_t m_startUnixMs;
    size_t m_graphBytes = 0; ///< of the graph that the run has
    bool m_isFirst = true;
};

} // namespace stepscope
