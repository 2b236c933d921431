#pragma once

#include "core/run/scalar_series.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope {

/// Collects the content of a TensorBoard run, event by event: scalars, the graph, hyperparameters. Everything
/// else is counted.
class TensorBoardLog
{
public:
    /// `event` is an Event message of TensorFlow's event.proto; it is read as far as possible.
    void take(std::string_view event);

    /// The scalars since the last call, by tag.
    std::vector<ScalarSeries> takeScalars();
    /// The last GraphDef message; empty: none.
    const std::string& graph() const { return m_graph; }
    /// By name, sorted.
    const std::map<std::string, std::string>& hyperparameters() const { return m_hyperparameters; }

    int64_t events() const { return m_events; }
    int64_t scalars() const { return m_scalars; }
    int64_t tags() const { return m_scalarTags; }
    /// Time of the first event; 0: no event has a time.
    int64_t startUnixNs() const { return m_startUnixNs.value_or(0); }
    /// Time between the first and the latest event.
    int64_t lengthNs() const { return m_lengthNs; }
    /// "brain.Event:2"; empty: no event has it.
    const std::string& fileVersion() const { return m_fileVersion; }

    int64_t unreadableEvents() const { return m_unreadable; }
    int64_t eventsWithoutTime() const { return m_withoutTime; }
    int64_t notFinite() const { return m_notFinite; }    ///< scalars that are NaN or infinite
    int64_t tagsFallingBack() const { return m_fallen; } ///< whose step number decreases, as after a restart
    /// What was not read, by kind: "histograms".
    const std::map<std::string, int64_t>& others() const { return m_others; }

private:
    struct Tag
    {
        std::string plugin;    ///< the kind of its values, which some writers give only with the first value
        bool isScalar = false; ///< according to its metadata
        bool hasFallen = false;
        int64_t points = 0;
        int64_t lastStep = 0;
        size_t fresh = 0; ///< 1 + the index of its series in m_fresh; 0: none
    };

    void takeSummary(std::string_view summary, int64_t step, int64_t timeNs);
    void takeValue(std::string_view value, int64_t step, int64_t timeNs);
    void takeScalar(const std::string& name, Tag& tag, const ScalarPoint& point);
    int64_t timeOf(double wallTime);

    std::unordered_map<std::string, Tag> m_tags;
    std::vector<ScalarSeries> m_fresh;
    std::string m_graph;
    std::map<std::string, std::string> m_hyperparameters;
    std::map<std::string, int64_t> m_others;
    std::string m_fileVersion;
    std::optional<int64_t> m_startUnixNs;
    int64_t m_lastTimeNs = 0;
    int64_t m_lengthNs = 0;
    int64_t m_events = 0;
    int64_t m_scalars = 0;
    int64_t m_scalarTags = 0;
    int64_t m_unreadable = 0;
    int64_t m_withoutTime = 0;
    int64_t m_notFinite = 0;
    int64_t m_fallen = 0;
};

} // namespace stepscope
