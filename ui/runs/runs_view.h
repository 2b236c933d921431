#pragma once

#include "ui/support/view.h"

#include <filesystem>
#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace stepscope::ui {

class EmptyPage;
class RunDifferences;
class RunShelf;
class RunsFilterBox;
class RunsFilter;
class RunsModel;
class RunsTable;

/// The library of runs: a table that follows its folder while it is visible.
class RunsView final : public View
{
    Q_OBJECT

public:
    explicit RunsView(std::filesystem::path folder, QWidget* parent = nullptr);

    void showRun(const Run*) override {}
    void refresh() override {}
    QList<ExportItem> exportItems() override;

    /// The run on the screen; empty if none comes from a file.
    void setShownRun(const std::filesystem::path& path);

    RunShelf* shelf() const { return m_shelf; }
    RunsModel* model() const { return m_model; }
    RunsFilter* filter() const { return m_filter; }
    RunsTable* table() const { return m_table; }
    QPushButton* compareButton() const { return m_compare; }

public Q_SLOTS:
    void copyContent() override;

Q_SIGNALS:
    void openWanted(const std::filesystem::path& path);
    void openAllWanted(const std::vector<std::filesystem::path>& paths);
    /// The runs to compare are ticked.
    void compareWanted();
    /// `what` is a sentence about what was moved to the trash.
    void trashed(const QString& what);
    void failed(const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeTools();
    QWidget* makeSummaryRow();
    void restoreTicks();
    void connectShelf();
    void connectChoice();
    /// Finds again by what the runs differ, once the list is complete.
    void followDifferences();
    void openFolder();
    void saveCopy(const std::filesystem::path& path);
    void showList();
    void showSummary();
    void showChosen();
    void compare();
    void tellTrashed(const std::vector<std::filesystem::path>& paths);
    std::pair<QString, QString> emptyText() const;

    std::filesystem::path m_home; ///< the folder of trainings
    RunShelf* m_shelf;
    RunsModel* m_model;
    RunsFilter* m_filter;
    RunsTable* m_table;
    RunDifferences* m_differences;
    QTimer* m_delay; ///< until the list is complete
    RunsFilterBox* m_words;
    QPushButton* m_compare;
    QToolButton* m_goHome;
    QLabel* m_summary;
    QStackedWidget* m_pages;
    EmptyPage* m_empty;
    /// Names of files being moved to the trash.
    std::vector<std::pair<std::filesystem::path, QString>> m_leaving;
};

} // namespace stepscope::ui
