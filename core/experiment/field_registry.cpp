#include "core/experiment/experiment_fields.h"

namespace stepscope {

namespace {

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
             {"mnist", "fashion-mnist", "synthetic"}),
        text(
            "data_directory", "--data", "Data folder",
            "Folder with the data set's four IDX files; empty for the one that `stepscope data fetch` fills.",
            &E::dataDirectory),
        count("synthetic_images", "--synthetic-images", "Synthetic images",
              "Training images of the synthetic data set; it tests with a sixth of them.",
              &E::syntheticImages, 10, 1'000'000),
        text("network", "--network", "Network",
             "The network to train; naming it brings the optimizer and the schedule it is known with.",
             &E::network,
             {"mnist-convnet", "mnist-convnet-2020", "mnist-convnet-2018", "mnist-convnet-2017", "mlp"}),
        count("hidden_layers", "--hidden-layers", "Hidden layers", "Hidden layers of the MLP.",
              &E::hiddenLayers, 1, 1000),
        count("width", "--width", "Width", "Neurons in each hidden layer of the MLP.", &E::width, 1, 100'000),
        text("device", "--device", "Device",
             "What to train on: cpu, or cuda:N for the GPU with number N (see `stepscope devices`).",
             &E::device),
        toggle(
            "copy_batches", "--copy-batches", "Copy each batch",
            "Keep the training images in the host's memory and copy each batch to the GPU as a part of its "
            "step; otherwise they lie on the GPU from the beginning.",
            &E::copyBatches),
        count("batch_size", "--batch-size", "Batch size", "Images in a training step.", &E::batchSize, 1,
              1'000'000),
        count("test_batch_size", "--test-batch-size", "Test batch size",
              "Images in a batch of the test; a larger one than the test has is the whole test.",
              &E::testBatchSize, 1, 1'000'000),
        count("epochs", "--epochs", "Epochs",
              "How often the training images are gone through; steps or a time limit, where set, decide "
              "instead.",
              &E::epochs, 1, 100'000),
        count("steps", "--steps", "Steps",
              "Stop after so many training steps, whatever the number of epochs; 0 to train all epochs.",
              &E::steps, 0, 1'000'000'000),
        number("seconds", "--seconds", "Time limit (s)",
               "Stop after so many seconds of training steps, tests not counted; 0 for no such limit.",
               &E::seconds, 0, 10'000'000),
        text("optimizer.name", "--optimizer", "Optimizer",
             "How the weights are updated; naming it brings its default parameters.", &E::optimizer,
             {"adadelta", "sgd", "adam", "adamw", "rmsprop", "adagrad"}),
        number("optimizer.learning_rate", "--learning-rate", "Learning rate", "Factor of each update.",
               &E::learningRate, 0, 1000, true),
        number("optimizer.momentum", "--momentum", "Momentum", "Momentum of sgd and rmsprop.", &E::momentum,
               0, 1),
        number("optimizer.rho", "--rho", "Rho",
               "Share of the running average that stays: rho of adadelta, alpha of rmsprop.", &E::rho, 0, 1),
        number("optimizer.epsilon", "--epsilon", "Epsilon",
               "Keeps the divisor of an update above zero; all but sgd.", &E::epsilon, 0, 1, true),
        number("optimizer.beta1", "--beta1", "Beta 1", "Of adam and adamw: average of the gradient.",
               &E::beta1, 0, 0.999999),
        number("optimizer.beta2", "--beta2", "Beta 2", "Of adam and adamw: average of the gradient's square.",
               &E::beta2, 0, 0.99999999),
        number("optimizer.weight_decay", "--weight-decay", "Weight decay",
               "Pull of each weight towards zero (decoupled in adamw, an L2 penalty elsewhere).",
               &E::weightDecay, 0, 10),
        text("optimizer.form", "--optimizer-form", "Update form",
             "fused updates each parameter of adadelta and sgd in one pass over memory on the CPU, which a "
             "profile "
             "shows as one call; pytorch calls the operators that PyTorch's Python optimizers call, some 100 "
             "to 300 "
             "per step, and is slower. The weights become the same but for rounding.",
             &E::optimizerForm, {"fused", "pytorch"}),
        text("schedule.name", "--schedule", "Schedule",
             "How the learning rate changes: step multiplies it by gamma every so many epochs.", &E::schedule,
             {"constant", "step"}),
        count("schedule.step_size", "--schedule-step-size", "Step size",
              "Epochs between two changes of the learning rate.", &E::scheduleStepSize, 1, 100'000),
        number("schedule.gamma", "--schedule-gamma", "Gamma", "Factor of each change of the learning rate.",
               &E::scheduleGamma, 0, 10, true),
        count(
            "seed", "--seed", "Seed",
            "Of the weights, the order of the images and dropout: equal seeds give equal losses on the CPU.",
            &E::seed, 0, largestSeed),
        count("threads", "--threads", "Threads",
              "Threads of an operator; 0 for one for each processor that the process may use.", &E::threads,
              0, 1024),
        toggle("profiler.enabled", "--profile", "Profile operators",
               "Record what every operator costs. After the schedule, a run that is long enough trains some "
               "steps with and without the recorder in turn, to tell what recording costs.",
               &E::profile),
        count("profiler.wait", "--profile-wait", "Wait",
              "Steps at the start of a cycle that stay out of the trace.", &E::profileWait, 0, 1'000'000),
        count("profiler.warmup", "--profile-warmup", "Warm-up",
              "Steps after those that stay out of the trace while the machine settles.", &E::profileWarmup, 0,
              1'000'000),
        count("profiler.active", "--profile-active", "Active", "Steps after those that go into the trace.",
              &E::profileActive, 1, 1'000'000),
        count("profiler.repeat", "--profile-repeat", "Repeat",
              "Cycles of wait, warm-up and active; 0 to go on to the end of the run.", &E::profileRepeat, 0,
              1'000'000),
        toggle("profiler.shapes", "--profile-shapes", "Input shapes",
               "Record the shapes of the operators' inputs.", &E::profileShapes),
        text("profiler.recorder", "--profile-recorder", "Recorder",
             "What records active steps: record-function sees operators, kineto also a GPU's kernels and "
             "copies, by PyTorch's profiler; auto takes kineto on a GPU where this LibTorch has it.",
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
