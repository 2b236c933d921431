#include "core/base/error.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/experiment/field_error.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"
#include "tests/support/failure.h"
#include "tests/support/kind_names.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <set>

using namespace stepscope;
using namespace stepscope::test;

namespace {

const ExperimentField& field(std::string_view key)
{
    const auto* found = findExperimentField(key);
    if (!found)
        qFatal("no field %s", std::string(key).c_str());
    return *found;
}

/// The sentence with which setting the field fails, empty when it does not.
QString refusal(std::string_view key, std::string_view text)
{
    Experiment experiment;
    try {
        setField(experiment, field(key), text);
    } catch (const Error& problem) {
        return QString::fromUtf8(problem.what());
    }
    return {};
}

/// A value that is allowed and is not the default.
std::string otherValue(const ExperimentField& field)
{
    const std::string standard = fieldText(Experiment{}, field);
    if (field.key == "device")
        return "cuda:3";
    if (field.key == "synthetic_shape")
        return "3x64x48";
    if (!field.choices.empty())
        return std::string(field.choices.front() != standard ? field.choices.front() : field.choices.back());
    switch (field.member.index()) {
    case 0:
        return "/some/folder";
    case 1:
        return "17";
    case 2:
        return "0.125";
    default:
        return standard == "true" ? "false" : "true";
    }
}

} // namespace

class TestExperimentFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFieldIsNamedByItsKeyOrOptionWithDashesOrUnderscores()
    {
        for (const ExperimentField& field : experimentFields()) {
            std::string name(field.flag.substr(2));
            QCOMPARE(findNamedField(name), &field);
            std::ranges::replace(name, '-', '_');
            QCOMPARE(findNamedField(name), &field);
            name = field.key;
            QCOMPARE(findNamedField(name), &field);
            std::ranges::replace(name, '_', '-');
            QCOMPARE(findNamedField(name), &field);
        }
        QVERIFY(!findNamedField("colour") && !findNamedField("") && !findNamedField("optimizer."));
        QCOMPARE(unknownFieldText("colour"), std::string("There is no setting colour."));
        QCOMPARE(unknownFieldText("batch_sice"),
                 std::string("There is no setting batch_sice; did you mean batch-size?"));
    }

    void everyFieldIsNamedOnceAndExplained()
    {
        std::set<std::string_view> keys;
        std::set<std::string_view> flags;
        for (const auto& field : experimentFields()) {
            QVERIFY2(keys.insert(field.key).second, field.key.data());
            QVERIFY2(flags.insert(field.flag).second, field.flag.data());
            QVERIFY(field.flag.starts_with("--"));
            QVERIFY(*field.label.english());
            QVERIFY2(translated(field.help).ends_with('.'), field.key.data());
        }
    }

    void theFlagsThatScriptsRelyOnAreThere()
    {
        std::set<std::string_view> flags;
        for (const auto& field : experimentFields())
            flags.insert(field.flag);
        for (const char* flag : {"--dataset", "--data", "--network", "--hidden-layers", "--width", "--device",
                                 "--batch-size", "--test-batch-size", "--epochs", "--steps", "--optimizer",
                                 "--learning-rate", "--seed", "--threads", "--profile"})
            QVERIFY2(flags.contains(flag), flag);
    }

    void everyFieldSetsPrintsAndReadsBack()
    {
        for (const auto& field : experimentFields()) {
            Experiment experiment;
            const std::string value = otherValue(field);
            setField(experiment, field, value);
            QCOMPARE(fieldText(experiment, field), value);
            QVERIFY2(!(experiment == Experiment{}), field.key.data());

            Experiment copy;
            setField(copy, field, fieldText(experiment, field));
            QVERIFY2(copy == experiment, field.key.data());
        }
    }

    void switchesAreSetInTheWordsOfTheHelp()
    {
        Experiment experiment;
        setField(experiment, field("onednn"), "off");
        QVERIFY(!experiment.oneDnn);
        setField(experiment, field("onednn"), "on");
        QVERIFY(experiment.oneDnn);
    }

    void everyNumberRefusesWhatIsOutOfRange()
    {
        for (const auto& field : experimentFields()) {
            if (field.member.index() != 1 && field.member.index() != 2)
                continue;
            for (const double value : {field.minimum - 1, field.maximum + 1}) {
                const std::string text =
                    field.member.index() == 1 ? std::to_string(int64_t(value)) : std::to_string(value);
                const QString sentence = refusal(field.key, text);
                QVERIFY2(sentence.contains(QString::fromStdString(std::string(field.key))), field.key.data());
                QVERIFY2(sentence.contains(QString::fromStdString(text)), qPrintable(sentence));
                QVERIFY2(sentence.contains(QString::fromStdString(allowedText(field))), qPrintable(sentence));
            }
            if (!field.aboveMinimum)
                QCOMPARE(refusal(field.key, std::to_string(int64_t(field.minimum))), QString());
            else
                QVERIFY(!refusal(field.key, std::to_string(int64_t(field.minimum))).isEmpty());
        }
    }

    void saysWhatIsAllowed_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* key, const char* text, const QString& sentence) {
            QTest::addRow("%s %s", key, text) << QByteArray(key) << QByteArray(text) << sentence;
        };
        row("batch_size", "0", "batch_size is 0, but must be 1 to 1,000,000.");
        row("batch_size", "-1", "batch_size is -1, but must be 1 to 1,000,000.");
        row("batch_size", "10000000", "batch_size is 10000000, but must be 1 to 1,000,000.");
        row("batch_size", "99999999999999999999",
            "batch_size is 99999999999999999999, but must be 1 to 1,000,000.");
        row("batch_size", "64.5", "batch_size is 64.5, but must be 1 to 1,000,000.");
        row("batch_size", "64 ", "batch_size is 64 , but must be 1 to 1,000,000.");
        row("batch_size", "", "batch_size is empty, but must be 1 to 1,000,000.");
        row("optimizer.learning_rate", "nan",
            "optimizer.learning_rate is nan, but must be above 0, up to 1,000.");
        row("optimizer.learning_rate", "inf",
            "optimizer.learning_rate is inf, but must be above 0, up to 1,000.");
        row("network", "mnist-convnt",
            "network is \"mnist-convnt\", but must be one of " + kindNames(networkKinds()) +
                ". Did you mean mnist-convnet?");
        row("dataset", "imagenet",
            "dataset is \"imagenet\", but must be one of " + kindNames(dataSetKinds()) + ".");
        const QString shapes = "channels, rows and columns as in 3x224x224, with 1 to 1,024 channels, 1 to "
                               "4,096 rows and columns, and at most 4,194,304 values in all.";
        for (const char* shape : {"", "28", "28x28", "1x28x28x1", "0x28x28", "1x0x28", "1x28x-28", "1x28x 28",
                                  "01x28x28", "1x28xx", "1X28X28", "1025x1x1", "1x4097x1", "1x1x4097",
                                  "3x2048x1024", "1x99999999999999999999x1"})
            row("synthetic_shape", shape,
                QString("synthetic_shape is \"%1\", but must be %2").arg(shape, shapes));
        row("validation_share", "1", "validation_share is 1, but must be 0 to 0.99.");
        row("validation_share", "-0.1", "validation_share is -0.1, but must be 0 to 0.99.");
        row("synthetic_classes", "1", "synthetic_classes is 1, but must be 2 to 65,536.");
        row("device", "gpu", "device is \"gpu\", but must be cpu or cuda:N.");
        row("profiler.enabled", "1", "profiler.enabled is 1, but must be true or false.");
    }
    void helpNamesTheOptimizersThatUseAField()
    {
        const auto help = [](std::string_view key) { return QString::fromStdString(helpText(field(key))); };
        const QString momentum = help("optimizer.momentum");
        QVERIFY2(momentum.contains(". Used by sgd") && momentum.contains(" and "), qPrintable(momentum));
        QVERIFY(momentum.contains("rmsprop") && !momentum.contains("adadelta"));
        QCOMPARE(help("optimizer.learning_rate"), QString("Scales each update."));
        QVERIFY(!help("width").contains("Used by"));
    }

    void helpSaysWhatEachScheduleDoes()
    {
        const auto text = QString::fromStdString(helpText(field("schedule.name")));
        QVERIFY2(
            text.startsWith("How the learning rate changes: constant does not change it; step multiplies "
                            "it by gamma"),
            qPrintable(text));
        QVERIFY(text.endsWith("almost to 0."));
        for (const ScheduleKind& kind : scheduleKinds())
            QVERIFY2(text.contains(QString::fromUtf8(kind.name.data(), qsizetype(kind.name.size())) + " "),
                     qPrintable(text));
    }
    void saysWhatIsAllowed()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, text);
        QFETCH(QString, sentence);
        QCOMPARE(refusal(key.toStdString(), text.toStdString()), sentence);
    }

    void devicesFollowAPattern()
    {
        for (const char* good : {"cpu", "cuda:0", "cuda:15"})
            QCOMPARE(refusal("device", good), QString());
        for (const char* bad : {"", "CPU", "cuda", "cuda:", "cuda:x", "cuda:-1", "cuda:0 ", "cuda:1234"})
            QVERIFY2(!refusal("device", bad).isEmpty(), bad);
    }

    void aFlagCanBeNamedInstead()
    {
        Experiment experiment;
        try {
            setField(experiment, field("epochs"), "many", "--epochs");
            QFAIL("accepted");
        } catch (const Error& problem) {
            QCOMPARE(problem.what(), "--epochs is many, but must be 1 to 100,000.");
        }
    }

    void theNetworkBringsItsReferenceWhateverTheOrder()
    {
        const std::vector<FieldText> texts = {{&field("optimizer.learning_rate"), "0.25", {}},
                                              {&field("optimizer.name"), "adam", {}},
                                              {&field("network"), "mlp", {}}};
        Experiment experiment;
        experiment.batchSize = 16;
        setFields(experiment, texts);
        QCOMPARE(experiment.network, "mlp");
        QCOMPARE(experiment.schedule, "constant");
        QCOMPARE(experiment.optimizer, "adam");
        QCOMPARE(experiment.epsilon, 1e-8);
        QCOMPARE(experiment.learningRate, 0.25);
        QCOMPARE(experiment.batchSize, 16);
    }

    void everyNetworkHasAValidReference()
    {
        for (const auto network : field("network").choices) {
            const Experiment experiment = referenceExperiment(network);
            validate(experiment);
            QCOMPARE(experiment.network, network);
            QCOMPARE(experiment.epochs, 1);
        }
        QCOMPARE(referenceExperiment("mnist-convnet-2020").optimizer, "adadelta");
        QCOMPARE(referenceExperiment("mnist-convnet-2020").learningRate, 1.0);
        QCOMPARE(referenceExperiment("mnist-convnet").schedule, "step");
        for (const char* network : {"mnist-convnet-2018", "mnist-convnet-2017", "mlp"}) {
            QCOMPARE(referenceExperiment(network).optimizer, "sgd");
            QCOMPARE(referenceExperiment(network).learningRate, 0.01);
            QCOMPARE(referenceExperiment(network).momentum, 0.5);
            QCOMPARE(referenceExperiment(network).schedule, "constant");
        }
        QVERIFY_EXCEPTION_THROWN(referenceExperiment("resnet"), Error);
    }

    void everyOptimizerHasValidDefaults()
    {
        for (const auto optimizer : field("optimizer.name").choices) {
            Experiment experiment;
            setOptimizerDefaults(experiment, optimizer);
            validate(experiment);
            QCOMPARE(experiment.optimizer, optimizer);
        }
        Experiment experiment;
        setOptimizerDefaults(experiment, "adamw");
        QCOMPARE(experiment.weightDecay, 0.01);
        QVERIFY_EXCEPTION_THROWN(setOptimizerDefaults(experiment, "newton"), Error);
    }

    void validationNamesTheField()
    {
        Experiment experiment;
        validate(experiment);
        experiment.testBatchSize = 0;
        try {
            validate(experiment);
            QFAIL("accepted");
        } catch (const Error& problem) {
            QCOMPARE(problem.what(), "test_batch_size is 0, but must be 1 to 1,000,000.");
        }
    }

    void float16NeedsAGpu()
    {
        Experiment experiment;
        experiment.precision = "float16";
        const std::string sentence =
            "The precision float16 needs a GPU, but the device is cpu: on the CPU, mixed precision is "
            "possible with bfloat16 only.";
        try {
            validate(experiment);
            QFAIL("accepted");
        } catch (const Error& problem) {
            QVERIFY2(problem.what() == sentence, problem.what());
        }
        QVERIFY(contradiction({}, "precision", "float16") == sentence);
        QVERIFY(contradiction({}, "precision", "bfloat16").empty());
        experiment.device = "cuda:0";
        validate(experiment);
        experiment.execution = "torchscript";
        QVERIFY_EXCEPTION_THROWN(validate(experiment), Error);
    }

    void aBatchHasNoMorePartsThanSamples()
    {
        Experiment experiment{.batchSize = 64, .accumulation = 64};
        validate(experiment);
        experiment.accumulation = 128;
        QCOMPARE(failureOf([&] { validate(experiment); }),
                 std::string("The accumulation is 128, but the batch size is 64: each part of a batch has at "
                             "least one sample."));
    }

    void settingsOfCopiesNeedCopiesToAGpu()
    {
        const auto refusal = [](const Experiment& experiment) -> QString {
            try {
                validate(experiment);
            } catch (const Error& problem) {
                return problem.what();
            }
            return {};
        };
        Experiment experiment{.copyBatches = true, .pinnedMemory = true};
        QCOMPARE(refusal(experiment), "pinned_memory is for copies to a GPU, but the device is cpu.");
        experiment.device = "cuda:0";
        QCOMPARE(refusal(experiment), QString());
        experiment.copyBatches = false;
        QCOMPARE(refusal(experiment),
                 "pinned_memory is for copies of batches, but all training samples are on the GPU from the "
                 "start: set copy_batches, or use loader workers.");
        experiment.loaderWorkers = 1;
        QCOMPARE(refusal(experiment), QString());
        experiment.asyncCopies = true;
        QCOMPARE(refusal(experiment), QString());
        experiment.pinnedMemory = false;
        QCOMPARE(refusal(experiment), "async_copies needs batches in pinned memory: set pinned_memory, too.");
        QCOMPARE(failureOf([&] { validate(experiment, FieldNaming::Option); }),
                 std::string("--async-copies needs batches in pinned memory: set --pinned-memory, too."));
        experiment.device = "cpu";
        QCOMPARE(refusal(experiment), "async_copies is for copies to a GPU, but the device is cpu.");
    }

    void anErrorNamesTheFieldWhereItIsCorrected_data()
    {
        QTest::addColumn<Experiment>("experiment");
        QTest::addColumn<QString>("key");
        Experiment large = referenceExperiment("mlp");
        large.hiddenLayers = 1000;
        large.width = 100'000;
        Experiment text = referenceExperiment("char-lstm");
        text.augmentation = "flip";
        Experiment color;
        color.dataset = "cifar-10";
        Experiment layers = referenceExperiment("layers");
        layers.layers = "lin 10";
        QTest::newRow("a value") << Experiment{.batchSize = 0} << "batch_size";
        QTest::newRow("precision") << Experiment{.precision = "float16"} << "precision";
        QTest::newRow("copies") << Experiment{.pinnedMemory = true} << "pinned_memory";
        QTest::newRow("accumulation") << Experiment{.batchSize = 64, .accumulation = 65} << "accumulation";
        QTest::newRow("execution") << Experiment{.execution = "torchscript", .precision = "bfloat16"}
                                   << "execution";
        QTest::newRow("unknown change") << Experiment{.augmentation = "turn"} << "augmentation";
        QTest::newRow("change of a text") << text << "augmentation";
        QTest::newRow("large crop") << Experiment{.augmentation = "crop 28"} << "augmentation";
        QTest::newRow("size") << large << "width";
        QTest::newRow("shape") << color << "network";
        QTest::newRow("layers") << layers << "layers";
    }

    void anErrorNamesTheFieldWhereItIsCorrected()
    {
        QFETCH(Experiment, experiment);
        QFETCH(QString, key);
        try {
            validate(experiment);
            QFAIL("accepted");
        } catch (const FieldError& problem) {
            QCOMPARE(QString::fromUtf8(problem.key().data(), qsizetype(problem.key().size())), key);
            QVERIFY(findExperimentField(problem.key()));
        }
    }

    void anMlpThatNoMachineHoldsIsRefused()
    {
        Experiment experiment = referenceExperiment("mlp");
        experiment.hiddenLayers = 1000;
        experiment.width = 100'000;
        QVERIFY_EXCEPTION_THROWN(validate(experiment), Error);
        experiment.network = "mnist-convnet"; // which does not look at them
        validate(experiment);
    }

    void pathsAreFromTheCurrentFolder()
    {
        const auto here = std::filesystem::current_path();
        const auto absolute = [](std::string_view key, const char* text) {
            return QString::fromStdString(withAbsolutePath(field(key), text));
        };
        const auto below = [&](const char* path) { return QString::fromStdString((here / path).string()); };
        QCOMPARE(absolute("data_directory", "my/photos/"), below("my/photos"));
        QCOMPARE(absolute("data_directory", "./photos"), below("photos"));
        QCOMPARE(absolute("data_directory", "/photos"), QString("/photos"));
        QCOMPARE(absolute("data_directory", "/"), QString("/"));
        QCOMPARE(absolute("data_directory", ""), QString());
        QCOMPARE(absolute("model", "net.pt"), below("net.pt"));
        for (const char* file : {"net.pt", "net.pth", "net.ts"})
            QCOMPARE(absolute("network", file), below(file));
        QCOMPARE(absolute("network", "lenet5"), QString("lenet5"));
        QCOMPARE(absolute("label_column", "species"), QString("species"));
    }

    void allPathsOfAnExperimentBecomeAbsolute()
    {
        const auto here = std::filesystem::current_path();
        const Experiment experiment = withAbsolutePaths(
            {.dataDirectory = "photos", .model = "net.pt", .initialWeights = "w.safetensors"});
        QCOMPARE(QString::fromStdString(experiment.dataDirectory),
                 QString::fromStdString((here / "photos").string()));
        QCOMPARE(QString::fromStdString(experiment.model),
                 QString::fromStdString((here / "net.pt").string()));
        QCOMPARE(QString::fromStdString(experiment.initialWeights),
                 QString::fromStdString((here / "w.safetensors").string()));
        QVERIFY(withAbsolutePaths(experiment) == experiment);
        QVERIFY(withAbsolutePaths({}) == Experiment{});
    }

    void theNearestNameIsTheLikelyOne()
    {
        const std::vector<std::string_view> names = {"batch_size", "test_batch_size", "epochs"};
        QCOMPARE(nearestName("bach_size", names), "batch_size");
        QCOMPARE(nearestName("epoch", names), "epochs");
        QCOMPARE(nearestName("colour", names), "");
        QCOMPARE(nearestName("EPOCHS", names), "epochs");
        QCOMPARE(nearestName("epohcs", names), "epochs");
        const std::string_view shortNames[] = {"l1", "l2"};
        QCOMPARE(nearestName("lr", shortNames), "");
        QCOMPARE(nearestName(std::string(1'000'000, 'x'), names), "");
        const std::string_view dataSets[] = {"mnist", "emnist-balanced", "emnist-digits"};
        QCOMPARE(nearestName("emnist", dataSets), "emnist-digits"); // although mnist is one edit away
        QCOMPARE(nearestName("EMNIST", dataSets), "emnist-digits");
        QCOMPARE(nearestName("em", dataSets), "");
    }
};

QTEST_GUILESS_MAIN(TestExperimentFields)
#include "test_experiment_fields.moc"
