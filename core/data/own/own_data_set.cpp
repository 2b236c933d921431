#include "core/data/own/own_data_set.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/data/gzip_reader.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <fmt/format.h>

#include <string_view>
#include <system_error>

namespace stepscope {

std::string fileStamp(const std::filesystem::path& file)
{
    std::error_code ignored;
    return fmt::format("{} {}", std::filesystem::file_size(file, ignored),
                       std::filesystem::last_write_time(file, ignored).time_since_epoch().count());
}

std::string readTextFile(const std::filesystem::path& file, size_t limitBytes)
{
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))
        throw Error(translated("{file} is not a file.", {{"file", file.string()}}));
    if (const auto size = std::filesystem::file_size(file, ignored); !ignored && size > limitBytes)
        throw Error(
            translated("{file} has {size}, but at most {limit} are read, so that it fits into half of the "
                       "memory.",
                       {{"file", file.string()},
                        {"size", formatBytes(double(size))},
                        {"limit", formatBytes(double(limitBytes))}}));
    auto content = readMaybeGzipped(file, limitBytes);
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
    if (content.starts_with(byteOrderMark))
        content.erase(0, byteOrderMark.size());
    return content;
}

static void refuseMore(Translatable sentence, const std::string& source, double bytes, Translatable advice)
{
    const int64_t limit = usableMemoryBytes() / 2; // the rest is for the training
    if (bytes > double(limit))
        throw Error(translated(sentence, {{"source", source},
                                          {"bytes", formatBytes(bytes)},
                                          {"limit", formatBytes(double(limit))},
                                          {"advice", translated(advice)}}));
}

void checkMemory(const std::string& source, double bytes, Translatable advice)
{
    refuseMore(translatable("The samples of {source} need {bytes} of memory, but at most {limit}, half of "
                            "this machine's, are allowed: {advice}."),
               source, bytes, advice);
}

void checkMemory(const std::string& source, int64_t images, const ImageShape& shape, Translatable advice)
{
    refuseMore(translatable("The images of {source} need {bytes} of memory, but at most {limit}, half of "
                            "this machine's, are allowed: {advice}."),
               source, double(images) * double(shape.pixels()), advice);
}

} // namespace stepscope
