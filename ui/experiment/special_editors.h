#pragma once

#include "core/engine/engine.h"
#include "ui/experiment/field_editor.h"

#include <QList>

#include <vector>

class QToolButton;

namespace stepscope::ui {

/// The batch size, with those of the lab one click away.
class BatchSizeEditor : public FieldEditor
{
    Q_OBJECT

public:
    explicit BatchSizeEditor(QWidget* parent);
    void show(const ExperimentEdits& edits) override;

private:
    FieldLine* m_line;
    QList<QToolButton*> m_presets;
};

/// How long to train: a number of epochs, of steps, or of seconds.
class LengthEditor : public FieldEditor
{
    Q_OBJECT

public:
    explicit LengthEditor(QWidget* parent);
    void show(const ExperimentEdits& edits) override;

private:
    /// A unit and the field that counts in it.
    struct Unit
    {
        const ExperimentField* field;
        QToolButton* button;
        QString usual; ///< what is put in when the unit is chosen
    };

    const ExperimentField& current() const { return *m_units[m_unit].field; }
    void switchTo(int unit);

    FieldLine* m_line;
    QList<Unit> m_units;
    int m_unit = 0;
};

/// What the machine has to train on. Before that is known, only the experiment's own device.
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
