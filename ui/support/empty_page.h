#pragma once

#include "ui/support/absence_text.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stepscope::ui {

class TraceSelection;

/// Shown in place of a view's content: a heading, a sentence that says what to do, and optionally a button
/// for it.
class EmptyPage final : public QWidget
{
    Q_OBJECT

public:
    /// The labels are called "<name>Title" and "<name>Hint".
    explicit EmptyPage(const QString& name, QWidget* parent = nullptr);

    /// `detail` is the sentence's tooltip, for experts.
    void showText(const QString& title, const QString& hint, const QString& detail = {});
    /// With a button for the recorded step, if there is one and offerSteps() was called.
    void showText(const AbsenceText& text);
    /// The button, which is called "<name>Step", selects the recorded step. Call this once.
    void offerSteps(TraceSelection* selection);
    /// Adds a button below the sentence.
    void addButton(QWidget* button);

    QString title() const;

private:
    QString m_name;
    QLabel* m_title;
    QLabel* m_hint;
    QPushButton* m_goToStep = nullptr;
    int64_t m_step = 0; ///< that the button selects
    QVBoxLayout* m_column;
};

} // namespace stepscope::ui
