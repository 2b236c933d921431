#include "core/exchange/tensorboard_events.h"
#include "program.h"
#include "tests/core/exchange/sample_run.h"
#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/core/import/cuda/profiler_files.h"
#include "tests/core/import/imported_text.h"
#include "tests/core/import/model_files.h"

#include <fmt/format.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace stepscope::test;

/// Traces of other profilers in the program's commands.
class TestImportCommand : public QObject
{
    Q_OBJECT

private:
    QString write(const QString& name, const std::string& content) const
    {
        const QString path = m_folder->filePath(name);
        std::ofstream(path.toStdString(), std::ios::binary) << content;
        return path;
    }
    QString library() const { return m_folder->filePath("library"); }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void anImportedTraceIsKeptListedAndShown()
    {
        const QString trace = write("worker0.pt.trace.json", KinetoWriter().write());
        const auto imported = runProgram({"import", trace, "--library", library()});
        QCOMPARE(imported.exitCode, 0);
        QVERIFY2(imported.output.contains("30 events on 2 threads and 1 stream"),
                 qPrintable(imported.output));
        QVERIFY2(imported.output.contains("Device 0: Tesla V100, 80 multiprocessors"),
                 qPrintable(imported.output));
        QCOMPARE(QDir(library()).entryList({"*.stepscope"}), QStringList("worker0.stepscope"));
        const auto runs = runProgram({"runs", "--library", library()});
        QVERIFY2(runs.output.contains("worker0"), qPrintable(runs.output));
        const auto shown = runProgram({"show", "worker0", "--library", library()});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY2(shown.output.contains("aten::convolution"), qPrintable(shown.output));
    }

    void comparedRunsSayWhatDiffersAndWhyThereIsNoVerdict()
    {
        const auto traceOf = [this](const char* gpu) {
            const std::string trace = KinetoWriter().write();
            QString text = QString::fromStdString(trace);
            return write(QString("%1.json").arg(gpu), text.replace("Tesla V100", gpu).toStdString());
        };
        const auto compared =
            runProgram({"compare", traceOf("A100"), traceOf("H100"), "--fail-if-slower", "5%"});
        QVERIFY2(compared.output.contains("\n| GPUs | 1 × A100"), qPrintable(compared.output));
        QVERIFY2(compared.errors.contains("both have fewer than 20 steps (2 and 2)."),
                 qPrintable(compared.errors));
        const auto same = runProgram({"compare", traceOf("A100"), traceOf("A100")});
        QVERIFY2(!same.output.contains("\n| GPUs |"), qPrintable(same.output));
    }

    void theNetworkAndTheMachineOfAnImportAreNotMadeUp()
    {
        const QString trace = write("worker0.pt.trace.json", KinetoWriter().write());
        const auto exported = [&](const char* part) {
            return runProgram({"export", trace, "--what", part}).output;
        };
        QVERIFY2(exported("experiment").contains("\"network\": null"), qPrintable(exported("experiment")));
        QVERIFY2(exported("environment").contains("\"name\": \"Tesla V100\""),
                 qPrintable(exported("environment")));
    }

    void runsOfOneNameAreToldApartByTheirFiles()
    {
        const QString trace = write("worker0.pt.trace.json", KinetoWriter().write());
        for (int i = 0; i < 2; ++i)
            QCOMPARE(runProgram({"import", trace, "--library", library()}).exitCode, 0);
        const auto runs = runProgram({"runs", "--library", library()}).output;
        QVERIFY2(runs.section('\n', 0, 0).endsWith("  file"), qPrintable(runs));
        for (const char* file : {"worker0", "worker0_2"})
            QVERIFY2(runs.contains(QRegularExpression(QString("\nworker0  .*  %1\n").arg(file))),
                     qPrintable(runs));
        QCOMPARE(runProgram({"show", "worker0_2", "--library", library()}).exitCode, 0);
    }

    void aTraceIsShownWithoutKeepingIt()
    {
        const QString trace = write("trace.json", KinetoWriter(dialectOf2021()).write());
        const auto shown = runProgram({"show", trace, "--library", library()});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY2(shown.output.contains("aten::convolution"), qPrintable(shown.output));
        QVERIFY2(shown.output.contains("4 allocations and deallocations have no address"),
                 qPrintable(shown.output));
        QVERIFY(!QDir(library()).exists());
    }

    void aModelHasNothingToAnalyze()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1, 3})};
        graph.nodes = {onnx::node("Relu", {"x"}, {"y"}, "/Relu")};
        graph.outputs = {onnx::valueInfo("y", {1, 3})};
        const QString model = write("net.onnx", onnx::model(graph.bytes()));
        const auto advice = runProgram({"advise", model});
        QCOMPARE(advice.exitCode, 1);
        QVERIFY2(
            advice.errors.endsWith("stepscope: " + model +
                                   " describes a network and has no recorded run, so there is nothing to "
                                   "analyze.\n"),
            qPrintable(advice.errors));
        QCOMPARE(advice.output, QString());
    }

    void stepsAreMadeFromTheNameThatIsPicked()
    {
        const QString trace = write("trace.json", KinetoWriter().write());
        const auto imported =
            runProgram({"import", trace, "--step-on", "aten::conv2d", "--library", library()});
        QVERIFY2(imported.exitCode == 0, qPrintable(imported.errors));
        QVERIFY2(imported.output.contains("The recording marks 2 steps, replaced by other steps."),
                 qPrintable(imported.output));
        QVERIFY2(imported.output.contains(
                     "Steps were made from the events “aten::conv2d”, each of which begins a step: 1."),
                 qPrintable(imported.output));
        const auto refused = runProgram({"import", trace, "--step-on", "epoch", "--library", library()});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.errors.contains("Steps cannot be made from “epoch”"), qPrintable(refused.errors));
    }

    /// It is not known how an imported run ended, or when sums per stack were recorded.
    void anImportHasNoOutcome()
    {
        const QString trace = write("trace.json", KinetoWriter().write());
        const QString stacks = write("stacks.folded", "main;f 30\nmain;g 10\n");
        QCOMPARE(runProgram({"import", trace, stacks, "--library", library()}).exitCode, 0);
        const auto runs = runProgram({"runs", "--library", library()});
        QVERIFY2(runs.output.count("  imported") == 2 && !runs.output.contains("finished"),
                 qPrintable(runs.output));
        QVERIFY2(!runs.output.contains(QRegularExpression("  [0-9]+:[0-9]{2}:[0-9]{2}\n")),
                 qPrintable(runs.output)); // a duration without a start
        const auto list =
            QJsonDocument::fromJson(runProgram({"runs", "--json", "--library", library()}).output.toUtf8());
        for (const auto& run : list.array())
            QCOMPARE(run.toObject()["outcome"].toString(), "imported");
        const auto shown =
            QJsonDocument::fromJson(runProgram({"show", trace, "--json"}).output.toUtf8()).object();
        QCOMPARE(shown["outcome"].toString(), "imported");
        for (const char* unknown : {"planned_steps", "report", "test"})
            QVERIFY2(shown[unknown].isNull(), unknown);
        for (const char* format : {"--markdown", "--csv", "--json"}) {
            const auto compared = runProgram({"compare", trace, trace, format});
            QVERIFY2(compared.output.contains("imported") && !compared.output.contains("finished"),
                     qPrintable(compared.output));
        }
    }

    void whatTheFileHasNotIsReportedAsAbsent_data()
    {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* part, const char* sentence) {
            QTest::newRow(part) << part << sentence;
        };
        row("metrics", "The run has no steps: an aggregated profile has no timestamps.");
        row("steps", "The run has no steps: an aggregated profile has no timestamps.");
        row("epochs", "The run has no epochs: the imported file has no epochs.");
        row("samples", "The run has no machine samples: the imported file has no machine samples.");
        row("environment", "The run has no environment: the imported file does not describe the machine.");
    }

    void whatTheFileHasNotIsReportedAsAbsent()
    {
        QFETCH(QString, part);
        QFETCH(QString, sentence);
        const QString stacks = write("stacks.folded", "main;f 30\nmain;g 10\n");
        const auto result = runProgram({"export", stacks, "--what", part});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.output, "");
        QCOMPARE(result.errors, QString("stepscope: %1\n").arg(sentence));
    }

    void anExportSaysWhatTheFileHasNot()
    {
        const QString trace = write("trace.json", KinetoWriter().write());
        const QString out = m_folder->filePath("export");
        const auto result = runProgram({"export", trace, "--out", out});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY2(result.errors.contains("curves.png not written: the imported file has no losses"),
                 qPrintable(result.errors));
        QVERIFY(!QFile::exists(out + "/curves.png"));
        QVERIFY(QFile::exists(out + "/metrics.csv"));
        QVERIFY(QFile::exists(out + "/environment.json")); // its GPU is known
        const QString stacks = write("stacks.folded", "main;f 30\nmain;g 10\n");
        const auto ofStacks = runProgram({"export", stacks, "--out", m_folder->filePath("stacks")});
        QVERIFY2(ofStacks.errors.contains("environment.json not written: the machine is not known."),
                 qPrintable(ofStacks.errors));
    }

    void aReportIsWrittenOfATrace()
    {
        const QString trace = write("trace.json", KinetoWriter().write());
        const QString out = m_folder->filePath("report");
        const auto result = runProgram({"report", trace, "--out", out});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QFile report(out + "/report.md");
        QVERIFY(report.open(QIODevice::ReadOnly));
        const QByteArray text = report.readAll();
        QVERIFY2(text.startsWith("# Profile of trace\n") && text.contains("| Outcome | imported |"),
                 text.constData());
    }

    void theMemoryOfAnImportIsLimited()
    {
        std::string events;
        for (int i = 0; i < 50'000; ++i) {
            events += i > 0 ? "," : "";
            events += span("aten::mm", std::to_string(10 * i), "5");
        }
        const QString trace = write("many.json", "[" + events + "]");
        const auto refused = runProgram({"import", trace, "--memory", "0.001", "--library", library()});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.errors.contains("--memory") && refused.errors.count('\n') == 1,
                 qPrintable(refused.errors));
        QVERIFY(QDir(library()).entryList({"*.stepscope"}).isEmpty());
        const auto taken = runProgram({"import", trace, "--memory", "1", "--library", library()});
        QVERIFY2(taken.exitCode == 0, qPrintable(taken.errors));
        QCOMPARE(runProgram({"import", trace, "--memory", "0", "--library", library()}).exitCode, 2);
    }

    void threadsCountAsWell()
    {
        const auto traceOf = [](bool haveThreadsOfTheirOwn) {
            std::string events;
            for (int i = 0; i < 10'000; ++i)
                events += fmt::format(
                    R"({}{{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":{},"ts":{},"dur":5}})",
                    i > 0 ? "," : "", haveThreadsOfTheirOwn ? i + 1 : 1, 10 * i);
            return "[" + events + "]";
        };
        const QStringList options{"--memory", "0.004", "--library", library()};
        const auto one = runProgram(QStringList{"import", write("one.json", traceOf(false))} + options);
        QVERIFY2(one.exitCode == 0, qPrintable(one.errors));
        QCOMPARE(runProgram(QStringList{"import", write("many.json", traceOf(true))} + options).exitCode, 1);
    }

    void filesOfNvidiasProfilersAreKeptShownAndCompared()
    {
        const QString nsight = m_folder->filePath("report.sqlite");
        const QString nvprof = m_folder->filePath("old.nvvp");
        writeNewNsight(nsight.toStdString());
        writeNvprof(nvprof.toStdString());
        const auto imported = runProgram({"import", nsight, nvprof, "--library", library()});
        QVERIFY2(imported.exitCode == 0, qPrintable(imported.errors));
        QVERIFY2(imported.output.contains("Nsight Systems SQLite export"), qPrintable(imported.output));
        QVERIFY2(imported.output.contains("26 events on 1 thread and 2 streams"),
                 qPrintable(imported.output));
        QVERIFY2(imported.output.contains("Device 1: NVIDIA A100, 108 multiprocessors"),
                 qPrintable(imported.output));
        QVERIFY2(imported.output.contains("nvprof SQLite file"), qPrintable(imported.output));
        const auto shown = runProgram({"show", "report", "--library", library()});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY2(shown.output.contains("backward"), qPrintable(shown.output));
        const auto unkept = runProgram({"show", nvprof});
        QCOMPARE(unkept.exitCode, 0);
        QVERIFY2(unkept.output.contains("forward"), qPrintable(unkept.output));
        const auto compared = runProgram({"compare", nsight, nvprof, "--operators"});
        QVERIFY2(compared.exitCode == 0, qPrintable(compared.errors));
        QVERIFY2(compared.output.contains("forward"), qPrintable(compared.output));
    }

    void aFileWithoutEventsIsNotKept()
    {
        for (const char* content : {R"({"traceEvents": []})", "{\"traceEvents\":[\n"}) {
            const QString trace = write("trace.json", content);
            for (const char* command : {"import", "show"}) {
                const auto result = runProgram({command, trace, "--library", library()});
                QCOMPARE(result.exitCode, 1);
                QVERIFY2(result.errors.startsWith("stepscope: " + trace + " has no events"),
                         qPrintable(result.errors));
                QCOMPARE(result.errors.count('\n'), 1);
                QCOMPARE(result.output, QString());
            }
            QVERIFY(!QDir(library()).exists());
        }
    }

    void logsWithoutEventsAreNamedAndPassedOver()
    {
        stepscope::Run nothing = sampleRun();
        nothing.steps.clear();
        nothing.epochs.clear();
        nothing.samples.clear();
        nothing.scalars.clear();
        nothing.graph = nullptr;
        for (const char* run : {"logs/a", "logs/profiler"}) {
            QDir().mkpath(m_folder->filePath(run));
            write(QString(run) + "/events.out.tfevents.1.host",
                  stepscope::tensorBoardEvents(run == QByteArray("logs/a") ? sampleRun() : nothing));
        }
        const auto imported = runProgram({"import", m_folder->filePath("logs"), "--library", library()});
        QVERIFY2(imported.exitCode == 0, qPrintable(imported.errors));
        QVERIFY2(imported.errors.contains("logs/profiler has no scalars and no graph"),
                 qPrintable(imported.errors));
        QCOMPARE(QDir(library()).entryList({"*.stepscope"}), QStringList{"a.stepscope"});
        const auto none = runProgram({"import", m_folder->filePath("logs/profiler"), "--library", library()});
        QCOMPARE(none.exitCode, 1);
        QCOMPARE(QDir(library()).entryList({"*.stepscope"}), QStringList{"a.stepscope"});
    }

    void theRunsOfALogFolderAreKeptShownAndExported()
    {
        const auto events = stepscope::tensorBoardEvents(sampleRun());
        for (const char* run : {"logs/a", "logs/b/c"}) {
            QDir().mkpath(m_folder->filePath(run));
            write(QString(run) + "/events.out.tfevents.1700000000.host", events);
        }
        const auto imported = runProgram({"import", m_folder->filePath("logs"), "--library", library()});
        QVERIFY2(imported.exitCode == 0, qPrintable(imported.errors));
        QVERIFY2(imported.output.contains("TensorBoard events"), qPrintable(imported.output));
        QVERIFY(!imported.output.contains("0 operators"));
        QCOMPARE(QDir(library()).entryList({"*.stepscope"}), (QStringList{"a.stepscope", "b-c.stepscope"}));
        const auto runs = runProgram({"runs", "--library", library()});
        QVERIFY2(runs.output.contains("b/c") && runs.output.contains("99.14 %"), qPrintable(runs.output));
        const auto shown = runProgram({"show", "b/c", "--library", library()});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY2(shown.output.contains("loss/test: 0.0275 at step 4 (2 points)"), qPrintable(shown.output));
        QVERIFY2(!shown.output.contains("0 steps"), qPrintable(shown.output));
        const auto csv = runProgram({"export", "a", "--what", "scalars", "--library", library()});
        QVERIFY2(csv.output.startsWith("run,tag,step,time_s,value\na,loss/train,0,"), qPrintable(csv.output));
        const auto one = runProgram({"show", m_folder->filePath("logs/a")});
        QVERIFY2(one.output.contains("loss/train"), qPrintable(one.errors));
        const auto json = runProgram({"show", m_folder->filePath("logs/a"), "--json"});
        QVERIFY2(json.output.contains("\"tag\": \"loss/train\""), qPrintable(json.output));
        const auto report = m_folder->filePath("report");
        const auto reported = runProgram({"report", m_folder->filePath("logs"), "--out", report});
        QVERIFY2(reported.exitCode == 0, qPrintable(reported.errors));
        QFile page(report + "/report.md");
        QVERIFY(page.open(QIODevice::ReadOnly));
        const auto text = page.readAll();
        QVERIFY2(text.contains("| a |") && text.contains("| c |"), text.constData());
        const auto several = runProgram({"show", m_folder->filePath("logs")});
        QVERIFY2(several.errors.contains("contains 2 runs"), qPrintable(several.errors));
        const auto none = runProgram({"import", m_folder->path() + "/library", "--library", library()});
        QCOMPARE(none.exitCode, 1);
        QVERIFY(none.errors.contains("without TensorBoard event files"));
    }

    void databasesOfOthersAreRefused()
    {
        const QString path = m_folder->filePath("people.sqlite");
        {
            ProfilerFile file(path.toStdString());
            file.execute("CREATE TABLE people (name TEXT)");
        }
        for (const char* command : {"import", "show"}) {
            const auto refused = runProgram({command, path});
            QCOMPARE(refused.exitCode, 1);
            QVERIFY2(refused.errors.contains("without the tables of Nsight Systems or nvprof"),
                     qPrintable(refused.errors));
        }
    }

    void tracesAreCompared()
    {
        const QString first = write("first.json", KinetoWriter().write());
        const QString second = write("second.json", KinetoWriter(dialectOf2022()).write());
        const auto compared = runProgram({"compare", first, second, "--operators"});
        QVERIFY2(compared.exitCode == 0, qPrintable(compared.errors));
        QVERIFY2(compared.output.startsWith("Times are per step.\n"), qPrintable(compared.output));
        QRegularExpression convolution("\\| aten::convolution \\|[^|]*\\| [0-9.]+ [µm]s");
        QVERIFY2(convolution.match(compared.output).hasMatch(), qPrintable(compared.output));
    }

    /// Profiles that count samples, not time.
    void whereNoRunHasOperatorsThereIsNothingToCompare()
    {
        const QString first = write("first.folded", "main;f 10\nmain;g 5\n");
        const QString second = write("second.folded", "main;f 20\nmain;g 5\n");
        for (const QStringList& form : {QStringList(), QStringList("--csv"), QStringList("--json")}) {
            const auto refused = runProgram(QStringList{"compare", first, second, "--operators"} + form);
            QCOMPARE(refused.exitCode, 1);
            QCOMPARE(refused.output, QString());
            QVERIFY2(refused.errors.contains("Neither run has operators with times to compare"),
                     qPrintable(refused.errors));
        }
    }

    void aTableOfOperatorsAsJsonSaysWhatItCovers()
    {
        const QString trace = write("covered.json", KinetoWriter().write());
        const auto json = [&](const char* what) {
            return runProgram({"export", trace, "--what", what, "--format", "json"}).output;
        };
        QVERIFY2(json("operators").startsWith("{\n  \"covers\": \"active step"),
                 qPrintable(json("operators").left(200)));
        QVERIFY2(json("metrics").startsWith("{\n  \"rows\": ["), qPrintable(json("metrics").left(200)));
    }

    void aCutTraceIsSaidToBeCut()
    {
        const std::string text = KinetoWriter().write();
        const QString trace = write("cut.json", text.substr(0, text.size() / 2));
        const auto imported = runProgram({"import", trace, "--library", library()});
        QCOMPARE(imported.exitCode, 1);
        QVERIFY2(imported.errors.contains("The file ends within an event"), qPrintable(imported.errors));
        QCOMPARE(QDir(library()).entryList({"*.stepscope"}).size(), 1);
    }

    void whatIsNoTraceIsRefused()
    {
        const auto imported = runProgram({"import", write("notes.txt", "hello"), "--library", library()});
        QCOMPARE(imported.exitCode, 1);
        QVERIFY2(imported.errors.contains("is not in a format that Stepscope reads"),
                 qPrintable(imported.errors));
        QCOMPARE(runProgram({"import"}).exitCode, 2);
    }

    void otherFilesAreImportedAfterABadOne()
    {
        const auto notes = write("notes.txt", "hello");
        const auto trace = write("good.json", KinetoWriter().write());
        const auto imported = runProgram({"import", notes, trace, notes, "--library", library()});
        QCOMPARE(imported.exitCode, 1);
        QCOMPARE(imported.errors.count("stepscope: "), 2);
        QCOMPARE(imported.errors.count('\n'), 2);
        QVERIFY2(imported.output.contains("good.json"), qPrintable(imported.output));
        QCOMPARE(QDir(library()).entryList({"*.stepscope"}).size(), 1);
        const auto unkept = runProgram({"import", trace, trace, "--library", "/dev/null/runs"});
        QCOMPARE(unkept.exitCode, 1);
        QCOMPARE(unkept.errors.count("stepscope: "), 1); // it would be the same for each file
    }

    void ranksAreSeveralFiles()
    {
        const auto trace = write("good.json", KinetoWriter().write());
        const auto alone = runProgram({"import", trace, "--as-ranks", "--library", library()});
        QCOMPARE(alone.exitCode, 2);
        QCOMPARE(alone.errors, "stepscope: --as-ranks needs the files of two or more ranks, but only " +
                                   trace + " is named.\n");
        const auto twice = runProgram({"import", trace, trace, "--as-ranks", "--library", library()});
        QCOMPARE(twice.exitCode, 2);
        QCOMPARE(twice.errors,
                 "stepscope: " + trace + " is named twice; with --as-ranks, each file is another rank.\n");
    }
};

QTEST_GUILESS_MAIN(TestImportCommand)
#include "test_import_command.moc"
