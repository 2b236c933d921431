#include "core/import/stacks/stack_profile.h"
#include "flame_fixture.h"
#include "ui/call_graph/call_graph_picture.h"
#include "ui/flame/call_tree_model.h"
#include "ui/flame/call_tree_table.h"
#include "ui/flame/function_color.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_view.h"
#include "ui/steps/steps_view.h"
#include "ui/timeline/timeline_view.h"

#include <QFile>
#include <QTableView>
#include <QTemporaryDir>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

/// Views of sums by stack, which have amounts but no times.
class TestFlameSums : public QObject, private FlameFixture
{
    Q_OBJECT

private:
    struct Stack
    {
        std::vector<std::string> names;
        int64_t value = 0;
        int64_t calls = 0;
    };

    static Run sumsRun(const std::string& unit, bool withCalls)
    {
        ImportLog log;
        StackProfile profile(log);
        profile.unit = unit;
        const std::vector<Stack> stacks{{{"main", "train", "gemm (blas.py:7)"}, 7'500'000, 30},
                                        {{"main", "train"}, 500'000, 3},
                                        {{"main", "load"}, 2'000'000, 2}};
        for (const auto& [names, value, calls] : stacks) {
            std::vector<StackNameId> ids;
            for (const std::string& name : names)
                ids.push_back(profile.name(name));
            profile.add(profile.frameOf(ids), value, withCalls ? calls : 0);
        }
        Run run;
        run.outcome = RunOutcome::Finished;
        run.experiment.dataset.clear();
        run.trace = profile.trace();
        return run;
    }

    void show(const Run& run)
    {
        m_run = run;
        m_view->showRun(&m_run);
        QTRY_VERIFY(tree().contents.areFunctions && tree().unit == run.trace.unit && !tree().isEmpty());
    }

    QString title(CallTreeColumn column) const { return m_view->model()->title(column); }

private Q_SLOTS:
    void initTestCase() { beginTests(); }
    void init() { showSampleRun(); }
    void cleanup() { endTest(); }

    void amountsAreWrittenInTheirUnit()
    {
        show(sumsRun("instructions", true));
        QCOMPARE(title(CallTreeColumn::TotalTime), "Total instructions");
        QCOMPARE(title(CallTreeColumn::SelfTime), "Self instructions");
        const auto* model = m_view->model();
        const QModelIndex main = model->index(0, 0);
        QCOMPARE(main.data().toString(), "main");
        QCOMPARE(main.siblingAtColumn(int(CallTreeColumn::TotalTime)).data().toString(), "10.0 M");
        QCOMPARE(main.siblingAtColumn(int(CallTreeColumn::Calls)).data().toString(), ""); // were not counted
        QCOMPARE(model->plainText(model->nodeOf(main), CallTreeColumn::TotalTime), "10000000");
        const QString details = find<QLabel>("flameDetails")->text();
        QVERIFY2(details.contains("All stacks") && details.contains("10.0 M instructions (100.0 %)"),
                 qPrintable(details));
        QVERIFY(find<QComboBox>("flameWeight")->findText("Total instructions") >= 0);
        QCOMPARE(find<QComboBox>("flameColors")->currentText(), "By module");
        QVERIFY(find<QLabel>("flameLegend")->text().isEmpty());
        QVERIFY(!m_view->table()->isColumnHidden(int(CallTreeColumn::Calls)));
        QStringList exports;
        for (const auto& item : m_view->exportItems())
            exports += item.title;
        QVERIFY(exports.contains("Folded stacks in instructions, for flamegraph.pl and speedscope"));
    }

    void aPictureNamesTheUnitAsTheProfileDoes()
    {
        show(sumsRun("CPU cycles", true));
        const QList<ExportItem> items = m_view->exportItems();
        QVERIFY(!items.isEmpty());
        QTemporaryDir folder;
        const QString path = folder.filePath("flame.svg");
        items.first().write(path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("Top-down, total CPU cycles"));
    }

    void callsAreLeftOutWhereTheyAreNotKnown()
    {
        show(sumsRun("samples", false));
        QVERIFY(m_view->table()->isColumnHidden(int(CallTreeColumn::Calls)));
        QVERIFY(m_view->table()->isColumnHidden(int(CallTreeColumn::MeanTime)));
        QTRY_COMPARE(find<QComboBox>("flameWeight")->findText("Calls"), -1);
        // Another run has them again.
        m_run = sampleRun(5);
        m_view->showRun(&m_run);
        QTRY_VERIFY(!tree().isEmpty() && !tree().contents.areFunctions);
        QVERIFY(!m_view->table()->isColumnHidden(int(CallTreeColumn::Calls)));
        QTRY_VERIFY(find<QComboBox>("flameWeight")->findText("Calls") >= 0);
        QVERIFY(find<QComboBox>("flameWeight")->findText("Total time") >= 0);
    }

    void functionsThatOthersPickAreSetOff()
    {
        show(sumsRun("samples", false));
        m_selection->setFocus({.operatorName = "train"});
        QCOMPARE(canvas()->marks().focusKind, FrameKind::Range);
        QCOMPARE(QString::fromStdString(tree().names[canvas()->marks().focusName]), "train");
        click("main;load");
        QCOMPARE(m_selection->focus().operatorName, "load");
    }

    void functionsOfOneModuleHaveOneColor()
    {
        const ThemeColors& colors = Theme::instance().colors();
        QCOMPARE(moduleOf("forward (model.py:12)"), "model.py");
        QCOMPARE(moduleOf("at::native::add(at::Tensor)"), "at::native");
        QCOMPARE(moduleOf("main.(*Server).run"), "main");
        QCOMPARE(moduleOf("main"), "main");
        QCOMPARE(moduleOf("<built-in method sum>"), "<built-in method sum>");
        QCOMPARE(functionColor("a (x.py:1)", colors), functionColor("b (x.py:9)", colors));
    }

    void cardsOfTheCallGraphHaveTheUnit()
    {
        const CallGraph graph = callGraph(callTree(sumsRun("instructions", true).trace), false);
        const auto of = [&](const std::string& name) {
            for (CallGraphNodeId node(0); node < graph.nodes.size(); ++node) {
                if (graph.nameOf(node) == name)
                    return node;
            }
            return CallGraphNodeId();
        };
        const CallCard card = callCard(graph, of("train"));
        QCOMPARE(card.title, "train");
        QCOMPARE(card.self, "self 500,000 instructions (5.0 %)");
        QCOMPARE(card.total, "total 8.00 M instructions (80.0 %)");
        QVERIFY(!callGraphToolTip(graph, of("main")).contains("Calls"));
        QVERIFY(callGraphToolTip(graph, of("load")).contains("Calls"));
        QVERIFY(!callGraphToolTip(graph, of("load")).contains("Other"));
    }

    void theTableOfOperatorsIsOneOfFunctions()
    {
        const Run run = sumsRun("instructions", true);
        OperatorsView view;
        view.resize(1280, 800);
        view.show();
        view.showRun(&run);
        const auto* table = view.findChild<QTableView*>("operatorTable");
        QTRY_COMPARE(table->model()->rowCount(), 4);
        const auto header = [&](OperatorColumn column) {
            return table->model()->headerData(int(column), Qt::Horizontal).toString();
        };
        QCOMPARE(header(OperatorColumn::Name), "Function");
        QCOMPARE(header(OperatorColumn::SelfTime), "Self instructions");
        QCOMPARE(table->model()->index(0, int(OperatorColumn::Name)).data().toString(), "gemm (blas.py:7)");
        QCOMPARE(table->model()->index(0, int(OperatorColumn::SelfTime)).data().toString(), "7.50 M");
        QCOMPARE(table->model()->index(0, int(OperatorColumn::MeanTime)).data().toString(), "250,000");
        for (const auto column : {OperatorColumn::MedianTime, OperatorColumn::MaxTime, OperatorColumn::Pass,
                                  OperatorColumn::Shapes, OperatorColumn::Flops})
            QVERIFY(table->isColumnHidden(int(column)));
        const QString summary = view.findChild<QLabel*>("operatorSummary")->text();
        QVERIFY2(summary.startsWith("4 functions, 35 calls, total 10.0 M instructions; "),
                 qPrintable(summary));
    }

    void viewsOfTimesSayWhyTheyAreEmpty()
    {
        const Run run = sumsRun("samples", false);
        TimelineView timeline(nullptr);
        StepsView steps(nullptr);
        for (View* view : {static_cast<View*>(&timeline), static_cast<View*>(&steps)}) {
            view->resize(1280, 800);
            view->show();
            view->showRun(&run);
            QTRY_VERIFY(std::ranges::any_of(view->findChildren<QLabel*>(), [](const QLabel* label) {
                return label->isVisible() && label->text() == "An aggregated profile has no timestamps";
            }));
        }
    }
};

QTEST_MAIN(TestFlameSums)
#include "test_flame_sums.moc"
