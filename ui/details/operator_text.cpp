#include "ui/details/operator_text.h"

#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/run/run_figures.h"
#include "ui/details/operator_reader.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace stepscope::ui {

namespace {

struct OperatorTextWords
{
    Q_DECLARE_TR_FUNCTIONS(OperatorText)
};

constexpr size_t mostLines = 10; ///< of a list of shapes, operators or kernels; layers are complete

QString callsText(int64_t calls)
{
    return counted(OperatorTextWords::tr("%1 call(s)", nullptr, formNumber(calls)), calls);
}

/// Sums over the passes.
struct Sums
{
    int64_t calls = 0;
    int64_t totalNs = 0;
    int64_t selfNs = 0;
    int64_t minNs = std::numeric_limits<int64_t>::max();
    int64_t maxNs = 0;
    double callsNs = 0.0; ///< of all calls, including nested ones
    double selfShare = 0.0;
    int64_t flops = 0;
    int64_t runtimeNs = 0;
    int64_t deviceSelfNs = 0;
    int64_t deviceTotalNs = 0;
    double deviceShare = 0.0;
    bool isLaunchOnly = false;

    void add(const OperatorRow& row)
    {
        calls += row.calls;
        totalNs += row.totalNs;
        selfNs += row.selfNs;
        minNs = std::min(minNs, row.minNs);
        maxNs = std::max(maxNs, row.maxNs);
        callsNs += row.meanNs * double(row.calls);
        selfShare += row.selfShare;
        flops += row.flops;
        runtimeNs += row.runtimeNs;
        deviceSelfNs += row.deviceSelfNs;
        deviceTotalNs += row.deviceTotalNs;
        deviceShare += row.deviceShare;
        isLaunchOnly = isLaunchOnly || row.isLaunchOnly;
    }
};

/// Collects the facts about one operator.
class OperatorText
{
public:
    OperatorText(const Trace& trace, const OperatorKnowledge& known)
        : m_trace(trace)
        , m_known(known)
    {
        for (const OperatorRow& row : known.rows)
            m_sums.add(row);
        m_text.title = toQString(trace.names[known.rows.front().name]);
    }

    DetailsText make()
    {
        addCalls();
        addTimes();
        addSpread();
        addDevice();
        addOperations();
        addPasses();
        addShapes();
        addLayers();
        addCallsOf(OperatorTextWords::tr("Called by"), m_known.details.callers);
        addCallees();
        addWork();
        addMemory();
        return std::move(m_text);
    }

private:
    void add(const QString& name, const QString& text) { m_text.facts += {.name = name, .text = text}; }

    QString amount(double value) const { return toQString(formatAmount(value, m_known.statistics.unit)); }

    /// "12.3 ms, 1.23 ms per step".
    QString withStep(double value) const
    {
        const int64_t steps = m_known.statistics.steps;
        return steps > 1 ? OperatorTextWords::tr("%1, %2 per step")
                               .arg(amount(value), amount(value / double(steps)))
                         : amount(value);
    }

    /// The first lines of a list, each of which `lineOf` makes of an entry.
    template<typename Entry, typename LineOf>
    void addList(const QString& name, const std::vector<Entry>& entries, const LineOf& lineOf,
                 size_t most = mostLines)
    {
        const size_t shown = std::min(most, entries.size());
        for (size_t i = 0; i < shown; ++i) {
            DetailsFact fact = lineOf(entries[i]);
            fact.name = i == 0 ? name : QString();
            m_text.facts += fact;
        }
        if (const size_t more = entries.size() - shown; more > 0)
            add({}, OperatorTextWords::tr("and %n more", nullptr, int(more)));
    }

    QString lineText(const QString& name, int64_t calls, int64_t ns) const
    {
        return OperatorTextWords::tr("%1: %2, %3").arg(name, callsText(calls), durationText(double(ns)));
    }

    void addCalls()
    {
        const OperatorStatistics& statistics = m_known.statistics;
        if (m_sums.calls > 0) {
            const int64_t steps = statistics.steps;
            add(OperatorTextWords::tr("Calls"),
                steps > 1 ? OperatorTextWords::tr("%1, %2 per step")
                                .arg(countText(m_sums.calls),
                                     toQString(formatTimes(double(m_sums.calls) / double(steps))))
                          : countText(m_sums.calls));
        } else {
            add(OperatorTextWords::tr("Calls"), OperatorTextWords::tr("not known"));
        }
        add(OperatorTextWords::tr("Covers"), toQString(coveredSteps(statistics, m_trace)));
    }

    void addTimes()
    {
        const bool isTime = m_known.statistics.unit.empty();
        add(isTime ? OperatorTextWords::tr("Total time") : OperatorTextWords::tr("Total"),
            withStep(double(m_sums.totalNs)));
        add(isTime ? OperatorTextWords::tr("Self time") : OperatorTextWords::tr("Self"),
            OperatorTextWords::tr("%1 (%2 of all operators)")
                .arg(withStep(double(m_sums.selfNs)), toQString(formatShareAboveZero(m_sums.selfShare))));
        if (m_known.stepsNs <= 0)
            return;
        int64_t inSteps = 0;
        for (const OperatorDetails::Step& step : m_known.details.steps)
            inSteps += step.ns;
        add(OperatorTextWords::tr("Share of step"),
            toQString(formatShareAboveZero(double(inSteps) / double(m_known.stepsNs))));
    }

    void addSpread()
    {
        if (m_sums.calls == 0 || !m_known.statistics.contents.hasTimes)
            return;
        add(OperatorTextWords::tr("Mean call"), durationText(m_sums.callsNs / double(m_sums.calls)));
        add(OperatorTextWords::tr("Shortest call"), durationText(double(m_sums.minNs)));
        const bool hasCalls = m_known.statistics.hasCalls;
        if (hasCalls)
            add(OperatorTextWords::tr("Median call"), durationText(m_known.spread.p50Ns));
        m_text.facts +=
            {.name = OperatorTextWords::tr("Longest call"),
             .text = durationText(double(m_sums.maxNs)),
             .event = hasCalls && m_known.use.longest != noEvent ? std::optional(m_known.use.longest)
                                                                 : std::nullopt};
    }

    void addDevice()
    {
        if (m_known.statistics.hasRuntime)
            add(OperatorTextWords::tr("Runtime calls"), durationText(double(m_sums.runtimeNs)));
        if (!m_known.statistics.hasDevice)
            return;
        add(OperatorTextWords::tr("Device total time"), withStep(double(m_sums.deviceTotalNs)));
        add(OperatorTextWords::tr("Device self time"),
            OperatorTextWords::tr("%1 (%2 of all device work)")
                .arg(withStep(double(m_sums.deviceSelfNs)),
                     toQString(formatShareAboveZero(m_sums.deviceShare))));
    }

    void addOperations()
    {
        if (!m_known.statistics.hasFlops || m_sums.flops <= 0)
            return;
        const int64_t ns = m_sums.deviceTotalNs > 0 ? m_sums.deviceTotalNs : m_sums.totalNs;
        const QString operations = toQString(formatFlops(double(m_sums.flops)));
        add(OperatorTextWords::tr("Operations"),
            ns > 0 && !m_sums.isLaunchOnly
                ? OperatorTextWords::tr("%1, %2/s")
                      .arg(operations, toQString(formatFlops(double(m_sums.flops) / double(ns) * 1e9)))
                : operations);
    }

    void addPasses()
    {
        if (!m_known.statistics.contents.hasPasses)
            return;
        if (m_known.rows.size() == 1)
            return add(OperatorTextWords::tr("Pass"), toQString(passWord(m_known.rows.front().pass)));
        addList(OperatorTextWords::tr("Pass"), m_known.rows, [this](const OperatorRow& row) {
            return DetailsFact{.name = {},
                               .text = lineText(toQString(passWord(row.pass)), row.calls, row.totalNs)};
        });
    }

    void addShapes()
    {
        const auto& shapes = m_known.details.shapes;
        const auto isKnown = [this](const OperatorDetails::Shape& each) {
            return each.shape < m_trace.shapes.size();
        };
        if (std::ranges::none_of(shapes, isKnown)) {
            if (!m_known.statistics.contents.areFunctions)
                add(OperatorTextWords::tr("Input shapes"), OperatorTextWords::tr("not recorded"));
            return;
        }
        addList(OperatorTextWords::tr("Input shapes"), shapes, [&](const OperatorDetails::Shape& each) {
            const QString shape =
                isKnown(each) ? toQString(m_trace.shapes[each.shape]) : OperatorTextWords::tr("not recorded");
            return DetailsFact{.name = {}, .text = lineText(shape, each.calls, each.ns)};
        });
    }

    void addLayers()
    {
        if (!m_known.statistics.hasCalls)
            return;
        if (!m_known.hasLayers)
            return add(OperatorTextWords::tr("Layers"), OperatorTextWords::tr("not recorded"));
        const auto& layers = m_known.use.layers;
        int64_t allNs = 0;
        for (const OperatorUse::Layer& each : layers)
            allNs += each.ns;
        const auto lineOf = [&](const OperatorUse::Layer& each) {
            const QString layer = each.name == noName ? OperatorTextWords::tr("outside of layers")
                                                      : toQString(m_trace.names[each.name]);
            const QString line = lineText(layer, each.calls, each.ns);
            if (each.ns <= 0) // all calls are inside others
                return DetailsFact{.name = {}, .text = line};
            const QString share = toQString(formatShareAboveZero(double(each.ns) / double(allNs)));
            return DetailsFact{.name = {}, .text = OperatorTextWords::tr("%1 (%2)").arg(line, share)};
        };
        addList(OperatorTextWords::tr("Layers"), layers, lineOf, layers.size());
    }

    void addCallsOf(const QString& name, const std::vector<OperatorDetails::Call>& calls)
    {
        const std::set<NameId> needPass = namesOfSeveralPasses(calls);
        addList(name, calls, [&](const OperatorDetails::Call& each) {
            const QString called = each.name == noName ? OperatorTextWords::tr("no operator")
                                                       : toQString(m_trace.names[each.name]);
            const QString shown = needPass.contains(each.name)
                                      ? QString("%1 (%2)").arg(called, toQString(passWord(each.pass)))
                                      : called;
            return DetailsFact{.name = {},
                               .text = lineText(shown, each.calls, each.ns),
                               .operatorName = each.name == noName ? QString() : called};
        });
    }

    void addCallees()
    {
        std::vector<OperatorDetails::Call> callees = m_known.details.callees;
        std::erase_if(callees, [](const OperatorDetails::Call& each) { return each.isDeviceWork; });
        addCallsOf(OperatorTextWords::tr("Operators called"), callees);
    }

    void addWork()
    {
        addList(OperatorTextWords::tr("Launched"), m_known.use.work, [this](const OperatorUse::Work& each) {
            const QString launches = counted(
                OperatorTextWords::tr("%1 launch(es)", nullptr, formNumber(each.launches)), each.launches);
            return DetailsFact{.name = {},
                               .text = OperatorTextWords::tr("%1: %2, %3")
                                           .arg(toQString(m_trace.names[each.name]), launches,
                                                durationText(double(each.ns)))};
        });
    }

    void addMemory()
    {
        const OperatorStatistics& statistics = m_known.statistics;
        if (statistics.contents.areFunctions)
            return;
        if (!statistics.hasMemory)
            return add(OperatorTextWords::tr("Memory"), OperatorTextWords::tr("not recorded"));
        if (!statistics.hasCalls) {
            int64_t bytes = 0;
            for (const OperatorRow& row : m_known.rows)
                bytes += row.totalBytes;
            return add(OperatorTextWords::tr("Allocated minus freed"), bytesText(double(bytes)));
        }
        const OperatorUse& use = m_known.use;
        add(OperatorTextWords::tr("Allocated"),
            counted(OperatorTextWords::tr("%2 in %1 block(s)", nullptr, formNumber(use.allocations)),
                    use.allocations)
                .arg(bytesText(double(use.allocatedBytes))));
        add(OperatorTextWords::tr("Freed"), bytesText(double(use.freedBytes)));
    }

    const Trace& m_trace;
    const OperatorKnowledge& m_known;
    Sums m_sums;
    DetailsText m_text;
};

} // namespace

DetailsText operatorDetails(const Trace& trace, const OperatorKnowledge& known)
{
    return OperatorText(trace, known).make();
}

} // namespace stepscope::ui
