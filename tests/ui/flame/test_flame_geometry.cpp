#include "core/trace/calls/call_tree_builder.h"
#include "tests/core/trace/printed_tree.h"
#include "tests/core/trace/trace_text.h"
#include "ui/flame/flame_geometry.h"
#include "ui/flame/flame_painter.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

namespace {

struct Flame
{
    explicit Flame(const std::string& text)
        : Flame(callTree(traceOf(text)))
    {
    }
    explicit Flame(CallTree made)
        : tree(std::move(made))
        , order(orderOf(tree, CallWeight::TotalTime))
    {
    }

    FlameBoxes boxes(double width, const std::string& zoom = {}) const
    {
        return flameBoxes(tree, order, zoom.empty() ? rootNode : nodeAt(tree, zoom), width);
    }

    /// "0 root 0-100 | 1 Forward 0-100 | 2 a 0-60 | 2 +3 60-100": row, name, from and to.
    QString printed(const FlameBoxes& boxes) const
    {
        QStringList texts;
        for (const FlameBox& box : boxes.boxes) {
            const QString name = box.folded > 0         ? QString("+%1").arg(box.folded)
                                 : box.node == rootNode ? QString("root")
                                                        : QString::fromStdString(tree.nameOf(box.node));
            texts += QString("%1 %2 %3-%4").arg(box.row).arg(name).arg(box.left).arg(box.left + box.width);
        }
        return texts.join(" | ");
    }

    CallTree tree;
    CallOrder order;
};

const std::string twoOperators = "a 0-60\n"
                                 "  b 0-30\n"
                                 "c 60-100\n";

} // namespace

class TestFlameGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesAreAsWideAsTheirTime()
    {
        const Flame flame(twoOperators);
        QCOMPARE(flame.printed(flame.boxes(200)),
                 "0 root 0-200 | 1 Forward 0-200 | 2 a 0-120 | 2 c 120-200 | 3 b 0-60");
        QCOMPARE(flame.boxes(200).rows, 4);
    }

    void aZoomedFrameTakesAllTheWidthBelowThoseAroundIt()
    {
        const Flame flame(twoOperators);
        QCOMPARE(flame.printed(flame.boxes(200, "Forward;a")),
                 "0 root 0-200 | 1 Forward 0-200 | 2 a 0-200 | 3 b 0-100");
    }

    void framesNarrowerThanAPixelAreFolded()
    {
        // 50 operators of 1 ns beside one of 50 ns.
        std::string text = "big 0-50\n";
        for (int i = 0; i < 50; ++i)
            text += "small" + std::to_string(i) + " " + std::to_string(50 + i) + "-" +
                    std::to_string(51 + i) + "\n";
        const Flame flame(text);
        QCOMPARE(flame.printed(flame.boxes(50)), "0 root 0-50 | 1 Forward 0-50 | 2 big 0-25 | 2 +50 25-50");
        QCOMPARE(flame.boxes(100).boxes.size(), 53U);
    }

    void whatIsFoldedIsNeverVisitedBelow()
    {
        // A million frames in a pixel's width cost what one costs.
        CallTree tree;
        tree.nodes.push_back({.parent = rootNode, .kind = FrameKind::Pass, .pass = Pass::Forward});
        tree.names = {"wide", "narrow"};
        tree.nodes.push_back(
            {.parent = CallNodeId(1), .name = NameId(0), .kind = FrameKind::Operator, .selfNs = 100'000'000});
        for (uint32_t i = 0; i < 1'000'000; ++i)
            tree.nodes.push_back({.parent = CallNodeId(i < 1000 ? 1 : 2 + i % 1000),
                                  .name = NameId(1),
                                  .kind = FrameKind::Operator,
                                  .selfNs = 1});
        const Flame flame(std::move(tree));
        QVERIFY(flame.boxes(1920).boxes.size() < 10);
    }

    void noFrameIsDrawnOfNothing()
    {
        const Flame empty{CallTree()};
        QVERIFY(empty.boxes(100).boxes.empty());
        QCOMPARE(empty.boxes(100).at(0, 10), -1);
        const Flame zero("a 0-0\n");
        QVERIFY(zero.boxes(100).boxes.empty());
        QVERIFY(Flame(twoOperators).boxes(0).boxes.empty());
    }

    void childrenNeverReachBeyondTheirParent()
    {
        const Flame flame("a 0-100\n  b 0-70\n  b2 70-140\n");
        for (const FlameBox& box : flame.boxes(100).boxes)
            QVERIFY(box.left >= 0 && box.left + box.width <= 100.0 + 1e-9);
    }

    void finds_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<double>("x");
        QTest::addColumn<QString>("name");
        QTest::newRow("root") << 0 << 5.0 << "";
        QTest::newRow("left edge") << 2 << 0.0 << "a";
        QTest::newRow("right of it") << 2 << 119.9 << "a";
        QTest::newRow("the next") << 2 << 120.0 << "c";
        QTest::newRow("deepest") << 3 << 59.0 << "b";
        QTest::newRow("beside the deepest") << 3 << 61.0 << "none";
        QTest::newRow("below all") << 4 << 10.0 << "none";
        QTest::newRow("right of all") << 2 << 200.0 << "none";
        QTest::newRow("left of all") << 2 << -1.0 << "none";
    }

    void finds()
    {
        QFETCH(const int, row);
        QFETCH(const double, x);
        QFETCH(const QString, name);
        const Flame flame(twoOperators);
        const FlameBoxes boxes = flame.boxes(200);
        const int found = boxes.at(row, x);
        QCOMPARE(found < 0 ? QString("none")
                           : QString::fromStdString(flame.tree.nameOf(boxes.boxes[size_t(found)].node)),
                 name);
    }

    void arrowsLeadToNeighbors()
    {
        const Flame flame("a 0-60\n  b 0-20\n  b2 20-50\nc 60-100\n");
        const FlameBoxes boxes = flame.boxes(200);
        const auto step = [&](const std::string& from, FlameStep direction) {
            const int to = steppedBox(boxes, flame.tree, boxes.of(nodeAt(flame.tree, from)), direction);
            return to < 0 ? QString("none")
                          : QString::fromStdString(flame.tree.nameOf(boxes.boxes[size_t(to)].node));
        };
        QCOMPARE(step("Forward;a", FlameStep::Inwards), "b2");
        QCOMPARE(step("Forward;a;b2", FlameStep::Right), "b");
        QCOMPARE(step("Forward;a;b", FlameStep::Right), "none");
        QCOMPARE(step("Forward;a;b", FlameStep::Outwards), "a");
        QCOMPARE(step("Forward;c", FlameStep::Left), "a");
        QCOMPARE(step("Forward;c", FlameStep::Inwards), "none");
        QCOMPARE(steppedBox(boxes, flame.tree, 0, FlameStep::Outwards), -1);
        QCOMPARE(steppedBox(boxes, flame.tree, -1, FlameStep::Inwards), 0);
    }

    void rowsRiseFromTheBottomInAFlame()
    {
        const Flame flame(twoOperators);
        const FlameData data;
        const FlameBoxes boxes = flame.boxes(200);
        const ThemeColors colors = Theme::lightColors();
        FrameTitles titles(flame.tree, QFont());
        const FlameMarks marks;
        FlamePicture picture{.data = data,
                             .boxes = boxes,
                             .colors = colors,
                             .titles = titles,
                             .marks = marks,
                             .rowHeight = 20,
                             .height = 100};
        QCOMPARE(picture.topOf(1), 20);
        QCOMPARE(picture.rowAt(39), 1);
        picture.shape = FlameShape::Flame;
        QCOMPARE(picture.topOf(0), 80);
        QCOMPARE(picture.rowAt(99), 0);
        QCOMPARE(picture.rowAt(picture.topOf(3)), 3);
    }

    void titlesAreCutToTheirRoom()
    {
        const Flame flame("aten::convolution 0-10\n");
        FrameTitles titles(flame.tree, QFont());
        const CallNodeId node = nodeAt(flame.tree, "Forward;aten::convolution");
        QCOMPARE(titles.fitted(node, 1000), "convolution");
        const double width = QFontMetricsF(titles.font()).horizontalAdvance("convolution");
        const QString cut = titles.fitted(node, width * 0.7);
        QVERIFY2(cut.startsWith("conv") && cut.endsWith(QChar(0x2026)), qPrintable(cut));
        QVERIFY(QFontMetricsF(titles.font()).horizontalAdvance(cut) <= width * 0.7 + 1);
        QCOMPARE(titles.fitted(node, 8), "");
    }
};

QTEST_MAIN(TestFlameGeometry)
#include "test_flame_geometry.moc"
