#include "program.h"

#include "core/base/files/temporary_folder.h"
#include "core/exchange/report.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "tests/core/graph/fake_dot.h"
#include "tests/core/graph/sample_graphs.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/support/report_files.h"
#include "tests/support/sanitizers.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

/// The program prints and writes everything or reports a failure, and prints nothing that controls a
/// terminal.
class TestOutputFailures : public QObject
{
    Q_OBJECT

private:
    struct Output
    {
        int exitCode = -1;
        QByteArray output;
        QByteArray errors;
    };

    /// Runs a shell command in which "$S" is the program.
    Output shell(const QString& line) const
    {
        auto environment = environmentWithoutDisplay();
        environment.insert("S", STEPSCOPE_PROGRAM);
        QProcess process;
        process.setWorkingDirectory(m_folder->path());
        process.setProcessEnvironment(environment);
        process.start("/bin/sh", {"-c", line});
        process.closeWriteChannel();
        if (!process.waitForFinished(300'000) || process.exitStatus() != QProcess::NormalExit)
            return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    QString path(const QString& name) const { return m_folder->filePath(name); }

    std::filesystem::path makeRun(const QString& name, const RunLabel& label = {},
                                  const std::string& failure = {}) const
    {
        RunFileWriter writer(path(name).toStdString(), {});
        auto update = sampleUpdate(0, 200);
        static int64_t runs = 0;
        update.startUnixMs += runs++; // each run is a training of its own
        update.outcome = failure.empty() ? RunOutcome::Finished : RunOutcome::Failed;
        update.failure = failure;
        update.scalars = {{"=1+1\x1b[2J", {{.step = 1, .value = 0.5}}}};
        writer.write(update);
        writer.close();
        writeRunLabel(writer.path(), label);
        return writer.path();
    }

    /// Runs a shell command with a disk of this size in the folder "small"; "left" is a copy of its final
    /// content. Without the permission to mount a disk nothing is run, and the exit code is that of `mount`.
    Output shellWithSmallDisk(int kilobytes, const QString& line) const
    {
        QDir(m_folder->path()).mkdir("small");
        QFile script(path("script"));
        if (!script.open(QIODevice::WriteOnly))
            return {};
        script.write(QString("mount -t tmpfs -o size=%1k tmpfs small || exit %2\n%3\nstatus=$?\n"
                             "rm -rf left; cp -a small left\nexit $status\n")
                         .arg(QString::number(kilobytes), QString::number(mountFailed), line)
                         .toUtf8());
        script.close();
        const auto result = shell("unshare -rm sh script");
        const bool mayNot = result.errors.startsWith("unshare: ");
        return {mayNot ? mountFailed : result.exitCode, result.output, result.errors};
    }
    static constexpr int mountFailed = 77;

    /// With a network's graph, drawn by Graphviz.
    std::filesystem::path makeRunWithGraph(const QString& name) const
    {
        RunFileWriter writer(path(name).toStdString(), {});
        auto update = sampleUpdate(0, 200);
        update.outcome = RunOutcome::Finished;
        update.graph = std::make_shared<const NetworkGraph>(tests::convNetGraph());
        writer.write(update);
        writer.close();
        return writer.path();
    }

    QStringList allIn(const QString& folder) const
    {
        return QDir(path(folder))
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

    static bool controlsTerminal(const QByteArray& text)
    {
        return std::ranges::any_of(text,
                                   [](char c) { return (c >= 0 && c < 0x20 && c != '\n') || c == 0x7f; }) ||
               text.contains("\xc2\x9b") || text.contains("\u202e");
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void outputThatCannotBeWrittenIsAFailure_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command : {"--help", "--version", "runs --library lib", "runs --library lib --json",
                                    "show lib/a.stepscope", "export lib/a.stepscope --what metrics",
                                    "compare lib/a.stepscope lib/b.stepscope", "data list"})
            QTest::newRow(command) << command;
    }

    void outputThatCannotBeWrittenIsAFailure()
    {
        QFETCH(QString, command);
        makeRun("lib/a.stepscope");
        if (command.contains("lib/b.stepscope"))
            makeRun("lib/b.stepscope");
        QCOMPARE(shell("$S " + command).exitCode, 0);
        const auto full = shell("$S " + command + " > /dev/full");
        QCOMPARE(full.exitCode, 1);
        QVERIFY2(full.errors.contains("cannot be written to stdout: No space left on device"),
                 full.errors.data());
        QVERIFY2(full.errors.count('\n') == 1, full.errors.data());
        QCOMPARE(shell("$S " + command + " >&-").exitCode, 1);
        const auto unheard = shell("$S " + command + " > /dev/full 2>&-");
        QCOMPARE(unheard.exitCode, 1);
    }

    void aNameThatIsTooLongIsOneSentence_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command :
             {"export lib/a.stepscope --out $LONG", "export lib/a.stepscope --what metrics --out $LONG",
              "export lib/a.stepscope --what run --out $LONG", "report lib/a.stepscope --out $LONG",
              "run --dataset synthetic --steps 1 --out $LONG", "record --library $LONG -- touch started",
              "import lib/a.stepscope --library $LONG", "runs --library $LONG", "show $LONG"})
            QTest::newRow(command) << command;
    }

    void aNameThatIsTooLongIsOneSentence()
    {
        QFETCH(QString, command);
        makeRun("lib/a.stepscope");
        const auto result = shell("LONG=" + QString(300, 'n') + "; $S " + command);
        QVERIFY(result.exitCode == 1 || result.exitCode == 2);
        QVERIFY2(result.errors.startsWith("stepscope: ") && result.errors.count('\n') == 1 &&
                     !result.errors.contains("filesystem error"),
                 result.errors.data());
        QVERIFY(!QFile::exists(path("started")));
    }

    void filesThatCannotBeWrittenAreAFailureAndLeaveNothing()
    {
        if (hasThreadSanitizer)
            QSKIP("the thread sanitizer itself writes a file as the program starts, which the limit forbids");
        makeRun("lib/a.stepscope");
        QCOMPARE(shell("$S export lib/a.stepscope --out whole").exitCode, 0);
        const auto limited = shell("ulimit -f 8; $S export lib/a.stepscope --out limited");
        QCOMPARE(limited.exitCode, 1);
        QVERIFY2(limited.errors.contains("File too large"), limited.errors.data());
        QVERIFY(!allIn("limited").contains("trace.json"));
        for (const auto& name : allIn("limited")) {
            QFile part(path("limited/" + name));
            QFile whole(path("whole/" + name));
            QVERIFY(part.open(QIODevice::ReadOnly) && whole.open(QIODevice::ReadOnly));
            if (name.endsWith(".csv"))
                QCOMPARE(part.readAll(), whole.readAll());
        }
        const auto none = shell("ulimit -f 0; $S export lib/a.stepscope --out none");
        QCOMPARE(none.exitCode, 1);
        QVERIFY(!QFile::exists(path("none")));
        QCOMPARE(shell("ulimit -f 1; $S export lib/a.stepscope --what trace --out trace.json").exitCode, 1);
        QCOMPARE(shell("ulimit -f 1; $S export lib/a.stepscope --what run --out copy").exitCode, 1);
        QCOMPARE(shell("ulimit -f 1; $S export lib/a.stepscope --what trace > trace.json").exitCode, 1);
        QVERIFY(!QFile::exists(path("copy")));
        for (const int blocks : {0, 1}) {
            const auto import =
                shell(QString("ulimit -f %1; $S import whole/trace.json --library imported").arg(blocks));
            QCOMPARE(import.exitCode, 1);
            QVERIFY2(import.errors.contains("File too large"), import.errors.data());
        }
    }

    void aCurrentFolderThatHasBeenRemovedIsNamed()
    {
        const auto result = shell("mkdir gone; cd gone; rmdir ../gone; $S record -- true");
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("the current folder: No such file or directory"),
                 result.errors.data());
    }

    void missingFilesAreNamedAsTheUserKnowsThem()
    {
        makeRunWithGraph("lib/a.stepscope");
        const auto files = shell("ulimit -f 32; $S export lib/a.stepscope --out files");
        QCOMPARE(files.exitCode, 1);
        QVERIFY2(files.errors.contains("Cannot write files/trace.json: "), files.errors.data());
        for (const auto name : filesOfAnyTraining()) {
            const auto file = QString::fromUtf8(name.data(), qsizetype(name.size()));
            QVERIFY2(QFile::exists(path("files/" + file)) || files.errors.contains(file.toUtf8()),
                     qPrintable(file));
        }
        const auto report = shell("ulimit -f 32; $S report lib/a.stepscope --out report");
        QCOMPARE(report.exitCode, 1);
        QVERIFY2(
            report.errors.contains("report.html could not be written: Cannot write report/report.html: "),
            report.errors.data());
        QVERIFY(QFile::exists(path("report/report.md")));
        QVERIFY(!report.output.contains("report.html"));
        const auto none = shell("ulimit -f 1; $S report lib/a.stepscope --out none");
        QCOMPARE(none.exitCode, 1);
        QVERIFY2(none.errors.contains("none contains no report"), none.errors.data());
        QVERIFY(!QFile::exists(path("none")));
        for (const auto& result : {files, report, none})
            QVERIFY2(!result.errors.contains("stepscope-"), result.errors.data());
    }

    void aFullDiskIsAFailureThatNamesWhatIsMissing()
    {
        makeRunWithGraph("lib/a.stepscope");
        for (const int kilobytes : {40, 100}) {
            for (const char* command : {"export", "report"}) {
                const auto result = shellWithSmallDisk(
                    kilobytes, QString("$S %1 lib/a.stepscope --out small/out").arg(command));
                if (result.exitCode == mountFailed)
                    QSKIP("there is no right to mount a disk");
                QCOMPARE(result.exitCode, 1);
                QVERIFY2(result.errors.contains("No space left on device"), result.errors.data());
                QVERIFY2(!result.errors.contains("stepscope-"), result.errors.data());
                QVERIFY(allIn("left").size() <= 1); // nothing temporary
            }
        }
    }

    void aRunOfWhichNothingCouldBeWrittenLeavesNoFile()
    {
        if (!hasEngine())
            QSKIP("this build has no engine that could train");
        for (const int kilobytes : {40, 92, 100, 132}) {
            const auto result = shellWithSmallDisk(
                kilobytes,
                "$S run --dataset synthetic --synthetic-images 100 --test-batch-size 16 --network mlp "
                "--width 8 --steps 2 --library small --out out --force");
            if (result.exitCode == mountFailed)
                QSKIP("there is no right to mount a disk");
            QCOMPARE(result.exitCode, 1);
            QVERIFY2(result.errors.contains("This run is not saved"), result.errors.data());
            QVERIFY2(result.errors.contains("No space left on device"), result.errors.data());
            QVERIFY2(result.errors.contains("This run is not saved completely") || allIn("left").isEmpty(),
                     qPrintable(allIn("left").join(' ')));
        }
    }

    void aStrangeDrawingIsReportedInSentencesOfOurOwn()
    {
        makeRunWithGraph("lib/a.stepscope");
        const tests::FakeDot dot(R"(cat >/dev/null
case "$*" in
    *svg*) echo "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
           echo "<path d='M 0 0 L 9 9' fill='url(#none)' stroke='url(#none)'/></svg>" ;;
    *) exit 1 ;;
esac)");
        const auto result = shell("$S report lib --out report");
        QVERIFY2(result.errors.contains("dot failed with exit code 1"), result.errors.data());
        QVERIFY2(!result.errors.contains("qt."), result.errors.data());
    }

    void aLinkWithTheNameOfAFileIsNotReplacedUnasked()
    {
        makeRun("lib/a.stepscope");
        for (const char* target : {"../precious", "../nowhere"}) {
            const QString made =
                QString("echo x > precious; rm -rf out; mkdir out; ln -s %1 out/trace.json; ").arg(target);
            const auto refused = shell(made + "$S export lib/a.stepscope --out out");
            QCOMPARE(refused.exitCode, 2);
            QCOMPARE(refused.errors,
                     "stepscope: The folder out already contains trace.json, which the report "
                     "would replace. Choose another folder, or use --force to replace it.\n");
            QCOMPARE(shell(made + "$S export lib/a.stepscope --out out --force").exitCode, 0);
            QVERIFY(!QFileInfo(path("out/trace.json")).isSymLink());
            QCOMPARE(QFileInfo(path("precious")).size(), 2);
        }
    }

    void foldersThatAreLinksAreNotFollowed()
    {
        makeRun("lib/a.stepscope");
        QDir(m_folder->path()).mkdir("precious");
        for (const char* name : {"pictures", "tables", "runs"}) {
            for (const char* option : {"", " --force"}) {
                const bool isSweep = name == QByteArray("runs");
                const auto result = shell(
                    QString("rm -rf out; mkdir out; ln -s ../precious out/%1; $S %2 --out out%3")
                        .arg(name,
                             isSweep ? "sweep --dataset synthetic --batch-sizes 1 --steps 1" : "report lib",
                             option));
                QCOMPARE(result.exitCode, 1);
                QCOMPARE(result.errors.trimmed(), QByteArray("stepscope: out/") + name +
                                                      " is a link to another folder; remove it, or name "
                                                      "another folder.");
                QCOMPARE(allIn("precious"), QStringList());
                QCOMPARE(allIn("out"), QStringList{name});
            }
        }
        const auto linked = shell("rm -rf out; ln -s precious out; $S report lib --out out");
        QCOMPARE(linked.exitCode, 0);
        QVERIFY(QFile::exists(path("precious/report.html")));
    }

    /// With little memory the window's library cannot be loaded, although the build has one.
    void picturesThatLackMemoryAreAFailure()
    {
        if (!STEPSCOPE_HAS_GUI || hasSanitizedMemory)
            QSKIP("this build has no window, or needs the address space itself");
        makeRun("lib/a.stepscope");
        int unloaded = 0;
        for (int kilobytes = 60'000; kilobytes <= 180'000; kilobytes += 20'000) {
            const auto result =
                shell(QString("ulimit -v %1; $S export lib/a.stepscope --out out --force").arg(kilobytes));
            const bool hasPictures =
                QFile::exists(path("out/operators.png")) && QFile::exists(path("out/curves.png"));
            QVERIFY2(hasPictures || result.exitCode != 0, result.errors.data());
            QVERIFY2(!result.errors.contains("this build of Stepscope has no window"), result.errors.data());
            unloaded += result.errors.contains("not written: The window cannot be loaded: ");
            shell("rm -rf out");
        }
        QVERIFY(unloaded > 0);
    }

    /// Qt would wait forever for a thread that cannot be started.
    void picturesOfViewsThatLackMemoryEnd()
    {
        if (!STEPSCOPE_HAS_GUI || hasSanitizedMemory)
            QSKIP("this build has no window, or needs the address space itself");
        makeRun("lib/a.stepscope");
        for (int kilobytes = 120'000; kilobytes <= 150'000; kilobytes += 10'000) {
            const auto result =
                shell(QString("ulimit -v %1; timeout 100 $S export lib/a.stepscope --pictures "
                              "all --out out --force")
                          .arg(kilobytes));
            QVERIFY2(result.exitCode != 124 && !result.errors.contains("Interrupted"), result.errors.data());
            shell("rm -rf out");
        }
    }

    void anImportThatCannotBeKeptLeavesNothing()
    {
        if (hasThreadSanitizer)
            QSKIP("the thread sanitizer itself writes a file as the program starts, which the limit forbids");
        QFile stacks(path("stacks.folded"));
        QVERIFY(stacks.open(QIODevice::WriteOnly));
        for (int i = 0; i < 2000; ++i)
            stacks.write(QString("main;f%1;g%2 %3\n").arg(i).arg(i * 7).arg(i + 1).toUtf8());
        stacks.close();
        const auto kept = shell("$S import stacks.folded --library kept");
        QCOMPARE(kept.exitCode, 0);
        QCOMPARE(allIn("kept"), QStringList{"stacks.stepscope"});
        for (const char* blocks : {"0", "1", "60", "120"}) {
            const auto refused =
                shell(QString("ulimit -f %1; $S import stacks.folded --library %1").arg(blocks));
            QCOMPARE(refused.exitCode, 1);
            QVERIFY2(refused.errors.startsWith("stepscope: ") && !refused.errors.contains(".importing"),
                     refused.errors.data());
            QVERIFY2(refused.errors.contains("stacks.stepscope cannot be written: "), refused.errors.data());
            QCOMPARE(allIn(blocks), QStringList());
        }
    }

    void aReportOfADamagedRunIsWrittenAndAFailure()
    {
        makeRun("lib/a.stepscope");
        const auto file = makeRun("lib/b.stepscope");
        std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
        const auto report = shell("$S report lib --out report");
        QCOMPARE(report.exitCode, 1);
        QVERIFY2(report.errors.contains("b.stepscope: "), report.errors.data());
        QVERIFY(QFile::exists(path("report/report.html")));
        for (const char* command : {"show lib/b.stepscope", "export lib/b.stepscope --out files",
                                    "compare lib/a.stepscope lib/b.stepscope"})
            QCOMPARE(shell(QString("$S ") + command).exitCode, 1);
    }

    void nothingOfARunControlsTheTerminal()
    {
        const std::string evil = "\x1b]0;title\x07\x1b[31m\x7f\u009b2J\u202e\rname";
        makeRun("lib/a.stepscope", {.name = evil, .tags = {evil}, .note = evil, .color = {}},
                "It failed: " + evil);
        makeRun("lib/b.stepscope");
        for (const char* command :
             {"runs --library lib", "runs --library lib --json", "show lib/a.stepscope",
              "show lib/a.stepscope --json", "show lib/a.stepscope --advice",
              "compare lib/a.stepscope lib/b.stepscope",
              "compare lib/a.stepscope lib/b.stepscope --operators",
              "compare lib/a.stepscope lib/b.stepscope --json", "show \"$(printf 'no\\033[31mne')\"",
              "run --out x \"$(printf '\\033[31m')\"",
              "report lib --out \"$(printf 'x\\033[31m')\"; cat x*/report.md x*/report.html",
              "export lib/a.stepscope --what scalars --format markdown"}) {
            const auto result = shell(QString("$S ") + command);
            QVERIFY2(!controlsTerminal(result.output), command);
            QVERIFY2(!controlsTerminal(result.errors), command);
        }
        const auto shown = shell("$S show lib/a.stepscope");
        QVERIFY2(
            shown.output.contains("It failed: \\x1b]0;title\\x07\\x1b[31m\\x7f\\u009b2J\\u202e\\x0dname"),
            shown.output.data());
        QFile experiment(path("experiment.json"));
        QVERIFY(experiment.open(QIODevice::WriteOnly));
        experiment.write("{\"network\": \"mlp\", \"ba\\u001b[31mtch\": 3}");
        experiment.close();
        const auto refused = shell("$S run experiment.json --out x");
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.errors.contains("ba\\x1b[31mtch"), refused.errors.data());
    }

    void csvIsSafeForSpreadsheetsUnlessItShallBeRaw()
    {
        makeRun("lib/a.stepscope", {.name = "=name", .tags = {}, .note = {}, .color = {}});
        const QString scalars = "$S export lib/a.stepscope --what scalars";
        QVERIFY(shell(scalars).output.contains("'=name,'=1+1"));
        QVERIFY(shell(scalars + " --format csv").output.contains("'=name,'=1+1"));
        QVERIFY(shell(scalars + " --csv-raw").output.contains("\n=name,=1+1"));
        QVERIFY(shell(scalars + " --csv-raw --format csv").output.contains("\n=name,=1+1"));
        QVERIFY(shell(scalars + " --format json").output.contains("\"=name\""));
        QVERIFY(shell("$S compare lib/a.stepscope lib/a.stepscope --csv").output.contains("'=name"));
        QVERIFY(
            !shell("$S compare lib/a.stepscope lib/a.stepscope --csv --csv-raw").output.contains("'=name"));
        QVERIFY(shell("$S export --help").output.contains("--csv-raw"));
    }

    void aRunThatGoesOnIsAcceptedByEveryCommand()
    {
        RunFileWriter writer(path("going").toStdString(), {});
        makeRun("other.stepscope");
        for (const int64_t steps : {0, 20}) {
            if (steps > 0)
                writer.write(sampleUpdate(0, steps));
            for (const char* command :
                 {"show going", "compare going other.stepscope", "export going --what metrics",
                  "export going --what run --out copy --force", "report going --out report --force"}) {
                const auto result = shell(QString("$S ") + command);
                QVERIFY2(result.exitCode == 0, command + result.errors);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestOutputFailures)
#include "test_output_failures.moc"
