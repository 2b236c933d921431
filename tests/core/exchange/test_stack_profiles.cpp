#include "core/exchange/pprof_profile.h"
#include "core/exchange/speedscope_json.h"
#include "core/trace/calls/call_tree_builder.h"
#include "tests/core/trace/trace_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <zlib.h>

using namespace stepscope;
using namespace stepscope::test;

namespace {

CallTree sampleTree()
{
    return callTree(traceOf("conv1 0-100 layer\n"
                            "  conv2d 10-90\n"
                            "    launch 20-30 runtime\n"
                            "gemm 40-75 t1 gpu0 kernel <launch\n"
                            "mul 100-105 backward\n"));
}

QByteArray inflated(const std::string& packed)
{
    QByteArray bytes(1 << 20, '\0');
    z_stream stream{};
    inflateInit2(&stream, MAX_WBITS + 16);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = uInt(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = uInt(bytes.size());
    const bool isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END;
    bytes.resize(qsizetype(stream.total_out));
    inflateEnd(&stream);
    return isWhole ? bytes : QByteArray();
}

/// The stacks of a profile of speedscope, "Forward;conv1", with their weights.
QMap<QString, qint64> stacksOf(const QJsonObject& file, int profile)
{
    const auto frames = file["shared"].toObject()["frames"].toArray();
    const auto shown = file["profiles"].toArray()[profile].toObject();
    const auto samples = shown["samples"].toArray();
    QMap<QString, qint64> stacks;
    for (int i = 0; i < samples.size(); ++i) {
        QStringList names;
        for (const auto& frame : samples[i].toArray())
            names += frames[frame.toInt()].toObject()["name"].toString();
        stacks[names.join(';')] += shown["weights"].toArray()[i].toInteger();
    }
    return stacks;
}

} // namespace

class TestStackProfiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void speedscopeHasAProfileOfEachFigure()
    {
        const auto file =
            QJsonDocument::fromJson(QByteArray::fromStdString(speedscopeJson(sampleTree(), "a run")))
                .object();
        QCOMPARE(file["$schema"].toString(), "https://www.speedscope.app/file-format-schema.json");
        QCOMPARE(file["name"].toString(), "a run");
        QCOMPARE(file["profiles"].toArray().size(), 2);
        QCOMPARE(stacksOf(file, 0), (QMap<QString, qint64>{{"Forward;conv1;conv2d", 70},
                                                           {"Forward;conv1;conv2d;launch", 10},
                                                           {"Backward;mul", 5}}));
        QCOMPARE(stacksOf(file, 1), (QMap<QString, qint64>{{"Forward;conv1;conv2d;launch;gemm", 35}}));
        const auto time = file["profiles"].toArray()[0].toObject();
        QCOMPARE(time["endValue"].toInt(), 85);
        QCOMPARE(time["unit"].toString(), "nanoseconds");
    }

    /// Read by the protocol buffers' own program, so that writer and reader do not share a mistake.
    void pprofIsReadByProtoc()
    {
        const auto tool = QStandardPaths::findExecutable("protoc");
        if (tool.isEmpty())
            QSKIP("protoc is not installed (Debian's package protobuf-compiler).");
        const auto bytes = inflated(pprofProfile(sampleTree()));
        QVERIFY(!bytes.isEmpty());
        QProcess process;
        process.start(tool, {"--decode=perftools.profiles.Profile", "--proto_path=" STEPSCOPE_TEST_DATA,
                             "profile_subset.proto"});
        process.write(bytes);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        const auto text = QString(process.readAllStandardOutput());
        for (const auto* name : {"\"calls\"", "\"nanoseconds\"", "\"device\"", "\"conv2d\"", "\"gemm\""})
            QVERIFY2(text.contains(name), qPrintable(text));
        // Calls, time and time of the device of the stack that ends in gemm, the innermost place first.
        const QRegularExpression sample(
            "sample \\{\\s+location_id: 5\\s+location_id: 4\\s+location_id: 3\\s+"
            "location_id: 2\\s+location_id: 1\\s+value: 1\\s+value: 0\\s+value: 35\\s+\\}");
        QVERIFY2(text.contains(sample), qPrintable(text));
        QVERIFY2(text.contains("duration_nanos: 85"), qPrintable(text));
    }

    void anEmptyTreeIsAValidProfile()
    {
        const auto bytes = inflated(pprofProfile(CallTree()));
        QVERIFY(bytes.contains("nanoseconds"));
        const auto file =
            QJsonDocument::fromJson(QByteArray::fromStdString(speedscopeJson(CallTree(), "none")));
        QCOMPARE(file.object()["profiles"].toArray()[0].toObject()["samples"].toArray().size(), 0);
    }
};

QTEST_GUILESS_MAIN(TestStackProfiles)
#include "test_stack_profiles.moc"
