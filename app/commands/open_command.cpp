#include "app/command.h"
#include "app/display.h"
#include "app/options/help_examples.h"
#include "app/stored_runs.h"
#include "core/language/translation.h"

#ifdef STEPSCOPE_GUI
#include "ui/window/run_window.h"
#endif

#include <memory>
#include <vector>

namespace stepscope {

namespace {

/// Without a display Qt ends the program with an unhelpful message about plugins.
void checkDisplay()
{
    if (const auto problem = displayProblem(); !problem.empty())
        throw Error(translated("{problem}; `stepscope run --out report` trains without one.",
                               {{"problem", problem}}));
}

/// The paths of files, and of runs that are named as in the library.
std::vector<std::string> pathsOf(const std::vector<std::string>& names)
{
    std::vector<std::string> paths;
    for (const auto& name : names) {
        checkNamed(name, "open");
        paths.push_back(pathOfNamedRun(name, {}).string());
    }
    return paths;
}

#ifdef STEPSCOPE_GUI
int openWindow(char* program, const std::vector<std::string>& names)
{
    auto files = pathsOf(names);
    checkDisplay();
    std::vector<char*> arguments = {program};
    for (std::string& file : files)
        arguments.push_back(file.data());
    const int count = int(arguments.size());
    arguments.push_back(nullptr);
    return ui::runWindow(count, arguments.data());
}
#else
int openWindow(char*, const std::vector<std::string>& names)
{
    pathsOf(names);
    checkDisplay();
    return exitFailed;
}
#endif

} // namespace

Command makeOpenCommand(CLI::App& program, char** arguments)
{
    auto* command =
        program.add_subcommand("open", translated("Open the window; the default without a command"));
    auto files = std::make_shared<std::vector<std::string>>();
    command
        ->add_option("file", *files,
                     translated("Run (its file, its name or the start of it), experiment, recorded trace or "
                                "log folder to open, several runs or traces to compare, or the traces of a "
                                "distributed run's ranks"))
        ->option_text("FILE…");
    command->footer(
        helpExamples({"stepscope", "stepscope open report/experiment.json", "stepscope open 2026-11-21_08",
                      "stepscope open before.pt.trace.json.gz after.pt.trace.json.gz"},
                     translated("Exit codes: 0 the window was closed, 1 it cannot be opened, "
                                "2 usage error or no such file.")));
    return {command, [files, program = arguments[0]] { return openWindow(program, *files); }};
}

} // namespace stepscope
