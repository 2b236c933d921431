#include "core/report/environment_facts.h"

#include "core/report/lab_report.h"
#include "core/report/lab_tables.h"
#include "core/run/imported_facts.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace stepscope;

namespace {

/// An imported run whose file lists some GPUs, of which the first ones have work in it.
StoredRun importOf(const char* gpu, int listed, int used)
{
    StoredRun stored;
    stored.run.outcome = RunOutcome::Finished;
    stored.run.experiment.dataset.clear();
    for (int i = 0; i < listed; ++i)
        stored.environment.gpus.push_back({.name = gpu, .memoryBytes = int64_t(16) << 30});
    for (int i = 0; i < used; ++i)
        stored.run.trace.devices.push_back({.number = int16_t(i), .name = gpu});
    return stored;
}

QString factOf(const StoredRun& stored, const char* name)
{
    const auto facts = environmentFacts(stored);
    const auto found = std::ranges::find(facts, name, &EnvironmentFact::name);
    return found == facts.end() ? QString("?") : QString::fromStdString(found->text);
}

QString differencesOf(const StoredRun& a, const StoredRun& b)
{
    const std::array runs = {&a, &b};
    const std::array<std::string, 2> names = {"a", "b"};
    return QString::fromStdString(environmentDifferencesMarkdown(runs, names));
}

} // namespace

class TestEnvironmentFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gpusAreListedAndThoseWithWorkNamed()
    {
        const auto some = importOf("A100", 8, 1);
        QCOMPARE(factOf(some, "GPUs"), "8 × A100 (16.0 GiB)");
        QCOMPARE(factOf(some, "GPUs with recorded work"), "1 of 8 listed (cuda:0)");
        QCOMPARE(factOf(importOf("A100", 8, 0), "GPUs with recorded work"),
                 "none: the file has no device events");
        QCOMPARE(factOf(importOf("A100", 0, 0), "GPUs"), "");
        QCOMPARE(factOf(importOf("A100", 0, 0), "GPUs with recorded work"), "");
    }

    void ranksOfOneMachineDoNotCountAsSeveral()
    {
        LabReportInput input;
        for (int rank = 0; rank < 2; ++rank) {
            input.runs.push_back({.file = {}, .stored = importOf("A100", 0, 0), .name = "run", .color = ""});
            input.runs.back().stored.run.log.push_back(
                {.unixMs = 0, .level = LogLevel::Info, .text = rankSentence({rank, 2, "nccl"})});
        }
        QCOMPARE(environmentCount(input), size_t(1));
        input.runs[0].stored = importOf("A100", 1, 0);
        input.runs[1].stored = importOf("H100", 1, 0);
        QCOMPARE(environmentCount(input), size_t(2));
    }

    void aTrainingsGpusAreThoseOfItsMachine()
    {
        StoredRun training = importOf("A100", 2, 0);
        training.run.experiment.dataset = "mnist";
        QCOMPARE(factOf(training, "GPUs with recorded work"), "");
        training.environment.gpus.clear();
        training.environment.cpuModel = "EPYC";
        QCOMPARE(factOf(training, "GPUs"), "none");
    }

    void whatDiffersBetweenRunsIsOneTable()
    {
        auto a = importOf("A100", 8, 1);
        auto b = importOf("V100", 8, 1);
        a.run.log.push_back({.unixMs = 0, .level = LogLevel::Info, .text = rankSentence({3, 8, "nccl"})});
        const QString text = differencesOf(a, b);
        QVERIFY2(text.contains("\n\n| | a | b |\n| --- | --- | --- |\n"
                               "| GPUs | 8 × A100 (16.0 GiB) | 8 × V100 (16.0 GiB) |\n"
                               "| Distributed run | rank 3 of 8 (NCCL) | – |\n"),
                 qPrintable(text));
        b.environment.engine.version = "2.4.0";
        QVERIFY(differencesOf(a, b).contains("| Framework | – | LibTorch 2.4.0 |"));
        QCOMPARE(differencesOf(a, a), "");
    }
};

QTEST_GUILESS_MAIN(TestEnvironmentFacts)
#include "test_environment_facts.moc"
