#pragma once

#include "core/advise/finding.h"
#include "core/machine/environment.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QPointer>
#include <QTimer>

#include <functional>
#include <string>
#include <vector>

class QLabel;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class AdvicePage;
class AdviceReader;
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
    void copyContent() override;

Q_SIGNALS:
    /// Another view has more about a finding: "operators", "steps", "machine".
    void viewWanted(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildToolRow();
    StepRange steps() const;
    void beginAnew();
    void take();
    void showFindings();
    void addToPage();
    void stopPage();
    void updateEmptyPage();
    void showPlace(const Finding& finding);
    std::string markdown() const;

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    AdviceReader* m_reader;
    std::vector<Finding> m_findings;
    std::string m_scope;
    QTimer m_nextPart;
    QPointer<AdvicePage> m_coming; ///< not complete yet; the previous page stays visible until it is

    QWidget* m_toolRow;
    QToolButton* m_formulas;
    QScrollArea* m_scroll;
    QStackedWidget* m_pages;
    EmptyPage* m_empty;
};

} // namespace stepscope::ui
