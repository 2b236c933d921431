#include "program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace stepscope::test;

/// Runs in the library, with the program's commands.
class TestRunsCommands : public QObject
{
    Q_OBJECT

private:
    static QStringList tiny(const QString& command)
    {
        return QString(command +
                       " --dataset synthetic --synthetic-images 600 --network mlp --width 16 "
                       "--test-batch-size 100 --profile-wait 1 --profile-warmup 1 --profile-active 20")
            .split(' ');
    }

    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString library() const { return path("library"); }

    QString keepRun(const QStringList& more, const QString& out) const
    {
        const auto before = runs();
        const auto result =
            runProgram(tiny("run") + more + QStringList{"--library", library(), "--out", path(out)});
        if (result.exitCode != 0)
            return {};
        for (const auto& name : runs()) {
            if (!before.contains(name))
                return name;
        }
        return {};
    }

    QStringList runs() const { return QDir(library()).entryList({"*.stepscope"}); }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void anEmptyLibrarySaysHowToMakeARun()
    {
        const auto missing = runProgram({"runs", "--library", library()});
        QCOMPARE(missing.exitCode, 2);
        QCOMPARE(missing.errors,
                 QString("stepscope: The folder %1 does not exist. Specify a folder with runs, or create it "
                         "with a run: `stepscope run --library %1 --out report`.\n")
                     .arg(library()));
        QCOMPARE(runProgram({"runs", "--library", library(), "--json"}).exitCode, 2);
        QDir().mkpath(library());
        const auto empty = runProgram({"runs", "--library", library()});
        QCOMPARE(empty.exitCode, 0);
        QVERIFY(empty.output.contains("There are no runs in"));
    }

    void theListHasNoAccuracyIfNoRunHas()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        const auto train = [&](const QString& network, const QStringList& more = {}) {
            const auto result = runProgram(
                QString(
                    "run --dataset synthetic --synthetic-images 60 --batch-size 20 --epochs 1 --network %1 "
                    "--library %2 --force --out %3")
                    .arg(network, library(), path(network))
                    .split(' ') +
                more);
            QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        };
        const auto header = [&] {
            return runProgram({"runs", "--library", library()}).output.section('\n', 0, 0).simplified();
        };
        train("autoencoder");
        QCOMPARE(header(), "name outcome batch device duration speed started");
        train("mlp");
        QCOMPARE(header(), "name outcome batch device accuracy duration speed started");
        train("mlp", {"--validation-share", "0.5"});
        QCOMPARE(header(), "name outcome batch device accuracy validation duration speed started");
        const auto json =
            QJsonDocument::fromJson(runProgram({"runs", "--library", library(), "--json"}).output.toUtf8())
                .array();
        QCOMPARE(json.size(), 3);
        QVERIFY(json[0].toObject()["validation_accuracy"].isDouble());
        QVERIFY(json[0].toObject()["validation_loss"].isDouble());
        QVERIFY(json[1].toObject()["validation_loss"].isNull());

        const auto file = [&](int run) { return json[run].toObject()["file"].toString(); };
        const auto shown = runProgram({"show", file(0)}).output;
        const QRegularExpression epoch(
            "\\n  epoch 1: Validation loss [0-9.]+, accuracy [0-9.]+ %; Test set: ");
        QVERIFY2(shown.contains(epoch), qPrintable(shown));
        QVERIFY(runProgram({"show", file(1)}).output.contains("\n  epoch 1: Test set: "));
        const auto latex = [&](int run) {
            return runProgram({"export", file(run), "--what", "epochs", "--format", "latex"}).output;
        };
        QVERIFY2(latex(0).contains("validation\\_accuracy"), qPrintable(latex(0)));
        QVERIFY2(latex(1).contains("test\\_accuracy") && !latex(1).contains("validation"),
                 qPrintable(latex(1)));
    }

    void runsAreKeptListedShownComparedAndExported()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        const auto first = keepRun({"--batch-size", "20"}, "a");
        const auto second = keepRun({"--batch-size", "60"}, "b");
        QVERIFY(!first.isEmpty() && !second.isEmpty());
        QVERIFY(QDir(library()).entryList({"*-wal", "*-shm"}).isEmpty());

        const auto list = runProgram({"runs", "--library", library(), "--json"});
        const auto json = QJsonDocument::fromJson(list.output.toUtf8()).array();
        QCOMPARE(json.size(), 2);
        QCOMPARE(json[0].toObject()["batch_size"].toInt(), 60);
        QCOMPARE(json[1].toObject()["outcome"].toString(), "finished");
        QCOMPARE(json[1].toObject()["steps"].toInt(), 30);

        const auto shown = runProgram({"show", first, "--library", library()});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY2(shown.output.contains("batch size 20") && shown.output.contains("aten::addmm"),
                 qPrintable(shown.output));
        QVERIFY(!shown.output.contains("Guided analysis"));
        const auto advised = runProgram({"show", first, "--library", library(), "--advice"});
        QCOMPARE(advised.exitCode, 0);
        QVERIFY2(advised.output.contains("\nGuided analysis\n") &&
                     advised.output.contains(": Data loading\n") &&
                     advised.output.contains("Stepscope's threshold: at most 5 %"),
                 qPrintable(advised.output));

        const auto compared = runProgram({"compare", first, second, "--library", library(), "--csv"});
        QCOMPARE(compared.exitCode, 0);
        QVERIFY2(compared.output.count('\n') > 10, qPrintable(compared.output));
        const auto operators = [&](const char* form) {
            return runProgram({"compare", first, second, "--library", library(), "--operators", form}).output;
        };
        QVERIFY(operators("--csv").contains("\naten::addmm,operator,Forward,"));
        QVERIFY(operators("--markdown").contains("\nOperators with smaller differences, left out: "));

        const auto settings =
            runProgram({"compare", first, second, "--library", library(), "--settings", "--csv"}).output;
        QVERIFY2(settings.contains("\nbatch size 20,1,") && settings.contains("\nbatch size 60,1,"),
                 qPrintable(settings));
        QFile::copy(library() + "/" + first, path("copy.stepscope"));
        const auto twice = runProgram({"compare", first, path("copy.stepscope"), second, "--library",
                                       library(), "--settings", "--csv"});
        QVERIFY2(twice.errors.contains("These runs are named more than once"), qPrintable(twice.errors));
        QVERIFY2(twice.output.contains("\nbatch size 20,1,"), qPrintable(twice.output));

        const auto exported = runProgram({"export", first, "--library", library(), "--out", path("again")});
        QVERIFY2(exported.exitCode == 0, qPrintable(exported.errors));
        for (const char* name :
             {"metrics.csv", "epochs.csv", "experiment.json", "trace.json", "environment.json"}) {
            QFile before(path(QString("a/%1").arg(name)));
            QFile after(path(QString("again/%1").arg(name)));
            QVERIFY(before.open(QIODevice::ReadOnly) && after.open(QIODevice::ReadOnly));
            if (QString(name).endsWith(".csv") || QString(name) == "experiment.json")
                QCOMPARE(after.readAll(), before.readAll());
        }
    }

    void onePartOfARunIsExported()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        const auto run = keepRun({}, "a");
        const auto part = [&](const QStringList& more) {
            return runProgram(QStringList{"export", run, "--library", library(), "--what"} + more);
        };
        for (const char* name : {"metrics", "epochs", "operators", "samples"}) {
            QFile file(path(QString("a/%1.csv").arg(name)));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(part({name}).output.toUtf8(), file.readAll());
        }
        QVERIFY(QJsonDocument::fromJson(part({"trace"}).output.toUtf8()).isObject());
        QVERIFY(QJsonDocument::fromJson(part({"environment"}).output.toUtf8()).isObject());
        QVERIFY(part({"graph"}).output.startsWith("digraph"));
        QVERIFY(part({"log"}).output.contains("Training mlp"));
        QVERIFY(part({"steps"}).output.startsWith("step,"));
        QVERIFY(part({"calls"}).output.startsWith("depth,name,"));
        QVERIFY(part({"folded"}).output.contains("Backward;"));
        QVERIFY(part({"callgrind"}).output.startsWith("# callgrind format"));
        QVERIFY(QJsonDocument::fromJson(part({"speedscope"}).output.toUtf8()).isObject());
        for (const char* name : {"pprof", "tensorboard"}) { // bytes, not text
            const auto file = path(name);
            QCOMPARE(part({name, "--out", file}).exitCode, 0);
            QVERIFY(QFileInfo(file).size() > 200);
        }

        const auto operators =
            QJsonDocument::fromJson(part({"operators", "--format", "json"}).output.toUtf8()).object();
        QVERIFY(operators["rows"].toArray()[0].toObject()["calls"].toInt() > 0);
        QVERIFY(part({"epochs", "--format", "markdown"}).output.startsWith("| epoch |"));
        QVERIFY(part({"calls", "--format", "latex"}).output.contains("\\begin{longtable}{rl"));
        QCOMPARE(part({"epochs", "--format", "csv"}).output, part({"epochs"}).output);

        const auto copy = path("copy.stepscope");
        QCOMPARE(part({"run", "--out", copy}).exitCode, 0);
        QCOMPARE(runProgram({"export", copy, "--what", "metrics"}).output, part({"metrics"}).output);

        const auto file = path("experiment.json");
        QCOMPARE(part({"experiment", "--out", file}).exitCode, 0);
        QVERIFY(QFile::exists(file));
        const auto again = part({"experiment", "--out", file});
        QCOMPARE(again.exitCode, 2);
        QVERIFY2(again.errors.contains("already exists"), qPrintable(again.errors));
        QCOMPARE(part({"experiment", "--out", file, "--force"}).exitCode, 0);

        const auto unprofiled = tiny("run").first(tiny("run").indexOf("--profile-wait"));
        const QStringList options = {"--no-profile", "--library", library(), "--out", path("b")};
        QCOMPARE(runProgram(unprofiled + options).exitCode, 0);
        const auto bare = runs().front() == run ? runs().back() : runs().front();
        const auto none = runProgram({"export", bare, "--library", library(), "--what", "trace"});
        QCOMPARE(none.exitCode, 1);
        QVERIFY2(none.errors.contains("has no trace"), qPrintable(none.errors));
    }

    void aRunNeedNotBeKept()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        QVERIFY(keepRun({"--no-keep"}, "a").isEmpty());
        QVERIFY(QFile::exists(path("a/metrics.csv")));
    }

    void aLibraryThatCannotBeWrittenCostsTheRunFileAlone()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        QVERIFY(QFile(library()).open(QIODevice::WriteOnly)); // a file where the folder should be
        const auto result = runProgram(tiny("run") + QStringList{"--library", library(), "--out", path("a")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("This run is not saved."), qPrintable(result.errors));
        QVERIFY(QFile::exists(path("a/metrics.csv")));
    }

    void aSweepGoesOnWhereItWasAndRecordsWhatFails()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        const auto sweep = tiny("sweep") + QStringList{"--axis",        "device=cpu,cuda:97",
                                                       "--batch-sizes", "20,60",
                                                       "--steps",       "25",
                                                       "--out",         path("sweep")};
        const auto first = runProgram(sweep);
        QCOMPARE(first.exitCode, 1); // two points have no device
        const QDir folder(path("sweep/runs"));
        QCOMPARE(folder.entryList({"0*.stepscope"}).size(), 4);
        QVERIFY(first.errors.contains("will fail"));
        QVERIFY(QFile::exists(path("sweep/comparison.csv")));
        QVERIFY2(first.output.contains("failed"), qPrintable(first.output));

        const auto done = folder.entryInfoList({"0002*"}).value(0);
        const auto written = done.lastModified();
        QVERIFY(QFile::remove(folder.entryInfoList({"0001*"}).value(0).filePath()));
        const auto second = runProgram(sweep);
        QVERIFY(second.errors.contains("Run 1 of 4"));
        QVERIFY(!second.errors.contains("Run 2 of 4"));
        QCOMPARE(QFileInfo(done.filePath()).lastModified(), written);
        QCOMPARE(folder.entryList({"0*.stepscope"}).size(), 4);
    }

    /// Without a display the window cannot open, but the run has been found before that.
    void theWindowOpensARunByItsName()
    {
        const QString run = keepRun({}, "report");
        QVERIFY(!run.isEmpty());
        auto environment = environmentWithoutDisplay();
        environment.insert("STEPSCOPE_LIBRARY", library());
        const auto found = runProgram({"open", QFileInfo(run).completeBaseName()}, {}, environment);
        QCOMPARE(found.exitCode, 1);
        QVERIFY2(found.errors.contains("`stepscope run --out report`"), qPrintable(found.errors));
        const auto missing = runProgram({"open", "nobody"}, {}, environment);
        QCOMPARE(missing.exitCode, 2);
        QVERIFY2(missing.errors.contains(library()), qPrintable(missing.errors));
    }

    void whatIsWrongIsOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        QTest::newRow("show nothing") << QStringList{"show"} << "Specify the run";
        QTest::newRow("show both") << QStringList{"show", "a", "--json", "--advice"}
                                   << "cannot be used together";
        QTest::newRow("show nobody") << QStringList{"show", "nobody"} << "There is no run nobody";
        QTest::newRow("open nobody") << QStringList{"open", "nobody"} << "There is no run nobody";
        QTest::newRow("open a missing file") << QStringList{"open", "/nowhere/trace.json"}
                                             << "There is no run /nowhere/trace.json: neither a file";
        QTest::newRow("open nothing") << QStringList{"open", ""} << "Specify the run";
        QTest::newRow("compare one") << QStringList{"compare", "a"} << "Specify two or more runs";
        QTest::newRow("slower by what")
            << QStringList{"compare", "a", "b", "--fail-if-slower", "much"} << "--fail-if-slower is much";
        QTest::newRow("the same within what")
            << QStringList{"compare", "a", "b", "--same-within", "101%"} << "--same-within is 101%";
        QTest::newRow("unclear without a limit")
            << QStringList{"compare", "a", "b", "--fail-if-unclear"} << "--fail-if-slower";
        QTest::newRow("export nowhere") << QStringList{"export", "a"} << "--out is missing";
        QTest::newRow("export of no part")
            << QStringList{"export", "a", "--what", "colour"} << "--what is colour";
        QTest::newRow("export of no table")
            << QStringList{"export", "a", "--what", "trace", "--format", "json"}
            << "--format applies only to tables";
        QTest::newRow("export as what") << QStringList{"export", "a", "--what", "epochs", "--format", "xml"}
                                        << "--format is xml; allowed: csv";
        QTest::newRow("format of what") << QStringList{"export", "a", "--format", "json"} << "needs a table";
        QTest::newRow("run file nowhere")
            << QStringList{"export", "a", "--what", "run"} << "--out is missing";
        QTest::newRow("sweep nowhere") << QStringList{"sweep", "--batch-sizes", "1,2"} << "--out is missing";
        QTest::newRow("sweep of a bad value")
            << QStringList{"sweep", "--batch-sizes", "1,0", "--out", "x"} << "batch-size is 0";
        QTest::newRow("sweep of no field")
            << QStringList{"sweep", "--axis", "colour=red", "--out", "x"} << "There is no setting colour.";
        QTest::newRow("axis without values")
            << QStringList{"sweep", "--axis", "threads", "--out", "x"} << "--axis is threads";
    }
    void whatIsWrongIsOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        const auto result = runProgram(arguments, m_folder->path());
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(part), qPrintable(result.errors));
        QCOMPARE(result.errors.count('\n'), 1);
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestRunsCommands)
#include "test_runs_commands.moc"
