#pragma once

#include "core/sweep/sweep.h"

#include <QList>
#include <QStringList>
#include <QWidget>

class QButtonGroup;
class QComboBox;
class QLabel;
class QLineEdit;
class QRadioButton;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace stepscope::ui {

class AxisRow;

/// The definition of a sweep: the fields that change, how often and how long each point is trained, and where
/// the runs are saved. The base experiment is given.
class SweepForm final : public QWidget
{
    Q_OBJECT

public:
    explicit SweepForm(QWidget* parent = nullptr);

    /// The sweep in the form, whether or not it can be run.
    Sweep sweep() const;
    /// Sets everything but the base experiment.
    void setSweep(const Sweep& sweep);
    void setBase(const Experiment& base);
    const Experiment& base() const { return m_base; }
    QString folder() const;
    void setFolder(const QString& folder);
    void setImages(int64_t images);
    void setDevices(const QStringList& devices);
    /// At least the processor.
    std::vector<std::string> devices() const;

    /// Empty if the sweep can be run, otherwise the sentence that says why not.
    QString problem() const;

Q_SIGNALS:
    void changed();

private:
    QWidget* buildAxes();
    QWidget* buildChoices();
    QWidget* buildFolder();
    void addAxis(const SweepAxis& axis);
    void addNextAxis();
    void chooseFolder();
    void showBudget();
    void tellChange();

    Experiment m_base;
    QStringList m_devices;
    QLabel* m_baseText = nullptr;
    QVBoxLayout* m_axes = nullptr;
    QList<AxisRow*> m_rows;
    QToolButton* m_add = nullptr;
    QWidget* m_order = nullptr;
    QRadioButton* m_grid = nullptr;
    QRadioButton* m_paired = nullptr;
    QSpinBox* m_repeats = nullptr;
    QComboBox* m_budget = nullptr;
    QLineEdit* m_amount = nullptr;
    QLineEdit* m_folder = nullptr;
    QLabel* m_problem = nullptr;
    bool m_setting = false;
};

} // namespace stepscope::ui
