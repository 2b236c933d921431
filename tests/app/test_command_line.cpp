#include "core/data/kinds/data_set_kinds.h"
#include "core/exchange/report.h"
#include "core/experiment/experiment_kinds.h"
#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/support/kind_names.h"

#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void wrongUseIsOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* arguments, const QString& sentence) {
            QTest::newRow(name) << QString(arguments).split(' ', Qt::SkipEmptyParts) << sentence;
        };
        row("unknown command", "trian", "There is no command `stepscope trian`.");
        row("a folder instead of a command", "/",
            "There is no command `stepscope /`; `stepscope open /` opens it.");
        row("misspelt command", "devises", "There is no command `stepscope devises`; did you mean devices?");
        row("misspelt subcommand", "data fech",
            "There is no command `stepscope data fech`; did you mean fetch?");
        row("half a command", "data",
            "Specify a command for data sets: `stepscope data list` or `stepscope data fetch mnist`.");
        row("no data set", "data fetch", "Specify the data set, as in `stepscope data fetch mnist`.");
        row("unknown data set", "data fetch minst",
            "There is no data set minst to fetch. Available: mnist, fashion-mnist, kmnist, emnist-balanced, "
            "emnist-digits, cifar-10, cifar-100, tiny-shakespeare. Did you mean mnist?");
        row("unknown flag", "run --out x --colour red", "`stepscope run` has no option --colour.");
        row("misspelt flag", "run --out x --bach-size 4",
            "`stepscope run` has no option --bach-size; did you mean --batch-size?");
        row("one argument too many", "devices now", "`stepscope devices` does not accept the argument now.");
        row("two experiments", "run a.json b.json --out x",
            "`stepscope run` does not accept the argument b.json.");
        row("no folder", "run",
            "--out is missing: the folder for the report, as in `stepscope run --out report`.");
        row("no folder, headless", "--headless",
            "--out is missing: the folder for the report, as in `stepscope run --out report`.");
        row("no value", "run --out x --batch-size", "--batch-size needs a value.");
        row("an option instead of a folder", "run --out --json",
            "--out needs a value, but --json follows; write --out=--json if that is the value.");
        row("an option instead of a number", "run --out x --epochs --steps 3",
            "--epochs needs a value, but --steps follows; write --epochs=--steps if that is the value.");
        row("an option instead of a number in a range", "devices --measure-peak --threads --json",
            "--threads needs a value, but --json follows; write --threads=--json if that is the value.");
        row("an option instead of a list", "memory --batch-sizes --json",
            "--batch-sizes needs a value, but --json follows; write --batch-sizes=--json if that is the "
            "value.");
        row("an option instead of a name", "record --name --open -- true",
            "--name needs a value, but --open follows; write --name=--open if that is the value.");
        row("the end of the options instead of a name", "record --name -- true", "--name needs a value.");
        row("two folders", "run --out x --out y", "--out is given more than once.");
        row("event memory twice", "--event-memory 1 runs --event-memory=2",
            "--event-memory is given more than once.");
        row("event memory twice after the command", "runs --event-memory 1 --event-memory 2",
            "--event-memory is given more than once.");
        row("no event memory", "runs --event-memory", "--event-memory needs a value.");
        row("an option instead of the event memory", "runs --event-memory --json",
            "--event-memory needs a value, but --json follows; write --event-memory=--json if that is the "
            "value.");
        row("event memory in words", "runs --event-memory much",
            "--event-memory is much, but must be 0 to 1,000,000,000.");
        row("a dash", "devices -", "`stepscope devices` has no option -.");
        row("dashes", "devices ---", "`stepscope devices` has no option ---.");
        for (const QString command :
             {"run --dataset synthetic --out -", "sweep --batch-sizes 1,2 --out -", "report a --out -",
              "ab --change threads=1 --csv -", "bench-op mm 2x2 2x2 --csv -", "advise a --measure --out -"})
            row(qPrintable("to standard output: " + command), qPrintable(command),
                command.section(' ', -2, -2) + " is -, but this file or folder cannot be standard "
                                               "output; write ./- if that is the name.");
        row("a table with another extension", "bench-op mm 2x2 2x2 --csv a.json",
            "--csv is a.json, but the file is written as csv; name it accordingly, as in a.csv.");
        row("a test's table with another extension", "ab --dataset synthetic --change threads=1 --csv a.md",
            "--csv is a.md, but the file is written as csv; name it accordingly, as in a.csv.");
        row("a short name", "ab --lr 1", "`stepscope ab` has no option --lr.");
        row("a value for a flag", "runs --json=5", "--json takes no value.");
        row("a fraction of a thread", "devices --measure-peak --threads 1.5",
            "--threads is 1.5, but must be 0 to 4,096.");
        row("unknown type", "bench-op mm 2x2 2x2 --dtype float31",
            "--dtype is float31, but must be one of float32, float64, bfloat16, float16. Did you mean "
            "float32?");
        row("a type twice in a list", "bench-op mm 2x2 2x2 --dtype float32,float32",
            "--dtype names float32 twice.");
        row("a number of threads twice", "bench-op mm 2x2 2x2 --threads 1,2,01", "--threads names 1 twice.");
        row("a device twice", "bench-op mm 2x2 2x2 --device cpu --device cpu", "--device names cpu twice.");
        row("a size twice", "bench-op mm NxN NxN --range N=2,4,2",
            "--range: N=2,4,2 lists the size 2 twice.");
        row("a batch size twice", "memory --batch-sizes 64,128,64", "--batch-sizes names 64 twice.");
        row("a column twice", "export a --what metrics --columns step,loss,step",
            "--columns names step twice.");
        row("unknown layout in a list", "bench-op mm 2x2 2x2 --layout contiguous,diagonal",
            "--layout is diagonal, but must be one of contiguous, channels-last.");
        row("whole number out of range", "devices --measure-peak --threads 99999",
            "--threads is 99999, but must be 0 to 4,096.");
        row("number out of range", "memory --limit x", "--limit is x, but must be 0.001 to 1,000,000.");
        row("a value for a switch", "run --out x --no-profile=5", "--no-profile takes no value.");
        row("epochs and steps", "run --out x --epochs 1 --steps 5",
            "--epochs and --steps cannot be used together.");
        row("batch size 0", "run --out x --batch-size 0", "--batch-size is 0, but must be 1 to 1,000,000.");
        row("batch size -1", "run --out x --batch-size -1",
            "--batch-size is -1, but must be 1 to 1,000,000.");
        row("batch size 10 million", "--headless --out x --batch-size=10000000",
            "--batch-size is 10000000, but must be 1 to 1,000,000.");
        row("batch size in words", "run --out x --batch-size many",
            "--batch-size is many, but must be 1 to 1,000,000.");
        row("a batch larger than the data set", "run --out x --dataset synthetic --batch-size 6001",
            "The batch size is 6,001, but the data set synthetic has only 6,000 training samples; allowed: 1 "
            "to "
            "6,000.");
        row("unknown network", "run --out x --network inception",
            "--network is \"inception\", but must be one of " + kindNames(networkKinds()) +
                ". Layers such as \"flatten, linear 10\" or a TorchScript model's file that ends in .pt are "
                "also possible.");
        row("a network in capitals", "run --out x --dataset synthetic --network MLP",
            "--network is \"MLP\", but must be one of " + kindNames(networkKinds()) + ". Did you mean mlp?");
        row("a data set in capitals", "run --out x --dataset MNIST",
            "--dataset is \"MNIST\", but must be one of " + kindNames(dataSetKinds()) +
                ". Did you mean mnist?");
        row("unknown data set to train on", "run --out x --dataset cifar",
            "--dataset is \"cifar\", but must be one of " + kindNames(dataSetKinds()) +
                ". Did you mean cifar-10?");
        row("images that do not fit", "run --out x --dataset cifar-10 --network mnist-convnet",
            "The images of cifar-10 have the shape 3 × 32 × 32, but the network mnist-convnet expects 1 × 28 "
            "× 28 "
            "(channels × rows × columns).");
        row("synthetic images that do not fit",
            "run --out x --dataset synthetic --synthetic-shape 3x224x224 --network mnist-convnet",
            "The images of synthetic have the shape 3 × 224 × 224, but the network mnist-convnet expects 1 × "
            "28 × 28 (channels × rows × columns).");
        row("no shape", "run --out x --synthetic-shape 224x224",
            "--synthetic-shape is \"224x224\", but must be channels, rows and columns as in 3x224x224, with "
            "1 to 1,024 channels, 1 to 4,096 rows and columns, and at most 4,194,304 values in all.");
        row("unknown optimizer", "run --out x --optimizer adadelt",
            "--optimizer is \"adadelt\", but must be one of " + kindNames(optimizerKinds()) +
                ". Did you mean adadelta?");
        row("a setting of another optimizer", "run --out x --optimizer adam --momentum 0.9",
            "--momentum has no effect: it is used only with the optimizers sgd and rmsprop.");
        row("a setting of another network", "run --out x --dataset synthetic --width 16",
            "--width has no effect: it is used only with the network mlp.");
        row("a setting of another data set", "run --out x --dataset mnist --synthetic-images 600",
            "--synthetic-images has no effect: it is used only with the data set synthetic.");
        row("a switch of another device, turned off", "run --out x --dataset synthetic --no-cudnn",
            "--no-cudnn has no effect: it is used only with a GPU as device.");
        row("trust without a model", "run --out x --dataset synthetic --trust-model",
            "--trust-model has no effect: it is used only with the network torchscript.");
        row("a library without a run", "bench-op mm 2x2 2x2 --library x", "--library requires --run.");
        row("a model's execution", "run --out x --dataset synthetic --network a.pt --execution torchscript",
            "--execution has no effect: a TorchScript model always runs as a static graph.");
        row("a form of an optimizer with one only",
            "run --out x --dataset synthetic --optimizer lamb --optimizer-form pytorch",
            "--optimizer-form has no effect: it is used only with the optimizers adadelta, sgd, adam, adamw, "
            "rmsprop and adagrad.");
        row("a setting without the profiler", "run --out x --no-profile --profile-active 5",
            "--profile-active has no effect: it is used only with the profiler (--profile).");
        row("memory of a setting of another network", "memory --dataset synthetic --width 16",
            "--width has no effect: it is used only with the network mlp.");
        row("pinned memory without a GPU", "run --out x --dataset synthetic --pinned-memory",
            "--pinned-memory is for copies to a GPU, but the device is cpu.");
        row("pinned memory without copies", "run --out x --dataset synthetic --device cuda:0 --pinned-memory",
            "--pinned-memory is for copies of batches, but all training samples are on the GPU from the "
            "start: "
            "set --copy-batches, or use loader workers.");
        row("an experiment of a file and of a run", "ab a.json --run b --change threads=1",
            "A file with an experiment cannot be given with --run.");
        row("an experiment of a file and of a checkpoint", "run a.json --resume b --out x",
            "A file with an experiment cannot be given with --resume.");
        row("no device", "run --out x --device gpu", "--device is \"gpu\", but must be cpu or cuda:N.");
        row("learning rate", "run --out x --learning-rate -0.5",
            "--learning-rate is -0.5, but must be above 0, up to 1,000.");
        row("no window", "record --window many -- true",
            "--window takes FIRST:STEPS, as in 100:50 for the events of 50 steps starting at step 100, not "
            "many.");
        row("window of no steps", "record --window 5:0 -- true",
            "STEPS of --window is 0, but must be 1 to 1,000,000.");
        row("window without steps", "record --window 5: -- true",
            "STEPS of --window is empty, but must be 1 to 1,000,000.");
        row("window without a start", "record --window :5 -- true",
            "FIRST of --window is empty, but must be 0 to 1,000,000.");
        row("window before the start", "record --window -1:5 -- true",
            "FIRST of --window is -1, but must be 0 to 1,000,000.");
        row("window with two colons", "record --window 5:5:5 -- true",
            "STEPS of --window is 5:5, but must be 1 to 1,000,000.");
        row("window of too many steps", "record --window 1:99999999999 -- true",
            "STEPS of --window is 99999999999, but must be 1 to 1,000,000.");
        row("no experiment file", "run nowhere.json --out x",
            "Cannot read nowhere.json: No such file or directory.");
    }
    void wrongUseIsOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        const auto result = runProgram(arguments, m_folder->path());
        QCOMPARE(result.errors, "stepscope: " + sentence + "\n");
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.output, QString());
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void anEmptyValueIsNone_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("option");
        const auto row = [](const QStringList& arguments, const char* option) {
            QTest::newRow(qPrintable(arguments.first() + " " + option))
                << arguments + QStringList{option, ""} << option;
        };
        row({"export", "a", "--out", "x"}, "--what");
        row({"export", "a", "--what", "metrics"}, "--columns");
        row({"export", "a", "--what", "metrics"}, "--format");
        row({"export", "a"}, "--out");
        for (const char* command : {"runs", "show", "compare", "import", "record"})
            row({command}, "--library");
        row({"compare", "a", "b"}, "--fail-if-slower");
        row({"ab", "--change", "threads=1"}, "--run");
        row({"ab", "--change", "threads=1"}, "--csv");
        row({"bench-op", "mm", "2x2", "2x2"}, "--threads");
        row({"bench-op", "mm", "2x2", "2x2"}, "--csv");
        row({"sweep", "--out", "x"}, "--from");
    }
    void anEmptyValueIsNone()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, option);
        const auto result = runProgram(arguments, m_folder->path());
        QCOMPARE(result.errors, "stepscope: " + option + " needs a value.\n");
        QCOMPARE(result.exitCode, 2);
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void anEmptySettingReplacesThatOfTheFile()
    {
        write("mine.json", R"({"dataset": "synthetic", "initial_weights": "nowhere"})");
        const auto ofFile = runProgram({"run", "mine.json", "--out", "x"}, m_folder->path());
        QCOMPARE(ofFile.exitCode, 2);
        QVERIFY2(ofFile.errors.contains("nowhere does not exist"), qPrintable(ofFile.errors));
        const auto without = runProgram(
            {"run", "mine.json", "--weights", "", "--batch-size", "7000", "--out", "x"}, m_folder->path());
        QCOMPARE(without.exitCode, 2);
        QVERIFY2(without.errors.contains("The batch size is 7,000"), qPrintable(without.errors));
    }

    /// The same mistake has the same exit code in every command.
    void wrongUseIsToldFromFailedWork_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        const auto row = [](const QString& arguments, int exitCode) {
            QTest::newRow(qPrintable(arguments)) << arguments.split(' ') << exitCode;
        };
        for (const char* training :
             {"run --out x", "sweep --out x", "ab --change threads=1", "memory"}) { // with an experiment each
            for (const char* mistake :
                 {"nowhere.json", "--batch-size 0", "--optimizer none", "--dataset none", "--device gpu",
                  "--epochs 1 --steps 1", "--dataset synthetic --pinned-memory",
                  "--dataset synthetic --optimizer adam --momentum 0.5",
                  "--dataset synthetic --weights nowhere", "--dataset synthetic --network nowhere.pt",
                  "--dataset synthetic --network nowhere.PT", "--dataset synthetic --network torchscript",
                  "--dataset mnist --data nowhere", "--dataset image-folder --network lenet5",
                  "--dataset image-folder --network lenet5 --data nowhere"})
                row(QString(training) + " " + mistake, 2);
            row(QString(training) + " --dataset image-folder --network lenet5 --data .", 1);
            row(QString(training) + " --dataset synthetic --device cuda:99", 1);
        }
        for (const char* wrong : {"import nowhere",
                                  "show nowhere",
                                  "export nowhere",
                                  "compare nowhere other",
                                  "report nowhere --out x",
                                  "advise nowhere",
                                  "ab --run nowhere --change threads=1",
                                  "run --resume nowhere --out x",
                                  "run --resume nowhere.safetensors --out x",
                                  "bench-op mm --run nowhere",
                                  "sweep --from nowhere --out x",
                                  "sweep --dataset synthetic --estimates nowhere --out x",
                                  "record --library x -- ./nowhere",
                                  "forward-pass nowhere --out x",
                                  "data fetch nowhere",
                                  "devices --threads 2",
                                  "ab --run run.json --change threads=1",
                                  "advise run.json --measure",
                                  "export run.json --what metrics --columns nothing",
                                  "export run.json --what metrics --columns step,,loss",
                                  "export run.json --what nothing",
                                  "export run.json --what metrics --format nothing",
                                  "bench-op mm 2x2 2x2 --device gpu"})
            row(wrong, 2);
        for (const char* failed :
             {"run --resume notes.txt --out x", "run --resume notes.safetensors --out x", "import notes.txt",
              "show notes.txt", "advise notes.txt", "compare notes.txt notes.txt",
              "export notes.txt --what metrics", "ab --run notes.txt --change threads=1",
              "report notes.txt --out x", "bench-op mm 2x2 2x2 --device cuda:99",
              "export run.json --what epochs", "export run.json --what metrics --out /dev/null/x"})
            row(failed, 1);
    }
    void wrongUseIsToldFromFailedWork()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        write("notes.txt", "This is no recording.");
        write("notes.safetensors", "These are no tensors.");
        write("run.json", QByteArray::fromStdString(KinetoWriter().write()));
        const auto result = runProgram(arguments, m_folder->path());
        QVERIFY2(result.exitCode == exitCode, qPrintable(result.errors));
        QVERIFY(!result.errors.isEmpty());
    }

    void aBadExperimentFileIsWrongUse_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("damaged") << QByteArray("{\n  \"epochs\": 1,\n")
                                 << "my.json, line 3: this is not valid JSON.";
        QTest::newRow("empty") << QByteArray() << "my.json is empty.";
        QTest::newRow("something else")
            << QByteArray(R"({"a": 1})")
            << "my.json is neither an experiment nor a trace: an experiment has fields such as \"network\" "
               "and \"batch_size\", a trace of PyTorch has \"traceEvents\".";
        QTest::newRow("unknown field") << QByteArray(R"({"epoch": 1})")
                                       << "my.json: there is no field \"epoch\"; did you mean \"epochs\"?";
        QTest::newRow("field with a line break")
            << QByteArray("{\"ep\\noch\": 1}")
            << "my.json: there is no field \"ep\\x0aoch\"; did you mean \"epochs\"?";
        QTest::newRow("value with a line break")
            << QByteArray("{\"device\": \"c\\npu\"}")
            << "my.json: device is \"c\\x0apu\", but must be cpu or cuda:N.";
        QTest::newRow("out of range")
            << QByteArray(R"({"batch_size": 0})") << "my.json: batch_size is 0, but must be 1 to 1,000,000.";
        QTest::newRow("no object")
            << QByteArray("3")
            << "my.json: an experiment is an object in braces, as in {\"batch_size\": 64}.";
    }
    void aBadExperimentFileIsWrongUse()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, sentence);
        write("my.json", content);
        const auto result = runProgram({"run", "my.json", "--out", "x"}, m_folder->path());
        QCOMPARE(result.errors, "stepscope: " + sentence + "\n");
        QCOMPARE(result.exitCode, 2);
        QVERIFY(!QFile::exists(m_folder->filePath("x")));
    }

    void aFolderThatHoldsARunIsRefused()
    {
        write("metrics.csv", "precious");
        const auto result = runProgram({"run", "--out", "."}, m_folder->path());
        QCOMPARE(result.errors,
                 "stepscope: The folder . already contains metrics.csv, which the report would "
                 "replace. Choose another folder, or use --force to replace it.\n");
        QCOMPARE(result.exitCode, 2);
        QFile file(m_folder->filePath("metrics.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("precious"));
    }

    void aFolderThatCannotBeWrittenFails()
    {
        for (const char* folder : {"/proc/report", "/dev/null/report", "/dev/null"}) {
            const auto result = runProgram({"run", "--dataset", "synthetic", "--out", folder});
            QCOMPARE(result.exitCode, 1);
            QVERIFY2(result.errors.contains(folder), qPrintable(result.errors));
            QCOMPARE(result.errors.count('\n'), 1 + result.errors.count("busy"));
        }
    }

    void aValueMayStartWithDashesAfterAnEqualsSign()
    {
        const auto result = runProgram({"runs", "--library=--here"}, m_folder->path());
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.startsWith("stepscope: The folder --here does not exist."),
                 qPrintable(result.errors));
    }

    void theEventMemoryMayFollowTheCommand()
    {
        QVERIFY(QDir(m_folder->path()).mkdir("x"));
        for (const QStringList& arguments : {QStringList{"--event-memory", "5", "runs", "--library", "x"},
                                             QStringList{"runs", "--event-memory", "5", "--library", "x"},
                                             QStringList{"runs", "--library", "x", "--event-memory=5"}})
            QCOMPARE(runProgram(arguments, m_folder->path()).exitCode, 0);
    }

    void helpHasExamplesForEveryCommand_data()
    {
        QTest::addColumn<QStringList>("command");
        for (const char* command :
             {"",          "run",    "open",     "devices", "data",    "data fetch", "data list",
              "self-test", "runs",   "show",     "export",  "compare", "sweep",      "report",
              "import",    "record", "bench-op", "ab",      "advise",  "memory"})
            QTest::newRow(command) << QString(command).split(' ', Qt::SkipEmptyParts);
    }
    void helpHasExamplesForEveryCommand()
    {
        QFETCH(QStringList, command);
        const auto result = runProgram(command + QStringList{"--help"});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.errors, QString());
        QVERIFY(result.output.contains("Example"));
        QVERIFY(result.output.contains("stepscope " + command.join(' ')));
        for (const auto& line : result.output.split('\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }

    void theHelpOfRunNamesEveryFlag()
    {
        const auto help = runProgram({"run", "--help"}).output.simplified(); // CLI11's columns vary
        for (const char* flag :
             {"--dataset", "--data", "--network", "--hidden-layers", "--width", "--device", "--batch-size",
              "--test-batch-size", "--epochs", "--steps", "--optimizer", "--learning-rate", "--seed",
              "--threads", "--profile, --no-profile", "--out", "--force", "--json"})
            QVERIFY2(help.contains(QString(" %1").arg(flag)), flag);
    }

    void theHelpOfRunSaysWhichLimitsExcludeOthers()
    {
        const auto help = runProgram({"run", "--help"}).output.simplified();
        QVERIFY2(help.contains("Cannot be given with --steps or --seconds. (1 to 100,000) [1] --steps N"),
                 qPrintable(help));
        QCOMPARE(help.count("Cannot be given with --epochs."), 2);
    }

    void theHelpOfRunNamesTheFormOfTexts()
    {
        const auto help = runProgram({"run", "--help"}).output.simplified();
        for (const char* option :
             {"--layers LAYERS", "--augmentation CHANGES", "--synthetic-shape CxHxW", "--data DIR"})
            QVERIFY2(help.contains(option), option);
        QVERIFY2(!help.contains("any text") && !help.contains("[]"), qPrintable(help));
    }

    void tellsItsVersion()
    {
        const auto result = runProgram({"--version"});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(QRegularExpression("^stepscope [0-9]+\\.[0-9]+\\.[0-9]+\n$").match(result.output).hasMatch());
    }

    void withoutADisplayTheWindowPointsToTheCommand()
    {
        for (const QStringList& arguments : {QStringList{}, QStringList{"open"}}) {
            const auto result = runProgram(arguments);
            QCOMPARE(result.exitCode, 1);
            QVERIFY(result.errors.contains("`stepscope run --out report`"));
            QCOMPARE(result.errors.count('\n'), 1);
        }
    }

    void withoutAnEngineTrainingSaysSo()
    {
        auto environment = environmentWithoutDisplay();
        environment.insert("STEPSCOPE_ENGINE_LIBRARY", "/nowhere/libengine.so");
        for (const QStringList& arguments :
             {QStringList{"devices"}, QStringList{"run", "--dataset", "synthetic", "--out", "x"}}) {
            const auto result = runProgram(arguments, m_folder->path(), environment);
            QCOMPARE(result.exitCode, 1);
            QVERIFY2(result.errors.contains("/nowhere/libengine.so is missing"), qPrintable(result.errors));
        }
        QVERIFY(!QFile::exists(m_folder->filePath("x")));
    }

    void anEngineOfTheCurrentFolderIsRefused()
    {
        auto environment = environmentWithoutDisplay();
        environment.insert("STEPSCOPE_ENGINE_LIBRARY", "libengine.so");
        write("libengine.so", "never looked at");
        for (const QStringList& arguments :
             {QStringList{"devices"}, QStringList{"run", "--dataset", "synthetic", "--out", "x"}}) {
            const auto result = runProgram(arguments, m_folder->path(), environment);
            QCOMPARE(result.exitCode, 1);
            QCOMPARE(
                result.errors,
                "stepscope: The environment variable STEPSCOPE_ENGINE_LIBRARY names the training engine by "
                "a relative path, libengine.so: give an absolute path, because nothing is loaded from "
                "the current folder.\n");
        }
        QVERIFY(!QFile::exists(m_folder->filePath("x")));
    }

    /// Other notices, such as which images are used instead of MNIST, are printed once a run has started.
    void aRefusalComesAlone()
    {
        auto environment = environmentWithoutDisplay();
        environment.insert("XDG_DATA_HOME", m_folder->filePath("data"));
        environment.insert("STEPSCOPE_ENGINE_LIBRARY", "/nowhere/libengine.so");
        const QString images = "data/stepscope/datasets/fashion-mnist";
        QDir(m_folder->path()).mkpath(images);
        for (const char* name : {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                 "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"})
            write(images + "/" + name, "images");
        write("file", "in the way");
        for (const QStringList& arguments :
             {QStringList{"run", "--out", "file"}, QStringList{"run", "--out", "new"},
              QStringList{"sweep", "--batch-sizes", "1,16", "--out", "file"}}) {
            const auto result = runProgram(arguments, m_folder->path(), environment);
            QVERIFY(result.exitCode == 1 || result.exitCode == 2);
            QVERIFY2(result.errors.startsWith("stepscope: ") && result.errors.count('\n') == 1,
                     qPrintable(result.errors));
        }
    }

    void listsDataSets()
    {
        const auto result = runProgram({"data", "list"});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output.count('\n'), qsizetype(dataSetKinds().size()));
        for (const DataSetKind& kind : dataSetKinds())
            QVERIFY(result.output.contains(QByteArray(kind.name.data(), qsizetype(kind.name.size()))));
    }

private:
    void write(const QString& name, const QByteArray& content) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "test_command_line.moc"
