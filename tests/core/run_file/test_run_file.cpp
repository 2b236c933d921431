#include "core/run_file/run_file.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/experiment/experiment_fields.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_file_writer.h"
#include "tests/core/run_file/sample_update.h"

#include <QtTest>

#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <random>

using namespace stepscope;
using namespace stepscope::test;

class TestRunFile : public QObject
{
    Q_OBJECT

private:
    static Experiment experiment()
    {
        auto experiment = referenceExperiment("mlp");
        experiment.dataset = "synthetic";
        experiment.batchSize = 16;
        experiment.learningRate = 0.1234567890123;
        return experiment;
    }

    std::filesystem::path path(const char* name = "run.stepscope") const { return m_folder->path() / name; }

    static QString sentenceOf(const std::function<void()>& work)
    {
        try {
            work();
        } catch (const Error& error) {
            return QString::fromStdString(error.what());
        }
        return {};
    }

    /// A finished run of 20 steps.
    std::filesystem::path finishedFile(const char* name = "run.stepscope") const
    {
        RunFileWriter writer(path(name), experiment());
        writer.write(sampleUpdate(0, 10));
        auto last = sampleUpdate(10, 10);
        last.outcome = RunOutcome::Finished;
        last.endUnixMs = 1'700'000'100'000;
        writer.write(last);
        writer.close();
        return path(name);
    }

    static std::string bytesOf(const std::filesystem::path& file)
    {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    static void writeBytes(const std::filesystem::path& file, const std::string& bytes)
    {
        std::ofstream(file, std::ios::binary) << bytes;
    }

    std::unique_ptr<TemporaryFolder> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void everyFieldComesBack()
    {
        const auto file = finishedFile();
        writeRunLabel(file, {.name = "<b>", .tags = {"a", "b"}, .note = "line\nline", .color = "#123456"});
        QVERIFY(!std::filesystem::exists(file.string() + "-wal"));

        Run expected;
        sampleUpdate(0, 10).applyTo(expected);
        sampleUpdate(10, 10).applyTo(expected);
        const auto stored = readRunFile(file);
        QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
        const auto& run = stored.run;
        QVERIFY(run.experiment == experiment());
        QCOMPARE(run.outcome, RunOutcome::Finished);
        QCOMPARE(run.startUnixMs, 1'700'000'000'123);
        QCOMPARE(run.endUnixMs, 1'700'000'100'000);
        QCOMPARE(run.stage, RunStage::Testing);
        QCOMPARE(toJson(run.plan), toJson(expected.plan));
        QCOMPARE(stored.label,
                 (RunLabel{.name = "<b>", .tags = {"a", "b"}, .note = "line\nline", .color = "#123456"}));

        QCOMPARE(run.steps.size(), size_t(20));
        for (size_t i = 0; i < 20; ++i) {
            const auto& a = run.steps[i];
            const auto& b = expected.steps[i];
            QCOMPARE(std::make_tuple(a.step, a.startNs, a.durationNs, a.epoch, a.images, a.correct, a.phase),
                     std::make_tuple(b.step, b.startNs, b.durationNs, b.epoch, b.images, b.correct, b.phase));
            QVERIFY(a.loss == b.loss || (std::isnan(a.loss) && std::isnan(b.loss)));
        }
        QCOMPARE(run.epochs.size(), size_t(2));
        const auto& a = run.epochs[1];
        const auto& b = expected.epochs[1];
        QCOMPARE(
            std::tie(a.epoch, a.steps, a.lastStep, a.endNs, a.trainNs, a.testNs, a.trainImages,
                     a.trainCorrect, a.testImages, a.testCorrect, a.trainLoss, a.testLoss, a.learningRate),
            std::tie(b.epoch, b.steps, b.lastStep, b.endNs, b.trainNs, b.testNs, b.trainImages,
                     b.trainCorrect, b.testImages, b.testCorrect, b.trainLoss, b.testLoss, b.learningRate));
        QCOMPARE(run.log.size(), size_t(2));
        QCOMPARE(run.log[0].text, expected.log[0].text);
        QCOMPARE(run.log[0].level, LogLevel::Warning);
        QCOMPARE(run.log[0].unixMs, int64_t(5));
    }

    void traceTotalsAndGraphComeBack()
    {
        Run expected;
        sampleUpdate(0, 10).applyTo(expected);
        sampleUpdate(10, 10).applyTo(expected);
        const auto run = readRunFile(finishedFile()).run;
        QCOMPARE(run.trace.size(), 20 * eventsOfChunk);
        QVERIFY(run.trace.startNs == expected.trace.startNs);
        QVERIFY(run.trace.durationNs == expected.trace.durationNs);
        QVERIFY(run.trace.sequence == expected.trace.sequence);
        QVERIFY(run.trace.name == expected.trace.name);
        QVERIFY(run.trace.shape == expected.trace.shape);
        QVERIFY(run.trace.parent == expected.trace.parent);
        QVERIFY(run.trace.thread == expected.trace.thread);
        QVERIFY(run.trace.pass == expected.trace.pass);
        QVERIFY(run.trace.kind == expected.trace.kind);
        QCOMPARE(run.trace.allocations.size(), size_t(60));
        QVERIFY(run.trace.allocations == expected.trace.allocations);
        QCOMPARE(run.trace.names[NameId(1)], expected.trace.names[NameId(1)]);
        QVERIFY(run.trace.shapes == expected.trace.shapes);
        QCOMPARE(run.trace.threads[0].id, int64_t(4711));
        QCOMPARE(run.trace.steps.size(), size_t(20));
        QCOMPARE(run.trace.steps[19].firstEvent, expected.trace.steps[19].firstEvent);
        QCOMPARE(run.trace.steps[19].endEvent, expected.trace.steps[19].endEvent);
        QCOMPARE(run.totals.steps, int64_t(20));
        QCOMPARE(run.totals.rows.size(), size_t(1));
        const auto& row = run.totals.rows[0];
        const auto& expectedRow = expected.totals.rows[0];
        QCOMPARE(std::tie(row.name, row.shape, row.pass, row.calls, row.selfNs, row.totalNs,
                          row.totalAnyShapeNs, row.durationNs, row.minNs, row.maxNs),
                 std::tie(expectedRow.name, expectedRow.shape, expectedRow.pass, expectedRow.calls,
                          expectedRow.selfNs, expectedRow.totalNs, expectedRow.totalAnyShapeNs,
                          expectedRow.durationNs, expectedRow.minNs, expectedRow.maxNs));
        QVERIFY(run.graph);
        QCOMPARE(run.graph->nodes[0].parameters[0].name, std::string("fc1.weight"));
        QCOMPARE(run.graph->edges[0].shape, (std::vector<int64_t>{64, 10}));
        QCOMPARE(run.graph->layers[0].type, std::string("Linear"));
    }

    void samplesComeBack()
    {
        const auto run = readRunFile(finishedFile()).run;
        QCOMPARE(run.samples.size(), size_t(2));
        const auto expected = sampleUpdate(10, 10).samples.front();
        const auto& sample = run.samples[1];
        QCOMPARE(std::tie(sample.timeNs, sample.processCpuPercent, sample.residentBytes,
                          sample.allocatedBytes, sample.peakAllocatedBytes),
                 std::tie(expected.timeNs, expected.processCpuPercent, expected.residentBytes,
                          expected.allocatedBytes, expected.peakAllocatedBytes));
        QVERIFY(sample.coreCpuPercent == expected.coreCpuPercent);
        QCOMPARE(sample.gpus.size(), size_t(2));
        QCOMPARE(sample.gpus[0].utilizationPercent, 50.5F);
        QCOMPARE(sample.gpus[0].memoryUsedBytes, int64_t(1 << 30));
        QVERIFY(std::isnan(sample.gpus[0].powerWatts));
        QVERIFY(std::isnan(sample.gpus[1].utilizationPercent));
        QCOMPARE(std::tie(sample.gpus[1].powerWatts, sample.gpus[1].graphicsClockMHz,
                          sample.gpus[1].temperatureCelsius),
                 std::make_tuple(333.25F, 1980, 61));
    }

    void aRunningOneOpensWhileItIsWritten()
    {
        RunFileWriter writer(path(), experiment());
        writer.write(sampleUpdate(0, 10));
        auto stored = readRunFile(path());
        QCOMPARE(stored.run.outcome, RunOutcome::Running);
        QCOMPARE(stored.run.steps.size(), size_t(10));
        writer.write(sampleUpdate(10, 10));
        QCOMPARE(readRunFile(path()).run.steps.size(), size_t(20));
        const auto summary = readRunSummary(path());
        QCOMPARE(summary.outcome, RunOutcome::Running);
        QCOMPARE(summary.steps, int64_t(20));
        QCOMPARE(summary.testAccuracy, 0.95);
        QCOMPARE(summary.network, std::string("mlp"));
        QVERIFY(summary.imagesPerSecond > 0);
    }

    void aCopyIsOneFileAlsoOfARunThatIsWritten()
    {
        RunFileWriter writer(path(), experiment());
        writer.write(sampleUpdate(0, 10));
        QVERIFY(std::filesystem::exists(path("run.stepscope-wal")));
        copyRunFile(path(), path("copy.stepscope"));
        QVERIFY(!std::filesystem::exists(path("copy.stepscope-wal")));
        const auto copy = readRunFile(path("copy.stepscope"));
        QCOMPARE(copy.run.steps.size(), size_t(10));
        QCOMPARE(copy.run.trace.size(), readRunFile(path()).run.trace.size());
        QVERIFY(copy.problems.empty());
        writer.write(sampleUpdate(10, 10)); // the copy stays as it is
        QCOMPARE(readRunFile(path("copy.stepscope")).run.steps.size(), size_t(10));
    }

    void aCopyOntoItselfOrOfSomethingElseIsRefused()
    {
        const auto file = finishedFile();
        const auto before = bytesOf(file);
        QVERIFY(sentenceOf([&] { copyRunFile(file, file); }).contains("is the run itself"));
        QCOMPARE(bytesOf(file), before);
        writeBytes(path("other"), "no run");
        QVERIFY(!sentenceOf([&] { copyRunFile(path("other"), path("copy")); }).isEmpty());
        QVERIFY(sentenceOf([&] { copyRunFile(file, path("none/copy")); }).contains("none/copy"));
        QVERIFY(!std::filesystem::exists(path("copy")));
    }

    void aKilledWriterLosesNothingThatWasWritten()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 10; ++round) {
            const auto file = path(("killed" + std::to_string(round) + ".stepscope").c_str());
            int told[2];
            QCOMPARE(pipe(told), 0);
            const pid_t child = fork();
            if (child == 0) {
                try {
                    RunFileWriter writer(file, experiment());
                    for (int64_t first = 0;; first += 5) {
                        writer.write(sampleUpdate(first, 5));
                        const int64_t steps = first + 5;
                        if (write(told[1], &steps, sizeof steps) < 0)
                            break;
                    }
                } catch (...) {
                }
                _exit(1);
            }
            ::close(told[1]);
            int64_t written = 0;
            while (written < 5) // the file exists
                QVERIFY(read(told[0], &written, sizeof written) == sizeof written);
            usleep(std::uniform_int_distribution<useconds_t>(0, 60'000)(random));
            kill(child, SIGKILL);
            int status = 0;
            waitpid(child, &status, 0);
            QVERIFY(WIFSIGNALED(status));
            while (read(told[0], &written, sizeof written) == sizeof written) {
            }
            ::close(told[0]);

            const auto stored = readRunFile(file);
            QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
            QCOMPARE(stored.run.outcome, RunOutcome::Crashed);
            QVERIFY(int64_t(stored.run.steps.size()) >= written);
            QCOMPARE(stored.run.trace.size(), uint32_t(stored.run.steps.size()) * eventsOfChunk);
            QCOMPARE(readRunSummary(file).outcome, RunOutcome::Crashed);
        }
    }

    void aFileCutAnywhereOpensInPartOrIsRefused()
    {
        const auto whole = bytesOf(finishedFile());
        QVERIFY(whole.size() > 10 * 4096);
        int opened = 0;
        for (size_t size = 0; size < whole.size(); size += 4096) {
            const auto cut = path("cut.stepscope");
            writeBytes(cut, whole.substr(0, size));
            const auto sentence = sentenceOf([&] {
                const auto stored = readRunFile(cut);
                ++opened;
                if (stored.problems.empty())
                    throw Error("a file without its end has no problems");
            });
            QVERIFY2(sentence.isEmpty() || sentence.contains("cut.stepscope"), qPrintable(sentence));
        }
        QVERIFY(opened > 0);
    }

    void flippedBytesNeverCrash()
    {
        const auto whole = bytesOf(finishedFile());
        std::mt19937 random(11);
        std::uniform_int_distribution<size_t> anywhere(100, whole.size() - 1);
        int found = 0;
        for (int round = 0; round < 300; ++round) {
            auto bytes = whole;
            for (int flip = 0; flip < 1 + round % 20; ++flip)
                bytes[anywhere(random)] ^= char(1 << (round % 8));
            const auto flipped = path("flipped.stepscope");
            writeBytes(flipped, bytes);
            try {
                const auto stored = readRunFile(flipped);
                found += stored.problems.empty() ? 0 : 1;
                const auto& trace = stored.run.trace;
                for (EventId i(0); i < trace.endEvent(); ++i)
                    QVERIFY(trace.name[i] < trace.names.size() &&
                            (trace.parent[i] == noEvent || trace.parent[i] < i));
                for (const auto& step : trace.steps)
                    QVERIFY(step.firstEvent <= step.endEvent && step.endEvent <= trace.size());
            } catch (const Error&) {
                ++found;
            }
        }
        QVERIFY(found > 100);
    }

    void whatIsNoRunIsRefusedWithASentence()
    {
        writeBytes(path("text.stepscope"),
                   "Dear diary, this is no database at all, but long enough to be one. ");
        QVERIFY(sentenceOf([&] {
                    readRunFile(path("text.stepscope"));
                }).contains("text.stepscope cannot be opened as a run"));
        QVERIFY(
            sentenceOf([&] { readRunFile(path("missing.stepscope")); }).contains("there is no such file"));
        QVERIFY(sentenceOf([&] { readRunFile(m_folder->path()); }).contains("it is a folder"));
        {
            SqliteDatabase other(path("other.stepscope"), SqliteDatabase::Access::Create);
            other.execute("CREATE TABLE t (a)");
        }
        QVERIFY(sentenceOf([&] {
                    readRunFile(path("other.stepscope"));
                }).contains("not a run file of Stepscope"));
    }

    void aNewerVersionSaysSo()
    {
        const auto file = finishedFile();
        {
            SqliteDatabase database(file, SqliteDatabase::Access::Write);
            database.execute("PRAGMA user_version = 99");
        }
        QVERIFY(sentenceOf([&] {
                    readRunFile(file);
                }).contains("written by a newer Stepscope (run files of version 99"));
    }

    void aFileIsNeverWrittenOver()
    {
        const auto before = bytesOf(finishedFile());
        QVERIFY(sentenceOf([&] { RunFileWriter(path(), experiment()); }).contains("cannot be written"));
        QCOMPARE(bytesOf(path()), before);
    }

    void aFullDiskIsASentenceAndWhatWasWrittenStays()
    {
        struct rlimit before = {};
        getrlimit(RLIMIT_FSIZE, &before);
        const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
        RunFileWriter writer(path(), experiment());
        writer.write(sampleUpdate(0, 5));
        const rlimit small{.rlim_cur = 300'000, .rlim_max = before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        int64_t steps = 5;
        const auto sentence = sentenceOf([&] {
            for (; steps < 5000; steps += 5)
                writer.write(sampleUpdate(steps, 5));
        });
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, ignored);
        QVERIFY2(sentence.contains("run.stepscope cannot be written"), qPrintable(sentence));
        const auto stored = readRunFile(path());
        QVERIFY(stored.problems.empty());
        QCOMPARE(int64_t(stored.run.steps.size()), steps);

        writer.write(sampleUpdate(steps, 5)); // there is room again
        QCOMPARE(int64_t(readRunFile(path()).run.steps.size()), steps + 5);
    }

    void aFolderThatCannotBeMadeIsASentence()
    {
        writeBytes(path("file"), "x");
        const auto sentence =
            sentenceOf([&] { RunFileWriter(path("file") / "run.stepscope", experiment()); });
        QVERIFY2(sentence.contains("cannot be written"), qPrintable(sentence));
    }
};

QTEST_GUILESS_MAIN(TestRunFile)
#include "test_run_file.moc"
