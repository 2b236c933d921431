#include "core/base/files/temporary_folder.h"
#include "core/machine/cgroup_limits.h"
#include "core/machine/environment.h"

#include "core/base/error.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>
#include <thread>

using namespace stepscope;

namespace fs = std::filesystem;

class TestEnvironment : public QObject
{
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_folder;

    void write(const fs::path& name, const std::string& text) const
    {
        fs::create_directories((m_folder->path() / name).parent_path());
        std::ofstream(m_folder->path() / name) << text;
    }

    CgroupLimits limits() const { return cgroupLimits(m_folder->path() / "proc", m_folder->path() / "sys"); }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TemporaryFolder>(); }

    void theMachineIsDescribed()
    {
        const auto machine = machineEnvironment();
        QVERIFY(!machine.stepscopeVersion.empty());
        QVERIFY(!machine.cpuModel.empty());
        QVERIFY(machine.processors >= 1);
        QVERIFY(machine.processors <= int(std::thread::hardware_concurrency()));
        QVERIFY(machine.memoryBytes > 64 << 20);
        QVERIFY(!machine.operatingSystem.empty());
        QVERIFY(machine.operatingSystem.find('"') == std::string::npos);
        QVERIFY(machine.kernel.starts_with("Linux "));
        QVERIFY(machine.compiler.starts_with("GCC ") || machine.compiler.starts_with("Clang "));
        QVERIFY(machine.loadAverage >= 0);
    }

    void theJsonHoldsEveryValue()
    {
        Environment environment;
        environment.cpuModel = "A \"quoted\" CPU";
        environment.processors = 2;
        environment.memoryBytes = int64_t(24) << 30;
        environment.gpus = {{"NVIDIA H200", int64_t(139) << 30}};
        environment.gpuDriver = "550.90.07 (CUDA 12.4)";
        environment.loadAverage = 0.25;
        environment.engine.version = "1.13.1";
        environment.engine.threads = 2;
        const auto json = nlohmann::json::parse(toJson(environment));
        QCOMPARE(json.at("cpu_model").get<std::string>(), environment.cpuModel);
        QCOMPARE(json.at("processors").get<int>(), 2);
        QCOMPARE(json.at("memory_bytes").get<int64_t>(), environment.memoryBytes);
        QCOMPARE(json.at("gpus").size(), 1U);
        QCOMPARE(json.at("gpus")[0].at("name").get<std::string>(), "NVIDIA H200");
        QCOMPARE(json.at("gpus")[0].at("memory_bytes").get<int64_t>(), environment.gpus[0].memoryBytes);
        QCOMPARE(json.at("gpu_driver").get<std::string>(), environment.gpuDriver);
        QCOMPARE(json.at("load_average").get<double>(), 0.25);
        QCOMPARE(json.at("engine").at("libtorch").get<std::string>(), "1.13.1");
        QCOMPARE(json.at("engine").at("threads").get<int>(), 2);
        QVERIFY(!json.contains("program"));
        QCOMPARE(toJson(environmentFromJson(toJson(environment))), toJson(environment));
        QVERIFY_THROWS_EXCEPTION(Error, environmentFromJson("{\"processors\": \"two\"}"));
    }

    void ofARecordedProgramItsCommandIsThere()
    {
        Environment environment;
        environment.program = {.command = "python3 train.py",
                               .folder = "/home/ada",
                               .python = "3.13.5",
                               .revision = "Git commit 1, without uncommitted changes."};
        const auto json = nlohmann::json::parse(toJson(environment)).at("program");
        QCOMPARE(json.at("command").get<std::string>(), "python3 train.py");
        QCOMPARE(json.at("folder").get<std::string>(), "/home/ada");
        QCOMPARE(json.at("python").get<std::string>(), "3.13.5");
        QCOMPARE(json.at("revision").get<std::string>(), "Git commit 1, without uncommitted changes.");
        QCOMPARE(toJson(environmentFromJson(toJson(environment))), toJson(environment));
    }

    void withoutAGpuTheListIsEmpty()
    {
        const auto json = nlohmann::json::parse(toJson(Environment()));
        QVERIFY(json.at("gpus").is_array());
        QVERIFY(json.at("gpus").empty());
    }

    void textThatIsNotUtf8StillMakesJson()
    {
        Environment environment;
        environment.hostName = "host\xff";
        QVERIFY(nlohmann::json::accept(toJson(environment)));
    }

    void withoutGroupsThereIsNoLimit()
    {
        QCOMPARE(limits().processors, 0.0);
        QCOMPARE(limits().memoryBytes, 0);
    }

    void theTightestGroupOfVersion2Counts()
    {
        write("proc/self/cgroup", "0::/outer/inner\n");
        write("sys/outer/inner/cpu.max", "max 100000\n");
        write("sys/outer/inner/memory.max", "2147483648\n");
        write("sys/outer/cpu.max", "150000 100000\n");
        write("sys/outer/memory.max", "max\n");
        write("sys/cpu.max", "400000 100000\n");
        QCOMPARE(limits().processors, 1.5);
        QCOMPARE(limits().memoryBytes, int64_t(2) << 30);
    }

    void groupsOfVersion1AreFoundInAContainerToo()
    {
        write("proc/self/cgroup", "4:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n");
        write("sys/cpu,cpuacct/cpu.cfs_quota_us", "250000\n");
        write("sys/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        write("sys/memory/memory.limit_in_bytes", "9223372036854771712\n");
        QCOMPARE(limits().processors, 2.5);
        QCOMPARE(limits().memoryBytes, 0);
        write("sys/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        QCOMPARE(limits().processors, 0.0);
    }
};

QTEST_GUILESS_MAIN(TestEnvironment)
#include "test_environment.moc"
