#include "core/graph/folded_graph.h"
#include "core/graph/graph_costs.h"
#include "core/graph/operator_kind.h"
#include "core/torch/model/published_networks.h"
#include "core/torch/record/graph_capture.h"
#include "core/torch/record/operator_recorder.h"
#include "tests/support/costs_of_trace.h"

#include <QtTest>

#include <array>

using namespace stepscope;

namespace {

using Make = std::shared_ptr<Network> (*)(const ImageShape&, int64_t);

constexpr ImageShape imageNet{.channels = 3, .rows = 224, .columns = 224};
constexpr ImageShape cifar{.channels = 3, .rows = 32, .columns = 32};
constexpr ImageShape mnist{.channels = 1, .rows = 28, .columns = 28};

/// A forward pass of one image, recorded and captured as in a training.
struct Measured
{
    NetworkGraph graph;
    GraphCosts costs;
    std::vector<int64_t> outputShape;

    /// Those of convolutions and matrix products. torchvision counts no others.
    int64_t multiplyAccumulates() const
    {
        int64_t flops = 0;
        for (GraphNodeId node{0}; node < graph.nodes.size(); ++node) {
            const auto kind = operatorKind(graph.nodes[node]);
            if (kind == OperatorKind::Convolution || kind == OperatorKind::Linear)
                flops += costs.nodes.at(node).flops;
        }
        return flops / 2;
    }
};

Measured measure(Network& network, const torch::Tensor& input)
{
    const torch::NoGradGuard noGradients;
    network.eval();
    OperatorRecorder recorder(true);
    recorder.beginStep(0, StepPhase::Active);
    recorder.setPass(Pass::Forward);
    GraphCapture capture(network, Experiment(), input);
    const auto output = network.forward(input);
    Measured measured{.graph = capture.finish({.output = output, .loss = {}}),
                      .outputShape = output.sizes().vec()};
    Trace trace;
    trace.append(std::move(*recorder.endStep()));
    measured.costs = test::graphCosts(measured.graph, trace);
    return measured;
}

Measured measure(Network& network, const ImageShape& shape)
{
    return measure(network, torch::zeros({1, shape.channels, shape.rows, shape.columns}));
}

QStringList parametersOf(const Network& network)
{
    QStringList names;
    for (const auto& parameter : network.named_parameters())
        names += QString("%1 %2").arg(QString::fromStdString(parameter.key())).arg(parameter->numel());
    return names;
}

/// The nodes that are left when all layers are collapsed.
QString foldedChain(const NetworkGraph& graph)
{
    QStringList labels;
    for (const auto& node : foldGraph(graph, CollapsedLayers(graph.layers.size(), true)).drawn.nodes)
        labels += QString::fromStdString(node.label);
    return labels.join(' ');
}

} // namespace

class TestPublishedNetworks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void haveThePublishedFigures_data()
    {
        QTest::addColumn<Make>("make");
        QTest::addColumn<ImageShape>("shape");
        QTest::addColumn<int>("classes");
        QTest::addColumn<qint64>("parameters");
        QTest::addColumn<QString>("billions"); // of multiply-accumulates, with the published decimals
        // torchvision's figures: https://pytorch.org/vision/stable/models.html, num_params and GFLOPS (_ops).
        QTest::newRow("alexnet") << &makeAlexNet << imageNet << 1000 << qint64(61'100'840) << "0.714";
        QTest::newRow("vgg11") << &makeVgg11 << imageNet << 1000 << qint64(132'863'336) << "7.609";
        QTest::newRow("vgg16") << &makeVgg16 << imageNet << 1000 << qint64(138'357'544) << "15.470";
        QTest::newRow("resnet18") << &makeResNet18 << imageNet << 1000 << qint64(11'689'512) << "1.814";
        QTest::newRow("resnet50") << &makeResNet50 << imageNet << 1000 << qint64(25'557'032) << "4.089";
        QTest::newRow("mobilenetv2") << &makeMobileNetV2 << imageNet << 1000 << qint64(3'504'872) << "0.301";
        // timm's: https://huggingface.co/timm/deit_tiny_patch16_224.fb_in1k
        QTest::newRow("vit-tiny") << &makeVitTiny << imageNet << 1000 << qint64(5'717'416) << "1.3";
        // By hand: (28² 5² 6) + (10² 5² 6 16) + (400 120 + 120 84 + 84 10).
        const ImageShape padded{.channels = 1, .rows = 32, .columns = 32};
        QTest::newRow("lenet5") << &makeLeNet5 << padded << 10 << qint64(61'706) << "0.000416520";
        QTest::newRow("lenet5, MNIST") << &makeLeNet5 << mnist << 10 << qint64(61'706) << "0.000416520";
        // The variants for CIFAR-10 of https://github.com/kuangliu/pytorch-cifar.
        QTest::newRow("resnet18, CIFAR") << &makeResNet18 << cifar << 10 << qint64(11'173'962) << "0.56";
        QTest::newRow("resnet50, CIFAR") << &makeResNet50 << cifar << 10 << qint64(23'520'842) << "1.30";
    }
    void haveThePublishedFigures()
    {
        QFETCH(Make, make);
        QFETCH(ImageShape, shape);
        QFETCH(int, classes);
        QFETCH(qint64, parameters);
        QFETCH(QString, billions);
        const auto network = make(shape, classes);
        QCOMPARE(qint64(parameterCount(*network)), parameters);
        const auto measured = measure(*network, shape);
        QCOMPARE(measured.outputShape, std::vector<int64_t>({1, classes}));
        QCOMPARE(measured.costs.steps, int64_t(1));
        const auto decimals = int(billions.section('.', 1).size());
        QCOMPARE(QString::number(double(measured.multiplyAccumulates()) / 1e9, 'f', decimals), billions);
    }

    /// The layers are by hand: 2 x 784 x 1000 + 2 x 1000 x 500 + 2 x 500 x 250 + 2 x 250 x 30 products.
    void theAutoencoderHasThePublishedSize()
    {
        const auto network = makeAutoencoder(mnist);
        QCOMPARE(qint64(parameterCount(*network)), qint64(2'837'314));
        const auto measured = measure(*network, mnist);
        QCOMPARE(measured.outputShape, std::vector<int64_t>({1, 1, 28, 28}));
        QCOMPARE(measured.multiplyAccumulates(), int64_t(2'833'000));
        QCOMPARE(foldedChain(measured.graph), QString("input flatten encoder decoder reshape output"));
        QVERIFY(parametersOf(*network).contains("decoder.6.bias 784"));
        QCOMPARE(makeAutoencoder(cifar)->forward(torch::rand({2, 3, 32, 32})).sizes().vec(),
                 std::vector<int64_t>({2, 3, 32, 32}));
    }

    /// char-rnn prints 240,321 for the 65 characters of Tiny Shakespeare. The products are by hand: 64 places
    /// x (4 gates x 128 x (65 + 128) + 4 x 128 x (128 + 128)); LibTorch before 2 also runs 3 products and 5
    /// sums of values in each of the 2 x 128 cells as operators of their own.
    void theLstmHasThePublishedSize()
    {
        const auto network = makeCharLstm(65);
        QCOMPARE(qint64(parameterCount(*network)), qint64(240'321));
        const auto measured = measure(*network, torch::zeros({1, 64}, torch::kInt64));
        QCOMPARE(measured.outputShape, std::vector<int64_t>({1, 64, 65}));
        QVERIFY(parametersOf(*network).contains("lstm.weight_hh_l1 65536"));
        const auto& nodes = measured.graph.nodes;
        const auto lstm =
            std::ranges::find_if(nodes, [](const GraphNode& node) { return node.label == "lstm"; });
        QVERIFY(lstm != nodes.end());
        const int64_t products = 2 * int64_t(64) * (512 * (65 + 128) + 512 * (128 + 128));
        const int64_t cells = TORCH_VERSION_MAJOR < 2 ? int64_t(64) * 2 * 128 * (3 + 5) : 0;
        QCOMPARE(measured.costs.nodes.at(GraphNodeId(uint32_t(lstm - nodes.begin()))).flops,
                 products + cells);
        QVERIFY(foldedChain(measured.graph).endsWith("lstm decoder output"));
    }

    /// nanoGPT prints 0.80M, without the embedding of the places: 804,096 - 64 x 128. The products are by
    /// hand: 64 places x (4 blocks x 12 x 128² + 65 x 128), and for each block 2 x 64² x 128 of the
    /// attention.
    void theGptHasThePublishedSize()
    {
        const auto network = makeCharGpt(65, 64);
        QCOMPARE(qint64(parameterCount(*network)), qint64(804'096));
        const auto measured = measure(*network, torch::zeros({1, 64}, torch::kInt64));
        QCOMPARE(measured.outputShape, std::vector<int64_t>({1, 64, 65}));
        QCOMPARE(measured.multiplyAccumulates(),
                 int64_t(64 * (4 * 12 * 128 * 128 + 65 * 128) + 4 * 2 * 64 * 64 * 128));
        const QStringList parameters = parametersOf(*network);
        for (const auto* name : {"wte.weight 8320", "wpe.weight 8192", "h.3.attn.c_attn.weight 49152",
                                 "h.0.mlp.c_proj.weight 65536", "ln_f.weight 128"})
            QVERIFY2(parameters.contains(name), name);
        QCOMPARE(parameters.size(), 2 + 4 * 6 + 1);
        QCOMPARE(foldedChain(measured.graph), QString("input arange wpe wte add h ln_f lm_head output"));
    }

    void adaptToImagesAndClasses_data()
    {
        QTest::addColumn<Make>("make");
        QTest::addColumn<int>("leastSize");
        QTest::newRow("lenet5") << &makeLeNet5 << 1;
        QTest::newRow("alexnet") << &makeAlexNet << 16;
        QTest::newRow("vgg11") << &makeVgg11 << 1;
        QTest::newRow("vgg16") << &makeVgg16 << 1;
        QTest::newRow("resnet18") << &makeResNet18 << 16;
        QTest::newRow("resnet50") << &makeResNet50 << 16;
        QTest::newRow("mobilenetv2") << &makeMobileNetV2 << 16;
        QTest::newRow("vit-tiny") << &makeVitTiny << 8;
    }
    /// Also a batch of one image trains, whose batch normalization needs more than one pixel.
    void adaptToImagesAndClasses()
    {
        QFETCH(Make, make);
        QFETCH(int, leastSize);
        const ImageShape smallest{.channels = 2, .rows = leastSize, .columns = leastSize};
        const ImageShape wide{.channels = 3, .rows = 64, .columns = 76}; // of no patches of 16 × 16
        for (const auto& [shape, classes] :
             {std::pair(smallest, 3), std::pair(mnist, 47), std::pair(cifar, 100), std::pair(wide, 2)}) {
            const auto network = make(shape, classes);
            const auto output = network->forward(torch::rand({1, shape.channels, shape.rows, shape.columns}));
            QCOMPARE(output.sizes().vec(), std::vector<int64_t>({1, classes}));
            QVERIFY(std::abs(output.exp().sum().item<double>() - 1.0) < 1e-4);
        }
    }

    void layersHaveTheNamesOfTheSource_data()
    {
        QTest::addColumn<Make>("make");
        QTest::addColumn<int>("tensors");
        QTest::addColumn<QStringList>("some"); // names of parameters, with the number of their values
        QTest::newRow("lenet5") << &makeLeNet5 << 10 << QStringList{"conv1.weight 450", "fc3.bias 10"};
        QTest::newRow("alexnet") << &makeAlexNet << 16
                                 << QStringList{"features.10.weight 589824", "classifier.6.bias 10"};
        QTest::newRow("vgg11") << &makeVgg11 << 22
                               << QStringList{"features.18.bias 512", "classifier.3.weight 16777216"};
        QTest::newRow("vgg16") << &makeVgg16 << 32
                               << QStringList{"features.28.bias 512", "classifier.6.bias 10"};
        QTest::newRow("resnet18") << &makeResNet18 << 62
                                  << QStringList{"bn1.weight 64", "layer2.0.downsample.0.weight 8192",
                                                 "layer4.1.bn2.bias 512", "fc.bias 10"};
        QTest::newRow("resnet50") << &makeResNet50 << 161
                                  << QStringList{"layer1.0.downsample.1.bias 256",
                                                 "layer3.5.conv3.weight 262144"};
        QTest::newRow("mobilenetv2") << &makeMobileNetV2 << 158
                                     << QStringList{"features.0.0.weight 864",
                                                    "features.1.conv.0.0.weight 288",
                                                    "features.17.conv.3.bias 320",
                                                    "features.18.1.weight 1280", "classifier.1.bias 10"};
        QTest::newRow("vit-tiny") << &makeVitTiny << 152
                                  << QStringList{"cls_token 192",
                                                 "pos_embed 12480",
                                                 "patch_embed.proj.bias 192",
                                                 "blocks.11.attn.qkv.bias 576",
                                                 "blocks.0.mlp.fc2.weight 147456",
                                                 "norm.bias 192",
                                                 "head.bias 10"};
    }
    void layersHaveTheNamesOfTheSource()
    {
        QFETCH(Make, make);
        QFETCH(int, tensors);
        QFETCH(QStringList, some);
        const QStringList names = parametersOf(*make(cifar, 10));
        QCOMPARE(names.size(), tensors);
        for (const QString& name : some)
            QVERIFY2(names.contains(name), qPrintable(name));
    }

    void aPoolingThatIsLeftOutKeepsTheNamesOfOtherLayers()
    {
        const ImageShape eight{.channels = 3, .rows = 8, .columns = 8};
        QStringList names;
        for (const auto& module : makeVgg11(eight, 10)->named_modules(std::string(), false))
            names += QString::fromStdString(module.key());
        QVERIFY(names.contains("features.10")); // the third pooling, from 2 × 2 to 1 × 1
        QVERIFY(!names.contains("features.15"));
        QVERIFY(names.contains("features.19"));
        QVERIFY(!names.contains("features.20"));
    }

    void graphsCollapseByLayer_data()
    {
        QTest::addColumn<Make>("make");
        QTest::addColumn<QString>("chain");
        QTest::newRow("lenet5") << &makeLeNet5
                                << "input conv1 tanh avg_pool2d conv2 tanh avg_pool2d flatten fc1 tanh fc2 "
                                   "tanh fc3 log_softmax output";
        const QString features = "input features avgpool flatten classifier log_softmax output";
        QTest::newRow("alexnet") << &makeAlexNet << features;
        QTest::newRow("vgg11") << &makeVgg11 << features;
        QTest::newRow("vgg16") << &makeVgg16 << features;
        const QString stages =
            "input conv1 bn1 relu layer1 layer2 layer3 layer4 avgpool flatten fc log_softmax output";
        QTest::newRow("resnet18") << &makeResNet18 << stages;
        QTest::newRow("resnet50") << &makeResNet50 << stages;
        QTest::newRow("mobilenetv2")
            << &makeMobileNetV2 << "input features adaptive_avg_pool2d flatten classifier log_softmax output";
        QTest::newRow("vit-tiny")
            << &makeVitTiny << "input patch_embed expand cat add blocks norm select head log_softmax output";
    }
    void graphsCollapseByLayer()
    {
        QFETCH(Make, make);
        QFETCH(QString, chain);
        const auto graph = measure(*make(cifar, 10), cifar).graph;
        QCOMPARE(foldedChain(graph), chain);
        for (const auto& layer : graph.layers)
            QVERIFY2(!layer.type.empty() && layer.type.find(' ') == std::string::npos, layer.name.c_str());
    }

    void layersOfABlockAreWithinIt()
    {
        const auto graph = measure(*makeResNet18(cifar, 10), cifar).graph;
        QStringList inner;
        for (const auto& node : graph.nodes) {
            const auto layer = node.layer.isNone() ? std::string() : graph.layers[node.layer].name;
            if (layer.starts_with("layer2.0"))
                inner += QString::fromStdString(layer.substr(std::string_view("layer2.0").size()) + ":" +
                                                node.label);
        }
        QCOMPARE(inner.join(' '), QString(".conv1:conv2d .bn1:batch_norm .relu:relu_ .conv2:conv2d "
                                          ".bn2:batch_norm .downsample.0:conv2d .downsample.1:batch_norm "
                                          ":add_ .relu:relu_"));
    }
};

QTEST_GUILESS_MAIN(TestPublishedNetworks)
#include "test_published_networks.moc"
