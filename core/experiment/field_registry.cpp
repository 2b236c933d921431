#include "core/experiment/experiment_fields.h"

#include "core/experiment/experiment_kinds.h"

namespace stepscope {

namespace {

template<typename Kinds>
std::vector<std::string_view> namesOf(const Kinds& kinds)
{
    std::vector<std::string_view> names;
    for (const auto& kind : kinds)
        names.push_back(kind.name);
    return names;
}

ExperimentField text(std::string_view key, std::string_view flag, std::string_view label,
                     std::string_view help, std::string Experiment::*member,
                     std::vector<std::string_view> choices = {})
{
    return {key, flag, label, help, member, 0, 0, false, std::move(choices)};
}

ExperimentField count(std::string_view key, std::string_view flag, std::string_view label,
                      std::string_view help, int64_t Experiment::*member, int64_t minimum, int64_t maximum)
{
    return {key, flag, label, help, member, double(minimum), double(maximum)};
}

ExperimentField number(std::string_view key, std::string_view flag, std::string_view label,
                       std::string_view help, double Experiment::*member, double minimum, double maximum,
                       bool aboveMinimum = false)
{
    return {key, flag, label, help, member, minimum, maximum, aboveMinimum};
}

ExperimentField toggle(std::string_view key, std::string_view flag, std::string_view label,
                       std::string_view help, bool Experiment::*member)
{
    return {key, flag, label, help, member};
}

constexpr int64_t largestSeed = 2'147'483'647;

std::vector<ExperimentField> makeFields()
{
    using E = Experiment;
    return {
        text("dataset", "--dataset", "Data set", "The images to train and test on.", &E::dataset,
             namesOf(dataSetKinds())),
        text("data_directory", "--data", "Data folder",
             "Folder with the data set's four IDX files; empty for the folder that `stepscope data fetch` "
             "fills.",
             &E::dataDirectory),
        count(
            "synthetic_images", "--synthetic-images", "Synthetic images",
            "Number of training images of the synthetic data set. A sixth of this number is used for tests.",
            &E::syntheticImages, 10, 1'000'000),
        text("network", "--network", "Network",
             "The network to train. Setting it also sets its reference optimizer and schedule.", &E::network,
             namesOf(networkKinds())),
        count("hidden_layers", "--hidden-layers", "Hidden layers", "Number of hidden layers of the MLP.",
              &E::hiddenLayers, 1, 1000),
        count("width", "--width", "Width", "Number of neurons in each hidden layer of the MLP.", &E::width, 1,
              100'000),
        text("device", "--device", "Device",
             "The device to train on: cpu, or cuda:N for the GPU with number N (see `stepscope devices`).",
             &E::device),
        toggle("copy_batches", "--copy-batches", "Copy each batch",
               "Keep the training images in host memory and copy each batch to the GPU as part of its step. "
               "Otherwise all training images are on the GPU from the start.",
               &E::copyBatches),
        count("batch_size", "--batch-size", "Batch size", "Number of images per training step.",
              &E::batchSize, 1, 1'000'000),
        count("test_batch_size", "--test-batch-size", "Test batch size",
              "Number of images per test batch. If it is larger than the test set, one batch holds the whole "
              "test set.",
              &E::testBatchSize, 1, 1'000'000),
        count("epochs", "--epochs", "Epochs",
              "Number of passes over the training images. A number of steps or a time limit, if set, takes "
              "precedence.",
              &E::epochs, 1, 100'000),
        count(
            "steps", "--steps", "Steps",
            "Stop after this number of training steps, whatever the number of epochs; 0 to train all epochs.",
            &E::steps, 0, 1'000'000'000),
        number("seconds", "--seconds", "Time limit (s)",
               "Stop after this many seconds of training steps, not counting tests; 0 for no time limit.",
               &E::seconds, 0, 10'000'000),
        text("optimizer.name", "--optimizer", "Optimizer",
             "How the weights are updated. Setting it also sets its default parameters.", &E::optimizer,
             namesOf(optimizerKinds())),
        number("optimizer.learning_rate", "--learning-rate", "Learning rate", "Factor of each update.",
               &E::learningRate, 0, 1000, true),
        number("optimizer.momentum", "--momentum", "Momentum", "Momentum of sgd and rmsprop.", &E::momentum,
               0, 1),
        number("optimizer.rho", "--rho", "Rho",
               "Decay factor of the running average: rho of adadelta, alpha of rmsprop.", &E::rho, 0, 1),
        number("optimizer.epsilon", "--epsilon", "Epsilon",
               "Keeps the divisor of an update above zero. Used by all optimizers except sgd.", &E::epsilon,
               0, 1, true),
        number("optimizer.beta1", "--beta1", "Beta 1",
               "Decay factor of the gradient's running average in adam and adamw.", &E::beta1, 0, 0.999999),
        number("optimizer.beta2", "--beta2", "Beta 2",
               "Decay factor of the squared gradient's running average in adam and adamw.", &E::beta2, 0,
               0.99999999),
        number("optimizer.weight_decay", "--weight-decay", "Weight decay",
               "Pulls each weight towards zero (decoupled in adamw, an L2 penalty elsewhere).",
               &E::weightDecay, 0, 10),
        text("optimizer.form", "--optimizer-form", "Update form",
             "fused updates each parameter of adadelta and sgd in one pass over memory on the CPU, which a "
             "profile shows as one call; pytorch calls the operators that PyTorch's Python optimizers call, "
             "some 100 to 300 per step, and is slower. The resulting weights are the same except for "
             "rounding.",
             &E::optimizerForm, {"fused", "pytorch"}),
        text("schedule.name", "--schedule", "Schedule",
             "How the learning rate changes: step multiplies it by gamma every few epochs, as given by the "
             "step size.",
             &E::schedule, namesOf(scheduleKinds())),
        count("schedule.step_size", "--schedule-step-size", "Step size",
              "Number of epochs between two changes of the learning rate.", &E::scheduleStepSize, 1, 100'000),
        number("schedule.gamma", "--schedule-gamma", "Gamma", "Factor of each change of the learning rate.",
               &E::scheduleGamma, 0, 10, true),
        count("seed", "--seed", "Seed",
              "Seed of the weights, the order of the images and dropout. Equal seeds give equal losses on "
              "the CPU.",
              &E::seed, 0, largestSeed),
        count("threads", "--threads", "Threads",
              "Number of threads per operator; 0 for one per processor that the process may use.",
              &E::threads, 0, 1024),
        toggle("profiler.enabled", "--profile", "Profile operators",
               "Record the cost of every operator. After the schedule, a run that is long enough alternates "
               "between some steps with and without the recorder, to measure the cost of recording.",
               &E::profile),
        count("profiler.wait", "--profile-wait", "Wait",
              "Number of steps at the start of a cycle that are not recorded in the trace.", &E::profileWait,
              0, 1'000'000),
        count("profiler.warmup", "--profile-warmup", "Warm-up",
              "Number of steps after the wait that are not recorded in the trace, while the machine settles.",
              &E::profileWarmup, 0, 1'000'000),
        count("profiler.active", "--profile-active", "Active",
              "Number of steps after the warm-up that are recorded in the trace.", &E::profileActive, 1,
              1'000'000),
        count("profiler.repeat", "--profile-repeat", "Repeat",
              "Number of cycles of wait, warm-up and active; 0 to continue to the end of the run.",
              &E::profileRepeat, 0, 1'000'000),
        toggle("profiler.shapes", "--profile-shapes", "Input shapes",
               "Record the shapes of the operators' inputs.", &E::profileShapes),
        text("profiler.recorder", "--profile-recorder", "Recorder",
             "How active steps are recorded: record-function records operators; kineto, PyTorch's profiler, "
             "also records a GPU's kernels and copies; auto uses kineto on a GPU if this LibTorch includes "
             "it.",
             &E::recorder, {"auto", "record-function", "kineto"}),
    };
}

} // namespace

std::span<const ExperimentField> experimentFields()
{
    static const std::vector<ExperimentField> fields = makeFields();
    return fields;
}

} // namespace stepscope
