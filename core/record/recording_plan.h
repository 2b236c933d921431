#pragma once

#include "core/experiment/experiment.h"
#include "core/record/steps/step_finder.h"

#include <filesystem>
#include <future>
#include <string>
#include <vector>

namespace stepscope {

/// How to record a program.
struct RecordingPlan
{
    std::filesystem::path library; ///< folder of the run files
    std::string name;              ///< name of its runs, such as "train"
    std::vector<std::string> command;
    std::filesystem::path folder; ///< working folder of the program
    StepSource stepOn = StepSource::Unknown;
    std::string stepRange; ///< with StepSource::Marks: the range that ends each step; empty: stepscope.step()
    bool pythonCalls = false; ///< calls of Python functions are recorded as well
    bool windowsOnly = false; ///< operators are recorded and counted only where events are kept
    bool memory = false;      ///< LibTorch's allocations and frees are recorded as well
    bool devices = true;      ///< GPU work is recorded where events are kept, but not with `memory`
    /// Folder for the device traces of PyTorch's profiler; empty: devices are not recorded. ProgramRecorder
    /// creates it.
    std::filesystem::path deviceFolder;
    std::string deviceProblem; ///< a sentence: why there is none although it was requested
    /// The Git revision of the program's folder, as sourceRevision() returns it.
    std::shared_future<std::string> revision;
    /// Selects the steps whose events are kept: profile, profileWait, profileWarmup, profileActive and
    /// profileRepeat.
    Experiment schedule;
};

} // namespace stepscope
