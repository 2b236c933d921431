#pragma once

#include <cstdint>
#include <cstdio> // before jpeglib.h, which needs it
#include <filesystem>
#include <string>
#include <string_view>

#include <jpeglib.h>
#include <png.h>

namespace stepscope::test {

/// The values of an image with one color: "\xff\0\0" for red.
inline std::string filled(int64_t pixels, std::string_view color)
{
    std::string values;
    for (int64_t i = 0; i < pixels; ++i)
        values += color;
    return values;
}

/// Values as libpng wants them: row by row, 16 bits big-endian. With a palette of black, red, green, blue.
inline std::filesystem::path writePng(const std::filesystem::path& path, uint32_t rows, uint32_t columns,
                                      int colorType, const std::string& values, int bits = 8,
                                      bool isInterlaced = false)
{
    std::filesystem::create_directories(path.parent_path());
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, columns, rows, bits, colorType,
                 isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    const png_color palette[] = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
    if (colorType == PNG_COLOR_TYPE_PALETTE)
        png_set_PLTE(png, info, palette, 4);
    png_write_info(png, info);
    const auto* bytes = reinterpret_cast<png_const_bytep>(values.data());
    for (int pass = isInterlaced ? png_set_interlace_handling(png) : 1; pass > 0; --pass) {
        for (uint32_t row = 0; row < rows; ++row)
            png_write_row(png, bytes + row * png_get_rowbytes(png, info));
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    std::fclose(file);
    return path;
}

/// With 1, 3 or 4 values for each pixel: gray, RGB or CMYK.
inline std::filesystem::path writeJpeg(const std::filesystem::path& path, unsigned rows, unsigned columns,
                                       int values, const std::string& pixels, bool isProgressive = false)
{
    std::filesystem::create_directories(path.parent_path());
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    jpeg_compress_struct jpeg = {};
    jpeg_error_mgr errors = {};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, file);
    jpeg.image_height = rows;
    jpeg.image_width = columns;
    jpeg.input_components = values;
    jpeg.in_color_space = values == 1 ? JCS_GRAYSCALE : values == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 100, TRUE);
    if (isProgressive)
        jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < rows) {
        auto* row = reinterpret_cast<JSAMPROW>(
            const_cast<char*>(pixels.data() + size_t(jpeg.next_scanline) * columns * size_t(values)));
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    std::fclose(file);
    return path;
}

/// A PNG of a few bytes that claims this size, with a valid checksum of its header.
inline std::string pngThatClaims(uint32_t rows, uint32_t columns)
{
    const auto number = [](uint32_t value) {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes += char(value >> shift & 0xff);
        return bytes;
    };
    const auto chunk = [&](const std::string& name, const std::string& content) {
        uint32_t crc = 0xffffffff;
        for (const unsigned char c : name + content) {
            crc ^= c;
            for (int bit = 0; bit < 8; ++bit)
                crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
        return number(uint32_t(content.size())) + name + content + number(~crc);
    };
    using namespace std::string_literals;
    return "\x89PNG\r\n\x1a\n"s + chunk("IHDR", number(columns) + number(rows) + "\x08\x02\0\0\0"s) +
           chunk("IDAT", "\x78\x9c\x03\0\0\0\0\x01"s) + chunk("IEND", "");
}

} // namespace stepscope::test
