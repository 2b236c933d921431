#include "core/exchange/callgrind_text.h"
#include "sums_text.h"
#include "tests/core/trace/trace_text.h"
#include "tests/support/std_string.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// As the format's manual has it: main calls func1 and func2, and func1 calls func2.
const std::string example = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 1234
cmd: ./program --fast
part: 1

desc: I1 cache:
desc: Trigger: Program termination

positions: instr line
events: Ir Dr Dw
summary: 830 10 20

ob=(1) /bin/program
fl=(1) file1.c
fn=(1) main
0x401000 16 20 1 2
+4 +1 10
cfn=(2) func1
calls=1 0x401100 50
* * 400 3
cfi=(2) file2.c
cfn=(3) func2
calls=3 0x401200 20
+8 * 400
jump=4 0x401020 17
* *
jcnd=2/8 0x401020 17
* *

fn=(2)
0x401100 51 100
cfi=(2)
cfn=(3)
calls=2 0x401200 20
+3 * 300

fl=(2)
fn=(3)
0x401200 20 600
fi=(3) inlined.h
+1 -3 80
fe=(2)
+1 * 20

totals: 830 10 20
)";

} // namespace

class TestCallgrindReader : public QObject
{
    Q_OBJECT

private:
    ImportedRun import(const std::string& content)
    {
        return importFile(m_folder.write("callgrind.out.1", content));
    }

    static bool says(const ImportedRun& imported, const std::string& words)
    {
        return std::ranges::any_of(imported.run.log, [&](const LogEntry& entry) {
            return entry.text.find(words) != std::string::npos;
        });
    }

    ImportFolder m_folder;

private Q_SLOTS:
    void costsAreSharedOutAmongStacksAsTheCallsCost()
    {
        const auto imported = import(example);
        const Trace& trace = imported.run.trace;
        checkSums(trace);
        QCOMPARE(trace.unit, "instructions");
        QCOMPARE(printedSums(trace), "main 30 of 830\n"
                                     "main;func1 100 of 400 x1\n"
                                     "main;func1;func2 300 of 300 x2\n"
                                     "main;func2 400 of 400 x3\n");
        QCOMPARE(imported.origin.format, "Callgrind profile by callgrind-3.19.0");
        QVERIFY(says(imported, "Of its events, Ir is shown; it also counted Dr, Dw."));
        QVERIFY(!says(imported, "The file states a total of"));
        for (size_t issue = 0; issue < importIssueCount; ++issue)
            QCOMPARE(imported.log.counted(ImportIssue(issue)), 0);
    }

    void namesMayBeWrittenOut()
    {
        const auto imported =
            import("version: 1\nevents: Ir\n\nfl=a.c\nfn=main\n1 5\ncfn=f\ncalls=1 0\n1 7\n\n"
                   "fl=b.c\nfn=f\n9 7\n");
        QCOMPARE(printedSums(imported.run.trace), "main 5 of 12\nmain;f 7 of 7 x1\n");
    }

    void functionsOfOneNameInTwoFilesStayTwo()
    {
        const auto imported =
            import("events: Ir\nfl=a.c\nfn=init\n1 5\nfl=b.c\nfn=init\n1 7\n"
                   "fn=main\n1 1\ncfi=a.c\ncfn=init\ncalls=1 0\n2 5\ncfn=init\ncalls=2 0\n3 7\n");
        QCOMPARE(printedSums(imported.run.trace), "main 1 of 13\n"
                                                  "main;init (a.c) 5 of 5 x1\n"
                                                  "main;init (b.c) 7 of 7 x2\n");
    }

    void partsAddUpWhicheverOrderTheirEventsHave()
    {
        const auto imported =
            import("# callgrind format\npart: 1\nevents: Ir Dr\nfn=(1) main\n1 10 1\ntotals: 10 1\n"
                   "part: 2\nevents: Dr Ir\nfn=(1)\n1 2 20\ntotals: 2 20\n");
        QCOMPARE(printedSums(imported.run.trace), "main 30 of 30\n");
    }

    void timesAreTimes()
    {
        const auto imported = import("version: 1\ncreator: xdebug 3.1\nevents: Time_(10ns) Memory_(bytes)\n"
                                     "fl=(1) index.php\nfn=(1) {main}\n0 300 8\n");
        QCOMPARE(imported.run.trace.unit, "");
        QCOMPARE(imported.run.trace.durationNs[0], 3000);
        QCOMPARE(import("event: Wall : Wall time [us]\nevents: Wall\nfn=a\n1 2\n").run.trace.durationNs[0],
                 2000);
        QCOMPARE(import("event: L2m : L2 misses\nevents: L2m\nfn=a\n1 2\n").run.trace.unit, "L2 misses");
    }

    void recursionIsCountedInTheFunctionsFrame()
    {
        const auto imported =
            import("events: Ir\nfn=main\n1 1\ncfn=f\ncalls=1 0\n1 60\n"
                   "fn=f\n1 20\ncfn=f\ncalls=4 0\n1 90\ncfn=g\ncalls=5 0\n1 40\nfn=g\n1 40\n");
        QCOMPARE(printedSums(imported.run.trace), "main 1 of 61\n"
                                                  "main;f 20 of 60 x5\n"
                                                  "main;f;g 40 of 40 x5\n");
        QCOMPARE(imported.log.counted(ImportIssue::RecursiveCalls), 1);
    }

    void functionsThatCallEachOtherKeepTheirSums()
    {
        const auto imported = import("events: Ir\nfn=main\n1 0\ncfn=a\ncalls=1 0\n1 60\n"
                                     "fn=a\n1 20\ncfn=b\ncalls=2 0\n1 70\n"
                                     "fn=b\n1 40\ncfn=a\ncalls=1 0\n1 30\n");
        const auto functions = functionsOf(callTree(imported.run.trace));
        QCOMPARE(functions, (std::map<std::string, std::string>{
                                {"main", "0 of 60 x0"}, {"a", "20 of 60 x2"}, {"b", "40 of 40 x2"}}));
    }

    void aCycleThatNobodyCallsBeginsWithItsCostliest()
    {
        const auto imported =
            import("events: Ir\nfn=a\n1 1\ncfn=b\ncalls=1 0\n1 5\nfn=b\n1 4\ncfn=a\ncalls=1 0\n1 9\n");
        const auto functions = functionsOf(callTree(imported.run.trace), false);
        QCOMPARE(functions.at("a").substr(0, 4), "1 of");
        QCOMPARE(functions.at("b").substr(0, 4), "4 of");
        QCOMPARE(callTree(imported.run.trace).selfNs, 5);
    }

    void manyPathsAreFollowedAsFarAsTheyCost()
    {
        // Each of 60 levels calls both functions of the next: 2^60 stacks.
        std::string text = "events: Ir\n";
        constexpr int levels = 60;
        for (int level = 0; level < levels; ++level) {
            for (const char side : {'l', 'r'}) {
                text += fmt::format("fn={}{}\n1 10\n", side, level);
                for (const char to : {'l', 'r'})
                    text += level + 1 == levels ? std::string()
                                                : fmt::format("cfn={}{}\ncalls=1 0\n1 {}\n", to, level + 1,
                                                              10 * (levels - level - 1));
            }
        }
        const auto imported = import(text);
        QVERIFY(imported.log.counted(ImportIssue::UnfollowedCalls) > 0);
        checkSums(imported.run.trace);
        const auto statistics = callTree(imported.run.trace);
        QCOMPARE(statistics.selfNs, 2 * levels * 10);
        for (const auto& [name, figures] : functionsOf(statistics, false))
            QVERIFY2(figures.starts_with("10 of "), name.c_str());
    }

    void everythingCallingEverythingEnds()
    {
        std::string text = "events: Ir\n";
        for (int from = 0; from < 60; ++from) {
            text += fmt::format("fn=f{}\n1 5\n", from);
            for (int to = 0; to < 60; ++to)
                text += fmt::format("cfn=f{}\ncalls=1 0\n1 100\n", to);
        }
        const auto imported = import(text);
        QCOMPARE(callTree(imported.run.trace).selfNs, 300);
    }

    void aLongChainOfCallsEnds()
    {
        std::string text = "events: Ir\n";
        constexpr int length = 5'000;
        for (int i = 0; i < length; ++i)
            text += fmt::format("fn=f{}\n1 1\ncfn=f{}\ncalls=1 0\n1 {}\n", i, i + 1, length - i);
        text += fmt::format("fn=f{}\n1 1\n", length);
        const auto imported = import(text);
        checkSums(imported.run.trace);
        QCOMPARE(callTree(imported.run.trace).selfNs, length + 1);
    }

    void ourOwnExportKeepsTheSumsOfFunctions()
    {
        const CallTree tree = callTree(traceOf("conv1 0-100 layer\n"
                                               "  conv2d 10-90\n"
                                               "    kernel 10-80\n"
                                               "conv2d 100-120 backward\n"
                                               "  kernel 105-115\n"));
        const auto imported = import(callgrindText(tree));
        QCOMPARE(imported.run.trace.unit, "");
        auto functions = functionsOf(callTree(imported.run.trace));
        QCOMPARE(functions["kernel"], "80 of 80 x2");
        QCOMPARE(functions["conv2d"], "20 of 100 x2");
        QCOMPARE(functions["conv1"], "0 of 80 x1"); // a layer: what is in it counts
        QCOMPARE(functions["Forward"], "0 of 80 x0");
    }

    void exportsOfWhatWasImportedReadBackTheSame()
    {
        const auto imported = import(example);
        const auto again = import(callgrindText(callTree(imported.run.trace)));
        QCOMPARE(again.run.trace.unit, "instructions");
        QCOMPARE(printedSums(again.run.trace), printedSums(imported.run.trace));
        const auto cost = import("event: L2m : L2 misses\nevents: L2m\nfn=a\n1 2\n");
        QCOMPARE(import(callgrindText(callTree(cost.run.trace))).run.trace.unit, "L2 misses");
    }

    void whatCannotBeReadIsCounted()
    {
        const auto imported = import("# callgrind format\nevents: Ir\nfn=(7)\n1 5\nnonsense\n1 x\n1 -4\n"
                                     "calls=3 0\nfn=main\n1 99999999999999999999\n1 3\n");
        const auto counted = [&](ImportIssue issue) { return imported.log.counted(issue); };
        QCOMPARE(counted(ImportIssue::MissingFunctions), 1);
        QCOMPARE(counted(ImportIssue::UnreadableLines), 3);
        QCOMPARE(counted(ImportIssue::NegativeValues), 1);
        QCOMPARE(counted(ImportIssue::ValuesTooLarge), 1);
        QCOMPARE(printedSums(imported.run.trace), "(7) 5 of 5\nmain 3 of 3\n");
    }

    void aTotalThatDoesNotAgreeIsTold()
    {
        QVERIFY(says(import("events: Ir\nfn=a\n1 5\ntotals: 12\n"),
                     "The file states a total of 12; its functions have 5 in total."));
    }
};

QTEST_GUILESS_MAIN(TestCallgrindReader)
#include "test_callgrind_reader.moc"
