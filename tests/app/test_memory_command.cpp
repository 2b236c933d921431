#include "program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace stepscope::test;

namespace {

ProgramResult memory(const QString& arguments)
{
    return runProgram(("memory --dataset synthetic --network mlp " + arguments).split(' '));
}

QJsonObject jsonOf(const ProgramResult& result)
{
    return QJsonDocument::fromJson(result.output.toUtf8()).object();
}

} // namespace

/// `stepscope memory`.
class TestMemoryCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!hasEngine())
            QSKIP("needs the engine");
    }

    void aLargeBatchIsVerified()
    {
        const auto result = memory("--batch-sizes 64,512 --limit 0.01 --verify --json");
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        const auto json = jsonOf(result);
        const auto batches = json["batches"].toArray();
        QCOMPARE(batches.size(), 2);
        QVERIFY(batches[1].toObject()["peak_bytes"].toDouble() >
                batches[0].toObject()["peak_bytes"].toDouble());
        const auto verified = json["verified"].toObject();
        QCOMPARE(verified["batch_size"].toInt(), json["largest_batch"].toInt());
        const double measured = verified["peak_bytes"].toDouble();
        QVERIFY(measured > 0);
        QVERIFY(qAbs(verified["predicted_bytes"].toDouble() / measured - 1) < 0.1);
        QVERIFY(verified["predicted_bytes"].toDouble() <= 0.01e9);
        QCOMPARE(verified["failure"].toString(), "");
    }

    void theResultIsSaidInSentences()
    {
        const auto small = memory("--limit 0.001");
        QVERIFY2(small.output.contains("No batch fits in 0.001 GB."), qPrintable(small.output));
        const auto large = memory("--limit 4");
        QVERIFY2(large.output.contains("All 6,000 training samples fit in 4 GB."), qPrintable(large.output));
        const auto tested = memory("--limit 4 --test-batch-size 200");
        QVERIFY2(tested.output.contains("The test after each epoch is not included: its batches of up to 200 "
                                        "samples (--test-batch-size) may need more"),
                 qPrintable(tested.output));
    }

    void theSettingsCount()
    {
        const auto peak = [](const QString& more) {
            return jsonOf(memory("--json --batch-sizes 64 " + more))["batches"]
                .toArray()[0]
                .toObject()["peak_bytes"]
                .toDouble();
        };
        const double sgd = peak("--optimizer sgd --momentum 0");
        const double adam = peak("--optimizer adam");
        QVERIFY2(adam > sgd + 2 * 4 * 100'000, qPrintable(QString("%1, %2").arg(adam).arg(sgd)));
    }

    void wrongUseIsExplained()
    {
        QCOMPARE(memory("--batch-sizes 0").exitCode, 2);
        QCOMPARE(memory("--learning-rate -1").exitCode, 2);
        QCOMPARE(memory("--limit nan").errors,
                 "stepscope: --limit is nan, but must be 0.001 to 1,000,000.\n");
        QCOMPARE(runProgram({"memory", "--batch-sizes", ""}).errors,
                 "stepscope: --batch-sizes needs a value.\n");
        QCOMPARE(memory("--batch-sizes 1,,4").errors,
                 "stepscope: --batch-sizes is 1,,4; expected values between the commas.\n");
        QCOMPARE(memory("--batch-sizes 1,x").errors,
                 "stepscope: --batch-sizes is x, but must be 1 to 1,000,000.\n");
        const auto given = memory("--batch-size 7000");
        QCOMPARE(given.exitCode, 2);
        QVERIFY2(given.errors.contains("has only 6,000 training samples"), qPrintable(given.errors));
        const auto large = memory("--batch-sizes 64,7000");
        QCOMPARE(large.exitCode, 2);
        QVERIFY2(large.errors.contains("has only 6,000 training samples"), qPrintable(large.errors));
        for (const QString option :
             {"--epochs 2", "--steps 5", "--seconds 9", "--seed 3", "--profile-active 3", "--no-profile",
              "--schedule cosine", "--weights w.safetensors"}) {
            const auto useless = memory(option);
            QCOMPARE(useless.errors,
                     "stepscope: " + option.split(' ').first() +
                         " has no effect: it does not change the memory of a training step.\n");
            QCOMPARE(useless.exitCode, 2);
        }
        // Whether or not it is on this machine.
        const auto fetched = runProgram({"memory", "--dataset", "kmnist", "--batch-sizes", "64,100000"});
        QCOMPARE(fetched.exitCode, 2);
        QVERIFY2(fetched.errors.contains("the data set kmnist has only 60,000 training samples"),
                 qPrintable(fetched.errors));
        const auto result = memory("--device cuda:99");
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("cuda:99 is not available"), qPrintable(result.errors));
    }
};

QTEST_APPLESS_MAIN(TestMemoryCommand)
#include "test_memory_command.moc"
