#include "core/machine/gpu_driver.h"

#include <QTest>

#include <cstdlib>

using namespace stepscope;

namespace {

const GpuDriver& twoGpus()
{
    static const GpuDriver driver{.version = {},
                                  .cudaVersion = {},
                                  .gpus = {{.name = "A", .memoryBytes = 1, .pciBusId = "0000:3B:00.0"},
                                           {.name = "B", .memoryBytes = 1, .pciBusId = "0000:AF:00.0"}}};
    return driver;
}

/// Asking a sleeping driver may take a second.
const GpuDriver& notAsked()
{
    std::abort();
}

} // namespace

class TestGpuDriver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNumberIsThatOfTheDriver()
    {
        QCOMPARE(pciAddressOf("cuda:0", twoGpus), std::string("0000:3B:00.0"));
        QCOMPARE(pciAddressOf("cuda:1", twoGpus), std::string("0000:AF:00.0"));
        for (const char* gpu :
             {"cuda:2", "cuda:", "cuda:x", "cuda:1x", "cuda:-1", "cuda:99999999999999999999"})
            QCOMPARE(pciAddressOf(gpu, twoGpus), std::string());
    }

    void theDriverIsNotAskedForOtherTexts()
    {
        QCOMPARE(pciAddressOf("0000:AF:00.0", notAsked), std::string("0000:AF:00.0"));
        for (const char* text : {"", "cpu", "cuda", "mps"})
            QCOMPARE(pciAddressOf(text, notAsked), std::string());
    }
};

QTEST_GUILESS_MAIN(TestGpuDriver)
#include "test_gpu_driver.moc"
