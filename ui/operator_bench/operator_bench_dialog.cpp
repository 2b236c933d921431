#include "ui/operator_bench/operator_bench_dialog.h"

#include "core/base/files/atomic_file.h"
#include "core/operator_bench/operator_bench_table.h"
#include "ui/operator_bench/bench_results_model.h"
#include "ui/support/background_job.h"
#include "ui/support/cell_painting.h"
#include "ui/support/copying.h"
#include "ui/support/export_dialog.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"
#include "ui/support/rows_as_text.h"
#include "ui/support/table_setup.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStringList>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr QSize usualSize{960, 600};
constexpr int leastCallWidth = 140;
constexpr int mostCallWidth = 320; ///< the tooltip has longer calls

std::vector<std::string> wordsOf(const QString& text)
{
    std::vector<std::string> words;
    for (const QString& word : text.simplified().split(' ', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    return words;
}

void setUpField(QWidget* field, const char* objectName, const QString& name, const QString& tip)
{
    field->setObjectName(objectName);
    field->setAccessibleName(name);
    field->setToolTip(tip);
}

/// Paints the cells as those of other tables.
class BenchResultsDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const ThemeColors& colors = Theme::instance().colors();
        const bool isPlain = index.column() == BenchResultsModel::Call || isNumber(index);
        paintTextCell(painter, option, index,
                      {.text = index.data().toString(),
                       .font = fontOf(option, index),
                       .color = isPlain ? colors.text : colors.mutedText,
                       .alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()),
                       .elide = Qt::ElideMiddle});
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics metrics(fontOf(option, index));
        return {metrics.horizontalAdvance(index.data().toString()) + 2 * cellMargin + 4, metrics.height()};
    }

private:
    static bool isNumber(const QModelIndex& index)
    {
        return index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
    }
    QFont fontOf(const QStyleOptionViewItem& option, const QModelIndex& index) const
    {
        return isNumber(index) ? m_numbers.of(option.font) : option.font;
    }

    NumberFont m_numbers;
};

} // namespace

OperatorBenchDialog::OperatorBenchDialog(EngineLoader engine, std::function<QString()> whyNot,
                                         QWidget* parent)
    : QDialog(parent)
    , m_engine(std::move(engine))
    , m_whyNot(std::move(whyNot))
    , m_job(new BackgroundJob(this))
    , m_results(new BenchResultsModel(this))
    , m_call(new QLineEdit)
    , m_sizes(new QLineEdit)
    , m_device(new QComboBox)
    , m_threads(new QSpinBox)
    , m_dataType(new QComboBox)
    , m_layout(new QComboBox)
    , m_seconds(new QDoubleSpinBox)
    , m_problem(plainLabel({}))
    , m_progress(new QProgressBar)
    , m_table(new QTableView)
    , m_notes(plainLabel({}, true))
{
    setWindowTitle(tr("Measure an operator"));
    build();
    setDevices({});
    const auto typed = [this] {
        forgetOutcome();
        showState();
    };
    connect(m_call, &QLineEdit::textChanged, this, typed);
    connect(m_sizes, &QLineEdit::textChanged, this, typed);
    connect(m_device, &QComboBox::currentIndexChanged, this, typed);
    showResults();
    showState();
    resize(usualSize);
}

OperatorBenchDialog::~OperatorBenchDialog()
{
    if (m_stopping)
        *m_stopping = true;
    delete m_job; // waits; it must not report to a partly destroyed object
}

void OperatorBenchDialog::build()
{
    m_problem->setObjectName("benchProblem");
    m_problem->setMinimumHeight(2 * m_problem->fontMetrics().lineSpacing());
    m_problem->setAlignment(Qt::AlignTop);
    m_notes->setObjectName("benchNotes");
    m_form = makeForm();
    makeTable();
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(plainLabel(tr("Calls one operator alone, repeatedly. Enter an operator of LibTorch and "
                                    "its arguments; a tensor is entered as its shape.")));
    layout->addWidget(m_form);
    layout->addWidget(m_problem);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_notes);
    layout->addLayout(makeButtons());
    m_measure->setDefault(true); // of this dialog, which it belongs to only now
}

QWidget* OperatorBenchDialog::makeForm()
{
    setUpField(m_call, "benchCall", tr("Call"),
               tr("An operator of LibTorch and its arguments: a tensor as its shape, such as 64x1x28x28 or "
                  "64x10:bfloat16 (64:int10: integers from 0 to 9), several joined by +, and other values "
                  "as NAME=VALUE, such as stride=2,2"));
    m_call->setPlaceholderText("mm 500x500 500x500");
    setUpField(m_sizes, "benchSizes", tr("Sizes"),
               tr("Sizes for a capital letter among the dimensions: for the call mm NxN NxN, such as "
                  "N=100,200,500. Each size gets a row."));
    m_sizes->setPlaceholderText("N=100,200,500");
    auto* form = new QWidget;
    auto* fields = new QFormLayout(form);
    fields->setContentsMargins(0, 0, 0, 0);
    fields->setVerticalSpacing(10);
    fields->addRow(tr("&Call"), m_call);
    fields->addRow(tr("&Sizes"), m_sizes);
    fields->addRow(makeChoices());
    return form;
}

QLayout* OperatorBenchDialog::makeChoices()
{
    constexpr int mostThreads = 4096;
    constexpr double leastSeconds = 0.01;
    constexpr double mostSeconds = 3600.0;
    setUpField(m_device, "benchDevice", tr("Device"), tr("The device to measure on"));
    setUpField(m_threads, "benchThreads", tr("Threads"), tr("Threads per call on the CPU"));
    m_threads->setRange(0, mostThreads);
    m_threads->setSpecialValueText(tr("One per processor"));
    setUpField(m_dataType, "benchDataType", tr("Data type"),
               tr("The type of the tensors' elements, where the call names none"));
    for (const std::string& type : operatorBenchDataTypes())
        m_dataType->addItem(toQString(type));
    setUpField(m_layout, "benchLayout", tr("Memory layout"),
               tr("The memory layout of tensors with four dimensions"));
    for (const std::string& layout : operatorBenchLayouts())
        m_layout->addItem(toQString(layout));
    setUpField(m_seconds, "benchSeconds", tr("Time"), tr("Time of measured calls for each row"));
    m_seconds->setRange(leastSeconds, mostSeconds);
    m_seconds->setValue(OperatorBenchSettings().seconds);
    m_seconds->setSuffix(tr(" s"));

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    int column = 0;
    const auto add = [&](const QString& text, QWidget* field) {
        auto* label = new QLabel(text);
        label->setBuddy(field);
        grid->addWidget(label, 0, column);
        grid->addWidget(field, 1, column);
        grid->setColumnStretch(column++, 1);
    };
    add(tr("&Device"), m_device);
    add(tr("&Threads"), m_threads);
    add(tr("Data t&ype"), m_dataType);
    add(tr("Memory &layout"), m_layout);
    add(tr("T&ime"), m_seconds);
    return grid;
}

void OperatorBenchDialog::makeTable()
{
    m_table->setObjectName("benchResults");
    m_table->setAccessibleName(tr("Measured operators"));
    m_table->setModel(m_results);
    m_table->setItemDelegate(new BenchResultsDelegate(m_table));
    setUpTable(m_table, TableFrame::Line);
    setUpColumns(m_table, 48);
    m_table->horizontalHeader()->setStretchLastSection(false); // columns are as wide as their content
    followFont(m_table, [this] { fitColumns(); });
    auto* copy = new QShortcut(QKeySequence::Copy, m_table);
    copy->setContext(Qt::WidgetWithChildrenShortcut);
    connect(copy, &QShortcut::activated, this, &OperatorBenchDialog::copyResults);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        QMenu menu(m_table);
        QAction* action = menu.addAction(tr("Copy"), this, &OperatorBenchDialog::copyResults);
        action->setShortcut(QKeySequence::Copy);
        action->setEnabled(m_results->rowCount() > 0);
        menu.exec(m_table->viewport()->mapToGlobal(position));
    });
}

QLayout* OperatorBenchDialog::makeButtons()
{
    m_progress->setObjectName("benchProgress");
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setFormat(tr("%v of %m"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_export = buttons->addButton(tr("Export…"), QDialogButtonBox::ActionRole);
    m_export->setObjectName("benchExport");
    m_export->setToolTip(tr("Save all results, with more percentiles, as CSV"));
    m_clear = buttons->addButton(tr("Clear"), QDialogButtonBox::ActionRole);
    m_clear->setObjectName("benchClear");
    m_clear->setToolTip(tr("Remove all results"));
    m_stop = buttons->addButton(tr("Stop"), QDialogButtonBox::ActionRole);
    m_stop->setObjectName("benchStop");
    m_stop->setToolTip(tr("Stop the measurement after this call"));
    m_measure = buttons->addButton(tr("Measure"), QDialogButtonBox::ActionRole);
    m_measure->setObjectName("benchMeasure");
    connect(m_export, &QPushButton::clicked, this, &OperatorBenchDialog::exportResults);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        m_results->clear();
        showResults();
    });
    connect(m_stop, &QPushButton::clicked, this, &OperatorBenchDialog::stop);
    connect(m_measure, &QPushButton::clicked, this, &OperatorBenchDialog::measure);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* row = new QHBoxLayout;
    row->addWidget(m_progress, 1);
    row->addStretch();
    row->addWidget(buttons);
    return row;
}

void OperatorBenchDialog::setDevices(const std::vector<DeviceInfo>& devices)
{
    const QSignalBlocker unchanged(m_device); // the message of the last measurement stays
    const QString chosen = m_device->currentText();
    m_device->clear();
    for (const DeviceInfo& device : devices) {
        if (!device.whyAbsent.empty())
            continue;
        m_device->addItem(toQString(device.id));
        m_device->setItemData(m_device->count() - 1, toQString(device.name), Qt::ToolTipRole);
    }
    if (m_device->findText("cpu") < 0)
        m_device->insertItem(0, "cpu");
    m_device->setCurrentIndex(std::max(0, m_device->findText(chosen)));
}

void OperatorBenchDialog::focusCall()
{
    m_call->setFocus();
    m_call->selectAll();
}

void OperatorBenchDialog::setCall(const QString& call)
{
    m_sizes->clear(); // of another call
    m_call->setText(call);
}

OperatorBenchSettings OperatorBenchDialog::settings() const
{
    return {.device = m_device->currentText().toStdString(),
            .threads = m_threads->value(),
            .dataType = m_dataType->currentText().toStdString(),
            .isChannelsLast = m_layout->currentText().toStdString() == operatorBenchLayouts().back(),
            .seconds = m_seconds->value()};
}

std::vector<OperatorCall> OperatorBenchDialog::calls() const
{
    return callsInAllSizes(operatorCall(wordsOf(m_call->text())), wordsOf(m_sizes->text()));
}

void OperatorBenchDialog::showState()
{
    bool canMeasure = false;
    if (m_isRunning) {
        showSentence(*m_stopping ? tr("Stopping after this call…") : QString(), false);
    } else if (const QString whyNot = m_whyNot(); !whyNot.isEmpty()) {
        showSentence(whyNot, false);
    } else if (m_call->text().trimmed().isEmpty()) {
        showSentence({}, false); // the field shows an example
    } else {
        try {
            calls();
            canMeasure = true;
            if (m_wasStopped && m_failure.isEmpty())
                showSentence(tr("The measurement was stopped."), false);
            else
                showSentence(m_failure, true);
        } catch (const Error& error) {
            showSentence(toQString(error.what()), true);
        }
    }
    m_form->setEnabled(!m_isRunning);
    m_measure->setEnabled(canMeasure);
    m_stop->setEnabled(m_isRunning); // and keeps the focus until the measurement has ended
    m_progress->setVisible(m_isRunning);
}

void OperatorBenchDialog::showSentence(const QString& sentence, bool isError)
{
    m_problem->setText(sentence);
    if (m_problem->property("error").toBool() == isError)
        return;
    m_problem->setProperty("error", isError);
    m_problem->style()->unpolish(m_problem);
    m_problem->style()->polish(m_problem);
}

void OperatorBenchDialog::forgetOutcome()
{
    m_wasStopped = false;
    m_failure.clear();
}

void OperatorBenchDialog::measure()
{
    forgetOutcome();
    showState();
    if (!m_measure->isEnabled())
        return;
    m_isRunning = true;
    m_stopping = std::make_shared<std::atomic<bool>>(false);
    const std::vector<OperatorCall> calls = this->calls();
    m_progress->setRange(0, calls.size() == 1 ? 0 : int(calls.size())); // of one, it only shows that it runs
    m_progress->setValue(0);
    showState();
    m_stop->setFocus();
    Q_EMIT started();
    m_job->start(
        [this, calls, settings = settings(), loader = m_engine,
         stopping = m_stopping](const std::stop_token&) -> std::function<void()> {
            const std::shared_ptr<Engine> engine = loader();
            QStringList failures;
            for (const OperatorCall& call : calls) {
                if (*stopping)
                    break;
                std::shared_ptr<const OperatorBenchResult> result;
                try {
                    result = std::make_shared<const OperatorBenchResult>(operatorBenchResult(
                        call, settings,
                        engine->measureOperator(call, settings, [stopping] { return stopping->load(); })));
                } catch (const Error& error) {
                    const QString sentence = toQString(error.what());
                    if (!*stopping && !failures.contains(sentence))
                        failures += sentence;
                }
                QMetaObject::invokeMethod(
                    this, [this, result] { take(result); }, Qt::QueuedConnection);
            }
            return [this, failures] { finish(failures); };
        },
        [this](const QString& sentence, const QString&) { finish({sentence}); });
}

void OperatorBenchDialog::stop()
{
    if (!m_isRunning)
        return;
    *m_stopping = true;
    showState();
}

void OperatorBenchDialog::take(const std::shared_ptr<const OperatorBenchResult>& result)
{
    m_progress->setValue(m_progress->value() + 1);
    if (!result)
        return;
    m_results->add(*result);
    showResults();
    m_table->scrollToBottom();
}

void OperatorBenchDialog::finish(const QStringList& failures)
{
    m_isRunning = false;
    m_wasStopped = *m_stopping;
    m_failure = failures.join('\n');
    const bool isFocusLost = !focusWidget() || focusWidget() == m_stop;
    showState();
    if (isFocusLost)
        m_call->setFocus();
    Q_EMIT ended();
}

void OperatorBenchDialog::showResults()
{
    const std::vector<OperatorBenchResult>& results = m_results->results();
    m_export->setEnabled(!results.empty());
    m_clear->setEnabled(!results.empty());
    fitColumns();
    QStringList notes;
    if (!results.empty()) {
        for (const std::string& note : operatorBenchNotes({results.back()}))
            notes += toQString(note);
    }
    m_notes->setText(withoutBreaks(notes.join('\n')));
}

/// As wide as what they have and as their titles.
void OperatorBenchDialog::fitColumns()
{
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_results->columnCount(); ++column)
        m_table->setColumnWidth(
            column, std::max(m_table->columnWidth(column), titleWidth(m_table->horizontalHeader(), column)));
    m_table->setColumnWidth(BenchResultsModel::Call, std::clamp(m_table->columnWidth(BenchResultsModel::Call),
                                                                leastCallWidth, mostCallWidth));
}

void OperatorBenchDialog::copyResults() const
{
    if (m_results->rowCount() > 0)
        copyRows(m_table, rowsAsText(*m_table, Qt::DisplayRole), rowsToCopy(*m_table).size());
}

void OperatorBenchDialog::exportResults()
{
    askAndExport(this,
                 {tr("Measured operators as CSV"), "operators-alone", {"csv"}, [this](const QString& path) {
                      writeFileAtomically(path.toStdString(), operatorBenchCsv(m_results->results()));
                  }});
}

void OperatorBenchDialog::done(int result)
{
    stop();
    QDialog::done(result);
}

} // namespace stepscope::ui
