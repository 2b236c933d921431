#pragma once

#include "core/run_file/run_library.h"

#include <QString>
#include <QVariant>

namespace stepscope::ui {

enum class RunColumn {
    Color,
    Name,
    Outcome,
    Network,
    BatchSize,
    Device,
    Accuracy,
    Duration,
    ImagesPerSecond,
    Date,
    Tags,
    Note,
    DataSet,
    TestLoss,
    Epochs,
    Steps,
    ValidationAccuracy,
    ValidationLoss,
    DiffersBy ///< from most of the runs shown, see RunsFilter::setDifferences()
};

inline constexpr int runColumnCount = int(RunColumn::DiffersBy) + 1;

struct RunColumnInfo
{
    QString title;
    QString help;
    int width = 0; ///< default width in pixels
    bool isNumber = false;
    bool isShown = true; ///< by default
};

const RunColumnInfo& runColumn(RunColumn column);

/// The name given by the user, otherwise the file's name in readable form: "mnist-convnet, batch 64, cpu".
QString runName(const LibraryEntry& entry);
/// The same, ignoring the name given by the user.
QString runNameOfFile(const std::filesystem::path& path);

/// The text of the cell; empty if it is not known.
QString runText(const LibraryEntry& entry, RunColumn column);
/// The value that the column is sorted by; invalid if it is not known.
QVariant runSortKey(const LibraryEntry& entry, RunColumn column);

/// The start in full, as it is copied and found by the filter: "2026-11-21 09:01:02".
QString runDate(const LibraryEntry& entry);
/// For a running one: until its last update. NaN if it did not start.
double runSeconds(const RunSummary& summary);
/// "first, second".
QString tagsText(const RunLabel& label);
std::vector<std::string> tagsOf(const QString& text);

} // namespace stepscope::ui
