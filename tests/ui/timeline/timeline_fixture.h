#pragma once

#include "trained_run.h"
#include "ui/support/trace_selection.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_details.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QTest>

#include <memory>

namespace stepscope::test {

/// A timeline of a run on the screen, and the actions of its user.
struct TimelineFixture
{
    using TimelineCanvas = ui::TimelineCanvas;
    using TimelineScene = ui::TimelineScene;
    using TimelineDetails = ui::TimelineDetails;

    /// Of six steps on the CPU.
    void showTrainedRun()
    {
        m_trained = std::make_unique<TrainedRun>(6);
        show(m_trained->run);
    }

    void show(const Run& run)
    {
        m_run = &run;
        m_selection = std::make_unique<ui::TraceSelection>();
        m_view = std::make_unique<ui::TimelineView>(m_selection.get());
        m_view->resize(1280, 800);
        m_view->showRun(m_run);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        canvas()->setFocus();
        QTRY_VERIFY(m_view->isUpToDate());
    }

    TimelineCanvas* canvas() const { return m_view->canvas(); }
    const TimelineScene& scene() const { return canvas()->scene(); }
    const TimelineScale& scale() const { return scene().scale; }
    const Trace& trace() const { return m_run->trace; }
    QString hits() const { return m_view->findChild<QLabel*>("timelineHits")->text(); }
    QString details() const { return m_view->findChild<TimelineDetails*>("timelineDetails")->text(); }
    QString emptyText() const
    {
        return m_view->findChild<QLabel*>("timelineEmptyTitle")->text() + "\n" +
               m_view->findChild<QLabel*>("timelineEmptyHint")->text();
    }

    /// The first event of that name.
    EventId find(const std::string& name) const
    {
        for (EventId event(0); event < trace().endEvent(); ++event) {
            if (trace().names[trace().name[event]] == name)
                return event;
        }
        return noEvent;
    }

    void click(QPointF position)
    {
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, position.toPoint());
    }

    void turnWheel(QPointF position, int angle)
    {
        QWidget* target = canvas()->viewport();
        QWheelEvent event(position, target->mapToGlobal(position), {}, {0, angle}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(target, &event);
    }

    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers)
    {
        QWidget* target = canvas()->viewport();
        QTest::mousePress(target, Qt::LeftButton, modifiers, from);
        for (int part = 1; part <= 10; ++part) {
            const QPointF at = QPointF(from) + QPointF(to - from) * part / 10.0;
            QMouseEvent move(QEvent::MouseMove, at, target->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                             modifiers);
            QApplication::sendEvent(target, &move);
        }
        QTest::mouseRelease(target, Qt::LeftButton, modifiers, to);
    }

    const Run* m_run = nullptr;
    std::unique_ptr<TrainedRun> m_trained;
    std::unique_ptr<ui::TraceSelection> m_selection;
    std::unique_ptr<ui::TimelineView> m_view;
};

} // namespace stepscope::test
