#include "core/import/stacks/cprofile_reader.h"

#include "core/base/text/format.h"
#include "core/import/shared/import_text.h"
#include "core/import/stacks/call_sums.h"
#include "core/import/stacks/marshal_content.h"
#include "core/import/stacks/profile_run.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

namespace stepscope {

namespace {

using MarshalKind = MarshalValue::Kind;

/// File, line, name.
using FunctionKey = std::tuple<std::string_view, int64_t, std::string_view>;

constexpr std::string_view builtIn = "~"; ///< the file of functions written in C

class CProfileReader
{
public:
    CProfileReader(const MarshalContent& content, StackProfile& profile, ImportLog& log)
        : m_content(content)
        , m_profile(profile)
        , m_log(log)
    {
    }

    CallSums read()
    {
        const auto& entries = m_content.root().items;
        for (size_t i = 0; i + 1 < entries.size(); i += 2)
            takeFunction(m_content[entries[i]], m_content[entries[i + 1]]);
        nameAll();
        return std::move(m_sums);
    }

private:
    std::optional<FunctionKey> keyOf(const MarshalValue& value) const
    {
        if (value.kind != MarshalKind::Sequence || value.items.size() != 3)
            return std::nullopt;
        const auto& file = m_content[value.items[0]];
        const auto& line = m_content[value.items[1]];
        const auto& name = m_content[value.items[2]];
        if (file.kind != MarshalKind::Text || line.kind != MarshalKind::Integer ||
            name.kind != MarshalKind::Text)
            return std::nullopt;
        return FunctionKey{file.text, line.integer, name.text};
    }

    CallSums::FunctionId functionOf(const FunctionKey& key)
    {
        const auto [found, isNew] = m_functionAt.try_emplace(key, uint32_t(m_sums.functions.size()));
        if (isNew)
            m_sums.functions.emplace_back();
        return found->second;
    }

    int64_t nanoseconds(const MarshalValue& seconds)
    {
        const double ns = seconds.number * 1e9;
        m_log.count(ImportIssue::NegativeValues, ns <= -0.5);
        if (!(ns < double(StackProfile::mostValue))) {
            m_log.count(ImportIssue::ValuesTooLarge);
            return 0;
        }
        return std::max<int64_t>(std::llround(ns), 0);
    }

    static int64_t count(const MarshalValue& value)
    {
        return std::clamp<int64_t>(value.integer, 0, CallSums::mostCalls);
    }

    bool areNumbers(const MarshalValue& value, size_t items) const
    {
        if (value.kind != MarshalKind::Sequence || value.items.size() < items)
            return false;
        return std::all_of(value.items.begin(), value.items.begin() + std::ptrdiff_t(items),
                           [&](MarshalId item) {
                               return m_content[item].kind == MarshalKind::Integer ||
                                      m_content[item].kind == MarshalKind::Number;
                           });
    }

    void takeFunction(const MarshalValue& key, const MarshalValue& figures)
    {
        const auto known = keyOf(key);
        if (!known || !areNumbers(figures, 4))
            return m_log.count(ImportIssue::UnreadableEvents);
        const auto index = functionOf(*known);
        auto& function = m_sums.functions[index];
        function.calls = count(m_content[figures.items[1]]);
        function.self = nanoseconds(m_content[figures.items[2]]);
        function.total = nanoseconds(m_content[figures.items[3]]);
        if (figures.items.size() < 5)
            return;
        const auto& callers = m_content[figures.items[4]].items;
        for (size_t i = 0; i + 1 < callers.size(); i += 2)
            takeCaller(index, m_content[callers[i]], m_content[callers[i + 1]]);
    }

    void takeCaller(CallSums::FunctionId callee, const MarshalValue& key, const MarshalValue& figures)
    {
        const auto known = keyOf(key);
        const bool isCount = figures.kind == MarshalKind::Integer; // as in the module profile, without times
        if (!known || (!isCount && !areNumbers(figures, 4)))
            return m_log.count(ImportIssue::UnreadableEvents);
        const auto caller = functionOf(*known);
        auto& at = m_callAt[uint64_t(caller) << 32 | callee];
        if (!at.isNone())
            return m_log.count(ImportIssue::DuplicateEvents);
        at = CallSums::CallId(uint32_t(m_sums.calls.size()));
        auto& call = m_sums.calls.emplace_back();
        call.from = caller;
        call.to = callee;
        if (isCount) {
            call.calls = count(figures);
            return;
        }
        call.calls = count(m_content[figures.items[0]]); // here, all calls come before the primitive ones
        call.self = nanoseconds(m_content[figures.items[2]]);
        call.total = nanoseconds(m_content[figures.items[3]]);
    }

    static std::string labelOf(const FunctionKey& key, std::string_view file)
    {
        const auto& [whole, line, name] = key;
        return whole == builtIn ? std::string(name) : fmt::format("{} ({}:{})", name, file, line);
    }

    /// Names functions after the file's name, with its folders only if two functions would have the same
    /// name.
    void nameAll()
    {
        std::unordered_map<std::string, int> times;
        const auto shortLabel = [](const FunctionKey& key) {
            const std::string_view file = std::get<0>(key);
            return labelOf(key, file.substr(file.find_last_of("/\\") + 1)); // npos + 1 is 0
        };
        for (const auto& [key, function] : m_functionAt)
            ++times[shortLabel(key)];
        for (const auto& [key, function] : m_functionAt) {
            const std::string label = shortLabel(key);
            m_sums.functions[function].name =
                m_profile.name(times[label] > 1 ? labelOf(key, std::get<0>(key)) : label);
        }
    }

    const MarshalContent& m_content;
    StackProfile& m_profile;
    ImportLog& m_log;
    CallSums m_sums;
    std::map<FunctionKey, CallSums::FunctionId> m_functionAt;
    FlatIndex<CallSums::CallId> m_callAt;
};

} // namespace

bool isCProfile(std::string_view head)
{
    const auto at = [head](size_t i) { return i < head.size() ? head[i] & 0x7F : 0; };
    const bool isSmallTuple = at(1) == ')' && at(2) == 3;
    const bool isTuple = at(1) == '(' && at(2) == 3 && at(3) == 0 && at(4) == 0 && at(5) == 0;
    return at(0) == '{' && (isSmallTuple || isTuple);
}

ImportedRun readCProfile(const std::filesystem::path& path, const ImportOptions& options)
{
    ImportSource source(path);
    const std::string bytes = wholeContent(source, options);
    const MarshalContent content(bytes);
    ImportLog log;
    if (!content.isWhole())
        log.damage(translated("The file is cut short or damaged within its list of functions; everything "
                              "before that was read."));
    StackProfile profile(log);
    profile.kind = EventKind::PythonFunction;
    const CallSums sums = CProfileReader(content, profile, log).read();
    addStacks(sums, profile, log);
    return profileRun(
        profile, source,
        {.format = translated("Python cProfile statistics"),
         .notes = {translated(
             "cProfile records functions and their callers, not stacks: a function's cost was divided among "
             "the stacks that lead to it, in proportion to the cost of the calls.")}},
        std::move(log));
}

} // namespace stepscope
