#include "core/advise/advice.h"
#include "core/advise/advice_text.h"

#include "advised_run.h"
#include "tests/support/std_string.h"

#include <QString>
#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// One operator with a name that would do harm as Markdown, HTML or to a terminal, and half a step of data.
Run hostileRun()
{
    Run run = advisedRun("name 0-500000 forward\naten::select 500000-1000000 data\n");
    run.trace.names = {};
    run.trace.names.intern("<img src=x>|*b*\x1b[31m");
    run.trace.names.intern("aten::select");
    return run;
}

std::string scopeOf(const Run& run)
{
    AdviceBuilder builder;
    builder.update(run);
    return adviceScope(builder.figures(run));
}

QStringList lines(const std::string& text)
{
    return QString::fromStdString(text).split('\n');
}

} // namespace

class TestAdviceText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theScopeSaysWhichStepsAreSpokenOf()
    {
        QVERIFY(scopeOf(soundRun()).find("the 10 recorded steps from 10 to 19 (numbered from 0)") !=
                std::string::npos);
        QVERIFY(scopeOf(Run()).starts_with("None of the selected steps was recorded"));
        Run run = soundRun();
        run.trace.steps.resize(1);
        QVERIFY(scopeOf(run).starts_with("Figures of steps, operators, devices and communication cover "
                                         "recorded step 10 (numbered from 0)"));
        run = soundRun();
        run.trace.steps.erase(run.trace.steps.begin() + 1);
        QVERIFY(scopeOf(run).find("9 recorded steps between 10 and 19") != std::string::npos);
        run.trace.steps.clear();
        QCOMPARE(scopeOf(run),
                 std::string("The trace has no steps, so all figures cover its whole length of 10.0 ms."));
    }

    void stepsThatOnlyDevicesHaveEventsOfAreNamed()
    {
        Run run = soundRun();
        for (auto& step : run.trace.steps)
            step.firstEvent = step.endEvent;
        QVERIFY2(scopeOf(run).starts_with("The recorded steps have no events on the host: device figures "
                                          "cover these steps, all other figures the whole run."),
                 scopeOf(run).c_str());
    }

    void theScopeNamesWhatIsNotLikeTheRest()
    {
        Run run = soundRun();
        auto& steps = run.trace.steps;
        QVERIFY(scopeOf(run).ends_with("all other figures cover the whole run."));
        steps.back().firstEvent = steps.back().endEvent;
        QVERIFY2(scopeOf(run).ends_with("1 more recorded step contains no work (operator, layer, collective "
                                        "call or device work) and is "
                                        "left out of all means. The "
                                        "operators include 7 calls outside of steps."),
                 scopeOf(run).c_str());
        run.outcome = RunOutcome::Running; // they can still be of a step
        QVERIFY2(scopeOf(run).ends_with("is left out of all means."), scopeOf(run).c_str());
        appendEvents(run.trace, "gemm 19000000-19100000 t1 gpu0 kernel\n");
        steps.back().firstEvent = steps.back().endEvent = EventId(run.trace.size() - 1);
        ++steps.back().endEvent;
        QVERIFY2(scopeOf(run).ends_with("1 more recorded step has no events on the host: of the figures of "
                                        "recorded steps, only device figures include it."),
                 scopeOf(run).c_str());
    }

    void theTerminalIsToldOfEachFindingOnce()
    {
        const Run run = hostileRun();
        const auto text = adviceText(advise(run, quietMachine()), scopeOf(run));
        QVERIFY(text.find('\x1b') == std::string::npos);
        QVERIFY(text.find("Needs attention: Data loading\n  50 %; Stepscope's threshold: at most 5 %\n"
                          "  Possible gain: up to 500 µs per step\n") != std::string::npos);
        QCOMPARE(lines(text).filter("Cannot tell: Computation and copies, Overlap").size(), 1);
        QCOMPARE(lines(text).filter("Tensor cores").size(), 1);
        for (const auto& line : lines(text)) // each reason has its own
            QVERIFY2(line.lastIndexOf("Cannot tell: ") <= 0, qPrintable(line));
        QCOMPARE(adviceText({}, ""),
                 std::string("There is no recorded step and no trace, so there is nothing to analyze.\n"));
    }

    void namesStayTextInMarkdown()
    {
        const Run run = hostileRun();
        const auto text = adviceMarkdown(advise(run, quietMachine()), "<b>run</b>", scopeOf(run));
        QVERIFY(text.find("<img") == std::string::npos);
        QVERIFY(text.find("<b>") == std::string::npos);
        QVERIFY(text.find("&lt;img src=x&gt;\\|\\*b\\*") != std::string::npos);
        QVERIFY(text.starts_with("# Guided analysis: &lt;b&gt;run"));
        QVERIFY(text.find("## Needs attention: Data loading\n") != std::string::npos);
        // The operators' table has as many cells in each row as its header.
        for (const auto& line : lines(text)) {
            if (line.startsWith("|"))
                QCOMPARE(QString(line).replace("\\|", "").count('|'), 7);
        }
    }

    void timesOfOperatorsAreSelfTimesWithoutRuntimeCalls()
    {
        Finding finding{.id = FindingId::CostliestOperators};
        QCOMPARE(translated(gainTableHeads(finding).time), std::string("Self time per step"));
        QCOMPARE(translated(gainTableHeads(finding).shortTime), std::string("Self"));
        finding.hasRuntimeCalls = true;
        QCOMPARE(translated(gainTableHeads(finding).time), std::string("Own time per step"));
        const Run run = hostileRun(); // without a device
        QVERIFY(adviceText(run, quietMachine()).find("Own") == std::string::npos);
    }

    void csvHasARowForEachFinding()
    {
        const auto rows = lines(adviceCsv(advise(soundRun(), quietMachine())));
        QCOMPARE(rows.size(), 1 + 15 + 1);
        QVERIFY(rows[0].startsWith("finding,title,verdict,value_percent,threshold_percent"));
        const auto data = rows.filter("data-loading");
        QCOMPARE(data.size(), 1);
        QVERIFY2(data[0].startsWith("data-loading,Data loading,good,2,5,yes,,,"), qPrintable(data[0]));
        QVERIFY(rows.filter("tensor-cores")[0].startsWith("tensor-cores,Tensor cores,cannot-be-told,,,,,,"));
    }
};

QTEST_GUILESS_MAIN(TestAdviceText)
#include "test_advice_text.moc"
