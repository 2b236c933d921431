#include "core/data/own/image_file_reader.h"

#include "core/data/own/image_file.h"
#include "core/data/own/scaling.h"
#include "core/machine/environment.h"

#include <algorithm>
#include <new>
#include <utility>

namespace stepscope {

ImageFileReader::ImageFileReader(std::vector<LabeledFile> files, const ImageShape& shape,
                                 int64_t largestImageBytes)
    : m_files(std::move(files))
    , m_shape(shape)
    , m_free(std::max<int64_t>(1, usableMemoryBytes() / 4 / std::max<int64_t>(largestImageBytes, 1)))
{
}

std::vector<int32_t> ImageFileReader::labels() const
{
    std::vector<int32_t> labels;
    for (const LabeledFile& file : m_files)
        labels.push_back(file.label);
    return labels;
}

namespace {

/// From rows × columns × channels bytes to channels × rows × columns floats.
void convertPixels(const PixelImage& image, const float* values, float* to)
{
    const int64_t plane = image.shape.rows * image.shape.columns;
    const uint8_t* from = image.pixels.data();
    if (image.shape.channels == 3) { // each pixel is read once
        for (int64_t i = 0; i < plane; ++i, from += 3) {
            to[i] = values[from[0]];
            to[plane + i] = values[256 + from[1]];
            to[2 * plane + i] = values[512 + from[2]];
        }
        return;
    }
    for (int64_t i = 0; i < plane; ++i)
        for (int64_t channel = 0; channel < image.shape.channels; ++channel)
            to[channel * plane + i] = values[256 * channel + *from++];
}

} // namespace

/// One of the images that may be decoded at once, with the memory of an earlier one.
class ImageFileReader::Place
{
public:
    explicit Place(const ImageFileReader& reader)
        : m_reader(reader)
    {
        std::unique_lock lock(reader.m_mutex);
        reader.m_isFree.wait(lock, [&] { return reader.m_free > 0; });
        --reader.m_free;
        if (!reader.m_freeImages.empty()) {
            m_image = std::move(reader.m_freeImages.back());
            reader.m_freeImages.pop_back();
        }
    }
    ~Place()
    {
        {
            const std::lock_guard lock(m_reader.m_mutex);
            ++m_reader.m_free;
            keepMemory();
        }
        m_reader.m_isFree.notify_one();
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    const PixelImage& decode(int64_t number)
    {
        readImageFile(m_reader.m_files[size_t(number)].path, m_reader.m_shape.channels, m_image);
        return m_image;
    }

private:
    void keepMemory() noexcept
    {
        try {
            m_reader.m_freeImages.push_back(std::move(m_image));
        } catch (const std::bad_alloc&) {
            // Then the next image takes memory of its own.
        }
    }

    const ImageFileReader& m_reader;
    PixelImage m_image;
};

void ImageFileReader::read(int64_t number, uint8_t* pixels) const
{
    Place place(*this);
    scaleImage(place.decode(number), m_shape.rows, m_shape.columns, pixels);
}

void ImageFileReader::read(int64_t number, const float* values, float* to) const
{
    Place place(*this);
    const PixelImage& image = place.decode(number);
    if (image.shape == m_shape) {
        convertPixels(image, values, to);
        return;
    }
    std::vector<uint8_t> scaled(size_t(m_shape.pixels()));
    scaleImage(image, m_shape.rows, m_shape.columns, scaled.data());
    const uint8_t* from = scaled.data();
    for (int64_t channel = 0; channel < m_shape.channels; ++channel, values += 256)
        for (int64_t i = 0; i < m_shape.rows * m_shape.columns; ++i)
            *to++ = values[*from++];
}

} // namespace stepscope
