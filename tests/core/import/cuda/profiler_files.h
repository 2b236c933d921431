#pragma once

#include "core/base/files/sqlite.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>

// Small files as Nsight Systems and nvprof write them. Two steps of 1 ms each, on one thread and two streams;
// times within a step in µs:
//
//   forward   0-400    cudaMemcpyAsync 10-30 (1), cudaLaunchKernel 50-60 (2), cudaMemcpyAsync 70-80 (3)
//   backward  400-800  cudaMemsetAsync 420-430 (4), cudaLaunchKernel 450-460 (5)
//                      cudaStreamSynchronize 850-1000 (6)
//   stream 7           copy to the device 30-130, 1,000,000 bytes (1); gemm 150-350 (2); set 460-470, 4,096
//                      bytes (4); gemm_backward 480-780 (5)
//   stream 13          copy to the host 250-300, 250,000 bytes (3)
//
// The device is an A100 by its limits: 108 multiprocessors of 64 warps. gemm has 216 blocks of 256 threads,
// gemm_backward 54.

namespace stepscope::test {

inline constexpr int64_t profiledProcess = 100;
inline constexpr int64_t profiledThread = 101;

/// Nsight Systems' numbers of threads and processes, with the machine's above.
inline constexpr int64_t globalPid = (1LL << 48) | (profiledProcess << 24);
inline constexpr int64_t globalTid = globalPid | profiledThread;

class ProfilerFile
{
public:
    explicit ProfilerFile(const std::filesystem::path& path)
        : m_database((std::filesystem::remove(path), path), SqliteDatabase::Access::Create)
    {
        execute(
            "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY"); // nothing is lost with a test's file
    }

    void execute(const std::string& sql) { m_database.execute(sql); }

    template<typename... Values>
    void insert(const char* table, const Values&... values)
    {
        std::string list;
        ((list += (list.empty() ? "" : ", ") + literal(values)), ...);
        execute(fmt::format("INSERT INTO {} VALUES ({})", table, list));
    }

private:
    static std::string literal(int64_t value) { return std::to_string(value); }
    static std::string literal(int value) { return std::to_string(value); }
    static std::string literal(const char* text) { return text ? fmt::format("'{}'", text) : "NULL"; }
    static std::string literal(const std::string& sql) { return sql; }

    SqliteDatabase m_database;
};

inline constexpr int64_t us = 1000;

/// As of 2024 and later.
inline void writeNewNsight(const std::filesystem::path& path)
{
    ProfilerFile file(path);
    file.execute(R"(
        CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
        INSERT INTO StringIds VALUES (1, 'void gemm<float>(float const*, int)'), (2, 'gemm'),
            (3, 'void gemm_backward<float>(float*)'), (4, 'gemm_backward'), (5, 'cudaMemcpyAsync_v3020'),
            (6, 'cudaLaunchKernel_v7000'), (7, 'cudaMemsetAsync_v3020'), (8, 'cudaStreamSynchronize_v3020'),
            (9, 'python3'), (10, 'forward');
        CREATE TABLE ThreadNames (nameId INTEGER NOT NULL, priority INTEGER, globalTid INTEGER);
        CREATE TABLE META_DATA_EXPORT (name TEXT NOT NULL, value TEXT);
        INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.16.1');
        CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER, utcTime TEXT, localTime TEXT);
        INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1700000000000000000, '', '');
        CREATE TABLE TARGET_INFO_GPU (vmId INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT, totalMemory INTEGER,
            smCount INTEGER, maxShmemPerSm INTEGER, maxRegistersPerSm INTEGER, threadsPerWarp INTEGER,
            maxWarpsPerSm INTEGER, maxBlocksPerSm INTEGER, computeMajor INTEGER, computeMinor INTEGER);
        INSERT INTO TARGET_INFO_GPU VALUES (0, 1, 'NVIDIA A100', 42949672960, 108, 167936, 65536, 32, 64, 32, 8, 0);
        CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER NOT NULL, pid INTEGER NOT NULL,
            uuid TEXT, numMultiprocessors INTEGER);
        INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (1, 0, 100, '', 108);
        CREATE TABLE ENUM_CUDA_MEM_KIND (id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT);
        INSERT INTO ENUM_CUDA_MEM_KIND VALUES (0, '', 'Pageable'), (1, '', 'Pinned'), (2, '', 'Device');
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL,
            eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL,
            returnValue INTEGER NOT NULL, callchainId INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL,
            deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER,
            streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER NOT NULL,
            shortName INTEGER NOT NULL, mangledName INTEGER, registersPerThread INTEGER NOT NULL,
            gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL,
            blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL,
            dynamicSharedMemory INTEGER NOT NULL);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL,
            deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, streamId INTEGER NOT NULL,
            correlationId INTEGER, globalPid INTEGER, bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL,
            srcKind INTEGER, dstKind INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER NOT NULL, end INTEGER NOT NULL,
            deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, streamId INTEGER NOT NULL,
            correlationId INTEGER, globalPid INTEGER, value INTEGER NOT NULL, bytes INTEGER NOT NULL,
            graphNodeId INTEGER, memKind INTEGER);
        CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER,
            text TEXT, globalTid INTEGER, textId INTEGER, domainId INTEGER);
        CREATE TABLE OSRT_API (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,
            globalTid INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL);
        CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER NOT NULL, globalPid INTEGER NOT NULL,
            deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, address INTEGER NOT NULL,
            bytes INTEGER NOT NULL, memKind INTEGER NOT NULL, memoryOperationType INTEGER NOT NULL,
            correlationId INTEGER))");
    file.insert("ThreadNames", 9, 20, globalTid);
    file.insert("NVTX_EVENTS", 0, nullptr, 75, nullptr, "domain", globalTid, nullptr, 1);
    for (int64_t step = 0; step < 2; ++step) {
        const int64_t t = (1000 + step * 1000) * us;
        const int64_t c = step * 10;
        const auto call = [&](int64_t from, int64_t to, int64_t correlation, int name) {
            file.insert("CUPTI_ACTIVITY_KIND_RUNTIME", t + from * us, t + to * us, 0, globalTid,
                        c + correlation, name, 0, nullptr);
        };
        call(10, 30, 1, 5);
        call(50, 60, 2, 6);
        call(70, 80, 3, 5);
        call(420, 430, 4, 7);
        call(450, 460, 5, 6);
        call(850, 1000, 6, 8);
        file.insert("CUPTI_ACTIVITY_KIND_KERNEL", t + 150 * us, t + 350 * us, 0, 1, nullptr, 7, c + 2,
                    globalPid, 1, 2, nullptr, 32, 216, 1, 1, 256, 1, 1, 0, 0);
        file.insert("CUPTI_ACTIVITY_KIND_KERNEL", t + 480 * us, t + 780 * us, 0, 1, nullptr, 7, c + 5,
                    globalPid, 3, 4, nullptr, 32, 54, 1, 1, 256, 1, 1, 1024, 2048);
        file.insert("CUPTI_ACTIVITY_KIND_MEMCPY", t + 30 * us, t + 130 * us, 0, 1, 7, c + 1, globalPid,
                    1'000'000, 1, 1, 2);
        file.insert("CUPTI_ACTIVITY_KIND_MEMCPY", t + 250 * us, t + 300 * us, 0, 1, 13, c + 3, globalPid,
                    250'000, 2, 2, 0);
        file.insert("CUPTI_ACTIVITY_KIND_MEMSET", t + 460 * us, t + 470 * us, 0, 1, 7, c + 4, globalPid, 0,
                    4096, nullptr, 2);
        file.insert("NVTX_EVENTS", t, t + 1000 * us, 59, nullptr, fmt::format("'iteration {}'", 7 + step),
                    globalTid, nullptr, 0);
        file.insert("NVTX_EVENTS", t, t + 400 * us, 59, nullptr, nullptr, globalTid, 10, 0);
        file.insert("NVTX_EVENTS", t + 400 * us, t + 800 * us, 59, nullptr, "backward", globalTid, nullptr,
                    0);
    }
}

/// As of 2020: no column is ever NULL, missing times are 0, and the device is in another table.
inline void writeOldNsight(const std::filesystem::path& path)
{
    ProfilerFile file(path);
    file.execute(R"(
        CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);
        INSERT INTO StringIds VALUES (1, '_Z4gemmPKfi'), (2, 'gemm'), (5, 'cudaMemcpyAsync'), (6, 'cudaLaunch');
        CREATE TABLE TARGET_INFO_CUDA_GPU (deviceId INT NOT NULL, name TEXT NOT NULL,
            numMultiprocessors INT NOT NULL, numThreadsPerWarp INT NOT NULL,
            maxWarpsPerMultiprocessor INT NOT NULL, computeCapabilityMajor INT NOT NULL,
            computeCapabilityMinor INT NOT NULL);
        INSERT INTO TARGET_INFO_CUDA_GPU VALUES (0, 'Tesla V100', 80, 32, 64, 7, 0);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT NOT NULL, end INT NOT NULL, globalTid INT NOT NULL,
            correlationId INT NOT NULL, nameId INT NOT NULL, returnValue INT NOT NULL);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT NOT NULL, end INT NOT NULL, deviceId INT NOT NULL,
            contextId INT NOT NULL, streamId INT NOT NULL, correlationId INT NOT NULL, shortName INT NOT NULL,
            gridX INT NOT NULL, gridY INT NOT NULL, gridZ INT NOT NULL, blockX INT NOT NULL,
            blockY INT NOT NULL, blockZ INT NOT NULL);
        CREATE TABLE NVTX_EVENTS (start INT NOT NULL, end INT NOT NULL, eventType INT NOT NULL,
            text TEXT NOT NULL, globalTid INT NOT NULL))");
    constexpr int64_t tid = profiledProcess << 24 | profiledThread;
    file.insert("CUPTI_ACTIVITY_KIND_RUNTIME", 10 * us, 20 * us, tid, 1, 6, 0);
    file.insert("CUPTI_ACTIVITY_KIND_KERNEL", 30 * us, 50 * us, 0, 1, 7, 1, 1, 160, 1, 1, 128, 1, 1);
    file.insert("NVTX_EVENTS", 5 * us, 25 * us, 59, "solve", tid);
    file.insert("NVTX_EVENTS", 22 * us, 0, 34, "a mark", tid);
    file.insert("NVTX_EVENTS", 24 * us, 0, 60, "never ended", tid);
}

/// A process and a thread as CUPTI has them: 4 bytes each, and 4 that are not used.
inline std::string threadObject(uint32_t process, uint32_t thread)
{
    const auto hex = [](uint32_t value) {
        return fmt::format("{:02X}{:02X}{:02X}{:02X}", value & 0xFF, value >> 8 & 0xFF, value >> 16 & 0xFF,
                           value >> 24);
    };
    return fmt::format("X'{}{}00000000'", hex(process), hex(thread));
}

inline constexpr int64_t nvprofStartNs = 1'500'000'000'000'000'000;

/// The first of the steps above, without ranges called iteration.
inline void writeNvprof(const std::filesystem::path& path)
{
    ProfilerFile file(path);
    file.execute(R"(
        CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, value TEXT NOT NULL UNIQUE);
        INSERT INTO StringTable VALUES (1, '_Z4gemmIfEvPKT_i'), (2, 'gemm_backward'), (3, 'Tesla P100'),
            (4, 'forward'), (5, 'backward'), (6, 'trainer');
        CREATE TABLE Version (version INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_DEVICE (_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
            globalMemorySize INT NOT NULL, numThreadsPerWarp INT NOT NULL, numMultiprocessors INT NOT NULL,
            maxWarpsPerMultiprocessor INT NOT NULL, maxBlocksPerMultiprocessor INT NOT NULL,
            maxSharedMemoryPerMultiprocessor INT NOT NULL, maxRegistersPerMultiprocessor INT NOT NULL,
            computeCapabilityMajor INT NOT NULL, computeCapabilityMinor INT NOT NULL, id INT NOT NULL,
            name INT NOT NULL);
        INSERT INTO CUPTI_ACTIVITY_KIND_DEVICE VALUES (1, 17179869184, 32, 56, 64, 32, 65536, 65536, 6, 0, 0, 3);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, cbid INT NOT NULL,
            start INT NOT NULL, end INT NOT NULL, processId INT NOT NULL, threadId INT NOT NULL,
            correlationId INT NOT NULL, returnValue INT NOT NULL);
        CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, cbid INT NOT NULL,
            start INT NOT NULL, end INT NOT NULL, processId INT NOT NULL, threadId INT NOT NULL,
            correlationId INT NOT NULL, returnValue INT NOT NULL);
        CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
            registersPerThread INT NOT NULL, start INT NOT NULL, end INT NOT NULL, deviceId INT NOT NULL,
            streamId INT NOT NULL, gridX INT NOT NULL, gridY INT NOT NULL, gridZ INT NOT NULL,
            blockX INT NOT NULL, blockY INT NOT NULL, blockZ INT NOT NULL, staticSharedMemory INT NOT NULL,
            dynamicSharedMemory INT NOT NULL, correlationId INT NOT NULL, name INT NOT NULL);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, copyKind INT NOT NULL,
            srcKind INT NOT NULL, dstKind INT NOT NULL, bytes INT NOT NULL, start INT NOT NULL,
            end INT NOT NULL, deviceId INT NOT NULL, streamId INT NOT NULL, correlationId INT NOT NULL,
            runtimeCorrelationId INT NOT NULL);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, bytes INT NOT NULL,
            start INT NOT NULL, end INT NOT NULL, deviceId INT NOT NULL, streamId INT NOT NULL,
            correlationId INT NOT NULL, memoryKind INT NOT NULL);
        CREATE TABLE CUPTI_ACTIVITY_KIND_NAME (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, objectKind INT NOT NULL,
            objectId BLOB NOT NULL, name INT NOT NULL);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, flags INT NOT NULL,
            timestamp INT NOT NULL, id INT NOT NULL, objectKind INT NOT NULL, objectId BLOB NOT NULL,
            name INT NOT NULL))");
    const int64_t t = nvprofStartNs;
    const std::string thread = threadObject(profiledProcess, 0x80000065); // above 2^31, as pthread's are
    const auto call = [&](const char* table, int64_t from, int64_t to, int64_t correlation, int cbid) {
        file.insert(table, nullptr, cbid, t + from * us, t + to * us, profiledProcess, -2147483547,
                    correlation, 0);
    };
    call("CUPTI_ACTIVITY_KIND_RUNTIME", 10, 30, 1, 41);
    call("CUPTI_ACTIVITY_KIND_RUNTIME", 50, 60, 2, 211);
    call("CUPTI_ACTIVITY_KIND_RUNTIME", 70, 80, 3, 41);
    call("CUPTI_ACTIVITY_KIND_DRIVER", 420, 430, 4, 216);
    call("CUPTI_ACTIVITY_KIND_DRIVER", 450, 460, 5, 307);
    call("CUPTI_ACTIVITY_KIND_RUNTIME", 850, 1000, 6, 131);
    call("CUPTI_ACTIVITY_KIND_RUNTIME", 1000, 1010, 7, 256); // of which the name is not listed
    file.insert("CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", nullptr, 32, t + 150 * us, t + 350 * us, 0, 7, 112,
                1, 1, 256, 1, 1, 0, 0, 2, 1);
    file.insert("CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", nullptr, 32, t + 480 * us, t + 780 * us, 0, 7, 28, 1,
                1, 256, 1, 1, 0, 0, 5, 2);
    file.insert("CUPTI_ACTIVITY_KIND_MEMCPY", nullptr, 1, 2, 3, 1'000'000, t + 30 * us, t + 130 * us, 0, 7,
                900, 1);
    file.insert("CUPTI_ACTIVITY_KIND_MEMCPY", nullptr, 2, 3, 1, 250'000, t + 250 * us, t + 300 * us, 0, 13, 3,
                0);
    file.insert("CUPTI_ACTIVITY_KIND_MEMSET", nullptr, 4096, t + 460 * us, t + 470 * us, 0, 7, 4, 3);
    file.insert("CUPTI_ACTIVITY_KIND_NAME", nullptr, 2, thread, 6);
    const auto marker = [&](int64_t flags, int64_t at, int64_t id, int64_t name) {
        file.insert("CUPTI_ACTIVITY_KIND_MARKER", nullptr, flags, t + at * us, id, 2, thread, name);
    };
    marker(2, 0, 1, 4);
    marker(4, 400, 1, 0);
    marker(2, 400, 2, 5);
    marker(1, 500, 3, 4);
    marker(4, 800, 2, 0);
}

} // namespace stepscope::test
