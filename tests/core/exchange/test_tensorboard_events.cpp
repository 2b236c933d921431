#include "core/exchange/record_file.h"
#include "core/exchange/tensorboard_events.h"
#include "core/run/validation.h"
#include "sample_run.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>
#include <QtEndian>

#include <string_view>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// The data of each record; empty where a length or a checksum is wrong.
std::vector<std::string> recordsOf(const std::string& file)
{
    std::vector<std::string> records;
    for (size_t at = 0; at < file.size();) {
        if (file.size() - at < 16)
            return {};
        const auto length = qFromLittleEndian<quint64>(file.data() + at);
        if (length > file.size() - at - 16)
            return {};
        const auto data = file.substr(at + 12, length);
        if (qFromLittleEndian<quint32>(file.data() + at + 8) !=
                maskedCrc32c(std::string_view(file).substr(at, 8)) ||
            qFromLittleEndian<quint32>(file.data() + at + 12 + length) != maskedCrc32c(data))
            return {};
        records.push_back(data);
        at += 16 + length;
    }
    return records;
}

QString decoded(const QString& protoc, const char* message, const std::string& bytes)
{
    QProcess process;
    process.start(protoc, {QString("--decode=tensorflow.%1").arg(message),
                           "--proto_path=" STEPSCOPE_TEST_DATA, "event_subset.proto"});
    process.write(QByteArray::fromStdString(bytes));
    process.closeWriteChannel();
    process.waitForFinished();
    return process.exitCode() == 0 ? QString(process.readAllStandardOutput()).simplified()
                                   : QString(process.readAllStandardError());
}

NetworkGraph smallGraph()
{
    NetworkGraph graph;
    graph.layers.push_back({.name = "block.conv1", .type = "Conv2d"});
    graph.nodes.push_back(
        {.kind = GraphNodeKind::Input, .op = "input", .label = "input", .outputShape = {64, 1}});
    graph.nodes.push_back(
        {.op = "aten::conv2d", .label = "conv2d", .layer = GraphLayerId(0), .outputShape = {64, 32}});
    graph.nodes.push_back(
        {.op = "aten::conv2d", .label = "conv2d", .layer = GraphLayerId(0), .outputShape = {}});
    graph.edges.push_back({.from = GraphNodeId(0), .to = GraphNodeId(1), .shape = {64, 1}});
    graph.edges.push_back({.from = GraphNodeId(1), .to = GraphNodeId(2), .shape = {64, 32}});
    return graph;
}

} // namespace

class TestTensorBoardEvents : public QObject
{
    Q_OBJECT

    QString m_protoc = QStandardPaths::findExecutable("protoc");

private Q_SLOTS:
    void theChecksumIsThatOfTheStandard()
    {
        QCOMPARE(crc32c("123456789"), 0xe3069283U);
        QCOMPARE(crc32c(std::string(32, '\0')), 0x8a9136aaU); // RFC 3720, B.4
        QCOMPARE(crc32c(std::string(32, '\xff')), 0x62a8ab43U);
    }

    void aRecordIsLengthChecksumDataChecksum()
    {
        std::string file;
        appendRecord(file, "abc");
        QCOMPARE(file.size(), size_t(19));
        QCOMPARE(file.substr(0, 8), std::string("\3\0\0\0\0\0\0\0", 8));
        QCOMPARE(file.substr(12, 3), "abc");
        const auto crc = crc32c("abc");
        QCOMPARE(qFromLittleEndian<quint32>(file.data() + 15), ((crc >> 15) | (crc << 17)) + 0xa282ead8U);
    }

    void theValidationIsBesideTheTest()
    {
        auto run = sampleRun();
        run.experiment.validationShare = 0.1;
        const auto without = tensorBoardEvents(run);
        QVERIFY(without.find("loss/validation") == std::string::npos);
        run.scalars = validationScalars({.loss = 0.25, .accuracy = 0.75}, 4, 1000);
        const auto events = tensorBoardEvents(run);
        const auto test = events.rfind("loss/test");
        const auto validation = events.find("loss/validation");
        QVERIFY(validation != std::string::npos && validation > test);
        QVERIFY(events.find("accuracy/validation") != std::string::npos);
    }

    void stepsAndEpochsAreScalars()
    {
        if (m_protoc.isEmpty())
            QSKIP("protoc is not installed (Debian's package protobuf-compiler).");
        const auto run = sampleRun();
        const auto records = recordsOf(tensorBoardEvents(run));
        QCOMPARE(records.size(), size_t(1 + 5 + 2));
        QCOMPARE(decoded(m_protoc, "Event", records[0]),
                 "wall_time: 1700000000 file_version: \"brain.Event:2\"");
        QCOMPARE(
            decoded(m_protoc, "Event", records[2]),
            "wall_time: 1700000000.003001 step: 1 summary { value { tag: \"loss/train\" simple_value: 1.75 } "
            "value { tag: \"accuracy/train\" simple_value: 0.25 } }");
        // The first epoch ends with step 2, before step 3.
        QCOMPARE(
            decoded(m_protoc, "Event", records[4]),
            "wall_time: 1700000000.007 step: 2 summary { value { tag: \"learning_rate\" simple_value: 1 } "
            "value { tag: \"images_per_second\" simple_value: 1090.90906 } "
            "value { tag: \"loss/test\" simple_value: 0.5 } "
            "value { tag: \"accuracy/test\" simple_value: 0.9 } }");
        QVERIFY(decoded(m_protoc, "Event", records[5]).contains("step: 3"));
    }

    void theGraphNamesItsNodesByTheirLayers()
    {
        if (m_protoc.isEmpty())
            QSKIP("protoc is not installed (Debian's package protobuf-compiler).");
        QCOMPARE(
            decoded(m_protoc, "GraphDef", tensorFlowGraph(smallGraph())),
            "node { name: \"input\" op: \"input\" attr { key: \"_output_shapes\" value { list { shape { dim "
            "{ "
            "size: 64 } dim { size: 1 } } } } } } "
            "node { name: \"block/conv1/conv2d\" op: \"aten::conv2d\" input: \"input\" attr { key: "
            "\"_output_shapes\" value { list { shape { dim { size: 64 } dim { size: 32 } } } } } } "
            "node { name: \"block/conv1/conv2d_1\" op: \"aten::conv2d\" input: \"block/conv1/conv2d\" attr { "
            "key: \"_output_shapes\" value { list { shape { } } } } } "
            "versions { producer: 22 }");
        auto run = sampleRun();
        run.graph = std::make_shared<NetworkGraph>(smallGraph());
        QCOMPARE(recordsOf(tensorBoardEvents(run)).size(), size_t(1 + 1 + 5 + 2));
    }

    void aRunWithoutStepsIsAFileWithItsVersion()
    {
        QCOMPARE(recordsOf(tensorBoardEvents(Run())).size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestTensorBoardEvents)
#include "test_tensorboard_events.moc"
