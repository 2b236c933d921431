// Scalars of any tag: which are offered, and what changes when one is shown.

#include "core/comparison/reference_loop.h"
#include "core/run/scalar_roles.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"
#include "ui/support/status_message.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>
#include <set>

namespace stepscope::ui {

std::vector<NamedRun> CurvesView::shownRuns() const
{
    std::vector<NamedRun> runs;
    if (m_run)
        runs.push_back({m_run, tr("Run on the screen").toStdString()});
    for (const auto& overlay : m_overlays)
        runs.push_back({overlay->run.get(), overlay->name.toStdString()});
    return runs;
}

/// Whether any run has, or may still get, the data for curves of loss and accuracy.
bool CurvesView::hasCurves() const
{
    return std::ranges::any_of(shownRuns(), [](const NamedRun& named) {
        const auto roles = roleSeries(named.run->scalars, named.run->experiment.network);
        return loggedScalars(*named.run).empty() || !named.run->steps.empty() ||
               std::ranges::any_of(roles, [](const ScalarSeries* series) { return series != nullptr; });
    });
}

void CurvesView::updateTags(bool runsChanged)
{
    const auto runs = shownRuns();
    size_t known = 0;
    for (const NamedRun& named : runs)
        known += loggedScalars(*named.run).size();
    if (known == m_knownTags && (known == 0 || !runsChanged))
        return;
    m_knownTags = known;
    std::set<std::string> tags;
    for (const NamedRun& named : runs) {
        for (const ScalarSeries* series : loggedScalars(*named.run))
            tags.insert(series->tag);
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tagLabel, m_tag})
        widget->setVisible(!tags.empty());
    {
        const QSignalBlocker quiet(m_tag);
        m_tag->clear();
        m_tag->addItem(tr("Loss and accuracy"), QString());
        m_tag->insertSeparator(1);
        for (const std::string& tag : tags)
            m_tag->addItem(QString::fromStdString(tag), QString::fromStdString(tag));
    }
    std::string shown = tags.contains(m_data.tag()) ? m_data.tag() : std::string();
    if (shown.empty() && !tags.empty() && !hasCurves())
        shown = *tags.begin();
    setTag(shown);
}

void CurvesView::setTag(const std::string& tag)
{
    {
        const QSignalBlocker quiet(m_tag);
        m_tag->setCurrentIndex(std::max(0, m_tag->findData(QString::fromStdString(tag))));
    }
    if (tag == m_data.tag())
        return;
    m_data.setTag(tag);
    for (const auto& overlay : m_overlays)
        overlay->data.setTag(tag);
    m_hovered.reset();
    m_plot->hideCursor();
    m_plot->updateTag();
    updateXKinds();
    fit();
    catchUp();
}

/// Neither scalars nor the steps of a recorded program have epochs.
void CurvesView::updateXKinds()
{
    const auto hasEpochs = [](const CurveData& data) {
        return data.isOfSteps() && !(data.run() && data.run()->kind == RunKind::Program);
    };
    const bool hasAll = hasEpochs(m_data) && std::ranges::all_of(m_overlays, [&](const auto& overlay) {
                            return hasEpochs(overlay->data);
                        });
    const auto* items = qobject_cast<QStandardItemModel*>(m_xKind->model());
    items->item(m_xKind->findData(int(CurveX::Epoch)))->setEnabled(hasAll);
    if (hasAll || m_plot->xKind() != CurveX::Epoch)
        return;
    setXKind(CurveX::Step);
    showStatusMessage(this, tr("Drawn over steps, because the epochs are not known."));
}

} // namespace stepscope::ui
