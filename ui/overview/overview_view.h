#pragma once

#include "core/machine/environment.h"
#include "core/run/run_figures.h"
#include "core/run_file/run_library.h"
#include "ui/curves/curve_data.h"
#include "ui/steps/step_series.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <span>

class QScrollArea;
class QStackedWidget;

namespace stepscope::ui {

class AdviceReader;
class BackgroundJob;
class OverviewPage;
class StartPage;

/// The run at a glance: what it is, where its time goes, what to improve. Each part leads to its view.
/// Without a run, what to begin with.
class OverviewView final : public View
{
    Q_OBJECT

public:
    /// `environment` returns the one of the run on the screen. `actions` are offered while there is no run.
    OverviewView(TraceSelection* selection, std::function<Environment()> environment,
                 const QList<QAction*>& actions, QWidget* parent = nullptr);
    ~OverviewView() override;

    void showRun(const Run* run) override;
    void refresh() override;
    /// Scrolls to the top: another run is shown, not the same one again.
    void showTop();
    QList<ExportItem> exportItems() override;

    /// The runs of the library; the newest ones are offered while no run is open.
    void setRuns(std::span<const LibraryEntry> newestFirst);
    /// The paths of the files that were opened last, for the same page.
    void setFiles(const QList<QStringList>& newestFirst);

    /// Whether the page shows everything that the run has.
    bool isWhole() const;
    OverviewPage* page() const { return m_page; }
    StartPage* startPage() const { return m_start; }

Q_SIGNALS:
    /// Another view has more about a part: "operators", "timeline".
    void viewWanted(const QString& name);
    void runWanted(const std::filesystem::path& path);
    /// A run or a trace that comes with Stepscope.
    void filesWanted(const QStringList& paths);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void beginAnew();
    void update();
    void catchUp();
    void readSteps();
    void readStepsAside();
    void readValues();
    void fill(OverviewPage& page) const;
    void fillSteps(OverviewPage& page) const;
    void fillAdvice(OverviewPage& page) const;
    QString stepsNote(const StepFigures& figures) const;
    QString unknownPartsNote() const;
    QString unrecordedNote() const;
    Picture picture() const;
    void showOperator(const QString& name);
    void showKernel(const QString& name);

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    std::function<Environment()> m_environment;
    AdviceReader* m_advice;
    StepSeries m_steps;
    bool m_areStepsRead = false; ///< all of them: the run is over
    std::unique_ptr<BackgroundJob> m_reading;
    CurveData m_curves;
    bool m_areValuesRead = false; ///< all that the run has now
    TrainingSpeed m_speed;
    size_t m_stepsOfSpeed = 0;
    QElapsedTimer m_sinceUpdate;
    qint64 m_restMs = 0; ///< between two updates of a growing run
    QTimer m_nextUpdate;

    StartPage* m_start;
    OverviewPage* m_page;
    QScrollArea* m_startScroll;
    QScrollArea* m_pageScroll;
    QStackedWidget* m_pages;
};

} // namespace stepscope::ui
