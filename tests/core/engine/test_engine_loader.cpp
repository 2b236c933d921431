#include "core/engine/engine_loader.h"

#include <QtTest>

#include <csignal>
#include <cstdlib>
#include <dlfcn.h>

using namespace stepscope;

static int variablesSet = 0; ///< calls of setenv()

/// Takes the place of the C library's for the whole process.
extern "C" int setenv(const char* name, const char* value, int replace) noexcept
{
    ++variablesSet;
    const auto original =
        reinterpret_cast<int (*)(const char*, const char*, int)>(dlsym(RTLD_NEXT, "setenv"));
    return original(name, value, replace);
}

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

    /// A variable must not be set once there are threads: a thread that reads the environment meanwhile, as
    /// every translation does, would crash.
    void onlyTheFirstCallSetsVariables()
    {
        setEngineVariables();
        for (const char* name : {"OMP_WAIT_POLICY", "OPENBLAS_THREAD_TIMEOUT", "GLOG_minloglevel",
                                 "TORCH_CPP_LOG_LEVEL", "TEARDOWN_CUPTI"})
            QVERIFY2(std::getenv(name), name);
        const int before = variablesSet;
        QVERIFY(before > 0);
        setEngineVariables();
        QCOMPARE(variablesSet, before);
    }

    void whatTheUserSetStays()
    {
        qputenv("OMP_WAIT_POLICY", "active");
        qputenv("OPENBLAS_THREAD_TIMEOUT", "26");
        keepThreadsFromSpinning();
        QCOMPARE(qgetenv("OMP_WAIT_POLICY"), QByteArray("active"));
        QCOMPARE(qgetenv("OPENBLAS_THREAD_TIMEOUT"), QByteArray("26"));
    }

    void signalsAreHandledAsBefore()
    {
        qputenv("STEPSCOPE_ENGINE_LIBRARY", FAKE_ENGINE);
        static const auto onHangup = [](int) {};
        std::signal(SIGHUP, onHangup);
        loadEngine();
        void (*const expected)(int) = onHangup;
        QVERIFY(std::signal(SIGHUP, SIG_DFL) == expected);
    }
};

QTEST_GUILESS_MAIN(TestEngineLoader)
#include "test_engine_loader.moc"
