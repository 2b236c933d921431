#include "ui/sweep/sweep_folders.h"

#include <QDir>
#include <QStandardPaths>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int mostNumbers = 1000;

QString folderNumber(const QString& name, int number)
{
    const QDir documents(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    return documents.filePath("Stepscope/" + (number == 1 ? name : QString("%1-%2").arg(name).arg(number)));
}

bool hasPointsLeft(const Sweep& sweep, const QString& folder)
{
    const auto points = sweepPoints(sweep);
    for (size_t i = 0; i < points.size(); ++i) {
        if (!isDone(sweepRunPath(folder.toStdString(), i, points[i])))
            return true;
    }
    return false;
}

} // namespace

QString newSweepFolder(const QString& name)
{
    for (int number = 1; number < mostNumbers; ++number) {
        const QString folder = folderNumber(name, number);
        if (!QDir(folder).exists() || QDir(folder).isEmpty())
            return folder;
    }
    return folderNumber(name, mostNumbers);
}

QString begunSweepFolder(const QString& name, const Sweep& sweep)
{
    for (int number = 1; number < mostNumbers; ++number) {
        const QString folder = folderNumber(name, number);
        if (!QDir(folder).exists())
            return {};
        auto held = sweepOfFolder(folder.toStdString());
        if (!held)
            continue;
        auto same = sweep;
        same.amount = held->amount;
        if (same == *held && hasPointsLeft(*held, folder))
            return folder;
    }
    return {};
}

std::optional<Sweep> otherSweepIn(const std::filesystem::path& folder, const Sweep& sweep)
{
    auto held = sweepOfFolder(folder);
    return held && *held != sweep ? held : std::nullopt;
}

bool hasSweepRuns(const Sweep& sweep, const std::filesystem::path& folder)
{
    const auto points = sweepPoints(sweep);
    for (size_t i = 0; i < points.size(); ++i) {
        if (pointOutcome(sweepRunPath(folder, i, points[i])) != RunOutcome::NotStarted)
            return true;
    }
    return false;
}

} // namespace stepscope::ui
