#include "ui/advice/advice_page.h"

#include "core/advise/advice_text.h"
#include "core/advise/root_cause.h"
#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int widest = 880; ///< lines longer than this are hard to read

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

AdvicePage::AdvicePage(std::vector<Finding> findings, std::vector<ChangeToMeasure> measures,
                       const QString& scope, bool withFormulas, QWidget* parent)
    : QWidget(parent)
    , m_findings(std::move(findings))
    , m_measures(std::move(measures))
    , m_withFormulas(withFormulas)
{
    auto* inside = new QWidget;
    inside->setMaximumWidth(widest);
    m_column = new QVBoxLayout(inside);
    m_column->setContentsMargins(16, 4, 16, 24);
    m_column->setSpacing(8);
    m_column->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch(1);
    row->addWidget(inside, 1000);
    row->addStretch(1);

    m_parts.emplace_back([this, scope] {
        auto* about = plainLabel(scope + "\n" + toQString(adviceIntroduction()), true);
        about->setObjectName("scope");
        add(about);
    });
    m_parts.emplace_back([this] { addRootCause(); });
    planSection(FindingVerdict::LookHere);
    planSection(FindingVerdict::Good);
    planUntold(FindingVerdict::NotApplicable);
    planUntold(FindingVerdict::CannotBeTold);
    std::ranges::reverse(m_parts);
}

void AdvicePage::addRootCause()
{
    const RootCause cause = rootCause(m_findings);
    auto* title = heading(cause.isFound ? tr("What to improve first: %1").arg(toQString(cause.title))
                                        : toQString(cause.text));
    title->setObjectName("rootCause");
    add(title);
    if (!cause.isFound)
        return;
    auto* text = wrappedLabel(toQString(cause.text + " " + cause.gain + "."));
    text->setObjectName("rootCauseText");
    add(text);
}

bool AdvicePage::addNext()
{
    if (m_parts.empty())
        return false;
    m_parts.back()();
    m_parts.pop_back();
    layout()->activate();
    resize(width(), std::max(height(), layout()->heightForWidth(width())));
    return true;
}

void AdvicePage::add(QWidget* part)
{
    m_column->insertWidget(m_column->count() - 1, part);
    part->show(); // immediately, with all its children
}

std::vector<ChangeToMeasure> AdvicePage::measuresFor(FindingId finding) const
{
    std::vector<ChangeToMeasure> measures;
    for (const ChangeToMeasure& measure : m_measures)
        if (measure.change.finding == finding)
            measures.push_back(measure);
    return measures;
}

void AdvicePage::planSection(FindingVerdict verdict)
{
    if (std::ranges::find(m_findings, verdict, &Finding::verdict) == m_findings.end())
        return;
    m_parts.emplace_back([this, verdict] { add(heading(toQString(verdictText(verdict)))); });
    for (const Finding& finding : m_findings) {
        if (finding.verdict != verdict)
            continue;
        m_parts.emplace_back([this, &finding] {
            auto* card = new FindingCard(finding, m_withFormulas, measuresFor(finding.id));
            connect(card, &FindingCard::measureWanted, this, &AdvicePage::measureWanted);
            connect(card, &FindingCard::placeWanted, this, &AdvicePage::placeWanted);
            add(card);
        });
    }
}

void AdvicePage::planUntold(FindingVerdict verdict)
{
    if (std::ranges::find(m_findings, verdict, &Finding::verdict) == m_findings.end())
        return;
    auto* all = new QWidget(this);
    auto* grid = new QGridLayout(all);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(20);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    m_parts.emplace_back([this, all, verdict] {
        add(heading(toQString(verdictText(verdict))));
        add(all);
    });
    for (const Finding& finding : m_findings) {
        if (finding.verdict != verdict || finding.isOfDevice)
            continue;
        m_parts.emplace_back([grid, &finding] {
            const int row = grid->rowCount();
            auto* title = plainLabel(toQString(finding.title));
            title->setWordWrap(false);
            auto* reason = plainLabel(toQString(finding.meaning), true);
            reason->setObjectName(findingName(finding.id));
            grid->addWidget(title, row, 0, Qt::AlignTop);
            grid->addWidget(reason, row, 1, Qt::AlignTop);
            title->show();
            reason->show();
        });
    }
    const auto line =
        verdict == FindingVerdict::CannotBeTold ? deviceFindingsLine(m_findings) : std::string();
    if (line.empty())
        return;
    m_parts.emplace_back([this, line] {
        auto* device = plainLabel(toQString(line), true);
        device->setObjectName("deviceFindings");
        add(device);
    });
}

} // namespace stepscope::ui
