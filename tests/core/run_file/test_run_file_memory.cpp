// How much memory a run file's writer takes, and what it keeps of an update for which there was not enough.

#include "core/base/files/temporary_folder.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "tests/core/run_file/sample_update.h"

#include <QtTest>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// So many large allocations of this thread succeed, then one fails; negative: all succeed. Small ones are
/// taken to succeed: the JSON library's destructors need some.
thread_local int64_t allocationsLeft = -1;
constexpr size_t large = 512;
thread_local size_t largestAllocation = 0; ///< of this thread, in bytes

void* allocate(size_t bytes)
{
    largestAllocation = std::max(largestAllocation, bytes);
    if (bytes >= large && allocationsLeft >= 0 && allocationsLeft-- == 0)
        throw std::bad_alloc();
    if (void* memory = std::malloc(bytes ? bytes : 1))
        return memory;
    throw std::bad_alloc();
}

} // namespace

void* operator new(size_t bytes)
{
    return allocate(bytes);
}
void* operator new[](size_t bytes)
{
    return allocate(bytes);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, size_t) noexcept
{
    std::free(memory);
}

class TestRunFileMemory : public QObject
{
    Q_OBJECT

private:
    /// Writes two updates; in the second, an allocation fails, and then it is written again. False: no
    /// allocation was left to fail.
    static bool writeWithFailure(const std::filesystem::path& path, int64_t allocation)
    {
        RunFileWriter writer(path, {});
        writer.write(sampleUpdate(0, 2));
        const auto update = sampleUpdate(2, 2);
        bool isWritten = false;
        allocationsLeft = allocation;
        try {
            writer.write(update);
            isWritten = true; // where memory would only have made it faster
        } catch (const std::bad_alloc&) {
        } catch (const Error&) {
        }
        const bool hasFailed = std::exchange(allocationsLeft, -1) < 0;
        if (!isWritten)
            writer.write(update);
        writer.close();
        return hasFailed;
    }

private Q_SLOTS:
    /// Wherever it fails, the same update can be written later, and is in the file once.
    void anUpdateForWhichThereIsNoMemoryIsWrittenLater()
    {
        const TemporaryFolder folder;
        const auto path = folder.path() / "run.stepscope";
        writeWithFailure(path, -1);
        const auto whole = readRunFile(path).run;
        int64_t failures = 0;
        bool hasFailed = true;
        for (; hasFailed; ++failures) {
            const auto damaged = folder.path() / (std::to_string(failures) + ".stepscope");
            hasFailed = writeWithFailure(damaged, failures);
            const auto stored = readRunFile(damaged);
            QCOMPARE(stored.problems.size(), size_t(0));
            QCOMPARE(stored.run.steps.size(), size_t(4));
            for (size_t i = 0; i < stored.run.steps.size(); ++i)
                QCOMPARE(stored.run.steps[i].step, int64_t(i));
            QCOMPARE(stored.run.trace.size(), whole.trace.size());
            QCOMPARE(stored.run.trace.steps.size(), whole.trace.steps.size());
            QCOMPARE(stored.run.trace.names.size(), whole.trace.names.size());
            QCOMPARE(stored.run.log.size(), whole.log.size());
            QCOMPARE(stored.run.samples.size(), whole.samples.size());
            std::filesystem::remove(damaged);
        }
        qInfo("%lld allocations have failed, one at a time.", static_cast<long long>(failures - 1));
        QVERIFY(failures > 10);
    }

    /// An imported trace comes as one chunk, which can be most of what fits in the memory.
    void aLargeChunkIsWrittenWithoutACopy()
    {
        const TemporaryFolder folder;
        const auto path = folder.path() / "run.stepscope";
        constexpr size_t events = 600'000;
        RunUpdate update;
        TraceChunk chunk{.newNames = {"aten::mm"}, .newThreads = {{.id = 1}}};
        chunk.events.resize(events);
        for (size_t i = 0; i < events; ++i)
            chunk.events[i].startNs = int64_t(i) * 1000;
        update.chunks.push_back(std::move(chunk));
        RunFileWriter writer(path, {});
        largestAllocation = 0;
        writer.write(update);
        QVERIFY2(largestAllocation < events * sizeof(TraceEvent) / 2,
                 qPrintable(QString::number(largestAllocation)));
        writer.close();
        const auto stored = readRunFile(path);
        QCOMPARE(stored.problems.size(), size_t(0));
        QCOMPARE(stored.run.trace.size(), uint32_t(events));
        QCOMPARE(stored.run.trace.startNs.back(), int64_t(events - 1) * 1000);
    }
};

QTEST_GUILESS_MAIN(TestRunFileMemory)
#include "test_run_file_memory.moc"
