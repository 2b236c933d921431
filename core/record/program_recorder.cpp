#include "core/record/program_recorder.h"

#include "core/base/files/paths.h"
#include "core/base/processes/process_status.h"
#include "core/language/translation.h"
#include "core/probe/probe_protocol.h"
#include "core/record/process/python_command.h"
#include "core/run_file/run_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <system_error>

namespace stepscope {

namespace fs = std::filesystem;

namespace {

/// A folder whose files are in memory.
fs::path sharedMemoryFolder()
{
    const fs::path folder = "/dev/shm";
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        return fs::temp_directory_path();
    removeStaleTemporaryFolders(folder); // of recorders that were killed
    return folder;
}

fs::path part(const fs::path& name)
{
    const auto path = libraryFolder() / name;
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw Error(translated(
            "Programs cannot be recorded: {file} is missing. It is part of Stepscope; reinstall Stepscope.",
            {{"file", path.string()}}));
    return path;
}

/// "NAME=value" for a list of paths: `path`, followed by the paths in the environment.
std::string withOwnFirst(const char* name, const std::string& path)
{
    const char* before = std::getenv(name);
    return before && *before ? fmt::format("{}={}:{}", name, path, before) : fmt::format("{}={}", name, path);
}

/// Whether a process has ended, even if nobody has waited for it yet.
bool isGone(int64_t process)
{
    const auto status = processStatus(process);
    return !status || status->hasEnded();
}

} // namespace

ProgramRecorder::ProgramRecorder(RecordingPlan plan)
    : m_plan(std::move(plan))
    , m_folder(sharedMemoryFolder())
{
    prepareLibrary(m_plan.library);
    fs::permissions(m_folder.path(), fs::perms::owner_all);
    makeDeviceFolder();
}

/// PyTorch reports memory to only one recorder, its profiler or ours.
void ProgramRecorder::makeDeviceFolder()
{
    if (!m_plan.devices)
        return;
    if (m_plan.memory) {
        m_plan.deviceProblem = translated("GPU work is not recorded, because memory is recorded.");
        return;
    }
    try {
        m_deviceFolder.emplace();
        fs::permissions(m_deviceFolder->path(), fs::perms::owner_all);
        m_plan.deviceFolder =
            fs::absolute(m_deviceFolder->path()); // the program may change its working folder
    } catch (const std::exception& problem) {
        m_plan.deviceProblem =
            translated("GPU work is not recorded: {problem}", {{"problem", problem.what()}});
    }
}

std::vector<std::string> ProgramRecorder::environment() const
{
    const auto library = part("libstepscope-probe.so");
    std::vector<std::string> variables{
        fmt::format("{}={}", probe::folderVariable, m_folder.path().string()),
        fmt::format("{}={}", probe::probeVariable, library.string()),
        withOwnFirst("PYTHONPATH", part("python/hook").string()),
    };
    if (!m_plan.stepRange.empty())
        variables.push_back(fmt::format("{}={}", probe::stepRangeVariable, m_plan.stepRange));
    if (m_plan.pythonCalls)
        variables.push_back(fmt::format("{}=1", probe::pythonCallsVariable));
    if (m_plan.memory)
        variables.push_back(fmt::format("{}=1", probe::memoryVariable));
    if (!m_plan.deviceFolder.empty())
        variables.push_back(fmt::format("{}={}", probe::devicesVariable, m_plan.deviceFolder.string()));
    if (!runsPythonHook(m_plan.command))
        variables.push_back(withOwnFirst("LD_PRELOAD", preloadable(library).string()));
    return variables;
}

/// The dynamic linker treats spaces and colons as the end of a path.
fs::path ProgramRecorder::preloadable(const fs::path& library) const
{
    if (library.string().find_first_of(" :") == std::string::npos)
        return library;
    const auto link = m_folder.path() / library.filename();
    std::error_code problem;
    fs::create_symlink(library, link, problem);
    if (problem)
        throw Error(translated("Cannot create the link {link}: {reason}.",
                               {{"link", link.string()}, {"reason", problem.message()}}));
    return link;
}

void ProgramRecorder::findProcesses()
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(m_folder.path(), ignored)) {
        const auto name = entry.path().filename().string();
        if (name.starts_with('.') || !name.ends_with(probe::fileSuffix) || !m_seen.insert(name).second)
            continue;
        try {
            auto run = std::make_unique<ProgramRun>(entry.path(), m_plan);
            if (const auto refusal = run->refusal(); !refusal.empty()) {
                m_problems.push_back(refusal);
                m_hasRefused = true;
            } else {
                m_live.push_back(std::move(run));
            }
        } catch (const Error& error) {
            m_problems.emplace_back(error.what());
            m_hasLost = true;
        }
    }
}

void ProgramRecorder::update()
{
    findProcesses();
    for (auto& run : m_live) {
        const bool isOver = run->process() != m_mainProcess &&
                            isGone(run->process()); // checked before the last records are read
        try {
            isOver ? run->readRest() : run->update();
        } catch (const Error& error) {
            m_hasLost = true;
            m_problems.emplace_back(error.what());
            run.reset();
            continue;
        }
        if (isOver)
            m_ending.push_back(std::move(run));
    }
    std::erase(m_live, nullptr);
    for (auto& run : m_ending) {
        if (!run->isWaiting()) { // otherwise the other processes would have to wait
            end(*run, {});
            m_over.push_back(std::move(run));
        }
    }
    std::erase(m_ending, nullptr);
}

void ProgramRecorder::end(ProgramRun& run, const ProgramEnd& how)
{
    std::string problem;
    try {
        problem = run.end(how);
    } catch (const Error& error) {
        problem = error.what();
    }
    if (problem.empty())
        return;
    m_hasLost = true;
    m_problems.push_back(std::move(problem));
}

void ProgramRecorder::end(const ProgramEnd& how)
{
    findProcesses();
    for (auto* list : {&m_ending, &m_live}) {
        for (auto& run : *list) {
            end(*run, run->process() == m_mainProcess ? how : ProgramEnd{});
            m_over.push_back(std::move(run));
        }
        list->clear();
    }
}

std::vector<const ProgramRun*> ProgramRecorder::runs() const
{
    std::vector<const ProgramRun*> all;
    for (const auto* list : {&m_over, &m_ending, &m_live}) {
        for (const auto& run : *list) {
            if (run->steps() > 0)
                all.push_back(run.get());
        }
    }
    return all;
}

} // namespace stepscope
