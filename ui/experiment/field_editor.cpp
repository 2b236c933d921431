#include "ui/experiment/field_editor.h"

#include "core/data/kinds/data_set_kinds.h"
#include "ui/experiment/experiment_edits.h"
#include "ui/experiment/experiment_presets.h"
#include "ui/support/qt_text.h"
#include "ui/theme/follow_font.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace stepscope::ui {

namespace {

class QuietComboBox : public QComboBox
{
public:
    explicit QuietComboBox(QWidget* parent)
        : QComboBox(parent)
    {
        setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(8);
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }

    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        const int width =
            style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
        option.currentText = option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, width - 4);
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }
};

} // namespace

/// A line that cannot be chosen.
static void addHeading(QComboBox& box, const QString& text)
{
    QFont font = box.font();
    font.setBold(true);
    box.addItem(text);
    box.setItemData(box.count() - 1, font, Qt::FontRole);
    qobject_cast<QStandardItemModel*>(box.model())->item(box.count() - 1)->setFlags(Qt::NoItemFlags);
}

QComboBox* makeQuietComboBox(QWidget* parent)
{
    return new QuietComboBox(parent);
}

QString fieldHelp(const ExperimentField& field, const QString& note)
{
    QString help = toQString(helpText(field)).toHtmlEscaped();
    if (!note.isEmpty())
        help += "<br>" + note.toHtmlEscaped();
    if (std::holds_alternative<bool Experiment::*>(field.member) || !field.choices.empty() || isPath(field))
        return "<qt>" + help + "</qt>";
    const QString allowed = toQString(allowedText(field)).toHtmlEscaped();
    return "<qt>" + help + "<br>" + FieldEditor::tr("Allowed: %1").arg(allowed) + "</qt>";
}

FieldEditor::FieldEditor(const ExperimentField& field, QWidget* parent)
    : QWidget(parent)
    , m_field(&field)
    , m_label(new QLabel(toQString(field.label), this))
    , m_refusal(new QLabel(this))
{
    setObjectName(toQString(field.key));
    setToolTip(fieldHelp(field));
    const QString widest = toQString(findExperimentField("synthetic_images")->label);
    followFont(m_label, [this, widest] {
        m_label->setFixedWidth(m_label->fontMetrics().horizontalAdvance(widest) + 4);
    });
    m_refusal->setObjectName("refusal");
    m_refusal->setProperty("error", true);
    m_refusal->setWordWrap(true);
    m_refusal->hide();
}

void FieldEditor::setInput(QWidget* input, QWidget* row)
{
    m_input = input;
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->addWidget(m_label, 0, 0);
    m_grid->addWidget(row ? row : input, 0, 1);
    m_grid->addWidget(m_refusal, 1, 1);
    m_grid->setColumnStretch(1, 1);
    m_label->setBuddy(input);
    input->setAccessibleName(m_label->text());
    setFocusProxy(input);
}

void FieldEditor::setNote(QWidget* note)
{
    m_grid->addWidget(note, 2, 1);
}

void FieldEditor::setLabel(const QString& text)
{
    m_label->setText(text);
    m_label->setVisible(!text.isEmpty());
}

void FieldEditor::setRefusal(const QString& sentence)
{
    m_refusal->setText(sentence);
    m_refusal->setVisible(!sentence.isEmpty());
    if (m_input->property("invalid").toBool() == !sentence.isEmpty())
        return;
    m_input->setProperty("invalid", !sentence.isEmpty());
    m_input->style()->unpolish(m_input);
    m_input->style()->polish(m_input);
}

FieldLine::FieldLine(QWidget* editor)
    : QObject(editor)
    , m_edit(new QLineEdit(editor))
{
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_typing = true;
        Q_EMIT edited(text);
        m_typing = false;
    });
    connect(m_edit, &QLineEdit::editingFinished, this, &FieldLine::finished);
}

void FieldLine::show(const QString& text)
{
    if (m_typing) {
        m_valueOfTyped = text;
        return;
    }
    if ((m_edit->hasFocus() && text == m_valueOfTyped) || text == m_edit->text())
        return;
    m_edit->setText(text);
}

bool FieldLine::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool control = key->modifiers().testFlag(Qt::ControlModifier);
        if (control && (key->key() == Qt::Key_Z || key->key() == Qt::Key_Y)) {
            event->ignore();
            return true;
        }
    }
    if (event->type() == QEvent::FocusOut)
        m_valueOfTyped.clear();
    return QObject::eventFilter(object, event);
}

LineFieldEditor::LineFieldEditor(const ExperimentField& field, QWidget* parent)
    : FieldEditor(field, parent)
    , m_line(new FieldLine(this))
{
    setInput(m_line->edit());
    if (std::holds_alternative<std::string Experiment::*>(field.member))
        m_line->edit()->setPlaceholderText(field.key == "initial_weights" ? tr("random")
                                           : field.key == "augmentation"  ? tr("none")
                                           : field.key == "label_column"  ? tr("the last one")
                                           : field.key == "model"         ? tr("file")
                                                                          : tr("automatic"));
    connect(m_line, &FieldLine::edited, this,
            [this](const QString& text) { Q_EMIT edited(&this->field(), text); });
    connect(m_line, &FieldLine::finished, this, &FieldEditor::editingFinished);
}

void LineFieldEditor::show(const ExperimentEdits& edits)
{
    if (field().key == "data_directory") {
        const DataSetKind* const dataSet = findDataSetKind(edits.experiment().dataset);
        m_line->edit()->setPlaceholderText(!dataSet || !dataSet->isOwn() ? tr("automatic")
                                           : dataSet->isText()           ? tr("text file")
                                           : dataSet->isTable()          ? tr("CSV file")
                                           : dataSet->format == DataFormat::ImageFolder
                                               ? tr("folder of images")
                                               : tr("file or folder of arrays"));
    }
    m_line->show(edits.text(field()));
    setRefusal(edits.refusal(field()));
}

ChoiceFieldEditor::ChoiceFieldEditor(const ExperimentField& field, QWidget* parent)
    : FieldEditor(field, parent)
    , m_box(makeQuietComboBox(this))
{
    QString heading;
    for (const std::string_view choice : field.choices) {
        if (const QString own = choiceHeading(field.key, choice); own != heading) {
            heading = own;
            addHeading(*m_box, heading);
        }
        m_box->addItem(choiceLabel(field.key, choice), toQString(choice));
    }
    m_box->setMaxVisibleItems(24);
    setInput(m_box);
    connect(m_box, &QComboBox::activated, this, [this] {
        Q_EMIT edited(&this->field(), m_box->currentData().toString());
        Q_EMIT editingFinished();
    });
}

void ChoiceFieldEditor::disableContradictions(const Experiment& experiment)
{
    const auto* const model = qobject_cast<QStandardItemModel*>(m_box->model());
    for (int i = 0; i < m_box->count(); ++i) {
        const std::string choice = m_box->itemData(i).toString().toStdString();
        if (choice.empty()) // a heading
            continue;
        const QString reason = toQString(contradiction(experiment, field().key, choice, FieldNaming::Label));
        const QString help = reason.isEmpty() ? choiceHelp(field().key, choice) : reason;
        model->item(i)->setEnabled(reason.isEmpty());
        model->item(i)->setToolTip(help.isEmpty() ? help : "<qt>" + help.toHtmlEscaped() + "</qt>");
    }
}

void ChoiceFieldEditor::show(const ExperimentEdits& edits)
{
    disableContradictions(edits.experiment());
    m_box->setCurrentIndex(m_box->findData(edits.text(field())));
    setRefusal(edits.refusal(field()));
}

ToggleFieldEditor::ToggleFieldEditor(const ExperimentField& field, QWidget* parent)
    : FieldEditor(field, parent)
    , m_box(new QCheckBox(toQString(field.label), this))
{
    setInput(m_box);
    setLabel({});
    connect(m_box, &QCheckBox::clicked, this, [this](bool on) {
        Q_EMIT edited(&this->field(), on ? "true" : "false");
        Q_EMIT editingFinished();
    });
}

void ToggleFieldEditor::show(const ExperimentEdits& edits)
{
    const bool isOn = edits.text(field()) == "true";
    const QString reason =
        toQString(contradiction(edits.experiment(), field().key, "true", FieldNaming::Label));
    m_box->setChecked(isOn);
    m_box->setEnabled(isOn || reason.isEmpty()); // one that is on can be turned off
    setToolTip(fieldHelp(field(), reason));
    setRefusal(edits.refusal(field()));
}

} // namespace stepscope::ui
