#include "core/import/chrome/chrome_field.h"

#include "core/base/text/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope {

namespace {

using Key = std::pair<std::string_view, ChromeField>;

constexpr auto fieldKeys = std::to_array<Key>({{"ph", ChromeField::Phase},
                                               {"ts", ChromeField::Time},
                                               {"dur", ChromeField::Duration},
                                               {"pid", ChromeField::Process},
                                               {"tid", ChromeField::Thread},
                                               {"cat", ChromeField::Category},
                                               {"name", ChromeField::Name},
                                               {"args", ChromeField::Arguments}});

constexpr auto argumentKeys = std::to_array<Key>({{"Pass", ChromeField::Pass},
                                                  {"Stepscope", ChromeField::Own},
                                                  {"Inputs", ChromeField::Inputs},
                                                  {"Python id", ChromeField::PythonId},
                                                  {"correlation", ChromeField::Correlation},
                                                  {"Fwd thread id", ChromeField::ForwardThread},
                                                  {"Sequence number", ChromeField::Sequence},
                                                  {"grid", ChromeField::Grid},
                                                  {"block", ChromeField::Block},
                                                  {"kind", ChromeField::Direction},
                                                  {"direction", ChromeField::Direction},
                                                  {"size", ChromeField::Bytes},
                                                  {"bytes", ChromeField::Bytes},
                                                  {"device", ChromeField::Device},
                                                  {"stream", ChromeField::Stream},
                                                  {"blocks per SM", ChromeField::BlocksPerProcessor},
                                                  {"warps per SM", ChromeField::WarpsPerProcessor},
                                                  {"shared memory", ChromeField::SharedBytes},
                                                  {"registers per thread", ChromeField::Registers},
                                                  {"est. achieved occupancy %", ChromeField::Occupancy},
                                                  {"Bytes", ChromeField::MemoryBytes},
                                                  {"Addr", ChromeField::MemoryAddress},
                                                  {"Total Allocated", ChromeField::MemoryAllocated},
                                                  {"Total Reserved", ChromeField::MemoryReserved},
                                                  {"Device Type", ChromeField::MemoryDeviceType},
                                                  {"Device Id", ChromeField::MemoryDevice}});

/// Writers have changed the case of these.
constexpr auto argumentKeysOfAnyCase = std::to_array<Key>({{"input dims", ChromeField::InputDims},
                                                           {"concrete inputs", ChromeField::ConcreteInputs},
                                                           {"external id", ChromeField::ExternalId}});

bool isSameButForCase(std::string_view key, std::string_view lower)
{
    return std::ranges::equal(key, lower, [](char a, char b) { return lowerCase(a) == b; });
}

} // namespace

ChromeField chromeFieldOf(std::string_view key, bool isArgument)
{
    const auto find = [key](const auto& keys) {
        const auto found = std::ranges::find(keys, key, &Key::first);
        return found == keys.end() ? ChromeField::Other : found->second;
    };
    if (!isArgument)
        return find(fieldKeys);
    const auto found = std::ranges::find_if(
        argumentKeysOfAnyCase, [key](const Key& each) { return isSameButForCase(key, each.first); });
    return found == argumentKeysOfAnyCase.end() ? find(argumentKeys) : found->second;
}

} // namespace stepscope
