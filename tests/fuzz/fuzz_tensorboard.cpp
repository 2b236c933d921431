#include "core/base/error.h"
#include "core/exchange/record_file.h"
#include "core/import/import.h"
#include "core/import/tensorboard/tensorboard_log.h"
#include "core/run/scalar_roles.h"
#include "tests/core/import/tensorboard/event_file.h"
#include "tests/fuzz/fuzz_target.h"

using namespace stepscope;

/// A TensorBoard log: as a file, whose checksums hide most mutations, and as the message in a record.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    std::string sound = test::eventFile({});
    appendRecord(sound, bytes);
    for (const std::string_view content : {bytes, std::string_view(sound)}) {
        const fuzz::MemoryFile file(reinterpret_cast<const uint8_t*>(content.data()), content.size());
        try {
            const Run run = importFile(file.path(), {.threads = 1}).run;
            roleSeries(run.scalars, run.experiment.network);
        } catch (const Error&) {
            // one sentence for the user
        }
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    using test::EventText;
    const EventText text;
    std::string graph;
    {
        protozero::pbf_writer def(graph);
        for (const char* name : {"a/Conv2d[c]/x", "a/y"}) {
            protozero::pbf_writer node(def, 1);
            node.add_string(1, name);
            node.add_string(2, "Add");
            node.add_string(3, "a/y:1");
        }
    }
    const std::vector<std::string> events{
        text.event(7, {EventText::simple("loss/train", 0.5F), EventText::simple("acc", 97.0F)}),
        text.event(8, {EventText::tensor("new", test::floatTensor(2.0F), test::metadata("scalars"))}),
        text.event(9, {EventText::tensor("h", "", test::metadata("hparams", "\x1a\x08\x0a\x06\x0a\x02lr"))}),
        text.graph(graph)};
    std::vector<std::string> seeds = events;
    seeds.push_back(test::eventFile(events));
    return seeds;
}
