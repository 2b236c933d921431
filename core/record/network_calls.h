#pragma once

#include "core/record/program_mark.h"
#include "core/record/program_names.h"
#include "core/record/steps/step_finder.h"

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

namespace stepscope {

/// Follows the calls of a program's outermost modules, and reports those of its networks to the step finder.
/// A module's description and its mode follow after the start of its call, so this is reported later.
class NetworkCalls
{
public:
    explicit NetworkCalls(const ProgramNames& names);

    void started(const ProgramMark& mark);
    void ended(const ProgramMark& mark, StepFinder& finder);
    /// How the modules are called from now on.
    void setMode(CallMode mode) { m_mode = mode; }
    CallMode mode() const { return m_mode; }
    /// Reports the start of the last call. Call it when everything about it has been read. Returns whether a
    /// network is called that trains.
    bool report(StepFinder& finder);
    /// Start of a call that is not reported yet.
    std::optional<int64_t> unreportedNs() const;

    bool isCalled() const { return m_started || !m_called.empty(); }
    /// The module that is called, or was called last; 0: none was.
    uint64_t last() const { return m_last; }
    /// Start of that call.
    int64_t lastNs() const { return m_lastNs; }
    /// Whether the samples of this module's calls are those of a step. A layer that was first called on its
    /// own may have turned out to be part of a network. If that is not called as a whole, its layers count.
    bool counts(uint64_t module) const;

private:
    const ProgramNames& m_names;
    CallMode m_mode = CallMode::Training;
    uint64_t m_last = 0;
    int64_t m_lastNs = 0;
    std::optional<ProgramMark> m_started;   ///< not reported yet
    std::vector<uint64_t> m_called;         ///< reported, and not ended
    std::unordered_set<uint64_t> m_modules; ///< that were called so far
};

} // namespace stepscope
