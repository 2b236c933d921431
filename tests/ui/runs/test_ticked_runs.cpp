#include "core/experiment/experiment_fields.h"
#include "library_of_runs.h"
#include "tests/support/std_string.h"

#include "ui/runs/runs_model.h"
#include "ui/runs/ticked_runs.h"

#include <QSignalSpy>
#include <QTest>

#include <thread>

using namespace stepscope;
using namespace stepscope::ui;
using test::LibraryOfRuns;

class TestTickedRuns : public QObject
{
    Q_OBJECT

    std::unique_ptr<LibraryOfRuns> m_library;
    std::unique_ptr<RunsModel> m_model;
    std::unique_ptr<TickedRuns> m_ticked;

    void tick(const std::filesystem::path& path, bool ticked = true)
    {
        m_model->setEntries(RunLibrary(m_library->path()).list());
        m_model->setTicked(m_model->rowOf(path), ticked);
    }
    QStringList names() const
    {
        QStringList names;
        for (const TickedRun& run : m_ticked->runs())
            names += run.name;
        return names;
    }
    QStringList completeNames() const
    {
        QStringList names;
        for (const TickedRun& run : m_ticked->runs())
            names += run.completeName;
        return names;
    }

private Q_SLOTS:
    void init()
    {
        m_library = std::make_unique<LibraryOfRuns>();
        m_model = std::make_unique<RunsModel>();
        connect(m_model.get(), &RunsModel::labelEdited, this, [](const auto& path, const RunLabel& label) {
            if (std::filesystem::exists(path))
                writeRunLabel(path, label);
        });
        m_ticked = std::make_unique<TickedRuns>(m_model.get());
    }
    void cleanup() { m_ticked.reset(); }

    void runsGoByWhatTellsThemApartTheOldestFirst()
    {
        tick(m_library->add("b", 2, Experiment{.batchSize = 64}));
        tick(m_library->add("a", 1, Experiment{.batchSize = 16}));
        QTRY_COMPARE(names(), QStringList({"batch 16", "batch 64"}));
        tick(m_library->add("c", 3, Experiment{.batchSize = 16}));
        QTRY_COMPARE(names(), QStringList({"batch 16 (1)", "batch 64", "batch 16 (2)"}));
        tick(m_library->path() / "b.stepscope", false);
        QCOMPARE(names(), QStringList({"a", "c"})); // only their files distinguish them
        QVERIFY(m_ticked->runs()[0].color != m_ticked->runs()[1].color);
    }

    void completeNamesOfFilesDiffer()
    {
        const auto first = m_library->add("a", 1, Experiment{.batchSize = 16});
        tick(first);
        tick(m_library->add("b", 2, Experiment{.batchSize = 64}));
        QTRY_COMPARE(names(), QStringList({"batch 16", "batch 64"}));
        QCOMPARE(completeNames(), QStringList({"batch size 16", "batch size 64"}));
        m_model->setLabel(m_model->rowOf(first), {.name = "batch size 64"});
        QTRY_COMPARE(names(), QStringList({"batch size 64", "batch 64"}));
        QCOMPARE(completeNames(), QStringList({"batch size 64 (1)", "batch size 64 (2)"}));
    }

    /// No setting of an imported run is known, so each setting would distinguish the others from it.
    void anImportedRunDoesNotChangeTheNamesOfTheOthers()
    {
        tick(m_library->add("a", 1, Experiment{.batchSize = 16}));
        tick(m_library->add("b", 2, Experiment{.batchSize = 64}));
        tick(m_library->add("trace", 3, unknownExperiment()));
        QTRY_COMPARE(names(), QStringList({"batch 16", "batch 64", "trace"}));
    }

    void aRunIsReadOnUntilItIsOver()
    {
        RunFileWriter writer(m_library->path() / "live.stepscope", {});
        writer.write(test::sampleUpdate(0, 10));
        tick(writer.path());
        QTRY_COMPARE(m_ticked->runs().size(), size_t(1));
        const auto before = m_ticked->runs()[0].run;
        QCOMPARE(before->steps.size(), size_t(10));
        QSignalSpy grew(m_ticked.get(), &TickedRuns::grew);
        std::thread other([&] {
            for (int64_t first = 10; first < 50; first += 10)
                writer.write(test::sampleUpdate(first, 10));
            RunUpdate last;
            last.outcome = RunOutcome::Finished;
            writer.write(last);
            writer.close();
        });
        QTRY_VERIFY(m_ticked->runs()[0].run->isOver());
        other.join();
        QCOMPARE(m_ticked->runs()[0].run->steps.size(), size_t(50));
        QCOMPARE(m_ticked->runs()[0].run->trace.size(), 50 * test::eventsOfChunk);
        QVERIFY(grew.size() >= 1);
        QCOMPARE(before->steps.size(), size_t(10)); // what others read does not change
    }

    void tickedRunsShareTheMemoryForEvents()
    {
        const auto limit = eventMemoryLimit();
        const auto block = 10 * eventMemoryOf(test::sampleChunk(0, true));
        setEventMemoryLimit(7 * block); // for the run on the screen, too
        const auto add = [&](const char* name) {
            RunFileWriter writer(m_library->path() / name, {});
            for (int64_t first = 0; first < 50; first += 10)
                writer.write(test::sampleUpdate(first, 10));
            RunUpdate last;
            last.outcome = RunOutcome::Finished;
            writer.write(last);
            writer.close();
            return writer.path();
        };
        const auto steps = [&] {
            std::vector<size_t> kept;
            for (const TickedRun& run : m_ticked->runs())
                kept.push_back(run.run->trace.steps.size());
            return kept;
        };
        tick(add("a.stepscope"));
        QTRY_COMPARE(steps(), std::vector<size_t>({30}));
        const auto other = add("b.stepscope");
        tick(other);
        QTRY_COMPARE(steps(), std::vector<size_t>({20, 20}));
        tick(other, false);
        QTRY_COMPARE(steps(), std::vector<size_t>({30}));
        setEventMemoryLimit(limit);
    }

    void aRunThatCannotBeReadIsToldOfOnce()
    {
        const auto path = m_library->add("run", 1);
        m_model->setEntries(RunLibrary(m_library->path()).list());
        std::filesystem::remove(path);
        QSignalSpy failed(m_ticked.get(), &TickedRuns::failed);
        QSignalSpy ended(m_ticked.get(), &TickedRuns::readingEnded);
        m_model->setTicked(0, true);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(ended.size(), 1);
        QVERIFY(m_ticked->runs().empty());
        const auto other = m_library->add("other", 2);
        auto entries = m_model->entries();
        entries.push_back({.path = other, .summary = readRunSummary(other), .problem = {}});
        m_model->setEntries(entries);
        m_model->setTicked(m_model->rowOf(other), true);
        QTRY_COMPARE(m_ticked->runs().size(), size_t(1));
        QCOMPARE(failed.size(), 1);
    }
};

QTEST_MAIN(TestTickedRuns)
#include "test_ticked_runs.moc"
