#include "core/torch/shared/torch_headers.h"

#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>

#include "core/base/files/temporary_folder.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/torch/shared/devices.h"
#include "tests/core/torch/train/train.h"
#include "tests/support/environment_variable.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// Knows torch.jit.fork and torch.jit.wait, which Python's front end resolves otherwise.
struct ForkResolver : torch::jit::NativeResolver
{
    std::shared_ptr<torch::jit::SugaredValue> resolveValue(const std::string& name,
                                                           torch::jit::GraphFunction& function,
                                                           const torch::jit::SourceRange& range) override
    {
        if (name == "fork")
            return torch::jit::SpecialFormValue::create(torch::jit::prim::fork);
        if (name == "wait")
            return std::make_shared<torch::jit::BuiltinFunction>(torch::jit::aten::wait, c10::nullopt);
        return NativeResolver::resolveValue(name, function, range);
    }
};

Experiment shortTraining(Experiment experiment)
{
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 60;
    experiment.batchSize = 10;
    experiment.steps = 6;
    experiment.profile = false;
    return experiment;
}

bool hasLogged(const Run& run, const std::string& sentence)
{
    return std::ranges::any_of(run.log, [&](const LogEntry& entry) { return entry.text == sentence; });
}

} // namespace

/// A process has one number of these threads, so each test goes on where the one before has ended.
class TestInterOpThreads : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;
    EnvironmentVariable m_data{"XDG_DATA_HOME",
                               QByteArray::fromStdString((m_folder.path() / "data").string())};
    std::string m_model;

    Experiment forking(int64_t threads) const
    {
        Experiment experiment = shortTraining(referenceExperiment(torchScriptName));
        experiment.model = m_model;
        experiment.interOpThreads = threads;
        return experiment;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto resolver = std::make_shared<ForkResolver>();
        torch::jit::Module model("Net");
        model.register_parameter("weight", (torch::randn({10, 784}) / 28).set_requires_grad(true), false);
        model.define("def branch(self, x):\n    return torch.linear(x.flatten(1), self.weight)\n", resolver);
        model.define("def forward(self, x):\n"
                     "    a = fork(self.branch, x)\n"
                     "    b = self.branch(x)\n"
                     "    return wait(a) + b\n",
                     resolver);
        m_model = (m_folder.path() / "fork.pt").string();
        model.save(m_model);
        trustModel(m_model);
    }

    /// Otherwise the next test would fail: the number can be set until the first fork.
    void otherNetworksStartNoneOfThem()
    {
        const int before = at::get_num_interop_threads();
        for (const char* network : {"mlp", "mnist-convnet", "char-lstm"}) {
            Experiment experiment = referenceExperiment(network);
            QVERIFY(!usesField(experiment, "inter_op_threads"));
            experiment.interOpThreads = before + 7;
            QVERIFY(!useInterOpThreads(experiment).has_value());
        }
        Experiment experiment = shortTraining(referenceExperiment("mlp"));
        experiment.interOpThreads = before + 7;
        for (const char* execution : {"eager", "torchscript"}) {
            experiment.execution = execution;
            QVERIFY(train(experiment).outcome == RunOutcome::Finished);
        }
        QCOMPARE(at::get_num_interop_threads(), before);
        QVERIFY(!useInterOpThreads(forking(0)).has_value());
    }

    void aModelThatForksHasAsManyAsItsExperimentSays()
    {
        QVERIFY(train(forking(3)).outcome == RunOutcome::Finished);
        QCOMPARE(at::get_num_interop_threads(), 3);
        QVERIFY(train(forking(3)).outcome == RunOutcome::Finished);
    }

    void anotherNumberIsRefused()
    {
        QCOMPARE(failureOf([this] { train(forking(5)); }),
                 std::string("inter_op_threads is 5, but this process keeps 3: LibTorch sets their number "
                             "once, before a model forks for the first time; train in a new process, with "
                             "`stepscope run`."));
        QCOMPARE(at::get_num_interop_threads(), 3);
    }

    void aTrainingThatLeavesItOpenSaysWhatItKeeps()
    {
        const std::string sentence = "TorchScript has 3 inter-op threads, as an earlier training in this "
                                     "process has set: their number cannot be changed.";
        QVERIFY(hasLogged(train(forking(0)), sentence));
        QVERIFY(!hasLogged(train(forking(3)), sentence));
    }
};

QTEST_APPLESS_MAIN(TestInterOpThreads)
#include "test_inter_op_threads.moc"
