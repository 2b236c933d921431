#include "ui/runs/run_differences.h"

#include "core/comparison/comparison.h"
#include "ui/runs/run_columns.h"
#include "ui/support/background_job.h"
#include "ui/support/qt_text.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

/// A name contains settings as in "mnist-convnet, batch 64, cpu" or "1: batch 16".
RunDifferences::Texts RunDifferences::textsOf(const Settings& settings, const Settings& complete,
                                              const QString& name)
{
    static const QRegularExpression between("(: |, )");
    const QStringList named = name.split(between);
    QStringList all;
    QStringList completeTexts;
    QStringList others;
    for (size_t i = 0; i < settings.size(); ++i) {
        all += toQString(settings[i]);
        completeTexts += toQString(complete[i]);
        if (!named.contains(all.last()) && !named.contains(completeTexts.last()))
            others += all.last();
    }
    return {.all = all.join(", "), .complete = completeTexts.join(", "), .besidesName = others.join(", ")};
}

RunDifferences::RunDifferences(QObject* parent)
    : QObject(parent)
    , m_job(new ReadingJob(this))
{
}

void RunDifferences::compare(std::vector<LibraryEntry> runs)
{
    m_job->start([this, runs = std::move(runs)](const std::stop_token& stop) -> std::function<void()> {
        std::vector<Experiment> experiments;
        std::vector<const LibraryEntry*> known;
        for (const LibraryEntry& run : runs) {
            if (stop.stop_requested())
                return [] {};
            if (auto experiment = experimentOf(run)) {
                experiments.push_back(*std::move(experiment));
                known.push_back(&run);
            }
        }
        const auto settings = unusualSettings(experiments, SettingForm::Short);
        const auto complete = unusualSettings(experiments);
        std::map<std::filesystem::path, Texts> texts;
        for (size_t i = 0; i < known.size(); ++i)
            texts.emplace(known[i]->path, textsOf(settings[i], complete[i], runName(*known[i])));
        return [this, texts = std::move(texts)] {
            m_texts = texts;
            m_isCompared = true;
            Q_EMIT changed();
        };
    });
}

QString RunDifferences::of(const std::filesystem::path& run) const
{
    const auto found = m_texts.find(run);
    return found == m_texts.end() ? QString() : found->second.all;
}

QString RunDifferences::completeOf(const std::filesystem::path& run) const
{
    const auto found = m_texts.find(run);
    return found == m_texts.end() ? QString() : found->second.complete;
}

QString RunDifferences::longest() const
{
    QString longest;
    for (const auto& [path, texts] : m_texts) {
        if (texts.all.size() > longest.size())
            longest = texts.all;
    }
    return longest;
}

bool RunDifferences::areNone() const
{
    return m_isCompared &&
           std::ranges::all_of(m_texts, [](const auto& run) { return run.second.all.isEmpty(); });
}

QString RunDifferences::besidesName(const std::filesystem::path& run) const
{
    const auto found = m_texts.find(run);
    return found == m_texts.end() ? QString() : found->second.besidesName;
}

} // namespace stepscope::ui
