#pragma once

#include "core/base/error.h"
#include "core/exchange/chrome_trace.h"
#include "core/exchange/step_tables.h"

#include <string>
#include <string_view>
#include <tuple>

namespace stepscope::test {

/// What writeChromeTrace() writes, whether or not some events cannot be read.
inline std::string chromeTraceJson(const Run& run)
{
    std::string json;
    std::ignore = writeChromeTrace(run, [&](std::string_view piece) { json += piece; });
    return json;
}

/// What writeStepPartsCsv() writes. Throws Error if it reports a problem.
inline std::string stepPartsCsv(const Run& run)
{
    std::string text;
    const auto problem = writeStepPartsCsv(run, [&](std::string_view piece) { text += piece; });
    if (!problem.empty())
        throw Error(problem);
    return text;
}

} // namespace stepscope::test
