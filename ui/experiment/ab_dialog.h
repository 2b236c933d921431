#pragma once

#include "core/ab_test/ab_test.h"
#include "core/experiment/experiment_fields.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace stepscope::ui {

/// Asks what is different in B, and how long an A/B test may take.
class AbDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `nameOfA`: where A's settings come from, as a noun.
    AbDialog(const Experiment& a, const QString& nameOfA, QWidget* parent = nullptr);

    /// Nothing while the value is not allowed.
    std::optional<AbTest> test() const { return m_test; }

private:
    void build(const QString& nameOfA);
    const ExperimentField& field() const;
    void showField();
    void showState();
    void chooseValues(const ExperimentField& field);

    Experiment m_a;
    std::optional<AbTest> m_test;
    QComboBox* m_field;
    QLabel* m_valueOfA;
    QComboBox* m_value;
    QSpinBox* m_seconds;
    QLabel* m_problem;
    QPushButton* m_measure = nullptr;
};

} // namespace stepscope::ui
