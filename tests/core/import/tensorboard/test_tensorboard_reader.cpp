#include "core/import/tensorboard/tensorboard_reader.h"

#include "core/exchange/tensorboard_events.h"
#include "core/import/imported_name.h"
#include "core/import/shared/imported_run.h"
#include "core/import/stored_import.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "event_file.h"
#include "tests/core/exchange/sample_run.h"
#include "tests/core/import/imported_text.h"

#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::test;

/// What is read from TensorBoard's event files.
class TestTensorBoardReader : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    std::filesystem::path folder(const std::string& name) const
    {
        std::filesystem::create_directories(m_folder.path() / name);
        return m_folder.path() / name;
    }

    ImportedRun imported(const std::vector<std::string>& events)
    {
        return importFile(m_folder.write("events.out.tfevents.1700000000.host", eventFile(events)));
    }

    /// "Loss/train: 0 2.5, 1 1.75": the steps and values of all series.
    static QString text(const Run& run)
    {
        QStringList lines;
        for (const auto& series : run.scalars) {
            QStringList points;
            for (const auto& point : series.points)
                points += QString("%1 %2").arg(point.step).arg(point.value);
            lines += QString::fromStdString(series.tag) + ": " + points.join(", ");
        }
        return lines.join("; ");
    }

    static QString logOf(const Run& run)
    {
        QStringList lines;
        for (const auto& entry : run.log)
            lines += QString::fromStdString(entry.text);
        return lines.join('\n');
    }

    static NetworkGraph smallGraph()
    {
        NetworkGraph graph;
        graph.layers.push_back({.name = "block", .type = {}});
        graph.layers.push_back({.name = "block.conv1", .type = {}, .parent = GraphLayerId(0)});
        graph.nodes.push_back(
            {.kind = GraphNodeKind::Input, .op = "input", .label = "input", .outputShape = {64, 1}});
        graph.nodes.push_back(
            {.op = "aten::conv2d", .label = "conv2d", .layer = GraphLayerId(1), .outputShape = {64, 32}});
        graph.nodes.push_back(
            {.op = "aten::mean", .label = "mean", .layer = GraphLayerId(0), .outputShape = {}});
        graph.edges.push_back({.from = GraphNodeId(0), .to = GraphNodeId(1), .shape = {64, 1}});
        graph.edges.push_back({.from = GraphNodeId(1), .to = GraphNodeId(2), .shape = {64, 32}});
        return graph;
    }

private Q_SLOTS:
    void whatStepscopeWritesComesBack()
    {
        const auto run = sampleRun();
        const auto path = m_folder.write("sample.tfevents", tensorBoardEvents(run));
        QCOMPARE(importFormatOf(path)->name, std::string_view("TensorBoard events"));
        const auto read = importFile(path).run;
        QVERIFY(isImported(read));
        QCOMPARE(read.outcome, RunOutcome::Finished);
        QCOMPARE(read.startUnixMs, run.startUnixMs);
        QVERIFY(read.steps.empty() && read.epochs.empty()); // nothing that is not in the file
        const auto* loss = scalarSeries(read.scalars, "loss/train");
        QVERIFY(loss);
        QCOMPARE(loss->points.size(), run.steps.size());
        for (size_t i = 0; i < run.steps.size(); ++i) {
            QCOMPARE(loss->points[i].step, run.steps[i].step);
            QCOMPARE(float(loss->points[i].value), run.steps[i].loss);
            const auto endNs = run.steps[i].startNs + run.steps[i].durationNs;
            QVERIFY(std::abs(loss->points[i].timeNs - endNs) < 1000); // of a double's seconds since 1970
        }
        const auto* test = scalarSeries(read.scalars, "accuracy/test");
        QVERIFY(test);
        QCOMPARE(test->points.size(), run.epochs.size());
        QCOMPARE(test->points.front().step, run.epochs.front().lastStep);
        QCOMPARE(float(test->points.front().value), float(run.epochs.front().testAccuracy()));
    }

    void theGraphComesBackWithItsLayersAndShapes()
    {
        auto run = sampleRun();
        run.graph = std::make_shared<NetworkGraph>(smallGraph());
        const auto read = importFile(m_folder.write("g.tfevents", tensorBoardEvents(run))).run;
        QVERIFY(read.graph);
        const auto& graph = *read.graph;
        QCOMPARE(graph.nodes.size(), size_t(3));
        QCOMPARE(graph.edges.size(), size_t(2));
        QCOMPARE(graph.layers.size(), size_t(2));
        QCOMPARE(graph.layers[1].name, std::string("block.conv1"));
        QCOMPARE(graph.layers[1].parent, GraphLayerId(0));
        QCOMPARE(graph.nodes[0].kind, GraphNodeKind::Input);
        QCOMPARE(graph.nodes[1].op, std::string("aten::conv2d"));
        QCOMPARE(graph.nodes[1].label, std::string("conv2d"));
        QCOMPARE(graph.nodes[1].layer, GraphLayerId(1));
        QCOMPARE(graph.nodes[1].outputShape, (std::vector<int64_t>{64, 32}));
        QVERIFY(graph.nodes[2].outputShape.empty());
        QCOMPARE(graph.edges[1].from, GraphNodeId(1));
        QCOMPARE(graph.edges[1].to, GraphNodeId(2));
        QCOMPARE(graph.edges[1].shape, (std::vector<int64_t>{64, 32}));
    }

    void pytorchsScopesAreLayersWithTheirType()
    {
        std::string def;
        {
            protozero::pbf_writer graph(def);
            const auto add = [&](const char* name, const char* op, const std::vector<const char*>& inputs) {
                protozero::pbf_writer node(graph, 1);
                node.add_string(1, name);
                node.add_string(2, op);
                for (const char* input : inputs)
                    node.add_string(3, input);
            };
            add("input/x", "IO Node", {});
            add("Net/Conv2d[conv1]/input.1", "aten::_convolution", {"input/x", "^control", "not/there"});
            add("Net/Linear[fc]/out", "aten::linear", {"Net/Conv2d[conv1]/input.1:1"});
        }
        const auto read = imported({EventText().graph(def)}).run;
        QVERIFY(read.graph);
        QCOMPARE(read.graph->layers.size(), size_t(4));
        const auto& conv = read.graph->layers[read.graph->nodes[1].layer];
        QCOMPARE(conv.name, std::string("Net.conv1"));
        QCOMPARE(conv.type, std::string("Conv2d"));
        QCOMPARE(read.graph->nodes[0].kind, GraphNodeKind::Input);
        QCOMPARE(read.graph->edges.size(), size_t(2));      // neither control nor what is not there
        QVERIFY(!read.graph->nodes[1].outputShape.empty()); // not known, which a scalar's would say
    }

    void aHugeGraphIsRead()
    {
        constexpr int count = 100'000;
        std::string def;
        protozero::pbf_writer graph(def);
        for (int i = 0; i < count; ++i) {
            protozero::pbf_writer node(graph, 1);
            node.add_string(1, "block" + std::to_string(i / 100) + "/op" + std::to_string(i));
            node.add_string(2, "Add");
            if (i > 0)
                node.add_string(3, "block" + std::to_string((i - 1) / 100) + "/op" + std::to_string(i - 1));
        }
        const auto read = imported({EventText().graph(def)}).run;
        QCOMPARE(read.graph->nodes.size(), size_t(count));
        QCOMPARE(read.graph->edges.size(), size_t(count - 1));
        QCOMPARE(read.graph->layers.size(), size_t(count / 100));
    }

    void scalarsOfTheNewStyleAreTensors()
    {
        const auto scalar = metadata("scalars");
        const auto run = imported({EventText().event(1, {EventText::tensor("a", floatTensor(0.5F), scalar)}),
                                   EventText().event(2, {EventText::tensor("a", floatTensor(0.25F))})})
                             .run;
        QCOMPARE(text(run), "a: 1 0.5, 2 0.25"); // the second without metadata, as some writers leave it
    }

    void tensorsOfEveryTypeAreNumbers_data()
    {
        QTest::addColumn<QByteArray>("tensor");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* name, const auto& write, const char* shown) {
            std::string bytes;
            {
                protozero::pbf_writer tensor(bytes);
                write(tensor);
            }
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(shown);
        };
        using Writer = protozero::pbf_writer;
        const auto withDimension = [](Writer& tensor, int64_t size) {
            Writer shape(tensor, 2);
            Writer dimension(shape, 2);
            dimension.add_int64(1, size);
        };
        row(
            "float_val", [](Writer& t) { t.add_enum(1, 1), t.add_float(5, 1.5F); }, "t: 0 1.5");
        row(
            "packed float_val",
            [](Writer& t) {
                const float numbers[] = {2.5F};
                t.add_enum(1, 1);
                t.add_packed_float(5, std::begin(numbers), std::end(numbers));
            },
            "t: 0 2.5");
        row(
            "double_val", [](Writer& t) { t.add_enum(1, 2), t.add_double(6, -0.125); }, "t: 0 -0.125");
        row(
            "int_val", [](Writer& t) { t.add_enum(1, 3), t.add_int32(7, -3); }, "t: 0 -3");
        row(
            "int64_val", [](Writer& t) { t.add_enum(1, 9), t.add_int64(10, 1LL << 40); }, "t: 0 1.09951e+12");
        row(
            "bool_val", [](Writer& t) { t.add_enum(1, 10), t.add_bool(11, true); }, "t: 0 1");
        row(
            "half_val", [](Writer& t) { t.add_enum(1, 19), t.add_int32(13, 0xc100); }, "t: 0 -2.5");
        row(
            "bfloat16", [](Writer& t) { t.add_enum(1, 14), t.add_int32(13, 0x3fc0); }, "t: 0 1.5");
        row(
            "double content",
            [](Writer& t) {
                const double number = 1e-30;
                t.add_enum(1, 2);
                t.add_bytes(4, std::string(reinterpret_cast<const char*>(&number), 8));
            },
            "t: 0 1e-30");
        row(
            "of one element", [&](Writer& t) { t.add_enum(1, 1), withDimension(t, 1), t.add_float(5, 4.0F); },
            "t: 0 4");
        row(
            "of two elements",
            [&](Writer& t) { t.add_enum(1, 1), withDimension(t, 2), t.add_float(5, 4.0F); }, "");
        row(
            "content of another length", [](Writer& t) { t.add_enum(1, 1), t.add_bytes(4, "abc"); }, "");
        row(
            "a text", [](Writer& t) { t.add_enum(1, 7), t.add_bytes(8, "abc"); }, "");
        row(
            "field of another type", [](Writer& t) { t.add_bytes(1, "x"), t.add_double(5, 4.0); }, "");
    }

    void tensorsOfEveryTypeAreNumbers()
    {
        QFETCH(QByteArray, tensor);
        QFETCH(QString, shown);
        const auto run =
            imported({EventText().event(0, {EventText::tensor("t", tensor.toStdString(), metadata("scalars")),
                                            EventText::simple("other", 1.0F)})})
                .run;
        QCOMPARE(text(run), (shown.isEmpty() ? QString() : shown + "; ") + "other: 0 1");
        QCOMPARE(logOf(run).contains("Not shown: 1 scalar without a single number"), shown.isEmpty());
    }

    void aLogOfImagesAloneIsRefusedAndSaysWhatItHolds()
    {
        const auto events = EventText().event(0, {EventText::tensor("h", "", metadata("histograms"))});
        QString sentence;
        try {
            imported({events});
        } catch (const NothingToImport& problem) {
            sentence = QString::fromUtf8(problem.what());
        }
        QVERIFY2(sentence.endsWith(
                     "has no scalars and no graph, so there is nothing to show. Not shown: 1 histogram."),
                 qPrintable(sentence));
    }

    void whatIsNotShownIsCounted()
    {
        std::string image;
        {
            protozero::pbf_writer value(image);
            value.add_string(1, "img");
            value.add_message(4, std::string("\x08\x01", 2));
        }
        const auto run =
            imported({EventText().event(0, {EventText::tensor("h", "", metadata("histograms")), image}),
                      EventText().event(1, {EventText::tensor("h", "", metadata("histograms")),
                                            EventText::simple("loss", 1.0F)})})
                .run;
        QVERIFY2(logOf(run).contains("Not shown: 2 histograms and 1 image."), qPrintable(logOf(run)));
        QCOMPARE(text(run), "loss: 1 1");
    }

    void hyperparametersStandInTheLogAndTheExperiment()
    {
        std::string plugin;
        {
            protozero::pbf_writer data(plugin);
            protozero::pbf_writer session(data, 3);
            const auto number = [&](const char* name, double value) {
                protozero::pbf_writer entry(session, 1);
                entry.add_string(1, name);
                protozero::pbf_writer of(entry, 2);
                of.add_double(2, value);
            };
            number("lr", 0.05);
            number("batch_size", 64);
            protozero::pbf_writer entry(session, 1);
            entry.add_string(1, "optimizer");
            protozero::pbf_writer of(entry, 2);
            of.add_string(3, "sgd");
        }
        const auto run = imported({EventText().event(0, {EventText::tensor("_hparams_/session_start_info", "",
                                                                           metadata("hparams", plugin))})})
                             .run;
        QVERIFY2(logOf(run).contains("Hyperparameters: batch_size = 64, lr = 0.05, optimizer = sgd."),
                 qPrintable(logOf(run)));
        QCOMPARE(run.experiment.batchSize, 64);
        QCOMPARE(run.experiment.learningRate, 0.05);
        QCOMPARE(run.experiment.optimizer, std::string("sgd"));
    }

    void theFilesOfAFolderAreOneRunInOrderOfTime()
    {
        const auto run = folder("several");
        m_folder.write("several/events.out.tfevents.1700000009.host.1.0", eventsOf("loss", {3, 4}, 2));
        m_folder.write("several/events.out.tfevents.999999999.host.1.0", eventsOf("loss", {1, 2}));
        m_folder.write("several/notes.txt", "of no kind");
        const auto imported = importFile(run);
        QCOMPARE(text(imported.run), "loss: 0 1, 1 2, 2 3, 3 4");
        QCOMPARE(imported.run.experiment.network, std::string("several"));
        QVERIFY(logOf(imported.run).contains("in 2 files"));
    }

    void aLogFolderIsARunForEachFolderWithEvents()
    {
        const auto logs = folder("logs");
        for (const char* name : {"a", "b/train", "b/validation", "c"})
            folder(std::string("logs/") + name);
        m_folder.write("logs/a/events.out.tfevents.1.host", eventsOf("loss", {1}));
        m_folder.write("logs/b/train/events.out.tfevents.1.host", eventsOf("loss", {1}));
        m_folder.write("logs/b/validation/events.out.tfevents.1.host", eventsOf("loss", {1}));
        m_folder.write("logs/c/readme.md", "no events");
        QStringList names;
        for (const auto& item : importItems(logs))
            names += QString::fromStdString(item.name);
        QCOMPARE(names.join(' '), "a b/train b/validation");
        QVERIFY(importFormatOf(logs / "a"));
        QVERIFY(!importFormatOf(logs));
        QCOMPARE(importItems(logs / "a" / "").front().name, std::string("a"));
        QVERIFY_EXCEPTION_THROWN(importItems(logs / "c"), Error);
    }

    void anEventFileIsCalledAfterItsFolder()
    {
        folder("my run");
        const auto path = m_folder.write("my run/events.out.tfevents.1.host", eventsOf("loss", {1}));
        QCOMPARE(importedName(path), std::string("my run"));
        QCOMPARE(storedRun(importFile(path)).label.name, std::string("my run"));
    }

    void anImportedLogComesBackFromTheLibrary()
    {
        auto run = sampleRun();
        run.graph = std::make_shared<NetworkGraph>(smallGraph());
        const auto stored = storedRun(importFile(m_folder.write("kept.tfevents", tensorBoardEvents(run))));
        const auto read = readRunFile(writeImportedRun(stored, m_folder.path() / "library"));
        for (const auto& problem : read.problems)
            QFAIL(problem.c_str());
        QCOMPARE(text(read.run), text(stored.run));
        QVERIFY(!read.run.scalars.empty());
        QVERIFY(read.run.graph && read.run.graph->nodes.size() == 3);
        QCOMPARE(logOf(read.run), logOf(stored.run));
        QVERIFY(isImported(read.run));
    }

    void aFileThatGrowsIsReadOnFromWhereItEnded()
    {
        const auto whole = eventsOf("loss", {1, 2, 3, 4, 5});
        const auto half = whole.substr(0, whole.size() / 2);
        const auto path = m_folder.write("grows.tfevents", half);
        TensorBoardFiles files(path);
        QVERIFY(files.readOn());
        auto scalars = files.log().takeScalars();
        const auto before = scalars.front().points.size();
        QVERIFY(before > 0 && before < 5);
        QCOMPARE(files.openEnds().size(), size_t(1));
        QVERIFY(!files.readOn());
        m_folder.write("grows.tfevents", whole);
        QVERIFY(files.readOn());
        auto rest = files.log().takeScalars();
        QCOMPARE(rest.front().points.size(), 5 - before);
        appendScalars(scalars, std::move(rest));
        QCOMPARE(scalars.front().points.back().value, 5.0);
        QCOMPARE(scalars.front().points.back().timeNs, 5'000'000'000);
        QVERIFY(files.openEnds().empty() && files.damages().empty());
    }
};

QTEST_GUILESS_MAIN(TestTensorBoardReader)
#include "test_tensorboard_reader.moc"
