#include "core/base/error.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/experiment/synthetic_shape.h"
#include "core/language/translation.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// The name of PyTorch's class.
std::string_view titleOf(const OptimizerKind& kind)
{
    return kind.title;
}

template<typename Kind>
std::string titleOf(const Kind& kind)
{
    return translated(kind.title);
}

std::vector<std::string> fieldsOf(const OptimizerKind& kind)
{
    std::vector<std::string> fields;
    for (const FieldValue& field : kind.fields) {
        if (!field.key.empty())
            fields.emplace_back(field.key);
    }
    return fields;
}

template<typename Kind>
std::vector<std::string> fieldsOf(const Kind& kind)
{
    std::vector<std::string> fields;
    for (const QString& field : QString::fromUtf8(kind.fields).split(' ', Qt::SkipEmptyParts))
        fields.push_back(field.toStdString());
    return fields;
}

template<typename Kinds>
void checkKinds(const Kinds& kinds, const char* key)
{
    const ExperimentField& field = *findExperimentField(key);
    std::set<std::string_view> names;
    for (const auto& kind : kinds) {
        QVERIFY(names.insert(kind.name).second);
        QVERIFY(!titleOf(kind).empty());
        QVERIFY(std::ranges::find(field.choices, kind.name) != field.choices.end());
        for (const std::string& used : fieldsOf(kind))
            QVERIFY2(findExperimentField(used), used.c_str());
    }
    QCOMPARE(names.size(), field.choices.size());
}

Experiment with(const char* key, const char* value)
{
    Experiment experiment;
    setField(experiment, *findExperimentField(key), value);
    return experiment;
}

/// The sentence of checkShapes(); empty: the images fit.
QString shapeFailure(const DataSetDescription& dataSet, const NetworkKind& network)
{
    try {
        checkShapes(dataSet, network);
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

class TestExperimentKinds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachKindIsAChoiceAndUsesFieldsThatExist()
    {
        checkKinds(dataSetKinds(), "dataset");
        checkKinds(networkKinds(), "network");
        checkKinds(optimizerKinds(), "optimizer.name");
        checkKinds(scheduleKinds(), "schedule.name");
    }

    void theDefaultsOfAnExperimentAreThoseOfTheTables()
    {
        const Experiment defaults;
        const NetworkKind& network = *findNetworkKind(defaults.network);
        QCOMPARE(defaults.optimizer, std::string(network.optimizer));
        QCOMPARE(defaults.schedule, std::string(network.schedule));
        QVERIFY(referenceExperiment(defaults.network) == defaults);

        const Experiment synthetic = with("dataset", "synthetic");
        const auto images = fixedDescription(synthetic);
        const DataSetKind& kind = *findDataSetKind(syntheticName);
        QVERIFY(images.has_value());
        QVERIFY(images->shape == kind.shape);
        QVERIFY(std::ranges::equal(images->classNames, kind.classNames));
    }

    void eachNetworkHasAReferenceThatIsValid()
    {
        for (const NetworkKind& kind : networkKinds()) {
            const Experiment reference = referenceExperiment(kind.name);
            QCOMPARE(reference.optimizer, std::string(kind.optimizer));
            QCOMPARE(reference.schedule, std::string(kind.schedule));
            validate(reference);
        }
    }

    void theSummaryOfANetworkNamesItsOptimizerAndEpochs()
    {
        const QRegularExpression epochs("\\b(\\d+) epochs\\b");
        int named = 0;
        for (const NetworkKind& kind : networkKinds()) {
            const auto summary = QString::fromUtf8(kind.summary.english());
            if (const auto found = epochs.match(summary); found.hasMatch()) {
                QVERIFY2(found.captured(1).toLongLong() == kind.epochs, qPrintable(summary));
                ++named;
            }
            for (const OptimizerKind& optimizer : optimizerKinds()) {
                const auto title =
                    QString::fromUtf8(optimizer.title.data(), qsizetype(optimizer.title.size()));
                if (!summary.contains(QRegularExpression("\\b" + title + "\\b")))
                    continue;
                QVERIFY2(optimizer.name == kind.optimizer, qPrintable(summary));
                ++named;
            }
            if (summary.contains("with momentum"))
                QVERIFY2(referenceExperiment(kind.name).momentum > 0, qPrintable(summary));
        }
        QVERIFY2(named > 0, "the summaries are read");
    }

    void anOptimizerUsesItsOwnFieldsAlone()
    {
        QVERIFY(usesField(with("optimizer.name", "sgd"), "optimizer.momentum"));
        QVERIFY(!usesField(with("optimizer.name", "sgd"), "optimizer.epsilon"));
        QVERIFY(!usesField(with("optimizer.name", "adam"), "optimizer.momentum"));
        QVERIFY(usesField(with("optimizer.name", "adam"), "optimizer.beta1"));
        QVERIFY(usesField(with("optimizer.name", "rmsprop"), "optimizer.rho"));
        QVERIFY(usesField(with("optimizer.name", "adagrad"), "optimizer.weight_decay"));
        QVERIFY(usesField(with("optimizer.name", "adam"), "optimizer.form"));
        QVERIFY(!usesField(with("optimizer.name", "lion"), "optimizer.form"));
    }

    void batchesThatArePreparedInStepsAreCopiedInAnyCase()
    {
        const auto usesOnGpu = [](const char* key, const char* value) {
            Experiment experiment = with(key, value);
            experiment.device = "cuda:0";
            return usesField(experiment, "copy_batches");
        };
        QVERIFY(usesOnGpu("loader.workers", "0"));
        QVERIFY(!usesOnGpu("loader.workers", "1"));
        QVERIFY(!usesOnGpu("augmentation", "flip"));
        QVERIFY(usesOnGpu("augmentation", "none"));
        QVERIFY(usesOnGpu("decode_images", "true"));                       // of an image folder only
        QVERIFY(usesField(with("augmentation", "fli"), "loader.workers")); // while it is typed
    }

    void onTheCpuNoBatchIsCopied()
    {
        QVERIFY(!usesField({}, "copy_batches"));
        QVERIFY(!usesField(with("dataset", "tiny-shakespeare"), "copy_batches"));
    }

    void syntheticDataHasNoFolder()
    {
        QVERIFY(usesField({}, "data_directory"));
        QVERIFY(usesField(with("dataset", "npz"), "data_directory"));
        QVERIFY(!usesField(with("dataset", "synthetic"), "data_directory"));
    }

    void copiesToAGpuHaveSettingsOfTheirOwn()
    {
        Experiment experiment{.device = "cuda:0"};
        for (const auto* key : {"pinned_memory", "async_copies"}) {
            QVERIFY(!usesField({}, key));
            QVERIFY(!usesField(with("copy_batches", "true"), key)); // on the CPU nothing is copied
            QVERIFY(!usesField(experiment, key));
            experiment.copyBatches = true;
            QVERIFY(usesField(experiment, key));
            experiment.copyBatches = false;
            experiment.loaderWorkers = 1;
            QVERIFY(usesField(experiment, key));
            experiment.loaderWorkers = 0;
        }
    }

    void theManualNamesAllOfThemAndAllOptions()
    {
        QString manual;
        for (const char* page : {"networks.md", "experiment-settings.md", "training.md"}) {
            QFile file(QStringLiteral(STEPSCOPE_MANUAL "/") + page);
            QVERIFY(file.open(QIODevice::ReadOnly));
            manual += QString::fromUtf8(file.readAll());
        }
        const auto isNamed = [&manual](std::string_view name) {
            return manual.contains('`' + QString::fromUtf8(name.data(), qsizetype(name.size())) + '`');
        };
        const auto check = [&isNamed](const auto& kinds) {
            for (const auto& kind : kinds)
                QVERIFY2(isNamed(kind.name), std::string(kind.name).c_str());
        };
        check(dataSetKinds());
        check(networkKinds());
        check(optimizerKinds());
        check(scheduleKinds());
        for (const ExperimentField& field : experimentFields())
            QVERIFY2(isNamed(field.flag), std::string(field.flag).c_str());
    }

    void anUnknownOptimizerHasTheFieldsThatAllHave()
    {
        Experiment recorded;
        recorded.optimizer = "Lion";
        QVERIFY(usesField(recorded, "optimizer.learning_rate"));
        QVERIFY(!usesField(recorded, "optimizer.momentum"));
    }

    /// Settings of the previous optimizer must not remain.
    void choosingAnOptimizerSetsAllItsFieldsAndNoOther()
    {
        const auto numberOf = [](const Experiment& experiment, const ExperimentField& field) {
            return experiment.*std::get<double Experiment::*>(field.member);
        };
        for (const OptimizerKind& kind : optimizerKinds()) {
            Experiment experiment;
            for (const ExperimentField& field : experimentFields()) {
                if (const auto* member = std::get_if<double Experiment::*>(&field.member))
                    experiment.** member = 0.123;
            }
            setOptimizerDefaults(experiment, kind.name);
            QCOMPARE(experiment.optimizer, std::string(kind.name));
            validate(experiment);
            for (const ExperimentField& field : experimentFields()) {
                if (!std::holds_alternative<double Experiment::*>(field.member))
                    continue;
                const auto own = std::ranges::find(kind.fields, field.key, &FieldValue::key);
                const double expected = own != kind.fields.end()              ? own->value
                                        : field.key.starts_with("optimizer.") ? numberOf(Experiment(), field)
                                                                              : 0.123;
                QVERIFY2(numberOf(experiment, field) == expected, std::string(field.key).c_str());
            }
        }
    }

    void otherFieldsDependOnWhatIsChosen()
    {
        QVERIFY(usesField(with("network", "torchscript"), "inter_op_threads"));
        QVERIFY(!usesField(with("network", "mlp"), "inter_op_threads"));
        QVERIFY(usesField(with("network", "mlp"), "width"));
        QVERIFY(!usesField(with("network", "mnist-convnet"), "width"));
        QVERIFY(usesField(with("network", "mnist-convnet"), "channels_last"));
        QVERIFY(!usesField(with("network", "mlp"), "channels_last"));
        QVERIFY(usesField(with("dataset", "synthetic"), "synthetic_images"));
        QVERIFY(!usesField(with("dataset", "mnist"), "synthetic_images"));
        QVERIFY(usesField({}, "data_directory"));
        QVERIFY(!usesField(with("dataset", "synthetic"), "data_directory"));
        QVERIFY(usesField(with("dataset", "image-folder"), "image_size"));
        QVERIFY(!usesField(with("dataset", "npz"), "image_size"));
        QVERIFY(usesField(with("schedule.name", "step"), "schedule.gamma"));
        QVERIFY(!usesField(with("schedule.name", "constant"), "schedule.gamma"));
        QVERIFY(!usesField(with("profiler.enabled", "false"), "profiler.active"));
        QVERIFY(usesField(with("profiler.enabled", "false"), "profiler.enabled"));
        QVERIFY(usesField(with("profiler.enabled", "false"), "batch_size"));
    }

    void eachFieldThatNotEveryExperimentUsesHasAReason()
    {
        QCOMPARE(
            whyUnused("optimizer.beta1"),
            std::string("it is used only with the optimizers adam, adamw, adamax, nadam, lion and lamb"));
        QCOMPARE(whyUnused("optimizer.form"),
                 std::string(
                     "it is used only with the optimizers adadelta, sgd, adam, adamw, rmsprop and adagrad"));
        QCOMPARE(whyUnused("layers"), std::string("it is used only with the network layers"));
        QCOMPARE(whyUnused("schedule.gamma"),
                 std::string("it is used only with the schedules step and plateau"));
        QCOMPARE(whyUnused("channels_last"),
                 std::string("it is used only with data sets of images and networks other than mlp and "
                             "autoencoder"));
        QCOMPARE(whyUnused("execution"), std::string("a TorchScript model always runs as a static graph"));
        QCOMPARE(whyUnused("batch_size"), std::string());
        Experiment ofText = referenceExperiment("char-gpt");
        Experiment ofModel = referenceExperiment(torchScriptName);
        ofModel.device = "cuda:0";
        ofModel.loaderWorkers = 1;
        ofText.profile = ofModel.profile = false;
        for (const ExperimentField& field : experimentFields()) {
            const bool isUsedAlways =
                usesField({}, field.key) && usesField(ofText, field.key) && usesField(ofModel, field.key);
            QVERIFY2(isUsedAlways || !whyUnused(field.key).empty(), field.key.data());
        }
    }

    void theSettingsOfANetworkAreThoseOfItsSource()
    {
        const Experiment resnet = referenceExperiment("resnet18");
        QCOMPARE(resnet.optimizer, std::string("sgd"));
        QCOMPARE(resnet.learningRate, 0.1);
        QCOMPARE(resnet.momentum, 0.9);
        QCOMPARE(resnet.weightDecay, 1e-4);
        QCOMPARE(resnet.scheduleStepSize, int64_t(30));
        QCOMPARE(resnet.scheduleGamma, 0.1);
        const Experiment transformer = referenceExperiment("vit-tiny");
        QCOMPARE(transformer.optimizer, std::string("adamw"));
        QCOMPARE(transformer.weightDecay, 0.05);
        QCOMPARE(transformer.beta1, 0.9); // AdamW's own default
        const ExperimentField& network = *findExperimentField("network");
        const FieldText chosen{.field = &network, .text = "resnet18", .calledAs = {}};
        Experiment experiment;
        setFields(experiment, {&chosen, 1});
        experiment.testBatchSize = resnet.testBatchSize;
        QCOMPARE(experiment, resnet);
    }

    void choosingALargeNetworkMakesTestBatchesSmaller()
    {
        const auto testBatchAfter = [](const char* network, int64_t before) {
            Experiment experiment{.testBatchSize = before};
            const FieldText chosen{.field = findExperimentField("network"), .text = network, .calledAs = {}};
            setFields(experiment, {&chosen, 1});
            return experiment.testBatchSize;
        };
        QCOMPARE(testBatchAfter("resnet50", 1000), int64_t(100));
        QCOMPARE(testBatchAfter("resnet50", 20), int64_t(20));
        QCOMPARE(testBatchAfter("lenet5", 2000), int64_t(2000));
    }

    void publishedNetworksNameTheirSource()
    {
        for (const NetworkKind& kind : networkKinds())
            QVERIFY2(kind.group == NetworkGroup::Simple || !kind.source.empty(), kind.name.data());
        QCOMPARE(networkGroupTitle(findNetworkKind("mlp")->group), std::string("Simple networks"));
        QCOMPARE(networkGroupTitle(findNetworkKind("vgg16")->group), std::string("Published networks"));
    }

    void publishedNetworksFitAllDataSets()
    {
        for (const NetworkKind& network : networkKinds()) {
            if (network.group != NetworkGroup::Published)
                continue;
            for (const DataSetKind& kind : dataSetKinds()) {
                if (!isOfForm(kind.name, network))
                    continue;
                if (const auto dataSet = fixedDescription(kind.name))
                    checkShapes(*dataSet, network); // throws otherwise
            }
        }
    }

    void textsAreForNetworksThatPredictCharacters()
    {
        const auto failure = [](const char* dataSet, const char* network) {
            return shapeFailure(*fixedDescription(dataSet), *findNetworkKind(network));
        };
        QCOMPARE(failure("tiny-shakespeare", "char-gpt"), QString());
        QCOMPARE(
            failure("tiny-shakespeare", "lenet5"),
            QString("The network lenet5 expects images, but the data set tiny-shakespeare is a text; choose "
                    "a network for texts, such as char-gpt."));
        QCOMPARE(failure("mnist", "char-lstm"),
                 QString("The network char-lstm predicts the characters of a text, but the data set mnist "
                         "is not a text; choose one, such as tiny-shakespeare."));
    }

    void aNetworkOfAnotherFormBringsItsDataSet()
    {
        const auto chosen = [](Experiment experiment, const char* network) {
            const FieldText field{findExperimentField("network"), network, {}};
            setFields(experiment, {&field, 1});
            return experiment;
        };
        const Experiment ofText = chosen({.dataset = "cifar-10", .dataDirectory = "/cifar"}, "char-gpt");
        QCOMPARE(ofText.dataset, std::string("tiny-shakespeare"));
        QVERIFY(ofText.dataDirectory.empty());
        QCOMPARE(chosen(ofText, "lenet5").dataset, std::string("mnist"));
        QCOMPARE(chosen({.dataset = "text", .dataDirectory = "a.txt"}, "char-lstm").dataset,
                 std::string("text"));
    }

    void onATextAModelHasTheCrossEntropyOrItsOwnLoss()
    {
        Experiment experiment = referenceExperiment(torchScriptName);
        experiment.dataset = "tiny-shakespeare";
        validate(experiment);
        experiment.loss = modelLossName;
        validate(experiment);
        QVERIFY(returnsLoss(experiment));
        QVERIFY(taskOf(experiment) == Task::NextCharacter);
        experiment.loss = "mse";
        QCOMPARE(failureOf([&] { validate(experiment); }),
                 std::string("The loss is mse, but for a text, only cross-entropy and model are possible."));
        experiment = referenceExperiment("char-gpt");
        experiment.loss = modelLossName; // of no use to it
        QVERIFY(!returnsLoss(experiment));
    }

    void textsHaveNoSettingsOfImages()
    {
        Experiment experiment = referenceExperiment("char-gpt");
        for (const auto* key : {"loader.workers", "augmentation", "channels_last", "image_size"})
            QVERIFY(!usesField(experiment, key));
        QVERIFY(usesField(experiment, "sequence_length") && !usesField({}, "sequence_length"));
        experiment.loaderWorkers = 2;
        QVERIFY(!usesLoader(experiment));
        experiment.augmentation = "flip";
        QCOMPARE(
            failureOf([&] { validate(experiment); }),
            std::string("The augmentation flip changes images, but the data set tiny-shakespeare has none."));
    }

    void tablesHaveNoAugmentation()
    {
        Experiment experiment{.dataset = "csv", .dataDirectory = "a.csv", .network = "mlp"};
        QVERIFY(!usesField(experiment, "augmentation") && !usesField(experiment, "sequence_length"));
        QVERIFY(!usesField(experiment, "channels_last") && usesField({}, "channels_last"));
        QVERIFY(usesField(experiment, "loader.workers") && usesField(experiment, "label_column"));
        experiment.augmentation = "crop 4";
        QCOMPARE(failureOf([&] { validate(experiment); }),
                 std::string("The augmentation crop 4 changes images, but the data set csv has none."));
        experiment.augmentation = "none";
        validate(experiment);
    }

    void tablesForNetworksOfImagesAreRefused()
    {
        const DataSetDescription table{
            .name = "csv", .shape = {.channels = 1, .rows = 1, .columns = 30}, .classNames = {"a", "b"}};
        QCOMPARE(shapeFailure(table, *findNetworkKind("mlp")), QString());
        QCOMPARE(
            shapeFailure(table, *findNetworkKind("resnet18")),
            QString::fromUtf8("The rows of csv have 30 values, but the network resnet18 expects images of "
                              "at least 16 × 16 pixels; choose a network for tables, such as mlp."));
        QCOMPARE(shapeFailure(table, *findNetworkKind("mnist-convnet")),
                 QString::fromUtf8("The rows of csv have 30 values, but the network mnist-convnet expects "
                                   "images of 1 × 28 × 28; choose a network for tables, such as mlp."));
        QCOMPARE(shapeFailure(table, *findNetworkKind("char-gpt")),
                 QString("The network char-gpt predicts the characters of a text, but the data set csv is "
                         "not a text; choose one, such as tiny-shakespeare."));
    }

    void imagesThatAreTooSmallAreRefused()
    {
        DataSetDescription dataSet = *fixedDescription("cifar-10");
        const auto failure = [&](const char* network, int64_t rows, int64_t columns) {
            dataSet.shape = {.channels = 5, .rows = rows, .columns = columns};
            return shapeFailure(dataSet, *findNetworkKind(network));
        };
        QCOMPARE(failure("resnet18", 16, 16), QString());
        QCOMPARE(failure("resnet18", 32, 15),
                 QString::fromUtf8("The images of cifar-10 have 32 × 15 pixels, but the network resnet18 "
                                   "needs at least 16 × 16."));
        QCOMPARE(failure("vit-tiny", 20, 24), QString());
        QCOMPARE(failure("vit-tiny", 20, 30),
                 QString::fromUtf8("The images of cifar-10 have 20 × 30 pixels, but the network vit-tiny "
                                   "needs multiples of 4."));
        QCOMPARE(failure("lenet5", 3, 3), QString());
    }

    void imagesOfAnotherShapeAreRefused()
    {
        DataSetDescription dataSet = *fixedDescription("mnist");
        const NetworkKind& network = *findNetworkKind("mnist-convnet");
        checkShapes(dataSet, network);
        dataSet.shape = {.channels = 3, .rows = 32, .columns = 32};
        const auto failure = [&] { return shapeFailure(dataSet, network); };
        QCOMPARE(failure(),
                 QString::fromUtf8("The images of mnist have the shape 3 × 32 × 32, but the network "
                                   "mnist-convnet expects 1 × 28 × 28 (channels × rows × columns)."));
        dataSet.shape = network.input;
        dataSet.classNames.resize(100);
        QCOMPARE(
            failure(),
            QString("The data set mnist has 100 classes, but the network mnist-convnet has 10 outputs."));
    }
};

QTEST_GUILESS_MAIN(TestExperimentKinds)
#include "test_experiment_kinds.moc"
