#include "ui/experiment/experiment_form.h"

#include "core/base/text/format.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/augmentation.h"
#include "core/experiment/experiment_kinds.h"
#include "ui/experiment/experiment_edits.h"
#include "ui/experiment/form_section.h"
#include "ui/experiment/layers_editor.h"
#include "ui/support/qt_text.h"

#include <QEvent>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

FieldEditor* makeEditor(const ExperimentField& field, QWidget* parent)
{
    if (std::holds_alternative<bool Experiment::*>(field.member))
        return new ToggleFieldEditor(field, parent);
    if (!field.choices.empty())
        return new ChoiceFieldEditor(field, parent);
    return new LineFieldEditor(field, parent);
}

QString profilerSummary(const Experiment& experiment)
{
    if (!experiment.profile)
        return ExperimentForm::tr("off");
    return counted(ExperimentForm::tr("%1 step(s) after %2", nullptr, formNumber(experiment.profileActive)),
                   experiment.profileActive)
        .arg(countText(experiment.profileWait + experiment.profileWarmup));
}

QString moreSummary(const Experiment& experiment)
{
    const QString seed = ExperimentForm::tr("seed %1").arg(experiment.seed);
    if (experiment.seconds <= 0)
        return seed;
    return ExperimentForm::tr("%1 · for %2").arg(seed, toQString(formatSeconds(experiment.seconds)));
}

} // namespace

ExperimentForm::ExperimentForm(ExperimentEdits* edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits)
{
}

void ExperimentForm::fillOpen()
{
    auto* data = new FormSection(tr("Data and network"), FormSection::Kind::Open, this);
    auto* training = new FormSection(tr("Training"), FormSection::Kind::Open, this);
    m_optimizer = new FormSection(tr("Optimizer parameters"), FormSection::Kind::Collapsible, this);
    m_profiler = new FormSection(tr("Profiler"), FormSection::Kind::Collapsible, this);
    m_more = new FormSection(tr("More"), FormSection::Kind::Collapsible, this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 12);
    layout->setSpacing(16);
    layout->addWidget(data);
    layout->addWidget(training);
    auto* rest = new QVBoxLayout;
    rest->setSpacing(0);
    for (FormSection* section : {m_optimizer, m_profiler, m_more}) {
        rest->addWidget(section);
        connect(section, &FormSection::opened, this, [this, section] {
            QTimer::singleShot(0, this, [this, section] { scrollTo(section); }); // after it has been laid out
        });
    }
    layout->addLayout(rest);
    layout->addStretch();

    add(data, "dataset");
    addDataFolder(data, true);
    add(data, "image_size");
    add(data, "decode_images");
    add(data, "synthetic_images");
    add(data, "synthetic_shape");
    add(data, "synthetic_classes");
    add(data, "label_column");
    add(data, "sequence_length");
    add(data, "network");
    auto* layers = add(data, new LayersEditor(data->body()));
    layers->isRelevant = [](const Experiment& experiment) { return usesField(experiment, "layers"); };
    add(data, "model");
    add(data, "keep_weights");
    add(data, "loss");
    add(data, "hidden_layers");
    add(data, "width");
    m_device = new DeviceEditor(data->body());
    m_device->setDevices(m_devices);
    add(data, m_device);

    m_batchSize = new BatchSizeEditor(training->body());
    m_batchSize->setMemoryNote(m_memoryNote);
    connect(m_batchSize, &BatchSizeEditor::memoryWanted, this, &ExperimentForm::memoryWanted);
    add(training, m_batchSize);
    add(training, new LengthEditor(training->body()));
    add(training, "optimizer.name");
    add(training, "optimizer.learning_rate");
    for (const ExperimentField& field : experimentFields()) {
        if (field.key.starts_with("schedule."))
            add(training, field.key);
    }

    connect(m_edits, &ExperimentEdits::changed, this, &ExperimentForm::showEdits);
    showEdits();
    QTimer::singleShot(1, this, &ExperimentForm::fillFolded);
}

bool ExperimentForm::event(QEvent* event)
{
    if (event->type() == QEvent::Paint && !m_painted) {
        m_painted = true;
        QTimer::singleShot(1, this, &ExperimentForm::fillOpen);
    }
    return QWidget::event(event);
}

void ExperimentForm::fillFolded()
{
    for (const ExperimentField& field : experimentFields()) {
        if (field.key.starts_with("optimizer.") && !editorOf(field)) // which those above have
            add(m_optimizer, field.key);
    }

    add(m_profiler, "profiler.enabled");
    for (const auto* key : {"profiler.wait", "profiler.warmup", "profiler.active", "profiler.repeat",
                            "profiler.shapes", "profiler.recorder"})
        add(m_profiler, key);

    for (const auto* key : {"execution",
                            "precision",
                            "channels_last",
                            "onednn",
                            "cudnn",
                            "cudnn_benchmark",
                            "cudnn_deterministic",
                            "tf32",
                            "accumulation",
                            "gradient_clipping",
                            "l1",
                            "seed",
                            "initial_weights",
                            "augmentation",
                            "validation_share",
                            "threads",
                            "pin_threads",
                            "inter_op_threads",
                            "loader.workers",
                            "loader.prefetch",
                            "copy_batches",
                            "pinned_memory",
                            "async_copies",
                            "seconds",
                            "test_batch_size"})
        add(m_more, key);
    addDataFolder(m_more, false);
    showEdits();
    m_filled = true;
    Q_EMIT filled();
    if (const ExperimentField* wanted = std::exchange(m_wanted, nullptr))
        showField(*wanted);
}

/// Epochs and steps share a row. The data folder has two rows, of which one is shown.
FieldEditor* ExperimentForm::editorOf(const ExperimentField& field) const
{
    const auto* shown = field.key == "steps" ? findExperimentField("epochs") : &field;
    const auto isItsRow = [&](const FieldEditor* each) {
        const bool isOther = field.key == "data_directory" && !each->isRelevant(m_edits->experiment());
        return &each->field() == shown && !isOther;
    };
    const auto found = std::ranges::find_if(m_editors, isItsRow);
    return found == m_editors.end() ? nullptr : *found;
}

bool ExperimentForm::hasRow(const ExperimentField& field) const
{
    const FieldEditor* const editor = editorOf(field);
    return editor && (!editor->isRelevant || editor->isRelevant(m_edits->experiment()));
}

/// The whole section, or as much of it as fits, from its title on.
void ExperimentForm::scrollTo(const FormSection* section)
{
    QScrollArea* area = nullptr;
    for (QWidget* parent = parentWidget(); parent && !area; parent = parent->parentWidget())
        area = qobject_cast<QScrollArea*>(parent);
    if (!area)
        return;
    const int top = section->mapTo(this, QPoint()).y();
    const int bottom = top + section->height();
    QScrollBar* const bar = area->verticalScrollBar();
    const int height = area->viewport()->height();
    if (bottom > bar->value() + height)
        bar->setValue(std::min(top, bottom - height));
}

void ExperimentForm::showField(const ExperimentField& field)
{
    if (!m_filled) {
        m_wanted = &field;
        return;
    }
    FieldEditor* const editor = editorOf(field);
    if (!editor)
        return;
    QScrollArea* area = nullptr;
    for (QWidget* parent = editor->parentWidget(); parent && !area; parent = parent->parentWidget()) {
        if (auto* section = qobject_cast<FormSection*>(parent))
            section->setExpanded(true);
        area = qobject_cast<QScrollArea*>(parent);
    }
    editor->setFocus(Qt::OtherFocusReason);
    if (!area)
        return;
    // After the section has been laid out.
    QTimer::singleShot(0, area, [area, shown = QPointer<QWidget>(editor)] {
        if (shown)
            area->ensureWidgetVisible(shown);
    });
}

FieldEditor* ExperimentForm::add(FormSection* section, std::string_view key)
{
    const ExperimentField& field = *findExperimentField(key);
    FieldEditor* const editor = add(section, makeEditor(field, section->body()));
    editor->isRelevant = [&field](const Experiment& experiment) {
        // One that is set although the data set has no images is refused: here it can be cleared.
        const bool isRefused = field.key == "augmentation" && hasAugmentation(experiment.augmentation);
        // Below the switch that they need: disabled, with the reason.
        const bool isOfCopies = field.key == "pinned_memory" || field.key == "async_copies";
        return usesField(experiment, field.key) || isRefused || isOfCopies;
    };
    return editor;
}

/// The place of the user's own data must be named, that of other data sets rarely is. Synthetic data has
/// none.
void ExperimentForm::addDataFolder(FormSection* section, bool isForOwnData)
{
    add(section, "data_directory")->isRelevant = [isForOwnData](const Experiment& experiment) {
        const DataSetKind* const kind = findDataSetKind(experiment.dataset);
        const bool isOwn = kind && kind->isOwn();
        return isForOwnData == isOwn && usesField(experiment, "data_directory");
    };
}

FieldEditor* ExperimentForm::add(FormSection* section, FieldEditor* editor)
{
    section->addRow(editor);
    m_editors += editor;
    connect(editor, &FieldEditor::edited, m_edits,
            [this](const ExperimentField* field, const QString& text) { m_edits->setText(*field, text); });
    connect(editor, &FieldEditor::editingFinished, m_edits, [this, editor] {
        m_edits->endEdit();
        editor->show(*m_edits);
    });
    return editor;
}

void ExperimentForm::setDevices(std::vector<DeviceInfo> devices)
{
    m_devices = std::move(devices);
    if (!m_device)
        return;
    m_device->setDevices(m_devices);
    m_device->show(*m_edits);
}

void ExperimentForm::setMemoryNote(const MemoryNote& note)
{
    m_memoryNote = note;
    if (m_batchSize)
        m_batchSize->setMemoryNote(note);
}

void ExperimentForm::showEdits()
{
    const Experiment& experiment = m_edits->experiment();
    for (FieldEditor* editor : m_editors) {
        editor->show(*m_edits);
        if (editor->isRelevant)
            editor->setVisible(editor->isRelevant(experiment));
    }
    m_profiler->setSummary(profilerSummary(experiment));
    m_more->setSummary(moreSummary(experiment));
    // A hidden mark would leave Train disabled for no visible reason.
    for (FormSection* section : {m_optimizer, m_profiler, m_more}) {
        for (const FieldEditor* editor : section->findChildren<FieldEditor*>()) {
            if (!m_edits->refusal(editor->field()).isEmpty())
                section->setExpanded(true);
        }
    }
}

} // namespace stepscope::ui
