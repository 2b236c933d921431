#pragma once

#include "core/run_file/run_file.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace stepscope {

/// The option --library of the commands that work on kept runs.
void addLibraryOption(CLI::App& command, std::string& library);
std::filesystem::path libraryFolderOf(const std::string& library);

/// Throws UsageError when no run was named to the command.
void checkNamed(const std::string& run, const char* command);

/// Where the run lies that the user names. Throws UsageError when there is none of that name.
std::filesystem::path pathOfNamedRun(const std::string& name, const std::string& library);

/// Reads the run that the user names, or the trace of another profiler; what is damaged in it is said on
/// stderr. Throws UsageError when there is none of that name, Error when it cannot be read.
StoredRun readNamedRun(const std::string& name, const std::string& library, const RunFileParts& parts = {});

/// The events of a run file where they are few, and none where they are many: for commands that read those
/// piece by piece, or have no need of them.
RunFileParts withFewEvents();

/// What the user calls it: its label's name, else that of the file.
std::string shownName(const RunLabel& label, const std::filesystem::path& path);

} // namespace stepscope
