#include "core/experiment/experiment_fields.h"
#include "core/report/lab_report.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/run/imported_facts.h"
#include "core/run_file/run_file_writer.h"
#include "lab_runs.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/support/device_run.h"
#include "tests/support/std_string.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include <set>
#include <unistd.h>

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

constexpr auto script = "<script>alert(1)</script>";

class SvgPainter final : public PicturePainter
{
public:
    void paintCurves(const Run&, const fs::path&) override {}
    void paintOperators(const Run&, const fs::path&) override {}
    void paintSvg(const std::string& svg, const fs::path& png, double) override
    {
        if (failing)
            throw Error("the brush is lost");
        writeFileAtomically(png, svg);
    }

    std::string problem() const override { return isMissing ? "The window is gone." : ""; }

    bool failing = false;
    bool isMissing = false;
};

struct Page
{
    QString error;
    std::set<QString> ids;
    std::set<QString> loads; ///< what is fetched or linked to, except places in the page
    QString text;
    int scripts = 0;
    int charts = 0;
};

Page readPage(const fs::path& file)
{
    Page page;
    QXmlStreamReader xml(QByteArray::fromStdString(readFile(file)));
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::Characters)
            page.text += xml.text();
        if (token != QXmlStreamReader::StartElement)
            continue;
        page.scripts += xml.name() == QLatin1String("script");
        page.charts += xml.name() == QLatin1String("svg");
        for (const auto& attribute : xml.attributes()) {
            if (attribute.name() == QLatin1String("id"))
                page.ids.insert(attribute.value().toString());
            const bool leads =
                attribute.name() == QLatin1String("src") || attribute.name() == QLatin1String("href");
            if (leads && !attribute.value().startsWith('#') && attribute.value() != QLatin1String("data:,"))
                page.loads.insert(attribute.value().toString());
        }
    }
    page.error = xml.hasError() ? xml.errorString() : QString();
    return page;
}

QString refusal(const fs::path& folder, bool force = false)
{
    try {
        prepareLabReportFolder(folder, force);
    } catch (const Error& problem) {
        return QString::fromUtf8(problem.what());
    }
    return {};
}

LabReportInput twoRuns()
{
    LabReportInput input{.title = {},
                         .runs = {test::labRun("b10", 10, 1'000'000), test::labRun("b40", 40, 2'000'000)},
                         .baseline = 0,
                         .forwardPasses = {test::labForwardPass()}};
    auto graph = std::make_shared<NetworkGraph>();
    graph->network = "mnist-convnet";
    graph->nodes.push_back(
        {.kind = GraphNodeKind::Input, .op = "input", .label = "input", .outputShape = {4, 1}});
    graph->nodes.push_back({.op = "aten::relu", .label = "relu", .outputShape = {4, 1}});
    graph->edges.push_back({GraphNodeId(0), GraphNodeId(1), {4, 1}});
    input.runs[0].stored.run.graph = graph;
    return input;
}

} // namespace

class TestLabReport : public QObject
{
    Q_OBJECT

private:
    fs::path path(const char* name = "report") const
    {
        return fs::path(m_folder->path().toStdString()) / name;
    }

    /// Problems of writing.
    std::vector<std::string> write(const LabReportInput& input, PicturePainter* painter = nullptr) const
    {
        prepareLabReportFolder(path(), true);
        return writeLabReport(input, path(), painter);
    }

    std::string markdown() const { return readFile(path() / "report.md"); }

    /// Files that the Markdown refers to.
    QStringList references() const
    {
        QStringList files;
        static const QRegularExpression link("\\]\\(([^)]+)\\)");
        auto found = link.globalMatch(QString::fromStdString(markdown()));
        while (found.hasNext())
            files << found.next().captured(1);
        return files;
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void thePageIsWellFormedAndHasEveryTable()
    {
        QVERIFY(write(twoRuns()).empty());
        const auto page = readPage(path() / "report.html");
        QCOMPARE(page.error, QString());
        for (const char* table : {"overview", "runs", "environment", "comparison", "operators-b10",
                                  "operators-b40", "operator-comparison", "forward-pass-cpu"}) {
            QVERIFY2(page.ids.contains(table), table);
            QVERIFY2(fs::exists(path() / "tables" / (std::string(table) + ".csv")), table);
        }
        for (const char* figure : {"loss-b10", "accuracy-b40", "loss-over-images", "accuracy-over-time",
                                   "images-per-second", "step-time", "speedup", "operators-per-step"})
            QVERIFY2(page.ids.contains(figure), figure);
        for (const char* text : {"A fast processor", "LibTorch 1.13.1", "The cold forward pass of one sample",
                                 "This is not a training step", "2.00 times as long"})
            QVERIFY2(page.text.contains(text), text);
    }

    void theTableOfRunsHasValidationSharesThatDiffer()
    {
        auto input = twoRuns();
        write(input);
        QVERIFY(markdown().find("Validation share") == std::string::npos);
        input.runs[1].stored.run.experiment.validationShare = 0.25;
        write(input);
        const auto text = QString::fromStdString(markdown());
        QVERIFY2(text.contains(QRegularExpression(R"(\| Run \|.*\| Validation share \|)")), qPrintable(text));
        QVERIFY2(text.contains(QRegularExpression(R"(\| b40 \|.*\| 0\.25 \|)")), qPrintable(text));
        const auto csv = QString::fromStdString(readFile(path() / "tables" / "runs.csv")).split('\n');
        QVERIFY2(csv[0].endsWith(",outcome,validation_share"), qPrintable(csv[0]));
        QVERIFY2(csv[1].contains(",finished,0"), qPrintable(csv[1]));
        QVERIFY2(csv[2].endsWith(",finished,0.25"), qPrintable(csv[2]));
    }

    void theLinesOfTheValidationAreExplained()
    {
        constexpr auto explanation = "Tests have a solid line. Validations have a dashed line.";
        auto input = twoRuns();
        write(input);
        QVERIFY(markdown().find(explanation) == std::string::npos);
        input.runs[1].stored.run.experiment.validationShare = 0.25;
        write(input);
        QVERIFY(markdown().find(explanation) != std::string::npos);
    }

    void theOverviewIsTheFirstPage()
    {
        write(twoRuns());
        const auto html = QString::fromStdString(readFile(path() / "report.html"));
        const auto overview = html.indexOf(">Overview</h2>");
        const auto next = html.indexOf("class=\"page\">Runs</h2>");
        QVERIFY(overview >= 0 && overview < next);
        QVERIFY(html.mid(overview, next - overview).contains("conv2d 60.0\u00a0%<br/>mm 30.0\u00a0%"));
        QVERIFY(QString::fromStdString(markdown()).contains("conv2d 60.0 %<br>mm 30.0 %"));
    }

    void saysWhichStepsTheFiguresOfOperatorsLack()
    {
        const auto noteOf = [&](const EventsLeftOut& leftOut, size_t kept) {
            auto input = twoRuns();
            input.runs[0].stored.run.leftOut = leftOut;
            input.runs[0].stored.run.trace.steps.resize(kept);
            write(input);
            return QString::fromStdString(markdown());
        };
        const EventsLeftOut lost{.events = 500, .steps = 50, .lostEvents = 500, .lostSteps = 50};
        const QString slow = noteOf(lost, 0);
        QVERIFY(slow.contains("lacks the operators of 50 of 50 recorded steps"));
        QVERIFY(!slow.contains("fit in memory") && !slow.contains("use the first"));
        const QString none = noteOf({.events = 500, .steps = 50, .limitBytes = 100}, 0);
        QVERIFY(none.contains("recorded the operators of 50 steps, more than fit in memory"));
        QVERIFY(none.contains("Comparisons of operators use its totals"));
        QVERIFY(!none.contains("lacks the operators"));
        const QString first = noteOf({.events = 500, .steps = 50, .limitBytes = 100}, 10);
        QVERIFY(first.contains("Comparisons of operators use the first 10 in its file"));
        EventsLeftOut both = lost;
        both.add({.events = 100, .steps = 10, .limitBytes = 100});
        const QString some = noteOf(both, 0);
        QVERIFY(some.contains("more than fit in memory") && some.contains("lacks the operators of 50"));
    }

    void thePageFetchesNothing()
    {
        write(twoRuns());
        const auto page = readPage(path() / "report.html");
        QVERIFY2(page.loads.empty(), page.loads.empty() ? "" : qPrintable(*page.loads.begin()));
        auto html = QString::fromStdString(readFile(path() / "report.html"));
        QVERIFY(html.contains("default-src 'none'"));
        html.remove(QRegularExpression("xmlns(:xlink)?=\"http://www\\.w3\\.org/[^\"]*\""));
        QVERIFY(!html.contains("http:") && !html.contains("https:") && !html.contains("url(") &&
                !html.contains("@import"));
    }

    void whatComesFromDataStaysText()
    {
        auto input = twoRuns();
        input.title = script;
        input.runs[0].name = script;
        input.runs[1].name = "a|b *c* [d](e)";
        input.runs[1].color = "red;\"><script>";
        input.runs[1].stored.environment.cpuModel = script;
        input.runs[0].stored.run.trace.names.intern(script);
        input.runs[0].stored.run.totals.rows[0].name =
            NameId(input.runs[0].stored.run.trace.names.size() - 1);
        input.problems = {script};
        QVERIFY(write(input).empty());
        const auto page = readPage(path() / "report.html");
        QCOMPARE(page.error, QString());
        QCOMPARE(page.scripts, 1); // its own
        QVERIFY(page.text.contains(script));
        QVERIFY(markdown().find("<script") == std::string::npos);
        QVERIFY(markdown().find("a\\|b \\*c\\*") != std::string::npos);
        for (const auto& file : fs::directory_iterator(path() / "pictures"))
            QVERIFY(readFile(file.path()).find("<script") == std::string::npos);
    }

    void theMarkdownsPicturesAndTablesExist_data()
    {
        QTest::addColumn<bool>("painted");
        QTest::newRow("PNG") << true;
        QTest::newRow("SVG, without a painter") << false;
    }

    void theMarkdownsPicturesAndTablesExist()
    {
        QFETCH(bool, painted);
        SvgPainter painter;
        QVERIFY(write(twoRuns(), painted ? &painter : nullptr).empty());
        const auto files = references();
        QVERIFY2(files.filter("pictures/").size() > 12, qPrintable(files.join(' ')));
        for (const auto& file : files) {
            QVERIFY2(fs::exists(path() / file.toStdString()), qPrintable(file));
            if (file.startsWith("pictures/"))
                QVERIFY(file.endsWith(painted ? ".png" : ".svg"));
        }
        QCOMPARE(QSet<QString>(files.begin(), files.end()).size(), files.size());
    }

    void oneRunIsReportedToo()
    {
        auto input = twoRuns();
        input.runs.pop_back();
        input.forwardPasses.clear();
        QVERIFY(write(input).empty());
        const auto page = readPage(path() / "report.html");
        QVERIFY(page.text.contains("There is only one run"));
        QVERIFY(!page.ids.contains("operator-comparison") && !page.ids.contains("loss-over-images"));
        QVERIFY(!page.text.contains("cold forward pass"));
    }

    /// An autoencoder's, for example.
    void aReportOfRunsWithoutAccuracySpeaksOfTheLossAlone()
    {
        auto input = twoRuns();
        QVERIFY(write(input).empty());
        QVERIFY(readPage(path() / "report.html").text.contains("Loss and accuracy"));
        for (LabReportRun& lab : input.runs) {
            for (StepMetrics& step : lab.stored.run.steps)
                step.correct = StepMetrics::notCounted;
            for (EpochMetrics& epoch : lab.stored.run.epochs)
                epoch.trainCorrect = epoch.testCorrect = StepMetrics::notCounted;
        }
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(write(input).empty());
        const auto page = readPage(path() / "report.html");
        QVERIFY(page.text.contains("These runs have no accuracy."));
        QVERIFY(!page.text.contains("Loss and accuracy") && !page.text.contains("Test accuracy"));
        for (const char* figure : {"accuracy-b10", "accuracy-over-images", "test-accuracy"})
            QVERIFY2(!page.ids.contains(figure), figure);
        QVERIFY(page.ids.contains("loss-b10") && page.ids.contains("loss-over-images"));
    }

    void aReportSaysThatSamplesOfDifferentSizesAreNotCompared()
    {
        auto input = twoRuns();
        for (LabReportRun& lab : input.runs)
            lab.stored.run.experiment.dataset = "tiny-shakespeare";
        input.runs[1].stored.run.experiment.sequenceLength = 128;
        QVERIFY(write(input).empty());
        const auto text = QString::fromStdString(markdown());
        QVERIFY2(
            text.contains("The samples have different sizes (sequences of 64 characters, sequences of 128 "
                          "characters), so times per sample are compared only"),
            qPrintable(text));
        QVERIFY(text.contains("(samples of another size)"));
        QVERIFY(!text.contains("Time per sample against the baseline"));
        QVERIFY(text.contains("Times are per step, not per sample, because"));
    }

    /// Of an imported trace, only what its file contains is reported.
    void aReportOfAnImportInventsNothing()
    {
        LabReportRun imported{.file = {}, .stored = {}, .name = "resnet", .color = "#0072b2"};
        Run& run = imported.stored.run;
        run.outcome = RunOutcome::Finished;
        run.experiment = unknownExperiment();
        run.experiment.network = "resnet";
        test::appendEvents(run.trace, "aten::conv2d 0-600\naten::mm 600-1000\n");
        LabReportInput input;
        input.runs.push_back(std::move(imported));
        QVERIFY(write(input).empty());
        const auto text = QString::fromStdString(markdown());
        QVERIFY2(text.startsWith("# Profile of resnet\n"), qPrintable(text));
        QVERIFY2(
            text.contains(QRegularExpression("Written by Stepscope \\d+\\.[^ ]* from one run; the time of "
                                             "measurement is not known\\.")),
            qPrintable(text));
        QVERIFY2(text.contains("| Run |\n| --- |\n| resnet |\n"), qPrintable(text));
        QVERIFY2(text.contains("“resnet” was imported from a file without steps"), qPrintable(text));
        QVERIFY2(text.contains("operators by self time, the whole trace"), qPrintable(text));
        for (const char* invented : {"Loss and accuracy", "1 epoch", "whole training steps", "per step |"})
            QVERIFY2(!text.contains(invented), invented);
        const auto csv = readFile(path() / "tables" / "runs.csv");
        QVERIFY2(csv.find("resnet,,,,,,,,,,,,imported") != std::string::npos, csv.c_str());
    }

    void aGpuTraceIsAboutDeviceTimeFirst()
    {
        LabReportInput input;
        for (const char* name : {"before", "after"}) {
            LabReportRun traced{.file = {}, .stored = {}, .name = name, .color = "#0072b2"};
            traced.stored.run = test::DeviceRun(4).run;
            input.runs.push_back(std::move(traced));
        }
        QVERIFY(write(input).empty());
        const auto text = QString::fromStdString(markdown());
        const auto placeOf = [&](const char* part) {
            const auto place = text.indexOf(part);
            if (place < 0)
                qWarning("%s is missing", part);
            return place;
        };
        const QList<qsizetype> places{placeOf("Step time by activity of device and host"),
                                      placeOf("| Device time per step |"),
                                      placeOf("| Most expensive kernels |"),
                                      placeOf("| Time per step |"),
                                      placeOf("## The most expensive kernels"),
                                      placeOf("“before”: kernels by device time, "),
                                      placeOf("## The most expensive operators"),
                                      placeOf("“before”: operators by device time, "),
                                      placeOf("## Kernels compared"),
                                      placeOf("## Operators compared")};
        QVERIFY2(places.front() > 0 && std::ranges::is_sorted(places), qPrintable(text));
        const auto ofDevice = text.indexOf("of the device time, "); // in the analysis
        QVERIFY(ofDevice > 0 && ofDevice < text.indexOf("of the operators' self time"));
        QVERIFY(text.contains("| Kernel | Launches per step | Device time per step |"));
        QVERIFY2(text.contains("| Operator | Pass | Calls per step | Device time per step | Device |"),
                 qPrintable(text));
        const auto kernels = readFile(path() / "tables" / "kernels-before.csv");
        QVERIFY2(kernels.starts_with("kernel,"), kernels.c_str());
        QVERIFY(fs::exists(path() / "tables" / "kernel-comparison.csv"));
    }

    void derivedStepsAreSaid()
    {
        auto input = twoRuns();
        input.runs[0].stored.run.log.push_back(
            {0, LogLevel::Info, detectedStepsSentence("the ranges “train”", 3)});
        write(input);
        const auto text = QString::fromStdString(markdown());
        QVERIFY2(text.contains(QString::fromStdString(
                     fmt::format("The steps of “{}” were derived from the ranges “train”. The recording does "
                                 "not mark these steps.",
                                 input.runs[0].name))),
                 qPrintable(text));
        QCOMPARE(text.count("were derived from"), 1);
    }

    void repeatsHaveATableOfTheirSettings()
    {
        auto input = twoRuns();
        write(input);
        QVERIFY(!readPage(path() / "report.html").ids.contains("settings"));
        input.runs.push_back(test::labRun("b10 again", 10, 4'000'000));
        input.runs.back().stored.run.experiment.seed = 7;
        QVERIFY(write(input).empty());
        const auto page = readPage(path() / "report.html");
        QVERIFY(page.ids.contains("settings"));
        QVERIFY(page.text.contains("Samples per second, median of the runs' means"));
        QVERIFY(page.text.contains("Speedup, by median time per sample"));
        QVERIFY2(page.text.contains(", too few repeats"),
                 qPrintable(page.text.mid(page.text.indexOf("Repeats"), 800)));
        QVERIFY2(page.text.contains("6,250 samples/s (2,500 to 10,000)"),
                 qPrintable(page.text.mid(page.text.indexOf("Repeats"), 800)));
        const auto csv = readFile(path() / "tables" / "settings.csv");
        QVERIFY2(csv.find("batch size 10,2,6250") != std::string::npos, csv.c_str());
        QVERIFY(csv.find("batch size 40,1,20000") != std::string::npos);
    }

    void runsOfOneNameHaveFilesOfTheirOwn()
    {
        auto input = twoRuns();
        input.runs[1].name = input.runs[0].name;
        QVERIFY(write(input).empty());
        const auto files = references();
        QCOMPARE(QSet<QString>(files.begin(), files.end()).size(), files.size());
    }

    void aFailedRunAndOneWithoutAProfileAreToldOf()
    {
        auto input = twoRuns();
        LabReportRun failed{.file = {}, .stored = {}, .name = "b9000", .color = {}};
        failed.stored.run.outcome = RunOutcome::Failed;
        failed.stored.run.failure = "The training ran out of memory.";
        input.runs.push_back(std::move(failed));
        input.runs[1].stored.run.totals = {};
        QVERIFY(write(input).empty());
        const auto page = readPage(path() / "report.html");
        QCOMPARE(page.error, QString());
        QVERIFY(page.text.contains("“b9000” failed: The training ran out of memory."));
        QVERIFY(page.text.contains("“b40” was not profiled"));
        QVERIFY(!page.ids.contains("operators-b40") && page.ids.contains("operators-b10"));
    }

    void aFolderThatHoldsAReportIsOnlyReplacedWhenForced()
    {
        write(twoRuns());
        QVERIFY(refusal(path()).contains("already contains a report"));
        const auto own = path() / "pictures" / "holiday.png";
        writeFileAtomically(own, "mine");
        QCOMPARE(refusal(path(), true), QString());
        QVERIFY(!fs::exists(path() / "report.html") && !fs::exists(path() / "tables" / "runs.csv"));
        QVERIFY(fs::exists(own));
    }

    void aFolderThatCannotBeWrittenIsRefusedInOneSentence()
    {
        writeFileAtomically(path("file"), "");
        QVERIFY(refusal(path("file")).contains("is a file"));
        QVERIFY(!refusal("/proc/report").isEmpty());
        if (geteuid() == 0)
            QSKIP("root may write everywhere");
        fs::create_directory(path());
        fs::permissions(path(), fs::perms::owner_read | fs::perms::owner_exec);
        QVERIFY(refusal(path()).contains("cannot be written"));
        fs::permissions(path(), fs::perms::owner_all);
    }

    void aPictureThatCannotBePaintedIsNamed()
    {
        SvgPainter painter;
        painter.failing = true;
        const auto problems = write(twoRuns(), &painter);
        QVERIFY(!problems.empty());
        QVERIFY2(problems[0].ends_with(".png could not be written: the brush is lost"), problems[0].c_str());
        QVERIFY(fs::exists(path() / "report.html"));
    }

    void withoutAPainterThatWasWantedThePicturesAreSvgAndThatIsSaid()
    {
        SvgPainter painter;
        painter.isMissing = true;
        QCOMPARE(write(twoRuns(), &painter),
                 std::vector<std::string>{"The pictures of report.md are SVG, not PNG: The window is gone."});
        for (const auto& file : references())
            QVERIFY2(fs::exists(path() / file.toStdString()), qPrintable(file));
        QVERIFY(markdown().find(".svg") != std::string::npos);
    }

    void eachDifferentGraphIsDrawnWithItsRuns()
    {
        const auto graphOf = [](int64_t batchSize, int64_t width) {
            auto graph = std::make_shared<NetworkGraph>();
            graph->network = "mlp";
            graph->batchSize = batchSize;
            graph->nodes.push_back({.kind = GraphNodeKind::Input,
                                    .op = "input",
                                    .label = "input",
                                    .outputShape = {batchSize, width}});
            graph->nodes.push_back({.op = "aten::relu", .label = "relu", .outputShape = {batchSize, width}});
            graph->edges.push_back({GraphNodeId(0), GraphNodeId(1), {batchSize, width}});
            return graph;
        };
        auto input = twoRuns();
        input.runs[0].stored.run.graph = graphOf(10, 28);
        input.runs[1].stored.run.graph = graphOf(40, 28);
        QVERIFY(write(input).empty());
        const std::string caption = "![The network mlp as recorded in the first training step";
        QVERIFY(markdown().find(caption + "](pictures/graph-mlp.svg)") != std::string::npos);
        QVERIFY(markdown().find("graph-mlp-2") == std::string::npos); // it differs in the batch size only

        input.runs.push_back(test::labRun("wide", 10, 1'000'000));
        input.runs.back().stored.run.graph = graphOf(10, 56);
        input.runs.push_back(test::labRun("without", 10, 1'000'000));
        QVERIFY(write(input).empty());
        QVERIFY2(markdown().find(caption + ": b10 and b40](pictures/graph-mlp.svg)") != std::string::npos,
                 markdown().c_str());
        QVERIFY(markdown().find(caption + ": wide](pictures/graph-mlp-2.svg)") != std::string::npos);
        for (const auto& file : references())
            QVERIFY2(fs::exists(path() / file.toStdString()), qPrintable(file));
    }

    void ofManyGraphsOfANetworkTheFirstAreDrawn()
    {
        const tests::FakeDot dot("exit 3"); // which of them are drawn shows in what could not be
        auto input = twoRuns();
        input.runs.clear();
        for (int run = 0; run < 8; ++run) {
            input.runs.push_back(test::labRun("run" + std::to_string(run), 10, 1'000'000));
            auto graph = std::make_shared<NetworkGraph>();
            graph->network = "mlp";
            graph->batchSize = 10;
            graph->nodes.push_back({.kind = GraphNodeKind::Input,
                                    .op = "input",
                                    .label = "input",
                                    .outputShape = {10, 1 + run}});
            input.runs.back().stored.run.graph = std::move(graph);
        }
        QCOMPARE(write(input).size(), size_t(1)); // one sentence, though it is true of each
        QVERIFY2(
            markdown().find("At most 6 graphs of a network are drawn; those of run6 and run7 differ from "
                            "these and are left out.") != std::string::npos,
            markdown().c_str());
    }

    void aGraphThatCannotBeDrawnIsAProblemAndNotOnlyANote()
    {
        const tests::FakeDot dot("exit 3");
        const auto problems = write(twoRuns());
        QCOMPARE(problems.size(), size_t(1));
        QVERIFY2(problems[0].starts_with("The network's graph could not be drawn: "), problems[0].c_str());
        QVERIFY(markdown().find("The network's graph could not be drawn") != std::string::npos);
        QVERIFY(fs::exists(path() / "report.html"));
    }

    void linkedFoldersInAReportsFolderAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("pictures") << "pictures";
        QTest::newRow("tables") << "tables";
    }

    /// Someone else may have planted them.
    void linkedFoldersInAReportsFolderAreRefused()
    {
        QFETCH(QString, name);
        const auto link = path() / name.toStdString();
        write(twoRuns());
        fs::rename(link, path("elsewhere"));
        const auto files = std::distance(fs::directory_iterator(path("elsewhere")), {});
        fs::create_directory_symlink(path("elsewhere"), link);
        for (const bool force : {false, true})
            QVERIFY2(refusal(path(), force).contains("is a link to another folder"),
                     qPrintable(refusal(path(), force)));
        QCOMPARE(std::distance(fs::directory_iterator(path("elsewhere")), {}), files);
        QVERIFY(fs::exists(path() / "report.html"));
        const auto first = fs::directory_iterator(path("elsewhere"))->path();
        writeFileAtomically(first, "mine");
        const auto problems = writeLabReport(twoRuns(), path(), nullptr);
        QVERIFY(!problems.empty());
        QVERIFY2(problems[0].ends_with("is a link to another folder; remove it, or name another folder."),
                 problems[0].c_str());
        QCOMPARE(readFile(first), "mine");

        fs::create_directory_symlink(path(), path("link")); // the folder itself is the user's choice
        fs::remove(link);
        QCOMPARE(refusal(path("link"), true), QString());
        QVERIFY(writeLabReport(twoRuns(), path("link"), nullptr).empty());
    }

    void anOldReportsFilesAreRemovedFromItsOwnFoldersOnly()
    {
        write(twoRuns());
        fs::create_directory(path("precious"));
        writeFileAtomically(path("precious") / "thesis.png", "mine");
        fs::create_directory_symlink(path("precious"), path() / "pictures" / "more");
        writeFileAtomically(path() / "report.md", markdown() + "![x](pictures/more/thesis.png)\n");
        QCOMPARE(refusal(path(), true), QString());
        QVERIFY(fs::exists(path("precious") / "thesis.png"));
    }

    void runFilesAreNamedByWhatTellsThemApart()
    {
        Experiment experiment;
        experiment.batchSize = 16;
        RunFileWriter(path("a.stepscope"), experiment).close();
        experiment.batchSize = 64;
        experiment.steps = 100; // what follows from the batch size is not said
        RunFileWriter(path("b.stepscope"), experiment).close();
        RunFileWriter(path("pass.stepscope"), experiment, RunKind::ForwardPass).close();
        writeFileAtomically(path("c.stepscope"), "no run");
        const std::vector<fs::path> files{path("a.stepscope"), path("pass.stepscope"), path("b.stepscope"),
                                          path("c.stepscope")};
        const auto input = labReportInput(files);
        QCOMPARE(input.runs.size(), size_t(2));
        QCOMPARE(input.runs[0].name, std::string("batch size 16"));
        QCOMPARE(input.runs[1].name, std::string("batch size 64"));
        QVERIFY(input.runs[0].color != input.runs[1].color);
        QCOMPARE(input.forwardPasses.size(), size_t(1));
        QCOMPARE(input.problems.size(), size_t(1));
    }

    void eventsThatCannotBeReadCostNoRun()
    {
        LabReportInput input;
        input.runs = {test::labRun("gone", 16, 1'000'000), test::labRun("there", 64, 3'000'000)};
        Run& run = input.runs[0].stored.run;
        run.traceFile = path() / "gone.stepscope";
        run.leftOut = {.events = 100, .steps = 5, .lastStep = 9};
        const auto problems = write(input);
        QCOMPARE(problems.size(), size_t(1));
        QVERIFY2(problems[0].find("gone.stepscope cannot be") != std::string::npos, problems[0].c_str());
        const Page page = readPage(path() / "report.html");
        QVERIFY2(page.text.contains(QString::fromStdString(problems[0])), qPrintable(page.text.left(3000)));
        QVERIFY(page.text.contains("aten::conv2d"));
    }
};

QTEST_GUILESS_MAIN(TestLabReport)
#include "test_lab_report.moc"
