#pragma once

#include "core/graph/graph_layout.h"
#include "core/machine/environment.h"
#include "core/run/run.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// Draws pictures that need the window's painting code. A build without Qt has none, which is a null pointer
/// wherever one is asked for; one that could not be loaded has a problem().
class PicturePainter
{
public:
    virtual ~PicturePainter() = default;
    /// Why it can paint nothing, in a sentence; empty when it can.
    virtual std::string problem() const { return {}; }
    /// Write PNG files. Throw Error.
    virtual void paintCurves(const Run& run, const std::filesystem::path& png) = 0;
    virtual void paintOperators(const Run& run, const std::filesystem::path& png) = 0;
    /// An SVG document, `scale` times as large as it says it is.
    virtual void paintSvg(const std::string& svg, const std::filesystem::path& png, double scale) = 0;
};

/// Names of the files that a report can have.
std::span<const std::string_view> reportFileNames();

/// Whether the folder holds any of these.
bool holdsReport(const std::filesystem::path& folder);

/// Why no report can be written into the folder unless it may replace what is there, in a sentence; empty: it
/// can.
std::string reportInTheWay(const std::filesystem::path& folder);

/// Readies the folder of a report: creates it, checks that it can be written, and refuses one that has
/// files of a report unless `force`. Throws Error.
void prepareReportFolder(const std::filesystem::path& folder, bool force);

/// Keeps every other run out of a report's folder, those of other processes too, until it is destroyed or the
/// process ends.
class ReportFolderLock
{
public:
    /// Throws Error when a run that goes on now will write its report there.
    explicit ReportFolderLock(const std::filesystem::path& folder);
    ~ReportFolderLock();
    ReportFolderLock(const ReportFolderLock&) = delete;
    ReportFolderLock& operator=(const ReportFolderLock&) = delete;

private:
    int m_descriptor = -1;
};

/// What a report's folder does not hold, each reason in a sentence that names the files.
struct ReportOmissions
{
    std::vector<std::string> notApplicable; ///< this run has no such figures
    std::vector<std::string> failures;      ///< could not be written, or not in full

    /// What does not apply first.
    std::vector<std::string> all() const;
};

/// Writes everything of a run into the folder: experiment.json, environment.json, metrics.csv, epochs.csv,
/// samples.csv, operators.csv, kernels.csv where work on a GPU was recorded, curves.png, operators.png,
/// graph.svg, graph.png, graph.dot, trace.json. Each appears whole or not at all. What an earlier run left
/// there and does not apply to this one is removed. Never throws for files that could not be written.
/// `progress` is called while Graphviz's dot draws the graph.
ReportOmissions writeReport(const Run& run, const Environment& environment,
                            const std::filesystem::path& folder, PicturePainter* painter,
                            const LayoutProgress& progress = {});

} // namespace stepscope
