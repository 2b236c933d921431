#pragma once

#include "ui/support/absence_text.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace stepscope::ui {

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
    void showText(const AbsenceText& text) { showText(text.title, text.hint); }
    /// Adds a button below the sentence.
    void addButton(QWidget* button);

    QString title() const;

private:
    QLabel* m_title;
    QLabel* m_hint;
    QVBoxLayout* m_column;
};

} // namespace stepscope::ui
