#include "ui/overview/fact_grid.h"

#include <QLabel>
#include <QTest>

using namespace stepscope::ui;

class TestFactGrid : public QObject
{
    Q_OBJECT

    static QPoint placeOf(const FactGrid& grid, const QString& text)
    {
        for (const auto* label : grid.findChildren<QLabel*>()) {
            if (label->text() == text && label->isVisible())
                return label->pos();
        }
        return {-1, -1};
    }

private Q_SLOTS:
    void aWideGridHasTwoColumns()
    {
        FactGrid grid;
        grid.setFacts({{"Program", "train.py", true}, {"A", "1"}, {"B", "2"}, {"C", "3"}});
        grid.resize(800, 300);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_COMPARE(placeOf(grid, "1").x(), placeOf(grid, "3").x());
        QVERIFY(placeOf(grid, "1").y() < placeOf(grid, "2").y());
        QVERIFY(placeOf(grid, "2").y() < placeOf(grid, "3").y());
        const int narrow = grid.sizeHint().height();
        grid.setInTwoColumns(true);
        QTRY_VERIFY(placeOf(grid, "3").x() > placeOf(grid, "1").x());
        QCOMPARE(placeOf(grid, "3").y(), placeOf(grid, "1").y());
        QVERIFY(placeOf(grid, "2").y() > placeOf(grid, "1").y());
        QCOMPARE(placeOf(grid, "Program").x(), placeOf(grid, "A").x()); // has a line of its own
        QVERIFY(placeOf(grid, "Program").y() < placeOf(grid, "A").y());
        QVERIFY(grid.sizeHint().height() < narrow);
    }

    void factsCanChange()
    {
        FactGrid grid;
        grid.setInTwoColumns(true);
        grid.resize(800, 300);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        grid.setFacts({{"A", "1"}, {"B", "2"}, {"C", "3"}, {"D", "4"}});
        QTRY_COMPARE(placeOf(grid, "4").y(), placeOf(grid, "2").y());
        grid.setFacts({{"A", "1"}, {"B", "5"}});
        QTRY_COMPARE(placeOf(grid, "5").y(), placeOf(grid, "1").y());
        QCOMPARE(placeOf(grid, "4"), QPoint(-1, -1));
        grid.setFacts({});
        QCOMPARE(placeOf(grid, "1"), QPoint(-1, -1));
    }
};

QTEST_MAIN(TestFactGrid)
#include "test_fact_grid.moc"
