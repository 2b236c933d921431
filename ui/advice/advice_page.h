#pragma once

#include "core/advise/finding.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace stepscope::ui {

/// The findings below each other: what is worth a look, what is good, what cannot be told.
class AdvicePage final : public QWidget
{
    Q_OBJECT

public:
    AdvicePage(const std::vector<Finding>& findings, const QString& scope, bool withFormulas,
               QWidget* parent = nullptr);

Q_SIGNALS:
    void placeWanted(const stepscope::Finding& finding);

private:
    void addSection(QVBoxLayout* column, const std::vector<Finding>& findings, FindingVerdict verdict);
    void addUntold(QVBoxLayout* column, const std::vector<Finding>& findings);

    bool m_withFormulas;
};

} // namespace stepscope::ui
