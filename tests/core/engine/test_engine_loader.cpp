#include "core/engine/engine_loader.h"

#include <QtTest>

using namespace stepscope;

class TestEngineLoader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qunsetenv("OMP_WAIT_POLICY");
        qunsetenv("OPENBLAS_THREAD_TIMEOUT");
    }

    void threadsThatWaitAreToldToSleep()
    {
        keepThreadsFromSpinning();
        QCOMPARE(qgetenv("OMP_WAIT_POLICY"), QByteArray("passive"));
        const int timeout = qEnvironmentVariableIntValue("OPENBLAS_THREAD_TIMEOUT");
        QVERIFY(timeout >= 4);  // the least that OpenBLAS takes
        QVERIFY(timeout <= 19); // 0.2 ms at 3 GHz: a step's next operator must not meet spinning threads
    }

    void whatTheUserSetStays()
    {
        qputenv("OMP_WAIT_POLICY", "active");
        qputenv("OPENBLAS_THREAD_TIMEOUT", "26");
        keepThreadsFromSpinning();
        QCOMPARE(qgetenv("OMP_WAIT_POLICY"), QByteArray("active"));
        QCOMPARE(qgetenv("OPENBLAS_THREAD_TIMEOUT"), QByteArray("26"));
    }
};

QTEST_GUILESS_MAIN(TestEngineLoader)
#include "test_engine_loader.moc"
