#include "core/exchange/report.h"
#include "core/experiment/experiment_fields.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/subfolder.h"
#include "core/base/text/format.h"
#include "core/comparison/operator_peak.h"
#include "core/exchange/chrome_trace.h"
#include "core/exchange/environment_text.h"
#include "core/exchange/kernel_tables.h"
#include "core/exchange/run_tables.h"
#include "core/experiment/experiment_json.h"
#include "core/graph/graph_layout.h"
#include "core/language/reason.h"
#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_contents.h"
#include "core/run/run_figures.h"
#include "core/run_file/trace_pieces.h"
#include "core/trace/event_kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <system_error>

namespace stepscope {

namespace fs = std::filesystem;

namespace {

/// All files but the pictures that writeViews() writes.
constexpr std::array<std::string_view, 13> namesWithoutViews = {
    "experiment.json", "environment.json", "metrics.csv", "epochs.csv",    "samples.csv",
    "operators.csv",   "kernels.csv",      "curves.png",  "operators.png", "graph.svg",
    "graph.png",       "graph.dot",        "trace.json",
};

std::string fileNameOf(const PictureOfView& picture)
{
    return std::string(picture.name) + ".png";
}

/// Whether writeViews() writes it: no other function does.
bool isWrittenFromView(const PictureOfView& picture)
{
    return std::ranges::find(namesWithoutViews, fileNameOf(picture)) == namesWithoutViews.end();
}

std::vector<std::string> allFileNames()
{
    std::vector<std::string> names(namesWithoutViews.begin(), namesWithoutViews.end());
    for (const PictureOfView& picture : picturesOfViews) {
        if (isWrittenFromView(picture))
            names.push_back(fileNameOf(picture));
    }
    return names;
}

constexpr auto noPainter =
    translatable("this build of Stepscope has no window and cannot draw curves and operators.");

/// From the running totals if the events cannot be read.
Recorded<OperatorStatistics> statisticsOf(const Run& run, const Environment& environment)
{
    try {
        return runStatisticsWithPeak(run, environment.cpuModel, OperatorGrouping::ByOperator);
    } catch (const std::exception& problem) {
        return {runStatistics(run, OperatorGrouping::ByOperator), reasonOf(problem)};
    }
}

/// Writes the files of one report and remembers which could not be written, and why.
class ReportWriter
{
public:
    explicit ReportWriter(const fs::path& folder)
        : m_folder(folder)
    {
    }

    /// `write` gets the file's path.
    template<typename Write>
    void file(std::string_view name, Write&& write)
    {
        try {
            write(m_folder / name);
        } catch (const NothingToPaint& nothing) {
            omit({name}, nothing.what(), false);
        } catch (const std::exception& problem) {
            omit({name}, reasonOf(problem), true);
        }
    }

    /// For files that could not be written.
    void failed(const std::vector<std::string_view>& names, const std::string& reason)
    {
        omit(names, reason, true);
    }

    /// For a file that was written from what could be read.
    void incomplete(std::string_view name, const std::string& reason)
    {
        m_incomplete.push_back(
            translated("{file} incomplete: {reason}", {{"file", std::string(name)}, {"reason", reason}}));
    }

    /// For files that do not apply. Files of an earlier run must not remain among this run's.
    void without(const std::vector<std::string_view>& names, const std::string& reason)
    {
        omit(names, reason, false);
    }

    /// For a file that most runs do not have, so it is not mentioned.
    void absent(std::string_view name) { removeOld(name); }

    ReportOmissions omissions() const
    {
        ReportOmissions omissions;
        for (const auto& [names, reason, isFailure] : m_problems)
            (isFailure ? omissions.failures : omissions.notApplicable)
                .push_back(
                    translated("{files} not written: {reason}",
                               {{"files", fmt::format("{}", fmt::join(names, ", "))}, {"reason", reason}}));
        omissions.failures.insert(omissions.failures.end(), m_incomplete.begin(), m_incomplete.end());
        return omissions;
    }

private:
    struct Problem
    {
        std::vector<std::string> names;
        std::string reason;
        bool isFailure;
    };

    void omit(const std::vector<std::string_view>& names, const std::string& reason, bool isFailure)
    {
        auto known = std::ranges::find(m_problems, reason, &Problem::reason);
        if (known == m_problems.end())
            known = m_problems.insert(known, {{}, reason, isFailure});
        for (const auto name : names) {
            known->names.emplace_back(name);
            removeOld(name);
        }
    }

    void removeOld(std::string_view name)
    {
        std::error_code ignored;
        fs::remove(m_folder / name, ignored);
    }

    fs::path m_folder;
    std::vector<Problem> m_problems;
    std::vector<std::string> m_incomplete; ///< sentences
};

/// Why the report has no file of this part.
std::string absenceSentence(const Run& run, RunPart part)
{
    return absenceReason(run, part) + ".";
}

void writeTables(const Run& run, ReportWriter& report)
{
    // For a training run, an empty table shows that it did not get that far.
    const auto isMissingInFile = [&](RunPart part) { return isImported(run) && !contentsOf(run).has(part); };
    if (isMissingInFile(RunPart::Steps))
        report.without({"metrics.csv"}, absenceSentence(run, RunPart::Steps));
    else
        report.file("metrics.csv", [&](const fs::path& path) {
            writePiecesAtomically(path,
                                  [&](const TextSink& sink) { writeStepsCsv(run, stepsOf(run), sink); });
        });
    if (isMissingInFile(RunPart::Epochs))
        report.without({"epochs.csv"}, absenceSentence(run, RunPart::Epochs));
    else
        report.file("epochs.csv", [&](const fs::path& path) { writeFileAtomically(path, epochsCsv(run)); });
    if (run.samples.empty())
        report.without({"samples.csv"}, absenceSentence(run, RunPart::MachineSamples));
    else
        report.file("samples.csv", [&](const fs::path& path) { writeFileAtomically(path, samplesCsv(run)); });
}

/// A training run that records every step for some minutes makes tens of gigabytes of JSON, which users who
/// only asked for a report do not expect.
constexpr int64_t mostTraceEvents = 10'000'000;
constexpr int64_t bytesOfTraceEvent = 300; // 270 to 320 when training the MLP and the ConvNet

template<typename Paint>
void writePicture(std::string_view name, ReportWriter& report, const PicturePainter* painter,
                  const Paint& paint)
{
    if (!painter)
        report.without({name}, translated(noPainter));
    else if (const auto problem = painter->problem(); !problem.empty())
        report.failed({name}, problem);
    else
        report.file(name, paint);
}

void writeOperators(const Run& run, const Recorded<OperatorStatistics>& recorded, ReportWriter& report,
                    PicturePainter* painter)
{
    if (recorded.figures.rows.empty())
        return report.without({"operators.csv", "operators.png"}, absenceSentence(run, RunPart::Operators));
    report.file("operators.csv", [&](const fs::path& path) {
        writeFileAtomically(path, operatorsCsv(recorded.figures, run.trace));
        if (!recorded.problem.empty())
            report.incomplete("operators.csv", recorded.problem);
    });
    writePicture("operators.png", report, painter,
                 [&](const fs::path& path) { painter->paintOperators(run, path); });
}

void writeTrace(const Run& run, const Environment& environment, ReportWriter& report)
{
    if (whyAbsent(&run, RunPart::Timeline) != Absence::None)
        return report.without({"trace.json"}, absenceSentence(run, RunPart::Timeline));
    const int64_t events = int64_t(run.trace.size()) + run.leftOut.events;
    if (events > mostTraceEvents)
        return report.without(
            {"trace.json"},
            translated(
                "it would have {count} events and take about {size}. Use `stepscope export "
                "RUN --what trace` to write it.",
                {{"count", formatCount(events)}, {"size", formatBytes(double(events * bytesOfTraceEvent))}}));
    report.file("trace.json", [&](const fs::path& path) {
        std::string unread;
        writePiecesAtomically(
            path, [&](const TextSink& sink) { unread = writeChromeTrace(run, sink, &environment); });
        if (!unread.empty())
            report.incomplete("trace.json", unread);
    });
}

void writeProfile(const Run& run, const Environment& environment, ReportWriter& report,
                  PicturePainter* painter)
{
    const auto recorded = statisticsOf(run, environment);
    if (recorded.figures.rows.empty() && !recorded.problem.empty())
        return report.failed({"operators.csv", "operators.png", "trace.json"}, recorded.problem);
    // A training that ends before the profiler's first active step has figures of all its steps, but no
    // events.
    if (recorded.figures.rows.empty() && !contentsOf(run).hasEvents)
        return report.without({"operators.csv", "operators.png", "trace.json"},
                              absenceSentence(run, RunPart::Operators));
    writeOperators(run, recorded, report, painter);
    writeTrace(run, environment, report);
}

void writeKernels(const Run& run, ReportWriter& report)
{
    if (!hasStreams(run.trace))
        return report.absent("kernels.csv");
    try {
        const auto [statistics, problem] = recordedKernels(run, KernelGrouping::ByLaunch);
        if (statistics.rows.empty() && problem.empty())
            return report.absent("kernels.csv");
        if (statistics.rows.empty())
            return report.failed({"kernels.csv"}, problem);
        report.file("kernels.csv", [&](const fs::path& path) {
            writeFileAtomically(path, kernelsCsv(statistics, run.trace));
            if (!problem.empty())
                report.incomplete("kernels.csv", problem);
        });
    } catch (const std::exception& problem) {
        report.failed({"kernels.csv"}, reasonOf(problem));
    }
}

void writeCurves(const Run& run, ReportWriter& report, PicturePainter* painter)
{
    if (isImported(run) && !contentsOf(run).hasCurves)
        report.without({"curves.png"}, absenceSentence(run, RunPart::Curves));
    else
        writePicture("curves.png", report, painter,
                     [&](const fs::path& path) { painter->paintCurves(run, path); });
}

void writeGraph(const Run& run, ReportWriter& report, const LayoutProgress& progress)
{
    if (!run.graph) {
        report.without({"graph.svg", "graph.png", "graph.dot"}, absenceSentence(run, RunPart::Graph));
        return;
    }
    report.file("graph.dot", [&](const fs::path& path) { writeGraphPicture(*run.graph, path); });
    PictureTime time(progress);
    for (const std::string_view name : {"graph.svg", "graph.png"}) {
        report.file(name, [&](const fs::path& path) {
            writeFileAtomically(path, time.pictureOf(*run.graph, path.extension().string().substr(1)));
        });
    }
}

/// What views show, as far as no other file shows it.
void writeViews(const Run& run, const Environment& environment, ReportWriter& report, ViewPainter* views)
{
    for (const PictureOfView& picture : picturesOfViews) {
        if (!isWrittenFromView(picture))
            continue;
        const std::string name = fileNameOf(picture);
        if (!views) {
            report.absent(name);
        } else if (picture.part && whyAbsent(&run, *picture.part) != Absence::None) {
            report.without({name}, absenceSentence(run, *picture.part));
        } else {
            writePicture(name, report, views, [&](const fs::path& path) {
                const PictureRequest request{
                    .name = std::string(picture.name), .format = "png", .options = {}, .isOneOfMany = true};
                writeFileAtomically(path, views->paintView(request, run, environment));
            });
        }
    }
}

} // namespace

std::optional<RunPart> partOfPicture(std::string_view name)
{
    const auto found = std::ranges::find(picturesOfViews, name, &PictureOfView::name);
    return found == picturesOfViews.end() ? std::nullopt : found->part;
}

const std::vector<std::string>& reportFileNames()
{
    static const std::vector<std::string> names = allFileNames();
    return names;
}

bool holdsReport(const fs::path& folder)
{
    return std::ranges::any_of(reportFileNames(), [&](const std::string& name) {
        std::error_code ignored;
        return fs::exists(folder / name, ignored);
    });
}

std::string reportInTheWay(const fs::path& folder)
{
    const auto found = std::ranges::find_if(reportFileNames(), [&](const std::string& name) {
        std::error_code ignored;
        return fs::exists(fs::symlink_status(folder / name, ignored)); // a link would also be replaced
    });
    if (found == reportFileNames().end())
        return {};
    return translated("The folder {folder} already contains {file}, which the report would replace. Choose "
                      "another folder, or use --force to replace it.",
                      {{"folder", folder.string()}, {"file", *found}});
}

void prepareReportFolder(const fs::path& folder, bool force)
{
    if (folder.empty())
        throw Error(translated("The name of the report folder is empty."));
    std::error_code problem;
    const auto status = fs::status(folder, problem);
    if (fs::exists(status) && !fs::is_directory(status))
        throw Error(
            translated("{folder} is a file, but the report needs a folder.", {{"folder", folder.string()}}));
    makeFolder(folder);

    if (const auto inTheWay = reportInTheWay(folder); !force && !inTheWay.empty())
        throw Error(inTheWay);
    checkFolderWritable(folder);
}

ReportFolderLock::ReportFolderLock(const fs::path& folder)
    : m_descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
    // A file system without locks is no reason to refuse.
    if (m_descriptor < 0 || flock(m_descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return;
    close(m_descriptor);
    throw Error(translated("Another active run will write its report to {folder}. Choose another folder.",
                           {{"folder", folder.string()}}));
}

ReportFolderLock::~ReportFolderLock()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

std::vector<std::string> ReportOmissions::all() const
{
    auto sentences = notApplicable;
    sentences.insert(sentences.end(), failures.begin(), failures.end());
    return sentences;
}

ReportOmissions writeReport(const Run& run, const Environment& environment, const fs::path& folder,
                            PicturePainter* painter, const LayoutProgress& progress, ViewPainter* views)
{
    ReportWriter report(folder);
    report.file("experiment.json", [&](const fs::path& path) {
        writeFileAtomically(path, toJson(withAbsolutePaths(shownExperiment(run))));
    });
    if (const auto text = environmentText(run, environment); !text.empty())
        report.file("environment.json", [&](const fs::path& path) { writeFileAtomically(path, text); });
    else
        report.without({"environment.json"}, translated("the machine is not known."));
    writeTables(run, report);
    writeProfile(run, environment, report, painter);
    writeKernels(run, report);
    writeCurves(run, report, painter);
    writeGraph(run, report, progress);
    writeViews(run, environment, report, views);
    return report.omissions();
}

} // namespace stepscope
