#pragma once

#include "core/experiment/experiment_fields.h"
#include "core/sweep/sweep.h"

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace stepscope::ui {

/// One axis of a sweep: the field that changes, a line with its values, and below it the sentence that says
/// why one is not allowed.
class AxisRow final : public QWidget
{
    Q_OBJECT

public:
    explicit AxisRow(const SweepAxis& axis, QWidget* parent = nullptr);

    SweepAxis axis() const;
    /// Empty if all values are allowed, otherwise the sentence that says which is not.
    QString problem() const;
    /// The machine's devices, to choose from.
    void setDevices(const QStringList& devices);
    void focusValues();

Q_SIGNALS:
    void changed();
    void removeWanted();

private:
    const ExperimentField& field() const;
    void buildRow();
    void showField();
    void check();
    void fillChoices();
    QStringList choices() const;
    QStringList values() const;
    void setValues(const QStringList& values);
    void toggleValue(const QString& value, bool on);

    QComboBox* m_field;
    QLineEdit* m_values;
    QToolButton* m_choices;
    QToolButton* m_remove;
    QLabel* m_problem;
    QStringList m_devices;
};

} // namespace stepscope::ui
