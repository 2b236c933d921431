#include "core/data/own/own_data_set.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

namespace stepscope {

void checkMemory(const std::string& source, int64_t images, const ImageShape& shape, Translatable advice)
{
    const int64_t limit = usableMemoryBytes() / 2; // the rest is for the training
    const double bytes = double(images) * double(shape.pixels());
    if (bytes > double(limit))
        throw Error(translated("The images of {source} need {bytes} of memory, but at most {limit}, half of "
                               "this machine's, are allowed: {advice}.",
                               {{"source", source},
                                {"bytes", formatBytes(bytes)},
                                {"limit", formatBytes(double(limit))},
                                {"advice", translated(advice)}}));
}

} // namespace stepscope
