#pragma once

#include <QObject>
#include <QString>

#include <filesystem>
#include <vector>

namespace stepscope::ui {

class NoticeArea;
class RunController;
class RunsView;
class TickedRuns;
class ViewRegistry;

/// The list of runs for the rest of the window: which runs are ticked, and so drawn over the run on the
/// screen. The list itself is a view, which does not exist before the window is painted.
class ListedRuns final : public QObject
{
    Q_OBJECT

public:
    ListedRuns(RunController* controller, ViewRegistry* views, NoticeArea* notices, QObject* parent);

    /// Null as long as there is no list.
    TickedRuns* ticked() const { return m_ticked; }
    std::vector<std::filesystem::path> tickedFiles() const;
    /// As in the list; of a run that is not in it, after its file.
    QString nameOf(const std::filesystem::path& file) const;
    /// Of the run on the screen, for the names of its files: the name that the user gave it, otherwise that
    /// of its own file, which no other run has. Empty if it has none.
    QString nameForFiles() const;

    /// Marks the run on the screen in the list.
    void markShown();
    static constexpr size_t mostTicked = 24; ///< more curves cannot be told apart
    /// Lists the folder's runs, and ticks these as soon as they are listed; of many, the first `mostTicked`.
    void tick(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& folder);
    /// The same, and unticks all others.
    void tickOnly(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& folder);
    void untickAll();
    /// Lists the folder's runs, and ticks all trainings that have steps.
    void tickTrainings(const std::filesystem::path& folder);

Q_SIGNALS:
    void openWanted(const std::filesystem::path& path);
    /// A run or a trace.
    void filesWanted(const QStringList& paths);
    void openAllWanted(const std::vector<std::filesystem::path>& paths);

private:
    void use(RunsView* view);
    void offerRecent(RunsView* view);
    RunsView* view() const; ///< creates it if it is missing

    RunController* m_controller;
    ViewRegistry* m_views;
    NoticeArea* m_notices;
    TickedRuns* m_ticked = nullptr;
};

} // namespace stepscope::ui
