#include "core/machine/published_peak.h"

#include <QTest>

using namespace stepscope;

class TestPublishedPeak : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreThoseOfCuda()
    {
        const auto peak = publishedPeak("NVIDIA H100 80GB HBM3");
        QVERIFY(peak);
        QCOMPARE(peak->float32, 66.9e12);
        QCOMPARE(peak->bytesPerSecond, 3350e9);
        const auto older = publishedPeak("A100-SXM4-40GB"); // of a driver before 2021
        QVERIFY(older);
        QCOMPARE(older->device, publishedPeak("NVIDIA A100-SXM4-40GB")->device);
        QCOMPARE(publishedPeak("Tesla T4")->tensorFloat32, 0.0);
    }

    void theNextModelIsAnotherOne()
    {
        QCOMPARE(publishedPeak("NVIDIA L40")->bytesPerSecond, 864e9);
        QVERIFY(publishedPeak("NVIDIA L4")->float32 < publishedPeak("NVIDIA L40")->float32);
        for (const char* other :
             {"", "NVIDIA", "NVIDIA L", "NVIDIA L400", "NVIDIA H100", "AMD Instinct MI250X"})
            QVERIFY2(!publishedPeak(other), other);
    }
};

QTEST_APPLESS_MAIN(TestPublishedPeak)
#include "test_published_peak.moc"
