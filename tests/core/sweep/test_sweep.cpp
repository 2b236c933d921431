#include "core/sweep/sweep.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/experiment/experiment_fields.h"
#include "core/run_file/run_file_writer.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace stepscope;
using namespace stepscope::test;

class TestSweep : public QObject
{
    Q_OBJECT

private:
    static Sweep batchSizesAndThreads()
    {
        Sweep sweep;
        sweep.axes = {{"threads", {"1", "2"}}, {"batch_size", {"1", "16", "64"}}};
        return sweep;
    }

private Q_SLOTS:
    void aGridTakesEachWithEachTheLastAxisFastest()
    {
        const auto points = sweepPoints(batchSizesAndThreads());
        QCOMPARE(points.size(), size_t(6));
        QCOMPARE(points[0].label, std::string("threads 1, batch_size 1"));
        QCOMPARE(points[1].experiment.batchSize, int64_t(16));
        QCOMPARE(points[1].experiment.threads, int64_t(1));
        QCOMPARE(points[3].experiment.batchSize, int64_t(1));
        QCOMPARE(points[3].experiment.threads, int64_t(2));
        QCOMPARE(points[5].label, std::string("threads 2, batch_size 64"));
    }

    void pairedAxesGoTogether()
    {
        auto sweep = batchSizesAndThreads();
        sweep.paired = true;
        QVERIFY(failureOf([&] { sweepPoints(sweep); }).find("threads has 2, batch-size has 3") !=
                std::string::npos);
        sweep.axes[0].values = {"1", "2", "4"};
        const auto points = sweepPoints(sweep);
        QCOMPARE(points.size(), size_t(3));
        QCOMPARE(points[2].experiment.batchSize, int64_t(64));
        QCOMPARE(points[2].experiment.threads, int64_t(4));
    }

    void repeatsAreInterleavedAndHaveSeedsOfTheirOwn()
    {
        Sweep sweep;
        sweep.base.seed = 5;
        sweep.repeats = 3;
        sweep.axes = {{"batch_size", {"1", "16"}}};
        const auto points = sweepPoints(sweep);
        QCOMPARE(points.size(), size_t(6));
        const std::vector<int64_t> batchSizes = {1, 16, 1, 16, 1, 16};
        const std::vector<int64_t> seeds = {5, 5, 6, 6, 7, 7};
        for (size_t i = 0; i < 6; ++i) {
            QCOMPARE(points[i].experiment.batchSize, batchSizes[i]);
            QCOMPARE(points[i].experiment.seed, seeds[i]);
        }
        QCOMPARE(points[4].label, std::string("batch_size 1, seed 7"));
    }

    void aBudgetInImagesIsTheSameForEachBatchSize()
    {
        auto sweep = batchSizesAndThreads();
        sweep.budget = SweepBudget::Images;
        sweep.amount = 1000;
        const auto points = sweepPoints(sweep);
        QCOMPARE(points[0].experiment.steps, int64_t(1000));
        QCOMPARE(points[1].experiment.steps, int64_t(63)); // 1000 / 16, rounded up
        QCOMPARE(points[2].experiment.steps, int64_t(16));
    }

    void aNetworkBringsItsOwnOptimizer()
    {
        Sweep sweep;
        sweep.axes = {{"network", {"mnist-convnet", "mnist-convnet-2018"}}};
        const auto points = sweepPoints(sweep);
        QCOMPARE(points[0].experiment.optimizer, std::string("adadelta"));
        QCOMPARE(points[1].experiment.optimizer, std::string("sgd"));
    }

    void whatIsNotAllowedIsASentence()
    {
        const auto sentence = [](const Sweep& sweep) { return failureOf([&] { sweepPoints(sweep); }); };
        Sweep sweep;
        sweep.axes = {{"colour", {"red"}}};
        QVERIFY(sentence(sweep).find("colour is not a field") != std::string::npos);
        sweep.axes = {{"batch_size", {}}};
        QVERIFY(sentence(sweep).find("batch-size has no values") != std::string::npos);
        sweep.axes = {{"batch_size", {"16", "0"}}};
        QVERIFY(sentence(sweep).find("batch-size is 0") != std::string::npos);
        sweep.axes = {{"seed", std::vector<std::string>(200, "1")},
                      {"batch_size", std::vector<std::string>(200, "1")}};
        QVERIFY(sentence(sweep).find("more than 10,000 runs") != std::string::npos);
        sweep.axes.clear();
        sweep.repeats = 0;
        QVERIFY(sentence(sweep).find("at least once") != std::string::npos);
    }

    void anAxisThatNothingUsesNamesWhatWould_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("users");
        const auto row = [](const char* field, const char* name, const char* values, const char* users) {
            QTest::newRow(field) << field << name << values << users;
        };
        row("optimizer.momentum", "momentum", "0,0.9", "the optimizers sgd and rmsprop");
        row("width", "width", "64,128", "the network mlp");
        row("synthetic_shape", "synthetic-shape", "1x28x28,1x14x14", "the data set synthetic");
        row("sequence_length", "sequence-length", "32,64", "the data sets tiny-shakespeare and text");
        row("loader.prefetch", "prefetch", "1,2", "loader workers (--loader-workers)");
        row("tf32", "tf32", "all,off", "a GPU as device");
        row("copy_batches", "copy-batches", "true,false",
            "a GPU as device, without loader workers, augmentation or images decoded in each step");
    }
    void anAxisThatNothingUsesNamesWhatWould()
    {
        QFETCH(QString, field);
        QFETCH(QString, name);
        QFETCH(QString, values);
        QFETCH(QString, users);
        Sweep sweep;
        sweep.axes = {{field.toStdString(), {}}};
        for (const QString& value : values.split(','))
            sweep.axes[0].values.push_back(value.toStdString());
        QCOMPARE(QString::fromStdString(failureOf([&] { sweepPoints(sweep); })),
                 QString("The sweep's axis %1 has no effect: it is used only with %2.").arg(name, users));
        sweep.axes[0].values.resize(1);
        QVERIFY(!failureOf([&] { sweepPoints(sweep); }).empty());
    }

    void aFieldHasOneAxis()
    {
        auto sweep = batchSizesAndThreads();
        sweep.axes.push_back({"threads", {"4"}});
        QCOMPARE(failureOf([&] { sweepPoints(sweep); }),
                 std::string("The sweep names the field threads twice; name all its values once."));
    }

    void valuesThatMeanTheSameAreRefused_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("values");
        QTest::newRow("the same") << "batch_size"
                                  << "16,16";
        QTest::newRow("whole numbers") << "batch_size"
                                       << "16,016";
        QTest::newRow("numbers") << "optimizer.learning_rate"
                                 << "0.1,0.10";
        QTest::newRow("devices") << "device"
                                 << "cpu,cpu";
        QTest::newRow("augmentations") << "augmentation"
                                       << "crop 2+flip,flip+crop 2";
    }
    void valuesThatMeanTheSameAreRefused()
    {
        QFETCH(QString, field);
        QFETCH(QString, values);
        Sweep sweep;
        sweep.repeats = 2;
        sweep.axes = {{"threads", {"1", "2"}}, {field.toStdString(), {}}};
        for (const QString& value : values.split(','))
            sweep.axes[1].values.push_back(value.toStdString());
        const auto& [first, second] = std::pair(sweep.axes[1].values[0], sweep.axes[1].values[1]);
        const auto name = "threads 1, " + field.toStdString() + " ";
        QCOMPARE(failureOf([&] { sweepPoints(sweep); }), "The sweep has the same settings twice: " + name +
                                                             first + ", seed 1 and " + name + second +
                                                             ", seed 1.");
    }

    void seedsAreAnAxisOrRepeats()
    {
        Sweep sweep;
        sweep.axes = {{"seed", {"1", "2"}}};
        QCOMPARE(sweepPoints(sweep).size(), size_t(2));
        sweep.repeats = 2;
        QCOMPARE(failureOf([&] { sweepPoints(sweep); }),
                 std::string("The sweep has an axis of seeds and repeats, which have seeds of their own; use "
                             "only one of the two."));
        sweep.axes[0].values = {"5"};
        QCOMPARE(sweepPoints(sweep)[1].experiment.seed, int64_t(6));
    }

    void pairedAxesMayRepeatTheirValues()
    {
        Sweep sweep;
        sweep.paired = true;
        sweep.axes = {{"threads", {"1", "1", "2"}}, {"batch_size", {"1", "2", "2"}}};
        QCOMPARE(sweepPoints(sweep).size(), size_t(3));
        sweep.axes[1].values[1] = "1";
        QVERIFY(failureOf([&] { sweepPoints(sweep); }).starts_with("The sweep has the same settings twice"));
    }

    void anAxisIsUsefulIfAnotherMakesItSo()
    {
        Sweep sweep;
        sweep.axes = {{"optimizer.name", {"adam", "sgd"}}, {"optimizer.momentum", {"0", "0.9"}}};
        QCOMPARE(sweepPoints(sweep).size(), size_t(4));
        sweep.axes[0].values = {"adam", "lion"};
        QVERIFY(failureOf([&] { sweepPoints(sweep); }).starts_with("The sweep's axis momentum"));
    }

    void anAxisOfTheLengthIsUselessIfSomethingElseSetsIt()
    {
        const auto sentence = [](const Sweep& sweep) { return failureOf([&] { sweepPoints(sweep); }); };
        Sweep sweep;
        sweep.axes = {{"epochs", {"1", "2"}}};
        QCOMPARE(sweepPoints(sweep).size(), size_t(2));
        sweep.base.steps = 10;
        QCOMPARE(sentence(sweep), std::string("The sweep's axis epochs has no effect, because each run ends "
                                              "after a number of steps or a time."));
        sweep.axes = {{"steps", {"10", "20"}}};
        QCOMPARE(sweepPoints(sweep).size(), size_t(2));
        sweep.budget = SweepBudget::Images;
        sweep.amount = 1000;
        QCOMPARE(sentence(sweep), std::string("The sweep's axis steps has no effect, because the sweep "
                                              "itself sets how long each run trains."));
    }

    void jsonHoldsEveryField()
    {
        auto sweep = batchSizesAndThreads();
        sweep.base.learningRate = 0.125;
        sweep.paired = true;
        sweep.repeats = 4;
        sweep.budget = SweepBudget::Images;
        sweep.amount = 6000;
        QVERIFY(sweepFromJson(toJson(sweep), "sweep.json") == sweep);
        QCOMPARE(failureOf([] { sweepFromJson("{", "a.json"); }),
                 std::string("a.json, line 1: this is not valid JSON."));
        for (const char* other : {"{}", "[]", "null", "1", "\"base\""})
            QCOMPARE(failureOf([&] { sweepFromJson(other, "a.json"); }),
                     std::string("a.json is not a saved sweep, because it has no base; expected the "
                                 "sweep.json of a sweep's folder."));
    }

    void aValueOfAnotherTypeIsNamed_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("sentence");
        const auto row = [](const char* name, const std::string& members, const std::string& sentence) {
            QTest::newRow(name) << R"({"base": {}, )" + members + "}"
                                << "a.json: " + sentence;
        };
        row("axes", R"("axes": "threads")", "axes is \"threads\", but must be a list of axes in brackets.");
        row("axis", R"("axes": ["threads"])",
            "axes[0] is \"threads\", but must be an axis, as in {\"field\": \"threads\", \"values\": [\"1\", "
            "\"2\"]}.");
        row("axis without values", R"("axes": [{"field": "seed"}])",
            "axes[0] is {\"field\":\"seed\"}, but must be an axis, as in {\"field\": \"threads\", "
            "\"values\": "
            "[\"1\", \"2\"]}.");
        row("field", R"("axes": [{"field": 1, "values": []}])",
            "axes[0].field is 1, but must be a text in quotes.");
        row("values",
            R"("axes": [{"field": "seed", "values": ["1"]}, {"field": "threads", "values": [1, 2]}])",
            "axes[1].values is [1,2], but must be a list of texts in quotes, as in [\"1\", \"2\"].");
        row("paired", R"("axes": [], "paired": 1)", "paired is 1, but must be true or false.");
        row("repeats", R"("axes": [], "repeats": "2")", "repeats is \"2\", but must be a whole number.");
        row("large amount", R"("axes": [], "amount": 1e30)", "amount is 1e+30, but must be a whole number.");
        row("budget", R"("axes": [], "budget": 3)",
            "budget is 3, but must be one of as_base, epochs, steps, images, seconds.");
        row("other budget", R"("axes": [], "budget": "hours")",
            "budget is \"hours\", but must be one of as_base, epochs, steps, images, seconds.");
        row("unknown key", R"("axes": [], "repeat": 3)",
            "there is no field \"repeat\"; did you mean \"repeats\"?");
        row("key of the command line", R"("axes": [], "within": 3)", "there is no field \"within\".");
        row("unknown key of an axis", R"("axes": [{"field": "threads", "values": ["1"], "value": "2"}])",
            "there is no field \"value\"; did you mean \"values\"?");
        QTest::newRow("base") << std::string(R"({"base": [], "axes": []})")
                              << std::string("a.json: an experiment is an object in braces, as in "
                                             "{\"batch_size\": 64}.");
        QTest::newRow("field of the base")
            << std::string(R"({"base": {"epochs": "two"}, "axes": []})")
            << std::string("a.json: epochs is \"two\", but must be a whole number, 1 to 100,000.");
    }
    void aValueOfAnotherTypeIsNamed()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, sentence);
        QCOMPARE(failureOf([&] { sweepFromJson(text, "a.json"); }), sentence);
    }

    void pathsAreKeptFromTheRoot()
    {
        const auto below = [](const char* path) { return (std::filesystem::current_path() / path).string(); };
        Sweep sweep;
        sweep.base.dataDirectory = "data";
        sweep.axes = {{"network", {"a.pt", "lenet5"}}, {"initial_weights", {"", "w.safetensors"}}};
        const auto ofOlderVersion = sweepFromJson(toJson(sweep), "sweep.json");
        QVERIFY(ofOlderVersion == withAbsolutePaths(sweep));
        const TemporaryFolder folder;
        prepareSweepFolder(folder.path(), sweep, false);
        QVERIFY(readFile(folder.path() / "sweep.json").find(below("w.safetensors")) != std::string::npos);
        const auto read = sweepOfFolder(folder.path());
        QVERIFY(read.has_value());
        QCOMPARE(read->base.dataDirectory, below("data"));
        QCOMPARE(read->axes[0].values, (std::vector<std::string>{below("a.pt"), "lenet5"}));
        QCOMPARE(read->axes[1].values, (std::vector<std::string>{"", below("w.safetensors")}));
        prepareSweepFolder(folder.path(), *read, false);
        prepareSweepFolder(folder.path(), sweep, false);
    }

    void aFolderGoesOnWithItsOwnSweepOnly()
    {
        const TemporaryFolder folder;
        const auto sweep = batchSizesAndThreads();
        prepareSweepFolder(folder.path(), sweep, false);
        prepareSweepFolder(folder.path(), sweep, false);

        const auto points = sweepPoints(sweep);
        const auto file = sweepRunPath(folder.path(), 1, points[1]);
        QVERIFY(!isDone(file));
        {
            RunFileWriter writer(file, points[1].experiment);
            writer.write(sampleUpdate(0, 2)); // it is running
            QVERIFY(!isDone(file));
            auto stopped = sampleUpdate(2, 1);
            stopped.outcome = RunOutcome::Stopped;
            writer.write(stopped);
            QVERIFY(!isDone(file));
            RunUpdate failed;
            failed.outcome = RunOutcome::Failed;
            writer.write(failed);
        }
        QVERIFY(isDone(file));

        auto other = sweep;
        other.repeats = 2;
        QVERIFY(failureOf([&] { prepareSweepFolder(folder.path(), other, false); }).find("another sweep") !=
                std::string::npos);
        QVERIFY(std::filesystem::exists(file));
        prepareSweepFolder(folder.path(), other, true);
        QVERIFY(!std::filesystem::exists(file));
    }

    void aDamagedDefinitionIsThatOfAnotherSweep()
    {
        const TemporaryFolder folder;
        const auto sweep = batchSizesAndThreads();
        writeFileAtomically(folder.path() / "sweep.json", "{");
        QVERIFY(failureOf([&] { prepareSweepFolder(folder.path(), sweep, false); }).find("another sweep") !=
                std::string::npos);
        prepareSweepFolder(folder.path(), sweep, true);
        prepareSweepFolder(folder.path(), sweep, false);
    }

    /// A version before these fields has written the file.
    void aFolderGoesOnThoughItsSweepLacksFields()
    {
        const TemporaryFolder folder;
        const auto sweep = batchSizesAndThreads();
        prepareSweepFolder(folder.path(), sweep, false);
        const auto definition = folder.path() / "sweep.json";
        auto json = nlohmann::ordered_json::parse(readFile(definition));
        QCOMPARE(json.at("base").erase("synthetic_shape"), size_t(1));
        QCOMPARE(json.at("base").erase("synthetic_classes"), size_t(1));
        writeFileAtomically(definition, json.dump(2));
        prepareSweepFolder(folder.path(), sweep, false);
        auto other = sweep;
        other.base.syntheticClasses = 100;
        QVERIFY(failureOf([&] { prepareSweepFolder(folder.path(), other, false); }).find("another sweep") !=
                std::string::npos);
    }

    void shapesOfSyntheticImagesAreAnAxis()
    {
        Sweep sweep;
        sweep.base = referenceExperiment("lenet5");
        sweep.base.dataset = "synthetic";
        sweep.axes = {{"synthetic_shape", {"1x28x28", "3x64x64"}}};
        const auto points = sweepPoints(sweep);
        QCOMPARE(points[1].experiment.syntheticShape, std::string("3x64x64"));
        QCOMPARE(points[1].label, std::string("synthetic_shape 3x64x64"));
        sweep.base = referenceExperiment("mnist-convnet");
        sweep.base.dataset = "synthetic";
        QVERIFY(failureOf([&] { sweepPoints(sweep); }).starts_with("The images of synthetic have the shape"));
    }

    void aLinkedFolderForRunsIsRefused()
    {
        const TemporaryFolder folder;
        const TemporaryFolder elsewhere;
        const auto link = folder.path() / "runs";
        std::filesystem::create_directory_symlink(elsewhere.path(), link);
        for (const bool force : {false, true})
            QCOMPARE(failureOf([&] { prepareSweepFolder(folder.path(), batchSizesAndThreads(), force); }),
                     link.string() + " is a link to another folder; remove it, or name another folder.");
        QVERIFY(!std::filesystem::exists(folder.path() / "sweep.json"));
    }
};

QTEST_GUILESS_MAIN(TestSweep)
#include "test_sweep.moc"
