#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

/// All settings of a training, as a value. The names of the fields in JSON and on the command line, their
/// ranges and their explanations are in experiment_fields.h; experiment_json.h reads and writes it.
struct Experiment
{
    std::string dataset = "mnist";
    /// Folder of the data set's files; empty: where `stepscope data fetch` puts them. For your own data: the
    /// folder of images, the file or folder of arrays, the CSV file or the text file.
    std::string dataDirectory;
    int64_t imageSize = 0; ///< rows and columns of an image folder's images; 0: those of the first image
    /// The files of an image folder are decoded in each step; else all images once before the training.
    bool decodeImages = false;
    /// Training images of the synthetic data set; a sixth of this number for tests.
    int64_t syntheticImages = 6000;
    /// Channels, rows and columns of each of them, as parseSyntheticShape() reads it.
    std::string syntheticShape = "1x28x28";
    int64_t syntheticClasses = 10;
    std::string labelColumn;      ///< of a CSV file: its name, or its number from 1; empty: the last column
    int64_t sequenceLength = 64;  ///< characters of each sample of a text
    double validationShare = 0.0; ///< of the training samples, set aside to validate on after each epoch
    std::string augmentation;     ///< as parseAugmentation() reads it; empty: none

    std::string network = "mnist-convnet";
    int64_t hiddenLayers = 2; ///< of the MLP
    int64_t width = 128;      ///< neurons in each hidden layer of the MLP
    /// Of the network "layers", as planNetwork() reads them.
    std::string layers =
        "conv 32 3, relu, conv 64 3, relu, maxpool 2, dropout 0.25, flatten, linear 128, relu, "
        "dropout 0.5, linear 10";
    std::string model;       ///< of the network "torchscript": its file
    bool keepWeights = true; ///< start from the weights in that file; else they are drawn anew
    /// Of the network "torchscript": "cross-entropy", "nll", "mse", or "model": the loss that it returns.
    std::string loss = "cross-entropy";
    /// File in Safetensors format to start from; empty: random weights.
    std::string initialWeights;

    std::string device = "cpu"; ///< "cpu" or "cuda:N"
    bool copyBatches = false;   ///< to the GPU in each step; else the training images stay on the GPU
    bool pinnedMemory = false;  ///< these copies come from page-locked memory
    bool asyncCopies = false;   ///< the training thread does not wait for them
    int64_t loaderWorkers = 0;  ///< threads that prepare batches in advance; 0: each step prepares its own
    int64_t prefetch = 2;       ///< batches that each of these threads prepares in advance
    int64_t batchSize = 64;
    int64_t testBatchSize = 1000;
    int64_t epochs = 1;
    int64_t steps = 0; ///< stop after this many training steps; 0: train all epochs
    /// Stop after this many seconds of training steps, whatever the number of epochs; 0: no limit.
    double seconds = 0.0;

    std::string optimizer = "adadelta";
    double learningRate = 1.0;
    // Which optimizers use these: OptimizerKind::fields.
    double momentum = 0.0;
    double rho = 0.9; ///< PyTorch's RMSprop calls it alpha
    double epsilon = 1e-6;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double weightDecay = 0.0;
    /// "fused", or "pytorch": by the operators that PyTorch's Python optimizers call.
    std::string optimizerForm = "fused";

    std::string schedule = "step";
    int64_t scheduleStepSize = 1; ///< epochs between two changes of the learning rate
    double scheduleGamma = 0.7;   ///< factor of each change
    int64_t scheduleWarmup = 0;   ///< steps in which the learning rate rises to that of the schedule

    int64_t seed = 1;
    int64_t threads = 0;     ///< threads of an operator; 0: one for each processor the process may use
    bool pinThreads = false; ///< of operators on the CPU, each to one processor
    /// Threads that run what the code of a TorchScript model forks; 0: LibTorch's number.
    int64_t interOpThreads = 0;

    /// "eager", or "torchscript": passes are traced once, and then run as a static graph.
    std::string execution = "eager";
    /// "float32", or autocast, as in torch.amp: to "bfloat16", or on a GPU to "float16".
    std::string precision = "float32";
    bool channelsLast = false;   ///< images and weights in NHWC instead of NCHW order
    bool oneDnn = true;          ///< on the CPU, where LibTorch has it
    bool cudnn = true;           ///< on a GPU, as are the next two
    bool cudnnBenchmark = false; ///< tries the algorithms of a convolution, and takes the fastest
    bool cudnnDeterministic = false;
    /// Where a GPU may round the factors of products to TF32: "convolutions", as PyTorch does by default,
    /// "all", also in matrix products, or "off".
    std::string tf32 = "convolutions";
    int64_t accumulation = 1;      ///< parts of a batch with a forward and backward pass each
    double gradientClipping = 0.0; ///< largest norm of all gradients together; 0: no limit
    double l1 = 0.0;               ///< factor of the sum of the weights' absolute values in the loss

    bool profile = true;
    int64_t profileWait = 2;
    int64_t profileWarmup = 8;
    int64_t profileActive = 50;
    int64_t profileRepeat = 1; ///< cycles of wait, warm-up, active; 0: to the end of the run
    bool profileShapes = true;
    std::string recorder = "auto"; ///< "auto", "record-function" or "kineto"

    bool operator==(const Experiment&) const = default;
};

} // namespace stepscope
