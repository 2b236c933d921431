#include "core/torch/shared/torch_errors.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/torch/shared/torch_headers.h"

#include <algorithm>
#include <new>
#include <regex>

namespace stepscope {

std::string torchMessage(const std::exception& exception)
{
    const auto* ofTorch = dynamic_cast<const c10::Error*>(&exception);
    return ofTorch ? ofTorch->what_without_backtrace() : exception.what();
}

std::string firstLine(std::string_view message)
{
    message.remove_prefix(std::min(message.find_first_not_of(" \t\r\n"), message.size()));
    return std::string(message.substr(0, message.find('\n')));
}

/// The requested bytes of an allocation, from the messages of LibTorch's allocators: "you tried to allocate
/// 123 bytes", "Tried to allocate 2.00 GiB". Empty: not known.
static std::string requestedSize(const std::string& message)
{
    std::smatch match;
    if (std::regex_search(message, match, std::regex("tried to allocate ([0-9]+) bytes")))
        return formatBytes(std::stod(match[1]));
    if (std::regex_search(message, match, std::regex("[Tt]ried to allocate ([0-9.]+ [KMGT]iB)")))
        return match[1].str();
    return {};
}

/// `size` is empty if it is not known.
static std::string memorySentence(const std::string& doing, const std::string& size)
{
    if (size.empty())
        return translated("{action} ran out of memory; choose a smaller batch size or network.",
                          {{"action", doing}});
    return translated(
        "{action} ran out of memory ({size} more requested); choose a smaller batch size or network.",
        {{"action", doing}, {"size", size}});
}

Error torchError(const std::exception& exception, const std::string& doing)
{
    if (const auto* known = dynamic_cast<const Error*>(&exception))
        return *known;

    const std::string full = exception.what();
    const std::string message = torchMessage(exception);

    const bool memory = dynamic_cast<const std::bad_alloc*>(&exception) ||
                        message.find("out of memory") != std::string::npos ||
                        message.find("not enough memory") != std::string::npos ||
                        message.find("can't allocate memory") != std::string::npos ||
                        message.find("ried to allocate") != std::string::npos;
    if (memory)
        return Error(memorySentence(doing, requestedSize(message)), full);
    // Translators: {action} is like "Training step 12" or "The forward pass".
    return Error(translated("{action} failed in LibTorch: {reason}",
                            {{"action", doing}, {"reason", firstLine(message)}}),
                 full);
}

} // namespace stepscope
