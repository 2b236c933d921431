#pragma once

#include "core/advise/finding.h"

#include <span>
#include <string>

namespace stepscope {

/// What to improve first in a run, as the overview, the guided analysis and the report say it. Texts are
/// plain, in the user's language.
struct RootCause
{
    bool isFound = false;
    bool isJudged = false; ///< there was something to judge
    std::string title;     ///< of the first finding worth a look; empty: there is none
    std::string text;      ///< what it means; else a sentence that says why there is none
    std::string gain;      ///< gainText(); empty: there is none

    /// All of it: "Data loading. Half of … . Possible gain: up to 3.10 ms per step."
    std::string sentence() const;
};

/// `findings`: in the order of advise(); not empty.
RootCause rootCause(std::span<const Finding> findings);

} // namespace stepscope
