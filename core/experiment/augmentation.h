#pragma once

#include "core/data/kinds/data_set_kinds.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope {

/// Random changes of training images, drawn anew in each epoch.
struct Augmentation
{
    /// Black pixels that are added on each side before a part of the image's own size is cut out at a random
    /// place, as by torchvision's RandomCrop(size, padding); 0: nothing is cut out.
    int64_t cropPadding = 0;
    bool isFlipped = false; ///< half of the images are mirrored, left to right

    bool isNone() const { return cropPadding == 0 && !isFlipped; }
};

inline constexpr int64_t largestCropPadding = 1024;

/// Reads a list such as "crop 4, flip", or "crop 4 + flip" where commas separate values. An empty text and
/// "none" are no change. Throws Error that names what is wrong.
Augmentation parseAugmentation(std::string_view text);

/// Whether the text, which need not be valid, names any change.
bool hasAugmentation(std::string_view text);

/// The same augmentation in its usual spelling: "crop 4, flip", or "none". A text that cannot be read stays.
std::string usualAugmentation(std::string_view text);

/// Throws Error if the padding is not smaller than the images, so that a crop could be black.
void checkAugmentation(const Augmentation& augmentation, const ImageShape& shape);

/// The change of one image.
struct AugmentationDraw
{
    int64_t rows = 0;    ///< that the part is cut out below the image's own place; negative: above
    int64_t columns = 0; ///< likewise to the right
    bool isMirrored = false;
};

/// Depends only on its arguments, so that batches are the same whoever prepares them.
AugmentationDraw drawAugmentation(const Augmentation& augmentation, uint64_t seed, int64_t epoch,
                                  int64_t image);

/// Writes the changed image. Both are channels × rows × columns; `black` has the value of a black pixel for
/// each channel.
void applyAugmentation(const AugmentationDraw& draw, const ImageShape& shape, const float* black,
                       const float* from, float* to);

} // namespace stepscope
