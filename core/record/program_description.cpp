#include "core/record/program_description.h"

#include "core/base/text/json_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace stepscope {

namespace {

using Json = nlohmann::json;

std::string deviceOf(const Json& program)
{
    const auto number = program.is_object() ? program.find("cuda_device") : program.end();
    if (number == program.end() || !number->is_number_integer() || number->get<int64_t>() < 0)
        return "cpu";
    return "cuda:" + std::to_string(number->get<int64_t>());
}

/// Whether the variable has the same value in the program as in this process, or is set in neither.
bool isSame(const Json& program, const char* variable)
{
    const char* const own = std::getenv(variable);
    const auto found = program.find(variable);
    const bool isSet = found != program.end() && found->is_string();
    return own ? isSet && *found == own : !isSet;
}

} // namespace

void ProgramDescription::take(const Json& program)
{
    m_program = program.dump(-1, ' ', false, Json::error_handler_t::replace);
    m_rank = {.rank = integerOf(program, "rank").value_or(-1),
              .worldSize = integerOf(program, "world_size").value_or(0),
              .backend = program.value("backend", std::string())};
    m_localRanks = integerOf(program, "local_world_size").value_or(m_rank.worldSize);
}

std::string ProgramDescription::device() const
{
    return deviceOf(Json::parse(m_program, nullptr, false));
}

std::string ProgramDescription::sampledGpu() const
{
    const Json program = Json::parse(m_program, nullptr, false);
    const auto device = deviceOf(program);
    if (device == "cpu")
        return {};
    if (const auto address = program.find("gpu_address"); address != program.end() && address->is_string())
        return address->get<std::string>();
    // Its number means the same GPU only if both processes see the same ones.
    return isSame(program, "CUDA_VISIBLE_DEVICES") && isSame(program, "CUDA_DEVICE_ORDER") ? device
                                                                                           : std::string();
}

std::string ProgramDescription::versions() const
{
    const Json program = Json::parse(m_program, nullptr, false);
    if (!program.is_object())
        return {};
    return fmt::format("Python {}, PyTorch {}", program.value("python", std::string("?")),
                       program.value("torch", std::string("?")));
}

Environment ProgramDescription::environment(const RecordingPlan& plan) const
{
    auto environment = machineEnvironment();
    const Json program = Json::parse(m_program, nullptr, false);
    if (program.is_object()) {
        const auto textOf = [&](const char* key) {
            const auto found = program.find(key);
            return found != program.end() && found->is_string() ? found->get<std::string>() : std::string();
        };
        environment.engine.version = textOf("torch");
        environment.engine.cudaRuntime = textOf("cuda");
        environment.engine.cudnn = textOf("cudnn");
        environment.engine.threads = int(integerOf(program, "threads").value_or(0));
        if (const auto processors = integerOf(program, "processors"); processors && *processors > 0)
            environment.processors = int(std::min<int64_t>(*processors, 1 << 16));
        environment.program.python = textOf("python");
    }
    environment.program.command = fmt::format("{}", fmt::join(plan.command, " "));
    environment.program.folder = plan.folder.string();
    return environment;
}

} // namespace stepscope
