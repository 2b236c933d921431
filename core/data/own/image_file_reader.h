#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/data/own/image_folder.h"
#include "core/data/own/pixel_image.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace stepscope {

/// Decodes the files of an image folder one by one, each time they are needed.
class ImageFileReader
{
public:
    /// `largestImageBytes` limits how many are decoded at once, see OwnDataSet.
    ImageFileReader(std::vector<LabeledFile> files, const ImageShape& shape, int64_t largestImageBytes);

    int64_t count() const { return int64_t(m_files.size()); }
    const ImageShape& shape() const { return m_shape; }
    std::vector<int32_t> labels() const;

    /// Writes channels × rows × columns; see scaleImage(). May be called from several threads. Throws Error
    /// that names the file.
    void read(int64_t number, uint8_t* pixels) const;
    /// The same as floats: `values` [channels, 256] has that of each byte.
    void read(int64_t number, const float* values, float* to) const;

private:
    class Place;

    std::vector<LabeledFile> m_files;
    ImageShape m_shape;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_isFree;
    mutable int64_t m_free;                       ///< images that may be decoded in addition
    mutable std::vector<PixelImage> m_freeImages; ///< their memory, for the next ones
};

} // namespace stepscope
