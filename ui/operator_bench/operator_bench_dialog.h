#pragma once

#include "core/engine/engine.h"
#include "core/operator_bench/operator_times.h"

#include <QDialog>
#include <QStringList>

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableView;

namespace stepscope::ui {

class BackgroundJob;
class BenchResultsModel;

/// Measures calls of operators alone, as they are typed for the command `bench-op`, on a thread of its own.
/// Keeps its settings and results while it is closed; closing it stops the measurement.
class OperatorBenchDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Called on a worker thread; throws Error if there is no engine.
    using EngineLoader = std::function<std::shared_ptr<Engine>()>;

    /// `whyNot`: the sentence that says why nothing can be measured now; empty if it can.
    OperatorBenchDialog(EngineLoader engine, std::function<QString()> whyNot, QWidget* parent = nullptr);
    /// Stops the measurement and waits for it.
    ~OperatorBenchDialog() override;

    /// Those that are offered: the usable ones, at least the CPU. The chosen one stays if it is among them.
    void setDevices(const std::vector<DeviceInfo>& devices);
    /// Moves the keyboard focus to the call, and selects its text.
    void focusCall();
    /// Proposes a call, such as that of a recorded operator.
    void setCall(const QString& call);
    /// Something has changed that `whyNot` depends on, or the text of the call.
    void showState();

    bool isRunning() const { return m_isRunning; }
    /// A call that is running is completed first; then ended() follows.
    void stop();
    const BenchResultsModel* results() const { return m_results; }

    void done(int result) override;

Q_SIGNALS:
    void started();
    void ended();

private:
    void build();
    QWidget* makeForm();
    QLayout* makeChoices();
    void makeTable();
    QLayout* makeButtons();
    OperatorBenchSettings settings() const;
    /// The calls that are typed, one for each combination of sizes. Throws Error.
    std::vector<OperatorCall> calls() const;
    void measure();
    /// Null: the call failed.
    void take(const std::shared_ptr<const OperatorBenchResult>& result);
    void finish(const QStringList& failures);
    void forgetOutcome();
    /// `isError`: it has the color of an error.
    void showSentence(const QString& sentence, bool isError);
    void copyResults() const;
    void exportResults();
    void showResults();
    void fitColumns();

    EngineLoader m_engine;
    std::function<QString()> m_whyNot;
    BackgroundJob* m_job;
    BenchResultsModel* m_results;
    std::shared_ptr<std::atomic<bool>> m_stopping; ///< of the running measurement
    bool m_isRunning = false;
    bool m_wasStopped = false; ///< the last measurement, until something else is typed
    QString m_failure;         ///< of the last measurement, until then

    QWidget* m_form = nullptr;
    QLineEdit* m_call;
    QLineEdit* m_sizes;
    QComboBox* m_device;
    QSpinBox* m_threads;
    QComboBox* m_dataType;
    QComboBox* m_layout;
    QDoubleSpinBox* m_seconds;
    QLabel* m_problem;
    QProgressBar* m_progress;
    QTableView* m_table;
    QLabel* m_notes;
    QPushButton* m_measure = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_clear = nullptr;
};

} // namespace stepscope::ui
