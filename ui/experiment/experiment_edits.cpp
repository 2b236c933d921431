#include "ui/experiment/experiment_edits.h"

#include "core/base/error.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/experiment/field_error.h"
#include "core/language/translation.h"
#include "ui/support/qt_text.h"

#include <QUndoCommand>

namespace stepscope::ui {

namespace {

/// The text as setField() reads it: numbers may be typed with separators and blanks.
std::string cleaned(const ExperimentField& field, const QString& text)
{
    QString result = text.trimmed();
    if (std::holds_alternative<int64_t Experiment::*>(field.member))
        result.remove(',').remove(' ').remove(QChar(0x202F));
    return result.toStdString();
}

} // namespace

class ExperimentEdits::Edit : public QUndoCommand
{
public:
    Edit(ExperimentEdits& edits, const Experiment& after, const QString& what, int field)
        : QUndoCommand(what)
        , m_edits(edits)
        , m_before(edits.m_experiment)
        , m_after(after)
        , m_field(field)
        , m_burst(edits.m_burst)
    {
    }

    void undo() override { m_edits.apply(m_before); }
    void redo() override { m_edits.apply(m_after); }
    int id() const override { return m_field; }

    bool mergeWith(const QUndoCommand* command) override
    {
        const auto* later = static_cast<const Edit*>(command);
        if (later->m_field != m_field || later->m_burst != m_burst)
            return false;
        m_after = later->m_after;
        return true;
    }

private:
    ExperimentEdits& m_edits;
    Experiment m_before;
    Experiment m_after;
    int m_field; ///< -1: never merged
    int m_burst;
};

ExperimentEdits::ExperimentEdits(QObject* parent)
    : QObject(parent)
{
    m_stack.setUndoLimit(200);
}

QString ExperimentEdits::text(const ExperimentField& field) const
{
    const auto refused = m_refused.find(&field);
    return refused != m_refused.end() ? refused->text : toQString(fieldText(m_experiment, field));
}

QString ExperimentEdits::refusal(const ExperimentField& field) const
{
    const auto refused = m_refused.find(&field);
    if (refused != m_refused.end())
        return refused->sentence;
    return m_contradiction.field == &field ? m_contradiction.sentence : QString();
}

QString ExperimentEdits::problem() const
{
    return m_refused.isEmpty() ? m_contradiction.sentence : m_refused.first().sentence;
}

ExperimentEdits::Contradiction ExperimentEdits::findContradiction() const
{
    try {
        validate(m_experiment);
        if (const auto dataSet = knownDataSet(m_experiment)) {
            checkNetwork(m_experiment, *dataSet);
            if (dataSet->counts) // otherwise checked when the training starts
                checkBatchSize(m_experiment, dataSet->counts->train);
        }
    } catch (const FieldError& error) {
        return {findExperimentField(error.key()), toQString(error.what())};
    } catch (const Error& error) {
        return {nullptr, toQString(error.what())};
    }
    return {};
}

void ExperimentEdits::tell()
{
    m_contradiction = m_refused.isEmpty() ? findContradiction() : Contradiction();
    Q_EMIT changed();
}

void ExperimentEdits::setText(const ExperimentField& field, const QString& text)
{
    if (text == this->text(field))
        return;
    Experiment after = m_experiment;
    const std::string label = translated(field.label);
    try {
        const std::string value = cleaned(field, text);
        const FieldText given{&field, value, label};
        setFields(after, {&given, 1});
        if (const auto dataSet = knownDataSet(after); dataSet && field.key == "layers")
            checkLayers(after, *dataSet);
    } catch (const Error& error) {
        m_refused[&field] = {text, toQString(error.what())};
        tell();
        return;
    }
    if (field.choices.empty())
        m_refused.remove(&field);
    else
        m_refused.clear(); // another choice shows or hides the fields around it
    if (after == m_experiment)
        tell();
    else
        push(after, toQString(label), int(&field - experimentFields().data()));
}

void ExperimentEdits::replace(const Experiment& experiment, const QString& what)
{
    m_refused.clear();
    if (experiment == m_experiment)
        tell();
    else
        push(experiment, what, -1);
}

void ExperimentEdits::load(const Experiment& experiment)
{
    m_refused.clear();
    m_stack.clear();
    apply(experiment);
}

void ExperimentEdits::undo()
{
    endEdit();
    if (!m_refused.isEmpty()) {
        m_refused.clear();
        tell();
    } else if (m_stack.canUndo()) {
        m_stack.undo();
        tell(); // as in push()
    }
}

void ExperimentEdits::redo()
{
    if (!canRedo())
        return;
    m_stack.redo();
    tell(); // as in push()
}

void ExperimentEdits::push(const Experiment& after, const QString& what, int field)
{
    m_stack.push(new Edit(*this, after, what, field));
    // The stack can undo only after the edit has been applied.
    tell();
}

void ExperimentEdits::apply(const Experiment& experiment)
{
    m_experiment = experiment;
    tell();
}

} // namespace stepscope::ui
