#pragma once

#include "core/trace/steps/step_difference.h"
#include "ui/steps/step_series.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class BackgroundJob;
class EmptyPage;
class StepBars;
class StepDifferenceModel;
class StepDifferenceTable;
class StepPartsModel;
class StepPartsTable;
struct StepsPicture;

/// Where the time of each training step goes: bars of its parts, growing during the training, and the times
/// of the parts, or of a single step a comparison with the median step. All views of the trace use the range
/// of steps that is selected here.
class StepsView final : public View
{
    Q_OBJECT

public:
    explicit StepsView(TraceSelection* selection, QWidget* parent = nullptr);
    ~StepsView() override;

    void showRun(const Run* run) override;
    void showRunAgain(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    StepBars* bars() const { return m_bars; }
    StepPartsModel* parts() const { return m_parts; }
    StepPartsTable* table() const { return m_table; }
    /// The comparison of a single selected step; without rows, there is none.
    StepDifferenceModel* differences() const { return m_differences; }

public Q_SLOTS:
    /// The recorded steps and the scheduled steps before them, growing with the run.
    void showRecorded();
    /// The whole run, growing with it.
    void showAll();
    void copyContent() override;
    /// By pass, or by the activity of device and host.
    void setSplit(StepSplit split);

protected:
    void showEvent(QShowEvent* event) override;

private:
    enum class Follows { Recorded, All, Nothing };

    QWidget* buildToolRow();
    void connectParts();
    void update();
    bool isReadAside() const;
    bool isReading() const;
    void readAside();
    void readHere();
    void showSteps();
    void follow(Follows what);
    void fit();
    void updateSplitButtons();
    void updateFigures();
    void updateSummary();
    /// Says why a single selected step is slow or fast.
    void explain();
    std::optional<StepDifference> difference() const;
    /// The run's, or that of the shown rank.
    const Trace& shownTrace() const;
    void forgetSelfTimes();
    void readSelfTimes();
    TraceFocus focusOfDifference(int row) const;
    void tellFocus();
    void showDifferenceMenu(int row, const QPoint& place);
    /// While there was no table, the bars had all the room.
    void giveRoomToTable();
    void updateEmptyPage();
    void showRanks();
    QString rankText(const StepRange& range) const;
    /// Nothing of the selected steps is in the trace, which has others.
    bool areOnlyOthersRecorded() const;
    QString emptyNote() const;
    void showNote(bool hasFigures);
    StepsPicture picture() const;
    ExportItem partsItem();

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    StepSeries m_series;
    std::vector<int64_t> m_ranks; ///< ranks of a distributed run, whose steps are shown one rank at a time
    std::vector<Trace> m_rankTraces;
    std::optional<StepSplit> m_chosenSplit; ///< by the user; otherwise by device if there is one
    Follows m_follows = Follows::Recorded;
    QElapsedTimer m_sinceUpdate;
    QTimer m_nextUpdate;
    std::unique_ptr<BackgroundJob> m_reading;
    std::unique_ptr<BackgroundJob> m_explaining;
    std::shared_ptr<const StepSelfTimes> m_selfTimes; ///< of the shown trace, once it is over; null: not read
    bool m_isRead = false;                            ///< everything of a finished run has been read

    QWidget* m_toolRow;
    QToolButton* m_recordedButton;
    QToolButton* m_allButton;
    QToolButton* m_passesButton;
    QToolButton* m_deviceButton;
    QComboBox* m_rank; ///< hidden for other runs
    QToolButton* m_timelineButton;
    QToolButton* m_clearButton;
    QLabel* m_summary;
    QLabel* m_why;
    QLabel* m_note;
    QPushButton* m_nearestButton; ///< selects the recorded step that is nearest to the selected ones
    std::optional<int64_t> m_nearestStep;
    StepBars* m_bars;
    StepPartsModel* m_parts;
    StepPartsTable* m_table;
    StepDifferenceModel* m_differences;
    StepDifferenceTable* m_differenceTable;
    QSplitter* m_splitter; ///< separates the bars from the table below
    bool m_isSplitByUser = false;
    QStackedWidget* m_pages;
    EmptyPage* m_empty;
};

} // namespace stepscope::ui
