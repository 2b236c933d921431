#include "core/exchange/chrome_trace.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/import/shared/imported_run.h"
#include "core/import/stored_import.h"
#include "core/run/run_figures.h"
#include "imported_text.h"
#include "tests/core/import/chrome/chrome_trace_text.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

class TestStoredImport : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

private Q_SLOTS:
    void anImportedRunComesBackFromItsFile()
    {
        const auto stored =
            storedRun(importFile(m_folder.write("worker0.pt.trace.json", KinetoWriter().write())));
        const auto path = writeImportedRun(stored, m_folder.path() / "library");
        QCOMPARE(path.filename().string(), std::string("worker0.stepscope"));
        const StoredRun read = readRunFile(path);
        for (const auto& problem : read.problems)
            QFAIL(problem.c_str());
        QVERIFY(isImported(read.run));
        QVERIFY(read.run.outcome == RunOutcome::Finished);
        QCOMPARE(read.label.name, std::string("worker0"));
        QCOMPARE(printed(read.run.trace), printed(stored.run.trace));
        QVERIFY(read.run.trace.deviceWork == stored.run.trace.deviceWork);
        QVERIFY(read.run.trace.devices == stored.run.trace.devices);
        QVERIFY(read.run.trace.allocations == stored.run.trace.allocations);
        QCOMPARE(read.run.steps.size(), size_t(2));
        QCOMPARE(read.run.log.size(), stored.run.log.size());
        QCOMPARE(read.run.startUnixMs, KinetoWriter::firstUs / 1000);
        QCOMPARE(read.environment.gpus.at(0).name, std::string("Tesla V100"));
    }

    void gpusThatTheFileListsAreKnownEvenWithoutWork()
    {
        const auto imported = [this](const std::string& properties) {
            return storedRun(m_folder.import(
                fmt::format(R"({{"schemaVersion": 1, "deviceProperties": [{}], "traceEvents": [{}]}})",
                            properties, span("aten::mm", "0", "5"))));
        };
        const std::string gpu = R"({"id": 0, "name": "A100", "totalGlobalMem": 42505273344})";
        const auto stored = imported(gpu + R"(, {"id": 1, "name": "A100"})");
        QCOMPARE(stored.environment.gpus.size(), size_t(2));
        QCOMPARE(stored.environment.gpus[0].memoryBytes, int64_t(42505273344));
        QCOMPARE(stored.run.experiment.device, std::string()); // any of them, or the processor
        const auto isSaid = [](const LogEntry& entry) {
            return entry.text == "The file lists 2 devices, but no work on them.";
        };
        QVERIFY(std::ranges::any_of(stored.run.log, isSaid));
        QCOMPARE(imported("").run.experiment.device, std::string("cpu"));
    }

    void theEnvironmentSurvivesAnExport()
    {
        auto once = storedRun(m_folder.import(fmt::format(
            R"({{"schemaVersion": 1, "deviceProperties": [{0}, {0}], "cuda_runtime_version": 12040, )"
            R"("cuda_driver_version": 12080, "host_name": "node7", )"
            R"("distributedInfo": {{"backend": "nccl", "rank": 0, "world_size": 2, )"
            R"("nccl_version": "2.17.1"}}, "traceEvents": [{1}]}})",
            R"({"id": 0, "name": "A100", "totalGlobalMem": 42505273344})", span("aten::mm", "0", "5"))));
        QCOMPARE(once.environment.engine.nccl, std::string("2.17.1"));
        once.run.plan.threads = 3;
        std::string text;
        QCOMPARE(writeChromeTrace(
                     once.run, [&](std::string_view piece) { text += piece; }, &once.environment),
                 std::string());
        const auto again = storedRun(m_folder.import(text));
        QCOMPARE(again.environment.gpus.size(), size_t(2));
        QCOMPARE(again.environment.gpus[1].name, std::string("A100"));
        QCOMPARE(again.environment.gpus[1].memoryBytes, int64_t(42505273344));
        QCOMPARE(again.run.experiment.device, std::string());
        QCOMPARE(again.run.plan.threads, 3);
        QCOMPARE(toJson(again.environment), toJson(once.environment));
    }

    void theReleasesOfCudaAreRead()
    {
        const auto imported = [this](const char* releases) {
            return storedRun(m_folder.import(fmt::format(R"({{"schemaVersion": 1, {} "traceEvents": [{}]}})",
                                                         releases, span("aten::mm", "0", "5"))))
                .environment;
        };
        const auto known =
            imported(R"("cuda_runtime_version": 12040, "cuda_driver_version": 12080, "host_name": "node7",)");
        QCOMPARE(known.hostName, std::string("node7"));
        QCOMPARE(known.engine.cudaRuntime, std::string("12.4"));
        QCOMPARE(known.gpuDriver, std::string("supports CUDA 12.8"));
        const auto unknown = imported(R"("cuda_runtime_version": "?", "cuda_driver_version": -1,)");
        QCOMPARE(unknown.engine.cudaRuntime, std::string());
        QCOMPARE(unknown.gpuDriver, std::string());
    }

    void stepsWithoutWorkAreNoStepTimes()
    {
        const auto step = [](int number, int start, int duration) {
            return fmt::format(
                R"({{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#{}", "pid": 1, )"
                R"("tid": 1, "ts": {}, "dur": {}}})",
                number, start, duration);
        };
        const Run run =
            m_folder
                .import(fmt::format(R"({{"schemaVersion": 1, "traceEvents": [{}, {}, {}]}})", step(4, 0, 100),
                                    span("aten::mm", "10", "50"), step(5, 100, 900)))
                .run;
        QCOMPARE(run.steps.size(), size_t(2));
        QCOMPARE(stepTimes(run).count, int64_t(1));
        QCOMPARE(stepTimes(run).medianNs, 100e3);
    }

    void aLongNameIsCutInTheFileNameAlone_data()
    {
        QTest::addColumn<std::string>("character");
        QTest::addColumn<int>("count");
        QTest::newRow("ASCII") << std::string("x") << 200;
        QTest::newRow("two bytes") << std::string("\u00e4") << 100;
        QTest::newRow("three bytes") << std::string("\u2713") << 66;
    }

    void aLongNameIsCutInTheFileNameAlone()
    {
        QFETCH(std::string, character);
        QFETCH(int, count);
        std::string name;
        while (name.size() < 1000)
            name += character;
        StoredRun stored;
        stored.run.outcome = RunOutcome::Finished;
        stored.label.name = name;
        const auto first = writeImportedRun(stored, m_folder.path() / "long");
        const auto second = writeImportedRun(stored, m_folder.path() / "long");
        std::string cut;
        for (int i = 0; i < count; ++i)
            cut += character;
        QCOMPARE(first.filename().string(), cut + ".stepscope");
        QCOMPARE(second.filename().string(), cut + "_2.stepscope");
        QCOMPARE(readRunFile(first).label.name, name);
        std::filesystem::remove_all(m_folder.path() / "long");
    }

    void whatTheFileDoesNotSayIsNotKnown()
    {
        const auto stored = storedRun(importFile(m_folder.write("trace.json", KinetoWriter().write())));
        const auto path = writeImportedRun(stored, m_folder.path() / "library");
        for (const Experiment& experiment : {stored.run.experiment, readRunFile(path).run.experiment}) {
            for (const auto& field : experimentFields())
                QVERIFY2(isKnown(experiment, field) == (field.key == "network" || field.key == "device"),
                         std::string(field.key).c_str());
        }
        const auto json = toJson(stored.run.experiment);
        for (const char* unknown : {"\"batch_size\": null", "\"epochs\": null", "\"seed\": null",
                                    "\"learning_rate\": null", "\"enabled\": null"})
            QVERIFY2(json.find(unknown) != std::string::npos, json.c_str());
    }

    void defaultsThatEarlierVersionsWroteAreNotKnown()
    {
        Experiment old; // as an import was written before: a training's defaults but for these
        old.network = "trace";
        old.batchSize = 0;
        old.schedule.clear();
        old.dataset = "x"; // so that all of it is written
        old.optimizer = "y";
        auto json = toJson(old);
        json.replace(json.find("\"x\""), 3, "\"\"");
        json.replace(json.find("\"y\""), 3, "\"\"");
        const auto read = importedExperiment(json);
        QVERIFY(read.has_value());
        QCOMPARE(read->network, std::string("trace"));
        for (const char* key : {"batch_size", "epochs", "seed", "optimizer.learning_rate", "optimizer.name"})
            QVERIFY2(!isKnown(*read, key), key);
    }

    void aTrainingsSettingsAreAllKnown()
    {
        QVERIFY(!importedExperiment(toJson(Experiment())));
        QVERIFY(!importedExperiment(""));
        for (const auto& field : experimentFields())
            QVERIFY(isKnown(Experiment(), field));
    }

    void aSecondImportOverwritesNothing()
    {
        const auto stored = storedRun(importFile(m_folder.write("a b.json", KinetoWriter().write())));
        QCOMPARE(writeImportedRun(stored, m_folder.path()).filename().string(), std::string("a-b.stepscope"));
        QCOMPARE(writeImportedRun(stored, m_folder.path()).filename().string(),
                 std::string("a-b_2.stepscope"));
    }
};

QTEST_GUILESS_MAIN(TestStoredImport)
#include "test_stored_import.moc"
