#include "ui/experiment/special_editors.h"

#include "ui/experiment/experiment_edits.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QStyle>
#include <QToolButton>

namespace stepscope::ui {

namespace {

constexpr int batchSizes[] = {1, 16, 64}; // the lab's

QToolButton* makeSegment(const QString& text, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored); // as high as the field next to it
    return button;
}

QHBoxLayout* makeRow(QWidget* row)
{
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    return layout;
}

} // namespace

BatchSizeEditor::BatchSizeEditor(QWidget* parent)
    : FieldEditor(*findExperimentField("batch_size"), parent)
    , m_line(new FieldLine(this))
    , m_memory(plainLabel({}, true))
{
    auto* row = new QWidget(this);
    QHBoxLayout* layout = makeRow(row);
    m_memory->setObjectName("stepMemory");
    m_memory->hide();
    connect(m_memory, &QLabel::linkActivated, this, &BatchSizeEditor::memoryWanted);
    connect(&Theme::instance(), &Theme::changed, m_memory, [this] { // a link has the color of when it was set
        const QString text = m_memory->text();
        m_memory->clear();
        m_memory->setText(text);
    });
    for (const int size : batchSizes) {
        QToolButton* button = makeSegment(QString::number(size), row);
        button->setObjectName(QString("batch%1").arg(size));
        button->setAccessibleName(tr("Batch size %1").arg(size));
        connect(button, &QToolButton::clicked, this, [this, button] {
            button->setChecked(true);
            Q_EMIT edited(&field(), button->text());
            Q_EMIT editingFinished();
        });
        layout->addWidget(button);
        m_presets += button;
    }
    layout->addWidget(m_line->edit(), 1);
    setInput(m_line->edit(), row);
    setNote(m_memory);
    connect(m_line, &FieldLine::edited, this, [this](const QString& text) { Q_EMIT edited(&field(), text); });
    connect(m_line, &FieldLine::finished, this, &FieldEditor::editingFinished);
}

void BatchSizeEditor::show(const ExperimentEdits& edits)
{
    const QString text = edits.text(field());
    m_line->show(text);
    for (QToolButton* button : m_presets)
        button->setChecked(button->text() == text);
    setRefusal(edits.refusal(field()));
}

void BatchSizeEditor::setMemoryNote(const MemoryNote& note)
{
    m_memory->setTextFormat(note.isOffer ? Qt::RichText : Qt::PlainText);
    m_memory->setTextInteractionFlags(note.isOffer
                                          ? Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard
                                          : Qt::TextSelectableByMouse);
    m_memory->setText(note.isOffer
                          ? "<a href=\"#memory\">" + withoutBreaks(note.text).toHtmlEscaped() + "</a>"
                          : withoutBreaks(note.text));
    m_memory->setToolTip(note.help.isEmpty() ? QString() : "<qt>" + note.help.toHtmlEscaped() + "</qt>");
    m_memory->setAccessibleName(note.text);
    m_memory->setVisible(!note.text.isEmpty());
    if (m_memory->property("error").toBool() == note.isTooMuch)
        return;
    m_memory->setProperty("error", note.isTooMuch);
    m_memory->style()->unpolish(m_memory);
    m_memory->style()->polish(m_memory);
}

LengthEditor::LengthEditor(QWidget* parent)
    : FieldEditor(*findExperimentField("epochs"), parent)
    , m_steps(*findExperimentField("steps"))
    , m_line(new FieldLine(this))
    , m_epochsButton(makeSegment(tr("Epochs"), this))
    , m_stepsButton(makeSegment(tr("Steps"), this))
{
    auto* row = new QWidget(this);
    QHBoxLayout* layout = makeRow(row);
    layout->addWidget(m_line->edit(), 1);
    layout->addWidget(m_epochsButton);
    layout->addWidget(m_stepsButton);
    auto* group = new QButtonGroup(this);
    group->addButton(m_epochsButton);
    group->addButton(m_stepsButton);
    setInput(m_line->edit(), row);
    setLabel(tr("Train for"));
    m_epochsButton->setObjectName("lengthInEpochs");
    m_stepsButton->setObjectName("lengthInSteps");
    m_epochsButton->setToolTip(fieldHelp(field()));
    m_stepsButton->setToolTip(tr("Stop after a number of training steps, whatever the number of epochs"));

    constexpr auto defaultSteps = "1000";
    const auto switchTo = [this](const QString& steps) {
        Q_EMIT edited(&m_steps, steps);
        Q_EMIT editingFinished();
    };
    connect(m_epochsButton, &QToolButton::clicked, this, [=] { switchTo("0"); });
    connect(m_stepsButton, &QToolButton::clicked, this, [=, this] {
        if (!m_inSteps)
            switchTo(defaultSteps);
    });
    connect(m_line, &FieldLine::edited, this,
            [this](const QString& text) { Q_EMIT edited(&current(), text); });
    connect(m_line, &FieldLine::finished, this, &FieldEditor::editingFinished);
}

void LengthEditor::show(const ExperimentEdits& edits)
{
    m_inSteps = edits.experiment().steps > 0 || !edits.refusal(m_steps).isEmpty();
    (m_inSteps ? m_stepsButton : m_epochsButton)->setChecked(true);
    m_line->edit()->setToolTip(fieldHelp(current()));
    m_line->show(edits.text(current()));
    setRefusal(edits.refusal(current()));
}

DeviceEditor::DeviceEditor(QWidget* parent)
    : FieldEditor(*findExperimentField("device"), parent)
    , m_box(makeQuietComboBox(this))
{
    setInput(m_box);
    connect(m_box, &QComboBox::activated, this, [this] {
        Q_EMIT edited(&field(), m_box->currentData().toString());
        Q_EMIT editingFinished();
    });
}

void DeviceEditor::setDevices(const std::vector<DeviceInfo>& devices)
{
    const QVariant current = m_box->currentData();
    m_box->clear();
    for (const DeviceInfo& device : devices) {
        const QString id = toQString(device.id);
        const QString name = toQString(device.name);
        const bool absent = !device.whyAbsent.empty();
        m_box->addItem(name.isEmpty() ? id : tr("%1 · %2").arg(id, name), id);
        const QString help = absent ? toQString(device.whyAbsent) : name;
        m_box->setItemData(m_box->count() - 1, help, Qt::ToolTipRole);
        if (absent)
            qobject_cast<QStandardItemModel*>(m_box->model())->item(m_box->count() - 1)->setEnabled(false);
    }
    m_box->setCurrentIndex(m_box->findData(current));
}

void DeviceEditor::show(const ExperimentEdits& edits)
{
    const QString device = edits.text(field());
    int index = m_box->findData(device);
    if (index < 0) {
        m_box->addItem(device, device);
        index = m_box->count() - 1;
    }
    m_box->setCurrentIndex(index);
    setRefusal(edits.refusal(field()));
}

} // namespace stepscope::ui
