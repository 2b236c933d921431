#include "ui/theme/drag_tracker.h"

#include <QApplication>
#include <QTest>

using namespace stepscope::ui;

class TestDragTracker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setStartDragDistance(10); }

    void aShakyClickIsAClick()
    {
        DragTracker drag;
        QVERIFY(!drag.isPressed());
        drag.press({100, 100});
        QVERIFY(drag.isPressed());
        QVERIFY(!drag.move({103, 102}));
        QVERIFY(drag.release());
        QVERIFY(!drag.isPressed());
        QVERIFY(!drag.release());
    }

    void aDragMovesByWhatThePointerMoves()
    {
        DragTracker drag;
        QVERIFY(!drag.move({50, 50})); // not pressed
        drag.press({100, 100});
        QVERIFY(!drag.move({104, 100}));
        QCOMPARE(drag.move({112, 100}), std::optional(QPointF(12, 0))); // from where it was pressed
        QCOMPARE(drag.move({110, 101}), std::optional(QPointF(-2, 1)));
        QCOMPARE(drag.move({100, 100}), std::optional(QPointF(-10, -1)));
        QVERIFY(!drag.release());
        drag.press({100, 100});
        QVERIFY(drag.release());
    }
};

QTEST_MAIN(TestDragTracker)
#include "test_drag_tracker.moc"
