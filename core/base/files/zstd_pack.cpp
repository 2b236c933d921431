#include "core/base/files/zstd_pack.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <zstd.h>

#include <memory>
#include <new>

namespace stepscope {

constexpr int level = 1; // trace columns pack as well as with higher levels, and several times faster

std::vector<std::byte> zstdPack(std::span<const std::byte> bytes)
{
    // Creating one takes longer than compressing a small block.
    thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                                    ZSTD_freeCCtx);
    if (!context)
        throw std::bad_alloc();
    ZSTD_CCtx_reset(context.get(), ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::vector<std::byte> frame(ZSTD_compressBound(bytes.size()));
    const size_t size = ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size))
        throw Error(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
    frame.resize(size);
    frame.shrink_to_fit(); // the columns of a block are packed before the first one is written
    return frame;
}

void zstdUnpack(std::span<const std::byte> frame, std::span<std::byte> bytes)
{
    const size_t size = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
    if (ZSTD_isError(size))
        throw Error(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
    if (size != bytes.size())
        throw Error(
            translatedPlural("zstd: decompressed to {count} byte instead of {expected}",
                             "zstd: decompressed to {count} bytes instead of {expected}", int64_t(size),
                             {{"count", std::to_string(size)}, {"expected", std::to_string(bytes.size())}}));
}

} // namespace stepscope
