#pragma once

#include "core/base/error.h"
#include "core/base/interruption.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace stepscope {

inline constexpr int exitDone = 0;
inline constexpr int exitFailed = 1;   ///< Error
inline constexpr int exitWrongUse = 2; ///< UsageError
inline constexpr int exitInterrupted = interruptedExitCode;

/// A command of the program, `stepscope NAME …`: its options and its function. run() returns the exit code
/// and throws Error.
struct Command
{
    CLI::App* app = nullptr;
    std::function<int()> run;
};

Command makeRunCommand(CLI::App& program);
Command makeRecordCommand(CLI::App& program);
Command makeRunsCommand(CLI::App& program);
Command makeShowCommand(CLI::App& program);
Command makeCompareCommand(CLI::App& program);
Command makeSweepCommand(CLI::App& program);
Command makePointCommand(CLI::App& program);
Command makeImportCommand(CLI::App& program);
Command makeExportCommand(CLI::App& program);
Command makeReportCommand(CLI::App& program);
Command makeForwardPassCommand(CLI::App& program);
Command makeAbCommand(CLI::App& program);
Command makeAdviseCommand(CLI::App& program);
Command makeBenchOpCommand(CLI::App& program);
Command makeMemoryCommand(CLI::App& program);
Command makeDevicesCommand(CLI::App& program);
Command makeDataFetchCommand(CLI::App& data);
Command makeDataListCommand(CLI::App& data);
Command makeSelfTestCommand(CLI::App& program);
Command makeOpenCommand(CLI::App& program, char** arguments);

} // namespace stepscope
