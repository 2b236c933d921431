#pragma once

#include <QtGlobal>

// QCustomPlot's header uses Qt's keywords, which this project does not define.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
