#include "core/machine/gpu_meter.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;

class TestGpuMeter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheDriverTells()
    {
        const GpuMeter meter("0000:3B:00.0", FAKE_NVML);
        QVERIFY(meter.isThere());
        const auto sample = meter.read();
        QCOMPARE(sample.utilizationPercent, 87.0F);
        QCOMPARE(sample.memoryUsedBytes, 1'000'000'000);
        QVERIFY(std::isnan(sample.powerWatts)); // which this driver does not report
        QCOMPARE(sample.graphicsClockMHz, 1980);
        QCOMPARE(sample.temperatureCelsius, 61);
    }

    void aGpuThatTheDriverDoesNotKnowIsNotThere()
    {
        const GpuMeter meter("0000:AF:00.0", FAKE_NVML);
        QVERIFY(!meter.isThere());
        QCOMPARE(meter.read().memoryUsedBytes, -1);
    }

    void noDriverIsNoError()
    {
        const GpuMeter meter("0000:3B:00.0", "libno-such-driver.so.1");
        QVERIFY(!meter.isThere());
        QVERIFY(std::isnan(meter.read().utilizationPercent));
    }

    void theDriverIsClosedAsOftenAsOpened()
    {
        void* library = dlopen(FAKE_NVML, RTLD_LAZY | RTLD_LOCAL);
        QVERIFY(library);
        const auto timesOpened = reinterpret_cast<int (*)()>(dlsym(library, "fakeTimesOpened"));
        {
            const GpuMeter known("0000:3B:00.0", FAKE_NVML);
            const GpuMeter unknown("0000:AF:00.0", FAKE_NVML);
            QCOMPARE(timesOpened(), 2);
        }
        QCOMPARE(timesOpened(), 0);
        dlclose(library);
    }
};

QTEST_GUILESS_MAIN(TestGpuMeter)
#include "test_gpu_meter.moc"
