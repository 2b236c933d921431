#include "ui/flame/frame_text.h"

#include "core/base/format.h"
#include "core/base/format_amount.h"
#include "core/trace/event_kind.h"

#include <QCoreApplication>

namespace stepscope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Frame", text);
}

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString time(double nanoseconds)
{
    return text(formatNs(nanoseconds));
}

QString amountText(const CallTree& tree, double amount)
{
    return text(formatAmount(amount, tree.unit));
}

QString amountAndShare(const CallTree& tree, int64_t amount)
{
    return QString("%1 (%2)").arg(amountText(tree, double(amount)), text(formatShare(tree.shareOf(amount))));
}

QString callsText(int64_t calls)
{
    return calls == 1 ? tr("1 call") : tr("%1 calls").arg(text(formatCount(calls)));
}

/// Of what was launched, as a share of all that the devices did.
QString deviceTimeText(const CallTree& tree, uint32_t node)
{
    const auto whole = double(tree.nodes[rootNode].deviceNs);
    const auto ns = double(tree.nodes[node].deviceNs);
    return QString("%1 (%2)").arg(time(ns), text(formatShare(whole > 0 ? ns / whole : 0.0)));
}

/// What stands below the name: "Layer conv1 · Forward".
QString whereText(const CallTree& tree, uint32_t node)
{
    const CallNode& call = tree.nodes[node];
    if (call.kind == FrameKind::Root || call.kind == FrameKind::Pass || tree.isOfSums)
        return {};
    const QString pass = tr(passName(call.pass));
    if (call.kind == FrameKind::Device)
        return tr("On a device · %1").arg(pass);
    if (call.kind == FrameKind::Layer)
        return tr("Layer · %1").arg(pass);
    const uint32_t layer = tree.direction == CallDirection::TopDown ? tree.layerOf(node) : noNode;
    return layer == noNode ? pass : tr("in layer %1 · %2").arg(frameTitle(tree, layer), pass);
}

QString differenceText(const CallTree& tree, uint32_t node, const CallTreeDifference& difference)
{
    const CallTreeDifference::Frame& frame = difference.frames[node];
    if (!frame.isKnown)
        return tr("not in the other run");
    const CallNode& call = tree.nodes[node];
    const bool isSelf = tree.direction == CallDirection::BottomUp;
    const bool isDevice = call.kind == FrameKind::Device;
    const double now = double(isDevice ? call.deviceNs : isSelf ? call.selfNs : call.totalNs);
    const double then = isDevice ? frame.deviceNs : isSelf ? frame.selfNs : frame.totalNs;
    const QString change = then > 0.0 ? text(formatShare(now / then - 1.0)) : QString();
    return (tree.isOfSums ? tr("%1%2") : tr("%1 in as many steps%2"))
        .arg(isDevice ? time(then) : amountText(tree, then),
             change.isEmpty() ? QString() : " (" + QString(now >= then ? "+" : "") + change + ")");
}

} // namespace

QString frameTitle(const CallTree& tree, uint32_t node)
{
    switch (tree.nodes[node].kind) {
    case FrameKind::Root:
        return tree.isOfSums     ? tr("All stacks")
               : tree.steps == 0 ? tr("All events")
               : tree.steps == 1 ? tr("1 step")
                                 : tr("%1 steps").arg(text(formatCount(tree.steps)));
    case FrameKind::Pass:
        return tr(passName(tree.nodes[node].pass));
    case FrameKind::Layer:
    case FrameKind::Range:
    case FrameKind::Function:
        return text(tree.nameOf(node));
    case FrameKind::Operator:
    case FrameKind::Runtime:
    case FrameKind::Overhead:
    case FrameKind::Device:
        break;
    }
    return text(shortEventName(tree.nameOf(node)));
}

QString frameToolTip(const CallTree& tree, uint32_t node, const CallTreeDifference* difference)
{
    const CallNode& call = tree.nodes[node];
    QString rows;
    const auto add = [&rows](const QString& what, const QString& figure) {
        rows += QString("<tr><td>%1&nbsp;&nbsp;</td><td align='right'>%2</td></tr>")
                    .arg(what, figure.toHtmlEscaped());
    };
    const bool isDevice = call.kind == FrameKind::Device;
    if (!isDevice)
        add(tr("Total"), amountAndShare(tree, call.totalNs));
    if (call.deviceNs > 0)
        add(tr("On devices"), deviceTimeText(tree, node));
    if (isCall(call.kind) && !isDevice)
        add(tr("Self"), amountAndShare(tree, call.selfNs));
    if (call.calls > 0) {
        add(tr("Calls"), text(formatCount(call.calls)));
        add(tr("Mean"), isDevice ? time(call.meanNs()) : amountText(tree, call.meanNs()));
        if (!tree.isOfSums)
            add(tr("Shortest, longest"),
                QString("%1, %2").arg(time(double(call.minNs)), time(double(call.maxNs))));
        if (tree.hasMemory && !isDevice)
            add(tr("Allocated itself"), text(formatBytes(double(call.allocatedBytes))));
    }
    if (difference && node < difference->frames.size() && node != rootNode)
        add(tr("Other run"), differenceText(tree, node, *difference));
    const QString name = isCall(call.kind) ? text(tree.nameOf(node)) : frameTitle(tree, node);
    const QString where = whereText(tree, node);
    return QString("<p style='white-space:pre'><b>%1</b>%2</p><table>%3</table>")
        .arg(name.toHtmlEscaped(), where.isEmpty() ? QString() : "<br>" + where.toHtmlEscaped(), rows);
}

QString frameFigures(const CallTree& tree, uint32_t node)
{
    const CallNode& call = tree.nodes[node];
    if (call.kind == FrameKind::Device)
        return tr("%1 on devices, %2").arg(deviceTimeText(tree, node), callsText(call.calls));
    const QString total = amountAndShare(tree, call.totalNs);
    const QString device =
        call.deviceNs > 0 ? tr(", on devices %1").arg(deviceTimeText(tree, node)) : QString();
    if (!isCall(call.kind))
        return total + device;
    const QString self = tr("%1, self %2").arg(total, amountAndShare(tree, call.selfNs));
    return (call.calls > 0 ? QString("%1, %2").arg(self, callsText(call.calls)) : self) + device;
}

} // namespace stepscope::ui
