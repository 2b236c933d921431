#pragma once

#include "app/progress_display.h"
#include "core/sweep/sweep_event.h"

#include <string>
#include <vector>

namespace stepscope {

/// Shows the progress of a sweep: as text on stderr, or each event as a line of JSON on stdout.
class SweepDisplay
{
public:
    explicit SweepDisplay(bool json)
        : m_json(json)
    {
    }

    /// Sets the names of the points. Call it before the first event of a sweep.
    void setLabels(std::vector<std::string> labels);
    void show(const SweepEvent& event);
    /// Not printed in the JSON mode.
    void say(const std::string& sentence);
    void clear() { m_progress.clear(); }

    ProgressDisplay& progress() { return m_progress; }

private:
    void tell(const SweepEvent& event);
    void tellEnd(const SweepEvent& event);
    std::string numbered(size_t point) const;

    bool m_json;
    std::vector<std::string> m_labels;
    ProgressDisplay m_progress;
};

} // namespace stepscope
