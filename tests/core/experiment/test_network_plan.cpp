#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/network_plan.h"

#include "core/experiment/experiment_fields.h"

#include <QtTest>

using namespace stepscope;

namespace {

constexpr ImageShape gray{.channels = 1, .rows = 28, .columns = 28};
constexpr ImageShape color{.channels = 3, .rows = 32, .columns = 32};

/// "conv1 32x26x26 320, relu1 32x26x26 0": names, output shapes and parameters.
QString textOf(const std::vector<PlannedLayer>& layers)
{
    QStringList texts;
    for (const auto& layer : layers) {
        QStringList sizes;
        for (const auto size : layer.output)
            sizes += QString::number(size);
        texts += QString("%1 %2 %3")
                     .arg(QString::fromStdString(layer.name), sizes.join('x'))
                     .arg(layer.parameters);
    }
    return texts.join(", ");
}

} // namespace

class TestNetworkPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void todaysConvNet()
    {
        const auto plan = planNetwork(Experiment().layers, gray, 10);
        QCOMPARE(
            textOf(plan.layers),
            QString("conv1 32x26x26 320, relu1 32x26x26 0, conv2 64x24x24 18496, relu2 64x24x24 0, maxpool1 "
                    "64x12x12 0, dropout1 64x12x12 0, flatten1 9216 0, linear1 128 1179776, relu3 128 0, "
                    "dropout2 128 0, linear2 10 1290"));
        QCOMPARE(plan.parameters, int64_t(1'199'882)); // of the example's network
        QCOMPARE(plan.flops, int64_t(2) * (32 * 26 * 26 * 9 + 64 * 24 * 24 * 32 * 9 + 9216 * 128 + 128 * 10));
        QCOMPARE(plan.activations, int64_t(2 * 32 * 26 * 26 + 2 * 64 * 24 * 24 + 3 * 9216 + 3 * 128 + 10));
        QCOMPARE(plan.layers[5].probability, 0.25);
    }

    void shapesAndParameters_data()
    {
        QTest::addColumn<QByteArray>("layers");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* name, const char* layers, const char* expected) {
            QTest::newRow(name) << QByteArray(layers) << QString(expected);
        };
        add("stride", "conv 8 3 stride 2, flatten, linear 10",
            "conv1 8x15x15 224, flatten1 1800 0, linear1 10 18010");
        add("same", "conv 8 5 same, avgpool, flatten, linear 10",
            "conv1 8x32x32 608, avgpool1 8x1x1 0, flatten1 8 0, linear1 10 90");
        add("groups", "conv 6 3 groups 3 padding 1, maxpool 2, avgpool 4 stride 2, flatten, linear 10",
            "conv1 6x32x32 60, maxpool1 6x16x16 0, avgpool1 6x7x7 0, flatten1 294 0, linear1 10 2950");
        add("pool with padding", "maxpool 3 stride 2 padding 1, flatten, linear 10",
            "maxpool1 3x16x16 0, flatten1 768 0, linear1 10 7690");
        add("repeated", "flatten, 2 x (linear 20, relu), linear 10",
            "flatten1 3072 0, linear1 20 61460, relu1 20 0, linear2 20 420, relu2 20 0, linear3 10 210");
        add("one layer repeated", "flatten, 3x linear 10",
            "flatten1 3072 0, linear1 10 30730, linear2 10 110, linear3 10 110");
        add("activations",
            "flatten, linear 10, leakyrelu, elu, gelu, silu, sigmoid, tanh, batchnorm, dropout 0",
            "flatten1 3072 0, linear1 10 30730, leakyrelu1 10 0, elu1 10 0, gelu1 10 0, silu1 10 0, sigmoid1 "
            "10 0, "
            "tanh1 10 0, batchnorm1 10 20, dropout1 10 0");
        add("blanks and line breaks", "  flatten,\n\tlinear   10 ", "flatten1 3072 0, linear1 10 30730");
    }
    void shapesAndParameters()
    {
        QFETCH(QByteArray, layers);
        QFETCH(QString, expected);
        QCOMPARE(textOf(planNetwork(layers.constData(), color, 10).layers), expected);
    }

    void residualBlocks()
    {
        const auto plan =
            planNetwork("conv 8 3 same, residual (conv 8 3 same, batchnorm, relu), "
                        "residual(conv 16 3 stride 2 same | conv 16 1 stride 2), avgpool, flatten, linear 10",
                        color, 10);
        QCOMPARE(textOf(plan.layers),
                 QString("conv1 8x32x32 224, residual1 8x32x32 0, residual2 16x16x16 0, avgpool1 "
                         "16x1x1 0, flatten1 16 0, linear1 10 170"));
        QCOMPARE(textOf(plan.layers[1].main),
                 QString("residual1.conv1 8x32x32 584, residual1.batchnorm1 8x32x32 16, "
                         "residual1.relu1 8x32x32 0"));
        QVERIFY(plan.layers[1].shortcut.empty());
        QCOMPARE(textOf(plan.layers[2].main), QString("residual2.conv1 16x16x16 1168"));
        QCOMPARE(textOf(plan.layers[2].shortcut), QString("residual2.conv2 16x16x16 144"));
        QCOMPARE(plan.parameters, int64_t(224 + 584 + 16 + 1168 + 144 + 170));
        QCOMPARE(plan.layers[1].flops, int64_t(8 * 32 * 32)); // the sum
        QCOMPARE(plan.flops,
                 int64_t(2 * (8 * 1024 * 27 + 8 * 1024 * 72 + 16 * 256 * 72 + 16 * 256 * 8 + 160) + 8 * 1024 +
                         16 * 256));
    }

    void theUsualSpellingIsTheSameForTheSameLayers()
    {
        const QString usual = "3 x residual (conv 16 3 same, relu | conv 16 1), flatten, linear 10";
        for (const char* text :
             {"3 x residual (conv 16 3 same, relu | conv 16 1), flatten, linear 10",
              "3x residual(conv 16 3 same,relu|conv 16 1),flatten,linear 10",
              " 3 x\nresidual ( conv  16 3 same , relu|conv 16 1 ) ,flatten, linear 10\n"}) {
            QString spelled = QString::fromStdString(usualLayers(text));
            QCOMPARE(spelled, usual);
        }
        QCOMPARE(QString::fromStdString(usualLayers("conv 16  3; relu")), QString("conv 16  3; relu"));
        QCOMPARE(QString::fromStdString(usualLayers("")), QString());
    }

    void problems_data()
    {
        QTest::addColumn<QByteArray>("layers");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("at"); ///< -1: at the end
        const auto add = [](const char* layers, const char* sentence, int at) {
            QTest::newRow(layers) << QByteArray(layers) << QString(sentence) << at;
        };
        add("", "There are no layers", -1);
        add("  ", "There are no layers", -1);
        add("cnv 32 3", "There is no layer \"cnv\"; did you mean conv?", 0);
        add("attention 8", "There is no layer \"attention\"; layers are conv, linear, relu", 0);
        add("conv 32, relu", "A whole number from 1 to 1,000,000 is expected instead of \",\"", 7);
        add("conv 32", "is expected instead of the end", -1);
        add("conv 32 2.5", "is expected instead of \"2.5\"", 8);
        add("conv 32 0", "is expected instead of \"0\"", 8);
        add("conv 32 99999999999999999999", "is expected instead of", 8);
        add("conv(8,3)",
            "A whole number from 1 to 1,000,000 is expected instead of \"(\"; write numbers without "
            "brackets, as in conv 8 3",
            4);
        add("conv 32 3 relu",
            "conv CHANNELS KERNEL has the options stride N, padding N, same, groups N, so \"relu\"", 10);
        add("relu 3", "After relu, a comma is expected instead of \"3\"", 5);
        add("relu relu", "After relu, a comma is expected instead of \"relu\"", 5);
        add("relu,, relu", "A layer is expected instead of \",\"", 5);
        add("relu, ", "A layer is expected instead of the end", -1);
        add("conv 32 29", "A kernel of 29 × 29 does not fit into 1 × 28 × 28", 0);
        add("relu, linear 10",
            "linear needs one row of values, but its input is 1 × 28 × 28: put flatten before it", 6);
        add("flatten, conv 8 3", "conv needs rows and columns, but its input is one row of 784 values", 9);
        add("flatten, maxpool 2", "maxpool needs rows and columns", 9);
        add("maxpool 2 padding 2", "at most half of its kernel", 0);
        add("conv 8 3 groups 3", "3 groups do not divide the 1 input and 8 output channels evenly", 0);
        add("conv 8 4 same", "same needs a kernel with an odd size, but this one is 4 × 4", 9);
        add("conv 8 3 stride 2 stride 3", "stride is given twice", 18);
        add("maxpool 2 padding 1 padding 1", "padding is given twice", 20);
        add("conv 8 3 same same", "same is given twice", 14);
        add("conv 8 3 same padding 2", "same is a padding, so it cannot be given together with padding", 14);
        add("conv 8 3 padding 2 same", "same is a padding, so it cannot be given together with padding", 19);
        add("avgpool stride 2", "avgpool without a kernel is the mean of each channel, so \"stride\"", 8);
        add("dropout 1", "A probability from 0 to below 1 is expected instead of \"1\"", 8);
        add("flatten, linear 20",
            "The network ends with 20 values, but the data has 10 classes: end with \"linear 10\"", -1);
        add("relu", "The network ends with 1 × 28 × 28 values", -1);
        add("3 relu", "to repeat layers, write \"3 x (…)\"", 2);
        add("0 x relu", "A whole number from 1", 0);
        add("2 x (relu", "This bracket is not closed", 4);
        add("relu)", "There is a \")\" without a \"(\"", 4);
        add("relu | relu", "\"|\" is only possible in the brackets of residual", 5);
        add("residual relu", "its layers are expected in brackets", 9);
        add("residual (conv 8 3)", "turn 1 × 28 × 28 into 8 × 26 × 26, but 1 × 28 × 28 is added", 0);
        add("relu; relu", "\";\" is not expected", 4);
        add("relu → relu", "\"→\" is not expected", 5);
        add("3000 x relu", "There are more than 2,000 layers", 7);
        add("flatten, linear 1000000, linear 1000000", "more than 2,000,000,000 parameters", 25);
        add("conv 1000000 3, conv 1000000 3", "more than 2,000,000,000 parameters or values", 16);
        add("((((((((((((((((((relu))))))))))))))))))", "Brackets are nested more than 16 deep", 16);
    }
    void problems()
    {
        QFETCH(QByteArray, layers);
        QFETCH(QString, sentence);
        QFETCH(int, at);
        try {
            planNetwork(layers.constData(), gray, 10);
            QFAIL("no problem");
        } catch (const LayerTextError& error) {
            const QString said = QString::fromUtf8(error.what());
            QVERIFY2(said.contains(sentence), qPrintable(said));
            QCOMPARE(int(error.at()), at < 0 ? int(layers.size()) : at);
            QVERIFY(said.contains(QString("at character %1 of the layers).").arg(error.at() + 1)));
        }
    }

    void aLongDescriptionIsRefused()
    {
        std::string text = "relu";
        while (text.size() < 20'000)
            text += ", relu";
        QVERIFY_EXCEPTION_THROWN(planNetwork(text, gray, 10), LayerTextError);
    }

    void layersInPlaceOfANameAreANetwork()
    {
        Experiment experiment;
        const auto set = [&](std::string_view key, const std::string& text) {
            setFields(experiment, std::vector<FieldText>{{findExperimentField(key), text, {}}});
        };
        set("network", "flatten, linear 10");
        QCOMPARE(experiment.network, std::string("layers"));
        QCOMPARE(experiment.layers, std::string("flatten, linear 10"));
        QCOMPARE(experiment.optimizer, std::string("adam"));
        validate(experiment);
        set("layers", "flatten, linear 11");
        QVERIFY_EXCEPTION_THROWN(validate(experiment), LayerTextError);
        set("network", "mlp");
        validate(experiment); // it has no such layers
        QVERIFY_EXCEPTION_THROWN(set("network", "mpl"), Error);
    }

    void layersWithoutANetworkChooseTheirs()
    {
        const ExperimentField& network = *findExperimentField("network");
        const ExperimentField& layers = *findExperimentField("layers");
        Experiment experiment;
        setFields(experiment, std::vector<FieldText>{{&layers, "flatten, linear 10", {}}});
        QCOMPARE(experiment.network, std::string("layers"));
        QCOMPARE(experiment.layers, std::string("flatten, linear 10"));
        QCOMPARE(experiment.optimizer, std::string("adam"));
        experiment.learningRate = 0.5; // the network is not chosen again
        setFields(experiment, std::vector<FieldText>{{&layers, "flatten, relu, linear 10", {}}});
        QCOMPARE(experiment.learningRate, 0.5);
        setFields(experiment,
                  std::vector<FieldText>{{&layers, "flatten, linear 10", {}}, {&network, "mlp", {}}});
        QCOMPARE(experiment.network, std::string("mlp"));
    }

    void layersAreGivenOnce()
    {
        Experiment experiment;
        const std::vector<FieldText> texts = {
            {findExperimentField("network"), "flatten, linear 16, relu, linear 10", "--network"},
            {findExperimentField("layers"), "flatten, linear 10", "--layers"}};
        try {
            setFields(experiment, texts);
            QFAIL("no problem");
        } catch (const FieldError& error) {
            QCOMPARE(QString::fromUtf8(error.what()),
                     QString("--network and --layers both describe layers; give only one of the two."));
        }
    }
};

QTEST_APPLESS_MAIN(TestNetworkPlan)
#include "test_network_plan.moc"
