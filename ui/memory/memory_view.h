#pragma once

#include "core/trace/memory_profile.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;

namespace stepscope::ui {

class BackgroundJob;
class EmptyPage;
class MemoryModel;
class MemoryPlot;

/// Live memory during the recorded steps, and what it consists of at its peak or at a time that the user
/// selects. Zooms to the selected steps, whose peak is then the one that is explained.
class MemoryView final : public View
{
    Q_OBJECT

public:
    explicit MemoryView(QWidget* parent = nullptr);
    ~MemoryView() override;

    /// What is selected in other views is marked in the table: of an operator, what it and the operators that
    /// it calls have allocated.
    void setSelection(TraceSelection* selection);
    void showRun(const Run* run) override;
    void showRunAgain(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    MemoryModel* model() const { return m_model; }
    MemoryPlot* plot() const { return m_plot; }
    /// Explains the memory at a time.
    void explain(int64_t timeNs);

public Q_SLOTS:
    void copyContent() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    enum class Subject { Peak, Time, Growth };
    struct Content
    {
        std::vector<DeviceMemoryProfile> profiles;
        std::vector<NameId> layers;
    };

    QWidget* makeTools();
    QTableView* makeTable();
    void connectParts();
    static Content contentOf(const Trace& trace);
    /// Reads the run again if it has grown.
    void rebuild();
    void readAside();
    void take(Content content);
    /// Whether the curve covers a time.
    bool hasTime(int64_t timeNs) const;
    void showDevices();
    void showProfile(bool keepRange);
    void showSubject();
    /// From the start of the first selected step that was recorded to the end of the last one; none: all
    /// steps are selected, or none of these was recorded.
    std::optional<TimeInterval> selectedTime() const;
    /// If other steps have been selected.
    void followSteps();
    void showSelectedSteps(bool zoom);
    /// That the table explains.
    int64_t subjectTimeNs() const;
    void showEmptyState();
    const DeviceMemoryProfile* profile() const;
    int64_t originNs() const;
    QString timeText(int64_t timeNs) const;
    TraceFocus focusOfRow(int row) const;
    void showFocus();
    void findOperatorBlocks();
    void markRows();
    void showSummary();
    /// What is shown, without hints for the screen.
    QString summaryText() const;
    QString operatorText() const;
    /// Shows the device and a time at which the selected operator's blocks are live.
    void showOperator();
    void copyTable();
    Picture picture() const;
    std::shared_ptr<MemoryPlot> plotOf(const PictureSheet& sheet) const;

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    size_t m_seen = 0; ///< number of allocations read
    std::unique_ptr<BackgroundJob> m_reading;
    QElapsedTimer m_sinceRead;
    QTimer m_nextRead;
    std::vector<DeviceMemoryProfile> m_profiles;
    std::vector<NameId> m_layers;
    StepRange m_shownSteps;
    std::optional<TimeInterval> m_shownTime; ///< of the selected steps, when they were marked last
    std::optional<int> m_scrolledTo; ///< of the table, until the same run is read again; none: another run
    Subject m_subject = Subject::Peak;
    int64_t m_timeNs = 0;             ///< for Subject::Time
    std::vector<MemoryBlock> m_alive; ///< at the time of the subject
    QString m_subjectText;
    QString m_operator;                        ///< selected; empty: none
    std::vector<MemoryBlock> m_operatorBlocks; ///< of the profile
    bool m_wantsOperator = false;              ///< another view wants it shown here

    QStackedWidget* m_pages;
    EmptyPage* m_empty = nullptr;
    QComboBox* m_device = nullptr;
    QComboBox* m_what = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_note = nullptr;
    MemoryPlot* m_plot;
    MemoryModel* m_model;
    QTableView* m_table;
    QWidget* m_tools;
};

} // namespace stepscope::ui
