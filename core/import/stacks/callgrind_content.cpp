#include "core/import/stacks/callgrind_content.h"

#include "core/base/id_hash.h"
#include "core/base/text/parse_text.h"
#include "core/import/shared/json_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <utility>

namespace stepscope {

namespace {

/// Takes a word off the front; empty: none left.
std::string_view nextWord(std::string_view& text)
{
    text = trimmed(text);
    const size_t end = std::min(text.find_first_of(" \t"), text.size());
    const auto word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

/// A decimal or hexadecimal number; none: it is not a number.
std::optional<int64_t> numberOf(std::string_view word)
{
    const bool isHex = word.starts_with("0x") || word.starts_with("0X");
    const bool isNegative = !isHex && word.starts_with('-');
    word.remove_prefix(isHex ? 2 : isNegative ? 1 : 0);
    uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(word.data(), word.data() + word.size(), number, isHex ? 16 : 10);
    if (end != word.data() + word.size() || word.empty() || error == std::errc::invalid_argument)
        return std::nullopt;
    const bool isTooLarge =
        error == std::errc::result_out_of_range || number > uint64_t(StackProfile::mostValue);
    const int64_t value = isTooLarge ? StackProfile::mostValue + 1 : int64_t(number);
    return isNegative ? -value : value;
}

bool isSubposition(std::string_view word)
{
    if (word == "*")
        return true;
    if (word.starts_with('+') || word.starts_with('-'))
        word.remove_prefix(1);
    return numberOf(word).has_value();
}

/// Adds to a sum of non-negative figures without overflow.
void addTo(int64_t& sum, int64_t value)
{
    sum = std::min(sum, StackProfile::mostValue) + std::min(value, StackProfile::mostValue);
}

} // namespace

void CallgrindContent::take(std::string_view line)
{
    line = trimmed(line);
    if (line.empty() || line.front() == '#')
        return;
    if (std::isdigit(static_cast<unsigned char>(line.front())) || line.front() == '+' ||
        line.front() == '-' || line.front() == '*')
        return takeCosts(line);
    const size_t sign = line.find_first_of("=:");
    if (sign == std::string_view::npos)
        return m_log.count(ImportIssue::UnreadableLines);
    const auto key = line.substr(0, sign);
    const auto value = trimmed(line.substr(sign + 1));
    if (line[sign] == ':')
        takeHeader(key, value);
    else if (!takeName(key, value))
        m_log.count(ImportIssue::UnreadableLines);
}

void CallgrindContent::takeHeader(std::string_view key, std::string_view value)
{
    const auto addUp = [&](std::optional<int64_t>& sum) {
        int64_t all = sum.value_or(0);
        addTo(all, std::max<int64_t>(numberOf(nextWord(value)).value_or(0), 0));
        sum = all;
    };
    if (key == "events") {
        takeEvents(value);
    } else if (key == "positions") {
        m_positions = 0;
        while (!nextWord(value).empty())
            ++m_positions;
        m_positions = std::max<size_t>(m_positions, 1);
    } else if (key == "event") {
        const size_t colon = value.find(':');
        const auto name = trimmed(value.substr(0, std::min(value.find('='), colon)));
        if (colon != std::string_view::npos)
            m_longNames.try_emplace(std::string(name), trimmed(value.substr(colon + 1)));
    } else if (key == "cmd") {
        m_command = value;
    } else if (key == "creator") {
        m_creator = value;
    } else if (key == "totals") {
        addUp(m_totals);
    } else if (key == "summary") {
        addUp(m_summary);
    }
}

/// Each part of a file may have its own order of events.
void CallgrindContent::takeEvents(std::string_view value)
{
    std::vector<std::string> events;
    while (!value.empty()) {
        bool wasRepaired = false;
        if (const auto word = nextWord(value); !word.empty())
            events.push_back(plainText(word, wasRepaired));
    }
    if (events.empty())
        return m_log.count(ImportIssue::UnreadableLines);
    if (m_events.empty())
        m_events = events;
    m_column = size_t(std::ranges::find(events, m_events.front()) - events.begin());
}

bool CallgrindContent::takeName(std::string_view key, std::string_view value)
{
    if (key == "fn") {
        m_function = functionOf(value, m_file, m_object, true, false);
        m_callCount.reset();
    } else if (key == "fl") {
        m_file = textOf(m_files, value);
    } else if (key == "ob") {
        m_object = textOf(m_objects, value);
    } else if (key == "cfi" || key == "cfl") {
        m_calledFile = textOf(m_files, value);
    } else if (key == "cob") {
        m_calledObject = textOf(m_objects, value);
    } else if (key == "cfn") {
        m_called = functionOf(value, m_calledFile.isNone() ? m_file : m_calledFile,
                              m_calledObject.isNone() ? m_object : m_calledObject, false,
                              m_calledFile.isNone() && m_calledObject.isNone());
        m_calledFile = {};
        m_calledObject = {};
    } else if (key == "calls") {
        takeCalls(value);
    } else if (key == "jump" || key == "jcnd") {
        m_isAfterJump = true;
    } else if (key == "fi" || key == "fe" || key == "jfi") {
        textOf(m_files, value); // of inlined code; the costs stay with the function
    } else if (key == "jfn") {
        functionOf(value, m_file, m_object, false, true);
    } else {
        return key == "frfn" || key == "frob" || key == "frfl" || key == "rec";
    }
    return true;
}

void CallgrindContent::takeCalls(std::string_view value)
{
    const auto count = numberOf(nextWord(value));
    if (!count || m_called.isNone())
        return m_log.count(ImportIssue::UnreadableLines);
    m_callCount = std::clamp<int64_t>(*count, 0, StackProfile::mostValue);
}

void CallgrindContent::takeCosts(std::string_view line)
{
    const bool isOfJump = std::exchange(m_isAfterJump, false);
    const auto calls = std::exchange(m_callCount, std::nullopt);
    for (size_t position = 0; position < m_positions; ++position) {
        if (!isSubposition(nextWord(line)))
            return m_log.count(ImportIssue::UnreadableLines);
    }
    if (isOfJump)
        return;
    for (size_t column = 0; column < m_column; ++column)
        nextWord(line);
    const auto word = nextWord(line);
    const auto cost = word.empty() ? std::optional<int64_t>(0) : numberOf(word);
    if (!cost || m_function.isNone())
        return m_log.count(ImportIssue::UnreadableLines);
    m_log.count(ImportIssue::NegativeValues, *cost < 0);
    m_log.count(ImportIssue::ValuesTooLarge, *cost > StackProfile::mostValue);
    const int64_t value = *cost > StackProfile::mostValue ? 0 : std::max<int64_t>(*cost, 0);
    if (!calls)
        return addTo(m_functions[m_function].self, value);
    CallId& at = m_callAt[uint64_t(m_function) << 32 | m_called];
    if (at.isNone()) {
        at = CallId(uint32_t(m_calls.size()));
        m_calls.emplace_back();
        m_pairs.emplace_back(m_function, m_called);
    }
    addTo(m_calls[at].calls, *calls);
    addTo(m_calls[at].total, value);
}

/// "(12) name" defines 12, "(12)" refers to it.
static std::pair<std::optional<uint64_t>, std::string_view> abbreviation(std::string_view value)
{
    if (value.size() < 3 || value.front() != '(' || !std::isdigit(static_cast<unsigned char>(value[1])))
        return {std::nullopt, value};
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(value.data() + 1, value.data() + value.size(), number);
    if (error != std::errc() || end == value.data() + value.size() || *end != ')')
        return {std::nullopt, value};
    return {number, trimmed(value.substr(size_t(end + 1 - value.data())))};
}

CallgrindContent::TextId CallgrindContent::textOf(Names<TextId>& names, std::string_view value)
{
    const auto [number, name] = abbreviation(value);
    if (!number)
        return m_texts.intern(name);
    if (!name.empty())
        return names[*number] = m_texts.intern(name);
    const auto known = names.find(*number);
    if (known != names.end())
        return known->second;
    m_log.count(ImportIssue::MissingFunctions);
    return names[*number] = m_texts.intern(value);
}

CallgrindContent::FunctionId CallgrindContent::functionOf(std::string_view value, TextId file, TextId object,
                                                          bool isDefined, bool isAnywhere)
{
    const auto [number, name] = abbreviation(value);
    if (number && name.empty()) {
        if (const auto known = m_functionNames.find(*number); known != m_functionNames.end()) {
            Function& function = m_functions[known->second];
            if (isDefined && !function.isDefined && known->second != m_other)
                function = {function.name, file, object, true, false, function.self};
            return known->second;
        }
        m_log.count(ImportIssue::MissingFunctions);
    }
    const TextId text = m_texts.intern(name.empty() ? value : name);
    const FunctionId function = functionIn(text, file, object, isDefined, isAnywhere);
    if (number)
        m_functionNames[*number] = function;
    return function;
}

/// The function that represents all functions beyond the limit.
CallgrindContent::FunctionId CallgrindContent::otherFunction()
{
    m_log.count(ImportIssue::TooManyFunctions);
    if (m_other.isNone()) {
        m_other = FunctionId(uint32_t(m_functions.size()));
        m_functions.push_back({.name = m_texts.intern("(other functions)"), .isDefined = true});
    }
    return m_other;
}

CallgrindContent::FunctionId CallgrindContent::functionIn(TextId name, TextId file, TextId object,
                                                          bool isDefined, bool isAnywhere)
{
    PlaceId& place = m_placeAt[uint64_t(file) << 32 | object];
    if (place.isNone())
        place = PlaceId(m_places++);
    FunctionId& index = m_functionAt[uint64_t(name) << 32 | place];
    if (index.isNone()) {
        if (m_functions.size() >= StackProfile::mostNames)
            return index = otherFunction();
        index = FunctionId(uint32_t(m_functions.size()));
        m_functions.push_back({.name = name, .file = file, .object = object});
    }
    if (index == m_other)
        return index;
    Function& function = m_functions[index];
    function.isDefined = function.isDefined || isDefined;
    function.isAnywhere = function.isAnywhere && isAnywhere;
    return index;
}

/// By function: itself or, if its file is not known, the only one of its name.
std::vector<CallSums::FunctionId> CallgrindContent::foundFunctions() const
{
    std::unordered_map<TextId, FunctionId> only; // by name; none: there are several
    for (FunctionId i(0); i < m_functions.size(); ++i) {
        if (!m_functions[i].isDefined)
            continue;
        const auto [found, isNew] = only.try_emplace(m_functions[i].name, i);
        found->second = isNew ? i : FunctionId();
    }
    std::vector<FunctionId> found;
    for (FunctionId i(0); i < m_functions.size(); ++i) {
        const Function& function = m_functions[i];
        const auto other = only.find(function.name);
        const bool isElsewhere =
            !function.isDefined && function.isAnywhere && other != only.end() && !other->second.isNone();
        found.push_back(isElsewhere ? other->second : i);
    }
    return found;
}

/// By function: its name, with the file and the object if another function has the same name.
std::vector<StackNameId> CallgrindContent::namesOf(const std::vector<FunctionId>& found)
{
    std::unordered_map<TextId, uint32_t> byName;
    std::map<std::pair<TextId, TextId>, uint32_t> byFile;
    for (FunctionId i(0); i < m_functions.size(); ++i) {
        if (found[i] != i)
            continue;
        ++byName[m_functions[i].name];
        ++byFile[{m_functions[i].name, m_functions[i].file}];
    }
    std::vector<StackNameId> names;
    for (FunctionId i(0); i < m_functions.size(); ++i) {
        const Function& function = m_functions[i];
        if (i == m_other) {
            names.push_back(m_profile.otherName());
            continue;
        }
        std::string name(m_texts[function.name]);
        const auto add = [&](TextId text) {
            if (!m_texts[text].empty())
                name += " (" + std::string(m_texts[text]) + ")";
        };
        if (found[i] == i && byName[function.name] > 1)
            add(function.file);
        if (found[i] == i && byFile[{function.name, function.file}] > 1)
            add(function.object);
        names.push_back(m_profile.name(name));
    }
    return names;
}

CallSums CallgrindContent::sums()
{
    const auto found = foundFunctions();
    const auto names = namesOf(found);
    CallSums sums;
    for (FunctionId i(0); i < m_functions.size(); ++i)
        sums.functions.push_back({.name = names[i], .self = m_functions[i].self});
    FlatIndex<CallSums::CallId> callAt;
    for (size_t i = 0; i < m_calls.size(); ++i) {
        const FunctionId from = found[m_pairs[i].first];
        const FunctionId to = found[m_pairs[i].second];
        auto& at = callAt[uint64_t(from) << 32 | to];
        if (at.isNone()) {
            at = CallSums::CallId(uint32_t(sums.calls.size()));
            sums.calls.push_back({.from = from, .to = to});
        }
        addTo(sums.calls[at].calls, m_calls[i].calls);
        addTo(sums.calls[at].total, m_calls[i].total);
    }
    return sums;
}

std::string CallgrindContent::longNameOf(const std::string& event) const
{
    const auto found = m_longNames.find(event);
    return found == m_longNames.end() ? std::string() : found->second;
}

} // namespace stepscope
