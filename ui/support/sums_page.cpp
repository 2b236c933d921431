#include "ui/support/sums_page.h"

#include "core/run/run.h"
#include "core/trace/trace_sums.h"
#include "ui/support/empty_page.h"

#include <QCoreApplication>

namespace stepscope::ui {

static QString tr(const char* text)
{
    return QCoreApplication::translate("SumsPage", text);
}

bool showWhySumsLack(const Run* run, EmptyPage& page)
{
    if (!run || !isOfSums(run->trace))
        return false;
    page.showText(
        tr("A profile of sums has no times"),
        tr("It says how much was counted in which function, not when. Look at the flame graph, the call "
           "graph and the table of operators, which here has a row for each function."));
    return true;
}

} // namespace stepscope::ui
