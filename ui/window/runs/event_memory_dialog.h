#pragma once

#include <QDialog>

class QSpinBox;

namespace stepscope::ui {

/// Asks how much memory a run's events may use.
class EventMemoryDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `bytes`: the setting; 0: automatic.
    explicit EventMemoryDialog(int64_t bytes, QWidget* parent = nullptr);

    int64_t bytes() const;

private:
    QSpinBox* m_megabytes;
};

/// Sets the limit of this process.
void useEventMemory(int64_t bytes);

} // namespace stepscope::ui
