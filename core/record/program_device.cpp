#include "core/record/program_device.h"

#include <nlohmann/json.hpp>

#include <cstdint>
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

std::string deviceOfProgram(const std::string& description)
{
    return deviceOf(Json::parse(description, nullptr, false));
}

std::string sampledGpuOf(const std::string& description)
{
    const Json program = Json::parse(description, nullptr, false);
    const auto device = deviceOf(program);
    if (device == "cpu")
        return {};
    if (const auto address = program.find("gpu_address"); address != program.end() && address->is_string())
        return address->get<std::string>();
    // Its number means the same GPU only if both processes see the same ones.
    return isSame(program, "CUDA_VISIBLE_DEVICES") && isSame(program, "CUDA_DEVICE_ORDER") ? device
                                                                                           : std::string();
}

} // namespace stepscope
