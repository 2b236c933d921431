#pragma once

#include <QByteArray>
#include <QFile>

#include <ctime>
#include <unistd.h>

namespace stepscope::ui {

/// Time since the process started. The kernel stores the start in ticks of 10 ms, rounded down, so this is an
/// upper bound.
inline double millisecondsSinceProcessStart()
{
    QFile file("/proc/self/stat");
    if (!file.open(QIODevice::ReadOnly))
        return -1.0;
    const QByteArray stat = file.readAll();
    constexpr int startTime =
        19; // proc(5): field 22; the name, field 2, may contain blanks and ends with ")"
    const QByteArray ticks = stat.mid(stat.lastIndexOf(')') + 2).split(' ').value(startTime);
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double startMs = ticks.toDouble() * 1e3 / double(sysconf(_SC_CLK_TCK));
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6 - startMs;
}

} // namespace stepscope::ui
