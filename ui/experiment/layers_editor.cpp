#include "ui/experiment/layers_editor.h"

#include "core/base/text/format.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/experiment/network_plan.h"
#include "ui/experiment/experiment_edits.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int shownLines = 5;

QStandardItemModel* makeWordModel(QObject* parent)
{
    auto* model = new QStandardItemModel(parent);
    for (const LayerWord& word : layerWords()) {
        auto* item = new QStandardItem(toQString(word.word));
        QString help = QString("%1: %2").arg(toQString(word.numbers), toQString(word.help));
        if (!word.options.empty())
            help += QString(" (%1)").arg(toQString(word.options));
        item->setToolTip(help);
        model->appendRow(item);
    }
    return model;
}

bool isUndoOrRedo(const QKeyEvent* event)
{
    return event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo);
}

void addRows(const std::vector<PlannedLayer>& layers, QStringList& rows)
{
    constexpr qsizetype most = 40;
    for (const PlannedLayer& layer : layers) {
        if (rows.size() == most)
            rows += QString(QChar(0x2026));
        if (rows.size() > most)
            return;
        rows += QString("<tr><td>%1&nbsp;&nbsp;</td><td>%2&nbsp;&nbsp;</td><td align='right'>%3</td></tr>")
                    .arg(toQString(layer.name), toQString(layerShapeText(layer.output)),
                         layer.parameters > 0 ? countText(layer.parameters) : QString());
        addRows(layer.main, rows);
        addRows(layer.shortcut, rows);
    }
}

QString shapesText(const NetworkPlan& plan)
{
    QStringList rows;
    addRows(plan.layers, rows);
    return QString("<table><tr><th align='left'>%1</th><th align='left'>%2</th><th>%3</th></tr>%4</table>")
        .arg(LayersEditor::tr("Layer"), LayersEditor::tr("Result of one sample"),
             LayersEditor::tr("Parameters"), rows.join(QString()));
}

QString factsText(const NetworkPlan& plan)
{
    return LayersEditor::tr("%1 · %2 and %3 per sample")
        .arg(counted(LayersEditor::tr("%1 parameter(s)", nullptr, formNumber(plan.parameters)),
                     plan.parameters),
             toQString(formatFlops(double(plan.flops))),
             counted(LayersEditor::tr("%1 value(s)", nullptr, formNumber(plan.activations)),
                     plan.activations));
}

} // namespace

LayersEdit::LayersEdit(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_completer(new QCompleter(makeWordModel(this), this))
{
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &LayersEdit::complete);
}

QSize LayersEdit::sizeHint() const
{
    const int margins = int(2.0 * document()->documentMargin()) + 2 * frameWidth();
    return {160, shownLines * fontMetrics().lineSpacing() + margins};
}

void LayersEdit::markProblem(size_t at, size_t length)
{
    QList<QTextEdit::ExtraSelection> marks;
    if (length > 0) {
        const QByteArray text = toPlainText().toUtf8();
        const auto characters = [&](size_t bytes) {
            return int(QString::fromUtf8(text.left(qsizetype(bytes))).size());
        };
        QTextEdit::ExtraSelection mark;
        mark.cursor = textCursor();
        const int last = int(document()->characterCount()) - 1;
        mark.cursor.setPosition(std::min(characters(at), last));
        mark.cursor.setPosition(std::min(characters(at + length), last), QTextCursor::KeepAnchor);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(palette().color(QPalette::Highlight));
        marks += mark;
    }
    setExtraSelections(marks);
}

bool LayersEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isUndoOrRedo(static_cast<QKeyEvent*>(event))) {
        event->ignore();
        return true;
    }
    return QPlainTextEdit::event(event);
}

QString LayersEdit::wordBefore() const
{
    const QTextCursor cursor = textCursor();
    const QString text = cursor.block().text().left(cursor.positionInBlock());
    const auto notLetter = std::find_if(text.rbegin(), text.rend(), [](QChar c) { return !c.isLetter(); });
    return text.last(notLetter - text.rbegin());
}

void LayersEdit::complete(const QString& word)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, int(wordBefore().size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

void LayersEdit::offerWords()
{
    const QString word = wordBefore();
    m_completer->setCompletionPrefix(word);
    const bool isComplete = m_completer->completionCount() == 1 && m_completer->currentCompletion() == word;
    if (word.isEmpty() || isComplete || m_completer->completionCount() == 0)
        return m_completer->popup()->hide();
    QAbstractItemView* const popup = m_completer->popup();
    popup->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect place = cursorRect();
    place.setWidth(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width());
    m_completer->complete(place);
}

void LayersEdit::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool isOffered = m_completer->popup()->isVisible();
    const bool isForOffer = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab ||
                            key == Qt::Key_Backtab || key == Qt::Key_Escape;
    if (isUndoOrRedo(event) || (isOffered && isForOffer))
        return event->ignore(); // the panel and the list of words handle these
    QPlainTextEdit::keyPressEvent(event);
    if (!event->text().isEmpty() && event->text().front().isLetter())
        offerWords();
    else
        m_completer->popup()->hide();
}

void LayersEdit::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        Q_EMIT finished();
}

LayersEditor::LayersEditor(QWidget* parent)
    : FieldEditor(*findExperimentField("layers"), parent)
    , m_edit(new LayersEdit(this))
    , m_facts(plainLabel({}, true))
{
    m_facts->setObjectName("layerFacts");
    auto* row = new QWidget(this);
    auto* column = new QVBoxLayout(row);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_edit);
    column->addWidget(m_facts);
    setInput(m_edit, row);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        const QScopedValueRollback typing(m_isTyping, true);
        Q_EMIT edited(&field(), m_edit->toPlainText());
    });
    connect(m_edit, &LayersEdit::finished, this, &FieldEditor::editingFinished);
}

void LayersEditor::show(const ExperimentEdits& edits)
{
    const QString text = edits.text(field());
    if (!m_isTyping && text.trimmed() != m_edit->toPlainText().trimmed()) {
        const QSignalBlocker blocker(m_edit);
        m_edit->setPlainText(text);
    }
    setRefusal(edits.refusal(field()));
    const auto dataSet = knownDataSet(edits.experiment());
    if (!dataSet) {
        m_edit->markProblem(0, 0);
        m_facts->hide();
        return;
    }
    try {
        const NetworkPlan plan =
            planNetwork(m_edit->toPlainText().toStdString(), dataSet->shape, dataSet->classes());
        m_edit->markProblem(0, 0);
        m_facts->setText(withoutBreaks(factsText(plan)));
        m_facts->setToolTip(shapesText(plan));
    } catch (const LayerTextError& problem) {
        m_edit->markProblem(problem.at(), problem.length());
        m_facts->setToolTip({});
    }
    m_facts->setVisible(edits.refusal(field()).isEmpty());
}

} // namespace stepscope::ui
