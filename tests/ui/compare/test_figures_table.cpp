#include "ui/compare/figures_table.h"

#include "ui/compare/compare_cells.h"
#include "ui/theme/theme.h"

#include <QScrollBar>
#include <QStandardItemModel>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

const QString longVerdict = "too noisy to tell: ×0.24, 0.05–1.10";

class ResettableModel : public QStandardItemModel
{
public:
    void reset()
    {
        beginResetModel();
        endResetModel();
    }
};

} // namespace

/// The widths of the columns of figures.
class TestFiguresTable : public QObject
{
    Q_OBJECT

    ResettableModel m_model;

    /// A table of two runs; the second has a long verdict.
    std::unique_ptr<FiguresTable> tableOfWidth(int width)
    {
        m_model.clear();
        m_model.appendRow(
            {new QStandardItem("Step"), new QStandardItem("1 ms"), new QStandardItem(longVerdict)});
        auto table = std::make_unique<FiguresTable>(&m_model);
        table->resize(width, 300);
        table->show();
        m_model.reset();
        return table;
    }

private Q_SLOTS:
    void theLongestTextFits()
    {
        const auto table = tableOfWidth(560);
        const int text = QFontMetrics(Theme::tabularFont(table->font())).horizontalAdvance(longVerdict);
        QCOMPARE_GT(table->columnWidth(2), text);
        QCOMPARE_LT(table->columnWidth(1), text); // it does not need as much
    }
    /// Without an empty strip beside the last run.
    void theColumnsFillAWideTable()
    {
        const auto table = tableOfWidth(1501);
        QCOMPARE(table->columnWidth(0) + table->columnWidth(1) + table->columnWidth(2),
                 table->viewport()->width());
    }
    /// Cutting them does not spare the scrolling.
    void theNamesOfFiguresAreWholeWhereRunsAreScrolledTo()
    {
        m_model.clear();
        const QString label = "Sample against the baseline";
        QList<QStandardItem*> row{new QStandardItem(label)};
        for (int run = 0; run < 8; ++run)
            row += new QStandardItem("1,086 samples/s");
        m_model.appendRow(row);
        FiguresTable table(&m_model);
        table.resize(650, 300);
        table.show();
        m_model.reset();
        QVERIFY(table.horizontalScrollBar()->maximum() > 0);
        QCOMPARE_GT(table.columnWidth(0), QFontMetrics(table.font()).horizontalAdvance(label));
    }
    void runsShareWhatIsLeft()
    {
        const auto table = tableOfWidth(560);
        const int narrow = table->columnWidth(1);
        table->resize(620, 300);
        QCOMPARE(table->columnWidth(1), narrow + 30);
    }
    /// Rather than columns beyond the edge.
    void aVerdictGivesWayWhereTheTableIsNarrow()
    {
        const auto table = tableOfWidth(560);
        const int whole = table->columnWidth(2);
        m_model.item(0, 2)->setData(int(CellKind::Verdict), CellKindRole);
        table->resize(450, 300);
        m_model.reset();
        QVERIFY(table->columnWidth(2) < whole);
        QVERIFY(table->columnWidth(2) > table->columnWidth(1)); // what is left is the verdict's
        QVERIFY(table->columnWidth(0) + table->columnWidth(1) + table->columnWidth(2) <=
                table->viewport()->width());
        QVERIFY(!table->horizontalScrollBar()->isVisible());
    }
    /// As in a window of 1024 x 700 pixels, beside the experiment's form.
    void threeRunsFitInASmallWindow()
    {
        m_model.clear();
        const auto addRow = [this](const QString& label, const QString& figure, CellKind kind) {
            QList<QStandardItem*> items{new QStandardItem(label)};
            for (int run = 0; run < 3; ++run) {
                items += new QStandardItem(figure);
                items.last()->setData(int(kind), CellKindRole);
            }
            m_model.appendRow(items);
        };
        addRow("Sample against the baseline", longVerdict, CellKind::Verdict);
        addRow("Samples per second", "1,086 samples/s", CellKind::Number);
        addRow("Step time, p5 – p95", "52.0 – 77.8 ms", CellKind::Number);
        m_model.setHorizontalHeaderLabels(
            {"Figure", "batch 1, 900 steps (baseline)", "batch 16, 900 steps", "batch 64, 2 epochs"});
        FiguresTable table(&m_model);
        table.resize(540, 300);
        table.show();
        m_model.reset();
        QVERIFY(!table.horizontalScrollBar()->isVisible());
        const int figure =
            QFontMetrics(Theme::tabularFont(table.font())).horizontalAdvance("1,086 samples/s");
        for (int run = 1; run <= 3; ++run)
            QVERIFY(table.columnWidth(run) > figure);
    }
    /// Rather than "too noisy to t…", the runs are scrolled to.
    void theShortestFormOfAVerdictFits()
    {
        const auto table = tableOfWidth(200);
        const QString shortest = "a verdict in short, though long";
        m_model.item(0, 2)->setData(int(CellKind::Verdict), CellKindRole);
        m_model.item(0, 2)->setData(QStringList{longVerdict, shortest}, FormsRole);
        m_model.reset();
        const int text = QFontMetrics(Theme::tabularFont(table->font())).horizontalAdvance(shortest);
        QCOMPARE_GE(table->columnWidth(2), text);
    }
    void aLargerFontWidensTheColumns()
    {
        const auto table = tableOfWidth(300);
        const int before = table->columnWidth(2);
        QFont font = table->font();
        font.setPointSizeF(font.pointSizeF() * 1.15);
        table->setFont(font);
        QCOMPARE_GT(table->columnWidth(2), before);
    }
};

QTEST_MAIN(TestFiguresTable)
#include "test_figures_table.moc"
