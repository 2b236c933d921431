#include "core/base/error.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"

#include <QtTest>

using namespace stepscope;

namespace {

QString refusal(const char* json)
{
    try {
        experimentFromJson(json, "a.json");
    } catch (const Error& problem) {
        return QString::fromUtf8(problem.what());
    }
    return {};
}

} // namespace

class TestExperimentJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldComesBack()
    {
        Experiment experiment;
        experiment.dataset = "synthetic";
        experiment.dataDirectory = "/a \"quoted\"\\ folder/ü";
        experiment.imageSize = 48;
        experiment.labelColumn = "species";
        experiment.sequenceLength = 32;
        experiment.model = "model.pt";
        experiment.keepWeights = false;
        experiment.loss = "mse";
        experiment.syntheticImages = 120;
        experiment.syntheticShape = "3x32x24";
        experiment.syntheticClasses = 7;
        experiment.validationShare = 0.125;
        experiment.network = "mlp";
        experiment.hiddenLayers = 4;
        experiment.width = 77;
        experiment.initialWeights = "/a/b.safetensors";
        experiment.device = "cuda:1";
        experiment.batchSize = 15000;
        experiment.testBatchSize = 7;
        experiment.epochs = 14;
        experiment.steps = 10000;
        experiment.seconds = 1.5;
        experiment.optimizer = "adamw";
        experiment.learningRate = 0.1;
        experiment.momentum = 0.3;
        experiment.rho = 0.7;
        experiment.epsilon = 1e-10;
        experiment.beta1 = 0.8;
        experiment.beta2 = 0.99;
        experiment.weightDecay = 0.05;
        experiment.optimizerForm = "pytorch";
        experiment.schedule = "constant";
        experiment.scheduleStepSize = 3;
        experiment.scheduleGamma = 0.5;
        experiment.scheduleWarmup = 12;
        experiment.seed = 42;
        experiment.threads = 2;
        experiment.pinThreads = true;
        experiment.interOpThreads = 3;
        experiment.precision = "bfloat16";
        experiment.channelsLast = true;
        experiment.decodeImages = true;
        experiment.augmentation = "flip";
        experiment.loaderWorkers = 3;
        experiment.prefetch = 4;
        experiment.oneDnn = false;
        experiment.cudnn = false;
        experiment.cudnnBenchmark = true;
        experiment.cudnnDeterministic = true;
        experiment.tf32 = "all";
        experiment.accumulation = 4;
        experiment.gradientClipping = 0.5;
        experiment.l1 = 0.001;
        experiment.profile = false;
        experiment.profileWait = 1;
        experiment.profileWarmup = 0;
        experiment.profileActive = 5;
        experiment.profileRepeat = 0;
        experiment.profileShapes = false;
        experiment.copyBatches = true;
        experiment.pinnedMemory = true;
        experiment.asyncCopies = true;
        experiment.recorder = "record-function";
        experiment.layers = "flatten, linear 10";
        for (const auto& field : experimentFields())
            QVERIFY2(field.key == "execution" || // another value does not go with this precision
                         fieldText(experiment, field) != fieldText(Experiment{}, field),
                     field.key.data());
        QVERIFY(experimentFromJson(toJson(experiment), "a.json") == experiment);
        QVERIFY(experimentFromJson(toJson(Experiment{}), "a.json", experiment) == Experiment{});
        const Experiment traced{.execution = "torchscript"};
        QVERIFY(experimentFromJson(toJson(traced), "a.json") == traced);
    }

    void groupsAreObjects()
    {
        const std::string json = toJson(Experiment{});
        QVERIFY(json.find("\"optimizer\": {\n    \"name\": \"adadelta\"") != std::string::npos);
        QVERIFY(json.ends_with("}\n"));
    }

    void whatIsNotNamedStays()
    {
        Experiment base;
        base.batchSize = 16;
        base.seed = 9;
        const Experiment experiment = experimentFromJson(R"({"seed": 3})", "a.json", base);
        QCOMPARE(experiment.batchSize, 16);
        QCOMPARE(experiment.seed, 3);
        QVERIFY(experimentFromJson("{}", "a.json", base) == base);
    }

    void namingANetworkBringsItsReference()
    {
        const auto experiment = experimentFromJson(
            R"({"optimizer": {"learning_rate": 0.5}, "network": "mnist-convnet-2018"})", "a.json");
        QCOMPARE(experiment.optimizer, "sgd");
        QCOMPARE(experiment.momentum, 0.5);
        QCOMPARE(experiment.learningRate, 0.5);
        QCOMPARE(experiment.schedule, "constant");
    }

    void refusesWithOneSentence_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* json, const char* sentence) {
            QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(sentence);
        };
        row("empty", "", "a.json is empty.");
        row("empty line", "\n", "a.json is empty.");
        row("cut short", "{\n\"epochs\": 3,\n", "a.json, line 3: this is not valid JSON.");
        row("comma missing", "{\n\"epochs\": 3\n\"seed\": 1}", "a.json, line 3: this is not valid JSON.");
        row("no object", "[1, 2]",
            "a.json: an experiment is an object in braces, as in {\"batch_size\": 64}.");
        row("misspelt", R"({"bach_size": 64})",
            "a.json: there is no field \"bach_size\"; did you mean \"batch_size\"?");
        row("misspelt in a group", R"({"optimizer": {"learning_rat": 1}})",
            "a.json: there is no field \"optimizer.learning_rat\"; did you mean "
            "\"optimizer.learning_rate\"?");
        row("unknown", R"({"colour": "red"})", "a.json: there is no field \"colour\".");
        row("group as text", R"({"optimizer": "adam"})",
            "a.json: \"optimizer\" is \"adam\", but must be an object in braces.");
        row("text for a number", R"({"batch_size": "64"})",
            "a.json: batch_size is \"64\", but must be a whole number, 1 to 1,000,000.");
        row("number for a text", R"({"device": 0})",
            "a.json: device is 0, but must be a text in quotes, cpu or cuda:N.");
        row("null", R"({"epochs": null})",
            "a.json: epochs is null, but must be a whole number, 1 to 100,000.");
        row("number for a switch", R"({"profiler": {"enabled": 1}})",
            "a.json: profiler.enabled is 1, but must be true or false.");
        row("fraction", R"({"epochs": 1.5})", "a.json: epochs is 1.5, but must be 1 to 100,000.");
        row("out of range", R"({"batch_size": 0})", "a.json: batch_size is 0, but must be 1 to 1,000,000.");
        row("twice", R"({"epochs": 1, "epochs": 2})", "a.json: \"epochs\" occurs twice.");
        row("number beyond doubles", R"({"seed": 1e999})", "a.json: this is not valid JSON.");
    }
    void refusesWithOneSentence()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, sentence);
        QCOMPARE(refusal(json.constData()), sentence);
    }

    void aFieldsNameMayStandInSeveralObjects()
    {
        const auto experiment = experimentFromJson(
            R"({"optimizer": {"name": "sgd"}, "schedule": {"name": "constant"}})", "a.json");
        QCOMPARE(experiment.optimizer, "sgd");
        QCOMPARE(experiment.schedule, "constant");
    }

    void aMissingFileIsNamed()
    {
        try {
            readExperiment("/nowhere/experiment.json");
            QFAIL("accepted");
        } catch (const Error& problem) {
            QVERIFY(QString::fromUtf8(problem.what()).contains("/nowhere/experiment.json"));
        }
    }
};

QTEST_GUILESS_MAIN(TestExperimentJson)
#include "test_experiment_json.moc"
