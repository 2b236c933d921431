#include "core/base/error.h"
#include "core/base/text/json_value.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <fmt/format.h>

namespace stepscope {

static nlohmann::ordered_json engineJson(const EngineInfo& engine)
{
    return {{"libtorch", engine.version},
            {"build_options", engine.buildOptions},
            {"blas", engine.blas},
            {"onednn", engine.oneDnn},
            {"cuda_build", engine.cudaBuild},
            {"cuda_runtime", engine.cudaRuntime},
            {"cudnn", engine.cudnn},
            {"nccl", engine.nccl},
            {"threads", engine.threads}};
}

std::string toJson(const Environment& environment)
{
    auto gpus = nlohmann::ordered_json::array();
    for (const auto& gpu : environment.gpus)
        gpus.push_back({{"name", gpu.name}, {"memory_bytes", gpu.memoryBytes}});
    nlohmann::ordered_json json{
        {"stepscope_version", environment.stepscopeVersion},
        {"cpu_model", environment.cpuModel},
        {"processors", environment.processors},
        {"memory_bytes", environment.memoryBytes},
        {"gpus", gpus},
        {"gpu_driver", environment.gpuDriver},
        {"operating_system", environment.operatingSystem},
        {"kernel", environment.kernel},
        {"host_name", environment.hostName},
        {"compiler", environment.compiler},
        {"load_average", environment.loadAverage},
        {"engine", engineJson(environment.engine)},
    };
    if (const auto& program = environment.program; !program.command.empty())
        json["program"] = {{"command", program.command},
                           {"folder", program.folder},
                           {"python", program.python},
                           {"revision", program.revision}};
    // Names come from the system and may not be UTF-8.
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

template<typename T>
static void take(const nlohmann::json& json, const char* key, T& value)
{
    if (const auto found = json.find(key); found != json.end() && !found->is_null()) // null: not known
        readValue(*found, value);
}

static EngineInfo engineFromJson(const nlohmann::json& json)
{
    EngineInfo engine;
    take(json, "libtorch", engine.version);
    take(json, "build_options", engine.buildOptions);
    take(json, "blas", engine.blas);
    take(json, "onednn", engine.oneDnn);
    take(json, "cuda_build", engine.cudaBuild);
    take(json, "cuda_runtime", engine.cudaRuntime);
    take(json, "cudnn", engine.cudnn);
    take(json, "nccl", engine.nccl);
    take(json, "threads", engine.threads);
    return engine;
}

Environment environmentFromJson(std::string_view text)
{
    try {
        const auto json = nlohmann::json::parse(text);
        Environment environment;
        take(json, "stepscope_version", environment.stepscopeVersion);
        take(json, "cpu_model", environment.cpuModel);
        take(json, "processors", environment.processors);
        take(json, "memory_bytes", environment.memoryBytes);
        const auto gpus = json.find("gpus");
        for (const auto& gpu : gpus == json.end() || gpus->is_null() ? nlohmann::json::array() : *gpus) {
            auto& known = environment.gpus.emplace_back();
            take(gpu, "name", known.name);
            take(gpu, "memory_bytes", known.memoryBytes);
        }
        take(json, "gpu_driver", environment.gpuDriver);
        take(json, "operating_system", environment.operatingSystem);
        take(json, "kernel", environment.kernel);
        take(json, "host_name", environment.hostName);
        take(json, "compiler", environment.compiler);
        take(json, "load_average", environment.loadAverage);
        environment.engine = engineFromJson(json.value("engine", nlohmann::json::object()));
        const auto program = json.value("program", nlohmann::json::object());
        take(program, "command", environment.program.command);
        take(program, "folder", environment.program.folder);
        take(program, "python", environment.program.python);
        take(program, "revision", environment.program.revision);
        return environment;
    } catch (const nlohmann::json::exception& error) {
        throw Error(
            translated("The environment of the run cannot be read: {reason}.", {{"reason", error.what()}}));
    }
}

} // namespace stepscope
