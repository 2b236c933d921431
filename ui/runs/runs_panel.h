#pragma once

#include "core/experiment/experiment.h"

#include <QWidget>

#include <filesystem>
#include <vector>

class QAction;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTimer;
class QVBoxLayout;

namespace stepscope {
struct LibraryEntry;
}

namespace stepscope::ui {

class EmptyPage;
class RunDifferences;
class RunShelf;
class RunsFilter;
class RunsFilterBox;
class RunsList;
class RunsModel;

/// The library of runs beside any view: which runs there are, what distinguishes them, and which are drawn
/// over the run on the screen. Shares shelf and ticks with the Runs view.
class RunsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit RunsPanel(QWidget* parent = nullptr);

    /// Shows the runs of a library, as soon as the panel is visible. Call it once; both must outlive the
    /// panel.
    void setLibrary(RunShelf* shelf, RunsModel* model);

    /// Null until the panel has been visible with a library.
    RunsList* list() const { return m_list; }
    QPushButton* compareButton() const { return m_compare; }

public Q_SLOTS:
    /// See View::copyContent().
    void copyContent();

Q_SIGNALS:
    void openWanted(const std::filesystem::path& path);
    /// The runs to compare are ticked.
    void compareWanted();
    /// The settings of a run are to be used for the next training.
    void useWanted(const stepscope::Experiment& experiment);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeButtons(QVBoxLayout* layout);
    void watch();
    void makeList();
    void showList();
    void updateActions();
    /// The selected runs if there are several, otherwise the ticked ones.
    std::vector<const LibraryEntry*> chosen() const;
    void compare();
    void compareSettings();
    void useSettings();

    RunShelf* m_shelf = nullptr;
    RunsModel* m_model = nullptr;
    RunsFilter* m_filter = nullptr;
    RunsList* m_list = nullptr;
    RunDifferences* m_differences;
    QTimer* m_delay; ///< until the list is complete
    QStackedWidget* m_pages;
    EmptyPage* m_empty;
    QPushButton* m_compare;
    QPushButton* m_settings;
    QPushButton* m_use;
};

} // namespace stepscope::ui
