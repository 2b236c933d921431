#include "core/comparison/sample_shape.h"

#include "core/base/text/format.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/synthetic_shape.h"
#include "core/graph/network_graph.h"
#include "core/language/translation.h"

#include <algorithm>

namespace stepscope {

/// Without the batch.
static SampleShape inputShapeOf(const NetworkGraph& graph)
{
    const auto input = std::ranges::find(graph.nodes, GraphNodeKind::Input, &GraphNode::kind);
    if (input == graph.nodes.end() || input->outputShape.empty())
        return {};
    return {input->outputShape.begin() + 1, input->outputShape.end()};
}

SampleShape sampleShapeOf(const DataSetDescription& dataSet)
{
    return {dataSet.shape.channels, dataSet.shape.rows, dataSet.shape.columns};
}

SampleShape sampleShapeOf(const Experiment& experiment)
{
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    if (!kind)
        return {};
    if (kind->isText())
        return {experiment.sequenceLength};
    if (kind->isGenerated()) {
        const auto shape = parseSyntheticShape(experiment.syntheticShape);
        return shape ? SampleShape{shape->channels, shape->rows, shape->columns} : SampleShape();
    }
    const auto dataSet = fixedDescription(experiment.dataset);
    return dataSet ? sampleShapeOf(*dataSet) : SampleShape();
}

SampleShape sampleShapeOf(const Run& run)
{
    if (run.kind != RunKind::Training || run.experiment.dataset.empty())
        return {};
    const SampleShape shape = sampleShapeOf(run.experiment);
    return shape.empty() && run.graph ? inputShapeOf(*run.graph) : shape;
}

bool areOtherSamples(const SampleShape& a, const SampleShape& b)
{
    return !a.empty() && !b.empty() && a != b;
}

std::string sampleShapeText(const SampleShape& shape)
{
    if (shape.size() == 1)
        return translatedPlural("sequences of {count} character", "sequences of {count} characters", shape[0],
                                {{"count", formatCount(shape[0])}});
    if (shape.size() == 3 && shape[0] == 1 && shape[1] == 1)
        return translatedPlural("rows of {count} value", "rows of {count} values", shape[2],
                                {{"count", formatCount(shape[2])}});
    return translated("images of {shape}", {{"shape", shapeText(shape)}});
}

} // namespace stepscope
