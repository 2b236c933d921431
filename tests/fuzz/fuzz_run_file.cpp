#include "core/base/error.h"
#include "core/experiment/experiment_fields.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/timeline/timeline_index.h"
#include "tests/core/run_file/sample_update.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/sqlite_file.h"

using namespace stepscope;

/// Run files, and the processing of the views.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static fuzz::SqliteFile file;
    const auto path = file.write(data, size);
    try {
        readRunSummary(path);
        const auto stored = readRunFile(path);
        const auto& trace = stored.run.trace;
        operatorStatistics(trace, OperatorGrouping::ByOperatorAndShape);
        callTree(trace);
        TimelineIndex index;
        index.update(trace);
    } catch (const Error&) {
        // one sentence for the user
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    return {sqliteSeed([](const std::filesystem::path& path) {
        RunFileWriter writer(path, referenceExperiment("mlp"));
        writer.write(test::sampleUpdate(0, 2));
        auto last = test::sampleUpdate(2, 2);
        last.outcome = RunOutcome::Finished;
        writer.write(last);
        writer.close();
    })};
}
