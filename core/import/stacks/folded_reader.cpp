#include "core/import/stacks/folded_reader.h"

#include "core/exchange/call_tree_text.h"
#include "core/import/shared/import_text.h"
#include "core/import/stacks/profile_run.h"
#include "core/language/translation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace stepscope {

namespace {

struct FoldedLine
{
    std::string_view stack;
    std::optional<int64_t> value; ///< none: the line is not of this format
};

std::string_view withoutBlanks(std::string_view text)
{
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    return text;
}

std::optional<int64_t> valueOf(std::string_view text)
{
    const char* const end = text.data() + text.size();
    int64_t value = 0;
    const auto [behind, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range)
        return text.starts_with('-') ? -1 : StackProfile::mostValue + 1;
    if (error == std::errc() && behind == end)
        return value;
    double number = 0;
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    const bool isNumber = failure == std::errc() && stop == end && std::isfinite(number);
    if (!isNumber || text.find_first_not_of("+-.0123456789eE") != std::string_view::npos)
        return std::nullopt;
    return std::abs(number) < double(StackProfile::mostValue) ? std::llround(number)
                                                              : StackProfile::mostValue + 1;
}

FoldedLine split(std::string_view line)
{
    line = withoutBlanks(line);
    const size_t blank = line.find_last_of(" \t");
    if (blank == std::string_view::npos)
        return {{}, line.empty() ? std::nullopt : valueOf(line)};
    return {withoutBlanks(line.substr(0, blank)), valueOf(line.substr(blank + 1))};
}

bool isIgnored(std::string_view line)
{
    line = withoutBlanks(line);
    return line.empty() || line.front() == '#';
}

class FoldedReader
{
public:
    explicit FoldedReader(ImportLog& log)
        : m_profile(log)
        , m_log(log)
    {
        m_profile.unit = "samples";
    }

    void take(std::string_view line)
    {
        if (isIgnored(line))
            return takeComment(withoutBlanks(line));
        const auto [stack, value] = split(line);
        if (!value)
            return m_log.count(ImportIssue::UnreadableLines);
        m_names.clear();
        for (size_t at = 0; at <= stack.size() && !stack.empty();) {
            const size_t end = std::min(stack.find(';', at), stack.size());
            m_names.push_back(m_profile.name(stack.substr(at, end - at)));
            at = end + 1;
        }
        if (m_names.empty()) {
            m_log.count(ImportIssue::StacksWithoutFrames);
            m_names.push_back(m_profile.name("(no stack)"));
        }
        const int64_t scaled = scaledValue(*value, m_scale);
        m_profile.add(m_profile.frameOf(m_names), scaled);
    }

    const StackProfile& profile() const { return m_profile; }
    bool isUnitKnown() const { return m_isUnitKnown; }

private:
    /// A unit counts only before the first stack.
    void takeComment(std::string_view line)
    {
        if (!line.starts_with(foldedUnitComment) || !m_profile.isEmpty())
            return;
        const ProfileUnit unit = profileUnit({}, withoutBlanks(line.substr(foldedUnitComment.size())));
        m_profile.unit = unit.unit;
        m_scale = unit.scale;
        m_isUnitKnown = true;
    }

    StackProfile m_profile;
    ImportLog& m_log;
    std::vector<StackNameId> m_names;
    int64_t m_scale = 1;
    bool m_isUnitKnown = false;
};

} // namespace

bool isFoldedStacks(std::string_view head)
{
    constexpr size_t mostLines = 200;
    constexpr size_t enough = 1 << 18; // of a longer line, its start is used
    if (head.substr(0, enough).find('\0') != std::string_view::npos)
        return false;
    size_t lines = 0;
    size_t readable = 0;
    bool anyStack = false;
    for (size_t at = 0; at < head.size() && lines < mostLines;) {
        const size_t end = head.find('\n', at);
        const std::string_view line = head.substr(at, end - at);
        at = end == std::string_view::npos ? head.size() : end + 1;
        if (isIgnored(line))
            continue;
        ++lines;
        const auto [stack, value] = split(line);
        const bool isLongBegin = end == std::string_view::npos && line.size() >= enough;
        readable += isLongBegin || (value && !stack.empty());
        anyStack = anyStack || (isLongBegin ? line : stack).find(';') != std::string_view::npos;
    }
    return anyStack && readable > 0 && readable * 10 >= lines * 9;
}

ImportedRun readFoldedStacks(const std::filesystem::path& path, const ImportOptions& options)
{
    ImportSource source(path);
    ImportLog log;
    FoldedReader reader(log);
    ImportLines lines(source, options);
    while (const auto line = lines.next())
        reader.take(*line);
    log.count(ImportIssue::UnreadableLines, lines.tooLong());
    ProfileOrigin facts{.format = translated("Folded stacks")};
    if (!reader.isUnitKnown())
        facts.notes = {
            translated("The file does not say what was counted; its figures are shown as samples.")};
    return profileRun(reader.profile(), source, std::move(facts), std::move(log));
}

} // namespace stepscope
