#include "ui/keys/view_keys.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

struct ViewKeys
{
    Q_DECLARE_TR_FUNCTIONS(ViewKeys)
};

using Keys = QList<QKeySequence>;

const Keys zoomInKeys = {Qt::Key_Plus, Qt::Key_Equal};
const Keys zoomOutKeys = {Qt::Key_Minus};
const Keys fitKeys = {Qt::Key_F, Qt::Key_Home};
const Keys enterKeys = {Qt::Key_Return, Qt::Key_Enter};
const Keys arrowKeys = {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down};
const Keys sideKeys = {Qt::Key_Left, Qt::Key_Right};
const Keys pageKeys = {Qt::Key_PageUp, Qt::Key_PageDown};

ViewKey zoomIn(const Keys& keys = zoomInKeys)
{
    return {KeyAct::ZoomIn, ViewKeys::tr("Zoom in"), keys};
}

ViewKey zoomOut(const Keys& keys = zoomOutKeys)
{
    return {KeyAct::ZoomOut, ViewKeys::tr("Zoom out"), keys};
}

ViewKey fit(const Keys& keys = fitKeys)
{
    return {KeyAct::Fit, ViewKeys::tr("Fit"), keys};
}

ViewKey find(const QString& text)
{
    return {KeyAct::Find, text, {QKeySequence(QKeySequence::Find)}};
}

ViewKey clearSelection()
{
    return {KeyAct::Clear, ViewKeys::tr("Clear the selection"), {Qt::Key_Escape}};
}

QList<ViewKey> curvesKeys()
{
    return {fit({Qt::Key_F}),
            {KeyAct::Logarithmic, ViewKeys::tr("Logarithmic loss axis"), {Qt::Key_L}},
            {KeyAct::Move, ViewKeys::tr("Move"), arrowKeys},
            zoomIn(),
            zoomOut(),
            {KeyAct::Drag, ViewKeys::tr("Move by dragging, while held"), {Qt::Key_Space}}};
}

/// Of charts over time.
QList<ViewKey> chartKeys()
{
    return {{KeyAct::Move, ViewKeys::tr("Move in time"), sideKeys}, zoomIn(), zoomOut()};
}

QList<ViewKey> operatorsKeys()
{
    return {find(ViewKeys::tr("Filter operators"))};
}

QList<ViewKey> timelineKeys()
{
    return {zoomIn({Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal}),
            zoomOut({Qt::Key_S, Qt::Key_Minus}),
            {KeyAct::MoveLeft, ViewKeys::tr("Move left"), {Qt::Key_A}},
            {KeyAct::MoveRight, ViewKeys::tr("Move right"), {Qt::Key_D}},
            {KeyAct::Move, ViewKeys::tr("Previous, next, outer, inner event"), arrowKeys},
            {KeyAct::Scroll, ViewKeys::tr("Scroll a page"), pageKeys},
            {KeyAct::FitSelection, ViewKeys::tr("Fit the selected event"), enterKeys},
            {KeyAct::Fit, ViewKeys::tr("Fit all"), fitKeys},
            find(ViewKeys::tr("Find")),
            {KeyAct::NextMatch, ViewKeys::tr("Next match"), {Qt::Key_F3}},
            {KeyAct::PreviousMatch, ViewKeys::tr("Previous match"), {Qt::SHIFT | Qt::Key_F3}},
            {KeyAct::Clear, ViewKeys::tr("Clear the time range, then the selection"), {Qt::Key_Escape}},
            {KeyAct::Help, ViewKeys::tr("Show keys and mouse actions"), {Qt::Key_Question}}};
}

QList<ViewKey> flameKeys()
{
    return {{KeyAct::Move, ViewKeys::tr("Caller, callee, neighboring frame"), arrowKeys},
            {KeyAct::Scroll, ViewKeys::tr("Scroll a page"), pageKeys},
            {KeyAct::Open, ViewKeys::tr("Zoom to the selected frame"), enterKeys},
            {KeyAct::Back, ViewKeys::tr("Zoom back"), {Qt::Key_Backspace}},
            {KeyAct::Clear, ViewKeys::tr("Zoom back, then clear the selection"), {Qt::Key_Escape}},
            {KeyAct::ShowAll, ViewKeys::tr("Show all frames"), {Qt::Key_Home}},
            find(ViewKeys::tr("Find frames"))};
}

QList<ViewKey> callGraphKeys()
{
    return {
        {KeyAct::Move, ViewKeys::tr("Neighboring node"), arrowKeys},    fit(),           zoomIn(), zoomOut(),
        {KeyAct::ActualSize, ViewKeys::tr("Actual size"), {Qt::Key_0}}, clearSelection()};
}

QList<ViewKey> stepsKeys()
{
    return {{KeyAct::Move, ViewKeys::tr("Previous, next step"), sideKeys},
            {KeyAct::Extend,
             ViewKeys::tr("Extend the selection"),
             {Qt::SHIFT | Qt::Key_Left, Qt::SHIFT | Qt::Key_Right}},
            {KeyAct::ToFirst, ViewKeys::tr("First step"), {Qt::Key_Home}},
            {KeyAct::ToLast, ViewKeys::tr("Last step"), {Qt::Key_End}},
            zoomIn(),
            zoomOut(),
            {KeyAct::Fit, ViewKeys::tr("Show recorded steps"), {Qt::Key_F}},
            {KeyAct::ShowAll, ViewKeys::tr("Show all steps"), {Qt::Key_A}},
            clearSelection()};
}

QList<ViewKey> rooflineKeys()
{
    return {{KeyAct::Move, ViewKeys::tr("Previous, next point"), sideKeys}, clearSelection()};
}

QList<ViewKey> graphKeys()
{
    return {{KeyAct::Move, ViewKeys::tr("Neighboring card"), arrowKeys},
            {KeyAct::Scroll, ViewKeys::tr("Move a page"), pageKeys},
            {KeyAct::Open,
             ViewKeys::tr("Expand the selected layer"),
             {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}},
            {KeyAct::Back, ViewKeys::tr("Collapse around the selection"), {Qt::Key_Backspace}},
            {KeyAct::ExpandAll, ViewKeys::tr("Expand all"), {Qt::CTRL | Qt::SHIFT | Qt::Key_Down}},
            {KeyAct::CollapseAll, ViewKeys::tr("Collapse all"), {Qt::CTRL | Qt::SHIFT | Qt::Key_Up}},
            fit(),
            zoomIn({Qt::Key_Plus, Qt::Key_Equal, Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal}),
            zoomOut({Qt::Key_Minus, Qt::CTRL | Qt::Key_Minus}),
            {KeyAct::ActualSize, ViewKeys::tr("Actual size"), {Qt::Key_0, Qt::CTRL | Qt::Key_0}},
            find(ViewKeys::tr("Find")),
            clearSelection()};
}

QList<ViewKey> runsKeys()
{
    return {{KeyAct::Open, ViewKeys::tr("Open"), enterKeys},
            {KeyAct::Tick, ViewKeys::tr("Show among the curves"), {Qt::Key_Space}},
            {KeyAct::Rename, ViewKeys::tr("Rename"), {Qt::Key_F2}},
            {KeyAct::Remove, ViewKeys::tr("Move to the trash"), {QKeySequence(QKeySequence::Delete)}},
            find(ViewKeys::tr("Filter runs"))};
}

QList<ViewKey> compareKeys()
{
    return {{KeyAct::FirstPage, ViewKeys::tr("Show figures"), {Qt::ALT | Qt::Key_1}},
            {KeyAct::SecondPage, ViewKeys::tr("Show operators"), {Qt::ALT | Qt::Key_2}},
            {KeyAct::ThirdPage, ViewKeys::tr("Show charts"), {Qt::ALT | Qt::Key_3}},
            find(ViewKeys::tr("Filter operators"))};
}

} // namespace

QString ViewKey::keysText() const
{
    if (keys == arrowKeys)
        return ViewKeys::tr("Arrow keys");
    QStringList texts;
    for (const QKeySequence& key : keys) {
        // The keys of "+" and "=", and of Return and Enter, are the same to a reader.
        if (key[0].key() != Qt::Key_Equal && key[0].key() != Qt::Key_Enter)
            texts += key.toString(QKeySequence::NativeText);
    }
    return texts.join(", ");
}

QList<ViewKey> viewKeys(const QString& view)
{
    using Make = QList<ViewKey> (*)();
    static const std::pair<const char*, Make> views[] = {
        {"curves", curvesKeys},       {"machine", [] { return chartKeys() << fit({Qt::Key_F}); }},
        {"operators", operatorsKeys}, {"timeline", timelineKeys},
        {"flame", flameKeys},         {"call-graph", callGraphKeys},
        {"steps", stepsKeys},         {"memory", chartKeys},
        {"roofline", rooflineKeys},   {"graph", graphKeys},
        {"runs", runsKeys},           {"compare", compareKeys},
    };
    for (const auto& [name, make] : views) {
        if (view == QLatin1String(name))
            return make();
    }
    return {};
}

ViewKey viewKey(const QString& view, KeyAct act)
{
    for (const ViewKey& key : viewKeys(view)) {
        if (key.act == act)
            return key;
    }
    return {};
}

KeyAct keyAct(const QString& view, const QKeyEvent& event)
{
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    for (const auto& some : {modifiers, modifiers & ~Qt::ShiftModifier}) {
        const QKeySequence pressed(int(some) | event.key());
        for (const ViewKey& key : viewKeys(view)) {
            if (key.keys.contains(pressed))
                return key.act;
        }
    }
    return KeyAct::None;
}

} // namespace stepscope::ui
