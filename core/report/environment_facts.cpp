#include "core/report/environment_facts.h"

#include "core/base/text/format.h"
#include "core/exchange/table_value.h"
#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/run/imported_facts.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

namespace {

std::string gpuText(const Environment& environment)
{
    if (environment.gpus.empty()) // a machine without any, or one of which nothing is known
        return environment.cpuModel.empty() ? std::string() : translated("none");
    std::string text;
    for (size_t i = 0; i < environment.gpus.size();) {
        const auto& name = environment.gpus[i].name;
        size_t count = 0;
        while (i + count < environment.gpus.size() && environment.gpus[i + count].name == name)
            ++count;
        const int64_t bytes = environment.gpus[i].memoryBytes;
        text += fmt::format("{}{} × {}", text.empty() ? "" : ", ", count, name);
        text += bytes > 0 ? fmt::format(" ({})", formatBytes(double(bytes))) : std::string();
        i += count;
    }
    return text;
}

/// Of an imported run whose file lists GPUs: how many of them did something in it. Which ones a training may
/// use is one of its settings.
std::string usedGpuText(const StoredRun& stored)
{
    const auto& devices = stored.run.trace.devices;
    const auto listed = int64_t(stored.environment.gpus.size());
    if (!isImported(stored.run) || listed == 0)
        return {};
    if (devices.empty())
        return translated("none: the file has no device events");
    std::string names;
    for (const TraceDevice& device : devices)
        names += fmt::format("{}cuda:{}", names.empty() ? "" : ", ", device.number);
    return translated(
        "{count} of {all} listed ({devices})",
        {{"count", formatCount(int64_t(devices.size()))}, {"all", formatCount(listed)}, {"devices", names}});
}

std::string frameworkText(const Environment& environment)
{
    return environment.engine.version.empty() ? std::string() : "LibTorch " + environment.engine.version;
}

std::string stepscopeText(const Environment& environment)
{
    return environment.compiler.empty()
               ? environment.stepscopeVersion
               : translated("{version}, built with {compiler}",
                            {{"version", environment.stepscopeVersion}, {"compiler", environment.compiler}});
}

} // namespace

std::vector<EnvironmentFact> environmentFacts(const StoredRun& stored)
{
    const Environment& known = stored.environment;
    std::vector<EnvironmentFact> facts;
    const auto add = [&facts](Translatable name, std::string text, bool isOfMachine = true) {
        facts.push_back({translated(name), std::move(text), isOfMachine});
    };
    add(translatable("vCPUs"), known.processors > 0 ? formatCount(known.processors) : std::string());
    add(translatable("CPU"), known.cpuModel);
    add(translatable("Memory"),
        known.memoryBytes > 0 ? formatBytes(double(known.memoryBytes)) : std::string());
    add(translatable("GPUs"), gpuText(known));
    add(translatable("GPUs with recorded work"), usedGpuText(stored), false);
    add(translatable("Distributed run"), rankText(rankOf(stored.run)), false);
    add(translatable("GPU driver"), known.gpuDriver);
    add(translatable("Operating system"), known.operatingSystem);
    add(translatable("Kernel"), known.kernel);
    add(translatable("Framework"), frameworkText(known));
    add(translatable("Python"), known.program.python);
    add(translatable("BLAS"), known.engine.blas);
    add(translatable("oneDNN"), known.engine.oneDnn);
    add(translatable("CUDA, built with"), known.engine.cudaBuild);
    add(translatable("CUDA runtime"), known.engine.cudaRuntime);
    add(translatable("cuDNN"), known.engine.cudnn);
    add(translatable("NCCL"), known.engine.nccl);
    add(translatable("Stepscope"), stepscopeText(known));
    return facts;
}

std::string environmentDifferencesMarkdown(std::span<const StoredRun* const> runs,
                                           std::span<const std::string> names)
{
    std::vector<std::vector<EnvironmentFact>> factsOf;
    for (const StoredRun* stored : runs)
        factsOf.push_back(environmentFacts(*stored));
    std::string rows;
    for (size_t fact = 0; !factsOf.empty() && fact < factsOf.front().size(); ++fact) {
        const auto isEqual = [&](const auto& facts) {
            return facts[fact].text == factsOf.front()[fact].text;
        };
        if (std::ranges::all_of(factsOf, isEqual))
            continue;
        rows += fmt::format("| {} |", markdownText(factsOf.front()[fact].name));
        for (const auto& facts : factsOf)
            rows += fmt::format(" {} |", facts[fact].text.empty() ? std::string(absentText)
                                                                  : markdownText(facts[fact].text));
        rows += "\n";
    }
    if (rows.empty())
        return {};
    std::string text = translated("Differences between the machines and software of the runs, including "
                                  "facts that are known for only some of them:") +
                       "\n\n| |";
    for (const std::string& name : names)
        text += fmt::format(" {} |", markdownText(name));
    return text + "\n" + markdownRule(1 + names.size(), 0) + rows;
}

} // namespace stepscope
