#pragma once

#include "ui/timeline/timeline_labels.h"
#include "ui/timeline/timeline_scene.h"

#include <QAbstractScrollArea>
#include <QImage>

#include <vector>

namespace stepscope::ui {

/// The timeline itself, as one painted widget. The wheel zooms at the pointer, dragging moves, dragging with
/// Shift measures, a double click shows one event; keys do the same.
class TimelineCanvas final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineCanvas(QWidget* parent = nullptr);

    /// Both stay where they are and only grow; null for none.
    void showTrace(const Trace* trace, const TimelineIndex* index);
    /// The same events in another trace: what is shown of them, and what is collapsed, stays.
    void showSameEvents(const Trace* trace, const TimelineIndex* index);
    /// The index has taken in more.
    void grow();
    /// What does not match is faded; the search stays where it is.
    void setSearch(const TimelineSearch* search);
    /// The events that are looked for are others now, or more.
    void searchChanged();
    /// `launches`: the arrows that lead from it, or to it.
    void select(uint32_t event, uint32_t linked, std::vector<TimelineLaunch> launches = {});
    /// What is drawn beside events; empty at first.
    void setCounters(std::vector<TimelineCounter> counters);
    void setScope(std::optional<TimeSpan> scope);
    void setColors(const ThemeColors& colors);

    void fitAll();
    void fit(uint32_t event);
    void reveal(uint32_t event);
    /// At the pointer when it is over the timeline, else in the middle.
    void zoomBy(double factor);
    void setShown(const TimelineScale& scale);
    /// Whether a thread's track shows its first lane only.
    void setCollapsed(int track, bool collapsed);
    /// Whether only the heading of a group of tracks is shown.
    void setGroupCollapsed(int group, bool collapsed);
    /// What a counter says under the pointer, "Allocated 1.25 GB"; empty when none is there.
    QString counterAt(QPointF position) const;
    const QString& hoveredCounter() const { return m_hoveredCounter; }

    const TimelineScene& scene() const { return m_scene; }
    /// What is drawn now.
    const TimelineList& list();
    std::optional<TimelineTarget> targetAt(QPointF position);

Q_SIGNALS:
    /// The user picked an event, or noEvent.
    void picked(uint32_t event);
    /// A menu is to open on an event, or on noEvent, at a place on the screen.
    void menuWanted(uint32_t event, QPoint place);
    void hoverChanged();
    void measuredChanged();
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
    void redraw();
    void setScale(const TimelineScale& scale);
    void updateHover(std::optional<QPointF> position);
    void click(QPointF position);
    void clickName(const TimelineBand& band);
    void measure(QPointF from, QPointF to);
    void clearMeasured();
    void pan(QPointF by);
    bool moveByKey(QKeyEvent* event);
    /// The event beside, above or below the selected one, noEvent when there is none.
    uint32_t neighbour(int key) const;

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
    bool m_whole = true; ///< all is shown, and is to be while it grows

    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_last;
};

} // namespace stepscope::ui
