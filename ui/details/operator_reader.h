#pragma once

#include "core/trace/operators/operator_details.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/operators/operator_use.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// Everything that is known about one operator of a run.
struct OperatorKnowledge
{
    OperatorStatistics statistics; ///< of all operators
    std::vector<OperatorRow> rows; ///< its rows, one for each pass
    OperatorDetails details;       ///< from running totals: only the shapes
    OperatorUse use;               ///< only with OperatorStatistics::hasCalls
    DurationSpread spread;         ///< of all its calls; likewise
    int64_t stepsNs = 0;           ///< duration of the recorded steps that are covered; 0: none
    bool hasLayers = false;        ///< layers were recorded
};

/// Collects what is known about an operator of a run, some milliseconds at a time on the window's thread,
/// because the run may grow. The steps' statistics are kept for the next operator.
class OperatorReader final : public QObject
{
    Q_OBJECT

public:
    /// `run` returns the run on the screen, or null.
    explicit OperatorReader(std::function<const Run*()> run, QObject* parent = nullptr);

    /// Forgets everything that was read: there is another run on the screen.
    void forget();
    /// Reads about an operator in some steps; if it was read before, only what has been added since. If that
    /// takes only some milliseconds, it is finished when this returns.
    void read(const std::string& name, const StepRange& steps);
    /// Stops, and forgets the operator.
    void stop();

    bool isReading() const { return m_next.isActive(); }
    /// The run has grown since it was read.
    bool isBehind() const;
    /// Of the last complete reading; nullopt: there was none, or the run has no such operator.
    const std::optional<OperatorKnowledge>& knowledge() const { return m_knowledge; }

Q_SIGNALS:
    /// The reading has finished, after read() has returned.
    void finished();

private:
    /// How much of the run there was.
    struct Seen
    {
        uint32_t events = 0;
        int64_t totalSteps = 0;
        bool operator==(const Seen&) const = default;
    };

    static Seen seenOf(const Run& run);
    void findName(const Trace& trace);
    void goOn(const Run& run);
    /// Reads for some milliseconds, and returns whether everything is read.
    bool readSome(const Trace& trace);
    bool readPortion(const Trace& trace);
    void take(const Run& run);
    OperatorKnowledge knowledgeOfEvents(const Run& run) const;
    OperatorKnowledge knowledgeOfTotals(const Run& run) const;

    std::function<const Run*()> m_run;
    std::string m_name;
    NameId m_id = noName;
    StepRange m_steps;
    OperatorStatisticsBuilder m_statistics;
    std::vector<OperatorRowId> m_rows; ///< of the operator: those that m_details counts
    OperatorDetailsBuilder m_details;
    OperatorUseBuilder m_use;
    Seen m_seen;
    std::optional<OperatorKnowledge> m_knowledge;
    QTimer m_next;
};

} // namespace stepscope::ui
