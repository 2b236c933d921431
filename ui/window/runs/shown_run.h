#pragma once

#include "core/run_file/run_file.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>

namespace stepscope::ui {

class ListedRuns;
class NoticeArea;
class RunController;
class StepChoice;
class TraceSelection;
class ViewRegistry;

/// How a run is opened.
struct RunOpening
{
    QString stepOn;       ///< the name of the events that are its steps; empty: its own steps
    bool isAgain = false; ///< it is on the screen already, and the views keep their state
};

/// Shows the controller's run in all views: with one selection, its choice of steps, and a mark in the list.
class ShownRun final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunController* controller;
        ViewRegistry* views;
        ListedRuns* listed;
        TraceSelection* selection;
        StepChoice* steps;
        NoticeArea* notices;
    };

    ShownRun(const Parts& parts, QObject* parent);

    /// Opens a run; `path` and `source` as for RunController::open().
    void open(const std::filesystem::path& path, std::shared_ptr<StoredRun> stored, const RunOpening& opening,
              const std::filesystem::path& source = {});
    /// Shows the run that was started or opened. Returns how it was opened.
    RunOpening show();

private:
    bool canReadAgain() const;
    void showSteps();

    Parts m_parts;
    RunOpening m_opening; ///< of the next run
};

} // namespace stepscope::ui
