#include "core/experiment/experiment_json.h"
#include "core/run_file/run_file.h"
#include "core/sweep/sweep_event.h"
#include "core/sweep/sweep_runner.h"

#include "program.h"
#include "tests/support/sanitizers.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace stepscope;
using namespace stepscope::test;

/// `stepscope sweep` with an engine that only simulates training: a step takes as many milliseconds as the
/// network is wide.
class TestSweepCommand : public QObject
{
    Q_OBJECT

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QDir runs() const { return QDir(path("sweep/runs")); }

    /// "a.pt" and "b.pt", which only the fake engine takes for models.
    void writeModels() const
    {
        for (const char* name : {"a.pt", "b.pt"}) {
            QFile model(path(name));
            QVERIFY(model.open(QIODevice::WriteOnly));
            model.write(name);
        }
    }

    QStringList sweep(const QStringList& more) const
    {
        return QStringList{"sweep", "--network", "mlp", "--dataset", "synthetic", "--out", path("sweep")} +
               more;
    }

    static QProcessEnvironment withFakeEngine()
    {
        auto environment = environmentWithoutDisplay();
        environment.insert("STEPSCOPE_ENGINE_LIBRARY", FAKE_ENGINE);
        return environment;
    }

    ProgramResult run(const QStringList& arguments) const
    {
        return runProgram(arguments, m_folder->path(), withFakeEngine());
    }

    void startIn(QProcess& process, const QStringList& arguments) const
    {
        process.setProcessEnvironment(withFakeEngine());
        process.start(STEPSCOPE_PROGRAM, arguments);
        process.closeWriteChannel();
    }

    /// Waits until the run with this number is being written.
    bool isWriting(const QString& number) const
    {
        return QTest::qWaitFor(
            [&] {
                const auto files = runs().entryInfoList({number + "*.stepscope"});
                return !files.isEmpty() &&
                       pointOutcome(files.first().filePath().toStdString()) == RunOutcome::Running;
            },
            30'000);
    }

    static std::vector<SweepEvent> eventsOf(const QString& output)
    {
        std::vector<SweepEvent> events;
        for (const auto& line : output.split('\n')) {
            if (const auto event = sweepEventFromJson(line.toStdString()))
                events.push_back(*event);
        }
        return events;
    }

    static size_t count(const std::vector<SweepEvent>& events, SweepEvent::Kind kind)
    {
        return size_t(std::ranges::count(events, kind, &SweepEvent::kind));
    }

    RunOutcome outcome(const QString& number) const
    {
        const auto files = runs().entryInfoList({number + "*.stepscope"});
        return files.size() == 1 ? pointOutcome(files.first().filePath().toStdString())
                                 : RunOutcome::NotStarted;
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void thePlanSaysHowLongAndWritesNothing()
    {
        const auto result = run(sweep({"--batch-sizes", "1,16", "--repeats", "2", "--width", "2", "--plan"}));
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.errors.contains("4 runs, with their times estimated from their first steps"),
                 qPrintable(result.errors));
        QCOMPARE(result.errors.count("about "), 5); // each run and the total
        QVERIFY(result.errors.contains("batch_size 16, seed 2"));
        QVERIFY(!QDir(path("sweep")).exists());
    }

    void aPlanNeedsNoFolder()
    {
        const auto result = run({"sweep", "--network", "mlp", "--dataset", "synthetic", "--batch-sizes",
                                 "1,16", "--width", "2", "--plan"});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY(result.errors.contains("2 runs, with their times estimated from their first steps"));
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void aRunWithoutAxesIsNamedByItsNetwork()
    {
        const auto result = run(sweep({"--width", "2", "--steps", "5"}));
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY2(result.errors.contains("  1  mlp  "), qPrintable(result.errors));
        QCOMPARE(runs().entryList({"0001_mlp.stepscope"}).size(), 1);
        QVERIFY2(result.output.contains("mlp"), qPrintable(result.output));
    }

    void flagsAreKeptWhereAnAxisSetsTheSameField()
    {
        const auto result =
            run({"sweep", "--dataset", "synthetic", "--network", "mlp", "--axis", "optimizer.name=sgd,adam",
                 "--learning-rate", "0.25", "--steps", "2", "--plan", "--out", path("sweep")});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        for (const char* label : {"optimizer.name sgd, optimizer.learning_rate 0.25",
                                  "optimizer.name adam, optimizer.learning_rate 0.25"})
            QVERIFY2(result.errors.contains(label), qPrintable(result.errors));
    }

    void networksOfAnotherTaskThanTheDefaultAreCompared()
    {
        const auto result = run({"sweep", "--axis", "network=char-lstm,char-gpt", "--dataset",
                                 "tiny-shakespeare", "--steps", "2", "--plan", "--out", path("sweep")});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY2(result.errors.contains("network char-lstm "), qPrintable(result.errors));
    }

    void layersAreAnAxis()
    {
        const auto plan = [&](const QString& axis) {
            return run({"sweep", "--dataset", "synthetic", "--axis", axis, "--steps", "2", "--plan", "--out",
                        path("sweep")});
        };
        const auto layers = plan("layers=flatten, linear 10; flatten, linear 16, relu, linear 10");
        QVERIFY2(layers.exitCode == 0, qPrintable(layers.errors));
        QVERIFY2(layers.errors.contains("layers flatten, linear 16, relu, linear 10"),
                 qPrintable(layers.errors));
        const auto networks = plan("network=mlp; flatten, linear 10");
        QVERIFY2(networks.exitCode == 0, qPrintable(networks.errors));
        QVERIFY2(networks.errors.contains("network flatten, linear 10"), qPrintable(networks.errors));
        const auto one = plan("network=flatten, linear 10");
        QVERIFY2(one.exitCode == 0, qPrintable(one.errors));
        QVERIFY2(one.errors.contains("1 run"), qPrintable(one.errors));
    }

    void everyModelOfAnAxisIsTrusted()
    {
        auto environment = withFakeEngine();
        environment.insert("XDG_DATA_HOME", path("data"));
        writeModels();
        const auto result =
            runProgram({"sweep", "--network", "torchscript", "--dataset", "synthetic", "--axis",
                        "model=a.pt,b.pt", "--trust-model", "--steps", "2", "--plan", "--out", path("sweep")},
                       m_folder->path(), environment);
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QFile trusted(path("data/stepscope/trusted-models"));
        QVERIFY(trusted.open(QIODevice::ReadOnly));
        QCOMPARE(trusted.readAll().count('\n'), 2);
    }

    void aModelThatIsNotTrustedIsRefusedAtOnce()
    {
        auto environment = withFakeEngine();
        environment.insert("XDG_DATA_HOME", path("data"));
        writeModels();
        const QStringList base{"sweep", "--network",     "torchscript", "--dataset", "synthetic",  "--steps",
                               "2",     "--batch-sizes", "1,2",         "--out",     path("sweep")};
        const auto refused = [&](const QStringList& more, const QString& model) {
            const auto result = runProgram(base + more, m_folder->path(), environment);
            QCOMPARE(result.exitCode, 1);
            QVERIFY2(result.errors.contains("The model " + path(model) +
                                            " contains code that would run with your "
                                            "rights."),
                     qPrintable(result.errors));
            QCOMPARE(result.errors.count('\n'), 1);
            QVERIFY(!QDir(path("sweep")).exists());
        };
        refused({"--model", "a.pt"}, "a.pt"); // of all points
        refused({"--model", "a.pt", "--plan"}, "a.pt");
        refused({"--axis", "model=a.pt,b.pt"}, "a.pt");

        const auto trusted = runProgram(base + QStringList{"--model", "a.pt", "--trust-model", "--plan"},
                                        m_folder->path(), environment);
        QVERIFY2(trusted.exitCode == 0, qPrintable(trusted.errors));
        refused({"--axis", "model=a.pt,b.pt"}, "b.pt"); // one of them suffices
    }

    void everyEventIsALineForPrograms()
    {
        const auto planned =
            run(sweep({"--batch-sizes", "1,16", "--width", "2", "--plan", "--json-progress"}));
        QCOMPARE(planned.exitCode, 0);
        const auto estimates = eventsOf(planned.output);
        QCOMPARE(count(estimates, SweepEvent::Kind::Probing), size_t(2));
        QCOMPARE(count(estimates, SweepEvent::Kind::Estimated), size_t(2));
        QVERIFY(estimates.back().estimate.isKnown());
        QVERIFY(planned.errors.isEmpty());

        QFile file(path("estimates"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(planned.output.toUtf8());
        file.close();
        const auto done = run(sweep(
            {"--batch-sizes", "1,16", "--width", "2", "--json-progress", "--estimates", path("estimates")}));
        QCOMPARE(done.exitCode, 0);
        const auto events = eventsOf(done.output);
        QCOMPARE(count(events, SweepEvent::Kind::Probing), size_t(0));
        QCOMPARE(count(events, SweepEvent::Kind::Started), size_t(2));
        QCOMPARE(count(events, SweepEvent::Kind::Ended), size_t(2));
        QCOMPARE(size_t(done.output.count('\n')), events.size()); // and no other line
        const auto progressed = std::ranges::find(events, SweepEvent::Kind::Progressed, &SweepEvent::kind);
        QVERIFY(progressed != events.end());
        QVERIFY(progressed->sweepSecondsLeft >= 0);
    }

    void estimatesOfAnotherSweepAreRefused()
    {
        const QStringList own{"--batch-sizes", "1,16", "--width", "2"};
        const auto planned = run(sweep(own + QStringList{"--plan", "--json-progress"}));
        QCOMPARE(planned.exitCode, 0);
        const auto refused = [&](const QStringList& asked, const QString& content, const QString& sentence) {
            QFile file(path("estimates"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content.toUtf8());
            file.close();
            const auto result = run(sweep(asked + QStringList{"--estimates", path("estimates")}));
            QCOMPARE(result.errors, "stepscope: " + path("estimates") + sentence + "\n");
            QCOMPARE(result.exitCode, 2);
            QCOMPARE(result.output, "");
            QVERIFY(!runs().exists());
        };
        const QString noEvent = ": this is not an event of a sweep; expected the output of `stepscope sweep "
                                "--plan --json-progress`.";
        refused(own, "#!/bin/sh\nexit\n", ", line 1" + noEvent);
        refused(own, "[]", ", line 1" + noEvent);
        refused(own, planned.output + "and more\n",
                ", line " + QString::number(planned.output.count('\n') + 1) + noEvent);
        refused(own, "",
                " has no estimate of run 1 of this sweep; write the file again with --plan --json-progress.");
        const QString of = " has estimates of another sweep: ";
        refused({"--batch-sizes", "1,64", "--width", "2"}, planned.output,
                of + "batch_size of run 2 is \"16\" there, but \"64\" here.");
        refused({"--batch-sizes", "1,16", "--width", "3"}, planned.output,
                of + "width of run 1 is \"2\" there, but \"3\" here.");
        refused({"--batch-sizes", "1", "--width", "2"}, planned.output, of + "this one has no run 2.");
        refused({"--batch-sizes", "1,16,64", "--width", "2"}, planned.output,
                " has no estimate of run 3 of this sweep; write the file again with --plan --json-progress.");
        refused(
            own,
            R"({"event": "estimated", "point": 0, "seconds": 1, "prepare_seconds": 1, "step_seconds": 1,)"
            R"( "test_seconds": 1, "steps_per_epoch": 1})",
            " does not state the settings with which run 1 was measured; another version of Stepscope may "
            "have written it. Write the file again with --plan --json-progress.");
    }

    void aSweepThatIsKilledGoesOn()
    {
        const auto arguments =
            sweep({"--batch-sizes", "1,16,64", "--width", "10", "--steps", "300", "--isolate"});
        QProcess process;
        startIn(process, arguments);
        QVERIFY(isWriting("0002"));
        QCOMPARE(outcome("0001"), RunOutcome::Finished);
        const auto first = runs().entryInfoList({"0001*"}).first();
        const auto written = first.lastModified();
        process.kill();
        QVERIFY(process.waitForFinished());
        // The process of the point ends as well.
        QVERIFY(QTest::qWaitFor([&] { return outcome("0002") == RunOutcome::Crashed; }, 10'000));

        const auto again = run(arguments);
        QVERIFY2(again.exitCode == 0, qPrintable(again.errors));
        QVERIFY(!again.errors.contains("Run 1 of 3"));
        for (const char* number : {"0001", "0002", "0003"})
            QCOMPARE(outcome(number), RunOutcome::Finished);
        QCOMPARE(QFileInfo(first.filePath()).lastModified(), written);
    }

    void anInterruptedSweepStopsAndGoesOn_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::newRow("in its process") << "--no-isolate";
        QTest::newRow("apart") << "--isolate";
    }
    void anInterruptedSweepStopsAndGoesOn()
    {
        QFETCH(QString, isolation);
        const auto arguments = sweep({"--batch-sizes", "1,16", "--width", "10", "--steps", "250", isolation});
        QProcess process;
        startIn(process, arguments);
        QVERIFY(isWriting("0001"));
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 130);
        QCOMPARE(outcome("0001"), RunOutcome::Stopped);
        QCOMPARE(outcome("0002"), RunOutcome::NotStarted);
        QCOMPARE(run(arguments).exitCode, 0);
        QCOMPARE(outcome("0001"), RunOutcome::Finished);
        QCOMPARE(outcome("0002"), RunOutcome::Finished);
    }

    void aPointThatDiesIsSaidAndTheOthersAreCompared()
    {
        const auto result =
            run(sweep({"--axis", "optimizer.momentum=0.9,0.8,0.1", "--width", "2", "--isolate"}));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("Crashed: The training process was ended by signal 9"),
                 qPrintable(result.errors));
        QVERIFY(result.errors.contains("Failed: The fake engine failed at step 5."));
        QCOMPARE(outcome("0001"), RunOutcome::Crashed);
        QCOMPARE(outcome("0002"), RunOutcome::Failed);
        QCOMPARE(outcome("0003"), RunOutcome::Finished);
        QVERIFY(result.output.contains("crashed"));
        QVERIFY(QFile::exists(path("sweep/comparison.csv")));
    }

    void theValidationIsComparedToo()
    {
        const auto result = run(sweep({"--axis", "validation_share=0,0.1", "--width", "2", "--epochs", "2"}));
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY2(result.errors.contains("Epoch 2 of 2: Validation loss 0.1000, accuracy 90.00 %; Test set: "),
                 qPrintable(result.errors));
        QVERIFY(result.errors.contains("Epoch 2 of 2: Test set: ")); // of the run without
        QVERIFY2(result.output.contains("| Validation accuracy, final | – | 90.00 % |") &&
                     result.output.contains("| Validation loss, best | – | 0.1000 |"),
                 qPrintable(result.output));
        QFile csv(path("sweep/comparison.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readAll().contains("\nfinal_validation_accuracy,,0.9\n"));
        QFile report(path("sweep/report.md"));
        QVERIFY(report.open(QIODevice::ReadOnly));
        QVERIFY(report.readAll().contains("| Validation accuracy, final | – | 90.00 % |"));
    }

    void imagesAreChosenForATimeAndStayChosen()
    {
        const auto arguments = sweep({"--batch-sizes", "100,200", "--width", "10", "--within", "0.1"});
        const auto first = run(arguments); // 6 s: of 10 ms a step, and steps of 100 and 200 images
        QVERIFY2(first.exitCode == 0, qPrintable(first.errors));
        const auto chosen = sweepOfFolder(path("sweep").toStdString());
        QVERIFY(chosen.has_value());
        QCOMPARE(chosen->budget, SweepBudget::Images);
        QVERIFY(chosen->amount >= 5000 && chosen->amount <= 60'000);
        QVERIFY(first.errors.contains("Each trains on "));
        const auto second = run(arguments);
        QVERIFY2(second.exitCode == 0, qPrintable(second.errors));
        QCOMPARE(second.errors.count("already done"), 2);
    }

    void aTimeThatIsTooShortIsRefusedBeforehand()
    {
        for (const QStringList& more : {QStringList(), QStringList{"--plan"}}) {
            const auto result = // 2 s: 10 steps of 200 ms
                run(sweep({"--batch-sizes", "100", "--width", "200", "--within", "0.01"}) + more);
            QVERIFY2(result.exitCode == 2, qPrintable(result.errors));
            QVERIFY2(result.errors.contains("stepscope: The runs would take about ") &&
                         result.errors.contains(", longer than the 1 s of --within, although each trains on "
                                                "only 1,000 samples; allow more time, or choose fewer with "
                                                "--images.\n"),
                     qPrintable(result.errors));
            QVERIFY(!QDir(path("sweep")).exists());
        }
    }

    void theLabIsOneOption()
    {
        const auto result = run({"sweep", "--lab-1", "--dataset", "synthetic", "--out", path("sweep"),
                                 "--plan", "--images", "640", "--seed", "1"});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY(result.errors.contains("3 runs"));
        for (const char* label :
             {"device cpu, batch_size 1 ", "device cpu, batch_size 16 ", "batch_size 64 "})
            QVERIFY2(result.errors.contains(label), label);
        QVERIFY(result.errors.contains("Each trains on 640 samples."));
    }

    void theLabHasTheSettingsThatAreGiven()
    {
        const auto result = run({"sweep", "--lab-1", "--dataset", "synthetic", "--devices", "cpu", "--images",
                                 "1", "--optimizer", "adam", "--seed", "7", "--no-profile", "--threads", "1",
                                 "--out", path("sweep")});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        const auto lab = sweepOfFolder(path("sweep").toStdString());
        QVERIFY(lab.has_value());
        QCOMPARE(lab->base.network, std::string("mnist-convnet-2020"));
        QCOMPARE(lab->base.optimizer, std::string("adam"));
        QCOMPARE(lab->base.learningRate, 0.001);
        QCOMPARE(lab->base.seed, int64_t(7));
        QVERIFY(!lab->base.profile);
        QCOMPARE(lab->base.threads, int64_t(1));
    }

    void aSweepAndItsRunsHaveAbsolutePaths()
    {
        QVERIFY(QDir(m_folder->path()).mkdir("digits"));
        QVERIFY(QFile(path("w.safetensors")).open(QIODevice::WriteOnly));
        const auto result =
            run(sweep({"--dataset", "mnist", "--data", "digits/", "--weights", "w.safetensors",
                       "--batch-sizes", "16", "--width", "2", "--steps", "2"}));
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        const QDir folder(QDir(m_folder->path()).canonicalPath());
        const auto digits = folder.filePath("digits").toStdString();
        const auto weights = folder.filePath("w.safetensors").toStdString();
        QFile definition(path("sweep/sweep.json"));
        QVERIFY(definition.open(QIODevice::ReadOnly));
        const auto base = QJsonDocument::fromJson(definition.readAll()).object()["base"].toObject();
        QCOMPARE(base["data_directory"].toString().toStdString(), digits);
        QCOMPARE(base["initial_weights"].toString().toStdString(), weights);
        const auto file = runs().entryInfoList({"0001*.stepscope"}).first().filePath();
        const auto trained = readRunFile(file.toStdString()).run.experiment;
        QCOMPARE(trained.dataDirectory, digits);
        QCOMPARE(trained.initialWeights, weights);
    }

    void aSweepIsReadFromItsFolder()
    {
        QCOMPARE(run(sweep({"--batch-sizes", "1,16", "--width", "2", "--steps", "5"})).exitCode, 0);
        const auto again =
            run({"sweep", "--from", path("sweep/sweep.json"), "--out", path("other"), "--json-progress"});
        QVERIFY2(again.exitCode == 0, qPrintable(again.errors));
        QCOMPARE(count(eventsOf(again.output), SweepEvent::Kind::Ended), size_t(2));
    }

    void twoSweepsDoNotShareAFolder()
    {
        const auto arguments = sweep({"--batch-sizes", "1,16", "--width", "20", "--steps", "500"});
        QProcess process;
        startIn(process, arguments);
        QVERIFY(isWriting("0001"));
        const auto second = run(arguments);
        QCOMPARE(second.exitCode, 1);
        QVERIFY2(second.errors.contains("Another active run"), qPrintable(second.errors));
        process.terminate();
        QVERIFY(process.waitForFinished());
    }

    void memoryOfOnePointIsNotTheNextOnes()
    {
        if (hasSanitizedMemory)
            QSKIP("The sanitizers bring an allocator of their own, which keeps what the C library would give "
                  "back");
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        const auto result =
            runProgram({"sweep", "--dataset", "synthetic", "--synthetic-images", "600", "--batch-sizes",
                        "600,1", "--axis", "test_batch_size=100", "--seconds", "1.5", "--no-isolate",
                        "--no-profile", "--out", path("sweep")});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        const auto peak = [&](const QString& number) {
            const auto file = runs().entryInfoList({number + "*"}).first().filePath();
            int64_t bytes = 0;
            for (const auto& sample : readRunFile(file.toStdString()).run.samples)
                bytes = std::max(bytes, sample.residentBytes);
            return bytes;
        };
        const auto large = peak("0001");
        const auto small = peak("0002");
        QVERIFY(small > 0);
        QVERIFY2(small < large - 200'000'000, qPrintable(QString("%1 and then %2").arg(large).arg(small)));
    }

    void anAxisMayBeNamedAsItsOption()
    {
        const auto plan = runProgram({"sweep", "--axis", "loader-workers=0,2", "--plan", "--out", path("x")});
        QVERIFY2(plan.exitCode == 0, qPrintable(plan.errors));
        QVERIFY2(plan.errors.contains("loader.workers 2"), qPrintable(plan.errors));
    }

    void theFileMayFollowAList()
    {
        QFile file(path("a.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"network": "mlp", "dataset": "synthetic", "width": 2, "steps": 2})");
        file.close();
        for (const QStringList& list :
             {QStringList{"--batch-sizes", "1,2"}, {"--devices", "cpu"}, {"--axis", "threads=1,2"}}) {
            const auto plan =
                run(QStringList{"sweep", "--plan", "--out", path("x")} + list + QStringList{"a.json"});
            QVERIFY2(plan.exitCode == 0, qPrintable(plan.errors));
            QVERIFY2(plan.errors.contains(list[0] == "--devices" ? "1 run" : "2 runs"),
                     qPrintable(plan.errors));
        }
    }

    void whatIsWrongIsOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const QStringList& arguments, const char* part) {
            QTest::newRow(name) << arguments << part;
        };
        row("no folder", {"--batch-sizes", "1,2"}, "--out is missing");
        row("a value", {"--batch-sizes", "1,0", "--out", "x"}, "batch-size is 0");
        row("a field", {"--axis", "colour=red", "--out", "x"}, "There is no setting colour.");
        row("a misspelt field", {"--axis", "pinned_memery=true,false", "--out", "x"},
            "There is no setting pinned_memery; did you mean pinned-memory?");
        row("a field with an underscore of its option", {"--axis", "weight_decay=nan", "--out", "x"},
            "weight-decay is nan");
        row("no values", {"--axis", "threads", "--out", "x"}, "--axis is threads");
        row("an unused field", {"--optimizer", "adam", "--axis", "momentum=0,0.9", "--out", "x"},
            "The sweep's axis momentum has no effect: it is used only with the optimizers sgd and "
            "rmsprop.");
        row("a field twice", {"--batch-sizes", "32,64", "--axis", "batch-size=16,32", "--out", "x"},
            "The sweep names the field batch-size twice");
        row("an unused value", {"--optimizer", "adam", "--axis", "momentum=0.9", "--out", "x"},
            "The sweep's axis momentum has no effect");
        row("an unused option",
            {"--optimizer", "adam", "--momentum", "0.9", "--batch-sizes", "1,2", "--out", "x"},
            "stepscope: --momentum has no effect: it is used only with the optimizers sgd and rmsprop.");
        row("an unused option of several optimizers",
            {"--axis", "optimizer.name=adam,lamb", "--momentum", "0.9", "--out", "x"},
            "stepscope: --momentum has no effect: it is used only with the optimizers sgd and rmsprop.");
        row("an unused axis of several optimizers",
            {"--axis", "optimizer.name=adam,lamb", "--axis", "momentum=0.9", "--out", "x"},
            "stepscope: The sweep's axis momentum has no effect");
        row("more parts than samples", {"--accumulation", "32", "--axis", "batch-size=64,16", "--out", "x"},
            "The accumulation is 32, but the batch size is 16: each part of a batch has at least one "
            "sample.");
        row("seeds and repeats", {"--axis", "seed=1,2", "--repeats", "2", "--out", "x"},
            "The sweep has an axis of seeds and repeats");
        row("a value twice", {"--batch-sizes", "16,016", "--out", "x"},
            "The sweep has the same settings twice: batch_size 16 and batch_size 016.");
        row("no length", {"--axis", "epochs=1,2", "--images", "100", "--out", "x"}, "has no effect");
        row("paired", {"--paired", "--axis", "threads=1,2", "--batch-sizes", "1", "--out", "x"},
            "same number of values");
        row("an option and its axis", {"--batch-size", "8", "--axis", "batch-size=16,32", "--out", "x"},
            "--batch-size contradicts the sweep's axis batch-size, which sets the same field in each run; "
            "give only one of the two.");
        row("an option and its list", {"--batch-size", "8", "--batch-sizes", "16,32", "--out", "x"},
            "--batch-size contradicts the sweep's axis batch-size");
        row("a device and devices", {"--device", "cpu", "--devices", "cpu", "--out", "x"},
            "--device contradicts the sweep's axis device");
        row("a switch and its axis", {"--no-onednn", "--axis", "onednn=true,false", "--out", "x"},
            "--no-onednn contradicts the sweep's axis onednn");
        row("epochs and an axis of steps",
            {"--dataset", "synthetic", "--epochs", "2", "--axis", "steps=5,10", "--out", "x"},
            "--epochs has no effect: the sweep's axes end each run after a number of steps or a time.");
        row("one axis in pairs", {"--paired", "--axis", "threads=1,2", "--out", "x"},
            "--paired has no effect: it needs two or more axes");
        row("no axis in pairs", {"--paired", "--repeats", "2", "--out", "x"},
            "--paired has no effect: it needs two or more axes");
        row("repeats", {"--repeats", "0", "--out", "x"}, "--repeats is 0, but must be 1 to 10,000.");
        row("runs", {"--repeats", "9999", "--batch-sizes", "1,2", "--out", "x"}, "more than 10,000 runs");
        row("an empty batch size", {"--batch-sizes", "1,,2", "--out", "x"},
            "--batch-sizes is 1,,2; expected values between the commas.");
        row("an empty device", {"--devices", "cpu,", "--out", "x"},
            "--devices is cpu,; expected values between the commas.");
        row("an empty value", {"--axis", "weights=w,", "--out", "x"},
            "--axis is weights=w,; expected values between the commas.");
        row("empty layers", {"--axis", "layers=flatten, linear 10;", "--out", "x"},
            "--axis is layers=flatten, linear 10;; expected values between the semicolons.");
        row("layers and another network",
            {"--network", "mlp", "--axis", "layers=flatten, linear 10;relu, flatten, linear 10", "--out",
             "x"},
            "The sweep's axis layers has no effect: it is used only with the network layers.");
        row("an axis without values", {"--axis", "weights=", "--out", "x"}, "has no values");
        row("a folder as saved sweep", {"--from", ".", "--out", "x"},
            "--from is ., which is a folder; expected its sweep.json, as in --from ./sweep.json.");
        row("images", {"--images", "-5", "--out", "x"}, "--images is -5, but must be 1 to ");
        row("no image", {"--images", "0", "--out", "x"}, "--images is 0, but must be 1 to ");
        row("minutes", {"--within", "-1", "--out", "x"}, "--within");
        row("two budgets", {"--images", "100", "--epochs", "2", "--out", "x"}, "cannot be used together");
        row("two times", {"--within", "1", "--seconds", "2", "--out", "x"}, "cannot be used together");
        row("isolation", {"--isolate", "--no-isolate", "--out", "x"}, "cannot be used together");
        row("lab", {"--lab-1", "--batch-sizes", "4", "--out", "x"}, "cannot be used together");
        row("the lab's file", {"a.json", "--lab-1", "--out", "x"}, "a.json cannot be given with --lab-1");
        row("the lab's device", {"--lab-1", "--device", "cpu", "--out", "x"},
            "--device cannot be given with --lab-1: the lab has its own network, batch sizes and length of "
            "the runs, and --devices names its devices.");
        row("the lab's length", {"--lab-1", "--seconds", "5", "--out", "x"},
            "--seconds cannot be given with");
        row("unused in the lab", {"--lab-1", "--devices", "cpu", "--momentum", "0.9", "--out", "x"},
            "--momentum has no effect: it is used only with the optimizers sgd and rmsprop.");
        row("settings of a saved sweep", {"--from", "a.json", "--network", "mlp", "--out", "x"},
            "--network cannot be given with --from: the saved sweep has its own settings.");
        row("file and saved sweep", {"--from", "a.json", "b.json", "--out", "x"},
            "b.json cannot be given with --from");
        row("time of a saved sweep", {"--from", "a.json", "--within", "2", "--out", "x"},
            "cannot be used together");
        row("no such sweep", {"--from", "nothing.json", "--out", "x"}, "nothing.json");
        row("no such estimates", {"--dataset", "synthetic", "--estimates", "nothing", "--out", "x"},
            "nothing");
        row("no such experiment", {"nothing.json", "--out", "x"}, "nothing.json");
        row("seconds", {"--seconds", "soon", "--out", "x"}, "--seconds is soon");
    }
    void whatIsWrongIsOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        const auto result = run(QStringList{"sweep"} + arguments);
        QVERIFY2(result.exitCode == 2, qPrintable(result.errors));
        QVERIFY2(result.errors.contains(part), qPrintable(result.errors));
        QCOMPARE(result.errors.count('\n'), 1);
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void aSavedSweepIsNoExperimentAndNoneIsASavedSweep()
    {
        const auto write = [&](const char* name, const std::string& text) {
            QFile file(path(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.c_str());
        };
        write("sweep.json", toJson(Sweep{.base = {}, .axes = {{"threads", {"1", "2"}}}}));
        write("experiment.json", toJson(Experiment()));
        const auto sweepAsExperiment = run({"sweep", "sweep.json", "--out", "x"});
        QCOMPARE(sweepAsExperiment.exitCode, 2);
        QVERIFY2(sweepAsExperiment.errors.contains(
                     "sweep.json is a saved sweep, not an experiment: name it with --from."),
                 qPrintable(sweepAsExperiment.errors));
        for (const QStringList& command : {QStringList{"run", "sweep.json", "--out", "x"},
                                           {"ab", "sweep.json", "--change", "threads=1"},
                                           {"memory", "sweep.json"}}) {
            const auto result = run(command);
            QCOMPARE(result.exitCode, 2);
            QCOMPARE(result.errors,
                     "stepscope: sweep.json is a saved sweep, not an experiment: `stepscope sweep "
                     "--from sweep.json --out DIR` trains its runs.\n");
        }
        const auto experimentAsSweep = run({"sweep", "--from", "experiment.json", "--out", "x"});
        QCOMPARE(experimentAsSweep.exitCode, 2);
        QVERIFY2(experimentAsSweep.errors.contains("experiment.json is not a saved sweep, because it has no "
                                                   "base; expected the sweep.json of a sweep's folder."),
                 qPrintable(experimentAsSweep.errors));
    }

    void theFolderOfASweepIsNoRun()
    {
        QCOMPARE(run(sweep({"--batch-sizes", "1,16", "--width", "2", "--steps", "5"})).exitCode, 0);
        const QString first = "sweep/runs/" + runs().entryList({"0001*"}).value(0);
        for (const QStringList& command : {QStringList{"show", "sweep"},
                                           {"compare", "sweep", first},
                                           {"advise", "sweep"},
                                           {"export", "sweep", "--what", "metrics"},
                                           {"export", "sweep", "--what", "run", "--out", "copy"}}) {
            const auto result = run(command);
            QCOMPARE(result.exitCode, 2);
            QCOMPARE(result.errors,
                     "stepscope: sweep is the folder of a sweep, not a run: name one of its runs, "
                     "such as " +
                         first +
                         ", or write a report of them all with `stepscope report sweep --out DIR`.\n");
        }
        const auto ofRuns = run({"show", "sweep/runs"});
        QCOMPARE(ofRuns.exitCode, 2);
        QCOMPARE(ofRuns.errors,
                 "stepscope: sweep/runs is a folder of runs: name one of them, such as " + first + ".\n");
        QVERIFY(QDir(path("sweep/runs")).removeRecursively());
        const auto empty = run({"show", "sweep"});
        QCOMPARE(empty.exitCode, 2);
        QCOMPARE(empty.errors,
                 "stepscope: sweep is the folder of a sweep without runs: `stepscope sweep --from "
                 "sweep/sweep.json --out sweep` trains them.\n");
    }

    void aFolderThatCannotBeMadeIsOneSentence()
    {
        QVERIFY(QFile(path("file")).open(QIODevice::WriteOnly));
        const auto result =
            run({"sweep", "--dataset", "synthetic", "--batch-sizes", "1,2", "--out", path("file/x")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("for the sweep cannot be created"), qPrintable(result.errors));
    }

    void anotherSweepsFolderIsRefused()
    {
        QCOMPARE(run(sweep({"--batch-sizes", "1", "--width", "2", "--steps", "5"})).exitCode, 0);
        const auto other = run(sweep({"--batch-sizes", "2", "--width", "2", "--steps", "5"}));
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.errors.contains("already contains another sweep"), qPrintable(other.errors));
        QCOMPARE(run(sweep({"--batch-sizes", "2", "--width", "2", "--steps", "5", "--force"})).exitCode, 0);
        QCOMPARE(runs().entryList({"0*.stepscope"}).size(), 1);
    }

    void thePointsCommandIsForSweepsOnly()
    {
        QVERIFY(!run({"--help"}).output.contains("train-point"));
        const auto result = run({"train-point"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("needs --run-file or --probe"), qPrintable(result.errors));
    }
};

QTEST_GUILESS_MAIN(TestSweepCommand)
#include "test_sweep_command.moc"
