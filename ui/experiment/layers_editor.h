#pragma once

#include "ui/experiment/field_editor.h"

#include <QPlainTextEdit>

class QCompleter;
class QLabel;

namespace stepscope::ui {

/// The text of a network's layers: completes words, marks a mistake in its place, and leaves undo to the
/// panel.
class LayersEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit LayersEdit(QWidget* parent);

    /// Underlines a part of the text, in bytes of its UTF-8; a length of 0 removes the mark.
    void markProblem(size_t at, size_t length);
    QCompleter* completer() const { return m_completer; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void finished();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QString wordBefore() const;
    void complete(const QString& word);
    void offerWords();

    QCompleter* m_completer;
};

/// The layers of the network "layers", with what follows from them: the number of parameters, operations and
/// values, and in the tooltip the shape that each layer makes.
class LayersEditor final : public FieldEditor
{
    Q_OBJECT

public:
    explicit LayersEditor(QWidget* parent);
    void show(const ExperimentEdits& edits) override;

private:
    LayersEdit* m_edit;
    QLabel* m_facts;
    bool m_isTyping = false;
};

} // namespace stepscope::ui
