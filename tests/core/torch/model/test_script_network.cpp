#include "core/torch/shared/torch_headers.h"

#include "core/base/files/temporary_folder.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/run_file/run_feed.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/model/network.h"
#include "core/torch/record/graph_capture.h"
#include "core/torch/train/forward_pass_recording.h"
#include "core/torch/train/memory_measurement.h"
#include "core/torch/train/trainer.h"
#include "core/torch/weights/named_tensors.h"
#include "tests/support/environment_variable.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"
#include "tests/support/zip_file.h"

#include <ATen/detail/CUDAHooksInterface.h>

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <set>

using namespace stepscope;
using namespace stepscope::test;

namespace {

torch::jit::Module linear(const std::string& name, int64_t in, int64_t out)
{
    torch::jit::Module module(name);
    module.register_parameter("weight", (torch::randn({out, in}) / 30).set_requires_grad(true), false);
    module.register_parameter("bias", torch::zeros({out}, torch::requires_grad()), false);
    module.define("def forward(self, x):\n    return torch.linear(x, self.weight, self.bias)\n");
    return module;
}

/// A block of two layers, each of which is called within it.
torch::jit::Module block(int64_t in, int64_t out)
{
    torch::jit::Module module("Block");
    module.register_module("first", linear("First", in, 20));
    module.register_module("second", linear("Second", 20, out));
    module.define(
        "def forward(self, x):\n    return self.second.forward(torch.relu(self.first.forward(x)))\n");
    return module;
}

} // namespace

class TestScriptNetwork : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;
    EnvironmentVariable m_data{"XDG_DATA_HOME",
                               QByteArray::fromStdString((m_folder.path() / "data").string())};

    /// A model of one block, on images of 1 × 28 × 28 in 10 classes.
    static torch::jit::Module model(const std::string& last = "self.block.forward(x.flatten(1))")
    {
        torch::manual_seed(1);
        torch::jit::Module model("Net");
        model.register_module("block", block(784, 10));
        model.define("def forward(self, x):\n    return " + last + "\n");
        return model;
    }

    /// The same, which returns this of its loss and its output.
    static torch::jit::Module modelWithLoss(const std::string& returned = "loss, output")
    {
        torch::manual_seed(1);
        torch::jit::Module model("Net");
        model.register_module("block", block(784, 10));
        model.define("def forward(self, x, target):\n"
                     "    output = self.block.forward(x.flatten(1))\n"
                     "    loss = torch.cross_entropy_loss(output, target)\n"
                     "    return " +
                     returned + "\n");
        return model;
    }

    Experiment experimentWithLoss(const std::string& returned = "loss, output") const
    {
        auto experiment = experimentWith(modelWithLoss(returned));
        experiment.loss = modelLossName;
        return experiment;
    }

    Experiment experimentWith(const torch::jit::Module& model, bool isTrusted = true) const
    {
        const auto file = m_folder.path() / "model.pt";
        model.save(file.string());
        if (isTrusted)
            trustModel(file);
        Experiment experiment = referenceExperiment(torchScriptName);
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 200;
        experiment.testBatchSize = 20;
        experiment.batchSize = 20;
        experiment.threads = 1;
        experiment.model = file.string();
        return experiment;
    }

    static std::pair<Run, std::string> train(const Experiment& experiment)
    {
        TrainingControl control;
        RunFeed feed;
        DataSetCache dataSets;
        Run run;
        const auto failure =
            failureOf([&] { run.outcome = trainExperiment(experiment, dataSets, control, feed, {}); });
        feed.drainInto(run);
        return {std::move(run), failure};
    }

    std::string failure(const Experiment& experiment) const
    {
        auto sentence = train(experiment).second;
        const auto at = sentence.find(experiment.model);
        return at == std::string::npos || experiment.model.empty()
                   ? sentence
                   : sentence.replace(at, experiment.model.size(), "FILE");
    }

private Q_SLOTS:
    void parametersHaveTheirNames()
    {
        const auto network = makeNetwork(experimentWith(model()));
        QStringList names;
        for (const auto& parameter : network->named_parameters())
            names += QString::fromStdString(parameter.key());
        QCOMPARE(names.join(' '),
                 QString("block.first.weight block.first.bias block.second.weight block.second.bias"));
        QCOMPARE(parameterCount(*network), int64_t(784 * 20 + 20 + 20 * 10 + 10));
    }

    void itTrainsAndItsLossFalls()
    {
        auto experiment = experimentWith(model());
        experiment.epochs = 3;
        experiment.learningRate = 0.01;
        const auto [run, failure] = train(experiment);
        QCOMPARE(run.outcome, RunOutcome::Finished);
        QVERIFY(run.epochs.back().testAccuracy() > 0.9);
        QVERIFY(run.epochs.back().testLoss < run.steps.front().loss / 2);
    }

    /// The loss of the logits, and that of log probabilities, are the same.
    void bothLossesOfClassesAreEqual()
    {
        const auto logits = model();
        auto probabilities = torch::jit::Module("Net");
        probabilities.register_module("block", logits.attr("block").toModule());
        probabilities.define(
            "def forward(self, x):\n    return torch.log_softmax(self.block.forward(x.flatten(1)), 1)\n");
        auto experiment = experimentWith(logits);
        experiment.steps = 5;
        const auto a = train(experiment).first;
        experiment = experimentWith(probabilities);
        experiment.steps = 5;
        experiment.loss = "nll";
        const auto b = train(experiment).first;
        QCOMPARE(a.steps.size(), size_t(5));
        for (size_t i = 0; i < a.steps.size(); ++i)
            QVERIFY(std::abs(a.steps[i].loss - b.steps[i].loss) < 1e-4F);
    }

    static std::vector<std::string> warnings(const Run& run)
    {
        std::vector<std::string> sentences;
        for (const LogEntry& entry : run.log) {
            if (entry.level == LogLevel::Warning)
                sentences.push_back(entry.text);
        }
        return sentences;
    }

    void valuesThatAreNotLogProbabilitiesAreWarnedOfOnce()
    {
        // Log probabilities in three calls, then values that make the loss negative.
        torch::jit::Module shifted("Shifted");
        shifted.register_module("block", block(784, 10));
        shifted.register_buffer("calls", torch::zeros({}));
        shifted.define("def forward(self, x):\n"
                       "    output = torch.log_softmax(self.block.forward(x.flatten(1)), 1)\n"
                       "    self.calls.add_(1)\n"
                       "    return output + 99 * (self.calls > 3).float()\n");
        const std::string log = "torch.log_softmax(self.block.forward(x.flatten(1)), 1)";
        const auto warned = [&](const torch::jit::Module& module, const char* loss) {
            auto experiment = experimentWith(module);
            experiment.profile = false;
            experiment.steps = 8;
            experiment.loss = loss;
            return warnings(train(experiment).first);
        };
        const std::vector<std::string> expected{"The loss nll needs log probabilities, but the model " +
                                                (m_folder.path() / "model.pt").string() +
                                                " gives other values, so the losses mean little and may be "
                                                "negative; choose the loss cross-entropy "
                                                "for a model that gives values before the softmax."};
        QCOMPARE(warned(model(), "nll"), expected);
        QCOMPARE(warned(model("torch.softmax(self.block.forward(x.flatten(1)), 1)"), "nll"), expected);
        QCOMPARE(warned(shifted, "nll"), expected);
        QVERIFY(warned(model(log), "nll").empty());
        QVERIFY(warned(model(), "cross-entropy").empty());
    }

    /// The loss is not a number from step 2, where the logarithm of 0 is added.
    void aLossThatIsNotFiniteIsWarnedOfOnce()
    {
        torch::jit::Module module("Net");
        module.register_module("block", block(784, 10));
        module.register_buffer("calls", torch::zeros({}));
        module.define("def forward(self, x):\n"
                      "    self.calls.add_(1)\n"
                      "    return self.block.forward(x.flatten(1)) + torch.log(3 - self.calls)\n");
        auto experiment = experimentWith(module);
        experiment.profile = false;
        const auto warned = [&](int64_t steps) {
            experiment.steps = steps;
            return warnings(train(experiment).first);
        };
        QVERIFY(warned(2).empty());
        QCOMPARE(warned(20), (std::vector<std::string>{
                                 "The loss of step 2 is not a finite number, and training rarely recovers "
                                 "from that: lower the learning rate, or use gradient clipping."}));
    }

    void aReconstructionHasTheMeanSquaredError()
    {
        torch::jit::Module copy("Copy");
        copy.register_parameter("scale", torch::ones({1}, torch::requires_grad()), false);
        copy.define("def forward(self, x):\n    return x * self.scale\n");
        auto experiment = experimentWith(copy);
        experiment.loss = "mse";
        experiment.steps = 2;
        const auto run = train(experiment).first;
        QCOMPARE(run.steps.front().loss, 0.0F);
        QVERIFY(std::isnan(run.steps.front().accuracy()));
    }

    void theLossThatItReturnsIsTrained_data()
    {
        QTest::addColumn<QByteArray>("returned");
        QTest::newRow("loss first") << QByteArray("loss, output");
        QTest::newRow("loss last") << QByteArray("output, loss");
        QTest::newRow("more values") << QByteArray("x, loss, output, loss * 2");
        QTest::newRow("64 bits") << QByteArray("loss.double(), output");
    }
    void theLossThatItReturnsIsTrained()
    {
        QFETCH(const QByteArray, returned);
        auto experiment = experimentWith(model());
        experiment.steps = 5;
        const auto expected = train(experiment).first;
        experiment = experimentWithLoss(returned.toStdString());
        experiment.steps = 5;
        const auto [run, failure] = train(experiment);
        QVERIFY2(run.outcome == RunOutcome::Finished, failure.c_str());
        QCOMPARE(run.steps.size(), size_t(5));
        for (size_t i = 0; i < run.steps.size(); ++i) {
            QVERIFY(std::abs(run.steps[i].loss - expected.steps[i].loss) < 1e-4F);
            QCOMPARE(run.steps[i].correct, expected.steps[i].correct);
        }
        QCOMPARE(run.epochs.back().testCorrect, expected.epochs.back().testCorrect);
        QCOMPARE(run.epochs.back().trainCorrect, expected.epochs.back().trainCorrect);
        QVERIFY(std::abs(run.epochs.back().testLoss - expected.epochs.back().testLoss) < 1e-4);
    }

    void withoutValuesOfTheClassesTheAccuracyIsNotKnown_data()
    {
        QTest::addColumn<QByteArray>("returned");
        QTest::newRow("loss alone") << QByteArray("loss");
        QTest::newRow("other values") << QByteArray("loss, output[:, :3]");
    }
    void withoutValuesOfTheClassesTheAccuracyIsNotKnown()
    {
        QFETCH(const QByteArray, returned);
        auto experiment = experimentWithLoss(returned.toStdString());
        experiment.epochs = 2;
        const auto [run, failure] = train(experiment);
        QVERIFY2(run.outcome == RunOutcome::Finished, failure.c_str());
        QVERIFY(run.epochs.back().testLoss < run.steps.front().loss);
        for (const auto& step : run.steps)
            QVERIFY(std::isnan(step.accuracy()));
        QVERIFY(std::isnan(run.epochs.back().trainAccuracy()));
        QVERIFY(std::isnan(run.epochs.back().testAccuracy()));
    }

    /// The gradients of the parts are those of the whole batch.
    void partsOfABatchHaveItsLoss()
    {
        for (const char* returned : {"loss", "loss, output"}) {
            auto experiment = experimentWithLoss(returned);
            experiment.steps = 4;
            const auto whole = train(experiment).first;
            experiment.accumulation = 3;
            const auto [run, failure] = train(experiment);
            QVERIFY2(run.outcome == RunOutcome::Finished, failure.c_str());
            for (size_t i = 0; i < run.steps.size(); ++i) {
                QVERIFY(std::abs(run.steps[i].loss - whole.steps[i].loss) < 1e-4F);
            }
            QCOMPARE(run.steps[0].correct, whole.steps[0].correct);
        }
    }

    void theLossIsAnOutputOfTheGraph()
    {
        const auto graph = captureNetwork(experimentWithLoss());
        QStringList chain;
        for (const auto& node : graph.nodes)
            chain += QString::fromStdString(node.label);
        QCOMPARE(chain.join(' '), QString("input flatten linear relu linear cross_entropy_loss output"));
        QCOMPARE(graph.nodes.back().outputShape, (std::vector<int64_t>{20, 10}));
        QStringList sources;
        for (const auto& edge : graph.edges) {
            if (edge.to == GraphNodeId(6))
                sources += QString::fromStdString(graph.nodes[edge.from].label);
        }
        QCOMPARE(sources.join(' '), QString("linear cross_entropy_loss"));
        QVERIFY(captureNetwork(experimentWithLoss("loss")).nodes.back().outputShape.empty());
    }

    void forwardPassesAndMemoryHaveTheModelsLoss()
    {
        for (const char* returned : {"loss", "loss, output"}) {
            auto experiment = experimentWithLoss(returned);
            RunFeed feed;
            recordForwardPass(experiment, feed);
            Run run;
            feed.drainInto(run);
            QCOMPARE(run.steps.size(), size_t(1));
            QVERIFY(measureStepMemory(experiment, 8).peak() > 0);
            experiment.accumulation = 2;
            QVERIFY(measureStepMemory(experiment, 8).peak() > 0);
        }
    }

    /// A test gets copies of its samples, which are used again after the next epoch.
    void workInPlaceLeavesTheTestSamples()
    {
        auto experiment = experimentWith(model("self.block.forward(x.mul_(0.5).flatten(1))"));
        experiment.epochs = 3;
        experiment.learningRate = 1e-12;
        const auto [run, failure] = train(experiment);
        QVERIFY2(run.outcome == RunOutcome::Finished, failure.c_str());
        QVERIFY(std::abs(run.epochs.front().testLoss - run.epochs.back().testLoss) < 1e-5);
    }

    void onlyFloatingPointValuesAreItsOutput()
    {
        const auto accuracyWith = [&](const std::string& returned) {
            auto experiment = experimentWithLoss(returned);
            experiment.steps = 3;
            const auto run = train(experiment).first;
            return run.outcome == RunOutcome::Finished ? run.epochs.back().testAccuracy() : -1.0;
        };
        const double expected = accuracyWith("loss, output");
        QCOMPARE(accuracyWith("loss, output > 0, output"), expected);
        QVERIFY(std::isnan(accuracyWith("loss, output.argmax(1, True).expand([-1, 10])")));
    }

    void mixedPrecisionKeepsTheLoss()
    {
        auto experiment = experimentWithLoss();
        experiment.steps = 2;
        const auto exact = train(experiment).first;
        experiment.precision = "bfloat16";
        const auto [run, failure] = train(experiment);
        QVERIFY2(run.outcome == RunOutcome::Finished, failure.c_str());
        QVERIFY(std::abs(run.steps.front().loss - exact.steps.front().loss) < 0.1F);
    }

    void whatReturnsNoLossIsRefused()
    {
        const auto refused = [&](const torch::jit::Module& module, std::string_view loss) {
            auto experiment = experimentWith(module);
            experiment.loss = loss;
            return failure(experiment);
        };
        QCOMPARE(refused(model(), "model"),
                 std::string("For the loss \"model\", forward() of the model FILE must take samples and "
                             "targets, but it takes (x)."));
        QCOMPARE(refused(modelWithLoss(), "cross-entropy"),
                 std::string("For the loss \"cross-entropy\", forward() of the model FILE must take samples "
                             "alone, but it takes (x, target); for a model that returns its loss, choose the "
                             "loss \"model\"."));
        QCOMPARE(
            refused(modelWithLoss("output"), "model"),
            std::string("The model FILE must return its loss, a single floating-point value, alone or in "
                        "a tuple, but returns values of the shape [20 × 10] and the type Float."));
        QCOMPARE(
            refused(modelWithLoss("target.sum()"), "model"),
            std::string("The model FILE must return its loss, a single floating-point value, alone or in "
                        "a tuple, but returns values of the shape [] and the type Long."));
        QCOMPARE(
            refused(modelWithLoss("output, x"), "model"),
            std::string("The model FILE must return its loss, a single floating-point value, alone or in "
                        "a tuple, but returns a value of the type (Tensor, Tensor) without one."));
        QCOMPARE(
            refused(modelWithLoss("x.sum()"), "model"),
            std::string("The loss that the model FILE returns does not depend on its parameters, so they "
                        "cannot be trained."));
        const auto sentence = refused(modelWithLoss("output.matmul(output), loss"), "model");
        QVERIFY2(
            sentence.starts_with(
                "The model FILE failed on samples of the shape 20 × 1 × 28 × 28 and targets of the shape "
                "20, which the data set synthetic determines: mat1 and mat2 shapes"),
            sentence.c_str());
    }

    void argumentsWithDefaultsAreNotGiven()
    {
        torch::jit::Module module("Net");
        module.register_module("block", block(784, 10));
        module.define("def forward(self, x, factor: float = 2.0):\n"
                      "    return self.block.forward(x.flatten(1)) * factor\n");
        auto experiment = experimentWith(module);
        experiment.steps = 1;
        const auto [run, failure] = train(experiment);
        QVERIFY2(run.outcome == RunOutcome::Finished, failure.c_str());
    }

    void weightsAreKeptOrDrawnAnew()
    {
        auto experiment = experimentWith(model());
        const auto kept = makeNetwork(experiment);
        const auto original = torch::jit::load(experiment.model);
        const auto stored =
            original.attr("block").toModule().attr("first").toModule().attr("weight").toTensor();
        QVERIFY(torch::equal(kept->named_parameters()["block.first.weight"], stored));
        experiment.keepWeights = false;
        const auto drawn = makeNetwork(experiment)->named_parameters()["block.first.weight"];
        QVERIFY(!torch::equal(drawn, stored));
        QVERIFY(drawn.abs().max().item<double>() <= 1.0 / 28);
        QVERIFY(drawn.abs().max().item<double>() > 0.9 / 28);
    }

    void constantsStayWhenWeightsAreDrawnAnew()
    {
        auto module = model();
        module.register_buffer("mask", torch::full({3}, 5.0F));
        module.register_buffer("running_mean", torch::full({3}, 5.0F));
        module.register_buffer("running_var", torch::full({3}, 5.0F));
        module.register_parameter("none", torch::zeros({0, 5}, torch::requires_grad()), false);
        module.register_parameter("shift_bias", torch::full({3}, 5.0F, torch::requires_grad()), false);
        auto experiment = experimentWith(module);
        experiment.keepWeights = false;
        const auto network = makeNetwork(experiment);
        const auto buffers = network->named_buffers();
        QCOMPARE(buffers["mask"][0].item<float>(), 5.0F);
        QCOMPARE(buffers["running_mean"][0].item<float>(), 0.0F);
        QCOMPARE(buffers["running_var"][0].item<float>(), 1.0F);
        QCOMPARE(network->named_parameters()["shift_bias"][0].item<float>(), 0.0F);
    }

    void weightsThatNeedNoGradientStay()
    {
        auto frozen = model();
        const auto first = frozen.attr("block").toModule().attr("first").toModule();
        first.attr("weight").toTensor().set_requires_grad(false);
        auto experiment = experimentWith(frozen);
        experiment.steps = 3;
        const TrainingFiles files{
            .weights = m_folder.path() / "trained.safetensors", .checkpoint = {}, .resumed = {}};
        TrainingControl control;
        RunFeed feed;
        DataSetCache dataSets;
        QCOMPARE(trainExperiment(experiment, dataSets, control, feed, files), RunOutcome::Finished);
        SafetensorsReader trained(files.weights);
        const auto weight = [&](const char* name) { return loadTensor(trained, *trained.find(name)); };
        QVERIFY(torch::equal(weight("block.first.weight"), first.attr("weight").toTensor()));
        const auto second = frozen.attr("block").toModule().attr("second").toModule();
        QVERIFY(!torch::equal(weight("block.second.weight"), second.attr("weight").toTensor()));

        for (const auto& parameter : frozen.parameters())
            torch::Tensor(parameter).set_requires_grad(false);
        QCOMPARE(failure(experimentWith(frozen)),
                 std::string("The model FILE has no parameters that could be trained."));
    }

    void callsOfModulesAreReported()
    {
        const auto experiment = experimentWith(model());
        const auto network = makeNetwork(experiment);
        const auto input = zeroInputs(experiment, 2);
        for (int i = 0; i < 4; ++i) // the interpreter profiles the first calls, and optimizes the others
            network->forward(input);
        GraphCapture capture(*network, experiment, input);
        const auto graph = capture.finish({.output = network->forward(input), .loss = {}});
        QStringList chain;
        for (const auto& node : graph.nodes) {
            const auto layer = node.layer.isNone() ? std::string() : graph.layers[node.layer].name;
            chain += QString::fromStdString(layer + ":" + node.label);
        }
        QCOMPARE(chain.join(' '), QString(":input :flatten block.first:linear block:relu block.second:linear "
                                          ":log_softmax :output"));
        QCOMPARE(graph.layers[0].type, std::string("Block"));
    }

    void callsOfOtherMethodsAreReported()
    {
        auto inner = block(784, 10);
        inner.define("def features(self, x):\n    return self.second.forward(self.first.forward(x))\n");
        torch::jit::Module module("Net");
        module.register_module("block", inner);
        module.define("def forward(self, x):\n    return self.block.features(x.flatten(1))\n");
        const auto experiment = experimentWith(module);
        const auto network = makeNetwork(experiment);
        const auto input = zeroInputs(experiment, 2);
        GraphCapture capture(*network, experiment, input);
        const auto graph = capture.finish({.output = network->forward(input), .loss = {}});
        QCOMPARE(graph.layers[graph.nodes[2].layer].name, std::string("block.first"));
        QCOMPARE(graph.layers[graph.nodes[3].layer].name, std::string("block.second"));
    }

    void trainingAndEvaluationReachTheModel()
    {
        torch::jit::Module module("Net");
        module.register_attribute("training", c10::BoolType::get(), true);
        module.register_module("block", block(784, 10));
        module.define("def forward(self, x):\n"
                      "    x = x.flatten(1)\n"
                      "    if self.training:\n"
                      "        x = x + 1\n"
                      "    return self.block.forward(x)\n");
        const auto network = makeNetwork(experimentWith(module));
        const auto input = torch::zeros({1, 1, 28, 28});
        network->train();
        const auto training = network->forward(input);
        network->eval();
        QVERIFY(!torch::allclose(training, network->forward(input)));
    }

    void aModelThatIsNotTrustedIsRefused()
    {
        const auto experiment = experimentWith(model("2 * self.block.forward(x.flatten(1))"), false);
        QVERIFY(!isTrustedModel(experiment.model));
        QCOMPARE(
            failure(experiment),
            std::string("The model FILE contains code that would run with your rights. If you trust where it "
                        "comes from, add --trust-model once, or allow it in the window."));
        trustModel(experiment.model);
        QVERIFY(isTrustedModel(experiment.model));
        trustModel(experiment.model);
        std::ifstream list(m_folder.path() / "data" / "stepscope" / "trusted-models");
        std::multiset<std::string> lines;
        for (std::string line; std::getline(list, line);)
            lines.insert(line);
        QCOMPARE(lines.size(), std::set<std::string>(lines.begin(), lines.end()).size());
        std::ofstream(experiment.model, std::ios::app) << "changed";
        QVERIFY(!isTrustedModel(experiment.model));
    }

    void anOperatorThatThisLibTorchLacksIsNamed()
    {
        const std::string schema = "aten::newflatten(Tensor x) -> Tensor";
        torch::jit::registerOperator(torch::jit::Operator(
            schema,
            [](torch::jit::Stack& stack) {
                torch::jit::push(stack, torch::jit::pop(stack).toTensor().flatten(1));
            },
            c10::AliasAnalysisKind::CONSERVATIVE));
        const auto experiment = experimentWith(model("self.block.forward(torch.newflatten(x))"));
        torch::jit::deregisterOperator(torch::jit::parseSchema(schema));
        QCOMPARE(failure(experiment),
                 std::string("FILE uses aten::newflatten, which this LibTorch (" TORCH_VERSION
                             ") does not have: it was probably saved by a newer PyTorch."));
    }

    void aNewerFormatIsNamed()
    {
        auto experiment = experimentWith(model());
        writeZip(experiment.model, {{"model/version", "99\n"}});
        trustModel(experiment.model);
        const auto sentence = failure(experiment);
        QVERIFY2(sentence.starts_with("FILE was saved by a newer PyTorch: its format is version 99, but this "
                                      "LibTorch (" TORCH_VERSION ") reads up to "),
                 sentence.c_str());
    }

    void aModelForAGpuNeedsALibTorchWithCuda()
    {
        if (at::detail::getCUDAHooks().hasCUDART())
            QSKIP("this LibTorch is built with CUDA");
        QCOMPARE(failure(experimentWith(model("self.block.forward(x.cuda().flatten(1))"))),
                 std::string("The model FILE uses a GPU in its code, but this LibTorch is built without "
                             "CUDA."));
    }

    void aFixedBatchSizeIsNamed()
    {
        auto experiment = experimentWith(model("self.block.forward(x.view([20, 784]))"));
        const std::string anySize = "save it so that it accepts batches of any size.";
        experiment.syntheticImages = 240; // and 40 for the test
        QCOMPARE(failure(experiment), std::string("it did not fail"));
        experiment.testBatchSize = 1000;
        QCOMPARE(failure(experiment),
                 std::string("The model FILE works with batches of 20, but not with a test batch of 40: set "
                             "--test-batch-size to 20 if that divides the number of test samples, or save "
                             "the model so that it accepts batches of any size."));
        experiment.testBatchSize = 20;
        experiment.syntheticImages = 200; // and 33 for the test
        QCOMPARE(failure(experiment), "The model FILE works with batches of 20, but not with one of 13, the "
                                      "last samples of an epoch or a test: " +
                                          anySize);
        experiment.syntheticImages = 210;
        QCOMPARE(failure(experiment), "The model FILE works with batches of 20, but not with one of 10, the "
                                      "last samples of an epoch or a test: " +
                                          anySize);
    }

    /// What fails in a test alone has another reason than the size of its batches.
    void aTestThatFailsForAnotherReasonNamesThat()
    {
        torch::jit::Module module("Net");
        module.register_attribute("training", c10::BoolType::get(), true);
        module.register_module("block", block(784, 10));
        module.define("def forward(self, x):\n"
                      "    assert self.training, 'only for training'\n"
                      "    return self.block.forward(x.flatten(1))\n");
        auto experiment = experimentWith(module);
        experiment.testBatchSize = 30;
        QCOMPARE(failure(experiment),
                 std::string("The model FILE failed on samples of the shape 30 × 1 × 28 × 28, which the data "
                             "set synthetic determines: AssertionError: only for training"));
    }

    void whatCannotBeTrainedIsRefused()
    {
        auto experiment = experimentWith(model());
        experiment.model.clear();
        QCOMPARE(failure(experiment),
                 std::string("The network torchscript needs a file: name it as \"Model file\" (--model)."));
        experiment.model = "/none/here.pt";
        QVERIFY(failure(experiment).starts_with("The model FILE cannot be read: "));

        experiment.model = (m_folder.path() / "noise.pt").string();
        std::ofstream(experiment.model) << "no model";
        trustModel(experiment.model);
        QVERIFY(failure(experiment).starts_with("FILE is not a TorchScript model that this LibTorch ("));

        QCOMPARE(
            failure(experimentWith(model("self.block.forward(x.flatten(1)).sum()"))),
            std::string("The model FILE gives a single value, but 20 × 10 are expected for this data set and "
                        "loss."));
        torch::jit::Module halves("Halves");
        halves.register_parameter("scale", torch::ones({1}, torch::kHalf).set_requires_grad(true), false);
        halves.define("def forward(self, x):\n    return x * self.scale\n");
        QCOMPARE(failure(experimentWith(halves)),
                 std::string(
                     "The model FILE has parameters of the type Half, but only those of the type Float are "
                     "trained."));
        torch::jit::Module bare("Bare");
        bare.register_parameter("scale", torch::ones({1}, torch::requires_grad()), false);
        QCOMPARE(failure(experimentWith(bare)), std::string("The model FILE has no method forward()."));
        experiment.model = "/dev/zero";
        QCOMPARE(failure(experiment), std::string("The model FILE cannot be read: it is not a file."));

        torch::jit::Module empty("Empty");
        empty.define("def forward(self, x):\n    return x.flatten(1)\n");
        QCOMPARE(failure(experimentWith(empty)),
                 std::string("The model FILE has no parameters that could be trained."));
        QCOMPARE(
            failure(experimentWith(model("self.block.forward(x.flatten(1))[:, :3]"))),
            std::string(
                "The model FILE gives values of the shape 20 × 3, but 20 × 10 are expected for this data "
                "set and loss."));
        QCOMPARE(failure(experimentWith(model("self.block.forward(x.flatten(1)).detach()"))),
                 std::string("The values that the model FILE gives do not depend on its parameters, so they "
                             "cannot be trained."));
        QCOMPARE(failure(experimentWith(model("(self.block.forward(x.flatten(1)), x)"))),
                 std::string(
                     "The model FILE must give a tensor, but gives a value of the type (Tensor, Tensor)."));
        const auto sentence = failure(experimentWith(model("self.block.forward(x)")));
        QVERIFY2(sentence.starts_with("The model FILE failed on samples of the shape 20 × 1 × 28 × 28, which "
                                      "the data set synthetic determines: mat1"),
                 sentence.c_str());
        auto rows = model();
        rows.define("def flat(self, x):\n"
                    "    assert x.dim() == 2, 'it needs rows\\nof values'\n"
                    "    return x\n");
        torch::jit::Module outer("Outer");
        outer.register_module("inner", rows);
        outer.define("def forward(self, x):\n    return self.inner.forward(self.inner.flat(x))\n");
        QCOMPARE(failure(experimentWith(outer)),
                 std::string("The model FILE failed on samples of the shape 20 × 1 × 28 × 28, which the data "
                             "set synthetic determines: AssertionError: it needs rows"));
    }
};

QTEST_GUILESS_MAIN(TestScriptNetwork)
#include "test_script_network.moc"
