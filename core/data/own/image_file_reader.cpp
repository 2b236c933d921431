#include "core/data/own/image_file_reader.h"

#include "core/data/own/image_file.h"
#include "core/data/own/scaling.h"
#include "core/machine/environment.h"

#include <algorithm>
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

/// One of the images that may be decoded at once.
class ImageFileReader::Place
{
public:
    explicit Place(const ImageFileReader& reader)
        : m_reader(reader)
    {
        std::unique_lock lock(reader.m_mutex);
        reader.m_isFree.wait(lock, [&] { return reader.m_free > 0; });
        --reader.m_free;
    }
    ~Place()
    {
        {
            const std::lock_guard lock(m_reader.m_mutex);
            ++m_reader.m_free;
        }
        m_reader.m_isFree.notify_one();
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

private:
    const ImageFileReader& m_reader;
};

PixelImage ImageFileReader::decode(int64_t number) const
{
    return readImageFile(m_files[size_t(number)].path, m_shape.channels);
}

void ImageFileReader::read(int64_t number, uint8_t* pixels) const
{
    const Place place(*this);
    scaleImage(decode(number), m_shape.rows, m_shape.columns, pixels);
}

void ImageFileReader::read(int64_t number, const float* values, float* to) const
{
    const Place place(*this);
    const PixelImage image = decode(number);
    const int64_t plane = m_shape.rows * m_shape.columns;
    if (image.shape != m_shape) {
        std::vector<uint8_t> scaled(size_t(m_shape.pixels()));
        scaleImage(image, m_shape.rows, m_shape.columns, scaled.data());
        for (int64_t i = 0; i < m_shape.pixels(); ++i)
            to[i] = values[256 * (i / plane) + scaled[size_t(i)]];
        return;
    }
    const uint8_t* from = image.pixels.data();
    if (m_shape.channels == 3) { // each pixel is read once
        for (int64_t i = 0; i < plane; ++i, from += 3) {
            to[i] = values[from[0]];
            to[plane + i] = values[256 + from[1]];
            to[2 * plane + i] = values[512 + from[2]];
        }
        return;
    }
    for (int64_t i = 0; i < plane; ++i)
        for (int64_t channel = 0; channel < m_shape.channels; ++channel)
            to[channel * plane + i] = values[256 * channel + *from++];
}

} // namespace stepscope
