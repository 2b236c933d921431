#include "core/advise/setting_changes.h"

#include "core/base/error.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/graph/operator_kind.h"
#include "core/run/imported_experiment.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>
#include <variant>

namespace stepscope {

namespace {

/// Collects the changes for one run.
class Changes
{
public:
    Changes(const Run& run, int processors)
        : m_run(run)
        , m_processors(processors)
    {
    }

    void addFor(const Finding& finding)
    {
        m_finding = finding.id;
        switch (finding.id) {
        case FindingId::CostliestOperators:
            addForOperator(finding.operatorName);
            break;
        case FindingId::Threads:
            addFewerThreads();
            addLargerBatches();
            break;
        case FindingId::BetweenOperators:
        case FindingId::SmallOperators:
            add("optimizer.form", "fused");
            add("execution", "torchscript");
            add("threads", "1");
            addLargerBatches();
            break;
        case FindingId::GpuUse:
        case FindingId::SmallKernels:
        case FindingId::Utilization:
        case FindingId::DeviceIdle:
        case FindingId::DeviceFill:
            add("optimizer.form", "fused");
            addLargerBatches();
            break;
        case FindingId::DataLoading:
            addLoaderWorkers();
            addForCopies();
            break;
        case FindingId::CopyTime:
        case FindingId::CopyOverlap:
        case FindingId::CopyThroughput:
        case FindingId::CopyDirections:
            addForCopies();
            break;
        case FindingId::TensorCores:
            add("precision", "bfloat16");
            add("tf32", "all");
            add("channels_last", "true");
            break;
        default: // no setting changes it
            break;
        }
    }

    void addUsual()
    {
        m_finding.reset();
        add("precision", "bfloat16");
        if (mayHaveConvolutions())
            add("channels_last", "true");
        add("optimizer.form", "fused");
        if (m_run.experiment.device.starts_with("cuda")) {
            add("tf32", "all");
            add("cudnn_benchmark", "true");
        }
        add("threads", "1");
        constexpr int64_t factor = 4;
        constexpr int64_t largest = 256;
        for (int64_t size = factor * m_run.experiment.batchSize; size <= largest; size *= factor)
            add("batch_size", std::to_string(size));
    }

    std::vector<SettingChange> take() { return std::move(m_changes); }

private:
    /// Only they depend on the order of an image's values in memory.
    bool mayHaveConvolutions() const
    {
        const auto isConvolution = [](const GraphNode& node) {
            return operatorKind(node) == OperatorKind::Convolution;
        };
        return !m_run.graph || std::ranges::any_of(m_run.graph->nodes, isConvolution);
    }

    void addForOperator(const std::string& name)
    {
        if (name.find("conv") != std::string::npos) {
            add("channels_last", "true");
            add("onednn", "true");
        }
        add("precision", "bfloat16");
        if (m_run.plan.threads < m_processors)
            add("threads", std::to_string(m_processors));
    }

    void addFewerThreads()
    {
        const int threads = m_run.plan.threads;
        if (threads > 2)
            add("threads", std::to_string(threads / 2));
        if (threads > 1)
            add("threads", "1");
    }

    void addLoaderWorkers()
    {
        add("decode_images", "false");
        for (const int64_t count : {1, 2, 4, 8, 16}) {
            if (count > m_run.experiment.loaderWorkers && count <= m_processors)
                add("loader.workers", std::to_string(count));
        }
    }

    void addForCopies()
    {
        add("copy_batches", "false");
        add("pinned_memory", "true");
        add("async_copies", "true");
    }

    void addLargerBatches()
    {
        for (const int64_t factor : {2, 4})
            add("batch_size", std::to_string(factor * m_run.experiment.batchSize));
    }

    void add(const std::string& key, const std::string& value)
    {
        const bool isInUse = key == "threads" && value == std::to_string(m_run.plan.threads);
        if (isInUse || !m_seen.emplace(key, value).second)
            return;
        const SettingChange change{.finding = m_finding, .key = key, .value = value};
        try {
            const Experiment changed = withChange(m_run.experiment, change);
            const int64_t images = m_run.plan.trainImages;
            if (changed != m_run.experiment && usesField(changed, key) &&
                (images <= 0 || changed.batchSize <= images))
                m_changes.push_back(change);
        } catch (const Error&) { // not allowed here
        }
    }

    const Run& m_run;
    int m_processors;
    std::optional<FindingId> m_finding;
    std::set<std::pair<std::string, std::string>> m_seen;
    std::vector<SettingChange> m_changes;
};

bool isChangeable(const Run& run)
{
    return !isImported(run) && run.kind != RunKind::Program && isWhollyKnown(run.experiment);
}

Changes changesFor(std::span<const Finding> findings, const Run& run, int processors)
{
    Changes changes(run, processors);
    for (const Finding& finding : findings)
        if (finding.verdict == FindingVerdict::LookHere)
            changes.addFor(finding);
    return changes;
}

const ExperimentField& fieldOf(const SettingChange& change)
{
    const ExperimentField* field = findExperimentField(change.key);
    assert(field); // the keys are above
    return *field;
}

} // namespace

std::vector<SettingChange> settingChanges(std::span<const Finding> findings, const Run& run, int processors)
{
    return isChangeable(run) ? changesFor(findings, run, processors).take() : std::vector<SettingChange>();
}

std::vector<SettingChange> allSettingChanges(std::span<const Finding> findings, const Run& run,
                                             int processors)
{
    if (!isChangeable(run))
        return {};
    Changes collected = changesFor(findings, run, processors);
    collected.addUsual();
    auto changes = collected.take();
    std::ranges::stable_partition(changes,
                                  [](const SettingChange& change) { return change.key != "batch_size"; });
    return changes;
}

Experiment withChange(Experiment experiment, const SettingChange& change)
{
    setField(experiment, fieldOf(change), change.value);
    validate(experiment);
    return experiment;
}

std::string changeText(const SettingChange& change)
{
    const ExperimentField& field = fieldOf(change);
    const bool isSwitch = std::holds_alternative<bool Experiment::*>(field.member);
    const std::string value = !isSwitch                ? change.value
                              : change.value == "true" ? translated("on")
                                                       : translated("off");
    return translated(field.label) + " " + value;
}

} // namespace stepscope
