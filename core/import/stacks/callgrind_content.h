#pragma once

#include "core/import/stacks/call_sums.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
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
    using TextId = Id<struct TextOfCallgrind>;
    using PlaceId = Id<struct PlaceOfCallgrind>; ///< a file and an object
    using FunctionId = CallSums::FunctionId;
    using CallId = Id<struct CallOfCallgrind>;

    /// Names that files abbreviate as "(12)". For functions, the number identifies the function, whatever the
    /// current file and object.
    template<typename Named>
    using Names = std::unordered_map<uint64_t, Named>;
    struct Function
    {
        TextId name;
        TextId file;
        TextId object;
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
    TextId textOf(Names<TextId>& names, std::string_view value);
    FunctionId functionOf(std::string_view value, TextId file, TextId object, bool isDefined,
                          bool isAnywhere);
    FunctionId otherFunction();
    FunctionId functionIn(TextId name, TextId file, TextId object, bool isDefined, bool isAnywhere);
    std::vector<FunctionId> foundFunctions() const;
    std::vector<StackNameId> namesOf(const std::vector<FunctionId>& found);

    StackProfile& m_profile;
    ImportLog& m_log;
    TextPool<TextId> m_texts;
    Names<TextId> m_files;
    Names<TextId> m_objects;
    Names<FunctionId> m_functionNames;
    std::vector<Function> m_functions;
    FlatIndex<PlaceId> m_placeAt; ///< by file and object
    uint32_t m_places = 0;
    FlatIndex<FunctionId> m_functionAt; ///< by name and place
    FunctionId m_other;                 ///< for functions beyond the limit
    FlatIndex<CallId> m_callAt;
    std::vector<std::pair<FunctionId, FunctionId>> m_pairs; ///< by call: caller and callee
    std::vector<Call> m_calls;

    std::vector<std::string> m_events;
    std::unordered_map<std::string, std::string> m_longNames;
    std::string m_command;
    std::string m_creator;
    std::optional<int64_t> m_totals;
    std::optional<int64_t> m_summary;
    size_t m_positions = 1;
    size_t m_column = 0; ///< of the event shown, in this part

    TextId m_file{0};
    TextId m_object{0};
    FunctionId m_function;
    TextId m_calledFile;
    TextId m_calledObject;
    FunctionId m_called;
    std::optional<int64_t> m_callCount; ///< the next cost line belongs to these calls
    bool m_isAfterJump = false;         ///< the next line is a jump's position
};

} // namespace stepscope
