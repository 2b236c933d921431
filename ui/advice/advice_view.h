#pragma once

#include "core/advise/finding.h"
#include "core/advise/setting_changes.h"
#include "core/machine/environment.h"
#include "ui/advice/finding_card.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"

#include <QMap>
#include <QPointer>
#include <QString>
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
    void showRunAgain(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    const std::vector<Finding>& findings() const { return m_findings; }
    /// Whether the page shows all findings.
    bool isWhole() const;
    /// Why nothing can be measured now; empty: the settings that findings name can be measured.
    void setWhyNotMeasure(const QString& sentence);

public Q_SLOTS:
    /// Copies the findings as Markdown.
    void copyContent() override;
    /// Shows the result of measuring a change for the run on the screen.
    void showMeasured(const stepscope::SettingChange& change, const QString& result);

Q_SIGNALS:
    /// Another view has more about a finding: "operators", "steps", "machine".
    void viewWanted(const QString& name);
    void measureWanted(const stepscope::SettingChange& change);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildToolRow();
    void beginAnew();
    void take();
    void showFindings();
    void addToPage();
    void stopPage();
    void updateEmptyPage();
    void showPlace(const Finding& finding);
    std::string markdown() const;
    std::vector<ChangeToMeasure> measures() const;

    const Run* m_run = nullptr;
    QPointer<TraceSelection> m_selection;
    AdviceReader* m_reader;
    std::vector<Finding> m_findings;
    std::string m_scope;
    QString m_whyNotMeasure;
    QMap<QString, QString> m_measured; ///< results by change, of the run on the screen
    QTimer m_nextPart;
    QPointer<AdvicePage> m_coming; ///< not complete yet; the previous page stays visible until it is

    QWidget* m_toolRow;
    QToolButton* m_formulas;
    QScrollArea* m_scroll;
    QStackedWidget* m_pages;
    EmptyPage* m_empty;
};

} // namespace stepscope::ui
