#include "core/base/files/gzip_text.h"
#include "core/exchange/call_tree_text.h"
#include "core/exchange/pprof_profile.h"
#include "core/import/shared/imported_run.h"
#include "core/import/stacks/stack_profile.h"
#include "core/import/stored_import.h"
#include "core/trace/operators/operator_statistics.h"
#include "sums_text.h"
#include "tests/core/trace/trace_text.h"
#include "tests/support/std_string.h"

#include <protozero/pbf_writer.hpp>

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

using protozero::pbf_writer;

/// A profile.proto of two functions, of which one was inlined into the other, with three types of values.
struct PprofFile
{
    std::vector<std::string> strings{"",        "alloc_objects", "count", "alloc_space",
                                     "bytes",   "inuse_space",   "main",  "helper",
                                     "main.go", "libc.so"};
    std::vector<std::vector<int64_t>> samples{{1, 100, 10}, {2, 200, 20}};
    int64_t defaultType = 0;

    std::string bytes() const
    {
        std::string bytes;
        pbf_writer profile(bytes);
        for (const auto& [type, unit] : {std::pair(1, 2), std::pair(3, 4), std::pair(5, 4)}) {
            pbf_writer value(profile, 1);
            value.add_int64(1, type);
            value.add_int64(2, unit);
        }
        const std::vector<std::vector<uint64_t>> stacks{{1}, {2, 1}}; // the innermost first
        for (size_t i = 0; i < samples.size(); ++i) {
            pbf_writer sample(profile, 2);
            sample.add_packed_uint64(1, stacks[i].begin(), stacks[i].end());
            sample.add_packed_int64(2, samples[i].begin(), samples[i].end());
        }
        {
            pbf_writer mapping(profile, 3);
            mapping.add_uint64(1, 1);
            mapping.add_int64(5, 9);
        }
        {
            pbf_writer location(profile, 4);
            location.add_uint64(1, 1);
            for (const uint64_t function : {8, 7}) { // helper inlined into main
                pbf_writer line(location, 4);
                line.add_uint64(1, function);
            }
        }
        {
            pbf_writer location(profile, 4);
            location.add_uint64(1, 2);
            location.add_uint64(2, 1);
            location.add_uint64(3, 0x1234);
        }
        for (const auto& [id, name] : {std::pair(7, 6), std::pair(8, 7)}) {
            pbf_writer function(profile, 5);
            function.add_uint64(1, uint64_t(id));
            function.add_int64(2, name);
            function.add_int64(4, 8);
        }
        for (const std::string& text : strings)
            profile.add_string(6, text);
        profile.add_int64(9, 1'700'000'000'000'000'000);
        if (defaultType > 0)
            profile.add_int64(14, defaultType);
        return bytes;
    }
};

} // namespace

class TestStackImport : public QObject
{
    Q_OBJECT

private:
    ImportedRun import(const std::string& content) { return importFile(m_folder.write("profile", content)); }

    static bool says(const ImportedRun& imported, const std::string& words)
    {
        return std::ranges::any_of(imported.run.log, [&](const LogEntry& entry) {
            return entry.text.find(words) != std::string::npos;
        });
    }

    ImportFolder m_folder;

private Q_SLOTS:
    void foldedStacksBecomeEventsSideBySide()
    {
        const auto imported = import("main;train;gemm 30\n"
                                     "main;train 5\n"
                                     "main;train;gemm 20\n"
                                     "main;load data 45\n");
        const Trace& trace = imported.run.trace;
        checkSums(trace);
        QCOMPARE(printedSums(trace), "main 0 of 100\n"
                                     "main;train 5 of 55\n"
                                     "main;train;gemm 50 of 50\n"
                                     "main;load data 45 of 45\n");
        QCOMPARE(trace.unit, "samples");
        QCOMPARE(imported.origin.format, "Folded stacks");
        QVERIFY(isImported(imported.run));
        QVERIFY(says(imported, "4 stacks of 4 functions, 100 samples in total"));
        QVERIFY(says(imported, "does not say what was counted"));
        QCOMPARE(imported.run.endUnixMs, imported.run.startUnixMs); // samples are no time
    }

    void foldedStacksMayHaveCommentsBlanksAndDecimals()
    {
        const auto imported = import("# collected by hand\r\n\r\nmain;a b 12.6\r\nmain 2\r\nmain;c 1e1\r\n");
        QCOMPARE(printedSums(imported.run.trace), "main 2 of 25\nmain;a b 13 of 13\nmain;c 10 of 10\n");
    }

    void foldedStacksMayNameTheirUnit()
    {
        QCOMPARE(import("# unit: bytes\nmain;a 12\n").run.trace.unit, "bytes");
        const auto times = import("# unit: us\nmain;a 12\n");
        QCOMPARE(times.run.trace.unit, "");
        QCOMPARE(printedSums(times.run.trace), "main 0 of 12000\nmain;a 12000 of 12000\n");
        QCOMPARE(import("main;a 12\n# unit: bytes\nmain;b 1\n").run.trace.unit, "samples"); // too late
    }

    void whatIsNoFoldedStackIsCountedAndLeftOut()
    {
        std::string text;
        for (int i = 0; i < 30; ++i)
            text += fmt::format("main;f{} 1\n", i);
        const auto imported = import(text + "nothing here\nmain;f1 -5\nmain;f2 99999999999999999999\n 7\n");
        const auto counted = [&](ImportIssue issue) { return imported.log.counted(issue); };
        QCOMPARE(counted(ImportIssue::UnreadableLines), 1);
        QCOMPARE(counted(ImportIssue::NegativeValues), 1);
        QCOMPARE(counted(ImportIssue::ValuesTooLarge), 1);
        QCOMPARE(counted(ImportIssue::StacksWithoutFrames), 1);
        QCOMPARE(callTree(imported.run.trace).selfNs, 37);
    }

    void ordinaryTextIsNotTakenForStacks()
    {
        for (const char* text : {"a;b;c\n1;2;3\n", "Chapter 1\nChapter 2\n",
                                 "name value\na;b 1\nword\nword\n", "", "\n\n", "12\n13\n"})
            QVERIFY2(!importFormatOf(m_folder.write("text", text)), text);
        QVERIFY(importFormatOf(m_folder.write("text", "a;b 1\n")));
    }

    void ourOwnFoldedStacksKeepTheirSums()
    {
        const CallTree tree = callTree(traceOf("conv1 0-100 layer\n"
                                               "  conv2d 10-90\n"
                                               "    kernel 10-80\n"
                                               "conv2d 100-120 backward\n"
                                               "  kernel 105-115\n"));
        const auto again = import(foldedStacks(tree));
        QCOMPARE(again.run.trace.unit, ""); // nanoseconds
        QVERIFY(!says(again, "does not say what was counted"));
        auto imported = functionsOf(callTree(again.run.trace), false);
        QCOMPARE(imported["Forward"], "0 of 80"); // a part of the step is a frame there
        imported.erase("Forward");
        imported.erase("Backward");
        QCOMPARE(imported["kernel"], "80 of 80");
        QCOMPARE(imported["conv2d"], "20 of 100");
        QCOMPARE(imported["conv1"], "0 of 80");
        QCOMPARE(imported.size(), 3U);
    }

    void pprofShowsTheLastTypeOfValuesAndInlinedFunctions()
    {
        const auto imported = import(PprofFile().bytes());
        checkSums(imported.run.trace);
        QCOMPARE(imported.run.trace.unit, "bytes");
        QCOMPARE(printedSums(imported.run.trace), "main 0 of 30\n"
                                                  "main;helper 10 of 30\n"
                                                  "main;helper;libc.so 0x1234 20 of 20\n");
        QVERIFY(says(imported, "Of its value types, inuse_space (bytes) is shown; it also has alloc_objects "
                               "(count), alloc_space (bytes)."));
        QCOMPARE(imported.run.startUnixMs, 1'700'000'000'000);
    }

    void pprofShowsTheDefaultTypeWhereThereIsOne()
    {
        PprofFile file;
        file.defaultType = 1;
        const auto imported = import(file.bytes());
        QCOMPARE(imported.run.trace.unit, "alloc_objects");
        QCOMPARE(callTree(imported.run.trace).selfNs, 3);
    }

    void pprofMayBeCompressed()
    {
        const auto imported = import(gzipped(PprofFile().bytes()));
        QCOMPARE(callTree(imported.run.trace).selfNs, 30);
    }

    void pprofCountsNegativeValuesAndStrangeReferences()
    {
        PprofFile file;
        file.samples = {{1, 100, -10}, {2, 200, 20}};
        file.strings.resize(7); // "helper" and all that follows are missing
        const auto imported = import(file.bytes());
        QCOMPARE(imported.log.counted(ImportIssue::NegativeValues), 1);
        QCOMPARE(printedSums(imported.run.trace), "main 0 of 20\n"
                                                  "main;(no name) 0 of 20\n"
                                                  "main;(no name);0x1234 20 of 20\n");
    }

    void ourOwnPprofKeepsTimesAndCalls()
    {
        const CallTree tree = callTree(traceOf("conv1 0-100 layer\n"
                                               "  conv2d 10-90\n"
                                               "    kernel 10-40\n"
                                               "    kernel 40-80\n"
                                               "conv2d 100-120 backward\n"
                                               "  kernel 105-115\n"));
        const auto imported = import(pprofProfile(tree));
        QCOMPARE(imported.run.trace.unit, "");
        auto functions = functionsOf(callTree(imported.run.trace));
        QCOMPARE(functions["kernel"], "80 of 80 x3");
        QCOMPARE(functions["conv2d"], "20 of 100 x2");
        QCOMPARE(functions["conv1"], "0 of 80 x1");
    }

    void exportsOfImportedSumsReadBackTheSame()
    {
        const auto imported = import("main;train;gemm 30\nmain;train 5\nmain;load 45\n");
        const CallTree tree = callTree(imported.run.trace);
        QCOMPARE(printedSums(import(foldedStacks(tree)).run.trace), printedSums(imported.run.trace));
        QCOMPARE(import(foldedStacks(tree)).run.trace.unit, "samples");
        const auto again = import(pprofProfile(tree));
        QCOMPARE(printedSums(again.run.trace), printedSums(imported.run.trace));
        QCOMPARE(again.run.trace.unit, "samples");
    }

    void recursionStaysInItsFramesAndCountsOnce()
    {
        const auto imported = import("main;f;f;g;f 4\nmain;f 1\n");
        QCOMPARE(printedSums(imported.run.trace), "main 0 of 5\n"
                                                  "main;f 1 of 5\n"
                                                  "main;f;f 0 of 4\n"
                                                  "main;f;f;g 0 of 4\n"
                                                  "main;f;f;g;f 4 of 4\n");
        auto functions = functionsOf(callTree(imported.run.trace), false);
        QCOMPARE(functions["f"], "5 of 5");
    }

    void deepStacksEndWhereFramesAreNoLongerKept()
    {
        std::string line = "main";
        for (int i = 0; i < 100'000; ++i)
            line += ";f" + std::to_string(i % 7);
        const auto imported = import(line + " 3\n" + line + ";g 4\nmain;h 1\n");
        QCOMPARE(imported.log.counted(ImportIssue::DeepStacks), 2);
        QCOMPARE(imported.run.trace.size(), StackProfile::mostDepth + 1);
        QCOMPARE(callTree(imported.run.trace).selfNs, 8);
    }

    void namesThatAreNoTextAreRepaired()
    {
        const auto imported = import("main;\xff\xfe;tab\there 3\n");
        QCOMPARE(imported.log.counted(ImportIssue::ControlCharacters), 2);
        QCOMPARE(printedSums(imported.run.trace), "main 0 of 3\n"
                                                  "main;\xEF\xBF\xBD\xEF\xBF\xBD 0 of 3\n"
                                                  "main;\xEF\xBF\xBD\xEF\xBF\xBD;tab here 3 of 3\n");
    }

    void sumsThatWouldOverflowAreLeftOut()
    {
        const int64_t most = StackProfile::mostValue;
        const auto imported = import(fmt::format("a;b {}\na;c {}\na;d 7\n", most, most));
        QCOMPARE(imported.log.counted(ImportIssue::ValuesTooLarge), 2);
        QCOMPARE(callTree(imported.run.trace).selfNs, most);
    }

    void aProfileInWhichNothingWasCountedIsRefused()
    {
        QVERIFY_EXCEPTION_THROWN(import("main;train 0\n"), Error);
    }

    void theOperatorTableHasARowForEachFunction()
    {
        const auto imported = import("main;train;gemm 30\nmain;train 5\nmain;gemm 45\n");
        const Trace& trace = imported.run.trace;
        const auto statistics = operatorStatistics(trace, OperatorGrouping::ByOperator);
        QVERIFY(statistics.contents.areFunctions);
        QVERIFY(!statistics.countsCalls);
        QVERIFY(!statistics.hasCalls); // no single one
        QCOMPARE(statistics.unit, "samples");
        QCOMPARE(statistics.selfNs, 80);
        QCOMPARE(statistics.rows.size(), 3U);
        QCOMPARE(trace.names[statistics.rows[0].name], "gemm");
        QCOMPARE(statistics.rows[0].selfNs, 75);
        QCOMPARE(statistics.rows[0].calls, 0);
        QCOMPARE(statistics.rows[0].meanNs, 0.0);
        QCOMPARE(statistics.rows[2].totalNs, 80);
    }

    void aKeptRunRemembersUnitAndCalls()
    {
        const CallTree tree = callTree(traceOf("a 0-100\n  b 10-30\n  b 40-60\n"));
        for (const std::string& content : {pprofProfile(tree), std::string("a;b 3\n")}) {
            const auto imported = import(content);
            const Trace before = imported.run.trace;
            const auto path = writeImportedRun(storedRun(importFile(m_folder.path() / "profile")),
                                               m_folder.path() / "library");
            const StoredRun kept = readRunFile(path);
            QCOMPARE(kept.problems.size(), 0U);
            QCOMPARE(kept.run.trace.unit, before.unit);
            QVERIFY(kept.run.trace.calls == before.calls);
            QCOMPARE(printedSums(kept.run.trace), printedSums(before));
        }
    }
};

QTEST_GUILESS_MAIN(TestStackImport)
#include "test_stack_import.moc"
