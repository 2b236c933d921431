#include "core/data/own/trusted_models.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/files/subfolder.h"
#include "core/base/sha256.h"
#include "core/base/system_reason.h"
#include "core/data/own/own_data_set.h"
#include "core/language/translation.h"

#include <array>
#include <fstream>
#include <mutex>
#include <string>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

fs::path listFile()
{
    return dataFolder() / "trusted-models";
}

std::string readSum(const fs::path& file)
{
    std::error_code ignored;
    const bool isOther = fs::exists(file, ignored) && !fs::is_regular_file(file, ignored);
    std::ifstream stream;
    if (!isOther)
        stream.open(file, std::ios::binary);
    if (!stream.is_open())
        throw Error(translated("The model {file} cannot be read: {reason}.",
                               {{"file", file.string()},
                                {"reason", isOther ? translated("it is not a file") : systemReason()}}));
    Sha256 sum;
    std::array<char, 65'536> block{};
    while (stream.read(block.data(), block.size()) || stream.gcount() > 0)
        sum.add({block.data(), size_t(stream.gcount())});
    return sum.finish();
}

bool isListed(const std::string& sum)
{
    std::ifstream list(listFile());
    for (std::string line; std::getline(list, line);) {
        if (line == sum)
            return true;
    }
    return false;
}

} // namespace

std::string modelSum(const fs::path& file)
{
    // That of the last file is kept until it changes.
    static std::mutex mutex;
    static std::string known;
    static std::string sum;
    const std::lock_guard lock(mutex);
    const auto key = file.string() + '\n' + fileStamp(file);
    if (key != known) {
        known.clear();
        sum = readSum(file);
        known = key;
    }
    return sum;
}

bool isTrustedModel(const fs::path& file)
{
    try {
        return isListed(modelSum(file));
    } catch (const Error&) {
        return false;
    }
}

void trustModel(const fs::path& file)
{
    const auto sum = modelSum(file);
    if (isListed(sum))
        return;
    std::string lines;
    std::ifstream list(listFile());
    for (std::string line; std::getline(list, line);)
        lines += line + '\n';
    makeFolder(dataFolder());
    writeFileAtomically(listFile(), lines + sum + '\n');
}

void requireTrust(const fs::path& file)
{
    if (!isListed(modelSum(file)))
        throw Error(
            translated("The model {file} contains code that would run with your rights. If you trust where "
                       "it comes from, add --trust-model once, or allow it in the window.",
                       {{"file", file.string()}}));
}

} // namespace stepscope
