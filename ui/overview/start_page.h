#pragma once

#include "core/run_file/run_library.h"

#include <QWidget>

#include <filesystem>
#include <span>
#include <vector>

class QAction;
class QLabel;
class QVBoxLayout;

namespace stepscope::ui {

class LinkButton;

/// What to begin with while no run is open: the actions that open or make one, samples, and the newest runs.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const QList<QAction*>& actions, QWidget* parent = nullptr);

    /// Shows the first of these.
    void setRuns(std::span<const LibraryEntry> newestFirst);

Q_SIGNALS:
    void runWanted(const std::filesystem::path& path);
    /// A run or a trace.
    void sampleWanted(const std::filesystem::path& path);

private:
    struct Row
    {
        LinkButton* link;
        QLabel* detail;
    };

    void addActions(const QList<QAction*>& actions);
    void addSamples();
    void addRuns();

    QVBoxLayout* m_column;
    QLabel* m_runsHead = nullptr;
    std::vector<Row> m_rows;
    std::vector<std::filesystem::path> m_paths; ///< of the runs shown
};

} // namespace stepscope::ui
