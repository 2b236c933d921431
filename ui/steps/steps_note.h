#pragma once

#include "core/trace/step_range.h"

#include <QWidget>

#include <cstdint>
#include <optional>

class QLabel;
class QPushButton;

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class StepsReader;

/// Says why there are no parts of the selected steps, and offers the nearest recorded step instead.
class StepsNote final : public QWidget
{
    Q_OBJECT

public:
    explicit StepsNote(QWidget* parent = nullptr);

    /// `run` may be null; `reader` reads its steps.
    void explain(const Run* run, const StepsReader& reader, const StepRange& selected);
    /// There are parts: hides the note.
    void clear();

Q_SIGNALS:
    void stepWanted(int64_t step);

private:
    void offer(const std::optional<int64_t>& step);

    QLabel* m_text;
    QPushButton* m_nearestButton;
    std::optional<int64_t> m_nearestStep;
};

} // namespace stepscope::ui
