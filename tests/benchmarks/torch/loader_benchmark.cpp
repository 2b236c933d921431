#include "core/torch/shared/torch_headers.h"

#include "core/base/clock.h"
#include "core/base/files/temporary_folder.h"
#include "core/torch/data/batch_loader.h"
#include "core/torch/data/tensor_data_set.h"
#include "tests/benchmarks/statistics.h"
#include "tests/core/data/own/image_writer.h"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

// How long the loader takes for batches of JPEG files, against threads that only read and decode the same
// files by libjpeg.

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

double decodingNs(const std::vector<LabeledFile>& files, int64_t threads)
{
    const auto beginNs = monotonicNs();
    std::atomic<size_t> next = 0;
    std::vector<std::thread> workers;
    for (int64_t i = 0; i < threads; ++i) {
        workers.emplace_back([&] {
            std::vector<uint8_t> bytes;
            std::vector<uint8_t> pixels;
            for (auto number = next++; number < files.size(); number = next++)
                decodeAlone(files[number].path, bytes, pixels);
        });
    }
    for (auto& worker : workers)
        worker.join();
    return double(monotonicNs() - beginNs);
}

double loadingNs(const BatchSampler& sampler, const Experiment& experiment)
{
    const auto beginNs = monotonicNs();
    BatchLoader loader(sampler, experiment);
    for (int64_t i = 0; i < sampler.batches(); ++i)
        loader.batch(1, i);
    return double(monotonicNs() - beginNs);
}

void measure(const Experiment& given, int64_t workers, int rounds, const char* what)
{
    auto experiment = given;
    experiment.loaderWorkers = workers;
    const auto data = loadTensorDataSet(experiment, torch::kCPU);
    const BatchSampler sampler{data.trainSamples, data.trainTargets, batchSize, 1};
    const auto files = listImageFolder(experiment.dataDirectory).train;
    std::vector<double> loading;
    std::vector<double> decoding;
    for (int round = 0; round < rounds; ++round) {
        const bool isLoaderFirst = round % 2 == 0;
        if (isLoaderFirst)
            loading.push_back(loadingNs(sampler, experiment));
        decoding.push_back(decodingNs(files, workers));
        if (!isLoaderFirst)
            loading.push_back(loadingNs(sampler, experiment));
    }
    printRatio(what, batchSize, loading, decoding, "≤ 1.05");
}

} // namespace

int main(int argc, char** argv)
{
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
    measure(experiment, 1, rounds, "JPEG files, 1 worker, against decoding alone");
    measure(experiment, 2, rounds, "JPEG files, 2 workers, against decoding alone");
    experiment.augmentation = "crop 8, flip";
    measure(experiment, 2, rounds, "the same with crop and flip");
    return EXIT_SUCCESS;
}
