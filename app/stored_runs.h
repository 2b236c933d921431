#pragma once

#include "core/run_file/run_file.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace stepscope {

/// The option --library of the commands that work on runs in the library.
CLI::Option* addLibraryOption(CLI::App& command, std::string& library);
std::filesystem::path libraryFolderOf(const std::string& library);

/// Throws UsageError if no run was named.
void checkNamed(const std::string& run, const char* command);

/// The run files in a folder, sorted by their names. Throws filesystem_error.
std::vector<std::filesystem::path> runFilesIn(const std::filesystem::path& folder);

/// The path of the run with this name. Throws UsageError if there is none, also for a folder with several,
/// such as that of a sweep.
std::filesystem::path pathOfNamedRun(const std::string& name, const std::string& library);

/// Reads the run with this name, or the trace of another profiler. Damage is reported on stderr. Throws
/// UsageError if there is no such run, Error if it cannot be read.
StoredRun readNamedRun(const std::string& name, const std::string& library, const RunFileParts& parts = {});

/// All events of a run file if they are few, and none if they are many: for commands that read many events
/// piece by piece, or do not need them.
RunFileParts withFewEvents();

/// The run's displayed name: its label's name, or else that of the file.
std::string shownName(const RunLabel& label, const std::filesystem::path& path);

} // namespace stepscope
