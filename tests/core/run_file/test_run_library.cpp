#include "core/run_file/run_library.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/machine/environment.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "core/run_file/run_recorder.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/support/failure.h"

#include <fmt/format.h>

#include <QtTest>

#include <fstream>
#include <future>
#include <thread>

using namespace stepscope;
using namespace stepscope::test;

class TestRunLibrary : public QObject
{
    Q_OBJECT

private:
    std::filesystem::path makeRun(const std::string& name, int64_t startUnixMs) const
    {
        RunFileWriter writer(m_folder->path() / (name + ".stepscope"), {});
        auto update = sampleUpdate(0, 2);
        update.startUnixMs = startUnixMs;
        update.outcome = RunOutcome::Finished;
        writer.write(update);
        writer.close();
        return writer.path();
    }

    std::unique_ptr<TemporaryFolder> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void aFolderThatIsNotThereHoldsNoRuns() { QVERIFY(RunLibrary(m_folder->path() / "none").list().empty()); }

    void listsTheNewestFirstAndSeesWhatChanges()
    {
        RunLibrary library(m_folder->path());
        makeRun("a", 1000);
        const auto newer = makeRun("b", 2000);
        std::ofstream(m_folder->path() / "notes.txt") << "no run";
        std::ofstream(m_folder->path() / "broken.stepscope") << "no run either, though it is named like one";
        auto entries = library.list();
        QCOMPARE(entries.size(), size_t(3));
        QCOMPARE(entries[0].path, newer);
        QVERIFY(entries[2].problem.find("broken.stepscope") != std::string::npos);

        writeRunLabel(newer, {.name = "best", .tags = {}, .note = {}, .color = {}});
        makeRun("c", 3000);
        entries = library.list();
        QCOMPARE(entries.size(), size_t(4));
        QCOMPARE(entries[1].summary.label.name, std::string("best"));

        std::filesystem::remove(newer);
        QCOMPARE(library.list().size(), size_t(3));
    }

    void theSettingsOfARunAreThoseOfItsExperiment()
    {
        Experiment experiment;
        experiment.batchSize = 7;
        const auto path = m_folder->path() / "run.stepscope";
        RunFileWriter(path, experiment).close();
        LibraryEntry entry{.path = path, .summary = readRunSummary(path), .problem = {}};
        QCOMPARE(experimentOf(entry).value().batchSize, 7);
        entry.summary.settings = R"({"a setting of a later version": 1})";
        QVERIFY(!experimentOf(entry));
        entry.summary.settings.clear(); // of a file that cannot be read
        QVERIFY(!experimentOf(entry));
    }

    void findsARunByWhatTheUserSays()
    {
        RunLibrary library(m_folder->path());
        const auto first = makeRun("2026-01-01_x", 1000);
        const auto second = makeRun("2026-02-01_x", 2000);
        writeRunLabel(second, {.name = "winner", .tags = {}, .note = {}, .color = {}});
        QCOMPARE(findRun("2026-01", library), first);
        QCOMPARE(findRun("winner", library), second);
        QCOMPARE(findRun(first.string(), library), first);
        QVERIFY_THROWS_EXCEPTION(Error, findRun("2026", library));
        QVERIFY_THROWS_EXCEPTION(Error, findRun("nobody", library));
        QVERIFY(failureOf([&] { findRun("winer", library); }).ends_with(" Did you mean winner?"));
        QVERIFY(
            failureOf([&] { findRun("2062-02-01_x", library); }).ends_with(" Did you mean 2026-02-01_x?"));
        makeRun("2026-02-01_x_2", 3000);
        QCOMPARE(findRun("2026-02-01_x", library), second); // a whole name, though another begins with it
        QCOMPARE(findRun("2026-02-01_x.stepscope", library), second);
    }

    void runsThatStartAlikeAreListed()
    {
        RunLibrary library(m_folder->path());
        for (int i = 0; i < 10; ++i)
            makeRun(fmt::format("2026-{}", i), 1000 * (i + 1));
        QCOMPARE(
            failureOf([&] { findRun("2026", library); }),
            std::string("10 runs start with 2026: 2026-9.stepscope, 2026-8.stepscope, 2026-7.stepscope, "
                        "2026-6.stepscope, 2026-5.stepscope, 2026-4.stepscope, 2026-3.stepscope, "
                        "2026-2.stepscope, 2026-1.stepscope and 2026-0.stepscope; type more of the name."));
        makeRun("2026-x", 20'000);
        QCOMPARE(
            failureOf([&] { findRun("2026", library); }),
            std::string("11 runs start with 2026: 2026-x.stepscope, 2026-9.stepscope, 2026-8.stepscope and "
                        "8 others; type more of the name."));
    }

    void ofRunsWithOneNameEachIsFoundByItsFile()
    {
        RunLibrary library(m_folder->path());
        std::vector<std::filesystem::path> runs;
        for (const char* file : {"BE", "BE_2", "BE_3"}) {
            runs.push_back(makeRun(file, 1000 * int64_t(runs.size() + 1)));
            writeRunLabel(runs.back(), {.name = "BE", .tags = {}, .note = {}, .color = {}});
        }
        QCOMPARE(findRun("BE", library), runs[0]);
        QCOMPARE(findRun("BE_2", library), runs[1]);
        QCOMPARE(findRun("BE_3", library), runs[2]);
        std::filesystem::remove(runs[0]);
        QCOMPARE(failureOf([&] { findRun("BE", library); }),
                 std::string("2 runs are named BE, among them BE_3 and BE_2; give the file name of one."));
    }

    void newRunsGetNamesOfTheirOwn()
    {
        Experiment experiment;
        experiment.device = "cuda:0";
        const auto first = newRunPath(m_folder->path(), experiment);
        QVERIFY(first.filename().string().find("_mnist-convnet_batch64_cuda-0.stepscope") !=
                std::string::npos);
        std::ofstream(first) << "taken";
        QVERIFY(newRunPath(m_folder->path(), experiment) != first);
        experiment.batchSize = 0; // not known
        const auto other = newRunPath(m_folder->path(), experiment);
        QVERIFY(other.filename().string().find("_mnist-convnet_cuda-0.stepscope") != std::string::npos);
    }

    /// Programs that are recorded at the same time ask for a name before one of the files exists.
    void aNameIsReservedUntilTheFileExists()
    {
        const Experiment experiment;
        const auto first = newRunPath(m_folder->path(), experiment);
        const auto second = newRunPath(m_folder->path(), experiment);
        QVERIFY(first != second);
        RunFileWriter(first, experiment).close();
        RunFileWriter(second, experiment).close();
        const auto files = std::distance(std::filesystem::directory_iterator(m_folder->path()), {});
        QCOMPARE(files, std::ptrdiff_t(2)); // the reservations are gone
    }

    void reservationsOfKilledProgramsAreRemoved()
    {
        const auto old = m_folder->path() / "a.stepscope.new";
        const auto fresh = m_folder->path() / "b.stepscope.new";
        const auto other = m_folder->path() / "c.new";
        for (const auto& each : {old, fresh, other})
            std::ofstream(each).close();
        for (const auto& each : {old, other})
            std::filesystem::last_write_time(each, std::filesystem::file_time_type::clock::now() -
                                                       std::chrono::hours(1));
        prepareLibrary(m_folder->path());
        QVERIFY(!std::filesystem::exists(old));
        QVERIFY(std::filesystem::exists(fresh));
        QVERIFY(std::filesystem::exists(other));
    }

    void aRunWithALongNameCanBeWritten()
    {
        Experiment experiment;
        experiment.network = std::string(1000, 'n');
        const auto first = newRunPath(m_folder->path(), experiment);
        RunFileWriter(first, experiment).close();
        QCOMPARE(readRunSummary(first).network, experiment.network);
        QVERIFY(newRunPath(m_folder->path(), experiment) != first);
    }

    void aFolderThatCannotHoldRunsIsRefused()
    {
        const auto folder = m_folder->path() / std::string(300, 'n');
        QCOMPARE(test::failureOf([&] { prepareLibrary(folder); }),
                 "The folder " + folder.string() + " cannot be created: File name too long.");
        prepareLibrary(m_folder->path() / "new");
        QVERIFY(std::filesystem::is_directory(m_folder->path() / "new"));
    }

    void aRunIsRunningBeforeItsEnvironmentIsKnown()
    {
        const auto path = m_folder->path() / "run.stepscope";
        std::promise<std::string> environment;
        RunRecorder recorder(path, {}, [known = environment.get_future().share()] { return known.get(); });
        recorder.feed().started();
        const bool isRunning =
            QTest::qWaitFor([&] { return readRunSummary(path).outcome == RunOutcome::Running; });
        environment.set_value(toJson(Environment{.cpuModel = "a processor"}));
        recorder.feed().ended(RunOutcome::Finished);
        QCOMPARE(recorder.finish(), std::string());
        QVERIFY(isRunning);
        QCOMPARE(readRunFile(path).environment.cpuModel, std::string("a processor"));
    }

    void twoWritersShareALibrary()
    {
        const auto write = [&](const std::string& name) {
            RunRecorder recorder(m_folder->path() / (name + ".stepscope"), {});
            for (int64_t first = 0; first < 50; first += 10) {
                auto update = sampleUpdate(first, 10);
                if (update.plan)
                    recorder.feed().planned(*update.plan);
                recorder.feed().stepsDone(update.steps);
            }
            recorder.feed().ended(RunOutcome::Stopped);
            QCOMPARE(recorder.finish(), std::string());
        };
        std::thread one(write, "one");
        std::thread two(write, "two");
        one.join();
        two.join();
        const auto entries = RunLibrary(m_folder->path()).list();
        QCOMPARE(entries.size(), size_t(2));
        for (const auto& entry : entries) {
            QVERIFY2(entry.problem.empty(), entry.problem.c_str());
            QCOMPARE(entry.summary.steps, int64_t(50));
            QCOMPARE(entry.summary.outcome, RunOutcome::Stopped);
            QCOMPARE(readRunFile(entry.path).run.steps.size(), size_t(50));
        }
    }
};

QTEST_GUILESS_MAIN(TestRunLibrary)
#include "test_run_library.moc"
