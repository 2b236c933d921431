#include "core/advise/root_cause.h"

#include "core/language/translation.h"

#include <algorithm>

namespace stepscope {

RootCause rootCause(std::span<const Finding> findings)
{
    const Finding& first = findings.front();
    if (first.verdict == FindingVerdict::LookHere)
        return {.isFound = true,
                .isJudged = true,
                .title = first.title,
                .text = first.meaning,
                .gain = gainText(first)};
    const auto good = std::ranges::count(findings, FindingVerdict::Good, &Finding::verdict);
    const auto untold = std::ranges::count_if(findings, [](const Finding& finding) {
        return finding.verdict == FindingVerdict::CannotBeTold &&
               !finding.isOfDevice; // most runs have no device
    });
    // Nearly every run has a figure of memory: if little else could be judged, that does not mean that all is
    // good.
    if (good > 0 && good < untold)
        return {.isJudged = true,
                .text = translated("Too little could be judged in this recording to find anything. The "
                                   "analysis lists the reasons.")};
    return {.isJudged = good > 0,
            .text = good > 0 ? translated("Nothing found: no figure of the analysis crosses its threshold.")
                             : translated("Nothing could be judged in this recording. The analysis lists the "
                                          "reasons.")};
}

std::string RootCause::sentence() const
{
    return isFound ? translated("{title}. {meaning} {gain}.",
                                {{"title", title}, {"meaning", text}, {"gain", gain}})
                   : text;
}

} // namespace stepscope
