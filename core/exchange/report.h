#pragma once

#include "core/run/environment.h"
#include "core/run/run.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace stepscope {

/// Draws pictures that need the window's painting code; a build without Qt has none.
class PicturePainter
{
public:
    virtual ~PicturePainter() = default;
    /// Write PNG files. Throw Error.
    virtual void paintCurves(const Run& run, const std::filesystem::path& png) = 0;
    virtual void paintOperators(const Run& run, const std::filesystem::path& png) = 0;
};

/// Readies the folder of a report: creates it, checks that it can be written, and refuses one that already
/// holds a run unless `force`. Throws Error.
void prepareReportFolder(const std::filesystem::path& folder, bool force);

/// Writes everything of a run into the folder: experiment.json, environment.json, metrics.csv, epochs.csv,
/// operators.csv, curves.png, operators.png, graph.svg, graph.png, graph.dot, trace.json. Each appears whole or not at
/// all. Returns a sentence for each file that could not be written or does not apply; never throws.
std::vector<std::string> writeReport(const Run& run, const Environment& environment,
                                     const std::filesystem::path& folder, PicturePainter* painter);

} // namespace stepscope
