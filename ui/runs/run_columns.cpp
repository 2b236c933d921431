#include "ui/runs/run_columns.h"

#include "core/base/text/format.h"
#include "core/experiment/data_settings.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/setting_text.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::ui {

namespace {

struct RunColumnWords
{
    Q_DECLARE_TR_FUNCTIONS(RunColumn)
};

std::array<RunColumnInfo, runColumnCount> makeColumns()
{
    return {{
        {"", RunColumnWords::tr("Ticked runs are drawn over the run on the screen, in their colors (Space)."),
         32},
        {RunColumnWords::tr("Name"),
         RunColumnWords::tr("The name given to the run (F2), otherwise the name of its file."), 172},
        {RunColumnWords::tr("Outcome"),
         RunColumnWords::tr("How the run ended, or how far it has come; not known for an imported run."),
         100},
        {RunColumnWords::tr("Network"),
         RunColumnWords::tr("The trained network; for an imported run, its name."), 112},
        {RunColumnWords::tr("Batch"), RunColumnWords::tr("Samples per training step."), 64, true},
        {RunColumnWords::tr("Device"), RunColumnWords::tr("The device that computed the run."), 72},
        {RunColumnWords::tr("Accuracy"),
         RunColumnWords::tr("Share of the test samples classified correctly in the last test; none for a run "
                            "whose task has no accuracy."),
         96, true},
        {RunColumnWords::tr("Duration"), RunColumnWords::tr("From start to end, including tests and pauses."),
         88, true},
        {RunColumnWords::tr("Samples/s"),
         RunColumnWords::tr("Samples (images, rows, sequences) trained per second of training steps, without "
                            "the first step, which includes all setup."),
         96, true},
        {RunColumnWords::tr("Date"), RunColumnWords::tr("When the run started, in local time."), 112},
        {RunColumnWords::tr("Tags"), RunColumnWords::tr("Tags of the run, separated by commas."), 128, false,
         false},
        {RunColumnWords::tr("Note"), RunColumnWords::tr("Note about the run."), 200, false, false},
        {RunColumnWords::tr("Data set"),
         RunColumnWords::tr(
             "The data set used for training, with the shape and classes of synthetic images and "
             "the share of the samples to validate on, where they are set."),
         96, false, false},
        {RunColumnWords::tr("Test loss"),
         RunColumnWords::tr("Mean loss over the test samples in the last test."), 84, true, false},
        {RunColumnWords::tr("Epochs"), RunColumnWords::tr("Completed epochs, including their tests."), 72,
         true, false},
        {RunColumnWords::tr("Steps"),
         RunColumnWords::tr(
             "Completed training steps; in an imported run, those that it marks or that were found in it."),
         72, true, false},
        {RunColumnWords::tr("Validation accuracy"),
         RunColumnWords::tr("Share of the validation samples classified correctly after the last epoch; none "
                            "for a run without validation, or whose task has no accuracy."),
         128, true, false},
        {RunColumnWords::tr("Validation loss"),
         RunColumnWords::tr("Mean loss over the validation samples, after the last epoch; none for a run "
                            "without validation."),
         112, true, false},
        {RunColumnWords::tr("Differs by"),
         RunColumnWords::tr("The settings in which the run differs from most of the runs shown; none if they "
                            "are the same or not known."),
         180},
    }};
}

QString outcomeText(const LibraryEntry& entry)
{
    if (!entry.problem.empty())
        return RunColumnWords::tr("Unreadable");
    const RunSummary& summary = entry.summary;
    switch (summary.outcome) {
    case RunOutcome::NotStarted:
        return RunColumnWords::tr("Starting");
    case RunOutcome::Running:
        if (summary.totalSteps <= 0)
            return RunColumnWords::tr("Running");
        return RunColumnWords::tr("Running %1")
            .arg(toQString(formatShare(double(summary.steps) / double(summary.totalSteps), 0)));
    case RunOutcome::Finished:
        return isImported(summary) ? RunColumnWords::tr("Imported") : RunColumnWords::tr("Finished");
    case RunOutcome::Stopped:
        return RunColumnWords::tr("Stopped");
    case RunOutcome::Failed:
        return RunColumnWords::tr("Failed");
    case RunOutcome::Crashed:
        return RunColumnWords::tr("Crashed");
    }
    return {};
}

/// NaN if it is not known.
double figure(const RunSummary& summary, RunColumn column)
{
    // Runs recorded elsewhere have no data set, and perhaps no batch or steps.
    const auto count = [&](int64_t value) {
        return value > 0 || !summary.dataset.empty() ? double(value) : std::nan("");
    };
    switch (column) {
    case RunColumn::BatchSize:
        return count(summary.batchSize);
    case RunColumn::Accuracy:
        return summary.testAccuracy;
    case RunColumn::Duration:
        return runSeconds(summary);
    case RunColumn::ImagesPerSecond:
        return summary.imagesPerSecond > 0.0 ? summary.imagesPerSecond : std::nan("");
    case RunColumn::TestLoss:
        return summary.testLoss;
    case RunColumn::ValidationAccuracy:
        return summary.validationAccuracy;
    case RunColumn::ValidationLoss:
        return summary.validationLoss;
    case RunColumn::Epochs:
        return count(summary.epochs);
    case RunColumn::Steps:
        return count(summary.steps);
    default:
        return std::nan("");
    }
}

QString figureText(double value, RunColumn column)
{
    if (std::isnan(value))
        return {};
    switch (column) {
    case RunColumn::Accuracy:
    case RunColumn::ValidationAccuracy:
        return toQString(formatShare(value, 2));
    case RunColumn::Duration:
        return toQString(formatRunTime(value));
    case RunColumn::ImagesPerSecond:
        return toQString(formatImagesPerSecond(value)).section(' ', 0, 0); // the unit is in the header
    case RunColumn::TestLoss:
    case RunColumn::ValidationLoss:
        return toQString(formatLoss(value));
    default:
        return countText(std::llround(value));
    }
}

} // namespace

const RunColumnInfo& runColumn(RunColumn column)
{
    static const auto columns = makeColumns();
    return columns[size_t(column)];
}

/// "batch 64" of "batch-size-64", as sweepRunPath() writes it; empty if no setting is named so.
static QString settingOfFileName(const QString& part)
{
    QString text;
    qsizetype longest = 0;
    for (const ExperimentField& field : experimentFields()) {
        for (QString name : {toQString(field.flag).mid(2), toQString(field.key).replace('_', '-')}) {
            name += '-';
            if (part.startsWith(name) && name.size() > longest) {
                longest = name.size();
                text = toQString(shortSettingText(field, part.mid(longest).toStdString()));
            }
        }
    }
    return text;
}

/// "12: batch 64, seed 2" for the file of a sweep's point; otherwise empty.
static QString nameOfPoint(const QString& stem)
{
    static const QRegularExpression point(R"(^(\d{4})_(.+)$)");
    const QRegularExpressionMatch match = point.match(stem);
    QStringList settings;
    for (const QString& part : match.captured(2).split("--", Qt::SkipEmptyParts)) {
        settings += settingOfFileName(part);
        if (settings.last().isEmpty())
            return {};
    }
    return settings.isEmpty() ? QString()
                              : QString("%1: %2").arg(match.captured(1).toInt()).arg(settings.join(", "));
}

QString runNameOfFile(const std::filesystem::path& path)
{
    if (const QString point = nameOfPoint(toQString(path.stem())); !point.isEmpty())
        return point;
    static const QRegularExpression date(R"(^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_(?=.))");
    static const QRegularExpression batch(R"((^|_)batch(\d+)(?=_|$))");
    QString name = toQString(path.stem());
    name.remove(date);
    name.replace(batch, "\\1batch \\2");
    return name.replace('_', ", ");
}

QString runName(const LibraryEntry& entry)
{
    const std::string& name = entry.summary.label.name;
    return name.empty() ? runNameOfFile(entry.path) : toQString(name);
}

/// "synthetic, 3x16x16, 4 classes".
static QString dataText(const LibraryEntry& entry)
{
    const auto experiment = experimentOf(entry);
    const auto settings = experiment ? dataSettingsText(*experiment) : std::string();
    const QString name = toQString(entry.summary.dataset);
    return settings.empty() ? name : QString("%1, %2").arg(name, toQString(settings));
}

QString runText(const LibraryEntry& entry, RunColumn column)
{
    const RunSummary& summary = entry.summary;
    if (column == RunColumn::Name)
        return runName(entry);
    if (column == RunColumn::Outcome)
        return outcomeText(entry);
    if (!entry.problem.empty())
        return {};
    switch (column) {
    case RunColumn::Color:
        return {};
    case RunColumn::Network:
        return toQString(summary.network);
    case RunColumn::Device:
        return toQString(summary.device);
    case RunColumn::DataSet:
        return dataText(entry);
    case RunColumn::Date:
        return dateText(summary.startUnixMs);
    case RunColumn::Tags:
        return tagsText(summary.label);
    case RunColumn::Note:
        return toQString(summary.label.note).replace('\n', ' ');
    default:
        return figureText(figure(summary, column), column);
    }
}

QVariant runSortKey(const LibraryEntry& entry, RunColumn column)
{
    if (column == RunColumn::Date)
        return entry.summary.startUnixMs ? QVariant(qint64(entry.summary.startUnixMs)) : QVariant();
    if (column == RunColumn::Color)
        return entry.summary.label.color.empty() ? QVariant() : toQString(entry.summary.label.color);
    if (column == RunColumn::Outcome && entry.problem.empty())
        return int(entry.summary.outcome);
    if (runColumn(column).isNumber) {
        const double value = entry.problem.empty() ? figure(entry.summary, column) : std::nan("");
        return std::isnan(value) ? QVariant() : value;
    }
    QString key;
    if (column == RunColumn::DataSet)
        key = toQString(entry.summary.dataset).toCaseFolded(); // reading the settings of all runs takes long
    else if (column != RunColumn::Outcome)
        key = runText(entry, column).toCaseFolded();
    return key.isEmpty() ? QVariant() : key;
}

QString runDate(const LibraryEntry& entry)
{
    return entry.summary.startUnixMs ? toQString(formatLocalTime(entry.summary.startUnixMs)) : QString();
}

double runSeconds(const RunSummary& summary)
{
    if (summary.endUnixMs <= summary.startUnixMs) // for imported runs, only the length may be known
        return std::nan("");
    return double(summary.endUnixMs - summary.startUnixMs) / 1000.0;
}

QString tagsText(const RunLabel& label)
{
    QStringList tags;
    for (const std::string& tag : label.tags)
        tags += toQString(tag);
    return tags.join(", ");
}

std::vector<std::string> tagsOf(const QString& tags)
{
    std::vector<std::string> result;
    for (const QString& tag : tags.split(',')) {
        const std::string word = tag.simplified().toStdString();
        if (!word.empty() && std::ranges::find(result, word) == result.end())
            result.push_back(word);
    }
    return result;
}

} // namespace stepscope::ui
