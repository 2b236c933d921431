// Every sentence about an imported file: its log, the guided analysis and the report, of small
// files of each format and, where -DSTEPSCOPE_REAL_TRACES names their folder, of traces that others recorded.

#include "core/advise/advice.h"
#include "core/advise/advice_text.h"
#include "core/base/files/atomic_file.h"
#include "core/import/stored_import.h"
#include "core/report/lab_report.h"

#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/core/import/cuda/profiler_files.h"
#include "tests/core/import/imported_text.h"
#include "tests/core/import/model_files.h"
#include "tests/core/import/tensorboard/event_file.h"
#include "tests/support/std_string.h"

#include <QRegularExpression>
#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

const std::filesystem::path realTraces = STEPSCOPE_REAL_TRACES;

struct Said
{
    std::vector<Finding> findings;
    QString log;
    QString advice;
    QString report;
    QString all() const { return log + advice + report; }
};

Said saidOf(const std::filesystem::path& file)
{
    const StoredRun stored = storedRun(importFile(file));
    Said said;
    for (const LogEntry& entry : stored.run.log)
        said.log += QString::fromStdString(entry.text) + "\n";
    AdviceBuilder builder;
    builder.update(stored.run);
    const auto figures = builder.figures(stored.run);
    said.findings = advise(stored.run, stored.environment, figures);
    said.advice = QString::fromStdString(adviceText(said.findings, adviceScope(figures)));
    LabReportInput input;
    input.runs.push_back({.file = file, .stored = stored, .name = stored.label.name, .color = "#0072b2"});
    QTemporaryDir folder;
    const auto out = std::filesystem::path(folder.path().toStdString()) / "report";
    prepareLabReportFolder(out, true);
    for (const auto& problem : writeLabReport(input, out, nullptr))
        QTest::qFail(problem.c_str(), __FILE__, __LINE__);
    said.report = QString::fromStdString(readFile(out / "report.md"));
    return said;
}

const Finding* findingOf(const Said& said, FindingId id)
{
    const auto found = std::ranges::find(said.findings, id, &Finding::id);
    return found == said.findings.end() ? nullptr : &*found;
}

} // namespace

class TestImportedSentences : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    void addRealTraces()
    {
        if (!std::filesystem::is_directory(realTraces))
            return;
        for (const auto& entry : std::filesystem::directory_iterator(realTraces)) {
            if (entry.path().extension() == ".gz")
                QTest::newRow(entry.path().filename().c_str()) << QString(entry.path().c_str());
        }
    }

private Q_SLOTS:
    void noSentenceInventsAnything_data()
    {
        QTest::addColumn<QString>("file");
        const auto add = [&](const char* what, const std::filesystem::path& path) {
            QTest::newRow(what) << QString(path.c_str());
        };
        add("Kineto", m_folder.write("kineto.json", KinetoWriter().write()));
        add("without steps", m_folder.write("bare.json", listOf({span("aten::mm", "0", "60"),
                                                                 span("aten::conv2d", "60", "40")})));
        add("folded stacks", m_folder.write("stacks.folded", "main;f 30\nmain;g 10\n"));
        add("TensorBoard", m_folder.write("events.out.tfevents.1.a", eventsOf("loss", {2.0F, 1.0F})));
        const auto nsight = m_folder.path() / "nsight.sqlite";
        writeNewNsight(nsight);
        add("Nsight Systems", nsight);
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("image", {-1, 1, 28, 28})};
        graph.nodes = {onnx::node("Relu", {"image"}, {"y"}, "/Relu")};
        graph.outputs = {onnx::valueInfo("y", {-1, 1, 28, 28})};
        add("ONNX", m_folder.write("net.onnx", onnx::model(graph.bytes())));
        const auto nvprof = m_folder.path() / "nvprof.nvprof";
        writeNvprof(nvprof);
        add("nvprof", nvprof);
        addRealTraces();
    }

    void noSentenceInventsAnything()
    {
        QFETCH(QString, file);
        const Said said = saidOf(file.toStdString());
        const QString all = said.all();
        qInfo("%s", qPrintable(said.log + said.advice)); // to be read
        for (const char* invented :
             {"profiler was off", "ended before", "trained no steps", "batch size 0", "Batch size 0",
              "(adadelta)", "| 1 () |", "unnamed backend", "Rank 0 of 0", "Stepscope  from", "whole training",
              "Loss and accuracy", "train longer", "train for more", "finished", "first training step",
              "×0.00"})
            QVERIFY2(!all.contains(invented), qPrintable(QString(invented) + ":\n" + all));
        QVERIFY2(!said.advice.contains(QRegularExpression("\\b(nan|inf)\\b")), qPrintable(said.advice));
        QVERIFY2(said.report.startsWith("# Profile of "), qPrintable(said.report.left(200)));
        const QRegularExpression singular(
            "\\b1 (steps|runs|events|kernels|operators|functions|ranks|pairs|points|calls|are)\\b");
        QVERIFY2(!said.advice.contains(singular) && !said.log.contains(singular), qPrintable(all));
        QRegularExpressionMatchIterator shares =
            QRegularExpression("([0-9][0-9.,]*) %").globalMatch(said.advice + said.report);
        while (shares.hasNext()) { // two clocks differ by less than a thousandth
            const QString share = shares.next().captured(1).remove(',');
            QVERIFY2(share.toDouble() <= 100.0, qPrintable(share + " %:\n" + said.report));
        }
        for (const Finding& finding : said.findings) {
            const bool isJudged =
                finding.verdict == FindingVerdict::LookHere || finding.verdict == FindingVerdict::Good;
            QVERIFY2(isJudged == finding.measure.has_value(), finding.title.c_str());
            QVERIFY2(finding.verdict != FindingVerdict::Good || !finding.measure->isCrossed(),
                     finding.title.c_str());
            QVERIFY2(!finding.meaning.empty(), finding.title.c_str());
        }
    }

    void aTraceWithDeviceWorkIsNotSaidToHaveNone()
    {
        const auto nsight = m_folder.path() / "again.sqlite";
        writeNewNsight(nsight);
        QVERIFY(!saidOf(nsight).advice.contains("no events of a device"));
    }

    void whatTensorBoardLoggedIsDrawn()
    {
        const auto reportOf = [this](const char* tag) {
            return saidOf(m_folder.write("events.out.tfevents.2.a", eventsOf(tag, {2.0F, 1.0F}))).report;
        };
        const QString ofLoss = reportOf("train/loss");
        QVERIFY2(ofLoss.contains("\n## Logged scalars\n"), qPrintable(ofLoss));
        QVERIFY2(ofLoss.contains("![Loss of “"), qPrintable(ofLoss));
        QVERIFY2(!ofLoss.contains("Accuracy of “"), qPrintable(ofLoss));
        const QString ofAnother = reportOf("reward");
        QVERIFY2(ofAnother.contains("![reward of “"), qPrintable(ofAnother));
    }

    /// Most kernels of this trace are shorter than their launch, but none ends before its call returns;
    /// and its device idles for 43 % of the steps.
    void theResnetTraceIsDescribedAsItIs()
    {
        const auto file = realTraces / "kineto-2021-resnet50-cuda.pt.trace.json.gz";
        if (!std::filesystem::exists(file))
            QSKIP("Configure with -DSTEPSCOPE_REAL_TRACES=FOLDER to check against real traces.");
        const Said said = saidOf(file);
        const Finding* kernels = findingOf(said, FindingId::SmallKernels);
        QVERIFY(kernels);
        QVERIFY2(kernels->meaning.starts_with(
                     "Of 8,772 kernels launched individually, 5,429 are shorter than the call: "),
                 kernels->meaning.c_str());
        QVERIFY2(kernels->meaning.ends_with("No kernel ends before its launching call returns."),
                 kernels->meaning.c_str());
        const Finding* idle = findingOf(said, FindingId::DeviceIdle);
        QVERIFY(idle);
        QCOMPARE(idle->verdict, FindingVerdict::LookHere);
        QCOMPARE(measureText(idle->measure->value), std::string("43 %"));
        const Finding* memory = findingOf(said, FindingId::DeviceMemory);
        QVERIFY(memory);
        QCOMPARE(memory->verdict, FindingVerdict::CannotBeTold); // the weights were allocated before
        QVERIFY2(memory->meaning.starts_with("The recorded allocations hold up to 2.60 GiB of 31.7 GiB"),
                 memory->meaning.c_str());
        const Finding* data = findingOf(said, FindingId::DataLoading);
        QVERIFY(data);
        QCOMPARE(measureText(data->measure->value), std::string("33 %")); // as the overview has it
        QVERIFY2(data->meaning.find("a step would be at most ") != std::string::npos, data->meaning.c_str());
        QVERIFY2(said.advice.indexOf("Needs attention: Data loading") <
                     said.advice.indexOf("Idle time of the device"),
                 qPrintable(said.advice));
    }

    void aTraceWithoutStepsIsAnalysedAsAWhole()
    {
        const Said said = saidOf(m_folder.write(
            "whole.json", listOf({span("aten::mm", "0", "60"), span("aten::conv2d", "60", "40")})));
        QVERIFY2(
            said.advice.contains("The trace has no steps, so all figures cover its whole length of 100 µs."),
            qPrintable(said.advice));
        QVERIFY2(said.advice.contains("mm (forward) takes 60 % of the trace of 100 µs."),
                 qPrintable(said.advice));
        QVERIFY2(said.advice.contains("Possible gain: up to 30.0 µs of the trace"), qPrintable(said.advice));
        QVERIFY2(said.advice.contains("Trace, if twice as fast / Trace, if it took no time"),
                 qPrintable(said.advice));
        for (const Finding& finding : said.findings)
            QCOMPARE(translated(gainTableHeads(finding).share), std::string("Share of trace"));
    }
};

QTEST_GUILESS_MAIN(TestImportedSentences)
#include "test_imported_sentences.moc"
