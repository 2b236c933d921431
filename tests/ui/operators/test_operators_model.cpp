#include "sample_run.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

using Column = OperatorColumn;
constexpr auto byOperator = OperatorGrouping::ByOperator;
constexpr auto byShape = OperatorGrouping::ByOperatorAndShape;

/// A small table: conv and relu forward, conv backward.
Trace smallTrace()
{
    Trace trace;
    for (const char* name : {"aten::conv2d", "aten::relu", "aten::Add"})
        trace.names.intern(name);
    trace.shapes = {"[64, 1, 28, 28], [32]", "[64, 32, 26, 26]"};
    trace.append({.durationNs = 500'000, .name = NameId(0), .shape = ShapeId(0), .pass = Pass::Forward});
    trace.append({.durationNs = 40'000, .name = NameId(1), .shape = ShapeId(1), .pass = Pass::Forward});
    trace.append({.durationNs = 40'000, .name = NameId(2), .shape = ShapeId(1), .pass = Pass::Forward});
    trace.append({.durationNs = 420'000, .name = NameId(0), .shape = ShapeId(1), .pass = Pass::Backward});
    trace.steps = {{.endEvent = EventId(4), .phase = StepPhase::Active}};
    return trace;
}

QStringList texts(const OperatorsModel& model, Column column)
{
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row)
        list.append(model.index(row, int(column)).data().toString());
    return list;
}

QStringList names(const OperatorsModel& model)
{
    return texts(model, Column::Name);
}

} // namespace

class TestOperatorsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<OperatorsModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_trace = smallTrace();
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void cellsShowTheFigures()
    {
        show(m_trace);
        QCOMPARE(names(*m_model), QStringList({"conv2d", "conv2d", "relu", "Add"}));
        QCOMPARE(texts(*m_model, Column::Pass), QStringList({"Forward", "Backward", "Forward", "Forward"}));
        QCOMPARE(texts(*m_model, Column::SelfTime), QStringList({"500 µs", "420 µs", "40.0 µs", "40.0 µs"}));
        QCOMPARE(texts(*m_model, Column::SelfShare), QStringList({"50.0 %", "42.0 %", "4.0 %", "4.0 %"}));
        QCOMPARE(texts(*m_model, Column::Shapes).value(0), "[64, 1, 28, 28], [32]");
        QCOMPARE(m_model->index(0, int(Column::SelfTime)).data(Qt::ToolTipRole).toString(),
                 "500 µs per step");
    }

    void aFusedUpdateIsExplained()
    {
        const auto tipOf = [this](bool callsOperators) {
            Trace trace = smallTrace();
            const EventId first = trace.endEvent();
            trace.append({.startNs = 50'000'000,
                          .durationNs = 1'000'000,
                          .name = trace.names.intern("Optimizer.step#Adadelta"),
                          .pass = Pass::Optimizer});
            if (callsOperators)
                trace.append({.startNs = 50'100'000,
                              .durationNs = 100'000,
                              .name = trace.names.intern("aten::mul_"),
                              .parent = first,
                              .pass = Pass::Optimizer});
            trace.steps.back().endEvent = trace.endEvent();
            m_trace = trace;
            show(m_trace);
            const int row = int(names(*m_model).indexOf("Optimizer.step#Adadelta"));
            return m_model->index(row, int(Column::Name)).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(tipOf(false).contains("The update of the weights is fused"), qPrintable(tipOf(false)));
        QCOMPARE(tipOf(true), "Optimizer.step#Adadelta");
    }

    void everyColumnSortsInBothDirections_data()
    {
        QTest::addColumn<int>("column");
        for (int column = 0; column < operatorColumnCount; ++column)
            QTest::addRow("%s", qPrintable(operatorColumn(Column(column)).title)) << column;
    }

    void everyColumnSortsInBothDirections()
    {
        QFETCH(int, column);
        const Run run = test::sampleRun(3);
        show(run.trace, byShape);
        QVERIFY(m_model->rowCount() > 60);
        const auto inOrder = [&](int a, int b) {
            if (operatorColumn(Column(column)).isNumber())
                return figure(a, column) <= figure(b, column);
            if (Column(column) == Column::Sequence)
                return m_model->operatorRow(a).firstSequence <= m_model->operatorRow(b).firstSequence;
            if (Column(column) == Column::Pass)
                return m_model->operatorRow(a).pass <= m_model->operatorRow(b).pass;
            return m_model->text(a, Column(column)).toLower() <= m_model->text(b, Column(column)).toLower();
        };
        m_model->sort(column, Qt::AscendingOrder);
        for (int row = 1; row < m_model->rowCount(); ++row)
            QVERIFY2(inOrder(row - 1, row), qPrintable(m_model->text(row, Column(column))));
        m_model->sort(column, Qt::DescendingOrder);
        for (int row = 1; row < m_model->rowCount(); ++row)
            QVERIFY2(inOrder(row, row - 1), qPrintable(m_model->text(row, Column(column))));
    }

    void numbersSortByValueAndNotAsText()
    {
        show(m_trace); // as text, "40.0 µs" stands before "420 µs" and "5…" last
        m_model->sort(int(Column::SelfTime), Qt::AscendingOrder);
        QCOMPARE(texts(*m_model, Column::SelfTime), QStringList({"40.0 µs", "40.0 µs", "420 µs", "500 µs"}));
    }

    void tiesKeepTheirOrderInBothDirections()
    {
        show(m_trace);
        m_model->sort(int(Column::Calls), Qt::AscendingOrder);
        QCOMPARE(names(*m_model), QStringList({"conv2d", "conv2d", "relu", "Add"}));
        m_model->sort(int(Column::Calls), Qt::DescendingOrder);
        QCOMPARE(names(*m_model), QStringList({"conv2d", "conv2d", "relu", "Add"}));
    }

    void namesSortAsShownWithoutRegardToCase()
    {
        show(m_trace);
        m_model->sort(int(Column::Name), Qt::AscendingOrder);
        QCOMPARE(names(*m_model), QStringList({"Add", "conv2d", "conv2d", "relu"}));
    }

    void filterWantsAllWordsInNameOrShapes()
    {
        show(m_trace);
        m_model->setFilter({.words = "CONV"});
        QCOMPARE(names(*m_model), QStringList({"conv2d", "conv2d"}));
        m_model->setFilter({.words = " conv  28 "});
        QCOMPARE(texts(*m_model, Column::Pass), QStringList({"Forward"}));
        m_model->setFilter({.words = "conv relu"});
        QCOMPARE(m_model->rowCount(), 0);
        m_model->setFilter({.words = "aten::relu"});
        QCOMPARE(names(*m_model), QStringList({"relu"}));
        m_model->setFilter({});
        QCOMPARE(m_model->rowCount(), 4);
    }

    void passFilterShowsOnePass()
    {
        show(m_trace);
        m_model->setFilter({.pass = Pass::Backward});
        QCOMPARE(texts(*m_model, Column::SelfTime), QStringList({"420 µs"}));
        QCOMPARE(m_model->shownShare(), 0.42);
    }

    void topKeepsTheLargestOfTheSortedColumnInEitherDirection()
    {
        show(m_trace);
        m_model->setFilter({.top = 2});
        QCOMPARE(texts(*m_model, Column::SelfTime), QStringList({"500 µs", "420 µs"}));
        m_model->sort(int(Column::SelfTime), Qt::AscendingOrder);
        QCOMPARE(texts(*m_model, Column::SelfTime), QStringList({"420 µs", "500 µs"}));
        m_model->sort(int(Column::Name), Qt::DescendingOrder); // by text: the costliest
        QCOMPARE(names(*m_model), QStringList({"conv2d", "conv2d"}));
        QCOMPARE(m_model->shownShare(), 0.92);
    }

    void namespacesCanBeShown()
    {
        show(m_trace);
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->setWithNamespace(true);
        QCOMPARE(names(*m_model).value(0), "aten::conv2d");
        QCOMPARE(changed.count(), 1);
    }

    /// Two rows "detach" could not be distinguished.
    void aShortNameOfTwoOperatorsIsComplete()
    {
        for (const char* name : {"aten::detach", "detach"}) {
            const auto id = m_trace.names.intern(name);
            m_trace.append({.durationNs = 1'000, .name = id, .shape = ShapeId(1), .pass = Pass::Forward});
        }
        m_trace.steps[0].endEvent = m_trace.endEvent();
        show(m_trace);
        QStringList shown = names(*m_model);
        shown.sort();
        QCOMPARE(shown, QStringList({"Add", "aten::detach", "conv2d", "conv2d", "detach", "relu"}));
    }

    void kernelsHaveShortNames()
    {
        Trace trace;
        OperatorStatistics statistics;
        statistics.grouping = OperatorGrouping::ByKernel;
        const std::string copy = "void at::native::copy_kernel<4, at::Cast<float> >(int, float*)";
        statistics.rows.push_back({.name = trace.names.intern(copy)});
        const ShortNames shortNames = shortRowNames(statistics, trace);
        QCOMPARE(operatorText(statistics, statistics.rows[0], OperatorColumn::Name, trace, &shortNames),
                 QString("copy_kernel<4, Cast<float>>"));
        QCOMPARE(operatorText(statistics, statistics.rows[0], OperatorColumn::Name, trace, nullptr),
                 QString::fromStdString(copy));
    }

    void sortingMovesPersistentIndexes()
    {
        show(m_trace);
        const QPersistentModelIndex relu = m_model->index(2, int(Column::SelfTime));
        m_model->sort(int(Column::SelfTime), Qt::AscendingOrder);
        QCOMPARE(relu.row(), 0);
        QCOMPARE(m_model->text(relu.row(), Column::Name), "relu");
    }

    void newFiguresOfTheSameRowsOnlyChangeData()
    {
        show(m_trace);
        QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
        QSignalSpy moved(m_model.get(), &QAbstractItemModel::layoutChanged);
        m_trace.append(
            {.durationNs = 100'000, .name = NameId(0), .shape = ShapeId(0), .pass = Pass::Forward});
        show(m_trace);
        QCOMPARE(texts(*m_model, Column::SelfTime).value(0), "600 µs");
        QCOMPARE(reset.count() + moved.count(), 0);

        const QPersistentModelIndex relu = m_model->index(2, 0);
        m_trace.append(
            {.durationNs = 900'000, .name = NameId(1), .shape = ShapeId(1), .pass = Pass::Forward});
        show(m_trace);
        QCOMPARE(relu.row(), 0); // now the costliest
        QCOMPARE(moved.count(), 1);
        QCOMPARE(reset.count(), 0);
    }

    void aSecondShapeLeavesTheRowTheSameRow()
    {
        show(m_trace);
        const OperatorKey before = m_model->key(0);
        QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
        m_trace.append({.durationNs = 10'000, .name = NameId(0), .shape = ShapeId(1), .pass = Pass::Forward});
        show(m_trace);
        QCOMPARE(texts(*m_model, Column::Shapes).value(0), "2 different");
        QVERIFY(m_model->key(0) == before);
        QCOMPARE(reset.count(), 0);
    }

    void headersExplainEveryColumn()
    {
        for (int column = 0; column < operatorColumnCount; ++column) {
            QVERIFY(!m_model->headerData(column, Qt::Horizontal).toString().isEmpty());
            QVERIFY(m_model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().size() > 30);
        }
        const auto firstOrder = [this](Column column) {
            return m_model->headerData(int(column), Qt::Horizontal, Qt::InitialSortOrderRole)
                .value<Qt::SortOrder>();
        };
        QCOMPARE(firstOrder(Column::Calls), Qt::DescendingOrder);
        QCOMPARE(firstOrder(Column::Name), Qt::AscendingOrder);
    }

    void copiedRowsAreTabSeparatedPlainNumbers()
    {
        show(m_trace);
        QCOMPARE(operatorsTsv(*m_model, {0, 2},
                              {Column::Name, Column::Calls, Column::SelfTime, Column::SelfShare}),
                 "Operator\tCalls\tSelf time (µs)\tSelf %\n"
                 "conv2d\t1\t500.000\t50.00\n"
                 "relu\t1\t40.000\t4.00\n");
    }

    void markdownHoldsTheRowsShown()
    {
        m_trace.names.intern("a|b_c");
        m_trace.append({.durationNs = 1'000'000, .name = NameId(3), .pass = Pass::Forward});
        show(m_trace);
        m_model->setFilter({.top = 2});
        QCOMPARE(operatorsMarkdown(*m_model, {Column::Name, Column::SelfTime}), "| Operator | Self time |\n"
                                                                                "| --- | ---: |\n"
                                                                                "| a\\|b\\_c | 1.00 ms |\n"
                                                                                "| conv2d | 500 µs |\n");
    }

    void aMillionRowsAreSortedByWhateverColumn()
    {
        Trace trace;
        for (int i = 0; i < 50; ++i)
            trace.names.intern("aten::operator_" + std::to_string(i));
        OperatorStatistics statistics;
        for (uint32_t i = 0; i < 1'000'000; ++i)
            statistics.rows.push_back(
                {.name = NameId(i * 7 % 50), .calls = 1, .selfNs = int64_t(i) * 7919 % 1'000'003});
        OperatorsModel model; // without a tester, which looks at every row
        model.setStatistics(std::move(statistics), &trace);
        model.sort(int(Column::SelfTime), Qt::AscendingOrder);
        for (int row = 1; row < model.rowCount(); ++row)
            if (model.operatorRow(row - 1).selfNs > model.operatorRow(row).selfNs)
                QFAIL(qPrintable(QString("row %1").arg(row)));
        model.sort(int(Column::Name), Qt::DescendingOrder);
        QCOMPARE(model.text(0, Column::Name), "operator_9");
        QCOMPARE(model.text(999'999, Column::Name), "operator_0");
    }

    void anotherRunsRowsAreOtherRows()
    {
        show(m_trace);
        const QPersistentModelIndex first = m_model->index(0, 0);
        const Trace other = smallTrace();
        show(other);
        QVERIFY(!first.isValid());
        QCOMPARE(m_model->rowCount(), 4);
        m_model->setStatistics({}, nullptr);
        QCOMPARE(m_model->rowCount(), 0);
    }

private:
    void show(const Trace& trace, OperatorGrouping grouping = byOperator)
    {
        m_model->setStatistics(operatorStatistics(trace, grouping), &trace);
    }

    double figure(int row, int column) const
    {
        const QVariant figure = m_model->index(row, column).data(OperatorsModel::FigureRole);
        return figure.isValid() ? figure.toDouble() : -std::numeric_limits<double>::infinity(); // not known
    }

    Trace m_trace;
    std::unique_ptr<OperatorsModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(TestOperatorsModel)
#include "test_operators_model.moc"
