#include "ui/runs/ticked_runs.h"

#include "core/base/error.h"
#include "core/comparison/comparison.h"
#include "core/run/imported_experiment.h"
#include "core/run_file/run_file.h"
#include "ui/runs/runs_model.h"
#include "ui/support/background_job.h"
#include "ui/support/qt_text.h"

#include <QStringList>
#include <QTimer>

#include <algorithm>
#include <ranges>
#include <stop_token>

namespace stepscope::ui {

namespace {

constexpr int millisecondsBetweenLooks = 1000;

/// Numbers runs of the same name.
void numberEqualNames(std::vector<TickedRun>& runs, QString TickedRun::*name)
{
    std::map<QString, int> count;
    for (const TickedRun& run : runs)
        ++count[run.*name];
    std::map<QString, int> number;
    for (TickedRun& run : runs) {
        if (count[run.*name] > 1)
            run.*name += QStringLiteral(" (%1)").arg(++number[run.*name]);
    }
}

} // namespace

TickedRuns::TickedRuns(RunsModel* runs, QObject* parent)
    : QObject(parent)
    , m_model(runs)
    , m_reading(new ReadingJob(this))
    , m_following(new ReadingJob(this))
    , m_timer(new QTimer(this))
{
    m_timer->setInterval(millisecondsBetweenLooks);
    connect(m_timer, &QTimer::timeout, this, &TickedRuns::readOn);
    connect(runs, &RunsModel::ticksChanged, this, &TickedRuns::update);
}

TickedRuns::~TickedRuns() = default;

bool TickedRuns::isReading() const
{
    return m_reading->isAwaited();
}

void TickedRuns::update()
{
    std::vector<std::filesystem::path> missing;
    const int64_t bytes = eventBytes();
    for (const LibraryEntry* entry : m_model->tickedEntries()) {
        if (isToBeRead(entry->path, bytes))
            missing.push_back(entry->path);
    }
    if (missing.empty())
        m_reading->cancel();
    else
        readMissing(std::move(missing), bytes);
    collect();
}

int64_t TickedRuns::eventBytes() const
{
    return eventMemoryOfEach(m_model->tickedEntries().size() + 1);
}

/// Also a run that now takes more than its share, or that was cut and now has a larger share.
bool TickedRuns::isToBeRead(const std::filesystem::path& path, int64_t eventBytes) const
{
    const auto found = m_read.find(path);
    const auto before = m_eventBytes.find(path);
    if (found == m_read.end())
        return true;
    if (!found->second || before == m_eventBytes.end() || before->second == eventBytes)
        return false;
    const Run& run = *found->second;
    return before->second < eventBytes ? run.leftOut.isLimited() : positionOf(run.trace).bytes > eventBytes;
}

void TickedRuns::readMissing(std::vector<std::filesystem::path> paths, int64_t eventBytes)
{
    m_reading->start([this, paths = std::move(paths), eventBytes](std::stop_token stop) {
        auto read = std::make_shared<Read>();
        for (const auto& path : paths) {
            if (stop.stop_requested())
                break;
            try {
                auto stored = readRunFile(path, {.eventBytes = eventBytes});
                for (const std::string& problem : stored.problems)
                    read->failures += toQString(problem);
                read->runs[path] = std::make_shared<const Run>(std::move(stored.run));
            } catch (const Error& error) {
                read->failures += toQString(error.what());
                read->runs[path] = nullptr;
            }
        }
        return [this, read, eventBytes] {
            for (const auto& [path, run] : read->runs) {
                m_read[path] = run;
                m_eventBytes[path] = eventBytes;
            }
            collect();
            Q_EMIT readingEnded();
            tell(read->failures);
        };
    });
}

void TickedRuns::readOn()
{
    if (m_following->isRunning())
        return;
    ReadRuns going;
    for (const TickedRun& ticked : m_runs) {
        if (!ticked.run->isOver())
            going.emplace(ticked.path, ticked.run);
    }
    m_following->start([this, going, eventBytes = eventBytes()](const std::stop_token&) {
        auto read = std::make_shared<Read>();
        for (const auto& [path, run] : going) {
            try {
                auto update = readRunFileSince(path, positionOf(*run), eventBytes);
                if (!update)
                    continue;
                auto grown = std::make_shared<Run>(*run); // others still use the previous one
                std::move(*update).applyTo(*grown);
                read->runs[path] = std::move(grown);
            } catch (const Error& error) {
                read->failures += toQString(error.what());
                read->runs[path] = nullptr;
            }
        }
        return [this, going, read] {
            for (const auto& [path, run] : read->runs) {
                const auto known = m_read.find(path);
                if (known != m_read.end() && known->second == going.at(path))
                    known->second = run;
            }
            if (!read->runs.empty())
                collect();
            tell(read->failures);
        };
    });
}

void TickedRuns::tell(const QStringList& failures)
{
    for (const QString& sentence : failures)
        Q_EMIT failed(sentence);
}

bool TickedRuns::anyGoesOn() const
{
    return std::ranges::any_of(m_runs, [](const TickedRun& ticked) { return !ticked.run->isOver(); });
}

void TickedRuns::collect()
{
    std::vector<TickedRun> runs;
    std::vector<const LibraryEntry*> entries;
    ReadRuns stillTicked;
    for (const LibraryEntry* entry : m_model->tickedEntries() | std::views::reverse) {
        const auto found = m_read.find(entry->path);
        if (found == m_read.end())
            continue;
        stillTicked.insert(*found);
        if (!found->second)
            continue;
        entries.push_back(entry);
        const QString name = runName(*entry);
        runs.push_back({entry->path, name, entry->summary.label.color, found->second, name});
    }
    m_read = std::move(stillTicked);
    std::erase_if(m_eventBytes, [this](const auto& known) { return !m_read.contains(known.first); });

    // Imported runs are named after their files; compared with their missing settings, every setting would
    // differ.
    std::vector<const Run*> trained;
    std::vector<size_t> places;
    for (size_t i = 0; i < runs.size(); ++i) {
        if (isImported(*runs[i].run))
            continue;
        trained.push_back(runs[i].run.get());
        places.push_back(i);
    }
    const auto differences = distinguishingLabels(trained, SettingForm::Short);
    const auto completeOnes = distinguishingLabels(trained);
    for (size_t i = 0; i < trained.size(); ++i) {
        if (!entries[places[i]]->summary.label.name.empty() || differences[i].empty())
            continue;
        runs[places[i]].name = toQString(differences[i]);
        runs[places[i]].completeName = toQString(completeOnes[i]);
    }
    numberEqualNames(runs, &TickedRun::name);
    numberEqualNames(runs, &TickedRun::completeName);

    const bool same = std::ranges::equal(runs, m_runs, [](const TickedRun& a, const TickedRun& b) {
        return a.path == b.path && a.name == b.name && a.color == b.color;
    });
    const bool allSame = same && std::ranges::equal(runs, m_runs, {}, &TickedRun::run, &TickedRun::run);
    m_runs = std::move(runs);
    anyGoesOn() ? m_timer->start() : m_timer->stop();
    if (!same)
        Q_EMIT changed();
    else if (!allSame)
        Q_EMIT grew();
}

} // namespace stepscope::ui
