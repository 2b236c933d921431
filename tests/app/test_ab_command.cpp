#include "core/machine/environment.h"
#include "program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope::test;

namespace {

const QStringList tinyMlp = {"--network",          "mlp", "--dataset", "synthetic",
                             "--synthetic-images", "640", "--threads", "2"};

QJsonArray arrayOf(const QString& text)
{
    return QJsonDocument::fromJson(text.toUtf8()).array();
}

} // namespace

/// `stepscope ab` and `stepscope advise`.
class TestAbCommand : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static void write(const QString& path, const QByteArray& content)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }

    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!hasEngine())
            QSKIP("needs the engine");
    }

    void aFileThatCannotBeWrittenIsRefusedAtTheStart()
    {
        const auto result = runProgram(QStringList{"ab"} + tinyMlp +
                                       QStringList{"--change", "threads=1", "--time", "3600", "--csv",
                                                   m_folder.filePath("missing/ab.csv")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("missing does not exist"), qPrintable(result.errors));
    }

    void measuresBoth()
    {
        const QString file = m_folder.filePath("ab.csv");
        write(file, "an older result");
        const auto result = runProgram(QStringList{"ab"} + tinyMlp +
                                       QStringList{"--change", "threads=1", "--within", "50", "--time", "120",
                                                   "--json", "--csv", file, "--force"});
        QCOMPARE(result.exitCode, 0);
        const auto row = arrayOf(result.output).at(0).toObject();
        QCOMPARE(row["a"].toString(), "A, threads 2");
        QCOMPARE(row["b"].toString(), "B, threads 1");
        QVERIFY(row["pairs"].toInt() >= 3);
        QVERIFY(row["times_as_fast"].toDouble() > 0.0);
        QCOMPARE(row["b_experiment"].toObject()["threads"].toInt(), 1);
        QVERIFY(contentOf(file).startsWith("a,b,pairs,"));
        QCOMPARE(contentOf(file).count('\n'), 2);
    }

    void printsWhichIsFasterAndTheLoss()
    {
        const auto result =
            runProgram(QStringList{"ab"} + tinyMlp +
                       QStringList{"--change", "threads=1", "--within", "50", "--time", "120"});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.startsWith("Experiment "), qPrintable(result.output));
        QVERIFY(result.output.contains("\nB, threads 1 "));
        QVERIFY(result.output.contains(" times as fast"));
        QVERIFY(result.output.contains("\nLoss after the same "));
        QVERIFY(result.output.contains(" pairs of blocks, "));
    }

    void refusesWithOneSentence_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("nothing changed") << "ab"
                                         << "Specify what is different in B";
        QTest::newRow("no such setting") << "ab --change colour=red"
                                         << "There is no setting colour.";
        QTest::newRow("misspelt setting") << "ab --change learning_rat=1"
                                          << "There is no setting learning_rat; did you mean learning-rate?";
        QTest::newRow("an underscore instead of a dash")
            << "ab --change learning_rate=-1"
            << "stepscope: learning_rate is -1, but must be above 0";
        QTest::newRow("no value") << "ab --change threads"
                                  << "--change is threads; expected a setting and its value";
        QTest::newRow("not allowed") << "ab --change threads=-1"
                                     << "threads is -1";
        QTest::newRow("more parts than samples")
            << "ab --change accumulation=128"
            << "The accumulation is 128, but the batch size is 64: each part of a batch has at least one "
               "sample.";
        QTest::newRow("the same") << "ab --change threads=0"
                                  << "A and B are the same";
        QTest::newRow("the same in another spelling") << "ab --augmentation none --change augmentation="
                                                      << "A and B are the same";
        QTest::newRow("of no effect")
            << "ab --change profile=false"
            << "--change profile has no effect: an A/B test trains without the profiler.";
        QTest::newRow("a schedule")
            << "ab --change schedule=cosine"
            << "--change schedule has no effect: in an A/B test the learning rate is constant. Compare "
               "schedules in a sweep.";
        QTest::newRow("a schedule beside another change")
            << "ab --change batch-size=32 --change schedule=cosine"
            << "--change schedule has no effect: in an A/B test the learning rate is constant. Compare "
               "schedules in a sweep.";
        QTest::newRow("test batches")
            << "ab --change test-batch-size=10"
            << "--change test-batch-size has no effect: an A/B test measures training steps alone.";
        QTest::newRow("the order of channels for linear layers")
            << "ab --network mlp --change channels-last=true"
            << "--change channels-last has no effect: it is used only with data sets of images and networks "
               "other than mlp and autoencoder.";
        const QString processors = QString::number(stepscope::availableProcessors());
        QTest::newRow("the number of threads that 0 means")
            << "ab --change threads=" + processors
            << "A and B are the same: on this machine, 0 threads means " + processors + ".";
        QTest::newRow("of another optimizer")
            << "ab --change momentum=0.9"
            << "--change momentum has no effect: it is used only with the optimizers sgd and rmsprop.";
        QTest::newRow("an option that neither uses")
            << "ab --dataset synthetic --momentum 0.9 --change batch-size=32"
            << "--momentum has no effect: it is used only with the optimizers sgd and rmsprop.";
        const auto withoutEffect = [](const QString& option, const QString& reason) {
            QTest::newRow(qPrintable(option)) << "ab --dataset synthetic --change batch-size=32 " + option
                                              << option.split(' ').first() + " has no effect: " + reason;
        };
        for (const char* option : {"--steps 5", "--epochs 2", "--seconds 9"})
            withoutEffect(option, "an A/B test trains until it ends.");
        for (const char* option : {"--profile-active 3", "--no-profile"})
            withoutEffect(option, "an A/B test trains without the profiler.");
        withoutEffect("--schedule cosine",
                      "in an A/B test the learning rate is constant. Compare schedules in a sweep.");
        QTest::newRow("trust without a model")
            << "ab --dataset synthetic --trust-model --change batch-size=32"
            << "--trust-model has no effect: it is used only with the network torchscript.";
        QTest::newRow("a library without a run")
            << "ab --dataset synthetic --library x --change batch-size=32"
            << "--library requires --run.";
        QTest::newRow("one of two has an effect") << "ab --change batch-size=8 --change copy-batches=true"
                                                  << "--change copy-batches has no effect";
        QTest::newRow("batch too large")
            << "ab --dataset synthetic --synthetic-images 100 --change batch-size=200"
            << "200";
        QTest::newRow("output without measuring")
            << "advise x --csv y"
            << "--time, --out, --json, --csv and --force need --measure.";
        QTest::newRow("time without measuring") << "advise x --time 5"
                                                << "--time, --out, --json, --csv and --force need --measure.";
        QTest::newRow("replacing without measuring")
            << "advise x --force"
            << "--time, --out, --json, --csv and --force need --measure.";
        QTest::newRow("replacing no file of advice") << "advise x --measure --force"
                                                     << "--force has no effect without --out or --csv.";
        QTest::newRow("replacing no file") << "ab --change batch-size=32 --force"
                                           << "--force requires --csv.";
        QTest::newRow("no time") << "ab --change batch-size=32 --time nan"
                                 << "--time is nan, but must be 1 to 1,000,000.";
        QTest::newRow("no precision") << "ab --change batch-size=32 --within 0"
                                      << "--within is 0, but must be 0.01 to 100.";
        QTest::newRow("twice") << "ab --change threads=1 --change threads=2"
                               << "--change names threads twice.";
        QTest::newRow("data of no use") << "ab --dataset synthetic --change data=/nowhere"
                                        << "it is used only with data sets that have files.";
    }

    void refusesWithOneSentence()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, sentence);
        const auto result = runProgram(arguments.split(' '));
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.output, "");
        QVERIFY2(result.errors.contains(sentence), qPrintable(result.errors));
        QCOMPARE(result.errors.count('\n'), 1);
    }

    void filesThatAreReadAreNotReplaced()
    {
        const QString file = m_folder.filePath("a.json");
        QFile experiment(file);
        QVERIFY(experiment.open(QIODevice::WriteOnly));
        experiment.write(R"({"dataset": "synthetic", "network": "mlp"})");
        experiment.close();
        const auto tested = runProgram({"ab", file, "--change", "threads=1", "--csv", file});
        QCOMPARE(tested.exitCode, 2);
        QCOMPARE(tested.errors,
                 "stepscope: " + file + " is read by this command: name another file for the result.\n");
        const QString trace = m_folder.filePath("trace.json");
        QVERIFY(QFile::copy(file, trace));
        for (const char* option : {"--out", "--csv"}) {
            const auto advised = runProgram({"advise", trace, "--measure", option, trace});
            QCOMPARE(advised.exitCode, 2);
            QVERIFY2(advised.errors.contains("is read by this command"), qPrintable(advised.errors));
        }
        const auto both = runProgram({"advise", trace, "--measure", "--out", "x", "--csv", "x"});
        QCOMPARE(both.exitCode, 2);
        QVERIFY2(both.errors.contains("--out and --csv name the same file."), qPrintable(both.errors));
        QVERIFY(!QFile::exists("x"));
    }

    void existingFilesAreReplacedOnlyWhenAsked()
    {
        const QString older = m_folder.filePath("older");
        write(older, "an older result");
        const QString trace = m_folder.filePath("any.json");
        write(trace, "{}");
        const QStringList advise{"advise", trace, "--measure"};
        for (const QStringList& arguments :
             {QStringList{"ab"} + tinyMlp + QStringList{"--change", "threads=1", "--csv", older},
              advise + QStringList{"--out", older}, advise + QStringList{"--csv", older}}) {
            const auto result = runProgram(arguments);
            QCOMPARE(result.errors,
                     "stepscope: " + older +
                         " already exists; name another file, or use --force to replace it.\n");
            QCOMPARE(result.exitCode, 2);
            QCOMPARE(result.output, "");
            QCOMPARE(contentOf(older), QByteArray("an older result"));
        }
    }

    void adviceIsMeasured()
    {
        const QString library = m_folder.filePath("library");
        const auto trained =
            runProgram(QStringList{"run"} + tinyMlp +
                       QStringList{"--optimizer-form", "pytorch", "--steps", "80", "--library", library,
                                   "--out", m_folder.filePath("report")});
        QCOMPARE(trained.exitCode, 0);
        const auto runs = arrayOf(runProgram({"runs", "--library", library, "--json"}).output);
        QCOMPARE(runs.size(), 1);
        const QString run = runs.at(0).toObject()["file"].toString();
        const auto unchanged = runProgram({"ab", "--run", run, "--change", "batch-size=64"});
        QCOMPARE(unchanged.exitCode, 2);
        QVERIFY2(unchanged.errors.startsWith("stepscope: A and B are the same") &&
                     unchanged.errors.count('\n') == 1, // without a note about the run's events
                 qPrintable(unchanged.errors));
        const QString out = m_folder.filePath("fastest.json");
        write(out, "an older result");
        const auto advice = runProgram({"advise", run, "--library", library});
        QCOMPARE(advice.exitCode, 0);
        QVERIFY(advice.output.startsWith("Guided analysis\n"));
        const auto measured = runProgram(
            {"advise", run, "--library", library, "--measure", "--time", "30", "--out", out, "--force"});
        QVERIFY2(measured.exitCode == 0, qPrintable(measured.errors));
        QVERIFY2(measured.output.startsWith("1/"), qPrintable(measured.output));
        QVERIFY2(measured.errors.contains(measured.output.contains("; kept") ? "The fastest experiment is in "
                                                                             : "No change was kept, so "),
                 qPrintable(measured.errors));
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(file.readAll()).object()["network"].toString(), "mlp");
    }
};

QTEST_GUILESS_MAIN(TestAbCommand)
#include "test_ab_command.moc"
