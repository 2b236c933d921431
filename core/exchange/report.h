#pragma once

#include "core/base/error.h"
#include "core/graph/graph_layout.h"
#include "core/machine/environment.h"
#include "core/pictures/picture_options.h"
#include "core/run/run.h"
#include "core/run/run_contents.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// One of the window's views, as a picture.
struct PictureOfView
{
    std::string_view name;       ///< that the command line uses
    std::optional<RunPart> part; ///< what a run must have for it; nullopt: nothing in particular
};

/// The views that have a picture. What the command line offers and the files of a report follow from it.
inline constexpr auto picturesOfViews = std::to_array<PictureOfView>({
    {"overview", std::nullopt},
    {"curves", RunPart::Curves},
    {"machine", RunPart::MachineSamples},
    {"operators", RunPart::Operators},
    {"timeline", RunPart::Timeline},
    {"flame", RunPart::Operators},
    {"calls", RunPart::Operators},
    {"steps", RunPart::Steps},
    {"roofline", RunPart::Operators},
    {"memory", RunPart::Memory},
    {"graph", RunPart::Graph},
});

inline constexpr auto pictureNames = [] {
    std::array<std::string_view, picturesOfViews.size()> names{};
    std::ranges::transform(picturesOfViews, names.begin(), &PictureOfView::name);
    return names;
}();

/// A picture of what one of the window's views shows.
struct PictureRequest
{
    std::string name;   ///< one of pictureNames
    std::string format; ///< "png", "svg" or "pdf"
    PictureOptions options;
    bool isOneOfMany = false; ///< does not wait long for a view that shows nothing
};

/// Draws pictures that need the window's painting code. In a build without Qt there is none, and pointers to
/// it are null; one that could not be loaded has a problem().
class PicturePainter
{
public:
    virtual ~PicturePainter() = default;
    /// Why it cannot paint, as a sentence; empty: it can.
    virtual std::string problem() const { return {}; }
    /// Write PNG files. Throw Error.
    virtual void paintCurves(const Run& run, const std::filesystem::path& png) = 0;
    virtual void paintOperators(const Run& run, const std::filesystem::path& png) = 0;
    /// Paints an SVG document, `scale` times as large as its stated size.
    virtual void paintSvg(const std::string& svg, const std::filesystem::path& png, double scale) = 0;
};

/// The run has nothing that a picture would show.
class NothingToPaint : public Error
{
public:
    using Error::Error;
};

/// What a run must have for a picture; nullopt: nothing in particular. `name`: one of pictureNames.
std::optional<RunPart> partOfPicture(std::string_view name);

/// One that also draws what views show.
class ViewPainter : public PicturePainter
{
public:
    /// The content of a file. Throws NothingToPaint, Error.
    virtual std::string paintView(const PictureRequest& request, const Run& run,
                                  const Environment& environment) = 0;
};

/// Names of all possible files of a report.
const std::vector<std::string>& reportFileNames();

/// Whether the folder contains any of these.
bool holdsReport(const std::filesystem::path& folder);

/// Why a report cannot be written to the folder without replacing files, as a sentence; empty: it can.
std::string reportInTheWay(const std::filesystem::path& folder);

/// Prepares the folder of a report: creates it, checks that it is writable, and refuses one with files of a
/// report unless `force`. Throws Error.
void prepareReportFolder(const std::filesystem::path& folder, bool force);

/// Locks a report's folder against other runs, including those of other processes, until it is destroyed or
/// the process ends.
class ReportFolderLock
{
public:
    /// Throws Error if another active run will write its report there.
    explicit ReportFolderLock(const std::filesystem::path& folder);
    ~ReportFolderLock();
    ReportFolderLock(const ReportFolderLock&) = delete;
    ReportFolderLock& operator=(const ReportFolderLock&) = delete;

private:
    int m_descriptor = -1;
};

/// What is missing in a report's folder: sentences with the files and the reason.
struct ReportOmissions
{
    std::vector<std::string> notApplicable; ///< this run has no such figures
    std::vector<std::string> failures;      ///< could not be written, or only in part

    /// Both, the files that do not apply first.
    std::vector<std::string> all() const;
};

/// Writes all files of a run into the folder: experiment.json, environment.json, metrics.csv, epochs.csv,
/// samples.csv, operators.csv, kernels.csv if GPU work was recorded, curves.png, operators.png, graph.svg,
/// graph.png, graph.dot, trace.json, and with `views` each other picture of picturesOfViews, such as
/// overview.png. Each file is written completely or not at all. Files of an earlier run that do not apply to
/// this one are removed. Never throws for files that could not be written. `progress` is called while
/// Graphviz's dot lays out the graph.
ReportOmissions writeReport(const Run& run, const Environment& environment,
                            const std::filesystem::path& folder, PicturePainter* painter,
                            const LayoutProgress& progress = {}, ViewPainter* views = nullptr);

} // namespace stepscope
