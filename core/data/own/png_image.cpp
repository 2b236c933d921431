#include "core/data/own/png_image.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <png.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

/// libpng's simplified interface: it returns where other interfaces would need setjmp().
class PngReader
{
public:
    explicit PngReader(std::span<const uint8_t> bytes)
    {
        m_image.version = PNG_IMAGE_VERSION;
        if (!png_image_begin_read_from_memory(&m_image, bytes.data(), bytes.size()))
            fail();
    }
    ~PngReader() { png_image_free(&m_image); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    ImageHeader header() const
    {
        return {.rows = int64_t(m_image.height),
                .columns = int64_t(m_image.width),
                .isGray = (m_image.format & PNG_FORMAT_FLAG_COLOR) == 0};
    }

    void decode(int64_t channels, PixelImage& image)
    {
        image.shape = {
            .channels = channels, .rows = int64_t(m_image.height), .columns = int64_t(m_image.width)};
        image.pixels.resize(size_t(image.shape.pixels()));
        m_image.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
        m_image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB; // without a statement in the file
        const png_color white{255, 255, 255};
        if (!png_image_finish_read(&m_image, &white, image.pixels.data(), 0, nullptr))
            fail();
    }

private:
    [[noreturn]] void fail()
    {
        const std::string message = m_image.message;
        png_image_free(&m_image); // no destructor runs when the constructor throws
        throw Error(translated("its PNG data is cut short or damaged"), message);
    }

    png_image m_image = {};
};

} // namespace

bool isPng(std::span<const uint8_t> bytes)
{
    static constexpr std::array<uint8_t, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    return bytes.size() >= signature.size() && std::ranges::equal(bytes.first(signature.size()), signature);
}

ImageHeader pngHeader(std::span<const uint8_t> bytes)
{
    return PngReader(bytes).header();
}

void decodePng(std::span<const uint8_t> bytes, int64_t channels, HeaderCheck check, PixelImage& image)
{
    PngReader reader(bytes);
    check(reader.header());
    reader.decode(channels, image);
}

} // namespace stepscope
