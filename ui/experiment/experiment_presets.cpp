#include "ui/experiment/experiment_presets.h"

#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct ChoiceLabelWords
{
    Q_DECLARE_TR_FUNCTIONS(ChoiceLabel)
};

} // namespace

/// Its summary, with its source if it is published.
static QString helpOf(const NetworkKind& kind)
{
    const QString summary = toQString(kind.summary);
    return kind.group == NetworkGroup::Published
               ? ChoiceLabelWords::tr("%1 (%2)").arg(summary, toQString(kind.source))
               : summary;
}

QList<ExperimentPreset> experimentPresets()
{
    QList<ExperimentPreset> presets;
    for (const NetworkKind& kind : networkKinds())
        presets.append(
            {toQString(kind.preset), helpOf(kind), toQString(kind.name), kind.epochs,
             kind.group == NetworkGroup::Simple ? QString() : toQString(networkGroupTitle(kind.group))});
    return presets;
}

Experiment withPreset(Experiment experiment, const ExperimentPreset& preset)
{
    Experiment result = referenceExperiment(preset.network.toStdString());
    result.epochs = preset.epochs;
    if (isOfForm(experiment.dataset, *findNetworkKind(result.network))) {
        result.dataset = experiment.dataset;
        result.dataDirectory = experiment.dataDirectory;
    }
    result.labelColumn = experiment.labelColumn;
    result.sequenceLength = experiment.sequenceLength;
    result.imageSize = experiment.imageSize;
    result.syntheticImages = experiment.syntheticImages;
    result.syntheticShape = experiment.syntheticShape;
    result.syntheticClasses = experiment.syntheticClasses;
    result.validationShare = experiment.validationShare;
    result.device = experiment.device;
    result.seed = experiment.seed;
    result.threads = experiment.threads;
    result.profile = experiment.profile;
    result.profileWait = experiment.profileWait;
    result.profileWarmup = experiment.profileWarmup;
    result.profileActive = experiment.profileActive;
    result.profileRepeat = experiment.profileRepeat;
    result.profileShapes = experiment.profileShapes;
    result.recorder = experiment.recorder;
    return result;
}

template<typename Kinds>
static QString titleIn(const Kinds& kinds, std::string_view name)
{
    const auto found = std::ranges::find(kinds, name, [](const auto& kind) { return kind.name; });
    return found == kinds.end() ? toQString(name) : toQString(found->title);
}

QString choiceLabel(std::string_view key, std::string_view choice)
{
    if (key == "dataset")
        return titleIn(dataSetKinds(), choice);
    if (key == "network")
        return titleIn(networkKinds(), choice);
    if (key == "optimizer.name")
        return titleIn(optimizerKinds(), choice);
    if (key == "schedule.name")
        return titleIn(scheduleKinds(), choice);
    if (key == "optimizer.form" && choice == "fused")
        return ChoiceLabelWords::tr("Fused");
    if (key == "optimizer.form" && choice == "pytorch")
        return ChoiceLabelWords::tr("As in PyTorch");
    if (key == "loss")
        return choice == "mse"           ? ChoiceLabelWords::tr("Mean squared error")
               : choice == "nll"         ? ChoiceLabelWords::tr("Negative log likelihood")
               : choice == modelLossName ? ChoiceLabelWords::tr("The loss it returns")
                                         : ChoiceLabelWords::tr("Cross entropy");
    if (key == "precision" && choice == "bfloat16")
        return ChoiceLabelWords::tr("bfloat16 (mixed)");
    if (key == "precision" && choice == "float16")
        return ChoiceLabelWords::tr("float16 (mixed)");
    return toQString(choice);
}

QString choiceHeading(std::string_view key, std::string_view choice)
{
    const NetworkKind* const network = key == "network" ? findNetworkKind(choice) : nullptr;
    return network ? toQString(networkGroupTitle(network->group)) : QString();
}

QString choiceHelp(std::string_view key, std::string_view choice)
{
    const NetworkKind* const network = key == "network" ? findNetworkKind(choice) : nullptr;
    return network ? helpOf(*network) : QString();
}

} // namespace stepscope::ui
