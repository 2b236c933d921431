#pragma once

#include "core/run_file/run_library.h"

#include <QList>
#include <QStringList>
#include <QWidget>

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

class QAction;
class QGridLayout;
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
    /// Shows the first of these: paths that were opened together.
    void setFiles(const QList<QStringList>& newestFirst);

Q_SIGNALS:
    void runWanted(const std::filesystem::path& path);
    /// A run or a trace, a sample or a recent file; or several files that are opened together.
    void filesWanted(const QStringList& paths);

protected:
    void resizeEvent(QResizeEvent* event) override;

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
        std::vector<QStringList> paths; ///< of the rows shown
    };
    using Wanted = std::function<void(const QStringList& paths)>;

    void addActions(const QList<QAction*>& actions);
    void placeHelps();
    void addSamples();
    void addLinks(Links& links, const QString& heading, const QString& name, size_t most,
                  const Wanted& wanted);
    static void show(Links& links, size_t row, const QString& title, const QString& detail,
                     const QStringList& paths);
    static void clear(Links& links);

    QVBoxLayout* m_column;
    QGridLayout* m_actions = nullptr;
    std::vector<QLabel*> m_helps; ///< what each action does
    bool m_isNarrow = false;
    Links m_runs;
    Links m_files;
};

} // namespace stepscope::ui
