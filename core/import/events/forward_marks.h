#pragma once

#include "core/import/events/imported_event_list.h"

namespace stepscope {

/// The threads on which the program itself marks its forward passes, with ranges such as "## forward ##" or
/// "DistributedDataParallel.forward". There, an operator outside of the marks does not belong to a forward
/// pass. Marks around only a part of the network do not count: nearly all operators that the backward pass
/// goes through must be inside marks.
class ForwardMarks
{
public:
    ForwardMarks(const ImportedEventList& list, const ImportedNames& names, size_t tracks);

    /// Whether all forward passes on the track are marked.
    bool areComplete(ImportedTrackId track) const { return m_areComplete[track]; }

private:
    std::vector<bool> m_areComplete; ///< by track
};

} // namespace stepscope
