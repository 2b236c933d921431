#include "core/import/chrome/chrome_event_parser.h"

#include <QTest>

#include <fmt/format.h>

#include <string>

using namespace stepscope;

namespace {

/// One event in many layouts, and others.
const std::vector<std::string> events = {
    R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 2, "ts": 10.5, "dur": 3, "args": {"External id": 7}})",
    R"({"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":2,"ts":10.5,"dur":3,"args":{"External id":7}})",
    "{\n  \"ph\": \"X\", \"cat\": \"cpu_op\", \n  \"name\": \"a\", \"pid\": 1, \"tid\": \"2\",\n  "
    "\"ts\":\t10.500, "
    "\"dur\" : 3,\n  \"args\": {\n    \"External id\": 7\n  }\n}",
    R"({"args": {"external id": 7, "other": [1, {"ph": "i"}]}, "dur": 3, "ts": 10.5, "tid": 2, "pid": 1, "name": "a", "cat": "cpu_op", "ph": "X"})",
    R"({"ph": "X", "args": null, "cat": "cpu_op", "name": "b", "pid": 1, "tid": 2, "ts": 11})",
    R"({"ph": "X", "args": null})",
    R"({"ph": "X", "args": {}})",
    R"({"ph": "X", "args": {}, "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 12, "dur": 1})",
    R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 12, "dur": 1, "args": {"device": 0, "stream": 7, "correlation": 3, "grid": [1, 2, 3], "block": [4, 5, 6], "est. achieved occupancy %": 50}})",
    R"({"ph": "i", "name": "[memory]", "pid": 0, "tid": 0, "ts": 13, "args": {"Device Type": 0, "Device Id": -1, "Addr": 9, "Bytes": 64}})",
    R"({"ph": "C", "name": "c", "pid": 0, "ts": 14, "args": {"Bytes": 64.5, "x" : 1}})",
    R"({"ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "main"}})",
    R"({})",
    R"({"ph": "X", "name": "an "odd" name", "pid": 1, "tid": 2, "ts": 15, "dur": 1})",
    R"({"ph": "X", "name": "t", "ts": 16, "pid": 1, "tid": 2,})",
    R"({"ph": "X", "name": "t" "ts": 16})",
};

/// The content of a block, without the ids, which depend on the order of reading.
std::string described(const ImportedBlock& block, const ImportedTexts& texts)
{
    std::string text;
    const auto track = [&texts](ImportedTrackId id) {
        const ImportedTrack& at = texts.tracks[id];
        return fmt::format("{}/{}{}", at.process, at.thread, at.isStream ? "s" : "");
    };
    for (const ImportedEvent& event : block.events) {
        text +=
            fmt::format("{} {} {} {} {} {} {} {}", texts.names[event.name], track(event.track), event.startNs,
                        event.durationNs, event.link, event.externalId, int(event.kind), event.pass);
        if (event.kind == ImportedKind::Kernel && !event.detail.isNone()) {
            const auto& work = block.work[event.detail].work;
            text += fmt::format(" {} {} {}", work.grid[2], work.block[0], work.occupancy);
        }
        text += "; ";
    }
    for (const ImportedAllocation& each : block.allocations)
        text += fmt::format("{} bytes at {}; ", each.bytes, each.address);
    for (const ImportedCounterValue& each : block.counters)
        text += fmt::format("{} {}; ", texts.names[each.series], each.value);
    for (const ImportedName& each : block.names)
        text += fmt::format("{} is {}; ", track(each.track), texts.names[each.name]);
    return text;
}

struct Read
{
    std::string text;
    ChromeEventParser::End end;
};

Read read(ChromeEventParser& parser, const std::string& text)
{
    const std::string padded = text + std::string(jsonPadding, '\0');
    auto result = parser.parse(std::string_view(padded).substr(0, text.size()));
    return {described(result.block, parser.texts()), result.end};
}

} // namespace

class TestChromeEventParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layoutsMakeNoDifference()
    {
        ChromeEventParser parser(0);
        const auto expected = read(parser, events[0]).text;
        QCOMPARE(expected, std::string("a 1/2 10500 3000 -1 7 0 255; "));
        for (size_t i = 1; i < 4; ++i)
            QCOMPARE(read(parser, events[i]).text, expected);
    }

    void whatWasReadBeforeMakesNoDifference()
    {
        for (const std::string& before : events) {
            for (const std::string& event : events) {
                ChromeEventParser fresh(0);
                const auto expected = read(fresh, event);
                ChromeEventParser parser(0);
                read(parser, before);
                read(parser, event);
                read(parser, before);
                const auto again = read(parser, event);
                QCOMPARE(again.text, expected.text);
                QCOMPARE(int(again.end), int(expected.end));
            }
        }
    }

    /// A known layout must not be followed beyond the end of the text.
    void aKnownEventThatIsCutIsNotTaken()
    {
        for (const std::string& event : events) {
            ChromeEventParser parser(0);
            read(parser, event + ",\n" + event);
            for (size_t size = 1; size < event.size(); ++size) {
                ChromeEventParser fresh(0);
                const auto expected = read(fresh, event.substr(0, size));
                const auto cut = read(parser, event.substr(0, size));
                QCOMPARE(cut.text, expected.text);
                QCOMPARE(int(cut.end), int(expected.end));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestChromeEventParser)
#include "test_chrome_event_parser.moc"
