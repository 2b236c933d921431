#include "core/exchange/report.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/experiment/experiment_json.h"
#include "sample_run.h"
#include "tests/core/trace/trace_text.h"
#include "tests/support/device_run.h"
#include "tests/support/report_files.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

using namespace stepscope;
using stepscope::test::filesOfAnyTraining;
namespace fs = std::filesystem;

namespace {

class TextPainter final : public ViewPainter
{
public:
    void paintCurves(const Run&, const fs::path& png) override { writeFileAtomically(png, "curves"); }
    void paintOperators(const Run&, const fs::path& png) override
    {
        if (failing)
            throw Error("the brush is lost");
        writeFileAtomically(png, "operators");
    }

    void paintSvg(const std::string&, const fs::path& png, double) override
    {
        writeFileAtomically(png, "svg");
    }

    std::string paintView(const PictureRequest& request, const Run&, const Environment&) override
    {
        if (request.name == "flame" && failing)
            throw Error("The brush is lost.");
        if (request.name == "roofline")
            throw NothingToPaint("No operator has known operations.");
        return request.name + " as " + request.format;
    }

    std::string problem() const override { return isMissing ? "The window is gone." : ""; }

    bool failing = false;
    bool isMissing = false;
};

QString refusal(const fs::path& folder, bool force = false)
{
    try {
        prepareReportFolder(folder, force);
    } catch (const Error& problem) {
        return QString::fromUtf8(problem.what());
    }
    return {};
}

Environment knownEnvironment()
{
    Environment environment;
    environment.processors = 2;
    return environment;
}

std::shared_ptr<NetworkGraph> smallGraph()
{
    auto graph = std::make_shared<NetworkGraph>();
    graph->network = "mlp";
    graph->nodes.push_back(
        {.kind = GraphNodeKind::Input, .op = "input", .label = "input", .outputShape = {4, 1}});
    graph->nodes.push_back({.op = "aten::relu", .label = "relu", .outputShape = {4, 1}});
    graph->edges.push_back({GraphNodeId(0), GraphNodeId(1), {4, 1}});
    return graph;
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void makesTheFolderWithItsParents()
    {
        const auto folder = path() / "a" / "b";
        QCOMPARE(refusal(folder), QString());
        QVERIFY(fs::is_directory(folder));
        QVERIFY(fs::is_empty(folder));
        QCOMPARE(refusal(folder), QString()); // it may be there
    }

    void refusesAFolderThatHoldsARun_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& name : reportFileNames())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void refusesAFolderThatHoldsARun()
    {
        QFETCH(QString, file);
        QVERIFY(!holdsReport(path()));
        writeFileAtomically(path() / file.toStdString(), "");
        QVERIFY(holdsReport(path()));
        QVERIFY(refusal(path()).contains("--force"));
        QVERIFY(refusal(path()).contains(m_folder->path()));
        QCOMPARE(refusal(path(), true), QString());
    }

    void otherFilesAreNoHindrance()
    {
        writeFileAtomically(path() / "notes.txt", "mine");
        QCOMPARE(refusal(path()), QString());
        QCOMPARE(readFile(path() / "notes.txt"), "mine");
    }

    void aRunThatGoesOnKeepsOthersOut()
    {
        {
            const ReportFolderLock lock(path());
            QVERIFY_EXCEPTION_THROWN(ReportFolderLock{path()}, Error);
        }
        ReportFolderLock again(path());
        QVERIFY(fs::is_empty(path()));
    }

    void refusesAFile()
    {
        writeFileAtomically(path() / "taken", "");
        QVERIFY(refusal(path() / "taken").contains("is a file"));
        QVERIFY(refusal(path() / "taken" / "below").contains("cannot be created"));
    }

    void refusesAFolderThatCannotBeWritten()
    {
        QVERIFY(!refusal("/proc/report").isEmpty());
        if (geteuid() == 0)
            QSKIP("root may write everywhere");
        fs::permissions(path(), fs::perms::owner_read | fs::perms::owner_exec);
        QVERIFY(refusal(path()).contains("cannot be written"));
        fs::permissions(path(), fs::perms::owner_all);
    }

    void writesEveryFile()
    {
        Run run = test::sampleRun();
        run.graph = smallGraph();
        TextPainter painter;
        const auto problems = writeReport(run, knownEnvironment(), path(), &painter).all();
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());
        for (const auto name : filesOfAnyTraining())
            QVERIFY2(fs::file_size(path() / name) > 0, std::string(name).c_str());
        QVERIFY(!fs::exists(path() / "kernels.csv"));
        QVERIFY(readExperiment(path() / "experiment.json") == run.experiment);
        QVERIFY(nlohmann::json::accept(readFile(path() / "environment.json")));
        QVERIFY(nlohmann::json::accept(readFile(path() / "trace.json")));
    }

    void namesOnePictureOfEachView()
    {
        for (const auto picture : pictureNames)
            QVERIFY(std::ranges::count(reportFileNames(), std::string(picture) + ".png") == 1);
    }

    void picturesOfTheOtherViewsAreWrittenIfWanted()
    {
        const std::vector<std::string> pictures{"overview", "machine", "timeline", "flame",
                                                "calls",    "steps",   "roofline", "memory"};
        const Run run = test::sampleRun();
        TextPainter painter;
        const auto omissions = writeReport(run, knownEnvironment(), path(), &painter, {}, &painter);
        QVERIFY(omissions.failures.empty());
        for (const std::string& picture : pictures) {
            const fs::path file = path() / (picture + ".png");
            const bool isThere =
                picture != "roofline" && (picture != "memory" || !run.trace.allocations.empty());
            QCOMPARE(fs::exists(file), isThere);
            if (isThere)
                QCOMPARE(readFile(file), picture + " as png");
        }
        QVERIFY(std::ranges::count(omissions.notApplicable,
                                   "roofline.png not written: No operator has known operations.") == 1);

        painter.failing = true;
        const auto failures = writeReport(run, knownEnvironment(), path(), &painter, {}, &painter).failures;
        QVERIFY(std::ranges::count(failures, "flame.png not written: The brush is lost.") == 1);
        QVERIFY(!fs::exists(path() / "flame.png"));

        painter.failing = false;
        QVERIFY(writeReport(run, knownEnvironment(), path(), &painter).failures.empty());
        for (const std::string& picture : pictures) // no old ones remain
            QVERIFY2(!fs::exists(path() / (picture + ".png")), picture.c_str());
    }

    void aTraceOfTooManyEventsIsLeftOut()
    {
        Run run = test::sampleRun();
        run.leftOut.events = 20'000'000;
        TextPainter painter;
        const auto omissions = writeReport(run, knownEnvironment(), path(), &painter);
        const auto said = QString::fromStdString(fmt::format("{}", fmt::join(omissions.notApplicable, "|")));
        QVERIFY2(said.contains("trace.json not written: it would have 20,000,0"), qPrintable(said));
        QVERIFY2(said.contains("Use `stepscope export RUN --what trace` to write it."), qPrintable(said));
        QVERIFY(!QFile::exists(QString::fromStdString((path() / "trace.json").string())));
        QVERIFY(QFile::exists(QString::fromStdString((path() / "operators.csv").string())));
    }

    void saysWhatDoesNotApplyAndLeavesNothingOld()
    {
        Run run = test::sampleRun();
        run.graph = smallGraph();
        TextPainter painter;
        writeReport(run, knownEnvironment(), path(), &painter);

        run.trace = {};
        run.experiment.profile = false;
        run.graph = nullptr;
        const auto omissions = writeReport(run, knownEnvironment(), path(), nullptr);
        QVERIFY(omissions.failures.empty());
        const auto& problems = omissions.notApplicable;
        QCOMPARE(problems.size(), size_t(3));
        QCOMPARE(problems[0], "operators.csv, operators.png, trace.json not written: the profiler was off.");
        QVERIFY(problems[1].starts_with("curves.png not written: this build"));
        QVERIFY(problems[2].starts_with("graph.svg, graph.png, graph.dot not written: "));
        for (const char* name : {"operators.csv", "operators.png", "trace.json", "graph.svg", "curves.png"})
            QVERIFY2(!fs::exists(path() / name), name);
        QVERIFY(fs::exists(path() / "metrics.csv"));
    }

    void aRunThatEndsBeforeTheProfilersFirstActiveStepHasOperatorsButNoTrace()
    {
        Run run = test::sampleRun();
        run.totals.steps = 5;
        run.totals.rows.push_back({.name = run.trace.names.intern("aten::relu"), .calls = 5, .selfNs = 500});
        run.trace.clearEvents();
        run.leftOut = {};
        run.experiment.profile = true;
        run.outcome = RunOutcome::Finished;
        TextPainter painter;
        const auto omissions = writeReport(run, knownEnvironment(), path(), &painter);
        QVERIFY(omissions.failures.empty());
        const auto said = QString::fromStdString(fmt::format("{}", fmt::join(omissions.notApplicable, "|")));
        QVERIFY2(
            said.contains("trace.json not written: the run ended before the profiler's first active step."),
            qPrintable(said));
        QVERIFY2(!said.contains("operators"), qPrintable(said));
        QVERIFY(readFile(path() / "operators.csv").find("\naten::relu,") != std::string::npos);
        QVERIFY(fs::exists(path() / "operators.png"));
        QVERIFY(!fs::exists(path() / "trace.json"));
    }

    void workOnAGpuHasATableOfItsKernels()
    {
        TextPainter painter;
        const auto onGpu = test::DeviceRun(2).run;
        QVERIFY(writeReport(onGpu, knownEnvironment(), path(), &painter).failures.empty());
        const auto kernels = readFile(path() / "kernels.csv");
        QVERIFY2(kernels.starts_with("kernel,"), kernels.c_str());
        QVERIFY(std::ranges::count(kernels, '\n') > 1);
        writeReport(test::sampleRun(), knownEnvironment(), path(), &painter);
        QVERIFY(!fs::exists(path() / "kernels.csv"));
    }

    void anImportHasNoEmptyTables()
    {
        Run run = test::sampleRun();
        run.experiment.dataset.clear(); // nothing but an import has none
        run.steps.clear();
        run.trace.steps.clear();
        run.plan.totalSteps = 0;
        run.epochs.clear();
        TextPainter painter;
        const auto problems = writeReport(run, knownEnvironment(), path(), &painter).notApplicable;
        QVERIFY(std::ranges::find(problems, "metrics.csv not written: the imported file has no steps.") !=
                problems.end());
        QVERIFY(std::ranges::find(problems, "epochs.csv not written: the imported file has no epochs.") !=
                problems.end());
        QVERIFY(!fs::exists(path() / "metrics.csv") && !fs::exists(path() / "epochs.csv"));
    }

    void aTraceWithoutOperatorsIsStillWritten()
    {
        Run run;
        run.outcome = RunOutcome::Finished;
        run.experiment.dataset.clear(); // imported
        run.trace = test::traceOf("cudaLaunchKernel 0-10 runtime\n");
        TextPainter painter;
        const auto problems = writeReport(run, knownEnvironment(), path(), &painter).notApplicable;
        QVERIFY2(std::ranges::find(problems, "operators.csv, operators.png not written: the imported file "
                                             "has no operators.") != problems.end(),
                 problems.empty() ? "" : problems.front().c_str());
        QVERIFY(fs::exists(path() / "trace.json"));
    }

    void noSamplesAreNoTable()
    {
        Run run = test::sampleRun();
        TextPainter painter;
        writeReport(run, knownEnvironment(), path(), &painter);
        QVERIFY(fs::exists(path() / "samples.csv"));
        run.samples.clear();
        const auto problems = writeReport(run, knownEnvironment(), path(), &painter).notApplicable;
        QVERIFY(std::ranges::any_of(problems, [](const auto& sentence) {
            return sentence.starts_with("samples.csv not written: ");
        }));
        QVERIFY(!fs::exists(path() / "samples.csv"));
    }

    void oneFailureDoesNotStopTheRest()
    {
        Run run = test::sampleRun();
        TextPainter painter;
        painter.failing = true;
        const auto problems = writeReport(run, knownEnvironment(), path(), &painter).failures;
        QVERIFY(std::ranges::find(problems, "operators.png not written: the brush is lost") !=
                problems.end());
        QVERIFY(fs::exists(path() / "curves.png"));
        QVERIFY(fs::exists(path() / "trace.json"));
    }

    void aPainterThatCouldNotBeLoadedIsAFailure()
    {
        const Run run = test::sampleRun();
        TextPainter painter;
        painter.isMissing = true;
        const auto omissions = writeReport(run, knownEnvironment(), path(), &painter);
        QCOMPARE(omissions.failures,
                 std::vector<std::string>{"operators.png, curves.png not written: The window is gone."});
        QVERIFY(!fs::exists(path() / "operators.png") && !fs::exists(path() / "curves.png"));
        QVERIFY(fs::exists(path() / "trace.json"));
    }

    void aRunFileThatIsGoneCostsOnlyWhatIsInItAlone()
    {
        Run run = test::sampleRun();
        TextPainter painter;
        run.graph = smallGraph();
        run.traceFile = path() / "gone.stepscope";
        run.leftOut = {.events = 100, .steps = 5, .lastStep = 9};
        const auto inPart = writeReport(run, knownEnvironment(), path(), &painter);
        const auto says = [](const ReportOmissions& omissions, const std::string& start) {
            return std::ranges::any_of(omissions.failures, [&](const auto& sentence) {
                return sentence.starts_with(start) &&
                       sentence.find("gone.stepscope cannot be") != std::string::npos;
            });
        };
        QVERIFY(says(inPart, "operators.csv incomplete: "));
        QVERIFY(says(inPart, "trace.json incomplete: "));
        for (const auto name : filesOfAnyTraining())
            QVERIFY2(fs::exists(path() / name), std::string(name).c_str());

        run.trace.clearEvents();
        run.totals = {};
        const auto nothing = writeReport(run, knownEnvironment(), path(), &painter);
        QVERIFY(says(nothing, "operators.csv, operators.png, trace.json not written: "));
        QVERIFY(fs::exists(path() / "curves.png") && fs::exists(path() / "graph.svg"));
    }

private:
    fs::path path() const { return m_folder->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestReport)
#include "test_report.moc"
