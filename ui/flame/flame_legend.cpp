#include "ui/flame/flame_legend.h"

#include "ui/support/pass_colors.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <set>

namespace stepscope::ui {

struct FlameLegendWords
{
    Q_DECLARE_TR_FUNCTIONS(FlameLegend)
};

QList<FlameLegendEntry> flameLegend(const FlameData& data, FlameColors coloring, const ThemeColors& colors)
{
    if (coloring == FlameColors::ByDifference && data.difference)
        return {{FlameLegendWords::tr("Faster"), differenceColor(-1, colors)},
                {FlameLegendWords::tr("Same"), differenceColor(0, colors)},
                {FlameLegendWords::tr("Slower or new"), differenceColor(1, colors)}};
    if (!data.tree->contents.hasPasses)
        return {};
    std::set<Pass> passes;
    for (const CallNodeId node : data.order.childrenOf(rootNode))
        passes.insert(data.tree->nodes[node].pass);
    QList<FlameLegendEntry> entries;
    for (const Pass pass : passes)
        entries.append({toQString(passWord(pass)), passColor(pass, colors)});
    if (data.tree->hasDevice && data.order.weight == CallWeight::DeviceTime)
        entries.append({FlameLegendWords::tr("Kernels and copies"), kernelColor(colors)});
    return entries;
}

QString flameLegendHtml(const FlameData& data, FlameColors coloring, const ThemeColors& colors)
{
    QString html;
    for (const auto& [name, color] : flameLegend(data, coloring, colors))
        html += QString("&nbsp;&nbsp; <span style='color:%1'>&#9632;</span>&nbsp;%2")
                    .arg(color.name(), name.toHtmlEscaped().replace(' ', "&nbsp;"));
    return html;
}

} // namespace stepscope::ui
