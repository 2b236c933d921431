#include "core/data/own/jpeg_image.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio> // before jpeglib.h, which needs it

#include <jpeglib.h>

#include <jerror.h>

namespace stepscope {

namespace {

/// A progressive image of a few bytes can have scans without end, each of which goes over the whole image.
constexpr int mostScans = 200;

/// libjpeg with errors that return false. Its functions leave by longjmp() into the function of this class
/// that has called them, which therefore has no variables with a destructor.
class JpegReader
{
public:
    explicit JpegReader(std::span<const uint8_t> bytes)
        : m_bytes(bytes)
    {
        m_jpeg.err = jpeg_std_error(&m_errors);
        m_jpeg.client_data = this;
        m_errors.error_exit = [](j_common_ptr jpeg) { leave(jpeg); };
        m_errors.emit_message = [](j_common_ptr jpeg, int level) {
            if (level < 0 && isDamage(jpeg->err->msg_code))
                leave(jpeg);
        };
        m_errors.output_message = [](j_common_ptr) {};
        m_progress.progress_monitor = [](j_common_ptr jpeg) {
            if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number > mostScans)
                leave(jpeg);
        };
    }
    ~JpegReader() { jpeg_destroy_decompress(&m_jpeg); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    [[nodiscard]] bool readHeader()
    {
        if (setjmp(m_back) != 0)
            return false;
        jpeg_create_decompress(&m_jpeg);
        m_jpeg.progress = &m_progress;
        jpeg_mem_src(&m_jpeg, m_bytes.data(), static_cast<unsigned long>(m_bytes.size()));
        jpeg_read_header(&m_jpeg, TRUE);
        return true;
    }

    ImageHeader header() const
    {
        return {.rows = int64_t(m_jpeg.image_height),
                .columns = int64_t(m_jpeg.image_width),
                .isGray = m_jpeg.num_components == 1};
    }

    /// The number of values of a decoded pixel, for images with 1 or 3 channels.
    int64_t decodedValues(int64_t channels) const { return isCmyk() ? 4 : channels; }

    /// `to` has room for rows × columns × decodedValues().
    [[nodiscard]] bool decode(int64_t channels, uint8_t* to)
    {
        if (setjmp(m_back) != 0)
            return false;
        m_jpeg.out_color_space = isCmyk() ? JCS_CMYK : channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
        jpeg_start_decompress(&m_jpeg);
        while (m_jpeg.output_scanline < m_jpeg.output_height) {
            JSAMPROW row =
                to + size_t(m_jpeg.output_scanline) * m_jpeg.output_width * size_t(m_jpeg.output_components);
            jpeg_read_scanlines(&m_jpeg, &row, 1);
        }
        jpeg_finish_decompress(&m_jpeg);
        return true;
    }

    bool isCmyk() const { return m_jpeg.jpeg_color_space == JCS_CMYK || m_jpeg.jpeg_color_space == JCS_YCCK; }
    /// Whether 255 means no ink, as Adobe's programs write it.
    bool isInverted() const { return m_jpeg.saw_Adobe_marker == TRUE; }

    [[noreturn]] void fail() const
    {
        throw Error(translated("its JPEG data is cut short or damaged"), m_message.data());
    }

private:
    static bool isDamage(int code)
    {
        static constexpr int codes[] = {JWRN_JPEG_EOF, JWRN_HIT_MARKER, JWRN_HUFF_BAD_CODE,
                                        JWRN_BOGUS_PROGRESSION, JWRN_MUST_RESYNC};
        return std::ranges::find(codes, code) != std::end(codes);
    }

    [[noreturn]] static void leave(j_common_ptr jpeg)
    {
        auto* const reader = static_cast<JpegReader*>(jpeg->client_data);
        reader->m_errors.format_message(jpeg, reader->m_message.data());
        std::longjmp(reader->m_back, 1);
    }

    std::span<const uint8_t> m_bytes;
    jpeg_decompress_struct m_jpeg = {};
    jpeg_error_mgr m_errors = {};
    jpeg_progress_mgr m_progress = {};
    std::jmp_buf m_back = {};
    std::array<char, JMSG_LENGTH_MAX> m_message = {};
};

/// In place: from four values for each pixel to one or three.
void convertCmyk(PixelImage& image, bool isInverted)
{
    const auto channels = size_t(image.shape.channels);
    const auto count = size_t(image.shape.rows * image.shape.columns);
    for (size_t i = 0; i < count; ++i) {
        std::array<int, 4> light{}; // of cyan, magenta, yellow and black: 255 is no ink
        for (size_t k = 0; k < light.size(); ++k) {
            const int value = image.pixels[4 * i + k];
            light[k] = isInverted ? value : 255 - value;
        }
        for (size_t channel = 0; channel < channels; ++channel)
            image.pixels[channels * i + channel] = uint8_t((light[channel] * light[3] + 127) / 255);
    }
    image.pixels.resize(count * channels);
}

} // namespace

bool isJpeg(std::span<const uint8_t> bytes)
{
    return bytes.size() >= 3 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff;
}

ImageHeader jpegHeader(std::span<const uint8_t> bytes)
{
    JpegReader reader(bytes);
    if (!reader.readHeader())
        reader.fail();
    return reader.header();
}

void decodeJpeg(std::span<const uint8_t> bytes, int64_t channels, HeaderCheck check, PixelImage& image)
{
    JpegReader reader(bytes);
    if (!reader.readHeader())
        reader.fail();
    const auto header = reader.header();
    check(header);
    image.shape = {.channels = channels, .rows = header.rows, .columns = header.columns};
    image.pixels.resize(size_t(header.rows * header.columns * reader.decodedValues(channels)));
    if (!reader.decode(channels, image.pixels.data()))
        reader.fail();
    if (reader.isCmyk())
        convertCmyk(image, reader.isInverted());
}

} // namespace stepscope
