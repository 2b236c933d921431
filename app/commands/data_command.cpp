#include "app/command.h"
#include "app/options/help_examples.h"
#include "app/terminal.h"
#include "core/base/interruption.h"
#include "core/base/text/format.h"
#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <memory>
#include <mutex>
#include <unistd.h>

namespace stepscope {

namespace {

constexpr auto tick = std::chrono::milliseconds(100);

const DataSetKind& askedDataSet(const std::string& name)
{
    const auto names = namesOfDataSetsWithFiles();
    if (std::ranges::find(names, name) != names.end())
        return dataSetWithFiles(name);
    const auto nearest = nearestName(name, names);
    auto problem = translated("There is no data set {name} to fetch. Available: {names}.",
                              {{"name", name}, {"names", fmt::format("{}", fmt::join(names, ", "))}});
    if (!nearest.empty())
        problem += " " + translated("Did you mean {name}?", {{"name", std::string(nearest)}});
    throw UsageError(problem);
}

/// Passes the progress of a download from the fetching thread to the one that shows it.
class FetchDisplay
{
public:
    void note(const FetchProgress& progress)
    {
        const std::lock_guard lock(m_mutex);
        m_progress = progress;
    }

    void show()
    {
        const std::lock_guard lock(m_mutex);
        const bool other = m_progress.what != m_shownWhat;
        if (m_progress.what.empty() || (!m_terminal && !other))
            return;
        m_shownWhat = m_progress.what;
        const auto amount = m_progress.expectedBytes > 0
                                ? translated("{bytes} of {expected}",
                                             {{"bytes", formatBytes(double(m_progress.bytes))},
                                              {"expected", formatBytes(double(m_progress.expectedBytes))}})
                                : formatBytes(double(m_progress.bytes));
        const auto line = fmt::format("{}  {}", m_progress.what, amount);
        if (m_terminal)
            drawLine(line);
        else
            printError("{}\n", visibleLine(line));
    }

    void clear() const
    {
        if (m_terminal && !m_shownWhat.empty())
            clearLine();
    }

private:
    const bool m_terminal = isatty(STDERR_FILENO);
    std::mutex m_mutex;
    FetchProgress m_progress;
    std::string m_shownWhat;
};

int fetch(const DataSetKind& kind)
{
    noteInterruptions();
    FetchDisplay display;
    std::stop_source stop;
    auto fetching = std::async(std::launch::async, [&] {
        return fetchDataSet(
            kind, [&](const FetchProgress& progress) { display.note(progress); }, stop.get_token());
    });
    while (fetching.wait_for(tick) != std::future_status::ready) {
        if (interrupted())
            stop.request_stop();
        display.show();
    }
    display.clear();
    try {
        const auto folder = fetching.get();
        print("{}\n", translated("{dataset} is in {folder}",
                                 {{"dataset", translated(kind.title)}, {"folder", folder.string()}}));
    } catch (const Error&) {
        if (!interrupted())
            throw;
        printError("{}\n", translated("Interrupted; the incomplete download was not kept."));
        return exitInterrupted;
    }
    return exitDone;
}

std::string whereItIs(const DataSetKind& kind)
{
    if (kind.isOwn())
        return translated("your own; named with --data");
    if (kind.isGenerated())
        return translated("generated when needed");
    const auto folder = findDataSet(kind);
    return folder.empty() ? translated("not on this machine; `stepscope data fetch {name}` downloads it",
                                       {{"name", std::string(kind.name)}})
                          : folder.string();
}

int list()
{
    const auto longest =
        std::ranges::max(dataSetKinds(), {}, [](const auto& kind) { return kind.name.size(); }).name.size();
    for (const DataSetKind& kind : dataSetKinds())
        print("{:<{}}  {:<{}}  {}\n", kind.name, longest, translated(kind.title), longest, whereItIs(kind));
    return exitDone;
}

} // namespace

Command makeDataFetchCommand(CLI::App& data)
{
    auto* command = data.add_subcommand("fetch", translated("Fetch a data set and check it"));
    auto name = std::make_shared<std::string>();
    command->add_option("name", *name, translated("a name that `stepscope data list` prints"))
        ->option_text("NAME");
    command->footer(helpExamples({"stepscope data fetch mnist"}));
    return {command, [name] {
                if (name->empty())
                    throw UsageError(translated("Specify the data set, as in `stepscope data fetch mnist`."));
                return fetch(askedDataSet(*name));
            }};
}

Command makeDataListCommand(CLI::App& data)
{
    auto* command = data.add_subcommand("list", translated("List the data sets and where they are"));
    command->footer(helpExamples({"stepscope data list"}));
    return {command, list};
}

} // namespace stepscope
