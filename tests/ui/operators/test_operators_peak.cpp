#include "core/exchange/plain_table.h"
#include "core/machine/machine_peak.h"
#include "sample_run.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_text.h"
#include "ui/operators/operators_view.h"

#include <QMenu>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr int threads = 3;
constexpr auto column = OperatorColumn::PeakShare;

} // namespace

/// The column that compares operators with the machine's peak.
class TestOperatorsPeak : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_cache->path().toUtf8());
        m_run = test::sampleRun(3);
        m_run.plan.threads = threads;
        m_cpuModel = cpuModelName();
        m_view = std::make_unique<OperatorsView>();
        m_view->setEnvironment([this] {
            Environment environment;
            environment.cpuModel = m_cpuModel;
            return environment;
        });
        m_view->resize(1200, 640);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->findChild<QSpinBox*>("operatorTop")->setValue(0);
    }
    void cleanup()
    {
        m_view.reset();
        qunsetenv("XDG_CACHE_HOME");
    }

    /// The second fully connected layer: 10 · 64 · 128 · 2 operations, and 64 · 10 additions.
    void itIsTheSpeedOverTheMeasuredPeak()
    {
        keepPeak();
        m_view->showRun(&m_run);
        QTRY_VERIFY(model()->statistics().peakFlopsPerSecond == 250e9);
        const int row = rowOf("aten::addmm");
        const OperatorRow& addmm = model()->operatorRow(row);
        QVERIFY(addmm.flops > 0);
        const double expected = double(addmm.flops) / double(addmm.totalNs) / 250.0;
        QCOMPARE(addmm.peakShare, expected);
        QCOMPARE(model()->text(row, column), QString("%1 %").arg(100 * expected, 0, 'f', 1));
        QVERIFY(model()->index(row, int(column)).data(Qt::ToolTipRole).toString().endsWith("of 250 GFLOP/s"));
        QCOMPARE(model()->text(rowOf("aten::empty"), column), "–");
    }

    void withoutAMeasuredPeakItSaysHowToMeasure()
    {
        m_view->showRun(&m_run);
        const int row = rowOf("aten::addmm");
        QCOMPARE(model()->text(row, column), "–");
        const QString tip = model()->index(row, int(column)).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("devices --measure-peak"), qPrintable(tip));
    }

    void aPeakThatIsMeasuredMeanwhileIsSeenWhenTheViewComesBack()
    {
        m_view->showRun(&m_run);
        QTest::qWait(50);
        QCOMPARE(model()->statistics().peakFlopsPerSecond, 0.0);
        m_view->hide();
        keepPeak();
        m_view->show();
        QTRY_COMPARE(model()->statistics().peakFlopsPerSecond, 250e9);
    }

    void aRunOfAnotherMachineHasNone()
    {
        keepPeak();
        m_cpuModel = "Another processor";
        m_view->showRun(&m_run);
        QTest::qWait(50);
        QCOMPARE(model()->statistics().peakFlopsPerSecond, 0.0);
        const QString tip =
            model()->index(rowOf("aten::addmm"), int(column)).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("another processor"), qPrintable(tip));
    }

    void itSortsAndCanBeHidden()
    {
        keepPeak();
        m_view->showRun(&m_run);
        QTRY_VERIFY(model()->statistics().peakFlopsPerSecond > 0);
        m_view->table()->sortByColumn(int(column), Qt::DescendingOrder);
        for (int row = 0; row + 1 < model()->rowCount(); ++row)
            QVERIFY(model()->operatorRow(row).peakShare >= model()->operatorRow(row + 1).peakShare);
        QVERIFY(model()->operatorRow(0).peakShare > 0);
        QMenu menu;
        m_view->table()->fillColumnMenu(&menu);
        for (QAction* action : menu.actions())
            if (action->text() == "% of peak")
                action->trigger();
        QVERIFY(!m_view->table()->shownColumns().contains(column));
    }

    void exportsHaveIt()
    {
        keepPeak();
        m_view->showRun(&m_run);
        QTRY_VERIFY(model()->statistics().peakFlopsPerSecond > 0);
        const int row = rowOf("aten::addmm");
        const auto table =
            operatorsTable(*model(), {row, rowOf("aten::empty")}, {OperatorColumn::Name, column});
        const QString text = model()->text(row, column);
        const QString shown = QString(text).replace("%", "\\%");
        QVERIFY(QString::fromStdString(latexText(table)).contains("addmm & " + shown));
        QVERIFY(QString::fromStdString(latexText(table)).contains("empty & --"));
        QVERIFY(QString::fromStdString(markdownText(table)).contains(text));
        QVERIFY(QString::fromStdString(csvText(table)).startsWith("operator,peak_percent"));
        QVERIFY(QString::fromStdString(jsonText(table)).contains("\"peak_percent\": null"));
        for (const ExportItem& item : m_view->exportItems()) {
            if (item.fileName != "operators")
                continue;
            item.write(m_cache->filePath("operators.csv"));
            QFile file(m_cache->filePath("operators.csv"));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(file.readLine().contains("gflop_per_s,peak_percent,"));
        }
    }

private:
    OperatorsModel* model() const { return m_view->model(); }
    int rowOf(const QString& name) const
    {
        for (int row = 0; row < model()->rowCount(); ++row)
            if (model()->operatorName(row) == name)
                return row;
        return -1;
    }
    static void keepPeak() { keepMachinePeak({cpuModelName(), threads, "AVX2 and FMA", 250e9, 10e9, 1}); }

    std::unique_ptr<QTemporaryDir> m_cache;
    std::unique_ptr<OperatorsView> m_view;
    Run m_run;
    std::string m_cpuModel;
};

QTEST_MAIN(TestOperatorsPeak)
#include "test_operators_peak.moc"
