#include "ui/window/run_overlays.h"

#include "core/base/error.h"
#include "core/run/comparison.h"
#include "core/run/run_file.h"
#include "ui/curves/curves_view.h"
#include "ui/runs/run_colors.h"
#include "ui/runs/runs_model.h"
#include "ui/support/background_job.h"
#include "ui/theme/theme.h"

#include <QStringList>

namespace stepscope::ui {

namespace {

using ReadRuns = std::map<std::filesystem::path, std::shared_ptr<const Run>>;

/// What the curves need of the runs.
ReadRuns readRuns(const std::vector<std::filesystem::path>& paths, const std::stop_token& stop,
                  QStringList& failures)
{
    ReadRuns runs;
    for (const auto& path : paths) {
        if (stop.stop_requested())
            break;
        try {
            auto stored = readRunFile(path);
            for (const std::string& problem : stored.problems)
                failures += QString::fromStdString(problem);
            stored.run.trace = {};
            runs[path] = std::make_shared<const Run>(std::move(stored.run));
        } catch (const Error& error) {
            failures += QString::fromStdString(error.what());
        }
    }
    return runs;
}

/// The name that the user gave, else what tells the run from the others.
QString legendName(const LibraryEntry& entry, const std::string& difference)
{
    return entry.summary.label.name.empty() && !difference.empty() ? QString::fromStdString(difference)
                                                                   : runName(entry);
}

} // namespace

RunOverlays::RunOverlays(RunsModel* runs, CurvesView* curves, QObject* parent)
    : QObject(parent)
    , m_runs(runs)
    , m_curves(curves)
    , m_job(new BackgroundJob(this))
{
    connect(runs, &RunsModel::ticksChanged, this, &RunOverlays::update);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (!m_read.empty())
            show();
    });
}

void RunOverlays::update()
{
    std::vector<std::filesystem::path> missing;
    for (const LibraryEntry* entry : m_runs->tickedEntries()) {
        if (!m_read.contains(entry->path))
            missing.push_back(entry->path);
    }
    if (missing.empty()) {
        m_job->cancel();
        show();
        return;
    }
    m_job->start([this, missing](std::stop_token stop) {
        QStringList failures;
        auto runs = std::make_shared<ReadRuns>(readRuns(missing, stop, failures));
        return [this, runs, failures] {
            m_read.merge(*runs);
            show();
            for (const QString& sentence : failures)
                Q_EMIT failed(sentence);
        };
    });
}

void RunOverlays::show()
{
    std::vector<const LibraryEntry*> entries;
    std::vector<const Run*> runs;
    ReadRuns stillTicked;
    for (const LibraryEntry* entry : m_runs->tickedEntries()) {
        const auto found = m_read.find(entry->path);
        if (found == m_read.end())
            continue;
        stillTicked.insert(*found);
        entries.push_back(entry);
        runs.push_back(found->second.get());
    }
    const std::vector<std::string> differences = distinguishingLabels(runs);
    std::vector<std::unique_ptr<CurveOverlay>> overlays;
    for (size_t i = 0; i < entries.size(); ++i) {
        auto overlay = std::make_unique<CurveOverlay>();
        overlay->run = stillTicked.at(entries[i]->path);
        overlay->name = legendName(*entries[i], differences[i]);
        overlay->color = shownRunColor(entries[i]->summary.label.color);
        overlays.push_back(std::move(overlay));
    }
    m_curves->setOverlays(std::move(overlays));
    m_read = std::move(stillTicked);
}

} // namespace stepscope::ui
