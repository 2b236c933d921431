#include "core/run_file/run_file.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/experiment/experiment_fields.h"
#include "core/run/validation.h"
#include "core/run_file/run_file_writer.h"
#include "core/run_file/run_summary.h"
#include "tests/core/run_file/sample_run_file.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <limits>

using namespace stepscope;

/// Scalars of any name in run files.
class TestRunFileScalars : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    std::filesystem::path path() const { return m_folder->path() / "run.stepscope"; }

    void change(const char* sql) const { SqliteDatabase(path(), SqliteDatabase::Access::Write).execute(sql); }

    /// Points [first, first + count) of two tags.
    static RunUpdate update(int64_t first, int64_t count)
    {
        RunUpdate update{
            .scalars = {{.tag = "Loss/train", .points = {}}, {.tag = "lr \xc2\xb5", .points = {}}}};
        for (int64_t i = first; i < first + count; ++i) {
            update.scalars[0].points.push_back({.step = i, .timeNs = i * 1000, .value = 1.0 / double(i + 1)});
            update.scalars[1].points.push_back({.step = -i, .timeNs = -i, .value = 0.1});
        }
        return update;
    }

    static void compare(const std::vector<ScalarSeries>& read, const std::vector<ScalarSeries>& written)
    {
        QCOMPARE(read.size(), written.size());
        for (size_t i = 0; i < read.size(); ++i) {
            QCOMPARE(read[i].tag, written[i].tag);
            QCOMPARE(read[i].points.size(), written[i].points.size());
            for (size_t at = 0; at < read[i].points.size(); ++at) {
                QCOMPARE(read[i].points[at].step, written[i].points[at].step);
                QCOMPARE(read[i].points[at].timeNs, written[i].points[at].timeNs);
                QCOMPARE(read[i].points[at].value, written[i].points[at].value);
            }
        }
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void theyComeBackByTag()
    {
        RunFileWriter writer(path(), {});
        writer.write(update(0, 100));
        writer.write(update(100, 1));
        writer.close();
        const auto stored = readRunFile(path());
        QVERIFY(stored.problems.empty());
        compare(stored.run.scalars, update(0, 101).scalars);
    }

    /// A recorded program's validation is its test, but a training also has tests.
    void theValidationOfATrainingIsNotItsTest()
    {
        const RunUpdate update{.scalars = validationScalars({.loss = 0.5, .accuracy = 0.25}, 9, 1000)};
        for (const bool isTraining : {true, false}) {
            auto experiment = isTraining ? Experiment{.validationShare = 0.1} : unknownExperiment();
            RunUpdate tested = update;
            if (isTraining)
                tested.epochs = {{.epoch = 1, .testImages = 10, .testCorrect = 9, .testLoss = 0.125}};
            RunFileWriter writer(path(), experiment);
            writer.write(tested);
            writer.close();
            const auto summary = readRunSummary(path());
            QCOMPARE(summary.testLoss, isTraining ? 0.125 : 0.5);
            QCOMPARE(summary.testAccuracy, isTraining ? 0.9 : 0.25);
            QCOMPARE(std::isnan(summary.validationLoss), !isTraining);
            QCOMPARE(std::isnan(summary.validationAccuracy), !isTraining);
            std::filesystem::remove(path());
        }
    }

    void theSummaryHasTheLastValidation()
    {
        RunFileWriter writer(path(), Experiment{.validationShare = 0.1});
        QVERIFY(std::isnan(readRunSummary(path()).validationLoss)); // there is none yet
        writer.write({.scalars = validationScalars({.loss = 0.5, .accuracy = 0.5}, 9, 1000)});
        QCOMPARE(readRunSummary(path()).validationLoss, 0.5);
        writer.write({.scalars = validationScalars({.loss = 0.25, .accuracy = 0.75}, 19, 2000)});
        writer.close();
        QCOMPARE(readRunSummary(path()).validationLoss, 0.25);
        QCOMPARE(readRunSummary(path()).validationAccuracy, 0.75);
        const auto same = summarize(readRunFile(path()).run);
        QCOMPARE(same.validationLoss, 0.25);
        QCOMPARE(same.validationAccuracy, 0.75);
    }

    void aSummaryFromBeforeThereWereValidationsIsRead()
    {
        auto json = nlohmann::json::parse(toJson(RunSummary{.network = "mlp", .validationLoss = 0.5}));
        QCOMPARE(summaryFromJson(json.dump()).validationLoss, 0.5);
        json.erase("validation_loss");
        json.erase("validation_accuracy");
        QCOMPARE(summaryFromJson(json.dump()).network, std::string("mlp"));
        QVERIFY(std::isnan(summaryFromJson(json.dump()).validationLoss));
    }

    void numbersThatAreNoneAndTheLargestComeBack()
    {
        constexpr auto most = std::numeric_limits<int64_t>::max();
        constexpr auto least = std::numeric_limits<int64_t>::min();
        RunFileWriter writer(path(), {});
        writer.write(
            {.scalars = {
                 {.tag = "",
                  .points = {{most, least, std::nan("")}, {least, most, HUGE_VAL}, {most, 0, -0.0}}}}});
        const auto read = readRunFile(path()).run.scalars;
        QCOMPARE(read.size(), size_t(1));
        const auto& points = read.front().points;
        QVERIFY(std::isnan(points[0].value));
        QCOMPARE(points[1].value, HUGE_VAL);
        QCOMPARE(points[0].step, most);
        QCOMPARE(points[1].step, least);
        QCOMPARE(points[0].timeNs, least);
        QCOMPARE(points[1].timeNs, most);
    }

    void whatIsReadPieceByPieceIsWhatIsReadAtOnce()
    {
        RunFileWriter writer(path(), {});
        Run run = readRunFile(path()).run;
        for (const int64_t first : {0, 10, 20}) {
            writer.write(update(first, 10));
            auto more = readRunFileSince(path(), positionOf(run));
            QVERIFY(more);
            std::move(*more).applyTo(run);
            QVERIFY(!readRunFileSince(path(), positionOf(run)));
        }
        compare(run.scalars, update(0, 30).scalars);
    }

    void aFileFromBeforeThereWereScalarsOpensWithout()
    {
        RunFileWriter writer(path(), {});
        writer.close();
        test::toVersion4(path());
        change("DROP TABLE scalars; PRAGMA user_version = 3");
        const auto stored = readRunFile(path());
        QVERIFY2(stored.problems.empty(), stored.problems.empty() ? "" : stored.problems.front().c_str());
        QVERIFY(stored.run.scalars.empty());
        QVERIFY(!readRunFileSince(path(), positionOf(stored.run)));
    }

    void whatStandsBeforeADamagedPieceIsRead_data()
    {
        QTest::addColumn<QString>("damage");
        QTest::newRow("a piece is missing") << "DELETE FROM scalars WHERE first_point = 10";
        QTest::newRow("a frame is damaged") << "UPDATE scalars SET figures = x'00ff' WHERE first_point = 10";
        QTest::newRow("a frame is missing") << "UPDATE scalars SET steps = NULL WHERE first_point = 10";
        QTest::newRow("a count is wrong") << "UPDATE scalars SET count = 11 WHERE first_point = 10";
        QTest::newRow("a count is negative") << "UPDATE scalars SET count = -10 WHERE first_point = 10";
        QTest::newRow("a count is huge") << "UPDATE scalars SET count = 1 << 60 WHERE first_point = 10";
    }

    void whatStandsBeforeADamagedPieceIsRead()
    {
        QFETCH(QString, damage);
        RunFileWriter writer(path(), {});
        writer.write(update(0, 10));
        writer.close();
        change(damage.toLatin1().constData());
        const auto stored = readRunFile(path());
        QCOMPARE(stored.problems.size(), damage.startsWith("DELETE") ? size_t(0) : size_t(1));
        QCOMPARE(stored.run.scalars.size(), size_t(1));
        QCOMPARE(stored.run.scalars.front().points.size(), size_t(10));
    }
};

QTEST_GUILESS_MAIN(TestRunFileScalars)
#include "test_run_file_scalars.moc"
