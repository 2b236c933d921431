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
    Steps
};

inline constexpr int runColumnCount = int(RunColumn::Steps) + 1;

struct RunColumnInfo
{
    QString title;
    QString help;
    int width = 0; ///< to begin with, in pixels
    bool isNumber = false;
    bool isShown = true; ///< to begin with
};

const RunColumnInfo& runColumn(RunColumn column);

/// The name that the user gave, else the file's made readable: "mnist-convnet, batch 64, cpu".
QString runName(const LibraryEntry& entry);
/// The same without the name that the user gave.
QString runNameOfFile(const std::filesystem::path& path);

/// What stands in the cell; nothing for what is not known.
QString runText(const LibraryEntry& entry, RunColumn column);
/// What the column is sorted by; invalid for what is not known.
QVariant runSortKey(const LibraryEntry& entry, RunColumn column);

/// When it began, in full: "2026-11-21 09:01:02".
QString runDate(const LibraryEntry& entry);
/// Of a running one: until it was heard of last. NaN when it did not begin.
double runSeconds(const RunSummary& summary);
/// "first, second".
QString tagsText(const RunLabel& label);
std::vector<std::string> tagsOf(const QString& text);

} // namespace stepscope::ui
