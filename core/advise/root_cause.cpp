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
    const bool anyGood =
        std::ranges::find(findings, FindingVerdict::Good, &Finding::verdict) != findings.end();
    return {.isJudged = anyGood,
            .text = anyGood ? translated("Nothing found: no figure of the analysis crosses its threshold.")
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
