#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

/// A process, told apart from later ones that get its number.
struct ProcessIdentity
{
    int64_t pid = 0;
    int64_t startTicks = 0; ///< clock ticks between the machine's start and its own
    std::string host;       ///< name and start of the machine it runs on
};

ProcessIdentity thisProcess();

enum class ProcessState { Running, Gone, OnAnotherMachine };
ProcessState stateOf(const ProcessIdentity& process);

} // namespace stepscope
