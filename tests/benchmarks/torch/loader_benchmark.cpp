#include "core/torch/shared/torch_headers.h"

#include "core/base/clock.h"
#include "core/base/files/temporary_folder.h"
#include "core/torch/data/batch_loader.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/shared/tensor_memory.h"
#include "tests/benchmarks/statistics.h"
#include "tests/benchmarks/torch/benchmark_experiment.h"
#include "tests/core/data/own/image_writer.h"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

// How long the loader takes for batches of JPEG files, against the same number of threads that do less with
// the same files: they only read and decode them by libjpeg, into bytes that they overwrite; or they also
// write the floats of batches, which any loader has to: four times as many bytes as the decoder writes. The
// processor time of both is compared, too: other programs disturb it less.

namespace {

using namespace stepscope;
using namespace stepscope::benchmarks;

constexpr int side = 256;
constexpr int imagesPerClass = 144; // a sixth of them is for tests
constexpr int64_t batchSize = 30;

/// Soft patterns with some noise, so that a file has about the size of a photo's.
std::string photo(int seed)
{
    std::string pixels;
    unsigned noise = unsigned(seed) * 2654435761U + 1;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            for (int channel = 0; channel < 3; ++channel) {
                noise = noise * 1664525U + 1013904223U;
                const double wave = std::sin(0.05 * row * (1 + seed % 5) + channel) * std::cos(0.03 * column);
                pixels += char(uint8_t(128 + 90 * wave + double(noise >> 28)));
            }
        }
    }
    return pixels;
}

void writePhotos(const std::filesystem::path& folder)
{
    for (int i = 0; i < 2 * imagesPerClass; ++i)
        test::writeJpeg(folder / (i % 2 ? "a" : "b") / (std::to_string(1000 + i) + ".jpg"), side, side, 3,
                        photo(i));
}

/// Nanoseconds.
struct Cost
{
    double wall = 0;
    double processor = 0; ///< of all threads
};

class Stopwatch
{
public:
    Cost cost() const { return {double(monotonicNs() - m_beginNs), processorNs() - m_beginProcessorNs}; }

private:
    static double processorNs()
    {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
    }

    int64_t m_beginNs = monotonicNs();
    double m_beginProcessorNs = processorNs();
};

/// What an image costs at least.
void decodeAlone(const std::filesystem::path& path, std::vector<uint8_t>& bytes, std::vector<uint8_t>& pixels)
{
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    bytes.resize(size_t(file.tellg()));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
    jpeg_decompress_struct jpeg = {};
    jpeg_error_mgr errors = {};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes.data(), bytes.size());
    jpeg_read_header(&jpeg, TRUE);
    jpeg_start_decompress(&jpeg);
    pixels.resize(size_t(jpeg.output_width) * jpeg.output_height * 3);
    while (jpeg.output_scanline < jpeg.output_height) {
        JSAMPROW row = pixels.data() + size_t(jpeg.output_scanline) * jpeg.output_width * 3;
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
}

/// The floats of as many batches as the loader has at once.
class Floats
{
public:
    explicit Floats(int64_t batches)
        : m_floats(size_t(batches * batchSize * side * side * 3), 0.0F)
        , m_values(256)
    {
        for (size_t i = 0; i < m_values.size(); ++i)
            m_values[i] = float(i) / 255.0F;
    }

    /// As channels × rows × columns.
    void write(size_t number, const std::vector<uint8_t>& pixels)
    {
        constexpr size_t plane = size_t(side) * side;
        float* const to = m_floats.data() + number * 3 * plane % m_floats.size();
        const uint8_t* from = pixels.data();
        for (size_t i = 0; i < plane; ++i, from += 3) {
            to[i] = m_values[from[0]];
            to[plane + i] = m_values[from[1]];
            to[2 * plane + i] = m_values[from[2]];
        }
    }

private:
    std::vector<float> m_floats;
    std::vector<float> m_values;
};

/// `floats` may be null.
Cost decodingCost(const std::vector<LabeledFile>& files, int64_t threads, Floats* floats)
{
    const Stopwatch watch;
    std::atomic<size_t> next = 0;
    std::vector<std::thread> workers;
    for (int64_t i = 0; i < threads; ++i) {
        workers.emplace_back([&] {
            std::vector<uint8_t> bytes;
            std::vector<uint8_t> pixels;
            for (auto number = next++; number < files.size(); number = next++) {
                decodeAlone(files[number].path, bytes, pixels);
                if (floats)
                    floats->write(number, pixels);
            }
        });
    }
    for (auto& worker : workers)
        worker.join();
    return watch.cost();
}

Cost loadingCost(const BatchSampler& sampler, const Experiment& experiment)
{
    const Stopwatch watch;
    BatchLoader loader(sampler, experiment);
    for (int64_t i = 0; i < sampler.batches(); ++i)
        loader.batch(1, i);
    return watch.cost();
}

void print(const std::string& what, const std::vector<Cost>& loading, const std::vector<Cost>& other,
           const char* goal)
{
    const auto times = [](const std::vector<Cost>& costs, double Cost::*part) {
        std::vector<double> all;
        for (const Cost& cost : costs)
            all.push_back(cost.*part);
        return all;
    };
    printRatio(what.c_str(), batchSize, times(loading, &Cost::wall), times(other, &Cost::wall), goal);
    printRatio("  processor time", batchSize, times(loading, &Cost::processor),
               times(other, &Cost::processor), "");
}

void measure(const Experiment& given, int64_t workers, int rounds, const std::string& what)
{
    auto experiment = given;
    experiment.loaderWorkers = workers;
    const auto data = loadTensorDataSet(experiment, torch::kCPU);
    const BatchSampler sampler{data.trainSamples, data.trainTargets, batchSize, 1};
    const auto files = listImageFolder(experiment.dataDirectory).train;
    Floats floats(1 + workers * experiment.prefetch);
    std::vector<Cost> loading;
    std::vector<Cost> decoding;
    std::vector<Cost> writing;
    for (int round = 0; round < rounds; ++round) {
        const bool isLoaderFirst = round % 2 == 0;
        if (isLoaderFirst)
            loading.push_back(loadingCost(sampler, experiment));
        decoding.push_back(decodingCost(files, workers, nullptr));
        writing.push_back(decodingCost(files, workers, &floats));
        if (!isLoaderFirst)
            loading.push_back(loadingCost(sampler, experiment));
    }
    print(what + ", against decoding", loading, decoding, "≤ 1.05");
    print(what + ", and writing floats", loading, writing, "≤ 1.05");
}

} // namespace

int main(int argc, char** argv)
{
    beLikeTheProgram(argv);
    useTensorMemory();
    const bool isQuick = argc > 1 && std::string_view(argv[1]) == "--quick";
    const TemporaryFolder folder;
    writePhotos(folder.path());
    Experiment experiment;
    experiment.dataset = "image-folder";
    experiment.dataDirectory = folder.path().string();
    experiment.decodeImages = true;
    torch::set_num_threads(1);
    const int rounds = isQuick ? 5 : 41;
    printRatioHeader();
    measure(experiment, 1, rounds, "JPEG files, 1 worker");
    measure(experiment, 2, rounds, "JPEG files, 2 workers");
    experiment.augmentation = "crop 8, flip";
    measure(experiment, 2, rounds, "with crop and flip");
    return EXIT_SUCCESS;
}
