#include "core/base/error.h"
#include "core/weights/safetensors.h"
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>

using namespace stepscope;

/// Headers of tensor files, with 64 bytes of data after them.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    try {
        const auto header =
            parseSafetensorsHeader(std::string_view(reinterpret_cast<const char*>(data), size), 64);
        for (const StoredTensor& tensor : header.tensors) {
            if (tensor.offset < 0 || tensor.bytes < 0 || tensor.offset + tensor.bytes > 64)
                __builtin_trap();
        }
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    std::vector<std::string> seeds{
        "{'a': {'dtype': 'F32', 'shape': [4, 4], 'data_offsets': [0, 64]}}",
        "{'__metadata__': {'format': 'pt'}, 'b': {'dtype': 'I64', 'shape': [], 'data_offsets': [56, 64]}, "
        "'a': {'dtype': 'BF16', 'shape': [7, 4], 'data_offsets': [0, 56]}}",
        "{'a': {'dtype': 'U8', 'shape': [0, 9], 'data_offsets': [0, 0]}, "
        "'b': {'dtype': 'BOOL', 'shape': [64], 'data_offsets': [0, 64]}}"};
    for (std::string& seed : seeds)
        std::ranges::replace(seed, '\'', '"');
    return seeds;
}
