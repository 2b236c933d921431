#include "core/trace/nesting_depth.h"
#include "imported_text.h"
#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/support/failure.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

/// Problems of real files: each is handled and counted.
class TestImportHazards : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    QString printedOf(const ImportedRun& imported) const
    {
        return QString::fromStdString(printed(imported.run.trace));
    }

private Q_SLOTS:
    void controlCharactersInNames()
    {
        const auto imported =
            m_folder.import(listOf({span("a\x01\nb\xFF", "0", "5"), span("a\x01\nb\xFF", "6", "1")}));
        QCOMPARE(printedOf(imported),
                 QString("1 operator Forward a  b\uFFFD 0-5\n1 operator Forward a  b\uFFFD 6-7\n"));
        QCOMPARE(imported.log.counted(ImportIssue::ControlCharacters), 1);
    }

    void escapesInNames()
    {
        const auto imported = m_folder.import(listOf({span(R"(a\"b\\c\u00b5\ud83d\ude00\n/\/)", "0", "5")}));
        QCOMPARE(printedOf(imported), QString("1 operator Forward a\"b\\cµ😀 // 0-5\n"));
    }

    void unescapedQuotes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("in the middle") << R"(say "hello" twice)";
        QTest::newRow("at the end") << R"(say "hello")";
        QTest::newRow("with a comma") << R"(call("a", "b"))";
        QTest::newRow("with a brace") << R"(f"{x}" and g)";
        QTest::newRow("with an open brace") << "a\", {b";
    }

    void unescapedQuotes()
    {
        QFETCH(QString, name);
        const auto imported = m_folder.import(
            listOf({span("before", "0", "1"), span(name.toStdString(), "2", "5"), span("after", "8", "1")}));
        QCOMPARE(printedOf(imported), "1 operator Forward before 0-1\n1 operator Forward " + name +
                                          " 2-7\n1 operator Forward after 8-9\n");
        QCOMPARE(imported.log.counted(ImportIssue::UnescapedQuotes), 1);
        QCOMPARE(imported.log.counted(ImportIssue::UnreadableEvents), 0);
    }

    void unescapedQuotesInFlows_data() { unescapedQuotes_data(); }

    void unescapedQuotesInFlows()
    {
        QFETCH(QString, name);
        const std::string flow =
            "{\"ph\": \"s\", \"id\": 1, \"pid\": 1, \"tid\": 1, \"ts\": 3, \"name\": \"" +
            name.toStdString() + "\", \"bp\": \"e\"}";
        const auto imported =
            m_folder.import(listOf({span("before", "0", "1"), flow, span("after", "8", "1")}));
        QCOMPARE(printedOf(imported),
                 QString("1 operator Forward before 0-1\n1 operator Forward after 8-9\n"));
        QCOMPARE(imported.log.counted(ImportIssue::UnescapedQuotes), 1);
        QCOMPARE(imported.log.counted(ImportIssue::UnreadableEvents), 0);
    }

    void bareWords()
    {
        const auto imported = m_folder.import(listOf(
            {span("a", "0", "5", R"(, "args": {"bandwidth": N/A, "x": NaN, "y": -Infinity, "z": inf})")}));
        QCOMPARE(printedOf(imported), "1 operator Forward a 0-5\n");
        QCOMPARE(imported.log.counted(ImportIssue::BareWords), 4);
    }

    void trailingCommasAndMissingOnes()
    {
        const auto imported = m_folder.import(R"({"traceEvents": [{"ph":"X","name":"a","ts":0,"dur":1,},
            {"ph":"X","name":"b","ts":2,"dur":1},, {"ph":"X","name":"c","ts":4,"dur":1} {"ph":"X","name":"d","ts":6,"dur":1},]})");
        QCOMPARE(imported.run.trace.size(), 4U);
    }

    void anUnreadableEventIsLeftOutAlone()
    {
        const auto imported = m_folder.import(listOf(
            {span("a", "0", "1"), R"({"ph": "X", "name" "b", "ts": 1, "dur": 1})", span("c", "2", "1")}));
        QCOMPARE(printedOf(imported), "1 operator Forward a 0-1\n1 operator Forward c 2-3\n");
        QCOMPARE(imported.log.counted(ImportIssue::UnreadableEvents), 1);
    }

    void eventsWithoutTimeOrDuration()
    {
        const auto imported =
            m_folder.import(listOf({R"({"ph": "X", "name": "a", "pid": 1, "tid": 1, "dur": 1})",
                                    R"({"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 1})",
                                    span("c", "2", "-4"), span("d", "N/A", "1")}));
        QCOMPARE(printedOf(imported), "1 operator Forward b 0-0\n1 operator Forward c 1-1\n");
        QCOMPARE(imported.log.counted(ImportIssue::EventsWithoutTime), 2);
        QCOMPARE(imported.log.counted(ImportIssue::MissingDurations), 1);
        QCOMPARE(imported.log.counted(ImportIssue::NegativeDurations), 1);
    }

    void duplicatesAndDisorder()
    {
        const std::string id = R"(, "args": {"External id": 4})";
        const auto imported = m_folder.import(
            listOf({span("late", "50", "5", id), span("early", "0", "5"), span("late", "50", "5", id)}));
        QCOMPARE(printedOf(imported), "1 operator Forward early 0-5\n1 operator Forward late 50-55\n");
        QCOMPARE(imported.log.counted(ImportIssue::DuplicateEvents), 1);
    }

    /// Two short calls in one microsecond are no duplicates.
    void whatHasNoIdIsNoDuplicate()
    {
        const auto imported = m_folder.import(listOf({span("a", "0", "0"), span("a", "0", "0")}));
        QCOMPARE(imported.run.trace.size(), 2U);
    }

    void childrenThatStickOutByRounding()
    {
        const auto imported = m_folder.import(listOf({span("parent", "0", "10"), span("child", "5", "6")}));
        QCOMPARE(printedOf(imported),
                 "1 operator Forward parent 0-10\n1 operator Forward child 5-11 in parent\n");
        QCOMPARE(imported.log.counted(ImportIssue::ChildrenSticking), 1);
    }

    void overlapsAreKeptWithoutParent()
    {
        const auto imported = m_folder.import(listOf(
            {span("outer", "0", "100"), span("a", "10", "20"), span("b", "20", "40"), span("c", "25", "2")}));
        QCOMPARE(printedOf(imported),
                 "1 operator Forward outer 0-100\n1 operator Forward a 10-30 in outer\n"
                 "1 operator Forward b 20-60 in outer\n1 operator Forward c 25-27 in b\n");
        QCOMPARE(imported.log.counted(ImportIssue::OverlappingEvents), 1);
    }

    /// Ids tell which of two calls that begin in the same microsecond came first.
    void idsOrderWhatBeginsTogether()
    {
        const auto imported =
            m_folder.import(listOf({span("second", "0", "9", R"(, "args": {"External id": 2})"),
                                    span("first", "0", "0", R"(, "args": {"External id": 1})")}));
        QCOMPARE(printedOf(imported), "1 operator Forward first 0-0\n1 operator Forward second 0-9\n");
    }

    void anEventFarFromTheOthers()
    {
        const auto imported =
            m_folder.import(listOf({span("stray", "0", "1"), span("a", "1712195495519695", "1"),
                                    span("b", "1712195495519699", "1")}));
        QCOMPARE(printedOf(imported), "1 operator Forward a 0-1\n1 operator Forward b 4-5\n");
        QCOMPARE(imported.log.counted(ImportIssue::EventsFarAway), 1);
    }

    void workThatBeginsBeforeItsLaunchStandsBehindIt()
    {
        const auto imported = m_folder.import(listOf(
            {R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 9, "dur": 5, "args": {"device": 0, "stream": 7, "correlation": 3}})",
             R"({"ph": "X", "cat": "cuda_runtime", "name": "launch", "pid": 1, "tid": 1, "ts": 10, "dur": 2, "args": {"correlation": 3}})"}));
        QCOMPARE(printedOf(imported), "1 runtime Other launch 1-3\ngpu0/7 kernel Other k 0-5 by launch\n");
        QCOMPARE(imported.log.counted(ImportIssue::LaunchesAfterWork), 1);
        QCOMPARE(imported.log.counted(ImportIssue::MissingDevices), 1);
    }

    void endsWithoutBeginsAndBeginsWithoutEnds()
    {
        const auto imported = m_folder.import(R"([{"ph":"E","pid":1,"tid":1,"ts":0},
            {"ph":"B","name":"open","pid":1,"tid":1,"ts":1}, {"ph":"B","name":"b","pid":1,"tid":2,"ts":5}, {"ph":"E","pid":1,"tid":2,"ts":9}])");
        QCOMPARE(imported.log.counted(ImportIssue::EndsWithoutBegin), 1);
        QCOMPARE(imported.log.counted(ImportIssue::BeginsWithoutEnd), 1);
        QCOMPARE(printedOf(imported), "1 operator Forward open 0-8\n2 operator Forward b 4-8\n");
    }

    void brokenDeviceProperties()
    {
        const auto imported =
            m_folder.import(R"({"schemaVersion": 1, "deviceProperties": [{"id": N/A}], "traceEvents": [)" +
                            span("a", "0", "1") + "]}");
        QCOMPARE(imported.run.trace.size(), 1U);
        QCOMPARE(imported.log.damages().size(), size_t(1));
    }

    /// An event that is longer than a block, and texts that look like events where blocks may be cut.
    void longEventsAndTreacherousTexts()
    {
        std::vector<std::string> events;
        for (int i = 0; i < 20; ++i) {
            const std::string stack(i == 7 ? 3 << 20 : 200'000, 's');
            const std::string list = "[{\"name\": \"x\", \"ts\": 1}, {\"ph\": \"X\", \"name\": \"y\"}]";
            const std::string trap = "\", {\\\"ph\\\": \\\"X\\\"}\"";
            events.push_back(span(fmt::format("e{}", i), std::to_string(10 * i), "5",
                                  ", \"args\": {\"Call stack\": \"" + stack + "\", \"list\": " + list +
                                      ", \"text\": " + trap + "}"));
        }
        const auto imported = m_folder.import(listOf(events), 3);
        QCOMPARE(imported.run.trace.size(), 20U);
        QCOMPARE(imported.log.issues().size(), size_t(0));
    }

    /// Every file cut at 200 places: what is complete before the cut is read, and the log reports the cut.
    void everyCut_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("2021") << 0;
        QTest::newRow("now") << 1;
        QTest::newRow("now, gzip") << 2;
    }

    void everyCut()
    {
        QFETCH(int, kind);
        const std::string text = kind == 0 ? KinetoWriter(dialectOf2021()).write() : KinetoWriter().write();
        std::string content = text;
        if (kind == 2) {
            std::ifstream file(m_folder.writeGzip("whole.gz", text), std::ios::binary);
            content.assign(std::istreambuf_iterator<char>(file), {});
        }
        const auto whole = m_folder.import(content).run.trace;
        uint32_t before = 0;
        constexpr size_t cuts = 200;
        for (size_t cut = 0; cut < cuts; ++cut) {
            const auto path = m_folder.write("cut.json", content.substr(0, content.size() * cut / cuts));
            uint32_t size = 0;
            try {
                const auto imported = importFile(path);
                size = imported.run.trace.size();
                QVERIFY(!imported.log.damages().empty());
            } catch (const Error&) {
                QVERIFY(before == 0); // once there are events, they are read
            }
            QVERIFY(size <= whole.size());
            QVERIFY2(size >= before, "the longer file has fewer events");
            before = size;
        }
        QVERIFY(before > 0);
    }

    void itSaysWhereTheFileEnds()
    {
        const std::string text = listOf({span("a", "0", "1"), span("b", "2", "1")});
        const auto imported = m_folder.import(text.substr(0, text.size() - 20));
        QCOMPARE(imported.run.trace.size(), 1U);
        QCOMPARE(imported.log.damages().at(0),
                 fmt::format("The file ends within an event, at byte {}. All events before that were read.",
                             text.size() - 20));
    }

    void itSaysWhereEventsEndBeforeTheListDoes()
    {
        const std::string events = "{\"traceEvents\": [" + span("a", "0", "1") + ", ";
        const auto imported = m_folder.import(events + "[[[[]]]]]}");
        QCOMPARE(imported.run.trace.size(), 1U);
        QCOMPARE(imported.log.damages().at(0),
                 fmt::format("After byte {}, the list of events has text that is not an event. All events "
                             "before that were read.",
                             events.size()));
    }

    void bombsAreRefused()
    {
        // Zeros shrink a thousandfold: 600 kB that would be 600 MB.
        const auto path = m_folder.path() / "bomb.json.gz";
        const gzFile file = gzopen(path.c_str(), "wb9");
        const std::string head = R"({"schemaVersion": 1, "traceEvents": [)";
        gzwrite(file, head.data(), unsigned(head.size()));
        const std::string spaces(1 << 20, ' ');
        for (int i = 0; i < 600; ++i)
            gzwrite(file, spaces.data(), unsigned(spaces.size()));
        gzclose(file);
        QVERIFY(std::filesystem::file_size(path) < 1'000'000);
        const auto failure = failureOf([&] { importFile(path); });
        QVERIFY2(failure.find("which no trace does") != std::string::npos, failure.c_str());
    }

    /// Code that visits everything around an event takes bounded time per event.
    void eventsThatAreNestedTooDeepAreLeftOut()
    {
        constexpr int nested = 2'500;
        std::vector<std::string> events;
        for (int i = 0; i < nested; ++i)
            events.push_back(span("op", std::to_string(i), std::to_string(2 * (nested - i))));
        events.push_back(span("behind", std::to_string(3 * nested), "5"));
        const auto imported = m_folder.import(listOf(events), 1);
        checkSound(imported.run.trace);
        QCOMPARE(imported.run.trace.size(), mostNestingDepth + 1);
        QCOMPARE(imported.log.counted(ImportIssue::NestedTooDeep), nested - int(mostNestingDepth));
        QVERIFY(imported.run.trace.parent.back() == noEvent);
        events.clear(); // the same of events that overlap
        for (int i = 0; i < nested; ++i)
            events.push_back(span("op", std::to_string(i), std::to_string(nested)));
        const auto overlapping = m_folder.import(listOf(events), 1);
        QCOMPARE(overlapping.log.counted(ImportIssue::NestedTooDeep), nested - int(mostNestingDepth));
    }

    /// Each has a single event; a trace can distinguish 65,535 threads.
    void threadsThatShareATrackOverlapNobody()
    {
        std::vector<std::string> events;
        for (int i = 0; i < 250'000; ++i)
            events.push_back(
                fmt::format(R"({{"ph": "X", "name": "op", "pid": 1, "tid": {}, "ts": {}, "dur": 9}})", i + 1,
                            i * 7919 % 1'000));
        const auto imported = m_folder.import(listOf(events), 1);
        QCOMPARE(imported.run.trace.threads.size(), size_t(65'535));
        QCOMPARE(imported.log.counted(ImportIssue::TooManyThreads), int64_t(250'000 - 65'535));
        QCOMPARE(imported.log.counted(ImportIssue::ChildrenSticking), int64_t(0));
        QCOMPARE(imported.log.counted(ImportIssue::OverlappingEvents), int64_t(0));
    }

    void threadsAreInTheSameOrderHoweverManyRead()
    {
        std::vector<std::string> events;
        for (int i = 0; i < 40'000; ++i)
            events.push_back(fmt::format(
                R"({{"ph": "X", "name": "op", "pid": 1, "tid": {}, "ts": 5, "dur": 9, "args": {{}}}})",
                i * 7919 % 40'000));
        const auto one = m_folder.import(listOf(events), 1);
        const auto several = m_folder.import(listOf(events), 4);
        QCOMPARE(one.run.trace.threads.size(), size_t(40'000));
        QVERIFY(std::ranges::equal(one.run.trace.threads, several.run.trace.threads, {}, &TraceThread::id,
                                   &TraceThread::id));
    }

    /// Each would be scanned up to the end of the text.
    void textMadeToBeReadAgainAndAgainIsGivenUp()
    {
        std::string text = "{\"schemaVersion\": 1, \"traceEvents\": [\n" + span("first", "1", "5");
        constexpr int events = 20'000;
        for (int i = 0; i < events; ++i)
            text += R"(,{"ph": "X", "args": {"a": [)";
        const auto imported = m_folder.import(text, 1);
        QCOMPARE(imported.run.trace.size(), 1U);
        const auto tried = imported.log.counted(ImportIssue::UnreadableEvents);
        QVERIFY2(tried < 100, qPrintable(QString::number(tried)));
    }

    void whatIsNoTraceIsRefused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("reason");
        const char* const unknown = "is not in a format that Stepscope reads";
        QTest::newRow("empty") << QByteArray() << "is empty";
        QTest::newRow("text") << QByteArray("hello") << unknown;
        QTest::newRow("an experiment")
            << QByteArray(R"({"dataset": "mnist", "epochs": 3})") << "JSON without a list of trace events";
        QTest::newRow("numbers") << QByteArray("[1, 2, 3]") << unknown;
        QTest::newRow("a nest") << QByteArray(100'000, '[') << unknown;
        QTest::newRow("a brace") << QByteArray("{") << unknown;
    }

    void whatIsNoTraceIsRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, reason);
        const auto path = m_folder.write("other.json", content.toStdString());
        QVERIFY(importFormatOf(path) == nullptr);
        const auto failure = failureOf([&] { importFile(path); });
        QVERIFY2(failure.find(reason.toStdString()) != std::string::npos, failure.c_str());
    }

    void aTraceWithoutEventsIsRefused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no events") << QByteArray(R"({"traceEvents": []})")
                                   << "has no events, so there is nothing to show.";
        QTest::newRow("names only")
            << QByteArray(
                   R"({"traceEvents": [{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "a"}}]})")
            << "has no events, so there is nothing to show.";
        QTest::newRow("cut")
            << QByteArray("{\"traceEvents\":[\n")
            << "has no events that could be read. The file ends within its list of events, at byte 17.";
        QTest::newRow("cut in its first event")
            << QByteArray(R"({"traceEvents": [{"ph": "X", "args": )") + QByteArray(100'000, '[')
            << "has no events that could be read. The file ends within an event, at byte 100,037.";
        QTest::newRow("a nest in the list")
            << QByteArray(R"({"traceEvents": [)") + QByteArray(100'000, '[') + QByteArray(100'000, ']') + "]}"
            << "has no events that could be read. After byte 17, the list of events has text that is not an "
               "event.";
        QTest::newRow("without times")
            << QByteArray(R"({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1}]})")
            << "has no events that could be read. One event has no time and was left out.";
    }

    void aTraceWithoutEventsIsRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, sentence);
        const auto path = m_folder.write("empty.json", content.toStdString());
        QVERIFY_EXCEPTION_THROWN(importFile(path), NothingToImport);
        const auto failure = failureOf([&] { importFile(path); });
        QCOMPARE(failure, path.string() + " " + sentence.toStdString());
    }

    void anImportCanBeCanceled()
    {
        const auto path = m_folder.write("trace.json", KinetoWriter().write());
        std::stop_source stop;
        const ImportOptions options{.progress = [&](const ImportProgress&) { stop.request_stop(); },
                                    .stop = stop.get_token()};
        QVERIFY_EXCEPTION_THROWN(importFile(path, options), ImportCanceled);
    }
};

QTEST_GUILESS_MAIN(TestImportHazards)
#include "test_import_hazards.moc"
