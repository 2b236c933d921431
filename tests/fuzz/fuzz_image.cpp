#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/data/own/image_file.h"
#include "core/data/own/scaling.h"
#include "tests/core/data/own/image_writer.h"
#include "tests/fuzz/fuzz_target.h"

#include <fstream>
#include <iterator>

using namespace stepscope;

/// PNG and JPEG images, decoded with one and three channels and scaled.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const fuzz::MemoryFile file(data, size);
    for (const int64_t channels : {1, 3}) {
        try {
            // Sizes up to the limit are valid, but would take all the time.
            constexpr int64_t largest = 1 << 20;
            const auto header = readImageHeader(file.path());
            if (header.rows * header.columns > largest)
                continue;
            const auto image = readImageFile(file.path(), channels);
            std::vector<uint8_t> scaled(size_t(channels) * 5 * 7);
            scaleImage(image, 5, 7, scaled.data());
        } catch (const Error&) {
        }
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    using namespace test;
    const TemporaryFolder folder;
    std::string noise;
    for (int i = 0; i < 16 * 16 * 4; ++i)
        noise += char(i * 37 % 251);
    const auto png = [&](const char* name, int colorType, int bits = 8, bool isInterlaced = false) {
        return writePng(folder.path() / name, 16, 16, colorType, noise, bits, isInterlaced);
    };
    std::vector<std::string> seeds;
    for (const auto& path :
         {png("gray", PNG_COLOR_TYPE_GRAY), png("bits", PNG_COLOR_TYPE_GRAY, 1),
          png("rgb", PNG_COLOR_TYPE_RGB), png("alpha", PNG_COLOR_TYPE_RGB_ALPHA),
          png("deep", PNG_COLOR_TYPE_GRAY_ALPHA, 16), png("palette", PNG_COLOR_TYPE_PALETTE, 2),
          png("interlaced", PNG_COLOR_TYPE_RGB, 8, true),
          writeJpeg(folder.path() / "gray.jpg", 16, 16, 1, noise),
          writeJpeg(folder.path() / "rgb.jpg", 16, 16, 3, noise),
          writeJpeg(folder.path() / "cmyk.jpg", 16, 16, 4, noise),
          writeJpeg(folder.path() / "progressive.jpg", 16, 16, 3, noise, true)}) {
        std::ifstream stream(path, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return seeds;
}
