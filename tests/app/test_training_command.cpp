#include "core/exchange/report.h"
#include "core/experiment/experiment_json.h"

#include "program.h"
#include "tests/support/report_files.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>
#include <sys/resource.h>

using namespace stepscope;
using namespace stepscope::test;

namespace {

const auto tiny =
    QString("run --dataset synthetic --synthetic-images 600 --network mlp --width 16 --batch-size 20 "
            "--test-batch-size 100 --profile-wait 1 --profile-warmup 1 --profile-active 5")
        .split(' ');

} // namespace

/// Real trainings with the program's commands.
class TestTrainingCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
    }

    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    /// oneDNN waits forever for threads that OpenMP does not start.
    void noMoreThreadsThanOpenMpMayStart()
    {
        auto environment = environmentWithoutDisplay();
        environment.insert("OMP_THREAD_LIMIT", "1");
        const auto result =
            runProgram({"run", "--dataset", "synthetic", "--synthetic-images", "640", "--batch-size", "32",
                        "--steps", "2", "--threads", "2", "--test-batch-size", "10", "--out", path()},
                       {}, environment);
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        const auto written = QJsonDocument::fromJson(read("environment.json")).object();
        QCOMPARE(written["engine"].toObject()["threads"].toInt(), 1);
    }

    void aRunWritesEveryFile()
    {
        const auto result = train({"--epochs", "2"});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        for (const auto name : filesOfAnyTraining()) {
            const bool picture = name == "curves.png" || name == "operators.png";
            if (!picture || STEPSCOPE_HAS_GUI)
                QVERIFY2(!read(name.data()).isEmpty(), name.data());
        }
        QCOMPARE(readExperiment(path("experiment.json").toStdString()).syntheticImages, 600);
        QCOMPARE(read("metrics.csv").count('\n'), 1 + 2 * 30);
        QCOMPARE(read("epochs.csv").count('\n'), 1 + 2);
        for (const char* name : {"environment.json", "trace.json"})
            QVERIFY2(QJsonDocument::fromJson(read(name)).isObject(), name);
        for (const auto& name : QDir(path(), "*.png").entryList())
            QVERIFY2(read(name).startsWith("\x89PNG\r\n"), qPrintable(name));
    }

    void theResultEndsInTheClassicWay()
    {
        const auto result = train({});
        const auto lines = result.output.split('\n');
        const QRegularExpression classic(
            "^Test set: Average loss: [0-9]+\\.[0-9]{4}, Accuracy: [0-9]+/100 \\([0-9]{1,3}%\\)$");
        QVERIFY2(classic.match(lines[0]).hasMatch(), qPrintable(result.output));
        QCOMPARE(lines[2], "The 10 most expensive operators by self time, active steps 2 to 6:");
        QVERIFY(lines[3].startsWith("  operator "));
        QCOMPARE(lines.size(), 16);
        for (int i = 4; i < 14; ++i)
            QVERIFY2(lines[i].contains(" %  "), qPrintable(lines[i]));
        QVERIFY2(lines[14].startsWith("The update of the weights is fused: one call, "),
                 qPrintable(lines[14]));
        const QRegularExpression epoch("^Epoch 1 of 1: train loss .*; test loss .*; trained for [0-9.]+ .?s "
                                       "\\([0-9,]+ samples/s\\), tested for [0-9.]+ .?s\\.$",
                                       QRegularExpression::MultilineOption);
        QVERIFY2(epoch.match(result.errors).hasMatch(), qPrintable(result.errors));
    }

    void theValidationIsReportedBesideTheTest()
    {
        const auto result = train({"--validation-share", "0.1", "--json"});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        const auto json = QJsonDocument::fromJson(result.output.toUtf8()).object();
        QCOMPARE(json["epochs"].toArray()[0].toObject()["train_accuracy"].isDouble(), true);
        const auto validation = json["validation"].toObject();
        QVERIFY(validation["loss"].isDouble() && validation["accuracy"].isDouble());
        QCOMPARE(json["epochs"].toArray()[0].toObject()["validation_loss"], validation["loss"]);
        const QRegularExpression epoch(
            "^Epoch 1 of 1: .*tested for [0-9.]+ .?s\\. Validation loss [0-9.]+, accuracy [0-9.]+ %\\.$",
            QRegularExpression::MultilineOption);
        QVERIFY2(epoch.match(result.errors).hasMatch(), qPrintable(result.errors));
        QVERIFY(read("epochs.csv").startsWith("epoch,"));
        QVERIFY(read("epochs.csv")
                    .contains(",validation_images,validation_correct,validation_loss,validation_accuracy\n"));
        const auto validated = json["epochs"].toArray()[0].toObject();
        QVERIFY(validated["validation_images"].toInt() > 0);
        QCOMPARE(validated["validation_correct"].toInt(), qRound(validated["validation_accuracy"].toDouble() *
                                                                 validated["validation_images"].toInt()));
    }

    void aRateIsTheQuotientOfTheTimeBesideIt()
    {
        const auto result = train({"--epochs", "1"});
        const QRegularExpression times("trained for ([0-9.]+) (ms|s) \\(([0-9,]+) samples/s\\)");
        const auto found = times.match(result.errors);
        QVERIFY2(found.hasMatch(), qPrintable(result.errors));
        const double seconds = found.captured(1).toDouble() / (found.captured(2) == "ms" ? 1000 : 1);
        const double rate = 600 / seconds;
        const double said = found.captured(3).remove(',').toDouble();
        QVERIFY2(std::abs(said - rate) < 0.02 * rate, qPrintable(result.errors));
    }

    void anUpdateByPytorchsOperatorsIsNotSaidToBeFused()
    {
        const auto result = train({"--steps", "10", "--optimizer-form", "pytorch"});
        QVERIFY(result.output.contains("most expensive operators"));
        QVERIFY2(!result.output.contains("fused"), qPrintable(result.output));
    }

    void jsonIsOneObjectOnStdout()
    {
        const auto result = train({"--json", "--steps", "12"});
        QCOMPARE(result.exitCode, 0);
        const auto json = QJsonDocument::fromJson(result.output.toUtf8()).object();
        QCOMPARE(json["outcome"].toString(), "finished");
        QVERIFY(json["failure"].isNull());
        QCOMPARE(json["steps"].toInt(), 12);
        QCOMPARE(json["epochs"].toArray().size(), 1);
        QCOMPARE(json["test"].toObject()["images"].toInt(), 100);
        QVERIFY(json["images_per_second"].toDouble() > 0);
        const auto times = json["step_time_us"].toObject();
        QCOMPARE(times["steps"].toInt(), 11);
        QVERIFY(times["median"].toDouble() > 0);
        QVERIFY(times["p5"].isNull() && times["p95"].isNull()); // of too few steps
        QVERIFY(times["first"].toDouble() > 0);
        QCOMPARE(json["operators"].toObject()["top"].toArray().size(), 10);
        for (const auto& name : json["report"].toObject()["files"].toArray())
            QVERIFY(QFile::exists(path(name.toString())));
    }

    void equalSeedsGiveEqualLosses()
    {
        const auto losses = [&](const QStringList& more) {
            const auto result = train(QStringList{"--json", "--force"} + more);
            return QJsonDocument::fromJson(result.output.toUtf8())
                .object()["test"]
                .toObject()["loss"]
                .toDouble();
        };
        const double first = losses({"--seed", "5"});
        QVERIFY(first > 0);
        QCOMPARE(losses({"--seed", "5"}), first);
        QVERIFY(losses({"--seed", "6"}) != first);
    }

    void flagsGoOverTheFile()
    {
        QFile file(m_folder->filePath("my.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"dataset": "synthetic", "synthetic_images": 60, "network": "mlp", "batch_size": 5,
                       "test_batch_size": 10,
                       "seed": 9, "steps": 2, "profiler": {"enabled": false}})");
        file.close();
        const auto result = runProgram({"run", file.fileName(), "--learning-rate", "0.5", "--optimizer",
                                        "adam", "--batch-size", "6", "--epochs", "1", "--out", path()});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        const auto experiment = readExperiment(path("experiment.json").toStdString());
        QCOMPARE(experiment.batchSize, 6);
        QCOMPARE(experiment.seed, 9);
        QCOMPARE(experiment.learningRate, 0.5);
        QCOMPARE(experiment.optimizer, "adam");
        QCOMPARE(experiment.epsilon, 1e-8);
        QVERIFY(!experiment.profile);
        QCOMPARE(read("metrics.csv").count('\n'), 1 + 10); // --epochs overrides the file's steps
        QVERIFY(!QFile::exists(path("trace.json")));
        QVERIFY(result.errors.contains("trace.json not written: the profiler was off."));
    }

    void aSecondRunNeedsForce()
    {
        QCOMPARE(train({"--seed", "1"}).exitCode, 0);
        const auto before = read("metrics.csv");
        QCOMPARE(train({"--seed", "2"}).exitCode, 2);
        QCOMPARE(read("metrics.csv"), before);
        QCOMPARE(train({"--seed", "2", "--force"}).exitCode, 0);
        QVERIFY(read("metrics.csv") != before);
    }

    void whatTheMachineCannotDoFailsWithASentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        QTest::newRow("device") << QStringList{"--dataset", "synthetic", "--device", "cuda:99"}
                                << "cuda:99 is not available";
        QTest::newRow("no data") << QStringList{"--dataset", "mnist", "--data", "/"} << "which MNIST needs";
    }
    void whatTheMachineCannotDoFailsWithASentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        const auto result = runProgram(QStringList{"run", "--json", "--out", path()} + arguments);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains(part), qPrintable(result.errors));
        QCOMPARE(result.errors.count('\n'), 1 + result.errors.count("busy"));
        const auto json = QJsonDocument::fromJson(result.output.toUtf8()).object();
        QCOMPARE(json["outcome"].toString(), "failed");
        QVERIFY(json["failure"].toString().contains(part));
        QVERIFY(!QFile::exists(path())); // nothing half written
    }

    void eventsThatAreKeptNowhereAreReported()
    {
        const auto result = train({"--no-keep", "--event-memory", "0"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("Events of further steps are not kept"), qPrintable(result.errors));
        QVERIFY2(result.errors.contains("trace.json is incomplete: ") &&
                     result.errors.contains("recorded events were not kept: no file has them."),
                 qPrintable(result.errors));
    }

    void anInterruptionStopsAndStillWrites()
    {
        const auto interruptAfter = [&](int signal) {
            QProcess process;
            process.setProcessEnvironment(environmentWithoutDisplay());
            process.start(STEPSCOPE_PROGRAM,
                          tiny + QStringList{"--epochs", "100000", "--force", "--out", path()});
            process.setReadChannel(QProcess::StandardError);
            QByteArray said;
            while (!said.contains("Epoch 2 of") && process.waitForReadyRead(60'000)) {
                said += process.readAllStandardError();
            }
            ::kill(pid_t(process.processId()), signal);
            process.waitForFinished(60'000);
            return process.exitCode();
        };
        for (const int signal : {SIGINT, SIGTERM}) {
            QCOMPARE(interruptAfter(signal), 130);
            QVERIFY(read("metrics.csv").count('\n') > 30);
            for (const char* name : {"experiment.json", "environment.json", "epochs.csv", "operators.csv",
                                     "graph.svg", "trace.json"})
                QVERIFY2(QFile::exists(path(name)), name);
            QVERIFY(QDir(path(), "*").entryList(QDir::Files | QDir::Hidden).size() <=
                    int(reportFileNames().size()));
        }
    }

    void aRunIsResumedFromItsCheckpoint()
    {
        const auto library = m_folder->filePath("runs");
        const auto trained = train({"--library", library, "--steps", "12"});
        QVERIFY2(trained.exitCode == 0, qPrintable(trained.errors));
        const QDir runs(library);
        const auto weights = runs.entryList({"*_cpu.safetensors"});
        QCOMPARE(weights.size(), 1);
        QVERIFY2(trained.errors.contains("Weights: " + runs.filePath(weights.front())),
                 qPrintable(trained.errors));

        const auto resume = [&](const QStringList& more) {
            return runProgram(QStringList{"run", "--library", library, "--resume",
                                          runs.entryList({"*.stepscope"}).front(), "--force", "--out",
                                          path()} +
                              more);
        };
        const auto complete = resume({"--no-keep"});
        QCOMPARE(complete.exitCode, 1);
        QVERIFY2(complete.errors.contains("The training is already complete after 12 steps."),
                 qPrintable(complete.errors));
        const auto longer = resume({"--steps", "20", "--no-weights"});
        QVERIFY2(longer.exitCode == 0, qPrintable(longer.errors));
        QVERIFY(read("metrics.csv").contains("\n12,"));
        QVERIFY(!read("metrics.csv").contains("\n11,"));
        QCOMPARE(read("metrics.csv").count('\n'), 1 + 8);
        QCOMPARE(runs.entryList({"*.stepscope"}).size(), 2);
        QCOMPARE(runs.entryList({"*.safetensors"}).size(), 2); // those of the first run

        const auto byTime = resume({"--seconds", "0.001", "--no-keep"});
        QVERIFY2(byTime.errors.contains("The training is already complete after 12 steps."), // it took longer
                 qPrintable(byTime.errors));
        QCOMPARE(resume({"--weights", "/a.safetensors"}).exitCode, 2);

        const auto other = resume({"--steps", "20", "--batch-size", "30"});
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.errors.contains("--batch-size must stay 20 when a training is resumed."),
                 qPrintable(other.errors));
    }

    void aRunWithoutCheckpointIsNotResumed()
    {
        const auto library = m_folder->filePath("runs");
        QCOMPARE(train({"--library", library, "--steps", "12", "--no-weights"}).exitCode, 0);
        const auto run = QDir(library).entryList({"*.stepscope"}).front();
        const auto result =
            runProgram({"run", "--library", library, "--resume", run, "--force", "--out", path()});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("cannot be resumed: there is no checkpoint"),
                 qPrintable(result.errors));
    }

    void aTrainingStartsFromWeights()
    {
        const auto library = m_folder->filePath("runs");
        QCOMPARE(train({"--library", library, "--steps", "12"}).exitCode, 0);
        const auto weights = QDir(library).filePath(QDir(library).entryList({"*_cpu.safetensors"}).front());
        const auto result = train({"--weights", weights, "--steps", "5", "--force", "--no-keep"});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));

        const auto initial = m_folder->filePath("initial.safetensors");
        const auto second = m_folder->filePath("second");
        QVERIFY(QFile::copy(weights, initial));
        QCOMPARE(train({"--library", second, "--weights", initial, "--steps", "12", "--force"}).exitCode, 0);
        QVERIFY(QFile::remove(initial));
        const auto run = QDir(second).entryList({"*.stepscope"}).front();
        const auto resumed = runProgram(
            {"run", "--library", second, "--resume", run, "--steps", "20", "--force", "--out", path()});
        QVERIFY2(resumed.exitCode == 0, qPrintable(resumed.errors));

        const auto wrong =
            train({"--weights", "/nowhere.safetensors", "--steps", "5", "--force", "--no-keep"});
        QCOMPARE(wrong.exitCode, 2);
        QCOMPARE(wrong.errors,
                 "stepscope: /nowhere.safetensors does not exist; use --weights to name another.\n");
    }

    void whatDoesNotFitOnTheDiskIsLeftOutWhole()
    {
        QProcess process;
        process.setProcessEnvironment(environmentWithoutDisplay());
        process.setChildProcessModifier([] {
            const rlimit limit{2500, 2500};
            setrlimit(RLIMIT_FSIZE, &limit);
        });
        process.start(STEPSCOPE_PROGRAM, tiny + QStringList{"--out", path()});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("trace.json not written: "));
        QVERIFY(!QFile::exists(path("trace.json")));
        QCOMPARE(readExperiment(path("experiment.json").toStdString()).syntheticImages, 600);
        QVERIFY(QDir(path()).entryList({".*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

    void listsTheProcessor()
    {
        const auto result = runProgram({"devices", "--json"});
        QCOMPARE(result.exitCode, 0);
        const auto devices = QJsonDocument::fromJson(result.output.toUtf8()).array();
        QCOMPARE(devices[0].toObject()["id"].toString(), "cpu");
        QVERIFY(devices[0].toObject()["usable"].toBool());
        QVERIFY(!devices[0].toObject()["name"].toString().isEmpty());
        QVERIFY(runProgram({"devices"}).output.startsWith("cpu "));
    }

    void theSelfTestHolds()
    {
        const auto result = runProgram({"self-test"});
        QVERIFY2(result.exitCode == 0, qPrintable(result.output + result.errors));
        QVERIFY(!result.output.contains("FAILED"));
        QVERIFY(result.output.contains("ok      self times sum to 100 %"));
        QVERIFY(result.output.endsWith("All checks passed.\n"));
    }

private:
    QString path(const QString& name = {}) const
    {
        return m_folder->filePath("report") + (name.isEmpty() ? "" : "/" + name);
    }
    QByteArray read(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    ProgramResult train(const QStringList& more) const
    {
        return runProgram(tiny + more + QStringList{"--out", path()});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestTrainingCommand)
#include "test_training_command.moc"
