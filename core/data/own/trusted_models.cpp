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
#include <map>
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
    static std::mutex mutex;
    static std::map<std::string, std::string> sums; // by path and stamp, since a sweep asks for each run
    const std::lock_guard lock(mutex);
    const auto key = file.string() + '\n' + fileStamp(file);
    auto found = sums.find(key);
    if (found == sums.end())
        found = sums.emplace(key, readSum(file)).first;
    return found->second;
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
