#include "core/torch/shared/torch_headers.h"

#include "core/experiment/experiment_kinds.h"
#include "core/torch/record/graph_capture.h"

#include <QtTest>

using namespace stepscope;

class TestGraphCapture : public QObject
{
    Q_OBJECT

private:
    static NetworkGraph graphOf(const char* network, int64_t batchSize = 4)
    {
        Experiment experiment;
        experiment.network = network;
        experiment.batchSize = batchSize;
        experiment.hiddenLayers = 3;
        experiment.width = 16;
        return captureNetwork(experiment);
    }

    /// "conv1:conv2d relu …": the nodes in order, with their layers.
    static QString chain(const NetworkGraph& graph)
    {
        QStringList names;
        for (const auto& node : graph.nodes) {
            const auto layer = node.layer.isNone() ? std::string() : graph.layers[node.layer].name + ":";
            names << QString::fromStdString(layer + node.label);
        }
        return names.join(' ');
    }

private Q_SLOTS:
    void showsEachNetwork_data()
    {
        QTest::addColumn<QByteArray>("network");
        QTest::addColumn<QString>("nodes");
        QTest::addColumn<qint64>("parameters");
        QStringList listed;
        const auto row = [&listed](const char* network, const char* nodes, qint64 parameters) {
            listed += network;
            QTest::newRow(network) << QByteArray(network) << QString(nodes) << parameters;
        };
        row("mnist-convnet",
            "input conv1:conv2d relu conv2:conv2d relu max_pool2d dropout1:dropout flatten fc1:linear relu "
            "dropout2:dropout fc2:linear log_softmax output",
            1'199'882);
        row("mnist-convnet-2020",
            "input conv1:conv2d relu conv2:conv2d relu max_pool2d dropout1:feature_dropout flatten "
            "fc1:linear relu dropout2:feature_dropout fc2:linear log_softmax output",
            1'199'882);
        row("mnist-convnet-2018",
            "input conv1:conv2d relu max_pool2d conv2:conv2d relu max_pool2d flatten fc1:linear relu "
            "fc2:linear log_softmax output",
            431'080);
        row("mnist-convnet-2017",
            "input conv1:conv2d max_pool2d relu conv2:conv2d conv2_drop:feature_dropout max_pool2d relu "
            "flatten fc1:linear relu dropout fc2:linear log_softmax output",
            21'840);
        row("mlp",
            "input flatten fc1:linear relu fc2:linear relu fc3:linear relu fc4:linear log_softmax output",
            784 * 16 + 16 + 2 * (16 * 16 + 16) + 16 * 10 + 10);
        row("layers",
            "input conv1:conv2d relu conv2:conv2d relu max_pool2d dropout1:dropout flatten linear1:linear "
            "relu dropout2:dropout linear2:linear log_softmax output",
            1'199'882);
        for (const NetworkKind& kind : networkKinds()) // test_published_networks.cpp has the published ones
            QVERIFY2(kind.group != NetworkGroup::Simple || kind.name == torchScriptName ||
                         listed.contains(kind.name.data()),
                     kind.name.data());
    }
    void showsEachNetwork()
    {
        QFETCH(QByteArray, network);
        QFETCH(QString, nodes);
        QFETCH(qint64, parameters);
        const auto graph = graphOf(network.constData());
        QCOMPARE(chain(graph), nodes);
        QCOMPARE(qint64(graph.parameterCount), parameters);
    }

    void edgesFormTheChain()
    {
        const auto graph = graphOf("mnist-convnet");
        QCOMPARE(graph.edges.size(), graph.nodes.size() - 1);
        for (size_t i = 0; i < graph.edges.size(); ++i) {
            QCOMPARE(size_t(graph.edges[i].from), i);
            QCOMPARE(size_t(graph.edges[i].to), i + 1);
        }
    }

    void nodesHaveShapesAndParameters()
    {
        const auto graph = graphOf("mnist-convnet");
        const auto& conv2 = graph.nodes[3];
        QCOMPARE(conv2.outputShape, (std::vector<int64_t>{4, 64, 24, 24}));
        QCOMPARE(conv2.parameterCount, int64_t(64 * 32 * 9 + 64));
        QCOMPARE(conv2.parameters.size(), size_t(2));
        QCOMPARE(QString::fromStdString(conv2.parameters[0].name), QString("conv2.weight"));
        QCOMPARE(graph.nodes.back().outputShape, (std::vector<int64_t>{4, 10}));
    }

    void layersHaveTypesAndParameters()
    {
        const auto graph = graphOf("mnist-convnet-2020");
        QStringList layers;
        for (const auto& layer : graph.layers)
            layers << QString::fromStdString(layer.name + " " + layer.type + " " +
                                             std::to_string(layer.parameters));
        QCOMPARE(layers.join(", "),
                 QString("conv1 Conv2d 320, conv2 Conv2d 18496, dropout1 Dropout2d 0, dropout2 "
                         "Dropout2d 0, fc1 Linear 1179776, fc2 Linear 1290"));
    }

    void tellsTheBatchItShows()
    {
        QCOMPARE(graphOf("mlp", 100'000).batchSize, int64_t(256));
        QCOMPARE(graphOf("resnet18", 64).batchSize, int64_t(8));
        QCOMPARE(graphOf("resnet18", 2).batchSize, int64_t(2));
    }
};

QTEST_GUILESS_MAIN(TestGraphCapture)
#include "test_graph_capture.moc"
