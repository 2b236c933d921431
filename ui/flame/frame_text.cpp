#include "ui/flame/frame_text.h"

#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/trace/event_kind.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace stepscope::ui {

namespace {

struct FrameWords
{
    Q_DECLARE_TR_FUNCTIONS(Frame)
};

QString amountText(const CallTree& tree, double amount)
{
    return toQString(formatAmount(amount, tree.unit));
}

QString amountAndShare(const CallTree& tree, int64_t amount)
{
    return QString("%1 (%2)").arg(amountText(tree, double(amount)),
                                  toQString(formatShare(tree.shareOf(amount))));
}

QString callsText(int64_t calls)
{
    return counted(FrameWords::tr("%1 call(s)", nullptr, formNumber(calls)), calls);
}

/// Device time launched by a frame, as a share of all device time.
QString deviceTimeText(const CallTree& tree, CallNodeId node)
{
    const auto whole = double(tree.nodes[rootNode].deviceNs);
    const auto ns = double(tree.nodes[node].deviceNs);
    return QString("%1 (%2)").arg(durationText(ns), toQString(formatShare(whole > 0 ? ns / whole : 0.0)));
}

/// The line below the name: "Layer conv1 · Forward".
QString whereText(const CallTree& tree, CallNodeId node)
{
    const CallNode& call = tree.nodes[node];
    if (call.kind == FrameKind::Root || call.kind == FrameKind::Pass || !tree.contents.hasPasses)
        return {};
    const QString pass = toQString(passWord(call.pass));
    if (call.kind == FrameKind::Device)
        return FrameWords::tr("On a device · %1").arg(pass);
    if (call.kind == FrameKind::Layer)
        return FrameWords::tr("Layer · %1").arg(pass);
    const CallNodeId layer = tree.direction == CallDirection::TopDown ? tree.layerOf(node) : noNode;
    return layer == noNode ? pass : FrameWords::tr("in layer %1 · %2").arg(frameTitle(tree, layer), pass);
}

QString differenceText(const CallTree& tree, CallNodeId node, CallWeight weight,
                       const CallTreeDifference& difference)
{
    const CallTreeDifference::Frame& frame = difference.frames[node];
    if (!frame.isKnown)
        return FrameWords::tr("not in the other run");
    const CallNode& call = tree.nodes[node];
    const bool isSelf = tree.direction == CallDirection::BottomUp;
    const bool isDevice = call.kind == FrameKind::Device || weight == CallWeight::DeviceTime;
    const double now = double(isDevice ? call.deviceNs : isSelf ? call.selfNs : call.totalNs);
    const double then = isDevice ? frame.deviceNs : isSelf ? frame.selfNs : frame.totalNs;
    const QString change = then > 0.0 ? toQString(formatShare(now / then - 1.0)) : QString();
    return (tree.contents.areFunctions ? FrameWords::tr("%1%2") : FrameWords::tr("%1 in as many steps%2"))
        .arg(isDevice ? durationText(then) : amountText(tree, then),
             change.isEmpty() ? QString() : " (" + QString(now >= then ? "+" : "") + change + ")");
}

} // namespace

QString frameTitle(const CallTree& tree, CallNodeId node)
{
    switch (tree.nodes[node].kind) {
    case FrameKind::Root:
        return tree.contents.areFunctions ? FrameWords::tr("All stacks")
               : tree.steps == 0
                   ? FrameWords::tr("All events")
                   : counted(FrameWords::tr("%1 step(s)", nullptr, formNumber(tree.steps)), tree.steps);
    case FrameKind::Pass:
        return toQString(passWord(tree.nodes[node].pass));
    case FrameKind::Layer:
    case FrameKind::Range:
    case FrameKind::Function:
        return toQString(tree.nameOf(node));
    case FrameKind::Operator:
    case FrameKind::Runtime:
    case FrameKind::Overhead:
    case FrameKind::Device:
        break;
    }
    return toQString(shortEventName(tree.nameOf(node)));
}

QString frameToolTip(const CallTree& tree, CallNodeId node, CallWeight weight,
                     const CallTreeDifference* difference)
{
    const CallNode& call = tree.nodes[node];
    QString rows;
    const auto add = [&rows](const QString& what, const QString& figure) {
        rows += QString("<tr><td>%1&nbsp;&nbsp;</td><td align='right'>%2</td></tr>")
                    .arg(what, figure.toHtmlEscaped());
    };
    const bool isDevice = call.kind == FrameKind::Device;
    const bool isDeviceFirst = weight == CallWeight::DeviceTime;
    const auto addDevice = [&] {
        if (call.deviceNs > 0 || (isDeviceFirst && tree.hasDevice))
            add(FrameWords::tr("On devices"), deviceTimeText(tree, node));
    };
    if (isDeviceFirst)
        addDevice();
    if (!isDevice)
        add(tree.hasDevice ? FrameWords::tr("Total on host") : FrameWords::tr("Total"),
            amountAndShare(tree, call.totalNs));
    if (isCall(call.kind) && !isDevice)
        add(tree.hasDevice ? FrameWords::tr("Self on host") : FrameWords::tr("Self"),
            amountAndShare(tree, call.selfNs));
    if (!isDeviceFirst)
        addDevice();
    if (call.calls > 0) {
        add(FrameWords::tr("Calls"), countText(call.calls));
        add(FrameWords::tr("Mean"), isDevice ? durationText(call.meanNs()) : amountText(tree, call.meanNs()));
        if (tree.contents.hasTimes)
            add(FrameWords::tr("Shortest, longest"),
                QString("%1, %2").arg(durationText(double(call.minNs)), durationText(double(call.maxNs))));
        if (tree.hasMemory && !isDevice)
            add(FrameWords::tr("Allocated itself"), bytesText(double(call.allocatedBytes)));
    }
    if (difference && node < difference->frames.size() && node != rootNode)
        add(FrameWords::tr("Other run"), differenceText(tree, node, weight, *difference));
    const QString name = isCall(call.kind) ? toQString(tree.nameOf(node)) : frameTitle(tree, node);
    const QString where = whereText(tree, node);
    return QString("<p style='white-space:pre'><b>%1</b>%2</p><table>%3</table>")
        .arg(name.toHtmlEscaped(), where.isEmpty() ? QString() : "<br>" + where.toHtmlEscaped(), rows);
}

QString frameFigures(const CallTree& tree, CallNodeId node, CallWeight weight)
{
    const CallNode& call = tree.nodes[node];
    if (call.kind == FrameKind::Device)
        return FrameWords::tr("%1 on devices, %2").arg(deviceTimeText(tree, node), callsText(call.calls));
    const bool isDeviceFirst = weight == CallWeight::DeviceTime && tree.hasDevice;
    const QString total = amountAndShare(tree, call.totalNs);
    QStringList parts;
    if (isDeviceFirst) {
        parts += FrameWords::tr("%1 on devices").arg(deviceTimeText(tree, node));
        parts += FrameWords::tr("on host %1").arg(total);
    } else {
        parts += total;
    }
    if (isCall(call.kind)) {
        parts += FrameWords::tr("self %1").arg(amountAndShare(tree, call.selfNs));
        if (call.calls > 0)
            parts += callsText(call.calls);
    }
    if (!isDeviceFirst && call.deviceNs > 0)
        parts += FrameWords::tr("on devices %1").arg(deviceTimeText(tree, node));
    return parts.join(QStringLiteral(", "));
}

} // namespace stepscope::ui
