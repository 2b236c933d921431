#include "core/exchange/speedscope_json.h"
#include "core/import/unsupported_format.h"
#include "core/trace/calls/call_tree_builder.h"
#include "imported_text.h"
#include "tests/support/device_run.h"

#include <QTest>

#include <fmt/format.h>

#include <set>

#include <sys/stat.h>

using namespace stepscope;
using namespace stepscope::test;
using namespace std::string_literals;

namespace {

std::string words(std::initializer_list<uint64_t> numbers)
{
    std::string bytes;
    for (const uint64_t number : numbers)
        bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
    return bytes;
}

std::string failureOf(const std::filesystem::path& path)
{
    try {
        importFile(path);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing failed";
}

} // namespace

class TestUnsupportedFormats : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;
    std::set<std::string> m_met; ///< names of formats

private Q_SLOTS:
    void theMessageNamesTheFormatAndWhatToDo_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("advice");
        const auto row = [](const char* file, const std::string& content, const char* name,
                            const char* advice) {
            QTest::newRow(file) << file << QByteArray(content.data(), qsizetype(content.size())) << name
                                << advice;
        };
        row("pointer.json", "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12345\n",
            "a Git LFS pointer", "git lfs pull");
        row("a report.nsys-rep", "\x01\x02 nothing that is known", "an Nsight Systems report",
            "nsys export --type sqlite '");
        row("old.qdrep", "\x01\x02 nothing that is known", "an Nsight Systems report",
            "nsys export --type sqlite /");
        row("report.ncu-rep", "NVR\0\x10\0\0\0"s, "an Nsight Compute report", "nsys profile");
        row("nvprof.log", "==123== NVPROF is profiling process 123, command: python train.py\n",
            "an nvprof log", "--export-profile");
        row("perf.data", "PERFILE2"s + std::string(96, '\0'), "a Linux perf recording",
            "stackcollapse-perf.pl");
        row("cpu.prof", words({0, 3, 0, 10'000, 0, 1, 1, 0x4011}), "a gperftools CPU profile",
            "pprof -proto");
        row("cpu32.prof", "\0\0\0\0\3\0\0\0\0\0\0\0\x10\x27\0\0\0\0\0\0\1\0\0\0"s, "a gperftools CPU profile",
            "pprof -proto");
        row("cpu-big-endian.prof", "\0\0\0\0\0\0\0\3\0\0\0\0\0\0\x27\x10\0\0\0\0\0\0\0\1"s,
            "a gperftools CPU profile", "pprof -proto");
        row("symbolized.prof", "--- symbol\nbinary=/usr/bin/python3\n0x4011 main\n---\n",
            "a gperftools CPU profile", "pprof -proto");
        row("perf-big-endian.data", "2ELIFREP"s + std::string(96, '\0'), "a Linux perf recording",
            "stackcollapse-perf.pl");
        row("snapshot0.pickle", "(dp0\nVsegments\np1\n(lp2\nsVdevice_traces\np3\n(lp4\ns.",
            "a snapshot of PyTorch's CUDA memory", "memory_viz");
        row("bare.speedscope.json", R"({"profiles": [{"type": "sampled"}], "shared": {"frames": []}})",
            "a speedscope profile", "speedscope.app");
        row("heap.prof", "heap profile:    1:  200 [   1:  200] @ heapprofile\n", "a gperftools heap profile",
            "pprof -proto");
        row("snapshot.pickle",
            "\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94(\x8c\x08segments\x94]\x94\x8c\x0d"s
            "device_traces\x94]\x94u.",
            "a snapshot of PyTorch's CUDA memory", "memory_viz");
        row("memory.json", "[[-1, 1, 37888, 7], [-1, 1, 512, 7]]", "a memory timeline",
            "export_chrome_trace");
        row("host.xplane.pb", "\x0a\x40\x08\x01\x12\x09/host:CPU\x1a\x10 and its lines",
            "a TensorFlow or JAX profile", "trace.json.gz");
        row("results.json",
            R"({ "traceEvents":[{"args":{"name":"0 CPU HIP API"},"ph":"M","pid":2,"name":"process_name"})"
            R"(,{"ph":"X","name":"gemm","pid":6,"tid":0,"ts":"1","dur":"5","args":{"BeginNs":"1000"}}]})",
            "a rocprof trace", "torch.profiler");
        row("v3_results.json", R"({"rocprofiler-sdk-tool": [{"metadata": {}}]})", "a rocprofv3 trace",
            "torch.profiler");
        row("results.csv", "\"Index\",\"KernelName\",\"gpu-id\",\"queue-id\"\n0,\"gemm\",0,0\n",
            "a rocprof table", "torch.profiler");
        row("kernel_trace.csv", "\"Kind\",\"Agent_Id\",\"Kernel_Name\",\"Start_Timestamp\"\n",
            "a rocprof table", "torch.profiler");
        row("et.json",
            R"({"schema": "1.0.1", "pid": 5, "nodes": [{"name": "[pytorch|profiler|execution_trace|thread]"}]})",
            "a PyTorch execution trace", "export_chrome_trace");
        row("chakra.json", R"({"schema": "1.1.0-chakra.0.0.4", "nodes": [{"ctrl_deps": 1, "inputs": {}}]})",
            "a PyTorch execution trace", "export_chrome_trace");
        row("speedscope.json",
            R"({"exporter": "py-spy", "profiles": [{"type": "sampled"}], "shared": {"frames": []}})",
            "a speedscope profile", "speedscope.app");
        row("firefox.json", R"({"meta": {"interval": 1, "preprocessedProfileVersion": 47}})",
            "a Firefox Profiler recording", "pprof");
        row("x.cpuprofile", R"({"nodes": [{"id": 1, "callFrame": {"functionName": "main"}}]})",
            "a V8 CPU profile", "pprof");
        row("lab.ipynb", R"({"cells": [{"cell_type": "code"}], "nbformat": 4})", "a Jupyter notebook",
            "profiler");
        row("memray.bin", "memray\0\x07"s, "a memray recording", "folded stacks");
        row("heaptrack.python.1.zst", "\x28\xB5\x2F\xFD\x04", "a heaptrack recording", "heaptrack_print");
        row("gmon.out", "gmon\x01\0\0\0\0"s, "a gprof profile", "Callgrind");
        row("massif.out.1", "desc: (none)\ncmd: a.out\ntime_unit: i\n", "a Massif profile", "callgrind");
        row("trace.pftrace", "\x0a\x10\x08\x01", "a Perfetto trace", "traceconv json");
        row("model.safetensors", words({60}) + R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
            "safetensors", "torch.onnx.export");
        row("model.gguf", "GGUF\x03", "GGUF", "ONNX");
        row("model.h5", "\x89HDF\r\n\x1a\n", "an HDF5 file", "ONNX");
        row("weights.npy", "\x93NUMPY\x01", "a NumPy array", "imports");
        row("model.tflite", "\x1c\0\0\0TFL3\0"s, "TensorFlow Lite", "ONNX");
        row("trace.json.xz",
            "\xFD"
            "7zXZ\0\0"s,
            "compressed with xz", "xz -dk");
        row("trace.json.zst", "\x28\xB5\x2F\xFD\x04", "compressed with zstd", "zstd -d");
        row("trace.json.bz2", "BZh91AY&SY\x01", "compressed with bzip2", "bzip2 -dk");
        row("trace.json.lz4", "\x04\x22\x4D\x18\x64", "compressed with lz4", "lz4 -d");
        row("traces.tar", "trace.json"s + std::string(247, '\0') + "ustar\0"s + std::string(249, '\0'),
            "a tar archive", "Unpack");
        row("traces.7z", "7z\xBC\xAF\x27\x1C", "a 7-Zip archive", "Unpack");
        row("traces.rar", "Rar!\x1a\x07\x01", "a RAR archive", "Unpack");
        row("nothing.zip", "PK\x05\x06"s + std::string(18, '\0'), "an empty zip archive", "imports");
        row("trace.html", "\n<!DOCTYPE html>\n<html><body>GitHub</body></html>", "a web page", "download");
        row("graph.svg", "<?xml version=\"1.0\"?>\n<svg></svg>", "a picture", "made from");
        row("graph.png", "\x89PNG\r\n\x1a\n", "a picture", "made from");
        row("paper.pdf", "%PDF-1.7\n", "a picture or a document", "made from");
        row("train",
            "\x7f"
            "ELF\x02\x01",
            "a program", "profiler");
        row("object.pkl", "\x80\x04\x95\x01.", "a pickled Python object", "imports");
        row("experiment.json", R"({"dataset": "mnist", "network": "mlp", "optimizer": "sgd"})",
            "a Stepscope experiment", "stepscope run /");
        row("sweep.json",
            R"({"base": {"dataset": "mnist", "network": "mlp", "optimizer": {"name": "sgd"}},
                "axes": [{"field": "threads", "values": ["1", "2"]}], "paired": false})",
            "a saved sweep of Stepscope", "`stepscope sweep --from /");
        row("own_sweep.json", R"({"base": {}, "axes": [{"field": "threads", "values": ["1", "2"]}]})",
            "a saved sweep of Stepscope, which is not a run. Start it with `stepscope sweep --from /",
            "/own_sweep.json --out DIR`.");
        row("metrics.json", R"({"loss": [1, 2]})", "JSON without a list of trace events",
            "export_chrome_trace");
        row("operators.csv", "name,calls,self_us\naten::mm,1,5\n", "a table", "made from");
    }

    void theMessageNamesTheFormatAndWhatToDo()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        QFETCH(QString, name);
        QFETCH(QString, advice);
        const auto path = m_folder.write(file.toStdString(), content.toStdString());
        QVERIFY(importFormatOf(path) == nullptr);
        QVERIFY(isForImport(path));
        const std::string failure = failureOf(path);
        QVERIFY2(failure.find(name.toStdString()) != std::string::npos, failure.c_str());
        QVERIFY2(failure.find(advice.toStdString()) != std::string::npos, failure.c_str());
        QVERIFY2(failure.starts_with(path.string() + " is "), failure.c_str());
        for (const UnsupportedFormat& format : unsupportedFormats()) {
            if (failure.find(format.name.english()) != std::string::npos)
                m_met.emplace(format.name.english());
        }
    }

    /// Each recognizer is tried above; a run is below.
    void everyFormatOfTheTableWasMet()
    {
        for (const UnsupportedFormat& format : unsupportedFormats()) {
            const std::string name(format.name.english());
            QVERIFY2(m_met.contains(name) || name.starts_with("a Stepscope run"), name.c_str());
        }
    }

    void aCompressedFileIsRecognizedByItsContent()
    {
        const std::string failure =
            failureOf(m_folder.writeGzip("et.json.gz", R"({"schema": "1.0.1", "nodes": [{"rf_id": 1, )"
                                                       R"("op_schema": ""}]})"));
        QVERIFY2(failure.find("a PyTorch execution trace") != std::string::npos, failure.c_str());
        const std::string archive =
            failureOf(m_folder.writeGzip("a.tar.gz", "a"s + std::string(256, '\0') + "ustar\0"s));
        QVERIFY2(archive.find("a tar archive") != std::string::npos, archive.c_str());
    }

    void ourOwnSpeedscopeFilesAreRecognized()
    {
        const DeviceRun device(1);
        const auto path = m_folder.write("own.json", speedscopeJson(callTree(device.run.trace), "a run"));
        const std::string failure = failureOf(path);
        QVERIFY2(failure.find("a speedscope profile") != std::string::npos, failure.c_str());
    }

    /// The content of events may look like any of them.
    void tracesAreReadWhateverTheirEventsHold()
    {
        const std::string arguments =
            R"(, "args": {"nodes": [], "callFrame": 1, "schema": 1, "rf_id": 2, "op_schema": 3, )"
            R"("a": "https://www.speedscope.app/file-format-schema.json", "cells": 1, "cell_type": 2})";
        const auto path = m_folder.write("trace.json", listOf({span("<html>", "0", "5", arguments)}));
        QCOMPARE(importFile(path).run.trace.size(), uint32_t(1));
    }

    void onlyRegularFilesAreOpened()
    {
        const auto pipe = m_folder.path() / "pipe.json";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QCOMPARE(failureOf(pipe), fmt::format("Cannot read {}: it is a pipe, which can be read only once; "
                                              "write its content to a file and import that.",
                                              pipe.string()));
        QVERIFY(isForImport(pipe));
        QVERIFY2(failureOf("/dev/zero").find("it is a device") != std::string::npos,
                 failureOf("/dev/zero").c_str());
        const auto runPipe = m_folder.path() / "pipe.stepscope"; // which its name does not make a run file
        QCOMPARE(::mkfifo(runPipe.c_str(), 0600), 0);
        QVERIFY2(failureOf(runPipe).find("it is a pipe") != std::string::npos, failureOf(runPipe).c_str());
        const auto missing = m_folder.path() / "missing.json";
        QVERIFY(!isForImport(missing));
        QVERIFY2(failureOf(missing).find("No such file") != std::string::npos, failureOf(missing).c_str());
    }
};

QTEST_GUILESS_MAIN(TestUnsupportedFormats)
#include "test_unsupported_formats.moc"
