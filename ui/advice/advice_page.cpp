#include "ui/advice/advice_page.h"

#include "core/advise/advice_text.h"
#include "core/language/sentences.h"
#include "ui/advice/finding_card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int widest = 880; ///< lines longer than this are hard to read

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QLabel* heading(const QString& words)
{
    auto* label = plainLabel(words);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(0, 12, 0, 0);
    return label;
}

} // namespace

AdvicePage::AdvicePage(const std::vector<Finding>& findings, const QString& scope, bool withFormulas,
                       QWidget* parent)
    : QWidget(parent)
    , m_withFormulas(withFormulas)
{
    auto* inside = new QWidget;
    inside->setMaximumWidth(widest);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(16, 4, 16, 24);
    column->setSpacing(8);
    auto* about = plainLabel(scope + "\n" + text(sentence(SentenceId::AdviceAbout)), true);
    about->setObjectName("scope");
    column->addWidget(about);
    addSection(column, findings, FindingVerdict::LookHere);
    addSection(column, findings, FindingVerdict::Good);
    addUntold(column, findings);
    column->addStretch(1);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch(1);
    row->addWidget(inside, 1000);
    row->addStretch(1);
}

void AdvicePage::addSection(QVBoxLayout* column, const std::vector<Finding>& findings, FindingVerdict verdict)
{
    if (std::ranges::find(findings, verdict, &Finding::verdict) == findings.end())
        return;
    column->addWidget(heading(text(verdictText(verdict))));
    for (const auto& finding : findings) {
        if (finding.verdict != verdict)
            continue;
        auto* card = new FindingCard(finding, m_withFormulas);
        connect(card, &FindingCard::placeWanted, this, &AdvicePage::placeWanted);
        column->addWidget(card);
    }
}

void AdvicePage::addUntold(QVBoxLayout* column, const std::vector<Finding>& findings)
{
    const auto untold = FindingVerdict::CannotBeTold;
    if (std::ranges::find(findings, untold, &Finding::verdict) == findings.end())
        return;
    column->addWidget(heading(text(verdictText(untold))));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(20);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    for (const auto& finding : findings) {
        if (finding.verdict != untold || finding.isOfDevice)
            continue;
        const int row = grid->rowCount();
        auto* title = plainLabel(text(finding.title));
        title->setWordWrap(false);
        grid->addWidget(title, row, 0, Qt::AlignTop);
        auto* reason = plainLabel(text(finding.meaning), true);
        reason->setObjectName(findingName(finding.id));
        grid->addWidget(reason, row, 1, Qt::AlignTop);
    }
    column->addLayout(grid);
    const auto line = deviceFindingsLine(findings);
    if (line.empty())
        return;
    auto* device = plainLabel(text(line), true);
    device->setObjectName("deviceFindings");
    column->addWidget(device);
}

} // namespace stepscope::ui
