#pragma once

#include "core/advise/advice.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace stepscope::ui {

class BackgroundJob;

/// What the guided analysis found in a run, and the figures that it was made from.
struct AdviceResult
{
    StepRange steps; ///< that the figures of the trace cover
    AdviceFigures figures;
    std::vector<Finding> findings;
};

/// Analyzes a run as it grows: some milliseconds at a time, or on a worker thread if the run is long and
/// finished.
class AdviceReader final : public QObject
{
    Q_OBJECT

public:
    /// `environment` returns the one of the run on the screen.
    explicit AdviceReader(std::function<Environment()> environment, QObject* parent = nullptr);
    ~AdviceReader() override;

    /// Forgets the result for another run, or none; update() begins to read it. Waits for work that reads the
    /// previous run, which may be deleted.
    void setRun(const Run* run, const StepRange& steps);
    /// Keeps the result until there is one of these steps.
    void setSteps(const StepRange& steps);
    /// Reads what the run has now, unless it has already been read.
    void update();
    /// The same at a time of its own choosing: reading takes only a small share of the time.
    void refresh();
    /// Reads everything at once, for an export.
    void catchUp();

    bool hasResult() const { return m_hasResult; }
    const AdviceResult& result() const { return m_result; }
    /// Whether the result is of everything that the run has.
    bool isUpToDate() const;

Q_SIGNALS:
    /// There is another result.
    void changed();

private:
    /// What the result was made from.
    struct Seen
    {
        uint32_t events = 0;
        size_t steps = 0;
        size_t samples = 0;
        int outcome = -1;
        bool operator==(const Seen&) const = default;
    };

    static AdviceResult resultOf(const Run& run, const StepRange& steps, const AdviceBuilder& builder,
                                 const Environment& environment);
    Seen seenNow() const;
    void read();
    void readHere();
    bool isReadAside() const;
    void readAside();
    void take(AdviceResult result);

    std::function<Environment()> m_environment;
    const Run* m_run = nullptr;
    StepRange m_steps;
    AdviceBuilder m_builder;
    AdviceResult m_result;
    bool m_hasResult = false;
    Seen m_seen;
    bool m_isStale = true; ///< the run or the steps have changed since the last update
    qint64 m_restMs = 0;   ///< between two readings of a growing run
    QElapsedTimer m_sinceRead;
    QTimer m_nextRead;
    std::unique_ptr<BackgroundJob> m_reading;
};

} // namespace stepscope::ui
