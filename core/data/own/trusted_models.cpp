#include "core/data/own/trusted_models.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/files/subfolder.h"
#include "core/base/sha256.h"
#include "core/base/system_reason.h"
#include "core/data/own/own_data_set.h"
#include "core/data/own/reading.h"
#include "core/language/translation.h"

#include <array>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <system_error>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

fs::path listFile()
{
    return dataFolder() / "trusted-models";
}

std::string readSum(const fs::path& file, const std::function<bool()>& isStopped)
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
    while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
        if (isStopped && isStopped())
            throw ReadingStopped();
        sum.add({block.data(), size_t(stream.gcount())});
    }
    return sum.finish();
}

/// The sums that were read, by path and stamp.
class KnownSums
{
public:
    static KnownSums& ofProcess()
    {
        static KnownSums sums;
        return sums;
    }

    /// Empty if it is not known.
    std::string find(const std::string& key)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_sums.find(key);
        return found == m_sums.end() ? std::string() : found->second;
    }

    void add(const std::string& key, const std::string& sum)
    {
        const std::lock_guard lock(m_mutex);
        m_sums[key] = sum;
    }

private:
    std::mutex m_mutex; // is not held while a file is read: the window asks what is known
    std::map<std::string, std::string> m_sums;
};

std::string keyOf(const fs::path& file)
{
    return file.string() + '\n' + fileStamp(file);
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

std::string modelSum(const fs::path& file, const std::function<bool()>& isStopped)
{
    const auto key = keyOf(file);
    auto sum = KnownSums::ofProcess().find(key);
    if (sum.empty()) {
        sum = readSum(file, isStopped);
        KnownSums::ofProcess().add(key, sum);
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

std::optional<bool> isKnownAsTrusted(const fs::path& file)
{
    constexpr uintmax_t readAtOnce = 4 << 20; // in some hundredths of a second
    std::error_code problem;
    const auto size = fs::file_size(file, problem);
    if (!problem && size > readAtOnce && KnownSums::ofProcess().find(keyOf(file)).empty())
        return std::nullopt;
    return isTrustedModel(file);
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
