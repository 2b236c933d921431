#include "core/run_file/run_file_steps.h"

#include "core/base/files/temporary_folder.h"
#include "core/run/run_figures.h"
#include "core/run_file/run_file.h"
#include "core/run_file/trace_pieces.h"
#include "tests/core/run_file/sample_run_file.h"
#include "tests/support/exported_text.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

class TestRunFileSteps : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    std::filesystem::path file() const { return m_folder->path() / "run.stepscope"; }

    static std::vector<StepMetrics> steps(int64_t first, int64_t count)
    {
        std::vector<StepMetrics> steps;
        for (int64_t number = first; number < first + count; ++number) {
            auto step = sampleStep(number);
            step.epoch = int32_t(1 + number / 1000);
            step.phase = StepPhase(number % (int64_t(StepPhase::WithoutRecorder) + 1));
            steps.push_back(step);
        }
        return steps;
    }

    /// One call of write() for each count.
    void write(const std::vector<int64_t>& counts) const
    {
        RunFileWriter writer(file(), {});
        int64_t first = 0;
        for (const auto count : counts) {
            writer.write({.steps = steps(first, count)});
            first += count;
        }
        writer.close();
    }

    void execute(const std::string& sql) const
    {
        SqliteDatabase(file(), SqliteDatabase::Access::Write).execute(sql);
    }
    int64_t integer(const char* sql) const
    {
        return SqliteDatabase(file(), SqliteDatabase::Access::Read).integer(sql);
    }

    static void compareSteps(std::span<const StepMetrics> read, std::span<const StepMetrics> expected)
    {
        QCOMPARE(read.size(), expected.size());
        for (size_t i = 0; i < read.size(); ++i) {
            const auto& [a, b] = std::tie(read[i], expected[i]);
            QCOMPARE(a.step, b.step);
            QCOMPARE(a.startNs, b.startNs);
            QCOMPARE(a.durationNs, b.durationNs);
            QCOMPARE(a.images, b.images);
            QCOMPARE(a.correct, b.correct);
            QCOMPARE(std::bit_cast<uint32_t>(a.loss), std::bit_cast<uint32_t>(b.loss)); // one is NaN
            QCOMPARE(int32_t(a.epoch), int32_t(b.epoch));
            QCOMPARE(a.phase, b.phase);
        }
    }

    static void compareTraceSteps(const std::vector<TraceStep>& read, const std::vector<TraceStep>& expected)
    {
        QCOMPARE(read.size(), expected.size());
        for (size_t i = 0; i < read.size(); ++i) {
            QCOMPARE(read[i].number, expected[i].number);
            QCOMPARE(read[i].startNs, expected[i].startNs);
            QCOMPARE(read[i].durationNs, expected[i].durationNs);
            QCOMPARE(read[i].firstEvent, expected[i].firstEvent);
            QCOMPARE(read[i].endEvent, expected[i].endEvent);
            QCOMPARE(read[i].phase, expected[i].phase);
        }
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void stepsAreReadAsTheyWereWritten()
    {
        const auto many = int64_t(mostStepsInBlock) + 1000;
        write({1, 9, many, 700, 3, 3});
        compareSteps(readRunFile(file()).run.steps, steps(0, many + 716));
        QCOMPARE(integer("SELECT max(count) FROM step_blocks"), int64_t(mostStepsInBlock));
        std::vector<StepMetrics> rest;
        SqliteDatabase database(file(), SqliteDatabase::Access::Read);
        readSteps(database, rest, many + 5);
        compareSteps(rest, steps(many + 5, 711));
    }

    void smallBlocksOfASlowTrainingAreJoined()
    {
        write(std::vector<int64_t>(2000, 1));
        QVERIFY(integer("SELECT count(*) FROM step_blocks") <= 4);
        compareSteps(readRunFile(file()).run.steps, steps(0, 2000));
    }

    void aFollowerMayHaveReadPartOfABlock()
    {
        RunFileWriter writer(file(), {});
        Run run = readRunFile(file()).run;
        for (const int64_t first : {0, 10, 20}) {
            writer.write({.steps = steps(first, 10)});
            auto update = readRunFileSince(file(), positionOf(run));
            QVERIFY(update);
            QCOMPARE(update->steps.size(), size_t(10));
            std::move(*update).applyTo(run);
        }
        QVERIFY(!readRunFileSince(file(), positionOf(run)));
        compareSteps(run.steps, steps(0, 30));
    }

    void anUpdateThatCannotBeWrittenLeavesTheBlockBefore()
    {
        RunFileWriter writer(file(), {});
        writer.write({.steps = steps(0, 10)});
        execute("INSERT INTO epochs (epoch) VALUES (1)");
        const auto problem =
            failureOf([&] { writer.write({.steps = steps(10, 10), .epochs = {EpochMetrics{.epoch = 1}}}); });
        QVERIFY2(problem.find("cannot be written") != std::string::npos, problem.c_str());
        compareSteps(readRunFile(file()).run.steps, steps(0, 10));
        writer.write({.steps = steps(10, 10)});
        compareSteps(readRunFile(file()).run.steps, steps(0, 20));
    }

    void stepsOfVersion4AreReadAsRows()
    {
        writeSampleRunFile(file(), 3);
        const Run blocks = readRunFile(file()).run;
        const Run cut = readRunFile(file(), {.eventBytes = 1}).run;
        toVersion4(file());
        const auto stored = readRunFile(file());
        QVERIFY(stored.problems.empty());
        compareSteps(stored.run.steps, blocks.steps);
        compareTraceSteps(stored.run.trace.steps, blocks.trace.steps);
        const Run cutRows = readRunFile(file(), {.eventBytes = 1}).run;
        QCOMPARE(cutRows.leftOut.steps, cut.leftOut.steps);
        QVERIFY(cut.leftOut.steps > 0);
        QCOMPARE(cutRows.leftOut.lastStep, cut.leftOut.lastStep);
        Run half = blocks;
        half.steps.resize(12);
        auto update = readRunFileSince(file(), positionOf(half));
        QVERIFY(update);
        compareSteps(update->steps, std::span(blocks.steps).subspan(12));
    }

    void aMissingBlockEndsTheSteps()
    {
        write({600, 600, 600});
        execute("DELETE FROM step_blocks WHERE first_step = 600");
        std::vector<StepMetrics> read;
        const auto problem = forStoredSteps(file(), [&](const StepMetrics& step) { read.push_back(step); });
        QCOMPARE(problem, "run.stepscope: the training steps cannot be read: step 600 is missing.");
        compareSteps(read, steps(0, 600));
        const auto stored = readRunFile(file());
        QCOMPARE(stored.run.steps.size(), size_t(600));
        QVERIFY(stored.problems.front().find("step 600 is missing") != std::string::npos);
    }

    void damagedBlocksEndTheSteps_data()
    {
        QTest::addColumn<QString>("damage");
        QTest::newRow("frame") << "durations = x'00'";
        QTest::newRow("no frame") << "losses = NULL";
        QTest::newRow("more steps than a block has") << "count = 9223372036854775807";
        QTest::newRow("more steps than the frames have") << "count = 601";
        QTest::newRow("no steps") << "count = 0";
        QTest::newRow("a negative number") << "count = -1";
        QTest::newRow("a step that comes twice") << "first_step = 599";
        QTest::newRow("a step that is far away") << "first_step = 4611686018427387904";
    }
    void damagedBlocksEndTheSteps()
    {
        QFETCH(QString, damage);
        write({600, 600, 600});
        execute(fmt::format("UPDATE step_blocks SET {} WHERE first_step = 600", damage.toStdString()));
        const auto stored = readRunFile(file());
        QCOMPARE(stored.problems.size(), size_t(1));
        compareSteps(stored.run.steps, steps(0, 600));
    }

    void aFileHasNoMoreStepsThanItsSizeAllows()
    {
        RunFileWriter(file(), {}).close();
        std::vector<StepMetrics> same(mostStepsInBlock); // a block of them takes a few hundred bytes
        std::vector<StoredTraceStep> sameRecorded(mostStepsInBlock);
        {
            SqliteDatabase database(file(), SqliteDatabase::Access::Write);
            SqliteTransaction transaction(database);
            for (size_t block = 0; block < 30; ++block) {
                for (size_t i = 0; i < mostStepsInBlock; ++i)
                    same[i].step = sameRecorded[i].number = int64_t(block * mostStepsInBlock + i);
                writeStepBlock(database, same);
                writeTraceStepBlock(database, sameRecorded);
            }
            transaction.commit();
        }
        constexpr size_t most = 25 * mostStepsInBlock;
        const auto stored = readRunFile(file());
        QVERIFY2(!stored.run.steps.empty() && stored.run.steps.size() < most,
                 std::to_string(stored.run.steps.size()).c_str());
        QVERIFY(stored.run.trace.steps.size() < most);
        int64_t problems = 0;
        for (const auto& problem : stored.problems)
            problems += problem.find("more steps than a file of this size can have") != std::string::npos;
        QCOMPARE(problems, int64_t(2));
        StoredSteps some(file());
        size_t count = 0;
        for (auto next = some.next(); !next.empty(); next = some.next())
            count += next.size();
        QVERIFY(count > 0 && count < most);
        QVERIFY(!some.problem().empty());
    }

    void theStepsOfAResumedTrainingAreNumberedOn()
    {
        const auto many = int64_t(mostStepsInBlock) + 1000;
        RunFileWriter writer(file(), {});
        writer.write({.steps = steps(5000, 3)});
        writer.write({.steps = steps(5003, many)});
        const auto stored = readRunFile(file());
        QVERIFY(stored.problems.empty());
        compareSteps(stored.run.steps, steps(5000, many + 3));
        std::vector<StepMetrics> rest;
        {
            SqliteDatabase database(file(), SqliteDatabase::Access::Read);
            readSteps(database, rest, many);
        }
        compareSteps(rest, steps(5000 + many, 3));
        QCOMPARE(readRunFile(file(), {.steps = false}).run.stepsLeftOut, many + 3);
        QCOMPARE(readRunSummary(file()).steps, many + 3);
        writer.write({.steps = steps(5003 + many, 2)}); // the file grows
        compareSteps(readRunFile(file()).run.steps, steps(5000, many + 5));
        const auto problem = failureOf([&] { writer.write({.steps = steps(5003 + many, 1)}); });
        QVERIFY2(problem.find("is expected") != std::string::npos, problem.c_str());
        writer.close();

        execute("DELETE FROM step_blocks WHERE first_step = 5000");
        QCOMPARE(readRunFile(file()).problems.size(), size_t(1)); // the first ones are missing
    }

    void stepsThatDoNotCountOnAreNotWritten()
    {
        RunFileWriter writer(file(), {});
        writer.write({.steps = steps(0, 10)});
        for (const int64_t first : {9, 11, 0}) {
            const auto problem = failureOf([&] { writer.write({.steps = steps(first, 10)}); });
            const auto expected = fmt::format("step {} was given, but step 10 is expected", first);
            QVERIFY2(problem.find(expected) != std::string::npos, problem.c_str());
        }
        TraceChunk chunk;
        chunk.steps = {{.number = 3}, {.number = 3}};
        const auto problem = failureOf([&] { writer.write({.chunks = {chunk}}); });
        QVERIFY2(problem.find("do not increase") != std::string::npos, problem.c_str());
        writer.write({.steps = steps(10, 10)});
        compareSteps(readRunFile(file()).run.steps, steps(0, 20));
    }

    void aRunWithoutItsStepsKnowsHowManyThereAre()
    {
        RunFileWriter writer(file(), {});
        writer.write({.steps = steps(0, 700)});
        const Run run = readRunFile(file(), {.steps = false}).run;
        QVERIFY(run.steps.empty());
        QCOMPARE(run.stepsLeftOut, int64_t(700));
        writer.write({.steps = steps(700, 5)}); // the file grows
        StoredSteps stored(file(), run.stepsLeftOut);
        std::vector<StepMetrics> read;
        for (auto next = stored.next(); !next.empty(); next = stored.next())
            read.insert(read.end(), next.begin(), next.end());
        compareSteps(read, steps(0, 700));
        writer.close();
        toVersion4(file());
        QCOMPARE(readRunFile(file(), {.steps = false}).run.stepsLeftOut, int64_t(705));
    }

    /// The table of a run that was read without its steps, from a file that has grown since.
    void stepPartsEndWhereTheRunEnds()
    {
        RunFileWriter writer(file(), {});
        for (const int64_t first : {0, 10})
            writer.write(sampleUpdate(first, 10));
        const Run whole = readRunFile(file()).run;
        const Run part = readRunFile(file(), {.eventBytes = 0, .steps = false}).run;
        QVERIFY(part.leftOut.any() && part.steps.empty());
        writer.write(sampleUpdate(20, 10));
        QCOMPARE(stepPartsCsv(part), stepPartsCsv(whole));
    }

    void aDamagedBlockOfRecordedStepsLosesNothingElse()
    {
        writeSampleRunFile(file(), 3);
        execute("UPDATE trace_step_blocks SET starts = x'00' WHERE last_number = 19");
        const Run run = readRunFile(file(), {.eventBytes = 0}).run;
        QCOMPARE(run.leftOut.events, int64_t(3000));
        QCOMPARE(run.leftOut.steps, int64_t(30));
        size_t pieces = 0;
        const auto read = forTracePieces(run, [&](const Trace& piece) {
            ++pieces;
            QCOMPARE(piece.steps.size(), size_t(10));
        });
        QCOMPARE(pieces, size_t(1));
        QVERIFY2(read.problem.find("after the first 1,000 cannot be read") != std::string::npos,
                 read.problem.c_str());
        execute("UPDATE trace_step_blocks SET starts = x'00' WHERE last_number = 9");
        const auto stored = readRunFile(file(), {.eventBytes = 0});
        QCOMPARE(stored.run.leftOut.events, int64_t(3000));
        QVERIFY(!stored.problems.empty());
    }

    void recordedStepsThatAreOutOfOrderAreDamage()
    {
        writeSampleRunFile(file(), 3);
        execute("UPDATE trace_step_blocks SET numbers = (SELECT numbers FROM trace_step_blocks "
                "WHERE last_number = 9) WHERE last_number = 29");
        SqliteDatabase database(file(), SqliteDatabase::Access::Read);
        TraceStepReader reader(database, -1);
        int64_t count = 0;
        const auto problem = failureOf([&] {
            while (reader.next())
                ++count;
        });
        QCOMPARE(count, int64_t(20));
        QCOMPARE(problem, "step 0 comes after step 19");
        QVERIFY(!readRunFile(file()).problems.empty());
    }

    void recordedStepsAreReadAndCountedFromWithinABlock()
    {
        writeSampleRunFile(file(), 3);
        SqliteDatabase database(file(), SqliteDatabase::Access::Read);
        for (const int64_t after : {-1, 0, 8, 9, 10, 28, 29, 1000}) {
            TraceStepReader reader(database, after);
            int64_t next = after + 1;
            while (const auto step = reader.next())
                QCOMPARE(step->number, next++);
            QCOMPARE(next, std::max<int64_t>(after + 1, 30));
            const auto counted = countTraceSteps(database, after);
            QCOMPARE(counted.steps, std::max<int64_t>(29 - after, 0));
            QCOMPARE(counted.lastStep, after < 29 ? int64_t(29) : int64_t(-1));
        }
    }

    void figuresFromTheFileAreThoseOfTheStepsInMemory()
    {
        write({600, 600, 41});
        Run run;
        run.steps = steps(0, 1241);
        TrainingFiguresBuilder builder(false);
        StoredSteps stored(file(), run.steps.size(), StepColumns::OfFigures);
        for (auto next = stored.next(); !next.empty(); next = stored.next())
            builder.add(next);
        const auto figures = builder.figures();
        const auto expected = stepTimes(run);
        QCOMPARE(figures.steps, int64_t(1241));
        QCOMPARE(figures.times.count, expected.count);
        QCOMPARE(figures.times.medianNs, expected.medianNs);
        QCOMPARE(figures.times.p5Ns, expected.p5Ns);
        QCOMPARE(figures.times.p95Ns, expected.p95Ns);
        QCOMPARE(figures.times.firstNs, expected.firstNs);
        QCOMPARE(figures.imagesPerSecond, trainingImagesPerSecond(run));
        QVERIFY(stored.problem().empty());
    }
};

QTEST_GUILESS_MAIN(TestRunFileSteps)
#include "test_run_file_steps.moc"
