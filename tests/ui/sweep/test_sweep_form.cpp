#include "ui/sweep/axis_row.h"
#include "ui/sweep/sweep_form.h"

#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"

#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;

class TestSweepForm : public QObject
{
    Q_OBJECT

    std::unique_ptr<SweepForm> m_form;

    QList<AxisRow*> rows() const
    {
        QList<AxisRow*> shown;
        for (AxisRow* row : m_form->findChildren<AxisRow*>()) {
            if (!row->isHidden())
                shown += row;
        }
        return shown;
    }
    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_form->findChild<Widget*>(name);
    }
    static void type(QLineEdit* line, const QString& text)
    {
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    QLineEdit* values(int row) const { return rows()[row]->findChild<QLineEdit*>("axisValues"); }
    QLabel* problem(int row) const { return rows()[row]->findChild<QLabel*>("axisProblem"); }

private Q_SLOTS:
    void init()
    {
        m_form = std::make_unique<SweepForm>();
        m_form->setFolder("/tmp/nowhere");
        m_form->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_form.get()));
    }

    void startsWithTheLabsBatchSizes()
    {
        QCOMPARE(m_form->sweep().axes,
                 (std::vector<SweepAxis>{{.field = "batch_size", .values = {"1", "16", "64"}}}));
        QVERIFY(m_form->problem().isEmpty());
    }

    void valuesAreCheckedInPlace()
    {
        type(values(0), "1, 0");
        QVERIFY(problem(0)->isVisible());
        QVERIFY2(problem(0)->text().contains("Batch size is 0"), qPrintable(problem(0)->text()));
        QVERIFY(values(0)->property("invalid").toBool());
        QVERIFY(!m_form->problem().isEmpty());
        type(values(0), "1, 8 ,32");
        QVERIFY(!problem(0)->isVisible());
        QVERIFY(!values(0)->property("invalid").toBool());
        QCOMPARE(m_form->sweep().axes[0].values, (std::vector<std::string>{"1", "8", "32"}));
    }

    void anotherFieldComesAndGoes()
    {
        QVERIFY(!find<QRadioButton>("sweepPaired")->isVisible());
        QTest::mouseClick(find<QToolButton>("addAxis"), Qt::LeftButton);
        QCOMPARE(rows().size(), 2);
        QVERIFY(find<QRadioButton>("sweepPaired")->isVisible());
        QVERIFY(!m_form->problem().isEmpty()); // it has no value yet
        type(values(1), "cpu");
        QCOMPARE(m_form->sweep().axes[1].field, std::string("device"));
        QVERIFY2(m_form->problem().isEmpty(), qPrintable(m_form->problem()));
        QTest::mouseClick(rows()[1]->findChild<QToolButton*>("axisRemove"), Qt::LeftButton);
        QCOMPARE(rows().size(), 1);
        QCOMPARE(m_form->sweep().axes.size(), size_t(1));
    }

    void pairedValuesAreEquallyMany()
    {
        Sweep sweep;
        sweep.axes = {{"batch_size", {"1", "16"}}, {"threads", {"1", "2", "4"}}};
        sweep.paired = true;
        m_form->setSweep(sweep);
        QVERIFY2(find<QLabel>("sweepProblem")->text().contains("same number of values"),
                 qPrintable(find<QLabel>("sweepProblem")->text()));
        type(values(1), "1,2");
        QVERIFY(find<QLabel>("sweepProblem")->isHidden());
    }

    void choicesAreTickedFromAMenu()
    {
        Sweep sweep;
        sweep.axes = {{"optimizer.name", {"adam"}}};
        m_form->setSweep(sweep);
        QMenu* menu = rows()[0]->findChild<QToolButton*>("axisChoices")->menu();
        Q_EMIT menu->aboutToShow();
        const QList<QAction*> actions = menu->actions();
        QCOMPARE(actions.size(), qsizetype(optimizerKinds().size()));
        QVERIFY(actions[2]->isChecked()); // adam
        actions[1]->trigger();            // sgd
        QCOMPARE(m_form->sweep().axes[0].values, (std::vector<std::string>{"sgd", "adam"}));
        actions[2]->trigger();
        QCOMPARE(m_form->sweep().axes[0].values, (std::vector<std::string>{"sgd"}));
    }

    void aSweepComesBackWhole()
    {
        Sweep sweep;
        sweep.base.seed = 7;
        sweep.axes = {{"optimizer.learning_rate", {"0.1", "1"}}, {"network", {"mlp", "mnist-convnet"}}};
        sweep.paired = true;
        sweep.repeats = 3;
        sweep.budget = SweepBudget::Images;
        sweep.amount = 60'000;
        m_form->setBase(sweep.base);
        m_form->setSweep(sweep);
        QVERIFY(m_form->sweep() == sweep);
        QCOMPARE(find<QLineEdit>("sweepAmount")->text(), QString("60,000"));
    }

    void layersAreSeparatedBySemicolons()
    {
        Sweep sweep;
        sweep.axes = {{"layers", {"flatten, linear 10", "conv 8 3, flatten, linear 10"}},
                      {"network", {"mlp", "flatten, linear 10"}}};
        m_form->setSweep(sweep);
        QCOMPARE(values(0)->text(), QString("flatten, linear 10; conv 8 3, flatten, linear 10"));
        QCOMPARE(m_form->sweep().axes, sweep.axes);
        QVERIFY2(problem(1)->text().isEmpty(), qPrintable(problem(1)->text()));
        type(values(0), "flatten, linear 10");
        QCOMPARE(m_form->sweep().axes[0].values, (std::vector<std::string>{"flatten, linear 10"}));
    }

    void theBudgetHasAnAmountUnlessItIsTheBases()
    {
        auto* box = find<QComboBox>("sweepBudget");
        QVERIFY(!find<QLineEdit>("sweepAmount")->isVisible());
        box->setCurrentIndex(box->findData(int(SweepBudget::Seconds)));
        Q_EMIT box->activated(box->currentIndex());
        QVERIFY(find<QLineEdit>("sweepAmount")->isVisible());
        QCOMPARE(m_form->sweep().amount, int64_t(60));
        find<QLineEdit>("sweepAmount")->setText("none");
        QVERIFY(m_form->problem().contains("budget"));
    }

    void aLabelStaysBesideItsField()
    {
        const auto* field = find<QSpinBox>("sweepRepeats");
        const QLabel* label = nullptr;
        for (const QLabel* each : m_form->findChildren<QLabel*>()) {
            if (each->buddy() == field)
                label = each;
        }
        QVERIFY(label);
        const auto* amount = find<QLineEdit>("sweepAmount");
        QWidget* const row = amount->parentWidget();
        const auto top = [row](const QWidget* widget) { return widget->mapTo(row, QPoint()).y(); };
        const auto middle = [&top](const QWidget* widget) { return top(widget) + widget->height() / 2; };
        bool haveWrapped = false;
        for (int width = 1000; width > 200; width -= 5) {
            row->layout()->setGeometry(QRect(0, 0, width, 300));
            QVERIFY2(qAbs(middle(label) - middle(field)) <= 2, qPrintable(QString::number(width)));
            haveWrapped = haveWrapped || top(field) >= top(amount) + amount->height();
        }
        QVERIFY(haveWrapped);
    }

    void whatCannotBeRunIsSaid()
    {
        m_form->setSweep({});
        QVERIFY(m_form->problem().contains("Add a field"));
        find<QSpinBox>("sweepRepeats")->setValue(2);
        QVERIFY(m_form->problem().isEmpty());
        find<QLineEdit>("sweepFolder")->clear();
        QVERIFY(m_form->problem().contains("folder"));
    }

    void theHomeFolderIsShownShort()
    {
        m_form->setFolder(QDir::homePath() + "/lab");
        QCOMPARE(find<QLineEdit>("sweepFolder")->text(), QString("~/lab"));
        QCOMPARE(m_form->folder(), QDir::homePath() + "/lab");
    }
};

QTEST_MAIN(TestSweepForm)
#include "test_sweep_form.moc"
