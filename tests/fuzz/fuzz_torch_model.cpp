#include "core/base/error.h"
#include "core/graph/folded_graph.h"
#include "core/graph/graph_json.h"
#include "core/import/import.h"
#include "tests/core/import/torchscript/torch_model_files.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/zip_file.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr std::string_view separator = "\n====\n";

/// An archive of the parts of an input. It is built here, so that no checksum rejects mutated parts.
std::vector<std::pair<std::string, std::string>> entriesOf(std::string_view input)
{
    const char* names[] = {"net/data.pkl", "net/constants.pkl", "net/code/__torch__.py",
                           "net/code/__torch__/torch/nn/functional.py",
                           "net/code/__torch__/torch/nn/modules/conv/___torch_mangle_7.py"};
    std::vector<std::pair<std::string, std::string>> entries;
    for (const char* name : names) {
        const size_t end = std::min(input.find(separator), input.size());
        entries.push_back({name, std::string(input.substr(0, end))});
        input.remove_prefix(std::min(end + separator.size(), input.size()));
    }
    return entries;
}

void read(const std::filesystem::path& path)
{
    try {
        const auto imported = importFile(path);
        if (!imported.run.graph)
            return;
        foldGraph(*imported.run.graph, layersCollapsedAtStart(*imported.run.graph));
        graphFromJson(toJson(*imported.run.graph)); // the content of a run file must be readable
    } catch (const Error& error) {
        if (std::string_view(error.what()).starts_with("The network's graph cannot be read"))
            __builtin_trap();
    }
}

} // namespace

/// TorchScript models: their pickles and code, and the archive as it is.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    read(fuzz::MemoryFile(data, size).path());
    const fuzz::MemoryFile archive(nullptr, 0);
    writeZip(archive.path(), entriesOf({reinterpret_cast<const char*>(data), size}));
    read(archive.path());
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    const auto file = convNetFile();
    std::string input = pickle::whole(file.object);
    for (const auto& part :
         {pickle::whole(file.constants), file.code[2].second, file.code[1].second, file.code[0].second})
        input += std::string(separator) + part;
    return {input};
}
