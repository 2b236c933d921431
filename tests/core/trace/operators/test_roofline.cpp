#include "core/trace/operators/roofline.h"
#include "core/trace/operators/roofline_bytes.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;

class TestRoofline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsWhatIsReadAndWritten_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("shapes");
        QTest::addColumn<qint64>("elements"); // -1: not known
        QTest::newRow("mm") << QByteArray("aten::mm") << QByteArray("[2, 3], [3, 4]") << qint64(6 + 12 + 8);
        QTest::newRow("addmm") << QByteArray("aten::addmm") << QByteArray("[4], [2, 3], [3, 4], [], []")
                               << qint64(4 + 6 + 12 + 8);
        QTest::newRow("bmm") << QByteArray("aten::bmm") << QByteArray("[5, 2, 3], [5, 3, 4]")
                             << qint64(5 * (6 + 12 + 8));
        QTest::newRow("linear") << QByteArray("aten::linear") << QByteArray("[64, 9216], [128, 9216], [128]")
                                << qint64(64 * 9216 + 128 * 9216 + 128 + 64 * 128);
        QTest::newRow("conv2d") << QByteArray("aten::conv2d")
                                << QByteArray("[64, 1, 28, 28], [32, 1, 3, 3], [32]")
                                << qint64(64 * 28 * 28 + 32 * 9 + 32 + 64 * 32 * 26 * 26);
        QTest::newRow("with stride") << QByteArray("aten::convolution")
                                     << QByteArray("[1, 2, 8, 8], [4, 2, 2, 2]; stride [2, 2]")
                                     << qint64(128 + 32 + 4 * 16);
        QTest::newRow("convolution backward, weight and bias only")
            << QByteArray("aten::convolution_backward")
            << QByteArray("[64, 32, 26, 26], [64, 1, 28, 28], [32, 1, 3, 3]; output mask [0, 1, 1]")
            << qint64(64 * 32 * 26 * 26 + 64 * 28 * 28 + 32 * 9 + 32 * 9 + 32);
        QTest::newRow("broadcast") << QByteArray("aten::add") << QByteArray("[8, 3], [3], []")
                                   << qint64(24 + 3 + 24);
        QTest::newRow("transposed") << QByteArray("aten::conv_transpose2d")
                                    << QByteArray("[1, 2, 8, 8], [2, 4, 2, 2]") << qint64(-1);
        QTest::newRow("no formula") << QByteArray("aten::relu") << QByteArray("[8]") << qint64(-1);
        QTest::newRow("no shapes") << QByteArray("aten::mm") << QByteArray("") << qint64(-1);
        QTest::newRow("absurd") << QByteArray("aten::mm")
                                << QByteArray("[4000000000, 4000000000], [4000000000, 4000000000]")
                                << qint64(-1);
    }

    void countsWhatIsReadAndWritten()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, shapes);
        QFETCH(qint64, elements);
        QCOMPARE(qint64(operatorBytes(name.constData(), shapes.constData()).value_or(-4)), 4 * elements);
    }

    void pointsAreOperatorsByPass()
    {
        auto trace = test::traceOf("aten::mm 0-100\n"
                                   "aten::mm 100-300\n"
                                   "aten::mm 300-350 backward\n"
                                   "aten::relu 400-500\n");
        trace.shapes = {"[2, 3], [3, 4]", "[20, 3], [3, 4]"};
        trace.shape = {ShapeId(0), ShapeId(1), ShapeId(0), ShapeId(0)};
        const auto result = roofline(operatorStatistics(trace, OperatorGrouping::ByOperatorAndShape), trace);
        QCOMPARE(result.points.size(), size_t(2));
        const auto& forward = result.points[0];
        QCOMPARE(forward.pass, Pass::Forward);
        QCOMPARE(forward.calls, int64_t(2));
        QCOMPARE(forward.flops, int64_t(2 * 24 + 20 * 24));
        QCOMPARE(forward.bytes, int64_t(4 * (26 + 60 + 12 + 80)));
        QCOMPARE(forward.flopsPerSecond(), 528 / 300e-9);
        QCOMPARE(forward.flopsPerByte(), 528 / 712.0);
        QCOMPARE(result.points[1].pass, Pass::Backward);
        QCOMPARE(result.selfShare, 350.0 / 450.0);
    }

    void onADeviceItsTimeCounts()
    {
        auto trace = test::traceOf("aten::linear 0-100\n"
                                   "  aten::addmm 2-99\n"
                                   "gemm 50-250 t1 gpu0 kernel <aten::addmm\n"
                                   "aten::mm 100-150\n");
        trace.shapes = {"[2, 3], [4, 3], [4]", "[4], [2, 3], [3, 4]", "[2, 3], [3, 4]"};
        trace.shape = {ShapeId(0), ShapeId(1), noShape, ShapeId(2)};
        const auto result = roofline(operatorStatistics(trace, OperatorGrouping::ByOperatorAndShape), trace);
        QVERIFY(result.isOfDevice);
        QCOMPARE(result.points.size(),
                 size_t(1)); // aten::mm launched nothing, aten::linear only by aten::addmm
        const auto& point = result.points[0];
        QCOMPARE(trace.names[point.name], std::string("aten::addmm"));
        QCOMPARE(point.selfNs, int64_t(200));
        QCOMPARE(point.flopsPerSecond(), 48 / 200e-9);
        QCOMPARE(result.selfShare, 1.0);
    }

    void whatOnlyCallsOthersIsNoPoint()
    {
        auto trace = test::traceOf("aten::linear 0-100\n"
                                   "  aten::addmm 2-99\n");
        trace.shapes = {"[2, 3], [4, 3], [4]", "[4], [2, 3], [3, 4]"};
        trace.shape = {ShapeId(0), ShapeId(1)};
        const auto result = roofline(operatorStatistics(trace, OperatorGrouping::ByOperatorAndShape), trace);
        QCOMPARE(result.points.size(), size_t(1));
        QCOMPARE(trace.names[result.points[0].name], std::string("aten::addmm"));
        QVERIFY(roofline({}, {}).points.empty());
    }
};

QTEST_GUILESS_MAIN(TestRoofline)
#include "test_roofline.moc"
