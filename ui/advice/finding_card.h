#pragma once

#include "core/advise/finding.h"
#include "core/advise/setting_changes.h"

#include <QString>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace stepscope::ui {

/// A setting that a finding suggests to try.
struct ChangeToMeasure
{
    SettingChange change;
    QString result; ///< of measuring it; empty: it was not measured
    QString whyNot; ///< why it cannot be measured now; empty: it can
};

/// A text whose lines may also end within very long words, such as the names of kernels. It can be copied.
QLabel* wrappedLabel(const QString& text);

/// One answered question: what was measured against which threshold, what it means, and what to try.
class FindingCard final : public QWidget
{
    Q_OBJECT

public:
    /// `measures`: what can be measured for this finding.
    FindingCard(const Finding& finding, bool withFormula, const std::vector<ChangeToMeasure>& measures,
                QWidget* parent = nullptr);

    const Finding& finding() const { return m_finding; }

Q_SIGNALS:
    void placeWanted(const stepscope::Finding& finding);
    void measureWanted(const stepscope::SettingChange& change);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addHead(QVBoxLayout* column);
    void addOperators(QVBoxLayout* column);
    void addTries(QVBoxLayout* column);
    void addMeasures(QVBoxLayout* column, const std::vector<ChangeToMeasure>& measures);
    void addLink(QVBoxLayout* column);

    Finding m_finding;
};

} // namespace stepscope::ui
