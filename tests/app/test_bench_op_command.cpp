#include "program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope::test;

namespace {

ProgramResult bench(const QString& arguments)
{
    return runProgram(("bench-op " + arguments + " --seconds 0.02").split(' '));
}

} // namespace

/// `stepscope bench-op`.
class TestBenchOpCommand : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase()
    {
        if (!hasEngine())
            QSKIP("needs the engine");
    }

    void measuresEachSizeWithEachSetting()
    {
        if (qEnvironmentVariableIntValue("OMP_THREAD_LIMIT") == 1)
            QSKIP("OpenMP may not start threads, as with the thread sanitizer.");
        const QString file = m_folder.filePath("times.csv");
        const auto result = bench("mm NxN NxM --range N=4,8 --range M=2 --threads 1,2 --json --csv " + file);
        QCOMPARE(result.errors, "");
        QCOMPARE(result.exitCode, 0);
        QStringList calls;
        for (const auto& row : QJsonDocument::fromJson(result.output.toUtf8()).array())
            calls += QString("%1 %2")
                         .arg(row.toObject()["call"].toString())
                         .arg(row.toObject()["threads"].toInt());
        QCOMPARE(calls, QStringList({"mm 4x4 4x2 1", "mm 4x4 4x2 2", "mm 8x8 8x2 1", "mm 8x8 8x2 2"}));
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count('\n'), 5);
    }

    void anExistingFileIsReplacedOnlyWhenAsked()
    {
        const QString path = m_folder.filePath("older.csv");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write("an older result");
        file.close();
        const auto refused = bench("mm 2x2 2x2 --csv " + path);
        QCOMPARE(refused.errors, "stepscope: " + path +
                                     " already exists; name another file, or use --force to replace it.\n");
        QCOMPARE(refused.exitCode, 2);
        QCOMPARE(refused.output, "");
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("an older result"));
        file.close();
        QCOMPARE(bench("mm 2x2 2x2 --force --csv " + path).exitCode, 0);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 2);
        const auto alone = bench("mm 2x2 2x2 --force");
        QCOMPARE(alone.errors, "stepscope: --force requires --csv.\n");
        QCOMPARE(alone.exitCode, 2);
    }

    void theCallMayFollowTheOptions()
    {
        for (const char* arguments :
             {"--threads 1,2 mm 2x2 2x2", "--range N=2 mm NxN NxN", "--device cpu mm 2x2 2x2",
              "--dtype float32 mm 2x2 2x2", "--layout contiguous mm 2x2 2x2"}) {
            const auto result = bench(QString("--json ") + arguments);
            QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
            const auto rows = QJsonDocument::fromJson(result.output.toUtf8()).array();
            QCOMPARE(rows[0].toObject()["call"].toString(), "mm 2x2 2x2");
        }
    }

    void printsATable()
    {
        const auto result = bench("mm 50x40 40x30 --threads 1");
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.startsWith("Call "), qPrintable(result.output));
        QVERIFY(result.output.contains("\nmm 50x40 40x30 "));
        QVERIFY(result.output.contains("FLOP/s"));
        QVERIFY(result.output.contains("Measured on cpu with 1 thread."));
    }

    void measuresTheShapesOfARun()
    {
        const QString library = m_folder.filePath("library");
        const auto trained = runProgram(
            QString("run --dataset synthetic --synthetic-images 600 --network mlp --width 16 --batch-size 20 "
                    "--profile-wait 1 --profile-warmup 1 --profile-active 5 --library %1 --out %2")
                .arg(library, m_folder.filePath("report"))
                .split(' '));
        QCOMPARE(trained.exitCode, 0);
        const QString run = runProgram({"runs", "--library", library, "--json"}).output;
        const QString name = QJsonDocument::fromJson(run.toUtf8()).array()[0].toObject()["name"].toString();
        QVERIFY2(!name.isEmpty(), qPrintable(run));
        const auto result = bench(QString("addmm --run %1 --library %2 --json").arg(name, library));
        QCOMPARE(result.errors, "");
        const auto rows = QJsonDocument::fromJson(result.output.toUtf8()).array();
        QStringList calls;
        for (const auto& row : rows)
            calls += row.toObject()["call"].toString();
        QVERIFY2(calls.contains("addmm 16 20x784 784x16"), qPrintable(calls.join('\n')));
        QVERIFY(bench(QString("sort --run %1 --library %2").arg(name, library))
                    .errors.contains("has no calls of aten::sort"));
    }

    void wrongCallsGetOneSentence_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no operator") << ""
                                     << "Specify an operator and the shapes" << 2;
        QTest::newRow("unknown") << "nosuch 3x3"
                                 << "LibTorch has no operator aten::nosuch." << 2;
        QTest::newRow("missing tensor") << "mm 5x5"
                                        << "The operator aten::mm cannot be called like this" << 2;
        QTest::newRow("letter") << "mm NxN NxN"
                                << "The dimension N has no size" << 2;
        QTest::newRow("other letter") << "mm 2x2 2x2 --range N=3"
                                      << "has no dimension N" << 2;
        QTest::newRow("bad range") << "mm NxN NxN --range N=a"
                                   << "is not a range of sizes" << 2;
        QTest::newRow("bad name") << "m/m 3"
                                  << "is not the name of an operator" << 2;
        QTest::newRow("empty device") << "mm 2x2 2x2 --device cpu,,cpu"
                                      << "--device is cpu,,cpu; expected values between the commas." << 2;
        QTest::newRow("empty number of threads")
            << "mm 2x2 2x2 --threads 1, --threads 2"
            << "--threads is 1,; expected values between the commas." << 2;
        QTest::newRow("empty type") << "mm 2x2 2x2 --dtype ,float32"
                                    << "--dtype is ,float32; expected values between the commas." << 2;
        QTest::newRow("empty layout") << "mm 2x2 2x2 --layout ,"
                                      << "--layout is ,; expected values between the commas." << 2;
        QTest::newRow("bad type") << "mm 2x2 2x2 --dtype float8"
                                  << "float8" << 2;
        QTest::newRow("device") << "mm 2x2 2x2 --device cuda:7"
                                << "The device cuda:7 is not available" << 1;
        QTest::newRow("no device") << "mm 2x2 2x2 --device gpu"
                                   << "--device is \"gpu\", but must be cpu or cuda:N." << 2;
        QTest::newRow("sizes twice") << "mm NxN NxN --range N=2 --range N=3"
                                     << "the dimension N already has sizes" << 2;
        QTest::newRow("top of no run") << "mm 2x2 2x2 --top 3"
                                       << "--top needs --run" << 2;
        QTest::newRow("no number") << "mm 2x2 2x2 --seconds nan"
                                   << "--seconds is nan, but must be 0.01 to 3,600." << 2;
        QTest::newRow("no folder") << "mm 2x2 2x2 --csv /nowhere/a.csv"
                                   << "Cannot write /nowhere/a.csv" << 1;
        QTest::newRow("shapes of a run") << "mm 2x2 --run x"
                                         << "omit the shapes" << 2;
    }

    void wrongCallsGetOneSentence()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, sentence);
        QFETCH(int, exitCode);
        const bool hasTime = arguments.contains("--seconds");
        const auto result = hasTime ? runProgram(("bench-op " + arguments).split(' '))
                                    : bench(arguments.isEmpty() ? "--json" : arguments);
        QCOMPARE(result.output, "");
        QVERIFY2(result.errors.contains(sentence), qPrintable(result.errors));
        QCOMPARE(result.exitCode, exitCode);
        QCOMPARE(result.errors.count('\n'), 1);
    }
};

QTEST_APPLESS_MAIN(TestBenchOpCommand)
#include "test_bench_op_command.moc"
