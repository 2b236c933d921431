#include "ui/graph/graph_finder.h"

#include "core/base/text/format.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_folding.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_selection.h"
#include "ui/graph/graph_tools.h"
#include "ui/support/qt_text.h"
#include "ui/support/trace_selection.h"

#include <utility>

namespace stepscope::ui {

GraphFinder::GraphFinder(Parts parts, QObject* parent)
    : QObject(parent)
    , m_parts(std::move(parts))
{
    connect(m_parts.tools, &GraphTools::searchChanged, this, &GraphFinder::search);
    connect(m_parts.tools, &GraphTools::matchAsked, this, &GraphFinder::stepThroughMatches);
}

const GraphDrawing& GraphFinder::drawing() const
{
    return *m_parts.scene->drawing();
}

void GraphFinder::follow(TraceSelection* selection)
{
    connect(selection, &TraceSelection::focusChanged, this, &GraphFinder::showOperator);
    connect(selection, &TraceSelection::viewWanted, this, [this](const QString& view) {
        if (view == "graph" && !m_operator.isEmpty())
            m_parts.tools->clearSearch(); // whose marks would hide those of the operator
    });
    showOperator();
}

void GraphFinder::showOperator()
{
    findOperator();
    showFound();
    if (!m_operatorNodes.empty() && nodeOfFocus(drawing(), m_parts.selection->shared()->focus()).isNone())
        m_parts.selection->showHere(drawing().folded.nodeOf[m_operatorNodes.front()]);
}

void GraphFinder::findAgain()
{
    findOperator();
    if (m_search.isOf(drawing().whole))
        showFound();
    else
        search();
}

void GraphFinder::forget()
{
    m_operatorNodes.clear();
    search();
}

void GraphFinder::search()
{
    m_search.search(drawing().whole, m_parts.tools->searchText());
    showFound();
    if (const auto match = m_search.currentNode(); !match.isNone())
        m_parts.canvas->revealNode(drawing().folded.nodeOf[match]);
}

void GraphFinder::stepThroughMatches(int by)
{
    if (m_search.matches().empty())
        return;
    m_search.step(by);
    showFound();
    m_parts.folding->reveal(m_search.currentNode());
}

void GraphFinder::findOperator()
{
    const auto* const shared = m_parts.selection->shared();
    const bool isShown = shared && !m_parts.selection->isOwn() && !shared->focus().event;
    m_operator = isShown ? shared->focus().operatorName : QString();
    m_operatorNodes.clear();
    if (!m_operator.isEmpty() && drawing().whole)
        m_operatorNodes =
            nodesOfOperator(*drawing().whole, shared->focus(), m_parts.nodesCalling(m_operator));
}

void GraphFinder::showFound()
{
    const bool isSearch = !m_search.countText().isEmpty();
    m_parts.tools->showMatchCount(isSearch ? m_search.countText() : operatorText());
    std::vector<DrawnNodeId> drawn;
    for (const auto match : isSearch ? m_search.matches() : m_operatorNodes)
        drawn.push_back(drawing().folded.nodeOf[match]);
    m_parts.scene->setFound(drawn,
                            m_search.current() < 0 ? DrawnNodeId() : drawn[size_t(m_search.current())]);
}

QString GraphFinder::operatorText() const
{
    if (m_operator.isEmpty() || !drawing().whole)
        return {};
    const QString name = toQString(withoutNamespace(m_operator.toStdString()));
    if (m_operatorNodes.empty())
        return tr("No node contains %1").arg(name);
    const auto count = m_operatorNodes.size();
    return counted(tr("%1 node(s) contain %2", nullptr, formNumber(count)), count).arg(name);
}

} // namespace stepscope::ui
