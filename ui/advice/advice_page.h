#pragma once

#include "core/advise/finding.h"
#include "ui/advice/finding_card.h"

#include <QWidget>

#include <functional>
#include <vector>

class QVBoxLayout;

namespace stepscope::ui {

/// What to improve first, then the findings, one below another: what is worth a look, what is good, what
/// cannot be decided. Laying out text takes long, so the page is built part by part.
class AdvicePage final : public QWidget
{
    Q_OBJECT

public:
    AdvicePage(std::vector<Finding> findings, std::vector<ChangeToMeasure> measures, const QString& scope,
               bool withFormulas, QWidget* parent);

    /// Adds the next part and lays it out. False once the page is whole.
    bool addNext();

Q_SIGNALS:
    void placeWanted(const stepscope::Finding& finding);
    void measureWanted(const stepscope::SettingChange& change);

private:
    void addRootCause();
    void planSection(FindingVerdict verdict);
    void planUntold(FindingVerdict verdict);
    void add(QWidget* part);

    std::vector<ChangeToMeasure> measuresFor(FindingId finding) const;

    std::vector<Finding> m_findings;
    std::vector<ChangeToMeasure> m_measures;
    bool m_withFormulas;
    QVBoxLayout* m_column;
    std::vector<std::function<void()>> m_parts; ///< still to be built, in reverse order
};

} // namespace stepscope::ui
