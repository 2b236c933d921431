#include "core/run_file/summary_cache.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/sha256.h"
#include "core/base/text/parse_text.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <iterator>
#include <string_view>
#include <type_traits>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

constexpr auto suffix = ".summaries";

int64_t nanoseconds(const timespec& time)
{
    return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

fs::path cachesFolder()
{
    return cacheFolder() / "libraries";
}

fs::path cacheFileOf(const fs::path& folder)
{
    Sha256 sum;
    sum.add(folder.native());
    return cachesFolder() / (sum.finish() + suffix);
}

/// Identifies the stored fields: a program with other fields ignores the cache.
std::string formatName()
{
    return "Stepscope summaries 3 " + toJson(RunSummary()) + toJson(RunLabel());
}

std::string checksumOf(std::string_view text)
{
    return fmt::format("{:08x}", ::crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

/// Fields that end in a zero byte, which neither file names nor JSON contain.
void addField(std::string& text, std::string_view field)
{
    text += field;
    text += '\0';
}

/// Removes and returns the field at the start. Throws Error when it has no end.
std::string_view takeField(std::string_view& text)
{
    const auto end = text.find('\0');
    if (end == std::string_view::npos)
        throw Error("it is cut short");
    const auto field = text.substr(0, end);
    text.remove_prefix(end + 1);
    return field;
}

template<typename Number>
void addNumber(std::string& text, Number number)
{
    fmt::format_to(std::back_inserter(text), "{}", number);
    text += '\0';
}

template<typename Number>
Number takeNumber(std::string_view& text)
{
    const auto number = parseNumber<Number>(takeField(text));
    if (!number)
        throw Error("a number is damaged");
    return *number;
}

/// Writes members of a summary as fields; a text's field is the length of the text that follows. Reading them
/// takes a quarter of the time of JSON.
struct MembersWriter
{
    std::string& text;

    template<typename Value>
    void operator()(const char*, const Value& value) const
    {
        if constexpr (std::is_enum_v<Value>)
            addNumber(text, int(value));
        else if constexpr (std::is_arithmetic_v<Value>)
            addNumber(text, value);
        else {
            addNumber(text, value.size());
            text += value;
        }
    }
};

struct MembersReader
{
    std::string_view& text;

    void operator()(const char*, RunKind& kind) const { kind = kindOfNumber(takeNumber<int64_t>(text)); }
    void operator()(const char*, RunOutcome& outcome) const
    {
        outcome = outcomeOfNumber(takeNumber<int64_t>(text));
    }
    void operator()(const char*, std::string& value) const
    {
        const auto size = takeNumber<size_t>(text);
        if (size > text.size())
            throw Error("it is cut short");
        value = text.substr(0, size);
        text.remove_prefix(size);
    }
    template<typename Number>
    void operator()(const char*, Number& value) const
    {
        value = takeNumber<Number>(text);
    }
};

std::array<int64_t*, 6> partsOf(FileStamp& stamp)
{
    return {&stamp.inode,    &stamp.bytes,        &stamp.contentNs,
            &stamp.statusNs, &stamp.journalBytes, &stamp.journalNs};
}

std::string textOf(FileStamp stamp)
{
    std::string text;
    for (const int64_t* part : partsOf(stamp))
        fmt::format_to(std::back_inserter(text), "{} ", *part);
    return text;
}

FileStamp stampFromText(std::string_view text)
{
    FileStamp stamp;
    for (int64_t* part : partsOf(stamp)) {
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), *part);
        if (problem != std::errc() || end == text.data() + text.size())
            throw Error("a stamp is damaged");
        text.remove_prefix(size_t(end - text.data()) + 1);
    }
    return stamp;
}

SummaryCache fromText(std::string_view text, const fs::path& folder)
{
    SummaryCache cache;
    if (takeField(text) != folder.native() || takeField(text) != formatName())
        return cache;
    const auto checksum = takeField(text);
    if (checksum != checksumOf(text))
        throw Error("it is damaged");
    const auto noLabel = toJson(RunLabel()); // most runs have none
    while (!text.empty()) {
        const std::string name(takeField(text));
        StampedSummary known{.stamp = stampFromText(takeField(text)), .summary = {}};
        forEachMember(known.summary, MembersReader{text});
        if (const auto label = takeField(text); label != noLabel)
            known.summary.label = labelFromJson(label);
        MembersReader{text}("settings", known.summary.settings);
        cache.emplace_hint(cache.end(), name, std::move(known));
    }
    return cache;
}

/// Removes the caches of folders that no longer exist.
void removeForgotten()
{
    std::error_code failed;
    for (const auto& file : fs::directory_iterator(cachesFolder(), failed)) {
        if (file.path().extension() != suffix)
            continue;
        try {
            const auto content = readFile(file.path());
            std::string_view text = content;
            if (!fs::exists(fs::path(takeField(text)), failed))
                fs::remove(file.path(), failed);
        } catch (const Error&) {
            fs::remove(file.path(), failed);
        }
    }
}

/// The unique name of a folder.
fs::path nameOf(const fs::path& folder)
{
    std::error_code failed;
    auto name = fs::canonical(folder, failed);
    return failed ? fs::path() : name;
}

} // namespace

FileStamp stampOf(const fs::path& file, const fs::path& journal)
{
    struct stat status = {};
    FileStamp stamp;
    if (::stat(file.c_str(), &status) == 0) {
        stamp = {.inode = int64_t(status.st_ino),
                 .bytes = int64_t(status.st_size),
                 .contentNs = nanoseconds(status.st_mtim),
                 .statusNs = nanoseconds(status.st_ctim)};
    }
    if (!journal.empty() && ::stat(journal.c_str(), &status) == 0) {
        stamp.journalBytes = int64_t(status.st_size);
        stamp.journalNs = nanoseconds(status.st_mtim);
    }
    return stamp;
}

bool isSettled(const FileStamp& stamp, int64_t nowUnixNs)
{
    constexpr int64_t coarsestNs = 2'000'000'000; // of FAT
    constexpr int64_t tickNs = 50'000'000;        // the kernel's clock for files ticks at least every 10 ms
    constexpr int64_t millisecondNs = 1'000'000;  // coarse file systems store whole milliseconds
    const int64_t stepNs = stamp.statusNs % millisecondNs != 0 ? tickNs : coarsestNs;
    return std::max({stamp.contentNs, stamp.statusNs, stamp.journalNs}) + stepNs < nowUnixNs;
}

SummaryCache readSummaryCache(const fs::path& folder)
{
    const auto name = nameOf(folder);
    std::error_code ignored;
    try {
        const auto file = cacheFileOf(name);
        return fs::is_regular_file(file, ignored) ? fromText(readFile(file), name) : SummaryCache();
    } catch (const Error&) {
        return {}; // it is created again
    }
}

void writeSummaryCache(const fs::path& folder, const SummaryCache& cache)
{
    const auto name = nameOf(folder);
    std::string body;
    for (const auto& [file, known] : cache) {
        addField(body, file);
        addField(body, textOf(known.stamp));
        forEachMember(known.summary, MembersWriter{body});
        addField(body, toJson(known.summary.label));
        MembersWriter{body}("settings", known.summary.settings);
    }
    std::string text;
    addField(text, name.native());
    addField(text, formatName());
    addField(text, checksumOf(body));
    std::error_code ignored;
    try {
        fs::create_directories(cachesFolder(), ignored);
        removeForgotten();
        writeFileAtomically(cacheFileOf(name), text + body);
    } catch (const std::exception&) {
        // Then the next program reads the runs themselves.
    }
}

} // namespace stepscope
