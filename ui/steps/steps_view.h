#pragma once

#include "ui/steps/step_explainer.h"
#include "ui/steps/steps_reader.h"
#include "ui/steps/steps_tools.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace stepscope::ui {

class EmptyPage;
class StepBars;
class StepDifferenceModel;
class StepDifferenceTable;
class StepPartsModel;
class StepPartsTable;
class StepsNote;
struct StepsPicture;

/// Where the time of each training step goes: bars of its parts, growing during the training, and the times
/// of the parts, or of a single step a comparison with the median step. All views of the trace use the range
/// of steps that is selected here.
class StepsView final : public View
{
    Q_OBJECT

public:
    explicit StepsView(TraceSelection* selection, QWidget* parent = nullptr);

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
    void setUpTexts();
    QWidget* buildBelow();
    void connectTools();
    void connectParts();
    void update();
    void showSteps();
    void follow(FollowedSteps what);
    void fit();
    void updateFigures();
    void updateSummary();
    /// Says why a single selected step is slow or fast.
    void explain();
    void clearSelection();
    /// While there was no table, the bars had all the room.
    void giveRoomToTable();
    void updateEmptyPage();
    StepsPicture picture() const;
    ExportItem partsItem();

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    StepsReader m_reader;
    StepExplainer m_explainer; ///< reads traces of m_reader, so it is destroyed before it
    FollowedSteps m_follows = FollowedSteps::Recorded;
    QElapsedTimer m_sinceUpdate;
    QTimer m_nextUpdate;

    StepsTools* m_tools;
    QLabel* m_summary;
    QLabel* m_why;
    StepsNote* m_note;
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
