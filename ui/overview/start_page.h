#pragma once

#include "core/run_file/run_library.h"

#include <QStringList>
#include <QWidget>

#include <filesystem>
#include <span>
#include <vector>

class QAction;
class QLabel;
class QVBoxLayout;

namespace stepscope::ui {

class ElidedLabel;
class LinkButton;

/// What to begin with while no run is open: the actions that open or make one, the newest runs, the files
/// that were opened last, and samples.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const QList<QAction*>& actions, QWidget* parent = nullptr);

    /// Shows the first of these.
    void setRuns(std::span<const LibraryEntry> newestFirst);
    /// Shows the first of these paths.
    void setFiles(const QStringList& newestFirst);

Q_SIGNALS:
    void runWanted(const std::filesystem::path& path);
    /// A run or a trace: a sample, or a recent file.
    void fileWanted(const std::filesystem::path& path);

private:
    struct Row
    {
        LinkButton* link;
        ElidedLabel* detail;
    };

    /// Links below a heading, hidden while there are none.
    struct Links
    {
        QLabel* head = nullptr;
        std::vector<Row> rows;
        std::vector<std::filesystem::path> paths; ///< of the rows shown
    };
    using Wanted = void (StartPage::*)(const std::filesystem::path& path);

    void addActions(const QList<QAction*>& actions);
    void addSamples();
    void addLinks(Links& links, const QString& heading, const QString& name, size_t most, Wanted wanted);
    static void show(Links& links, size_t row, const QString& title, const QString& detail,
                     const std::filesystem::path& path);
    static void clear(Links& links);

    QVBoxLayout* m_column;
    Links m_runs;
    Links m_files;
};

} // namespace stepscope::ui
