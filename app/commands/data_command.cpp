#include "app/command.h"
#include "app/help_examples.h"
#include "app/terminal.h"
#include "core/base/interruption.h"
#include "core/base/text/format.h"
#include "core/data/data_sets.h"
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

const DataSetInfo& askedDataSet(const std::string& id)
{
    std::vector<std::string_view> ids;
    for (const auto& info : knownDataSets())
        ids.push_back(info.id);
    if (std::ranges::find(ids, id) != ids.end())
        return dataSetInfo(id);
    const auto nearest = nearestName(id, ids);
    auto problem = translated("There is no data set {name} to fetch. Available: {names}.",
                              {{"name", id}, {"names", fmt::format("{}", fmt::join(ids, ", "))}});
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

int fetch(const DataSetInfo& info)
{
    noteInterruptions();
    FetchDisplay display;
    std::stop_source stop;
    auto fetching = std::async(std::launch::async, [&] {
        return fetchDataSet(
            info, [&](const FetchProgress& progress) { display.note(progress); }, stop.get_token());
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
                                 {{"dataset", std::string(info.label)}, {"folder", folder.string()}}));
    } catch (const Error&) {
        if (!interrupted())
            throw;
        printError("{}\n", translated("Interrupted; the incomplete download was not kept."));
        return exitInterrupted;
    }
    return exitDone;
}

int list()
{
    constexpr auto format = "{:<14}  {:<14}  {}\n";
    for (const auto& info : knownDataSets()) {
        const auto folder = findDataSet(info);
        print(format, info.id, info.label,
              folder.empty() ? translated("not on this machine; `stepscope data fetch {name}` downloads it",
                                          {{"name", std::string(info.id)}})
                             : folder.string());
    }
    print(format, "synthetic", translated("Synthetic"), translated("generated when needed"));
    return exitDone;
}

} // namespace

Command makeDataFetchCommand(CLI::App& data)
{
    auto* command = data.add_subcommand("fetch", translated("Fetch a data set and check it"));
    auto name = std::make_shared<std::string>();
    command->add_option("name", *name, translated("mnist or fashion-mnist"))->option_text("NAME");
    command->footer(helpExamples({"stepscope data fetch mnist"}));
    return {command, [name] {
                if (name->empty())
                    throw UsageError(translated("Name the data set, as in `stepscope data fetch mnist`."));
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
