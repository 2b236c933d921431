#include "core/experiment/data_settings.h"

#include "core/base/text/format.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace stepscope {

std::string dataSettingsText(const Experiment& experiment)
{
    static const Experiment usual;
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    std::vector<std::string> parts;
    if (kind && kind->isGenerated() &&
        (experiment.syntheticShape != usual.syntheticShape ||
         experiment.syntheticClasses != usual.syntheticClasses)) {
        parts.push_back(experiment.syntheticShape);
        parts.push_back(translatedPlural("{count} class", "{count} classes", experiment.syntheticClasses,
                                         {{"count", formatCount(experiment.syntheticClasses)}}));
    }
    if (experiment.validationShare > 0)
        parts.push_back(translated("{percent} % for validation",
                                   {{"percent", fmt::format("{:.3g}", 100 * experiment.validationShare)}}));
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace stepscope
