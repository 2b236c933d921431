#pragma once

#include "core/trace/steps/device_steps.h"
#include "core/trace/timeline/timeline_groups.h"
#include "core/trace/timeline/timeline_index.h"
#include "core/trace/timeline/timeline_search.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;

namespace stepscope::ui {

class BackgroundJob;
class EmptyPage;
class StepChoice;
class TimelineCanvas;
class TimelineDetails;
class TimelineMinimap;
class TraceSelection;
struct TimelineLaunch;

/// Every event of a trace on its thread, from a whole training down to a nanosecond. Shares its selection
/// with other views.
class TimelineView final : public View
{
    Q_OBJECT

public:
    explicit TimelineView(TraceSelection* selection, QWidget* parent = nullptr);
    ~TimelineView() override;

    /// The choice of steps that an event's menu changes.
    void setStepChoice(StepChoice* choice) { m_stepChoice = choice; }

    /// Keeps the visible part if the new run has the same events.
    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    TimelineCanvas* canvas() const { return m_canvas; }
    const TimelineSearch& search() const { return m_search; }
    /// Whether the timeline shows all of the run.
    bool isUpToDate() const;
    /// Fills the context menu of an event, or of noEvent.
    void fillMenu(QMenu* menu, EventId event);

public Q_SLOTS:
    /// The details of the selected event; without one, the picture.
    void copyContent() override;
    void goToNextHit() { goToHit(1); }
    void goToPreviousHit() { goToHit(-1); }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeTools();
    void makeHelp();
    void connectParts();
    void addShortcuts();

    void begin();
    /// Reads new events of the run, for a few milliseconds.
    void advance();
    bool isLookingAtTrace() const;
    void showEmptyState();
    void pick(EventId event);
    void pickMeasured();
    void showFocus();
    void makeLegible(EventId event);
    void showScope();
    /// Updates the counters: on a worker thread for a finished run, otherwise rarely.
    void renewCounters();
    std::vector<TimelineLaunch> launchesOf(EventId event) const;
    /// Searches for the text in the field, otherwise for the operator or layer selected elsewhere.
    void renewSearch();
    /// Continues searching for a few milliseconds. Returns whether the search is complete.
    bool advanceSearch();
    void showHits();
    void goToHit(int by);
    std::optional<size_t> hitOf(EventId event) const;
    void showDetails();
    void placeHelp();

    QPointer<TraceSelection> m_selection;
    StepChoice* m_stepChoice = nullptr;
    bool m_isPicking = false; ///< in this view
    const Run* m_run = nullptr;
    std::unique_ptr<TimelineIndex> m_index;
    TimelineSearch m_search;
    DeviceSteps m_deviceSteps;
    TimelineLaunches m_launches;
    std::unique_ptr<BackgroundJob> m_countersJob;
    size_t m_countersSeen = 0;     ///< events used for the counters
    std::optional<int> m_scrollTo; ///< once all tracks exist
    QElapsedTimer m_sinceCounters;
    QTimer m_more;

    TimelineCanvas* m_canvas;
    TimelineMinimap* m_minimap;
    TimelineDetails* m_details;
    QLineEdit* m_searchField = nullptr;
    QLabel* m_hitCount = nullptr;
    QWidgetList m_needTrace; ///< need a trace
    QWidgetList m_needHits;
    QStackedWidget* m_pages;
    EmptyPage* m_empty = nullptr;
    QLabel* m_help = nullptr;
};

} // namespace stepscope::ui
