#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_plan_model.h"
#include "ui/sweep/sweep_plan_table.h"
#include "ui/sweep/sweep_process.h"
#include "ui/sweep/sweep_view.h"

#include "core/base/files/temporary_folder.h"
#include "core/base/processes/process_identity.h"
#include "core/base/text/format.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "tests/support/environment_variable.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <sys/wait.h>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

/// Sweeps are run by the program itself, with an engine whose steps take as many milliseconds as the network
/// is wide.
class TestSweepView : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SweepView> m_view;

    static Experiment base(int64_t stepMs)
    {
        Experiment experiment;
        experiment.dataset = "synthetic";
        experiment.network = "mlp";
        experiment.width = stepMs;
        return experiment;
    }

    void open(int64_t stepMs = 2)
    {
        m_view = std::make_unique<SweepView>();
        m_view->setBase(base(stepMs));
        m_view->resize(960, 640);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }

    void set(const std::vector<SweepAxis>& axes)
    {
        Sweep sweep;
        sweep.axes = axes;
        m_view->form()->setSweep(sweep);
        m_view->form()->setFolder(m_folder->filePath("sweep"));
    }

    QPushButton* button(const char* name) const { return m_view->findChild<QPushButton*>(name); }
    void click(const char* name) const { QTest::mouseClick(button(name), Qt::LeftButton); }
    QString said() const { return m_view->findChild<QLabel*>("sweepText")->text(); }
    QString cell(int row, SweepPlanModel::Column column) const
    {
        return m_view->model()->text(row, m_view->model()->columnOf(column));
    }
    QString outcome(int row) const { return cell(row, SweepPlanModel::Column::Outcome); }

    void plan()
    {
        click("sweepPlanButton");
        QVERIFY(m_view->isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 60'000);
    }

private Q_SLOTS:
    void initTestCase() { qputenv("STEPSCOPE_ENGINE_LIBRARY", FAKE_ENGINE); }

    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-sweep");
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_folder->path().toUtf8());
    }

    void cleanup() { m_view.reset(); }

    void thePointsAreListedWhileTheFormIsFilled()
    {
        open();
        set({{"batch_size", {"1", "16"}}, {"threads", {"1", "2"}}});
        QCOMPARE(m_view->model()->rowCount(), 4);
        QCOMPARE(m_view->model()->text(1, 1), QString("1"));
        QCOMPARE(m_view->model()->text(1, 2), QString("2"));
        QCOMPARE(outcome(0), QString("Planned"));
        QVERIFY(!button("sweepStartButton")->isEnabled()); // it is not known how long it takes
        QVERIFY(button("sweepStartButton")->toolTip().contains("plan"));
        set({{"batch_size", {"1", "x"}}});
        QCOMPARE(m_view->model()->rowCount(), 0);
        QVERIFY(!button("sweepPlanButton")->isEnabled());
    }

    /// Beside the experiment's form in a small window.
    void inANarrowViewNothingIsCut()
    {
        open();
        set({{"batch_size", {"1", "16"}}, {"optimizer.learning_rate", {"0.1", "1"}}});
        auto* budget = m_view->findChild<QComboBox*>("sweepBudget");
        budget->setCurrentIndex(budget->findText("Samples"));
        Q_EMIT budget->activated(budget->currentIndex()); // shows the field for their number
        QVERIFY(m_view->findChild<QLineEdit*>("sweepAmount")->isVisible());
        m_view->resize(540, 640);
        QTest::qWait(30);
        QCOMPARE(m_view->width(), 540);
        QVERIFY(m_view->minimumSizeHint().width() <= 540);
        const auto* header = m_view->findChild<SweepPlanTable*>()->horizontalHeader();
        for (int column = 0; column < header->count(); ++column)
            QVERIFY(header->sectionSize(column) >= header->sectionSizeHint(column));
        const auto* text = m_view->findChild<QLabel*>("sweepText");
        QVERIFY(text->width() > 500);
    }

    /// After the window is killed, the next window removes its folder when it starts its first plan.
    void aKilledWindowsFolderIsRemoved()
    {
        const QString temporary = m_folder->filePath("tmp");
        QDir().mkpath(temporary);
        const EnvironmentVariable variable("TMPDIR", temporary.toUtf8());
        const QDir folder(temporary);
        const pid_t child = fork();
        if (child == 0) {
            new TemporaryFolder;
            _exit(0); // without its destructor, as when it is killed
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        const QStringList left = folder.entryList({"stepscope-*"}, QDir::Dirs);
        QCOMPARE(left.size(), 1);
        SweepProcess process;
        QSignalSpy ended(&process, &SweepProcess::ended);
        process.plan({.base = base(2), .axes = {{"batch_size", {"1"}}}}, m_folder->filePath("sweep"));
        const QStringList own = folder.entryList({"stepscope-*"}, QDir::Dirs);
        QCOMPARE(own.size(), 1);
        QVERIFY(own != left);
        QVERIFY(own[0].contains(QString::fromStdString(processMark())));
        QVERIFY(QFile::exists(folder.filePath(own[0] + "/sweep.json")));
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60'000);
        QVERIFY2(ended[0][1].toString().isEmpty(), qPrintable(ended[0][1].toString()));
    }

    void thePlanSaysHowLongItTakes()
    {
        open();
        set({{"batch_size", {"1", "16"}}});
        plan();
        QVERIFY(!cell(0, SweepPlanModel::Column::Estimate).isEmpty());
        QVERIFY(!cell(1, SweepPlanModel::Column::Estimate).isEmpty());
        QVERIFY2(said().startsWith("2 runs: about "), qPrintable(said()));
        QVERIFY(button("sweepStartButton")->isEnabled());
        QVERIFY(!QDir(m_folder->filePath("sweep")).exists());
        set({{"batch_size", {"1", "32"}}}); // another question
        QVERIFY(cell(0, SweepPlanModel::Column::Estimate).isEmpty());
        QVERIFY(!button("sweepStartButton")->isEnabled());
    }

    void finishedRunsCorrectTheEstimatesOfTheOthers()
    {
        const std::filesystem::path folder = m_folder->filePath("sweep").toStdString();
        const Sweep sweep{.base = base(2), .axes = {{"batch_size", {"1", "16"}}}};
        prepareSweepFolder(folder, sweep, false);
        SweepPlanModel model;
        model.setSweep(sweep, folder);
        SweepEvent estimated{.kind = SweepEvent::Kind::Estimated};
        estimated.estimate = {.stepSeconds = 1, .stepsPerEpoch = 20};
        for (; estimated.point < 2; ++estimated.point)
            model.take(estimated);
        const double each = estimated.estimate.seconds(model.points()[0].experiment);
        QCOMPARE(model.secondsLeft(), 2 * each);

        RunUpdate update; // takes half of that
        update.outcome = RunOutcome::Finished;
        update.startUnixMs = 1'000'000;
        update.endUnixMs = update.startUnixMs + int64_t(500 * each);
        {
            RunFileWriter file(model.runFile(0), model.points()[0].experiment);
            file.write(update);
            file.close();
        }
        SweepEvent ended{.kind = SweepEvent::Kind::Ended};
        ended.outcome = RunOutcome::Finished;
        model.take(ended);
        QCOMPARE(model.secondsLeft(), each / 2);
        const int estimate = model.columnOf(SweepPlanModel::Column::Estimate);
        QCOMPARE(model.text(0, estimate), QString::fromStdString(formatSeconds(each)));
        QCOMPARE(model.text(1, estimate), QString::fromStdString(formatSeconds(each / 2)));
    }

    /// As the time left of the whole sweep does.
    void theRunningRunCorrectsTheEstimatesOfTheOthers()
    {
        SweepPlanModel model;
        model.setSweep({.base = base(2), .axes = {{"batch_size", {"1", "16"}}}}, {});
        SweepEvent estimated{.kind = SweepEvent::Kind::Estimated};
        estimated.estimate = {.stepSeconds = 1, .stepsPerEpoch = 20};
        for (; estimated.point < 2; ++estimated.point)
            model.take(estimated);
        const double each = estimated.estimate.seconds(model.points()[1].experiment);
        const int estimate = model.columnOf(SweepPlanModel::Column::Estimate);
        const auto text = [](double seconds) { return QString::fromStdString(formatSeconds(seconds)); };
        QCOMPARE(model.text(1, estimate), text(each));
        model.take({.kind = SweepEvent::Kind::Started});
        SweepEvent progressed{.kind = SweepEvent::Kind::Progressed};
        progressed.estimateFactor = 3;
        model.take(progressed);
        QCOMPARE(model.text(1, estimate), text(3 * each));
        model.endWhatRuns(); // stopped: only finished runs count then
        QCOMPARE(model.text(1, estimate), text(each));
    }

    void aSweepIsRunAndReported()
    {
        open();
        set({{"batch_size", {"1", "16", "64"}}});
        plan();
        QSignalSpy swept(m_view.get(), &SweepView::swept);
        QSignalSpy folder(m_view.get(), &SweepView::folderWanted);
        QSignalSpy report(m_view.get(), &SweepView::reportWanted);
        QSignalSpy compare(m_view.get(), &SweepView::compareWanted);
        auto* compareButton = m_view->findChild<QToolButton*>("sweepCompareButton");
        QVERIFY(!compareButton->isEnabled());
        click("sweepStartButton");
        QVERIFY(m_view->isSweeping());
        QVERIFY(!m_view->form()->isEnabled());
        QVERIFY(button("sweepStopButton")->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 120'000);
        for (int row = 0; row < 3; ++row)
            QCOMPARE(outcome(row), QString("Finished"));
        QCOMPARE(swept.count(), 1);
        QCOMPARE(swept[0][0].toString(), QString("The sweep is done: 3 runs."));
        QVERIFY(swept[0][2].toBool());
        QVERIFY(QFile::exists(m_folder->filePath("sweep/comparison.csv")));
        QVERIFY(QFile::exists(m_folder->filePath("sweep/report.html")));
        QVERIFY(QFile::exists(m_folder->filePath("sweep/report.md")));
        QCOMPARE(folder.count(), 1);
        QCOMPARE(report.count(), 1);  // it opens by itself unless switched off
        QCOMPARE(compare.count(), 1); // the view is in front
        QTest::mouseClick(compareButton, Qt::LeftButton);
        QCOMPARE(folder.count(), 2);
        QCOMPARE(compare.count(), 2);
        QVERIFY(m_view->findChild<QToolButton*>("sweepReportButton")->isEnabled());
        QVERIFY(!button("sweepStartButton")->isEnabled());
        QVERIFY(m_view->form()->isEnabled());
        QVERIFY2(said().contains("all done"), qPrintable(said()));
    }

    /// The user does something else meanwhile.
    void aSweepThatIsNotInFrontDisturbsNobody()
    {
        open();
        set({{"batch_size", {"1", "16"}}});
        plan();
        const QSignalSpy swept(m_view.get(), &SweepView::swept);
        const QSignalSpy compare(m_view.get(), &SweepView::compareWanted);
        click("sweepStartButton");
        m_view->hide();
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 120'000);
        QCOMPARE(swept.count(), 1);
        QCOMPARE(compare.count(), 0);
        QVERIFY(m_view->canCompare());
    }

    void aSweepIsStoppedAndResumed()
    {
        open(10);
        set({{"batch_size", {"1", "16"}}, {"threads", {"1"}}});
        m_view->form()->setImages(300);
        plan();
        QSignalSpy swept(m_view.get(), &SweepView::swept);
        QCOMPARE(outcome(1), QString("Planned"));
        click("sweepStartButton");
        const int progress = m_view->model()->columnOf(SweepPlanModel::Column::Outcome);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_view->model()->index(0, progress).data(SweepPlanModel::FractionRole).toDouble() > 0.05, 60'000);
        QCOMPARE(outcome(1), QString("Waiting"));
        QVERIFY(said().contains("left"));
        QTest::qWait(QApplication::doubleClickInterval());
        click("sweepStopButton");
        QCOMPARE(said(), QString("Stopping…"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 60'000);
        QCOMPARE(outcome(0), QString("Stopped"));
        QCOMPARE(outcome(1), QString("Planned"));
        QCOMPARE(swept[0][0].toString(), QString("The sweep was stopped: 0 of 2 runs done."));
        QCOMPARE(button("sweepStartButton")->text(), QString("Resume"));

        // Also after the window was closed.
        const Sweep sweep = m_view->form()->sweep();
        open(10);
        QVERIFY(m_view->form()->sweep() == sweep);
        QCOMPARE(outcome(0), QString("Stopped"));
        QCOMPARE(button("sweepStartButton")->text(), QString("Resume"));
        click("sweepStartButton");
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 120'000);
        QCOMPARE(outcome(0), QString("Finished"));
        QCOMPARE(outcome(1), QString("Finished"));
    }

    /// Stop replaces Start.
    void aDoubleClickOnStartStopsNothing()
    {
        open(10);
        set({{"batch_size", {"1", "16"}}});
        m_view->form()->setImages(300);
        plan();
        click("sweepStartButton");
        QVERIFY(button("sweepStopButton")->isVisible());
        click("sweepStopButton");
        QVERIFY(m_view->isSweeping());
        QVERIFY2(said() != "Stopping…", qPrintable(said()));
        QTest::qWait(QApplication::doubleClickInterval());
        click("sweepStopButton");
        QCOMPARE(said(), QString("Stopping…"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 60'000);
    }

    void aPointThatFailsSaysWhy()
    {
        open();
        Experiment ofMomentum = base(2);
        ofMomentum.optimizer = "sgd";
        m_view->setBase(ofMomentum);
        set({{"optimizer.momentum", {"0.8", "0.1"}}});
        plan();
        QCOMPARE(outcome(0), QString("Will fail"));
        QCOMPARE(cell(0, SweepPlanModel::Column::Note), QString("The fake engine failed at step 5."));
        QSignalSpy swept(m_view.get(), &SweepView::swept);
        const QSignalSpy compare(m_view.get(), &SweepView::compareWanted);
        click("sweepStartButton");
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 120'000);
        QCOMPARE(compare.count(), 0); // the note should be read first
        QCOMPARE(outcome(0), QString("Failed"));
        QCOMPARE(cell(0, SweepPlanModel::Column::Note), QString("The fake engine failed at step 5."));
        QCOMPARE(outcome(1), QString("Finished"));
        QVERIFY(swept[0][0].toString().contains("1 of them failed"));
        QVERIFY(!swept[0][2].toBool());
    }

    void theLabIsPlannedWithOneClick()
    {
        open();
        connect(m_view.get(), &SweepView::experimentWanted, this,
                [this](const Experiment& experiment) { m_view->setBase(experiment); });
        m_view->setDevices({"cpu"});
        QTest::mouseClick(m_view->findChild<QToolButton*>("labButton"), Qt::LeftButton);
        QVERIFY(m_view->isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 60'000);
        const Sweep lab = m_view->form()->sweep();
        QCOMPARE(lab.base.network, std::string("mnist-convnet-2020"));
        QCOMPARE(lab.axes.size(), size_t(2));
        QCOMPARE(m_view->model()->rowCount(), 3);
        QCOMPARE(lab.budget, SweepBudget::Images);
        QVERIFY(lab.amount >= 1000);
        QVERIFY(m_view->model()->secondsLeft() <= 300 || lab.amount == 1000);
        QVERIFY2(said().contains(" samples each: about "), qPrintable(said()));
        QVERIFY(button("sweepStartButton")->isEnabled()); // the second click
        QVERIFY(m_view->form()->folder().endsWith("/Stepscope/lab-1"));
    }

    void nothingStartsWhileSomethingIsInTheWay()
    {
        open();
        set({{"batch_size", {"1", "16"}}});
        plan();
        m_view->setObstacle("A network is being trained.");
        QVERIFY(!button("sweepStartButton")->isEnabled());
        QCOMPARE(button("sweepStartButton")->toolTip(), QString("A network is being trained."));
        QVERIFY(!button("sweepPlanButton")->isEnabled());
        m_view->setObstacle({});
        QVERIFY(button("sweepStartButton")->isEnabled());
    }

    void anotherSweepsFolderIsLeftAlone()
    {
        open();
        Sweep other;
        other.axes = {{"batch_size", {"8"}}};
        prepareSweepFolder(m_folder->filePath("sweep").toStdString(), other, false);
        set({{"batch_size", {"1", "16"}}});
        plan();
        QVERIFY(!button("sweepStartButton")->isEnabled());
        QVERIFY(button("sweepStartButton")->toolTip().contains("different sweep"));
        const auto* why = m_view->findChild<QLabel*>("sweepWhyNotStart");
        QVERIFY(why->isVisible());
        QCOMPARE(why->text(), button("sweepStartButton")->toolTip());
        QCOMPARE(m_view->model()->rowCount(), 2); // the other one has no runs to show
    }

    /// Its rows and their description are not those of the sweep that the form now has.
    void aFinishedSweepIsDescribedAsItWasRun()
    {
        open();
        set({{"batch_size", {"1", "16"}}});
        m_view->form()->setImages(100);
        plan();
        click("sweepStartButton");
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 120'000);
        QCOMPARE(said(), QString("2 runs, 100 samples each, all done"));
        const auto* why = m_view->findChild<QLabel*>("sweepWhyNotStart");
        QVERIFY(!why->isVisible());

        m_view->form()->setImages(50);
        QCOMPARE(said(), QString("Sweep in the folder: 2 runs, 100 samples each, all done"));
        QCOMPARE(outcome(1), QString("Finished"));
        QVERIFY(why->isVisible());
        QCOMPARE(why->text(),
                 QString("The folder contains a different sweep from the one in the form (2 runs, 50 samples "
                         "each). To start the one in the form, choose another folder."));
        QVERIFY(!button("sweepStartButton")->isEnabled());
        QVERIFY(!button("sweepPlanButton")->isEnabled());
        QVERIFY(m_view->canCompare());

        m_view->form()->setImages(100);
        QVERIFY(!why->isVisible());
        m_view->setBase(base(3));
        QCOMPARE(said(), QString("Sweep in the folder: 2 runs, 100 samples each, all done"));
        QVERIFY(why->isVisible());

        m_view->form()->setFolder(m_folder->filePath("next"));
        QCOMPARE(said(), QString("2 runs, 100 samples each"));
        QCOMPARE(outcome(0), QString("Planned"));
        QVERIFY(why->text().contains("Show the plan"));
        QVERIFY(button("sweepPlanButton")->isEnabled());

        click("sweepPlanButton");
        QCOMPARE(said(), QString("Measuring the first steps of each setting…")); // no report is written now
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isRunning(), 60'000);
        click("sweepStartButton");
        QCOMPARE(m_view->progressText(),
                 QString("0 of 2 runs · about %1 left")
                     .arg(QString::fromStdString(formatSeconds(m_view->model()->secondsLeft()))));
    }

    void theTableCopiesAndExports()
    {
        open();
        set({{"batch_size", {"1", "16"}}});
        const QList<ExportItem> items = m_view->exportItems();
        QCOMPARE(items.size(), 1);
        const QString path = m_folder->filePath("plan.csv");
        items[0].write(path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY2(text.startsWith("#,Batch size,Estimate,Outcome,Time,Samples/s,Note\n1,1,,Planned,"),
                 qPrintable(text));
    }
};

QTEST_MAIN(TestSweepView)
#include "test_sweep_view.moc"
