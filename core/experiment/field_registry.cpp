#include "core/experiment/experiment_fields.h"

#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_kinds.h"
#include "core/experiment/synthetic_shape.h"
#include "core/language/translation.h"

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

ExperimentField text(std::string_view key, std::string_view flag, Translatable label, Translatable help,
                     std::string Experiment::*member, std::vector<std::string_view> choices = {})
{
    return {key, flag, label, help, member, 0, 0, false, std::move(choices)};
}

ExperimentField count(std::string_view key, std::string_view flag, Translatable label, Translatable help,
                      int64_t Experiment::*member, int64_t minimum, int64_t maximum)
{
    return {key, flag, label, help, member, double(minimum), double(maximum)};
}

ExperimentField number(std::string_view key, std::string_view flag, Translatable label, Translatable help,
                       double Experiment::*member, double minimum, double maximum, bool aboveMinimum = false)
{
    return {key, flag, label, help, member, minimum, maximum, aboveMinimum};
}

ExperimentField toggle(std::string_view key, std::string_view flag, Translatable label, Translatable help,
                       bool Experiment::*member)
{
    return {key, flag, label, help, member};
}

ExperimentField withPlaceholder(ExperimentField field, std::string_view placeholder)
{
    field.placeholder = placeholder;
    return field;
}

/// The field with a short form for names of runs.
ExperimentField shortened(ExperimentField field, Translatable shortText)
{
    field.shortText = shortText;
    return field;
}

ExperimentField shortened(ExperimentField field, std::vector<std::string_view> shortChoices)
{
    field.shortChoices = std::move(shortChoices);
    return field;
}

std::vector<std::string_view> titlesOfOptimizers()
{
    std::vector<std::string_view> titles;
    for (const OptimizerKind& kind : optimizerKinds())
        titles.push_back(kind.title);
    return titles;
}

constexpr int64_t largestSeed = 2'147'483'647;

std::vector<ExperimentField> makeFields()
{
    using E = Experiment;
    return {
        text("dataset", "--dataset", translatable("Data set"),
             translatable("The images, table or text to train and test on."), &E::dataset,
             namesOf(dataSetKinds())),
        withPlaceholder(
            text("data_directory", "--data", translatable("Data folder"),
                 translatable(
                     "Folder with the data set's files; empty for the folder that `stepscope data fetch` "
                     "fills. For your own data: the folder of images, the file or folder of "
                     "arrays, the CSV file or the text file."),
                 &E::dataDirectory),
            "DIR"),
        count(
            "image_size", "--image-size", translatable("Image size"),
            translatable("Rows and columns that the images of an image folder are scaled to; 0 for the size "
                         "of its first image."),
            &E::imageSize, 0, 4096),
        toggle("decode_images", "--decode-images", translatable("Decode in each step"),
               translatable("Decode the files of an image folder in each step, instead of all of them before "
                            "the training. They are normalized by at most 2,000 of the training images."),
               &E::decodeImages),
        count("synthetic_images", "--synthetic-images", translatable("Synthetic images"),
              translatable("Number of training images of the synthetic data set. A sixth of this number is "
                           "used for tests."),
              &E::syntheticImages, 10, 1'000'000),
        withPlaceholder(
            text("synthetic_shape", "--synthetic-shape", translatable("Synthetic shape"),
                 translatable("Shape of the images of the synthetic data set: channels, rows and columns."),
                 &E::syntheticShape),
            "CxHxW"),
        count("synthetic_classes", "--synthetic-classes", translatable("Synthetic classes"),
              translatable("Number of classes of the synthetic data set."), &E::syntheticClasses, 2,
              mostSyntheticClasses),
        text("label_column", "--label-column", translatable("Label column"),
             translatable(
                 "Column of a CSV file with the classes: its name, or its number from 1; empty for the "
                 "last column."),
             &E::labelColumn),
        count("sequence_length", "--sequence-length", translatable("Sequence length"),
              translatable("Number of characters in each sample of a text, and so the number of characters "
                           "before it that a prediction can use."),
              &E::sequenceLength, 1, 8192),
        shortened(
            number(
                "validation_share", "--validation-share", translatable("Validation share"),
                translatable(
                    "Share of the training samples that is set aside and evaluated after each epoch; 0 for "
                    "none. The seed determines which samples these are; those of a text are its last part."),
                &E::validationShare, 0, 0.99),
            translatable("validation {value}")),
        withPlaceholder(
            text("augmentation", "--augmentation", translatable("Augmentation"),
                 translatable(
                     "Random changes of the training images in each epoch, separated by commas: "
                     "\"crop 4\" adds 4 black pixels on each side and cuts out a part of the original size, "
                     "\"flip\" mirrors half of the images; empty or \"none\" for none."),
                 &E::augmentation),
            "CHANGES"),
        text("network", "--network", translatable("Network"),
             translatable("The network to train. Setting it also sets its reference optimizer and schedule, "
                          "and a data set that fits."),
             &E::network, namesOf(networkKinds())),
        withPlaceholder(
            text("layers", "--layers", translatable("Layers"),
                 translatable(
                     "The layers of the network \"layers\", from the input to the "
                     "result, separated by commas: \"conv 32 3, relu, maxpool 2, flatten, linear 10\". They "
                     "choose this network unless another one is given."),
                 &E::layers),
            "LAYERS"),
        text("model", "--model", translatable("Model file"),
             translatable(
                 "The file of the network \"torchscript\": a model that torch.jit.save() has written."),
             &E::model),
        toggle("keep_weights", "--keep-weights", translatable("Keep its weights"),
               translatable("Start from the weights in the model file. Otherwise they are initialized at "
                            "random, as PyTorch does for linear layers and convolutions."),
               &E::keepWeights),
        text("loss", "--loss", translatable("Loss"),
             translatable("The loss of the network \"torchscript\": cross-entropy of the classes or the "
                          "characters that follow, nll for a model that gives log probabilities, mse, the "
                          "mean squared difference to its input, or model, the loss that the model returns "
                          "for samples and their targets."),
             &E::loss, {"cross-entropy", "nll", "mse", modelLossName}),
        count("hidden_layers", "--hidden-layers", translatable("Hidden layers"),
              translatable("Number of hidden layers of the MLP."), &E::hiddenLayers, 1, 1000),
        count("width", "--width", translatable("Width"),
              translatable("Number of neurons in each hidden layer of the MLP."), &E::width, 1, 100'000),
        text("initial_weights", "--weights", translatable("Initial weights"),
             translatable(
                 "File to load the weights from, in Safetensors format, such as one that a training "
                 "run has saved; empty for random weights. Tensors with a different name or shape keep their "
                 "random values, for example those of a new last layer."),
             &E::initialWeights),
        text("device", "--device", translatable("Device"),
             translatable("The device to train on: cpu, or cuda:N for the GPU with number N (see `stepscope "
                          "devices`)."),
             &E::device),
        toggle("copy_batches", "--copy-batches", translatable("Copy each batch"),
               translatable("Keep the training samples in host memory and copy each batch to the GPU as part "
                            "of its step. Otherwise all training samples are on the GPU from the start. Has "
                            "no effect on the CPU."),
               &E::copyBatches),
        toggle("pinned_memory", "--pinned-memory", translatable("Pinned memory"),
               translatable("Copy batches to the GPU from page-locked memory, which the driver need not copy "
                            "first. Loader workers prepare batches there; without workers, each step "
                            "first copies its batch there."),
               &E::pinnedMemory),
        toggle("async_copies", "--async-copies", translatable("Asynchronous copies"),
               translatable("Let the training thread continue while a batch is copied from pinned memory "
                            "(non_blocking=True in PyTorch). The GPU's operators still start after the "
                            "copy."),
               &E::asyncCopies),
        count("loader.workers", "--loader-workers", translatable("Loader workers"),
              translatable("Number of threads that prepare batches in advance and split the samples of each "
                           "batch between them; 0 to prepare each batch in its step, with all threads."),
              &E::loaderWorkers, 0, 256),
        count("loader.prefetch", "--prefetch", translatable("Prefetch"),
              translatable("Number of batches that each loader worker prepares in advance."), &E::prefetch, 1,
              64),
        shortened(count("batch_size", "--batch-size", translatable("Batch size"),
                        translatable("Number of samples (images, rows, sequences) per training step."),
                        &E::batchSize, 1, 1'000'000),
                  translatable("batch {value}")),
        shortened(count("test_batch_size", "--test-batch-size", translatable("Test batch size"),
                        translatable("Number of samples per test batch. If it is larger than the test set, "
                                     "one batch holds the whole test set."),
                        &E::testBatchSize, 1, 1'000'000),
                  translatable("test batch {value}")),
        count(
            "epochs", "--epochs", translatable("Epochs"),
            translatable("Number of passes over the training samples. A number of steps or a time limit, if "
                         "set, takes precedence."),
            &E::epochs, 1, 100'000),
        count("steps", "--steps", translatable("Steps"),
              translatable("Stop after this number of training steps, whatever the number of epochs; 0 to "
                           "train all epochs."),
              &E::steps, 0, 1'000'000'000),
        number(
            "seconds", "--seconds", translatable("Time limit (s)"),
            translatable(
                "Stop after this many seconds of training steps, not counting tests; 0 for no time limit."),
            &E::seconds, 0, 10'000'000),
        shortened(text("optimizer.name", "--optimizer", translatable("Optimizer"),
                       translatable("How the weights are updated. Setting it also sets its default "
                                    "parameters."),
                       &E::optimizer, namesOf(optimizerKinds())),
                  titlesOfOptimizers()),
        shortened(number("optimizer.learning_rate", "--learning-rate", translatable("Learning rate"),
                         translatable("Scales each update."), &E::learningRate, 0, 1000, true),
                  translatable("lr {value}")),
        number("optimizer.momentum", "--momentum", translatable("Momentum"),
               translatable("Factor of the previous update in the next one."), &E::momentum, 0, 1),
        number("optimizer.rho", "--rho", translatable("Rho"),
               translatable("Decay factor of the running average, which PyTorch's RMSprop calls alpha."),
               &E::rho, 0, 1),
        shortened(number("optimizer.epsilon", "--epsilon", translatable("Epsilon"),
                         translatable("Keeps the divisor of an update above zero."), &E::epsilon, 0, 1, true),
                  translatable("eps {value}")),
        number("optimizer.beta1", "--beta1", translatable("Beta 1"),
               translatable("Decay factor of the gradient's running average."), &E::beta1, 0, 0.999999),
        number("optimizer.beta2", "--beta2", translatable("Beta 2"),
               translatable("Decay factor of the squared gradient's running average."), &E::beta2, 0,
               0.99999999),
        number("optimizer.weight_decay", "--weight-decay", translatable("Weight decay"),
               translatable("Pulls each weight towards zero (decoupled in adamw, lion and lamb, an L2 "
                            "penalty elsewhere)."),
               &E::weightDecay, 0, 10),
        text("optimizer.form", "--optimizer-form", translatable("Update form"),
             translatable("fused updates each parameter of adadelta and sgd in one pass over memory on the "
                          "CPU, which a profile shows as one call; pytorch calls the operators that "
                          "PyTorch's Python optimizers call, some 100 to 300 per step, and is slower. The "
                          "resulting weights are the same except for rounding."),
             &E::optimizerForm, {"fused", "pytorch"}),
        text("schedule.name", "--schedule", translatable("Schedule"),
             translatable("How the learning rate changes: {schedules}."), &E::schedule,
             namesOf(scheduleKinds())),
        count("schedule.step_size", "--schedule-step-size", translatable("Step size"),
              translatable("Number of epochs between two changes of the learning rate."),
              &E::scheduleStepSize, 1, 100'000),
        number("schedule.gamma", "--schedule-gamma", translatable("Gamma"),
               translatable("Factor by which each change multiplies the learning rate."), &E::scheduleGamma,
               0, 10, true),
        count(
            "schedule.warmup", "--schedule-warmup", translatable("Warm-up steps"),
            translatable("Number of steps at the start in which the learning rate rises linearly to that of "
                         "the schedule; 0 for none."),
            &E::scheduleWarmup, 0, 10'000'000),
        count("seed", "--seed", translatable("Seed"),
              translatable("Seed of the weights, the order and augmentation of the samples, dropout, and the "
                           "samples to validate on. "
                           "Equal seeds give equal losses on the CPU."),
              &E::seed, 0, largestSeed),
        count(
            "threads", "--threads", translatable("Threads"),
            translatable("Number of threads per operator; 0 for one per processor that the process may use."),
            &E::threads, 0, 1024),
        toggle("pin_threads", "--pin-threads", translatable("Pin threads"),
               translatable("Let each thread of an operator run on one processor only. Threads of a BLAS "
                            "library are not pinned."),
               &E::pinThreads),
        count("inter_op_threads", "--inter-op-threads", translatable("Inter-op threads"),
              translatable("Number of threads that run what a TorchScript model starts with torch.jit.fork; "
                           "0 for LibTorch's own choice. Nothing else in training uses these threads. They "
                           "can be set once per process."),
              &E::interOpThreads, 0, 1024),
        text("execution", "--execution", translatable("Execution"),
             translatable("eager calls operators one by one; torchscript traces the first forward pass of "
                          "each shape, and then runs it as a static graph, which TorchScript optimizes and, "
                          "in tests, freezes. A profile then has no layers."),
             &E::execution, {"eager", "torchscript"}),
        shortened(text("precision", "--precision", translatable("Precision"),
                       translatable(
                           "float32, or bfloat16 or float16 for mixed precision: matrix products and "
                           "convolutions are calculated in it, weights and their updates stay float32 "
                           "(autocast). float16 needs a GPU; its loss is scaled as by PyTorch's GradScaler."),
                       &E::precision, {"float32", "bfloat16", "float16"}),
                  {"fp32", "bf16", "fp16"}),
        toggle(
            "channels_last", "--channels-last", translatable("Channels last"),
            translatable("Store images and the weights of convolutions in the order NHWC instead of NCHW."),
            &E::channelsLast),
        toggle("onednn", "--onednn", translatable("oneDNN"),
               translatable("Let the CPU's operators use oneDNN, as LibTorch does by default."), &E::oneDnn),
        toggle("cudnn", "--cudnn", translatable("cuDNN"),
               translatable("Let a GPU's operators use cuDNN, as LibTorch does by default."), &E::cudnn),
        toggle("cudnn_benchmark", "--cudnn-benchmark", translatable("cuDNN benchmark"),
               translatable("Let cuDNN try its algorithms for each convolution and use the fastest, which "
                            "makes the first steps slower."),
               &E::cudnnBenchmark),
        toggle("cudnn_deterministic", "--cudnn-deterministic", translatable("cuDNN deterministic"),
               translatable("Let cuDNN use only algorithms whose results are the same every time."),
               &E::cudnnDeterministic),
        text("tf32", "--tf32", translatable("TF32"),
             translatable("Where a GPU may round factors to TF32, which has 10 bits of precision: in "
                          "convolutions, as PyTorch does by default; in all matrix products and "
                          "convolutions; or not at all."),
             &E::tf32, {"convolutions", "all", "off"}),
        count(
            "accumulation", "--accumulation", translatable("Accumulation"),
            translatable("Number of parts that each batch is divided into. Each has a forward and a backward "
                         "pass, and their gradients are added up for one update: less memory for the same "
                         "batch size. Batch normalization uses the statistics of each part separately."),
            &E::accumulation, 1, 1'000'000),
        shortened(number("gradient_clipping", "--gradient-clipping", translatable("Gradient clipping"),
                         translatable("Largest allowed norm of all gradients together; larger gradients are "
                                      "scaled down to it before the update; 0 for no limit."),
                         &E::gradientClipping, 0, 1'000'000'000),
                  translatable("clipping {value}")),
        number("l1", "--l1", translatable("L1 penalty"),
               translatable("Factor of the L1 penalty (the sum of the weights' absolute values), whose "
                            "gradient is added to that of the loss. The reported loss does not include it. "
                            "Weight decay is the L2 penalty."),
               &E::l1, 0, 10),
        toggle(
            "profiler.enabled", "--profile", translatable("Profile operators"),
            translatable(
                "Record the cost of every operator. After the schedule, a run that is long enough alternates "
                "between some steps with and without the recorder, to measure the cost of recording."),
            &E::profile),
        count("profiler.wait", "--profile-wait", translatable("Wait"),
              translatable("Number of steps at the start of a cycle that are not recorded in the trace."),
              &E::profileWait, 0, 1'000'000),
        count("profiler.warmup", "--profile-warmup", translatable("Warm-up"),
              translatable("Number of steps after the wait that are not recorded in the trace, while the "
                           "machine settles."),
              &E::profileWarmup, 0, 1'000'000),
        count("profiler.active", "--profile-active", translatable("Active"),
              translatable("Number of steps after the warm-up that are recorded in the trace."),
              &E::profileActive, 1, 1'000'000),
        count("profiler.repeat", "--profile-repeat", translatable("Repeat"),
              translatable(
                  "Number of cycles of wait, warm-up and active; 0 to continue to the end of the run."),
              &E::profileRepeat, 0, 1'000'000),
        toggle("profiler.shapes", "--profile-shapes", translatable("Input shapes"),
               translatable("Record the shapes of the operators' inputs."), &E::profileShapes),
        text("profiler.recorder", "--profile-recorder", translatable("Recorder"),
             translatable("How active steps are recorded: record-function records operators; kineto, "
                          "PyTorch's profiler, also records a GPU's kernels and copies; auto uses kineto on "
                          "a GPU if this LibTorch includes it."),
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
