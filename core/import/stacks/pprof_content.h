#pragma once

#include "core/import/shared/import_log.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// The content of a profile.proto, as far as it is used here. Strings are indices in `strings`.
struct PprofContent
{
    struct ValueType
    {
        int64_t type = 0;
        int64_t unit = 0;
    };
    struct Sample
    {
        size_t firstLocation = 0; ///< in `locationIds`, the innermost first
        size_t locations = 0;
        size_t firstValue = 0; ///< in `values`
        size_t values = 0;
    };
    struct Line
    {
        uint64_t function = 0;
        int64_t line = 0;
    };
    struct Location
    {
        uint64_t mapping = 0;
        uint64_t address = 0;
        std::vector<Line> lines; ///< the innermost of inlined functions first
    };
    struct Function
    {
        int64_t name = 0;
        int64_t systemName = 0;
        int64_t file = 0;
    };

    std::vector<std::string_view> strings; ///< referring to the bytes read
    std::vector<ValueType> types;
    std::vector<Sample> samples;
    std::vector<uint64_t> locationIds;
    std::vector<int64_t> values;
    std::unordered_map<uint64_t, Location> locations;
    std::unordered_map<uint64_t, Function> functions;
    std::unordered_map<uint64_t, int64_t> mappings; ///< file by id
    int64_t defaultType = 0;
    int64_t unixNs = 0;
    std::string problem; ///< why not everything could be read; empty: it could

    std::string_view string(int64_t index) const
    {
        return index >= 0 && uint64_t(index) < strings.size() ? strings[size_t(index)] : std::string_view();
    }
};

/// `bytes` must outlive the result.
PprofContent pprofContent(std::string_view bytes);

/// Whether the message's first fields are those of a profile.proto; `bytes` may end in the middle.
bool isPprofContent(std::string_view bytes);

} // namespace stepscope
