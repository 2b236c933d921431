#pragma once

#include "ui/timeline/timeline_labels.h"
#include "ui/timeline/timeline_scene.h"

#include <QAbstractScrollArea>
#include <QImage>

#include <vector>

namespace stepscope::ui {

/// The timeline as one painted widget. The wheel zooms at the pointer, dragging moves, dragging with Shift
/// measures, a double click shows one event; keys do the same.
class TimelineCanvas final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineCanvas(QWidget* parent = nullptr);

    /// Both must stay valid and may only grow; null for none.
    void showTrace(const Trace* trace, const TimelineIndex* index);
    /// The same events in another trace: keeps the visible part and the collapsed tracks.
    void showSameEvents(const Trace* trace, const TimelineIndex* index);
    /// The index has grown.
    void grow();
    /// Events that do not match are faded; the search must stay valid.
    void setSearch(const TimelineSearch* search);
    /// The search has other matches, or more.
    void searchChanged();
    /// `launches`: the arrows from or to the event.
    void select(EventId event, EventId linked, std::vector<TimelineLaunch> launches = {});
    /// What is drawn in addition to events; initially empty.
    void setCounters(std::vector<TimelineCounter> counters);
    void setScope(std::optional<TimeSpan> scope);
    void setColors(const ThemeColors& colors);

    void fitAll();
    void fit(EventId event);
    void fit(const TimeSpan& span);
    /// Until the user scrolls, its lane stays in view when tracks are added or the size changes.
    void reveal(EventId event);
    /// Zooms at the pointer if it is over the timeline, otherwise in the middle.
    void zoomBy(double factor);
    void setShown(const TimelineScale& scale);
    /// Whether a thread's track shows its first lane only.
    void setCollapsed(int track, bool collapsed);
    /// Whether only the heading of a group of tracks is shown.
    void setGroupCollapsed(int group, bool collapsed);
    /// The value of the counter under the pointer, "Allocated 1.25 GB"; empty if there is none.
    QString counterAt(QPointF position) const;
    const QString& hoveredCounter() const { return m_hoveredCounter; }

    /// Does not emit measured().
    void setMeasured(std::optional<TimeSpan> span);
    const TimelineScene& scene() const { return m_scene; }
    /// What is currently drawn.
    const TimelineList& list();
    std::optional<TimelineTarget> targetAt(QPointF position);

Q_SIGNALS:
    /// The user selected an event, or noEvent.
    void picked(quint32 event);
    /// A menu is requested on an event, or on noEvent, at a position on the screen.
    void menuWanted(quint32 event, QPoint place);
    void hoverChanged();
    /// The user selected another time range, scene().measured, or none.
    void measured();
    /// Another part is shown.
    void moved();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Drag { None, Press, Pan, Measure };

    void layOutRows();
    /// The plot is as wide as the size and the names leave it.
    void followSize();
    void scrollToRevealed();
    void redraw();
    void setScale(const TimelineScale& scale);
    void updateHover(std::optional<QPointF> position);
    void click(QPointF position);
    void clickName(const TimelineBand& band);
    void measure(QPointF from, QPointF to);
    void clearMeasured();
    void pan(QPointF by);
    bool moveByKey(QKeyEvent* event);
    /// The event next to, above or below the selected one, or noEvent.
    EventId neighbor(int key) const;

    TimelineScene m_scene;
    TimelineList m_list;
    TimelineLabels m_labels;
    QImage m_image;
    std::vector<bool> m_collapsed; ///< by thread
    std::vector<bool> m_collapsedGroups;
    std::vector<TimelineCounter> m_counters;
    QString m_hoveredCounter;
    bool m_listIsOld = true;
    bool m_imageIsOld = true;
    bool m_whole = true; ///< everything is shown, and stays so while it grows
    /// What was fitted last, until the user moves; another size of the window fits it again.
    std::optional<TimeSpan> m_fitted;
    EventId m_revealed = noEvent; ///< the event revealed last, until the user scrolls
    bool m_isScrollingTo = false; ///< scrolling is not the user's

    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_last;
};

} // namespace stepscope::ui
