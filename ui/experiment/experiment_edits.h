#pragma once

#include "core/experiment/experiment_fields.h"

#include <QMap>
#include <QObject>
#include <QString>
#include <QUndoStack>

namespace stepscope::ui {

/// The experiment that the panel edits: its last valid value, invalid texts, and undo.
class ExperimentEdits : public QObject
{
    Q_OBJECT

public:
    /// What the user has typed into a field, and why it is not allowed.
    struct Refusal
    {
        QString text;
        QString sentence;
    };

    explicit ExperimentEdits(QObject* parent = nullptr);

    const Experiment& experiment() const { return m_experiment; }
    /// The text to show for a field: the refused text, if any, otherwise the experiment's.
    QString text(const ExperimentField& field) const;
    /// Why the field's text is not allowed, or contradicts other fields; otherwise empty.
    QString refusal(const ExperimentField& field) const;
    /// The first sentence that says why this experiment cannot be trained; empty if it can.
    QString problem() const;
    /// The field whose allowed value contradicts others; null: there is none.
    const ExperimentField* contradictingField() const { return m_contradiction.field; }

    /// Sets a field's text. Naming a network or an optimizer also sets its reference settings, as in a file.
    void setText(const ExperimentField& field, const QString& text);
    /// Replaces the whole experiment as one edit: a preset, a file.
    void replace(const Experiment& experiment, const QString& what);
    /// Starts over, with nothing to undo.
    void load(const Experiment& experiment);
    /// Later edits of the same field become a separate undo step.
    void endEdit() { ++m_burst; }
    /// Call this when more is known about the data set: checks again whether the network fits it.
    void checkAgain() { tell(); }

    bool hasRefusals() const { return !m_refused.isEmpty(); }
    bool canUndo() const { return !m_refused.isEmpty() || m_stack.canUndo(); }
    bool canRedo() const { return m_refused.isEmpty() && m_stack.canRedo(); }
    /// Discards refused texts, otherwise the last edit.
    void undo();
    void redo();

Q_SIGNALS:
    /// The experiment, a refused text or the undo state has changed.
    void changed();

private:
    class Edit;

    /// Fields whose values are allowed, but not together.
    struct Contradiction
    {
        const ExperimentField* field = nullptr; ///< where it is shown; null: it concerns no field
        QString sentence;                       ///< empty: there is none
    };

    Contradiction findContradiction() const;
    /// Updates the contradiction, and emits changed().
    void tell();
    void apply(const Experiment& experiment);
    void push(const Experiment& after, const QString& what, int field);

    Experiment m_experiment;
    QMap<const ExperimentField*, Refusal> m_refused; // in the order of the registry
    Contradiction m_contradiction;                   ///< at the last change; none while texts are refused
    QUndoStack m_stack;
    int m_burst = 0;
};

} // namespace stepscope::ui
