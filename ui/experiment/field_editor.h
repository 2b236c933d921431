#pragma once

#include "core/experiment/experiment_fields.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace stepscope::ui {

class ExperimentEdits;

/// A row of the form: label, input, and below it the sentence that says why the input is not allowed.
class FieldEditor : public QWidget
{
    Q_OBJECT

public:
    const ExperimentField& field() const { return *m_field; }
    /// Shows the field's text and refusal.
    virtual void show(const ExperimentEdits& edits) = 0;

    /// Whether the field applies to the experiment; empty: always.
    std::function<bool(const Experiment&)> isRelevant;

Q_SIGNALS:
    void edited(const ExperimentField* field, const QString& text);
    void editingFinished();

protected:
    FieldEditor(const ExperimentField& field, QWidget* parent);
    /// Call this once, with the widget that takes the focus and the widget that contains the whole row.
    void setInput(QWidget* input, QWidget* row = nullptr);
    /// A line below the input; call it after setInput().
    void setNote(QWidget* note);
    void setLabel(const QString& text);
    void setRefusal(const QString& sentence);

private:
    const ExperimentField* m_field;
    QWidget* m_input = nullptr;
    QGridLayout* m_grid = nullptr;
    QLabel* m_label;
    QLabel* m_refusal;
};

/// Tooltip of a field: its purpose, a note on it, if there is one, and allowed values.
QString fieldHelp(const ExperimentField& field, const QString& note = {});

/// A line edit that leaves undo to the panel, and does not change its text while the user is typing.
class FieldLine : public QObject
{
    Q_OBJECT

public:
    explicit FieldLine(QWidget* editor);

    QLineEdit* edit() const { return m_edit; }
    void show(const QString& text);

Q_SIGNALS:
    void edited(const QString& text);
    void finished();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QLineEdit* m_edit;
    bool m_typing = false;
    QString m_valueOfTyped; ///< the value of the typed text: "1" for "1."
};

/// A number or a text.
class LineFieldEditor : public FieldEditor
{
    Q_OBJECT

public:
    LineFieldEditor(const ExperimentField& field, QWidget* parent);
    void show(const ExperimentEdits& edits) override;

private:
    FieldLine* m_line;
};

/// One of several. A choice that contradicts other settings is disabled, and its tooltip says why.
class ChoiceFieldEditor : public FieldEditor
{
    Q_OBJECT

public:
    ChoiceFieldEditor(const ExperimentField& field, QWidget* parent);
    void show(const ExperimentEdits& edits) override;

private:
    void disableContradictions(const Experiment& experiment);

    QComboBox* m_box;
};

/// On or off. If on contradicts other settings, it is disabled, and its tooltip says why.
class ToggleFieldEditor : public FieldEditor
{
    Q_OBJECT

public:
    ToggleFieldEditor(const ExperimentField& field, QWidget* parent);
    void show(const ExperimentEdits& edits) override;

private:
    QCheckBox* m_box;
};

/// A combo box that ignores the wheel, so that scrolling the form changes nothing.
QComboBox* makeQuietComboBox(QWidget* parent);

} // namespace stepscope::ui
