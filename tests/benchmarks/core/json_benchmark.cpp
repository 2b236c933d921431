// Stepscope's parser of Chrome traces against simdjson: both read the same fields of the events of the same
// text into the same structures, on one thread. Also shows which damaged texts each of them reads. --quick
// uses 50 MB.

#include "core/base/files/temporary_folder.h"
#include "core/import/chrome/chrome_category.h"
#include "core/import/chrome/chrome_event_parser.h"
#include "tests/benchmarks/kineto_file.h"
#include "tests/benchmarks/statistics.h"

#include <simdjson.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <string>

using namespace stepscope;
namespace ondemand = simdjson::ondemand;

namespace {

constexpr int rounds = 11;

/// Sums over the events, which show that both have read the same.
struct Sum
{
    int64_t events = 0;
    int64_t startNs = 0;
    int64_t durationNs = 0;
    int64_t links = 0;
    int64_t names = 0;
    int64_t blocks = 0; ///< of kernels

    bool operator==(const Sum&) const = default;
};

Sum sumOf(const ImportedBlock& block)
{
    Sum sum;
    sum.events = int64_t(block.events.size());
    for (const ImportedEvent& event : block.events) {
        sum.startNs += event.startNs % 1'000'000'007;
        sum.durationNs += event.durationNs;
        sum.links += event.link;
        sum.names += event.name;
    }
    for (const ImportedWork& work : block.work)
        sum.blocks += work.work.grid[0];
    return sum;
}

std::string_view eventsIn(std::string_view text)
{
    constexpr std::string_view key = "\"traceEvents\": [";
    const size_t at = text.find(key);
    return at == std::string_view::npos ? std::string_view() : text.substr(at + key.size());
}

Sum readWithOwnParser(std::string_view text)
{
    ChromeEventParser parser(0);
    return sumOf(parser.parse(eventsIn(text)).block);
}

/// Reads the fields that ChromeEventParser does, without its care for events that are incomplete.
class SimdjsonReader
{
public:
    Sum read(std::string_view text, size_t capacity)
    {
        auto document = m_parser.iterate(text.data(), text.size(), capacity);
        for (auto event : document["traceEvents"].get_array())
            readEvent(event.get_object());
        return sumOf(m_block);
    }

private:
    struct Fields
    {
        char phase = 0;
        std::string_view category;
        std::string_view name;
        int64_t process = 0;
        int64_t thread = 0;
        int64_t correlation = 0;
        int64_t stream = 0;
        int64_t device = 0;
        bool hasWork = false;
        std::string_view shapes;
        ImportedEvent event{.link = -1};
        TraceDeviceWork work;
    };

    static std::string_view keyOf(ondemand::field& field)
    {
        const char* const begin = field.key().raw();
        return {begin, size_t(static_cast<const char*>(std::memchr(begin, '"', 256)) - begin)};
    }

    static std::string_view textOf(ondemand::value value)
    {
        const std::string_view token = value.raw_json_token();
        const size_t end = token.rfind('"');
        return token.substr(1, end - 1);
    }

    /// The digits, since a double is not precise enough for the time since 1970 in nanoseconds.
    static int64_t nsOf(ondemand::value value)
    {
        std::string_view token = value.raw_json_token();
        int64_t ns = 0;
        int decimals = -1;
        for (const char c : token) {
            if (c == '.')
                decimals = 0;
            else if (c < '0' || c > '9' || decimals == 3)
                break;
            else {
                ns = ns * 10 + (c - '0');
                decimals += decimals >= 0;
            }
        }
        for (int i = std::max(decimals, 0); i < 3; ++i)
            ns *= 10;
        return ns;
    }

    static void readTriple(ondemand::value value, uint32_t (&triple)[3])
    {
        size_t i = 0;
        for (auto each : value.get_array()) {
            if (i < 3)
                triple[i++] = uint32_t(uint64_t(each));
        }
    }

    static void readArgument(ondemand::field field, Fields& fields)
    {
        using enum ChromeField;
        ondemand::value value = field.value();
        const auto work = [&] { fields.hasWork = true; };
        switch (chromeFieldOf(keyOf(field), true)) {
        case InputDims:
            fields.shapes = ondemand::array(value.get_array()).raw_json();
            return;
        case Correlation:
            fields.correlation = value.get_int64();
            return;
        case ExternalId:
            fields.event.externalId = uint32_t(int64_t(value.get_int64()));
            return;
        case ForwardThread:
            fields.event.forwardThread = int32_t(int64_t(value.get_int64()));
            return;
        case Sequence:
            fields.event.link = value.get_int64();
            return;
        case Grid:
            work();
            return readTriple(value, fields.work.grid);
        case Block:
            work();
            return readTriple(value, fields.work.block);
        case Device:
            fields.device = value.get_int64();
            return;
        case Stream:
            fields.stream = value.get_int64();
            return;
        case BlocksPerProcessor:
            work();
            fields.work.blocksPerProcessor = float(double(value.get_double()));
            return;
        case WarpsPerProcessor:
            work();
            fields.work.warpsPerProcessor = float(double(value.get_double()));
            return;
        case SharedBytes:
            work();
            fields.work.sharedBytes = uint32_t(uint64_t(value.get_uint64()));
            return;
        case Registers:
            work();
            fields.work.registers = uint16_t(uint64_t(value.get_uint64()));
            return;
        case Occupancy:
            work();
            fields.work.occupancy = float(double(value.get_double())) / 100;
            return;
        default:
            return;
        }
    }

    void readEvent(ondemand::object object)
    {
        Fields fields;
        for (ondemand::field field : object) {
            switch (chromeFieldOf(keyOf(field), false)) {
            case ChromeField::Phase:
                fields.phase = textOf(field.value())[0];
                break;
            case ChromeField::Time:
                fields.event.startNs = nsOf(field.value());
                break;
            case ChromeField::Duration:
                fields.event.durationNs = nsOf(field.value());
                break;
            case ChromeField::Process:
                fields.process = field.value().get_int64();
                break;
            case ChromeField::Thread:
                fields.thread = field.value().get_int64();
                break;
            case ChromeField::Category:
                fields.category = textOf(field.value());
                break;
            case ChromeField::Name:
                fields.name = textOf(field.value());
                break;
            case ChromeField::Arguments:
                for (ondemand::field argument : field.value().get_object())
                    readArgument(argument, fields);
                break;
            default:
                break;
            }
            if (fields.phase != 0 && fields.phase != 'X')
                return;
        }
        if (fields.phase == 'X')
            take(fields);
    }

    void take(Fields& fields)
    {
        ImportedEvent& event = fields.event;
        event.kind = chromeKindOf(fields.category);
        event.name = m_texts.names.intern(fields.name);
        const bool isStream = isOnDevice(event.kind);
        event.track = m_texts.trackOf({.process = isStream ? fields.device : fields.process,
                                       .thread = isStream ? fields.stream : fields.thread,
                                       .isStream = isStream});
        const bool isCalled = event.kind == ImportedKind::Operator || event.kind == ImportedKind::Annotation;
        if (!isCalled)
            event.link = fields.correlation;
        if (isCalled && !fields.shapes.empty()) {
            event.detail = ImportedDetailId(uint32_t(m_texts.shapes.intern(fields.shapes)));
        } else if (!isCalled && fields.hasWork) {
            event.detail = ImportedDetailId(uint32_t(m_block.work.size()));
            m_block.work.push_back({fields.work});
        }
        m_block.events.push_back(event);
    }

    ondemand::parser m_parser{size_t(1) << 32};
    ImportedTexts m_texts;
    ImportedBlock m_block;
};

/// The text with room after it for both parsers.
struct PaddedText
{
    explicit PaddedText(std::string content)
        : text(std::move(content))
        , size(text.size())
    {
        text.append(std::max<size_t>(jsonPadding, simdjson::SIMDJSON_PADDING), '\0');
    }
    std::string_view view() const { return {text.data(), size}; }
    Sum withSimdjson() const { return SimdjsonReader().read(view(), text.size()); }
    Sum withOwnParser() const { return readWithOwnParser(view()); }

    std::string text;
    size_t size;
};

struct Measured
{
    double seconds = 0.0;
    double peakBytes = 0.0;
    Sum sum;
};

/// In a process of its own, so that the peak memory is that of the work. The text is part of it.
template<typename Work>
Measured measure(Work&& work)
{
    int ends[2] = {};
    if (::pipe(ends) != 0)
        std::abort();
    const pid_t child = ::fork();
    if (child == 0) {
        Measured measured;
        const auto began = std::chrono::steady_clock::now();
        measured.sum = work();
        measured.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        ::_exit(::write(ends[1], &measured, sizeof(measured)) == sizeof(measured) ? 0 : 1);
    }
    ::close(ends[1]);
    Measured measured;
    if (::read(ends[0], &measured, sizeof(measured)) != sizeof(measured))
        fmt::print("  failed\n");
    ::close(ends[0]);
    rusage usage = {};
    ::wait4(child, nullptr, 0, &usage);
    measured.peakBytes = double(usage.ru_maxrss) * 1024;
    return measured;
}

/// How many events each reads of a text with one kind of damage in its middle.
void readDamaged(const char* what, std::string text, std::string_view damage, bool isCut = false)
{
    const size_t middle = text.find("\"name\": \"", text.size() / 2) + 12;
    if (isCut)
        text.resize(middle);
    else
        text.insert(middle, damage);
    const PaddedText damaged(std::move(text));
    std::string simd;
    try {
        simd = fmt::format("{} events", damaged.withSimdjson().events);
    } catch (const simdjson::simdjson_error& error) {
        simd = error.what();
    }
    fmt::print("  {:<28} {:>9} events   {}\n", what, damaged.withOwnParser().events, simd);
}

std::string textOfFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

int main(int argc, char** argv)
{
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const TemporaryFolder folder;
    const auto path = folder.path() / "trace.json";
    writeKinetoFile(path, quick ? 50'000'000 : 500'000'000);
    const PaddedText text(textOfFile(path));
    std::vector<double> own;
    std::vector<double> simd;
    double ownPeak = 0.0;
    double simdPeak = 0.0;
    for (int round = 0; round < rounds; ++round) {
        const Measured first = measure([&] { return text.withOwnParser(); });
        const Measured second = measure([&] { return text.withSimdjson(); });
        if (first.sum != second.sum)
            fmt::print("  the parsers read {} and {} events, or different ones\n", first.sum.events,
                       second.sum.events);
        own.push_back(first.seconds);
        simd.push_back(second.seconds);
        ownPeak = std::max(ownPeak, first.peakBytes);
        simdPeak = std::max(simdPeak, second.peakBytes);
    }
    const auto bytes = double(text.size);
    const auto ratio = benchmarks::ratioOfRounds(simd, own);
    fmt::print("Parsing {:.0f} MB of JSON on one thread, medians of {} rounds in turns\n", bytes / 1e6,
               rounds);
    fmt::print(
        "  own parser {:.0f} MB/s, peak {:.2f} of the text; simdjson {}.{}.{} {:.0f} MB/s, peak {:.2f}\n",
        bytes / 1e6 / benchmarks::median(own), ownPeak / bytes, int(simdjson::SIMDJSON_VERSION_MAJOR),
        int(simdjson::SIMDJSON_VERSION_MINOR), int(simdjson::SIMDJSON_VERSION_REVISION),
        bytes / 1e6 / benchmarks::median(simd), simdPeak / bytes);
    fmt::print("  simdjson takes {:.2f} times as long ({:.2f}–{:.2f})\n", ratio.median, ratio.low,
               ratio.high);

    writeKinetoFile(path, 1'000'000);
    const std::string small = textOfFile(path);
    fmt::print("Damaged texts: the own parser and simdjson\n");
    readDamaged("undamaged", small, "");
    readDamaged("an unescaped quote", small, "\"");
    readDamaged("a control character", small, "\x01");
    readDamaged("a byte that is not UTF-8", small, "\xff");
    readDamaged("the file is cut", small, "", true);
    return 0;
}
