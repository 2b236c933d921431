#pragma once

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

/// When what ran: every event of a trace on its thread, from a whole training down to a nanosecond. Shows
/// what is picked in other views, and picks for them.
class TimelineView final : public View
{
    Q_OBJECT

public:
    explicit TimelineView(TraceSelection* selection, QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Which the menu of an event changes.
    void setStepChoice(StepChoice* choice) { m_stepChoice = choice; }

    /// Of another run with the same events the same part is shown.
    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    TimelineCanvas* canvas() const { return m_canvas; }
    const TimelineSearch& search() const { return m_search; }
    /// Whether all of the run is in the picture.
    bool isUpToDate() const;
    /// The entries of the menu that opens on an event, or on noEvent.
    void fillMenu(QMenu* menu, uint32_t event);

public Q_SLOTS:
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
    /// Takes in what is new of the run, for a few milliseconds.
    void advance();
    bool isLookingAtTrace() const;
    void showEmptyState();
    void pick(uint32_t event);
    void showFocus();
    void showScope();
    /// Takes in what stands beside the events: on a worker once the run is over, seldom before.
    void renewCounters();
    std::vector<TimelineLaunch> launchesOf(uint32_t event) const;
    /// What is looked for: what the field says, else the operator or layer picked elsewhere.
    void renewSearch();
    /// Looks further, for a few milliseconds. Returns whether all has been looked through.
    bool advanceSearch();
    void showHits();
    void goToHit(int by);
    std::optional<size_t> hitOf(uint32_t event) const;
    void showDetails();
    void placeHelp();
    void copy();

    QPointer<TraceSelection> m_selection;
    StepChoice* m_stepChoice = nullptr;
    const Run* m_run = nullptr;
    std::unique_ptr<TimelineIndex> m_index;
    TimelineSearch m_search;
    TimelineLaunches m_launches;
    std::unique_ptr<BackgroundJob> m_countersJob;
    size_t m_countersSeen = 0;     ///< of what they are made of
    std::optional<int> m_scrollTo; ///< once all tracks are there
    QElapsedTimer m_sinceCounters;
    QTimer m_more;

    TimelineCanvas* m_canvas;
    TimelineMinimap* m_minimap;
    TimelineDetails* m_details;
    QLineEdit* m_searchField = nullptr;
    QLabel* m_hitCount = nullptr;
    QWidgetList m_needTrace; ///< of use only with a trace
    QWidgetList m_needHits;
    QStackedWidget* m_pages;
    EmptyPage* m_empty = nullptr;
    QLabel* m_help = nullptr;
};

} // namespace stepscope::ui
