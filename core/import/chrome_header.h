#pragma once

#include "core/run/imported_facts.h"
#include "core/run/run.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// What chromeTraceJson() writes behind the events, for a file of its own to be read as it was.
struct ChromeOwnTables
{
    struct Counter
    {
        int64_t pid = 0;      ///< in the file
        TraceCounter counter; ///< without values
    };

    int64_t events = 0; ///< how many the file has if it is whole
    int64_t steps = 0;
    std::vector<TraceThread> threads;
    std::vector<Counter> counters;
    std::string stepSource;
    std::vector<LogEntry> notes; ///< the run's log
};

/// What stands beside a Chrome trace's events.
struct ChromeHeader
{
    std::vector<TraceDevice> devices;
    bool isKineto = false;            ///< of PyTorch's profiler
    bool isBareList = false;          ///< the events stand alone, in no object
    bool hasBrokenProperties = false; ///< deviceProperties could not be read
    int64_t baseNs = 0;               ///< baseTimeNanoseconds: what times count from; 0: they are absolute
    /// Whether an operator of which nothing else is known belongs to the forward pass, as PyTorch's do.
    bool isForwardByDefault = true;
    std::string hostName;
    TraceRank rank;                     ///< of a distributed run
    std::optional<ChromeOwnTables> own; ///< of a file that Stepscope wrote

    /// `value` is the text of the JSON value; of a key that is not known nothing is kept.
    void take(std::string_view key, std::string_view value);
};

/// Reads the members of the outer object up to the list of events. `text` begins at the file's begin;
/// jsonPadding bytes behind it can be read.
struct ChromeHeaderEnd
{
    enum class Kind : uint8_t { List, NeedsMore, NoTrace } kind = Kind::NeedsMore;
    size_t at = 0; ///< behind the list's bracket
};
ChromeHeaderEnd readChromeHeader(std::string_view text, ChromeHeader& header);

/// The members that stand behind the list. Returns whether the outer object was closed.
bool readChromeTrailer(std::string_view text, ChromeHeader& header);

} // namespace stepscope
