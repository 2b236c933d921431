#include "core/record/program_device.h"
#include "tests/support/environment_variable.h"

#include <QTest>

using namespace stepscope;
using test::EnvironmentVariable;

class TestProgramDevice : public QObject
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
        row("damaged", R"({"cuda_device": 1)", "cpu", "");
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
        QCOMPARE(QByteArray::fromStdString(deviceOfProgram(description.toStdString())), device);
        QCOMPARE(QByteArray::fromStdString(sampledGpuOf(description.toStdString())), gpu);
    }

    void aNumberCountsIfBothSeeTheSameGpus()
    {
        const EnvironmentVariable visible("CUDA_VISIBLE_DEVICES", "2,3");
        QCOMPARE(sampledGpuOf(R"({"cuda_device": 1, "CUDA_VISIBLE_DEVICES": "2,3"})"), std::string("cuda:1"));
        QCOMPARE(sampledGpuOf(R"({"cuda_device": 1, "CUDA_VISIBLE_DEVICES": "3,2"})"), std::string());
        QCOMPARE(sampledGpuOf(R"({"cuda_device": 1})"), std::string());
    }
};

QTEST_GUILESS_MAIN(TestProgramDevice)
#include "test_program_device.moc"
