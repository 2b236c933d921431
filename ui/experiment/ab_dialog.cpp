#include "ui/experiment/ab_dialog.h"

#include "core/base/error.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "ui/support/qt_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <QVBoxLayout>

#include <variant>

namespace stepscope::ui {

namespace {

constexpr int defaultSeconds = 30;
constexpr int leastWidth = 460;

bool isNumber(const ExperimentField& field)
{
    return std::holds_alternative<int64_t Experiment::*>(field.member) ||
           std::holds_alternative<double Experiment::*>(field.member);
}

} // namespace

AbDialog::AbDialog(const Experiment& a, const QString& nameOfA, QWidget* parent)
    : QDialog(parent)
    , m_a(a)
    , m_field(new QComboBox)
    , m_valueOfA(new QLabel)
    , m_value(new QComboBox)
    , m_seconds(new QSpinBox)
    , m_problem(new QLabel)
{
    setWindowTitle(tr("A/B test"));
    build(nameOfA);
    connect(m_field, &QComboBox::currentIndexChanged, this, &AbDialog::showField);
    connect(m_value, &QComboBox::currentTextChanged, this, &AbDialog::showState);
    connect(m_seconds, &QSpinBox::valueChanged, this, &AbDialog::showState);
    m_field->setCurrentIndex(m_field->findData("batch_size"));
    showField();
}

void AbDialog::build(const QString& nameOfA)
{
    auto* intro =
        new QLabel(tr("A is %1. B is the same with another value of one setting. Both train in turns, in "
                      "short blocks of steps, until it is clear which is faster and how the loss changes.")
                       .arg(nameOfA));
    intro->setWordWrap(true);
    m_field->setObjectName("abField");
    for (const ExperimentField& each : experimentFields())
        if (whyNotCompared(each).empty())
            m_field->addItem(toQString(translated(each.label)), toQString(each.key));
    m_valueOfA->setObjectName("abValueOfA");
    m_valueOfA->setTextFormat(Qt::PlainText);
    m_value->setObjectName("abValue");
    m_seconds->setObjectName("abSeconds");
    constexpr int mostSeconds = 24 * 3600;
    m_seconds->setRange(2, mostSeconds);
    m_seconds->setValue(defaultSeconds);
    m_seconds->setSuffix(tr(" s"));
    m_seconds->setToolTip(tr("The test ends earlier when the speed is known to within 1 % and the loss has a "
                             "verdict."));
    m_problem->setObjectName("abProblem");
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(2 * m_problem->fontMetrics().lineSpacing());
    m_problem->setAlignment(Qt::AlignTop);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    form->addRow(tr("&Setting"), m_field);
    form->addRow(tr("In A"), m_valueOfA);
    form->addRow(tr("In &B"), m_value);
    form->addRow(tr("At &most"), m_seconds);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_measure = buttons->addButton(tr("Measure both"), QDialogButtonBox::AcceptRole);
    m_measure->setObjectName("abMeasure");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(14);
    layout->addWidget(intro);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    setMinimumWidth(leastWidth);
}

const ExperimentField& AbDialog::field() const
{
    return *findExperimentField(m_field->currentData().toString().toStdString());
}

void AbDialog::chooseValues(const ExperimentField& field)
{
    if (std::holds_alternative<bool Experiment::*>(field.member)) {
        m_value->addItems({"true", "false"});
    } else if (!field.choices.empty()) {
        for (const auto choice : field.choices)
            m_value->addItem(toQString(choice));
    } else if (isNumber(field)) {
        const double now = toQString(fieldText(m_a, field)).toDouble();
        for (const double factor : {2.0, 0.5, 4.0, 0.25})
            if (const double value = now * factor; value != now)
                m_value->addItem(QString::number(value, 'g', 6));
    }
}

void AbDialog::showField()
{
    const ExperimentField& now = field();
    const QString valueOfA = toQString(fieldText(m_a, now));
    m_valueOfA->setText(valueOfA);
    const QSignalBlocker quiet(m_value);
    m_value->clear();
    m_value->setEditable(now.choices.empty() && !std::holds_alternative<bool Experiment::*>(now.member));
    m_value->setToolTip(toQString(helpText(now)));
    chooseValues(now);
    if (m_value->currentText() == valueOfA)
        m_value->setCurrentIndex(m_value->count() > 1 ? 1 : 0);
    showState();
}

void AbDialog::showState()
{
    m_test.reset();
    QString problem;
    try {
        AbTest test{.a = m_a, .b = m_a, .seconds = double(m_seconds->value())};
        const FieldText change{
            .field = &field(), .text = m_value->currentText().toStdString(), .calledAs = {}};
        setFields(test.b, {&change, 1});
        validate(test.b);
        checkAbTest(test);
        if (meanTheSame(test.b, test.a))
            problem = tr("A has the same value.");
        else if (const auto sentence = whyTheSame(test); !sentence.empty())
            problem = toQString(sentence);
        else if (const auto key = field().key; !usesField(test.a, key) && !usesField(test.b, key))
            problem = tr("Neither A nor B uses this setting: %1.").arg(toQString(whyUnused(key)));
        else
            m_test = test;
    } catch (const Error& error) {
        problem = toQString(error.what());
    }
    m_problem->setText(problem);
    m_measure->setEnabled(m_test.has_value());
}

} // namespace stepscope::ui
