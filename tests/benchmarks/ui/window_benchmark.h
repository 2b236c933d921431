#pragma once

#include "ui/theme/theme.h"

#include <benchmark/benchmark.h>

#include <QApplication>

namespace stepscope::benchmarks {

/// Creates an application that needs no display, and runs the registered benchmarks. Returns the exit status.
inline int runWindowBenchmarks(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    ui::Theme::instance().apply();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

} // namespace stepscope::benchmarks
