// The training speed of larger networks, of texts and of TorchScript models, each against a training loop
// that is written by hand with LibTorch alone. The contestants take turns.

#include "tests/benchmarks/statistics.h"
#include "tests/benchmarks/torch/benchmark_experiment.h"
#include "tests/benchmarks/torch/plain_networks.h"

#include "core/base/files/temporary_folder.h"
#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_fields.h"
#include "core/torch/shared/devices.h"
#include "core/torch/train/trainer.h"
#include "core/torch/weights/named_tensors.h"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <string_view>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

constexpr int64_t batchSize = 64;
constexpr const char* goal = "at most 1.01";

void runStepscope(const Experiment& experiment, Turn& turn)
{
    TrainingControl control;
    FeedInTurns feed(turn, control);
    trainExperiment(experiment, dataSets(), control, feed);
}

void measure(const char* what, Experiment experiment, const Slices& slices,
             const std::function<PlainTraining()>& plain)
{
    experiment.batchSize = batchSize;
    experiment.threads = usableProcessors();
    experiment.profile = false;
    experiment.epochs = 1'000;
    const auto data = dataSets().get(experiment, torch::kCPU);
    const auto stepscope = [&](Turn& turn) { runStepscope(experiment, turn); };
    const auto times = Turns::take(
        slices, {[&](Turn& turn) {
                     auto training = plain();
                     runPlainLoop(training, data->trainSamples.range(0, data->trainSamples.count()),
                                  data->trainTargets, batchSize, int(experiment.threads),
                                  [&] { return turn.stepDone(); });
                 },
                 stepscope, stepscope});
    printRatio(what, batchSize, times[1], times[0], goal);
    printRatio("The same twice: effect of noise", batchSize, times[2], times[1], "");
}

/// Random images of the shape of CIFAR's. So many that an epoch does not end within the turns.
std::filesystem::path writeImages(const std::filesystem::path& folder, int64_t count)
{
    const auto images = [](int64_t number) { return torch::randint(256, {number, 3, 32, 32}, torch::kByte); };
    const auto labels = [](int64_t number) { return torch::arange(number) % 10; };
    const auto path = folder / "images.safetensors";
    saveTensors(path, {{"x_train", images(count)},
                       {"y_train", labels(count)},
                       {"x_test", images(batchSize)},
                       {"y_test", labels(batchSize)}});
    return path;
}

std::filesystem::path writeText(const std::filesystem::path& folder)
{
    std::mt19937 random(1);
    std::string text;
    for (int i = 0; i < 2'000'000; ++i)
        text += char('0' + random() % 64);
    const auto path = folder / "text.txt";
    std::ofstream(path) << text;
    return path;
}

/// The MNIST ConvNet without dropout.
torch::jit::Module scriptModel()
{
    torch::jit::Module module("Net");
    const auto add = [&](const char* name, at::IntArrayRef shape) {
        module.register_parameter(name, (torch::randn(shape) / 20).set_requires_grad(true), false);
    };
    add("conv1", {32, 1, 3, 3});
    add("conv2", {64, 32, 3, 3});
    add("fc1", {128, 9216});
    add("fc2", {10, 128});
    module.define(R"(def forward(self, x):
    x = torch.relu(torch.conv2d(x, self.conv1))
    x = torch.max_pool2d(torch.relu(torch.conv2d(x, self.conv2)), [2, 2])
    x = torch.relu(torch.linear(torch.flatten(x, 1), self.fc1))
    return torch.linear(x, self.fc2)
)");
    return module;
}

void measureResNet(const std::filesystem::path& folder, int rounds)
{
    auto experiment = referenceExperiment("resnet18");
    experiment.dataset = "npz";
    experiment.dataDirectory = writeImages(folder, 100 * batchSize).string();
    measure("ResNet-18, images of 3 × 32 × 32", experiment, {.steps = 1, .skipped = 1, .rounds = rounds},
            plainResNet18);
}

void measureGpt(const std::filesystem::path& folder, int rounds)
{
    auto experiment = referenceExperiment("char-gpt");
    experiment.dataset = "text";
    experiment.dataDirectory = writeText(folder).string();
    measure("GPT on characters", experiment, {.steps = 3, .skipped = 1, .rounds = rounds},
            [&] { return plainCharGpt(64, experiment.sequenceLength); });
}

void measureScript(const std::filesystem::path& folder, int rounds)
{
    const auto path = folder / "model.pt";
    scriptModel().save(path.string());
    trustModel(path);
    auto experiment = referenceExperiment("torchscript");
    experiment.model = path.string();
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 60'000;
    experiment.optimizer = "sgd";
    experiment.momentum = 0;
    experiment.weightDecay = 0;
    experiment.learningRate = 0.01;
    measure("TorchScript model of the MNIST ConvNet", experiment,
            {.steps = 8, .skipped = 2, .rounds = rounds},
            [&] { return plainScript(torch::jit::load(path.string()), experiment.learningRate); });
}

} // namespace

int main(int argc, char** argv)
{
    beLikeTheProgram(argv);
    const bool isQuick = argc > 1 && std::string_view(argv[1]) == "--quick";
    const TemporaryFolder folder;
    setenv("XDG_DATA_HOME", (folder.path() / "home").c_str(), 1); // for the list of trusted models
    fmt::print(
        "Stepscope, profiler off / plain LibTorch loop; milliseconds per step, medians of the rounds\n");
    printRatioHeader();
    try {
        measureScript(folder.path(), isQuick ? 8 : 60);
        measureGpt(folder.path(), isQuick ? 8 : 40);
        measureResNet(folder.path(), isQuick ? 8 : 40);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
