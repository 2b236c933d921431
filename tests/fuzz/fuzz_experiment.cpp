#include "core/base/error.h"
#include "core/experiment/experiment_json.h"
#include "tests/fuzz/fuzz_target.h"

using namespace stepscope;

/// An experiment's JSON; an accepted one is written and read back unchanged.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    try {
        const auto experiment =
            experimentFromJson({reinterpret_cast<const char*>(data), size}, "experiment.json");
        const auto text = toJson(experiment);
        if (toJson(experimentFromJson(text, "again")) != text)
            __builtin_trap();
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    return {toJson(Experiment()),
            R"({"network": "mlp", "hidden_layers": 4, "batch_size": 16, "optimizer": "sgd"})"};
}
