#pragma once

#include "ui/machine/machine_panels.h"

#include <QWidget>

class QLabel;
class QHBoxLayout;

namespace stepscope::ui {

/// A line of figures for the sample under the cursor, or for the newest one.
class MachineReadout : public QWidget
{
    Q_OBJECT

public:
    explicit MachineReadout(QWidget* parent = nullptr);

    void show(const MachineSample& sample, const MachineKnowledge& known);

private:
    struct Field
    {
        QLabel* caption;
        QLabel* value;
    };

    Field& field(size_t index);

    QHBoxLayout* m_row = nullptr;
    std::vector<Field> m_fields;
};

} // namespace stepscope::ui
