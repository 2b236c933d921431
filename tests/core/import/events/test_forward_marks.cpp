#include "core/import/shared/imported_run.h"
#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/core/import/imported_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// The pass of each event with the name, without repetitions, and whether all have the same.
QString passOf(const Trace& trace, const std::string& name)
{
    QStringList passes;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        if (trace.names[trace.name[event]] == name)
            passes += QString::fromStdString(std::string(passName(trace.pass[event])));
    }
    passes.removeDuplicates();
    return passes.join(' ');
}

} // namespace

/// In the program of KinetoWriter, aten::copy_ runs at 70 µs of each step, before aten::conv2d at 100 µs.
class TestForwardMarks : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    Trace withRange(const char* name, int64_t startUs, int64_t lengthUs)
    {
        KinetoWriter writer;
        for (const int64_t stepUs : {0, 1000})
            writer.call("user_annotation", name, KinetoWriter::mainThread, stepUs + startUs, lengthUs);
        return m_folder.import(writer.write()).run.trace;
    }

private Q_SLOTS:
    void withoutMarksOperatorsAreOfTheForwardPass()
    {
        const Trace trace = m_folder.import(KinetoWriter().write()).run.trace;
        QCOMPARE(passOf(trace, "aten::copy_"), "Forward");
        QCOMPARE(passOf(trace, "aten::conv2d"), "Forward");
    }

    void operatorsOutsideOfTheMarksAreOfNoPass()
    {
        const Trace trace = withRange("## forward ##", 95, 260);
        QCOMPARE(passOf(trace, "aten::copy_"), "Other");
        QCOMPARE(passOf(trace, "Memcpy HtoD (Pageable -> Device)"), "Other");
        QCOMPARE(passOf(trace, "aten::conv2d"), "Forward");
        QCOMPARE(passOf(trace, "void convolve<float, 128>(float*)"), "Forward");
        QCOMPARE(passOf(trace, "aten::nll_loss"), "Loss");
        QCOMPARE(passOf(trace, "void convolveBack<float>(float*)"), "Backward");
    }

    /// The convolution, which the backward pass goes through, is outside of it.
    void aMarkAroundAPartOfTheNetworkTellsNothingOfTheRest()
    {
        const Trace trace = withRange("attention forward", 305, 50);
        QCOMPARE(passOf(trace, "aten::copy_"), "Forward");
        QCOMPARE(passOf(trace, "aten::conv2d"), "Forward");
    }

    void rangesOfOtherNamesAreNoMarks()
    {
        const Trace trace = withRange("train_model", 95, 260);
        QCOMPARE(passOf(trace, "aten::copy_"), "Forward");
    }

    void theLoadingOfABatchIsData()
    {
        const Trace trace = withRange("## load_batch ##", 65, 30);
        QCOMPARE(passOf(trace, "aten::copy_"), "Data");
        QCOMPARE(passOf(trace, "Memcpy HtoD (Pageable -> Device)"), "Data");
    }
};

QTEST_GUILESS_MAIN(TestForwardMarks)
#include "test_forward_marks.moc"
