#include "ui/sweep/axis_row.h"

#include "core/base/error.h"
#include "core/language/translation.h"
#include "core/sweep/axis_values.h"
#include "ui/experiment/experiment_presets.h"
#include "ui/experiment/field_editor.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace stepscope::ui {

namespace {

/// The lab's fields and those of most questions come first in the list.
constexpr std::array<std::string_view, 8> firstFields = {"batch_size",
                                                         "device",
                                                         "network",
                                                         "hidden_layers",
                                                         "threads",
                                                         "optimizer.name",
                                                         "optimizer.learning_rate",
                                                         "seed"};

/// The length of a training is set by the budget.
bool isAxis(std::string_view key)
{
    return key != "epochs" && key != "steps" && key != "seconds" && key != "data_directory" &&
           key != "initial_weights";
}

void addField(QComboBox* box, std::string_view key)
{
    const ExperimentField* field = findExperimentField(key);
    box->addItem(toQString(field->label), toQString(key));
    box->setItemData(box->count() - 1, fieldHelp(*field), Qt::ToolTipRole);
}

} // namespace

AxisRow::AxisRow(const SweepAxis& axis, QWidget* parent)
    : QWidget(parent)
    , m_field(makeQuietComboBox(this))
    , m_values(new QLineEdit(this))
    , m_choices(new QToolButton(this))
    , m_remove(new QToolButton(this))
    , m_problem(new QLabel(this))
{
    buildRow();
    for (const std::string_view key : firstFields)
        addField(m_field, key);
    m_field->insertSeparator(m_field->count());
    for (const ExperimentField& field : experimentFields()) {
        if (isAxis(field.key) && std::ranges::find(firstFields, field.key) == firstFields.end())
            addField(m_field, field.key);
    }
    // A sweep from the command line may have a field that is not offered here.
    if (findExperimentField(axis.field) && m_field->findData(toQString(axis.field)) < 0)
        addField(m_field, axis.field);
    m_field->setCurrentIndex(std::max(0, m_field->findData(toQString(axis.field))));
    QStringList values;
    for (const std::string& value : axis.values)
        values += toQString(value);
    setValues(values);
    showField();

    connect(m_field, &QComboBox::activated, this, [this] {
        m_values->clear();
        showField();
        m_values->setFocus();
    });
    connect(m_values, &QLineEdit::textChanged, this, [this] {
        check();
        Q_EMIT changed();
    });
    connect(m_remove, &QToolButton::clicked, this, &AxisRow::removeWanted);
}

void AxisRow::buildRow()
{
    m_field->setObjectName("axisField");
    m_field->setAccessibleName(tr("Field that changes"));
    m_field->setFixedWidth(168);
    m_field->setMaxVisibleItems(40);
    m_values->setObjectName("axisValues");
    m_choices->setObjectName("axisChoices");
    m_choices->setToolButtonStyle(Qt::ToolButtonTextOnly); // its indicator is enough
    m_choices->setAccessibleName(tr("Choose values"));
    m_choices->setToolTip(tr("Choose from a list"));
    m_choices->setPopupMode(QToolButton::InstantPopup);
    m_choices->setAutoRaise(true);
    m_choices->setFixedWidth(32);
    auto* menu = new QMenu(m_choices);
    connect(menu, &QMenu::aboutToShow, this, &AxisRow::fillChoices);
    m_choices->setMenu(menu);
    m_remove->setObjectName("axisRemove");
    m_remove->setIcon(themedIcon("close"));
    m_remove->setAutoRaise(true);
    m_remove->setToolTip(tr("Use the experiment's value"));
    m_remove->setAccessibleName(tr("Remove this field"));
    m_problem->setObjectName("axisProblem");
    m_problem->setProperty("error", true);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(176, 0, 0, 0);

    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_field);
    line->addWidget(m_values, 1);
    line->addWidget(m_choices);
    line->addWidget(m_remove);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_problem);
}

const ExperimentField& AxisRow::field() const
{
    return *findExperimentField(m_field->currentData().toString().toStdString());
}

SweepAxis AxisRow::axis() const
{
    SweepAxis axis{.field = std::string(field().key), .values = {}};
    for (const QString& value : values())
        axis.values.push_back(value.toStdString());
    return axis;
}

QStringList AxisRow::values() const
{
    const QString text = m_values->text();
    QStringList values;
    for (const QString& part : text.split(QChar::fromLatin1(axisSeparator(field(), text.toStdString())))) {
        if (const QString value = part.trimmed(); !value.isEmpty())
            values += value;
    }
    return values;
}

void AxisRow::setValues(const QStringList& values)
{
    std::vector<std::string> texts;
    for (const QString& value : values)
        texts.push_back(value.toStdString());
    m_values->setText(toQString(axisValuesText(field(), texts)));
}

QString AxisRow::problem() const
{
    if (values().isEmpty())
        return tr("%1 needs a value.").arg(toQString(field().label));
    const std::string label = translated(field().label);
    for (const QString& value : values()) {
        try {
            Experiment scratch;
            const FieldText given{&field(), value.toStdString(), label};
            setFields(scratch, {&given, 1}); // the network may be described by its layers
        } catch (const Error& error) {
            return toQString(error.what());
        }
    }
    return {};
}

void AxisRow::setDevices(const QStringList& devices)
{
    m_devices = devices;
}

void AxisRow::focusValues()
{
    m_values->setFocus(Qt::OtherFocusReason);
}

void AxisRow::showField()
{
    const QString label = toQString(field().label);
    m_values->setAccessibleName(tr("Values of %1").arg(label));
    const bool mayBeLayers = field().key == "layers" || field().key == "network";
    m_values->setToolTip(
        (mayBeLayers ? tr("%1\nSeparate several values with commas, descriptions of layers with semicolons.")
                     : tr("%1\nSeparate several values with commas."))
            .arg(fieldHelp(field())));
    const QStringList all = choices();
    const bool isNumber =
        field().choices.empty() && std::holds_alternative<int64_t Experiment::*>(field().member);
    m_values->setPlaceholderText(!all.isEmpty() ? all.mid(0, 3).join(", ")
                                 : field().key == "layers"
                                     ? QString("flatten, linear 10; conv 8 3, flatten, linear 10")
                                 : isNumber ? tr("1, 2, 4")
                                            : tr("0.1, 0.5, 1"));
    m_choices->setEnabled(!all.isEmpty());
    m_choices->setVisible(!all.isEmpty());
    check();
    Q_EMIT changed();
}

void AxisRow::check()
{
    const QString sentence = problem();
    const bool refused = !sentence.isEmpty() && !values().isEmpty();
    m_problem->setText(refused ? sentence : QString());
    m_problem->setVisible(refused);
    if (m_values->property("invalid").toBool() != refused) {
        m_values->setProperty("invalid", refused);
        m_values->style()->unpolish(m_values);
        m_values->style()->polish(m_values);
    }
}

QStringList AxisRow::choices() const
{
    if (field().key == "device")
        return m_devices.isEmpty() ? QStringList{"cpu"} : m_devices;
    if (field().key == "batch_size")
        return {"1", "4", "16", "64", "256", "1000"};
    if (std::holds_alternative<bool Experiment::*>(field().member))
        return {"true", "false"};
    QStringList all;
    for (const std::string_view choice : field().choices)
        all += toQString(choice);
    return all;
}

void AxisRow::fillChoices()
{
    QMenu* menu = m_choices->menu();
    menu->clear();
    const QStringList chosen = values();
    for (const QString& value : choices()) {
        QAction* action = menu->addAction(choiceLabel(field().key, value.toStdString()));
        action->setCheckable(true);
        action->setChecked(chosen.contains(value));
        connect(action, &QAction::toggled, this, [this, value](bool on) { toggleValue(value, on); });
    }
}

void AxisRow::toggleValue(const QString& value, bool on)
{
    QStringList now = values();
    now.removeAll(value);
    if (on)
        now += value;
    // Offered values keep their order; other typed values come after them.
    const QStringList order = choices();
    std::ranges::stable_sort(now, {}, [&](const QString& text) {
        const auto place = order.indexOf(text);
        return place < 0 ? order.size() : place;
    });
    setValues(now);
}

} // namespace stepscope::ui
