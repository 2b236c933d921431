#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace stepscope::ui {

class RunsFilter;

/// A field for the words or the regular expression that filter a list of runs.
class RunsFilterBox final : public QWidget
{
    Q_OBJECT

public:
    /// `name` is the field's object name.
    RunsFilterBox(RunsFilter* filter, const QString& name, QWidget* parent = nullptr);

    /// Moves the focus to the field, with its text selected.
    void edit();

Q_SIGNALS:
    void changed();

private:
    void apply();
    void showProblem(const QString& sentence);

    RunsFilter* m_filter;
    QLineEdit* m_text;
    QToolButton* m_isPattern;
};

} // namespace stepscope::ui
