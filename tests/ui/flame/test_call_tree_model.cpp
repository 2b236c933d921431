#include "flame_sample.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_table.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

namespace {

using Column = CallTreeColumn;

const std::string sample = "conv1 0-500000 layer\n"
                           "  aten::conv2d 10000-490000\n"
                           "relu 500000-600000\n"
                           "relu 600000-650000\n"
                           "mul 650000-950000 backward\n";

} // namespace

class TestCallTreeModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<CallTreeModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void showsNamesAndFigures()
    {
        m_model->showData(flameData(sample));
        const QModelIndex forward = m_model->index(0, 0);
        const QModelIndex conv = m_model->index(0, 0, forward);
        QCOMPARE(row(forward), "Forward||650 µs|68.4 %|||||");
        QCOMPARE(row(conv), "conv1|1|500 µs|52.6 %|20.0 µs|2.1 %|500 µs||");
        QCOMPARE(row(m_model->index(0, 0, conv)), "conv2d|1|480 µs|50.5 %|480 µs|50.5 %|480 µs||");
        QCOMPARE(row(m_model->index(1, 0, forward)), "relu|2|150 µs|15.8 %|150 µs|15.8 %|75.0 µs||");
        QCOMPARE(m_model->rowCount(m_model->index(1, 0, forward)), 0);
    }

    void sortsNumbersAsNumbersWithinTheirParent()
    {
        m_model->showData(flameData("a 0-9\nb 10-110\nc 110-132\nc 132-154\n"));
        QCOMPARE(namesBelow(0), "b c a");
        m_model->sort(int(Column::TotalTime), Qt::AscendingOrder);
        QCOMPARE(namesBelow(0), "a c b");
        m_model->sort(int(Column::Calls), Qt::DescendingOrder);
        QCOMPARE(namesBelow(0), "c b a");
        m_model->sort(int(Column::MeanTime), Qt::DescendingOrder);
        QCOMPARE(namesBelow(0), "b c a");
        m_model->sort(int(Column::Name), Qt::AscendingOrder);
        QCOMPARE(namesBelow(0), "a b c");
    }

    void sortingKeepsRowsTheSameRow()
    {
        m_model->showData(flameData(sample));
        const QPersistentModelIndex relu = m_model->index(1, 0, m_model->index(0, 0));
        QCOMPARE(relu.data().toString(), "relu");
        m_model->sort(int(Column::TotalTime), Qt::AscendingOrder);
        QCOMPARE(relu.data().toString(), "relu");
        QCOMPARE(relu.row(), 0);
        QCOMPARE(relu.parent().data().toString(), "Forward");
        QCOMPARE(relu.parent().row(), 1);
    }

    void newFiguresOfTheSameFramesComeWithoutAReset()
    {
        m_model->showData(flameData("a 0-10\nb 10-30\n"));
        const QPersistentModelIndex a = m_model->index(1, 0, m_model->index(0, 0));
        QSignalSpy resets(m_model.get(), &QAbstractItemModel::modelReset);
        m_model->showData(flameData("a 0-10\nb 10-30\na 30-90\n"));
        QCOMPARE(resets.size(), 0);
        QCOMPARE(a.data().toString(), "a");
        QCOMPARE(a.row(), 0);
        m_model->showData(flameData("a 0-10\nb 10-30\nc 30-90\n"));
        QCOMPARE(resets.size(), 1);
    }

    void theTableKeepsWhatIsOpenWhileTheTreeGrows()
    {
        m_model->showData(flameData(sample));
        CallTreeTable table(m_model.get());
        table.setData(flameData(sample, 2));
        QVERIFY(table.isExpanded(m_model->index(0, 0)));
        const QModelIndex conv = m_model->index(0, 0, m_model->index(0, 0));
        QVERIFY(!table.isExpanded(conv));
        table.expand(conv);
        table.collapse(m_model->index(1, 0));
        table.setCurrentIndex(conv);
        table.setData(flameData(sample + "more 950000-960000\n", 2));
        QCOMPARE(table.currentIndex().data().toString(), "conv1");
        QVERIFY(table.isExpanded(table.currentIndex()));
        QVERIFY(!table.isExpanded(m_model->index(1, 0)));
    }

    void selectingOpensTheWayAndSaysNothing()
    {
        CallTreeTable table(m_model.get());
        const auto data = flameData(sample, 2);
        table.setData(data);
        table.resize(800, 400);
        table.show();
        QSignalSpy picked(&table, &CallTreeTable::picked);
        table.select(nodeAt(*data->tree, "Forward;conv1;aten::conv2d"));
        QCOMPARE(table.currentIndex().data().toString(), "conv2d");
        QVERIFY(table.isExpanded(table.currentIndex().parent()));
        QCOMPARE(picked.size(), 0);
        QTest::keyClick(&table, Qt::Key_Up);
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked[0][0].toUInt(), nodeAt(*data->tree, "Forward;conv1"));
    }

    void copiesTheSelectedRowsTabSeparated()
    {
        CallTreeTable table(m_model.get());
        table.setData(flameData(sample, 2));
        table.resize(800, 400);
        table.show();
        table.setFocus();
        table.selectAll();
        table.copyRows();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
        QCOMPARE(lines[0], "Name\tCalls\tTotal time (µs)\tTotal %\tSelf time (µs)\tSelf %\tMean (µs)");
        QCOMPARE(lines[1], "Forward\t\t650.000\t68.42\t\t\t");
        QCOMPARE(lines[2], "  conv1\t1\t500.000\t52.63\t20.000\t2.11\t500.000");
    }

private:
    QString row(const QModelIndex& index) const
    {
        QStringList cells;
        for (int column = 0; column < callTreeColumnCount; ++column)
            cells += index.siblingAtColumn(column).data().toString();
        return cells.join('|');
    }

    QString namesBelow(int topRow) const
    {
        const QModelIndex parent = m_model->index(topRow, 0);
        QStringList names;
        for (int i = 0; i < m_model->rowCount(parent); ++i)
            names += m_model->index(i, 0, parent).data().toString();
        return names.join(' ');
    }

    std::unique_ptr<CallTreeModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(TestCallTreeModel)
#include "test_call_tree_model.moc"
