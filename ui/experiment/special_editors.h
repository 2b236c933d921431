#pragma once

#include "core/engine/engine.h"
#include "ui/experiment/field_editor.h"

#include <QList>

#include <vector>

class QLabel;
class QToolButton;

namespace stepscope::ui {

/// The memory of a step with the experiment's batch size.
struct MemoryNote
{
    QString text; ///< empty: nothing is shown
    QString help; ///< in the tooltip
    bool isTooMuch = false;
    bool isOffer = false; ///< a click on the text asks for the prediction
};

/// The batch size, with the lab's values one click away, and the memory that it needs.
class BatchSizeEditor : public FieldEditor
{
    Q_OBJECT

public:
    explicit BatchSizeEditor(QWidget* parent);
    void show(const ExperimentEdits& edits) override;
    void setMemoryNote(const MemoryNote& note);

Q_SIGNALS:
    void memoryWanted();

private:
    FieldLine* m_line;
    QLabel* m_memory;
    QList<QToolButton*> m_presets;
};

/// The length of the training: a number of epochs or steps.
class LengthEditor : public FieldEditor
{
    Q_OBJECT

public:
    explicit LengthEditor(QWidget* parent);
    void show(const ExperimentEdits& edits) override;

private:
    const ExperimentField& current() const { return m_inSteps ? m_steps : field(); }

    const ExperimentField& m_steps;
    FieldLine* m_line;
    QToolButton* m_epochsButton;
    QToolButton* m_stepsButton;
    bool m_inSteps = false;
};

/// The devices of this machine. Until they are known, only the experiment's own device.
class DeviceEditor : public FieldEditor
{
    Q_OBJECT

public:
    explicit DeviceEditor(QWidget* parent);
    void setDevices(const std::vector<DeviceInfo>& devices);
    void show(const ExperimentEdits& edits) override;

private:
    QComboBox* m_box;
};

} // namespace stepscope::ui
