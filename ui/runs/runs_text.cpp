#include "ui/runs/runs_text.h"

#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "ui/runs/run_differences.h"

namespace stepscope::ui {

namespace {

bool isShare(RunColumn column)
{
    return column == RunColumn::Accuracy || column == RunColumn::ValidationAccuracy;
}

QString plainText(const LibraryEntry& run, RunColumn column, const RunDifferences* differences)
{
    if (column == RunColumn::DiffersBy)
        return differences ? differences->of(run.path) : QString();
    if (column == RunColumn::Date)
        return runDate(run);
    const QVariant key = runSortKey(run, column);
    if (!runColumn(column).isNumber)
        return runText(run, column).replace('\t', ' ');
    if (!key.isValid())
        return {};
    if (isShare(column))
        return QString::number(100.0 * key.toDouble(), 'f', 2);
    return QString::number(key.toDouble(), 'g', 10);
}

QString unit(RunColumn column)
{
    return isShare(column) ? " (%)" : column == RunColumn::Duration ? " (s)" : "";
}

} // namespace

QString runsTsv(const RunRows& runs, const QList<RunColumn>& columns, const RunDifferences* differences)
{
    QStringList cells;
    for (const RunColumn column : columns) {
        if (column != RunColumn::Color)
            cells += runColumn(column).title + unit(column);
    }
    QString text = cells.join('\t') + '\n';
    for (const LibraryEntry* run : runs) {
        cells.clear();
        for (const RunColumn column : columns) {
            if (column != RunColumn::Color)
                cells += plainText(*run, column, differences);
        }
        text += cells.join('\t') + '\n';
    }
    return text;
}

std::string runsCsv(const RunRows& runs)
{
    CsvWriter csv({"file",
                   "name",
                   "outcome",
                   "failure",
                   "dataset",
                   "network",
                   "batch_size",
                   "device",
                   "steps",
                   "epochs",
                   "test_accuracy",
                   "test_loss",
                   "validation_accuracy",
                   "validation_loss",
                   "duration_s",
                   "images_per_second",
                   "started",
                   "tags",
                   "note",
                   "color"});
    for (const LibraryEntry* run : runs) {
        const RunSummary& summary = run->summary;
        csv.field(run->path.filename().string()).field(runName(*run).toStdString());
        csv.field(run->problem.empty() ? shownOutcomeName(summary) : "unreadable");
        csv.field(run->problem.empty() ? summary.failure : run->problem);
        csv.field(summary.dataset).field(summary.network);
        summary.batchSize > 0 ? csv.field(summary.batchSize) : csv.field("");
        csv.field(summary.device);
        csv.field(summary.steps).field(summary.epochs);
        csv.field(summary.testAccuracy).field(summary.testLoss);
        csv.field(summary.validationAccuracy).field(summary.validationLoss).field(runSeconds(summary));
        summary.imagesPerSecond > 0 ? csv.field(summary.imagesPerSecond) : csv.field("");
        csv.field(summary.startUnixMs ? formatLocalTime(summary.startUnixMs) : std::string());
        csv.field(tagsText(summary.label).toStdString()).field(summary.label.note);
        csv.field(summary.label.color);
        csv.endRow();
    }
    return csv.text();
}

} // namespace stepscope::ui
