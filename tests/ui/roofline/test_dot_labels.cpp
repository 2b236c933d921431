#include "ui/roofline/dot_labels.h"

#include <QTest>

using namespace stepscope::ui;

class TestDotLabels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_geometry = {};
        m_geometry.plot = QRectF(0, 0, 400, 300);
    }

    void aNameIsToTheRightOfItsDot()
    {
        addDot({100, 100}, 10);
        DotLabels labels(m_geometry);
        QCOMPARE(labels.place(0, m_size), QRectF({114, 95}, m_size));
    }

    void aNameStaysInTheChart()
    {
        addDot({380, 100}, 10);
        DotLabels labels(m_geometry);
        QCOMPARE(labels.place(0, m_size), QRectF({306, 95}, m_size));
    }

    void aNameBelowIsMovedIntoTheChart()
    {
        addDot({380, 10}, 10);
        addDot({340, 10}, 10); // in its way
        DotLabels labels(m_geometry);
        QCOMPARE(labels.place(0, m_size), QRectF({336, 24}, m_size));
    }

    void aNameCoversNoOtherDot()
    {
        addDot({100, 100}, 10);
        addDot({140, 100}, 5);
        DotLabels labels(m_geometry);
        QCOMPARE(labels.place(0, m_size), QRectF({26, 95}, m_size));
    }

    void aNameCoversNoOtherText()
    {
        addDot({100, 100}, 10);
        addDot({100, 104}, 10);
        DotLabels labels(m_geometry);
        labels.keepFree({0, 60, 60, 80});
        const auto first = labels.place(0, m_size);
        QCOMPARE(first, QRectF({114, 95}, m_size));
        QCOMPARE(labels.place(1, m_size), QRectF({70, 80}, m_size)); // above
    }

    void dotsOfOneNameCloseTogetherShareIt()
    {
        for (const QPointF& center : {QPointF(100, 100), {110, 100}, {100, 120}, {300, 100}, {105, 105}})
            addDot(center, 5);
        const std::vector<std::string> names{"aten::conv2d", "aten::conv2d", "aten::relu", "aten::conv2d",
                                             "aten::conv2d"};
        QCOMPARE(sharedDotNames(names, m_geometry, 50),
                 (std::vector<QString>{"conv2d (3)", "", "relu", "conv2d", ""}));
        QCOMPARE(sharedDotNames(names, m_geometry, 1),
                 (std::vector<QString>{"conv2d", "conv2d", "relu", "conv2d", "conv2d"}));
    }

    void withoutRoomThereIsNoName()
    {
        addDot({100, 100}, 10);
        DotLabels labels(m_geometry);
        labels.keepFree(m_geometry.plot);
        QCOMPARE(labels.place(0, m_size), std::nullopt);
        QCOMPARE(labels.placeAnyway(0, m_size), QRectF({114, 95}, m_size)); // of a dot that is pointed at
    }

private:
    void addDot(const QPointF& center, double radius) { m_geometry.dots.push_back({center, radius}); }

    RooflineGeometry m_geometry;
    const QSizeF m_size{60, 10};
};

QTEST_GUILESS_MAIN(TestDotLabels)
#include "test_dot_labels.moc"
