#include "core/exchange/environment_text.h"
#include "core/exchange/rank_tables.h"
#include "core/machine/environment.h"
#include "core/run/imported_facts.h"
#include "tests/core/trace/trace_text.h"

#include <nlohmann/json.hpp>

#include <QStringList>
#include <QTest>

using namespace stepscope;

namespace {

Run importedRun()
{
    Run run;
    run.outcome = RunOutcome::Finished;
    run.experiment.dataset.clear();
    test::appendEvents(run.trace, "aten::mm 0-1000\n");
    run.trace.steps.push_back({7, 0, 2'000, EventId(0), run.trace.endEvent(), StepPhase::Active});
    return run;
}

} // namespace

/// The environment and the rank of an imported run as files.
class TestImportFactsFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofAnImportedRunOnlyTheGpusAreKnown()
    {
        Run run = importedRun();
        run.trace.devices.push_back({.number = 3, .name = "A100"});
        Environment environment;
        QCOMPARE(environmentText(run, environment), std::string());
        environment.gpus.push_back({.name = "A100", .memoryBytes = 1 << 30});
        environment.gpus.push_back({.name = "A100"});
        const auto text = environmentText(run, environment);
        const auto json = nlohmann::json::parse(text);
        QCOMPARE(json["gpus"].size(), size_t(2));
        QVERIFY(json["gpus"][0]["memory_bytes"].is_number() && json["gpus"][1]["memory_bytes"].is_null());
        QCOMPARE(json["gpus_with_recorded_work"], nlohmann::json({3}));
        for (const char* unknown : {"cpu_model", "processors", "memory_bytes", "operating_system"})
            QVERIFY2(json.at(unknown).is_null(), unknown);
        QVERIFY(json["engine"]["libtorch"].is_null());
        QVERIFY(json["distributed"]["rank"].is_null());
        QCOMPARE(environmentFromJson(text).gpus.size(), size_t(2));

        run.log.push_back({.unixMs = 0, .level = LogLevel::Info, .text = rankSentence({34, 300, "gloo"})});
        const auto ofRank = nlohmann::json::parse(environmentText(run, {}));
        QCOMPARE(ofRank["distributed"]["rank"], nlohmann::json(34));
        QVERIFY(ofRank["gpus"].is_null());
    }

    void aMachineThatIsKnownIsWrittenWhole()
    {
        Environment environment;
        environment.processors = 4;
        Run training;
        training.experiment.dataset = "mnist";
        QCOMPARE(environmentText(training, environment), toJson(environment));
        Run run = importedRun();
        run.trace.devices.push_back({.number = 3});
        const auto json = nlohmann::json::parse(environmentText(run, environment));
        QCOMPARE(json["processors"], nlohmann::json(4));
        QCOMPARE(json["gpus_with_recorded_work"], nlohmann::json({3}));
    }

    void aFileOfOneRankHasItsRow()
    {
        Run run = importedRun();
        QCOMPARE(ranksCsv(run), std::string());
        run.log.push_back({.unixMs = 0, .level = LogLevel::Info, .text = rankSentence({3, 8, "nccl"})});
        const auto lines = QString::fromStdString(ranksCsv(run)).split('\n');
        QCOMPARE(lines.size(), 3); // the last one is empty
        QVERIFY2(lines[0].startsWith("rank,steps,step_us,") && lines[0].endsWith(",world_size,backend"),
                 qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("3,1,2,") && lines[1].endsWith(",,,,8,nccl"), qPrintable(lines[1]));
        // Passes without events, and the time of communication, are not known.
        QVERIFY2(lines[0].startsWith("rank,steps,step_us,data_us,copy_us,forward_us,loss_us,") &&
                     lines[1].startsWith("3,1,2,,,"),
                 qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(",,,,,,,8,nccl"), qPrintable(lines[1]));

        test::appendEvents(run.trace, "gloo:all_reduce 1200-1700 range\n");
        run.trace.steps.front().endEvent = run.trace.endEvent();
        const auto line = QString::fromStdString(ranksCsv(run)).split('\n').at(1);
        QVERIFY2(line.contains(",0.5,,,,,,8,nccl"), qPrintable(line));
    }
};

QTEST_GUILESS_MAIN(TestImportFactsFiles)
#include "test_import_facts_files.moc"
