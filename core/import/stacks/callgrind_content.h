#pragma once

#include "core/import/stacks/call_sums.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Reads the lines of a file in Callgrind's format one by one.
class CallgrindContent
{
public:
    CallgrindContent(StackProfile& profile, ImportLog& log)
        : m_profile(profile)
        , m_log(log)
    {
        m_texts.intern({}); // for files and objects without a name so far
    }

    void take(std::string_view line);

    /// The result, after the last line.
    CallSums sums();

    /// Names of the counted events; the first is shown. Empty: the file does not name them.
    const std::vector<std::string>& events() const { return m_events; }
    /// The long name of an event from "event: Name : Long name".
    std::string longNameOf(const std::string& event) const;
    const std::string& command() const { return m_command; }
    const std::string& creator() const { return m_creator; }
    /// The total of the first event's costs according to the file; none: the file has no total.
    std::optional<int64_t> totalSaid() const { return m_totals ? m_totals : m_summary; }

private:
    static constexpr uint32_t noFunction = std::numeric_limits<uint32_t>::max();

    /// Names that files abbreviate as "(12)". For functions, the number identifies the function, whatever the
    /// current file and object.
    struct Names
    {
        std::unordered_map<uint64_t, uint32_t> byNumber;
    };
    struct Function
    {
        uint32_t name = 0; ///< texts
        uint32_t file = 0;
        uint32_t object = 0;
        bool isDefined = false; ///< a line "fn=" names it
        bool isAnywhere = true; ///< its file and object are not known
        int64_t self = 0;
    };
    struct Call
    {
        int64_t calls = 0;
        int64_t total = 0;
    };

    void takeHeader(std::string_view key, std::string_view value);
    void takeEvents(std::string_view value);
    bool takeName(std::string_view key, std::string_view value);
    void takeCalls(std::string_view value);
    void takeCosts(std::string_view line);
    uint32_t textOf(Names& names, std::string_view value);
    uint32_t functionOf(std::string_view value, uint32_t file, uint32_t object, bool isDefined,
                        bool isAnywhere);
    uint32_t otherFunction();
    uint32_t functionIn(uint32_t name, uint32_t file, uint32_t object, bool isDefined, bool isAnywhere);
    std::vector<uint32_t> foundFunctions() const;
    std::vector<uint32_t> namesOf(const std::vector<uint32_t>& found);

    StackProfile& m_profile;
    ImportLog& m_log;
    TextPool m_texts;
    Names m_files;
    Names m_objects;
    Names m_functionNames;
    std::vector<Function> m_functions;
    FlatIndex m_placeAt; ///< by file and object
    uint32_t m_places = 0;
    FlatIndex m_functionAt;        ///< by name and place
    uint32_t m_other = noFunction; ///< for functions beyond the limit
    FlatIndex m_callAt;
    std::vector<std::pair<uint32_t, uint32_t>> m_pairs; ///< by call: caller and callee
    std::vector<Call> m_calls;

    std::vector<std::string> m_events;
    std::unordered_map<std::string, std::string> m_longNames;
    std::string m_command;
    std::string m_creator;
    std::optional<int64_t> m_totals;
    std::optional<int64_t> m_summary;
    size_t m_positions = 1;
    size_t m_column = 0; ///< of the event shown, in this part

    uint32_t m_file = 0;
    uint32_t m_object = 0;
    uint32_t m_function = noFunction;
    std::optional<uint32_t> m_calledFile;
    std::optional<uint32_t> m_calledObject;
    uint32_t m_called = noFunction;
    std::optional<int64_t> m_callCount; ///< the next cost line belongs to these calls
    bool m_isAfterJump = false;         ///< the next line is a jump's position
};

} // namespace stepscope
