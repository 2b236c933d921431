#include "ui/support/sums_page.h"

#include "core/run/run.h"
#include "core/trace/trace_sums.h"
#include "ui/support/empty_page.h"

#include <QCoreApplication>

namespace stepscope::ui {

struct SumsPageWords
{
    Q_DECLARE_TR_FUNCTIONS(SumsPage)
};

bool showWhySumsLack(const Run* run, EmptyPage& page)
{
    if (!run || !isOfSums(run->trace))
        return false;
    page.showText(
        SumsPageWords::tr("A profile of sums has no times"),
        SumsPageWords::tr("It shows how much was counted in which function, not when. See the flame graph, "
                          "the call graph and the table of operators, which has a row for each function."));
    return true;
}

} // namespace stepscope::ui
