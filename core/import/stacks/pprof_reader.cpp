#include "core/import/stacks/pprof_reader.h"

#include "core/import/shared/import_text.h"
#include "core/import/shared/json_text.h"
#include "core/import/stacks/pprof_content.h"
#include "core/import/stacks/profile_run.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>

namespace stepscope {

namespace {

class PprofStacks
{
public:
    PprofStacks(const PprofContent& content, StackProfile& profile, ImportLog& log)
        : m_content(content)
        , m_profile(profile)
        , m_log(log)
    {
    }

    /// `column`: of the values shown; `calls`: of the numbers of calls.
    void add(size_t column, std::optional<size_t> calls, int64_t scale)
    {
        nameFunctions();
        for (const auto& sample : m_content.samples) {
            m_stack.clear();
            for (size_t i = sample.locations; i-- > 0;) // the innermost first
                addFrames(m_content.locationIds[sample.firstLocation + i]);
            if (m_stack.empty()) {
                m_log.count(ImportIssue::StacksWithoutFrames);
                m_stack.push_back(m_profile.name("(no stack)"));
            }
            const auto value = [&](size_t at) {
                return at < sample.values ? m_content.values[sample.firstValue + at] : 0;
            };
            m_profile.add(m_profile.frameOf(m_stack), scaledValue(value(column), scale),
                          calls ? value(*calls) : 0);
        }
    }

private:
    std::string_view plainName(const PprofContent::Function& function) const
    {
        const auto name = m_content.string(function.name);
        return name.empty() ? m_content.string(function.systemName) : name;
    }

    /// Adds the file to a name that functions of several files have.
    void nameFunctions()
    {
        std::map<std::string_view, std::optional<int64_t>> fileOf; // none: several
        for (const auto& [id, function] : m_content.functions) {
            const auto [found, isNew] = fileOf.try_emplace(plainName(function), function.file);
            if (!isNew && found->second != function.file)
                found->second = std::nullopt;
        }
        for (const auto& [id, function] : m_content.functions) {
            const auto name = plainName(function);
            const auto file = m_content.string(function.file);
            const bool isShared = !fileOf[name] && !file.empty();
            m_nameOf[id] = m_profile.name(isShared ? fmt::format("{} ({})", name, file) : std::string(name));
        }
    }

    void addFrames(uint64_t location)
    {
        const auto known = m_framesAt.find(location);
        const auto& frames = known != m_framesAt.end()
                                 ? known->second
                                 : m_framesAt.emplace(location, framesAt(location)).first->second;
        if (m_stack.size() <= StackProfile::mostDepth)
            m_stack.insert(m_stack.end(), frames.begin(), frames.end());
    }

    /// Outermost first.
    std::vector<StackNameId> framesAt(uint64_t id)
    {
        const auto found = m_content.locations.find(id);
        if (found == m_content.locations.end()) {
            m_log.count(ImportIssue::MissingFunctions);
            return {m_profile.name(fmt::format("(location {})", id))};
        }
        const auto& location = found->second;
        std::vector<StackNameId> frames;
        for (auto line = location.lines.rbegin(); line != location.lines.rend(); ++line) {
            if (const auto name = m_nameOf.find(line->function); name != m_nameOf.end()) {
                frames.push_back(name->second);
                continue;
            }
            m_log.count(ImportIssue::MissingFunctions);
            frames.push_back(m_profile.name(fmt::format("(function {})", line->function)));
        }
        if (frames.empty())
            frames.push_back(m_profile.name(addressOf(location)));
        return frames;
    }

    /// "libc.so.6 0x1234" where symbols are not known.
    std::string addressOf(const PprofContent::Location& location) const
    {
        const auto mapping = m_content.mappings.find(location.mapping);
        const auto file =
            mapping == m_content.mappings.end() ? std::string_view() : m_content.string(mapping->second);
        const auto name = file.substr(file.find_last_of('/') + 1); // npos + 1 is 0
        return fmt::format("{}{}{:#x}", name, name.empty() ? "" : " ", location.address);
    }

    const PprofContent& m_content;
    StackProfile& m_profile;
    ImportLog& m_log;
    std::unordered_map<uint64_t, StackNameId> m_nameOf;
    std::unordered_map<uint64_t, std::vector<StackNameId>> m_framesAt;
    std::vector<StackNameId> m_stack;
};

std::string typeText(const PprofContent& content, const PprofContent::ValueType& type)
{
    bool wasRepaired = false;
    return fmt::format("{} ({})", plainText(content.string(type.type), wasRepaired),
                       plainText(content.string(type.unit), wasRepaired));
}

/// The type that is shown: the profile's default, otherwise the last, as in pprof.
size_t shownType(const PprofContent& content)
{
    const auto wanted = content.string(content.defaultType);
    for (size_t i = 0; i < content.types.size() && !wanted.empty(); ++i) {
        if (content.string(content.types[i].type) == wanted)
            return i;
    }
    return content.types.empty() ? 0 : content.types.size() - 1;
}

std::optional<size_t> callsType(const PprofContent& content, size_t shown)
{
    for (size_t i = 0; i < content.types.size(); ++i) {
        if (i != shown && content.string(content.types[i].type) == "calls" &&
            content.string(content.types[i].unit) == "count")
            return i;
    }
    return std::nullopt;
}

std::vector<std::string> notesOf(const PprofContent& content, size_t shown)
{
    std::vector<std::string> others;
    for (size_t i = 0; i < content.types.size(); ++i) {
        if (i != shown)
            others.push_back(typeText(content, content.types[i]));
    }
    if (others.empty())
        return {};
    return {translated("Of its value types, {type} is shown; it also has {others}.",
                       {{"type", typeText(content, content.types[shown])},
                        {"others", fmt::format("{}", fmt::join(others, ", "))}})};
}

} // namespace

bool isPprof(std::string_view head)
{
    return isPprofContent(head);
}

ImportedRun readPprof(const std::filesystem::path& path, const ImportOptions& options)
{
    ImportSource source(path);
    const std::string bytes = wholeContent(source, options);
    const PprofContent content = pprofContent(bytes);
    ImportLog log;
    if (!content.problem.empty())
        log.damage(translated(
            "The file is cut short or damaged within its profile; everything before that was read."));
    if (content.strings.empty() && !content.samples.empty())
        throw Error(
            translated("Cannot import {file}: it is a pprof profile that ends before its names begin.",
                       {{"file", path.string()}}));
    StackProfile profile(log);
    const size_t shown = shownType(content);
    ProfileUnit unit{.unit = "counts"};
    if (!content.types.empty())
        unit =
            profileUnit(content.string(content.types[shown].type), content.string(content.types[shown].unit));
    profile.unit = unit.unit;
    PprofStacks(content, profile, log).add(shown, callsType(content, shown), unit.scale);
    return profileRun(
        profile, source,
        {.format = translated("pprof profile"), .notes = notesOf(content, shown), .unixNs = content.unixNs},
        std::move(log));
}

} // namespace stepscope
