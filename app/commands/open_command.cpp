#include "app/command.h"
#include "app/display.h"
#include "app/options/help_examples.h"
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

#ifdef STEPSCOPE_GUI
int openWindow(char* program, std::vector<std::string>& files)
{
    checkDisplay();
    std::vector<char*> arguments = {program};
    for (std::string& file : files)
        arguments.push_back(file.data());
    const int count = int(arguments.size());
    arguments.push_back(nullptr);
    return ui::runWindow(count, arguments.data());
}
#else
int openWindow(char*, std::vector<std::string>&)
{
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
                     translated("Run, experiment, recorded trace or log folder to open, several runs or "
                                "traces to compare, or the traces of a distributed run's ranks"))
        ->option_text("FILE…");
    command->footer(helpExamples({"stepscope", "stepscope open report/experiment.json",
                                  "stepscope open 2026-11-21_08-33-12_mnist-convnet_batch64_cpu.stepscope",
                                  "stepscope open before.pt.trace.json.gz after.pt.trace.json.gz"}));
    return {command, [files, program = arguments[0]] { return openWindow(program, *files); }};
}

} // namespace stepscope
