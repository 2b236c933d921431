#pragma once

#include "tests/ui/curves/falling_run.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QTest>

#include <memory>

namespace stepscope::ui {

/// A view of curves, and the actions of its user.
class CurvesFixture : public QObject
{
protected:
    CurvePlot& plot() { return *m_view->plot(); }
    QCPRange x() { return plot().loss().x->range(); }

    void openView()
    {
        Theme::instance().apply();
        Theme::instance().setMode(ThemeMode::Light);
        m_view = std::make_unique<CurvesView>();
        m_view->resize(1000, 700);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->setFocus();
    }

    void show(Run& run)
    {
        m_view->showRun(&run);
        settle();
        plot().setFocus();
    }

    void settle()
    {
        QCoreApplication::processEvents();
        plot().replot(QCustomPlot::rpImmediateRefresh);
    }

    void wheel(QPoint position, int notches)
    {
        QWheelEvent event(position, plot().mapToGlobal(position), {}, {0, 120 * notches}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&plot(), &event);
        settle();
    }

    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(&plot(), Qt::LeftButton, modifiers, from);
        QTest::mouseMove(&plot(), (from + to) / 2);
        QTest::mouseMove(&plot(), to);
        QTest::mouseRelease(&plot(), Qt::LeftButton, modifiers, to);
        settle();
    }

    void hover(QPoint position)
    {
        QMouseEvent event(QEvent::MouseMove, position, plot().mapToGlobal(position), Qt::NoButton,
                          Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&plot(), &event);
    }

    QString texts()
    {
        QStringList texts;
        for (const QLabel* label : m_view->findChildren<QLabel*>()) {
            if (label->isVisible())
                texts << label->text();
        }
        return texts.join("|");
    }

    std::unique_ptr<CurvesView> m_view;
};

} // namespace stepscope::ui
