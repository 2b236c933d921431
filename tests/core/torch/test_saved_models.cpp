#include "core/torch/shared/torch_headers.h"

#include "core/graph/network_graph.h"
#include "core/import/import.h"

#include <torch/script.h>

#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;

/// Models as LibTorch itself saves them, read from their archives.
class TestSavedModels : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    ImportedRun savedAndRead(const torch::jit::Module& model)
    {
        const auto path = m_folder.filePath("model.pt").toStdString();
        model.save(path);
        return importFile(path);
    }

    static torch::jit::Module linear(const std::string& name, int64_t in, int64_t out)
    {
        torch::jit::Module module(name);
        module.register_parameter("weight", torch::zeros({out, in}), false);
        module.register_buffer("scale", torch::ones({out}));
        module.define(
            "def forward(self, x):\n    return torch.mul(torch.matmul(x, self.weight.t()), self.scale)\n");
        return module;
    }

private Q_SLOTS:
    void aModelOfModulesIsRead()
    {
        torch::jit::Module model("Net");
        model.register_module("first", linear("First", 20, 10));
        model.register_module("second", linear("Second", 10, 5));
        model.define("def forward(self, x):\n"
                     "    x = torch.relu(self.first.forward(x))\n"
                     "    if bool(x.sum() > 0):\n"
                     "        x = x + 1\n"
                     "    return torch.log_softmax(self.second.forward(x), 1)\n");
        const auto graph = savedAndRead(model).run.graph;
        QVERIFY(graph != nullptr);
        QCOMPARE(graph->network, std::string("Net"));
        QCOMPARE(graph->parameterCount, 250);
        QCOMPARE(graph->layers.size(), size_t(2));
        QCOMPARE(graph->layers[1].name, std::string("second"));
        QCOMPARE(graph->layers[1].type, std::string("Second"));
        QCOMPARE(graph->layers[1].parameters, 50);
        QStringList operators;
        for (const auto& node : graph->nodes)
            operators += QString::fromStdString(node.label);
        QCOMPARE(operators.join(' '), QString("x t matmul mul relu add t matmul mul log_softmax output"));
    }

    void aFrozenModelIsRead()
    {
        torch::jit::Module model = linear("Net", 20, 10);
        model.eval();
        const auto graph = savedAndRead(torch::jit::freeze(model)).run.graph;
        QVERIFY(graph != nullptr);
        QVERIFY(graph->parameterCount >= 200);
        QVERIFY(graph->nodes.size() >= 3);
    }
};

QTEST_GUILESS_MAIN(TestSavedModels)
#include "test_saved_models.moc"
