#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

/// A process, distinguished from later ones that get the same number.
struct ProcessIdentity
{
    int64_t pid = 0;
    int64_t startTicks = 0; ///< clock ticks between the machine's start and its own
    std::string host;       ///< name and start of the machine it runs on
};

ProcessIdentity thisProcess();

/// This process in a few characters, for the name of a temporary file: "3f2a91c0-4711-81723".
std::string processMark();

/// Whether the first mark in a file's name is that of a process that no longer runs on this machine. A
/// process of another machine or container may be alive.
bool hasMarkOfGoneProcess(const std::string& fileName);

enum class ProcessState { Running, Gone, OnAnotherMachine };
ProcessState stateOf(const ProcessIdentity& process);

} // namespace stepscope
