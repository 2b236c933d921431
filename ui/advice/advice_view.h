#pragma once

#include "core/advise/advice.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>

class QLabel;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class AdvicePage;
class BackgroundJob;
class EmptyPage;

/// The guided analysis of the run: a list of findings, ordered by how much is at stake.
class AdviceView final : public View
{
    Q_OBJECT

public:
    /// `environment` returns the one of the run on the screen.
    AdviceView(TraceSelection* selection, std::function<Environment()> environment,
               QWidget* parent = nullptr);
    ~AdviceView() override;

    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    const std::vector<Finding>& findings() const { return m_findings; }
    /// Whether the page shows all findings.
    bool isWhole() const;

public Q_SLOTS:
    /// Copies the findings as Markdown.
    void copy() const;

Q_SIGNALS:
    /// Another view has more about a finding: "operators", "steps", "machine".
    void viewWanted(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What the findings were made from.
    struct Seen
    {
        uint32_t events = 0;
        size_t steps = 0;
        size_t samples = 0;
        int outcome = -1;
        bool operator==(const Seen&) const = default;
    };

    struct Look
    {
        std::vector<Finding> findings;
        std::string scope;
    };

    QWidget* buildToolRow();
    static Look lookAt(const Run& run, const AdviceBuilder& builder, const Environment& environment);
    StepRange steps() const;
    Seen seenNow() const;
    void beginAnew();
    /// Reads a bounded number of events, and shows the findings once all are read.
    void rebuild();
    bool isMadeAside() const;
    void makeAside();
    void catchUp();
    void take(Look look);
    void showFindings();
    void addToPage();
    void stopPage();
    void updateEmptyPage();
    void showPlace(const Finding& finding);
    std::string markdown() const;

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    std::function<Environment()> m_environment;
    AdviceBuilder m_builder;
    Seen m_seen;
    std::vector<Finding> m_findings;
    std::string m_scope;
    bool m_isStale = true; ///< the run or the selected steps have changed since the last update
    QElapsedTimer m_sinceRebuild;
    QTimer m_nextRebuild;
    QTimer m_nextPart;
    QPointer<AdvicePage> m_coming; ///< not complete yet; the previous page stays visible until it is
    std::unique_ptr<BackgroundJob> m_making;

    QWidget* m_toolRow;
    QToolButton* m_formulas;
    QScrollArea* m_scroll;
    QStackedWidget* m_pages;
    EmptyPage* m_empty;
};

} // namespace stepscope::ui
