#pragma once

#include "core/exchange/report.h"
#include "core/run_file/run_file.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// The HTML page in a report's folder.
inline constexpr auto reportPageName = "report.html";

/// A run of a report.
struct LabReportRun
{
    std::filesystem::path file = {};
    StoredRun stored;
    std::string name;  ///< in the report
    std::string color; ///< of its curves: "#0072b2", from the light palette
};

/// The input of a report.
struct LabReportInput
{
    std::string title; ///< empty: generated from the runs
    std::vector<LabReportRun> runs;
    size_t baseline = 0;                     ///< index of the run with which the others are compared
    std::vector<LabReportRun> forwardPasses; ///< cold ones of one image, one run file per device
    std::vector<std::string> problems = {};  ///< one sentence per file that could not be read
};

/// Reads run files, including those of cold forward passes, and names and colors the runs by their labels,
/// otherwise by what distinguishes them. What cannot be read becomes a sentence in `problems`. `read` reads a
/// file and may throw Error; the default is readRunFile().
using RunReader = std::function<StoredRun(const std::filesystem::path& file, const RunFileParts& parts)>;
LabReportInput labReportInput(std::span<const std::filesystem::path> runFiles, const RunReader& read = {});

/// What could not be read: files that are not runs, and parts of damaged ones.
std::vector<std::string> problemsOf(const LabReportInput& input);

/// Whether the folder contains a report page.
bool holdsLabReport(const std::filesystem::path& folder);

/// Throws Error if the folders that a report creates inside its folder are links.
void refuseLinkedReportFolders(const std::filesystem::path& folder);

/// Prepares the folder of a report: creates it, checks that it is writable, and refuses one that already
/// contains a report unless `force`, and one whose folders for pictures and tables are links. Throws Error.
void prepareLabReportFolder(const std::filesystem::path& folder, bool force);

/// Writes report.html (one self-contained file), report.md with its pictures in pictures/, and the tables as
/// CSV in tables/. Each file is written completely or not at all. Without a painter, or with one that has a
/// problem, the Markdown's pictures are SVG. Returns sentences about what could not be drawn, written, or
/// read of a run's events; never throws for these. `progress` is called while Graphviz's dot lays out a
/// graph.
std::vector<std::string> writeLabReport(const LabReportInput& input, const std::filesystem::path& folder,
                                        PicturePainter* painter, const LayoutProgress& progress = {});

} // namespace stepscope
