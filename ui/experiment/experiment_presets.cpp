#include "ui/experiment/experiment_presets.h"

#include "core/experiment/experiment_fields.h"

#include <QObject>

namespace stepscope::ui {

QList<ExperimentPreset> experimentPresets()
{
    return {
        {QObject::tr("Today's example"),
         QObject::tr("The ConvNet of today's PyTorch example: Dropout, Adadelta, 14 epochs"), "mnist-convnet",
         14},
        {QObject::tr("Lab 2020"), QObject::tr("The lab's ConvNet of 2020: Dropout2d, Adadelta, 14 epochs"),
         "mnist-convnet-2020", 14},
        {QObject::tr("Example of 2018"),
         QObject::tr("Two 5 × 5 convolutions and two linear layers, SGD with momentum, 10 epochs"),
         "mnist-convnet-2018", 10},
        {QObject::tr("Example of 2017"),
         QObject::tr("A small ConvNet with Dropout2d, SGD with momentum, 10 epochs"), "mnist-convnet-2017",
         10},
        {QObject::tr("MLP"), QObject::tr("Linear layers only: 2 hidden ones of 128 neurons, 10 epochs"),
         "mlp", 10},
    };
}

Experiment withPreset(Experiment experiment, const ExperimentPreset& preset)
{
    Experiment result = referenceExperiment(preset.network.toStdString());
    result.epochs = preset.epochs;
    result.dataset = experiment.dataset;
    result.dataDirectory = experiment.dataDirectory;
    result.syntheticImages = experiment.syntheticImages;
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

QString choiceLabel(std::string_view key, std::string_view choice)
{
    struct Label
    {
        std::string_view key;
        std::string_view choice;
        const char* label;
    };
    static constexpr Label labels[] = {
        {"dataset", "mnist", "MNIST"},
        {"dataset", "fashion-mnist", "Fashion-MNIST"},
        {"dataset", "synthetic", "Synthetic"},
        {"network", "mnist-convnet", "ConvNet (today's)"},
        {"network", "mnist-convnet-2020", "ConvNet (lab 2020)"},
        {"network", "mnist-convnet-2018", "ConvNet (2018)"},
        {"network", "mnist-convnet-2017", "ConvNet (2017)"},
        {"network", "mlp", "MLP"},
        {"optimizer.name", "adadelta", "Adadelta"},
        {"optimizer.name", "sgd", "SGD"},
        {"optimizer.name", "adam", "Adam"},
        {"optimizer.name", "adamw", "AdamW"},
        {"optimizer.name", "rmsprop", "RMSprop"},
        {"optimizer.name", "adagrad", "Adagrad"},
        {"optimizer.form", "fused", "Fused"},
        {"optimizer.form", "pytorch", "As in PyTorch"},
        {"schedule.name", "constant", "Constant"},
        {"schedule.name", "step", "Step"},
    };
    for (const Label& label : labels) {
        if (label.key == key && label.choice == choice)
            return QObject::tr(label.label);
    }
    return QString::fromUtf8(choice.data(), qsizetype(choice.size()));
}

} // namespace stepscope::ui
