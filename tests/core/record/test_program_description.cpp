#include "core/record/program_description.h"
#include "tests/support/environment_variable.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace stepscope;
using test::EnvironmentVariable;

class TestProgramDescription : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qunsetenv("CUDA_VISIBLE_DEVICES");
        qunsetenv("CUDA_DEVICE_ORDER");
    }

    void theDeviceIsThatOfTheProgram_data()
    {
        QTest::addColumn<QByteArray>("description");
        QTest::addColumn<QByteArray>("device");
        QTest::addColumn<QByteArray>("gpu");
        const auto row = [](const char* name, const char* description, const char* device, const char* gpu) {
            QTest::newRow(name) << QByteArray(description) << QByteArray(device) << QByteArray(gpu);
        };
        row("no description", "", "cpu", "");
        row("list", "[1]", "cpu", "");
        row("no GPU", R"({"torch": "2.1"})", "cpu", "");
        row("null", R"({"cuda_device": null})", "cpu", "");
        row("negative", R"({"cuda_device": -1})", "cpu", "");
        row("text", R"({"cuda_device": "0"})", "cpu", "");
        row("address without a device", R"({"gpu_address": "0000:3B:00.0"})", "cpu", "");
        row("number", R"({"cuda_device": 1})", "cuda:1", "cuda:1");
        row("address", R"({"cuda_device": 0, "gpu_address": "0000:3B:00.0"})", "cuda:0", "0000:3B:00.0");
        row("address is null", R"({"cuda_device": 0, "gpu_address": null})", "cuda:0", "cuda:0");
        row("several GPUs", R"({"cuda_device": 0, "gpu_address": ""})", "cuda:0", "");
        row("address of a hidden GPU",
            R"({"cuda_device": 0, "gpu_address": "0000:3B:00.0", "CUDA_VISIBLE_DEVICES": "2"})", "cuda:0",
            "0000:3B:00.0");
        row("other GPUs visible", R"({"cuda_device": 0, "CUDA_VISIBLE_DEVICES": "2"})", "cuda:0", "");
        row("another order", R"({"cuda_device": 0, "CUDA_DEVICE_ORDER": "PCI_BUS_ID"})", "cuda:0", "");
    }
    void theDeviceIsThatOfTheProgram()
    {
        QFETCH(QByteArray, description);
        QFETCH(QByteArray, device);
        QFETCH(QByteArray, gpu);
        const auto program = described(description.toStdString());
        QCOMPARE(QByteArray::fromStdString(program.device()), device);
        QCOMPARE(QByteArray::fromStdString(program.sampledGpu()), gpu);
    }

    void aNumberCountsIfBothSeeTheSameGpus()
    {
        const EnvironmentVariable visible("CUDA_VISIBLE_DEVICES", "2,3");
        const auto gpuOf = [](const char* description) { return described(description).sampledGpu(); };
        QCOMPARE(gpuOf(R"({"cuda_device": 1, "CUDA_VISIBLE_DEVICES": "2,3"})"), std::string("cuda:1"));
        QCOMPARE(gpuOf(R"({"cuda_device": 1, "CUDA_VISIBLE_DEVICES": "3,2"})"), std::string());
        QCOMPARE(gpuOf(R"({"cuda_device": 1})"), std::string());
    }

    void aRankIsOneOfSeveral()
    {
        const auto alone = described(R"({"rank": null, "world_size": null})");
        QVERIFY(alone.isKnown());
        QVERIFY(!alone.isOneOfSeveral());
        QCOMPARE(alone.localRanks(), int64_t(0));
        const auto rank =
            described(R"({"rank": 3, "world_size": 8, "local_world_size": 4, "backend": "nccl"})");
        QVERIFY(rank.isOneOfSeveral());
        QCOMPARE(rank.rank(), (TraceRank{.rank = 3, .worldSize = 8, .backend = "nccl"}));
        QCOMPARE(rank.localRanks(), int64_t(4));
        QCOMPARE(described(R"({"rank": 3, "world_size": 8})").localRanks(), int64_t(8));
    }

    void theEnvironmentHasVersionsAndCommand()
    {
        RecordingPlan plan;
        plan.command = {"python3", "train.py"};
        plan.folder = "/data";
        const auto program = described(R"({"torch": "2.1", "python": "3.11", "threads": 3, "cuda": 7})");
        QCOMPARE(program.versions(), std::string("Python 3.11, PyTorch 2.1"));
        const auto environment = program.environment(plan);
        QCOMPARE(environment.engine.version, std::string("2.1"));
        QCOMPARE(environment.engine.threads, 3);
        QCOMPARE(environment.engine.cudaRuntime, std::string()); // not a text
        QCOMPARE(environment.program.python, std::string("3.11"));
        QCOMPARE(environment.program.command, std::string("python3 train.py"));
        QCOMPARE(environment.program.folder, std::string("/data"));
        QCOMPARE(described("").versions(), std::string());
    }

private:
    /// Empty: the program says nothing about itself.
    static ProgramDescription described(const std::string& text)
    {
        ProgramDescription program;
        try {
            if (!text.empty())
                program.take(nlohmann::json::parse(text));
        } catch (const nlohmann::json::exception&) {
            // as ProgramRun catches it
        }
        return program;
    }
};

QTEST_GUILESS_MAIN(TestProgramDescription)
#include "test_program_description.moc"
