#pragma once

#include "core/exchange/report.h"
#include "core/run_file/run_file.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// A run of a report.
struct LabReportRun
{
    std::filesystem::path file = {};
    StoredRun stored;
    std::string name;  ///< that it goes by in the report
    std::string color; ///< of its curves: "#0072b2", as of the light palette
};

/// What a report is written of.
struct LabReportInput
{
    std::string title; ///< empty: made of what was run
    std::vector<LabReportRun> runs;
    size_t baseline = 0;                     ///< index of the run that the others are compared with
    std::vector<LabReportRun> forwardPasses; ///< cold ones of one image, a run file a device
    std::vector<std::string> problems = {};  ///< files that could not be read, each in a sentence
};

/// Reads run files, those of cold forward passes among them, and names and colours the runs as their labels
/// say, else by what tells them apart. What cannot be read is a sentence in `problems`. `read` reads a file
/// and may throw Error; the default is readRunFile().
using RunReader = std::function<StoredRun(const std::filesystem::path& file, const RunFileParts& parts)>;
LabReportInput labReportInput(std::span<const std::filesystem::path> runFiles, const RunReader& read = {});

/// What could not be read of the runs: of files that are no runs, and of damaged ones.
std::vector<std::string> problemsOf(const LabReportInput& input);

/// Whether the folder holds a page of a report.
bool holdsLabReport(const std::filesystem::path& folder);

/// Throws Error when the folders that a report makes inside of its folder are links.
void refuseLinkedReportFolders(const std::filesystem::path& folder);

/// Readies the folder of a report: creates it, checks that it can be written, and refuses one that already
/// holds a report unless `force`, and one whose folders for pictures and tables are links. Throws Error.
void prepareLabReportFolder(const std::filesystem::path& folder, bool force);

/// Writes report.html (one self-contained file), report.md with its pictures in pictures/, and the tables as
/// CSV in tables/. Each file appears whole or not at all. Without a painter, or with one that has a problem,
/// the Markdown's pictures are SVG. Returns sentences that name what could not be drawn or written, or read
/// of a run's events, and why; never throws for it. `progress` is called while Graphviz's dot draws a graph.
std::vector<std::string> writeLabReport(const LabReportInput& input, const std::filesystem::path& folder,
                                        PicturePainter* painter, const LayoutProgress& progress = {});

} // namespace stepscope
