#include "ui/window/palette/palette_sources.h"

#include "core/experiment/experiment_kinds.h"
#include "core/run/run.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/experiment/field_editor.h"
#include "ui/operators/operators_view.h"
#include "ui/runs/run_columns.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_view.h"
#include "ui/support/absence_text.h"
#include "ui/support/qt_text.h"
#include "ui/window/views/view_registry.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QSet>

#include <set>

namespace stepscope::ui {

namespace {

struct PaletteWords
{
    Q_DECLARE_TR_FUNCTIONS(CommandPalette)
};

/// Without the mark of its key: "Open" for "&Open", "A & B" for "A && B".
QString withoutMark(QString text)
{
    return text.replace("&&", QChar(0)).remove('&').replace(QChar(0), '&');
}

/// A switch is named after what choosing it does: "Hide Curves".
QString titleOf(const QAction* action)
{
    const QString text = withoutMark(action->text());
    if (!action->isCheckable() || action->actionGroup())
        return text;
    return action->isChecked() ? PaletteWords::tr("Hide %1").arg(text)
                               : PaletteWords::tr("Show %1").arg(text);
}

class ActionCollector
{
public:
    explicit ActionCollector(std::vector<PaletteEntry>& entries)
        : m_entries(entries)
    {
    }

    void take(const QMenuBar* menus)
    {
        for (const QAction* action : menus->actions()) {
            if (action->menu())
                take(action->menu(), withoutMark(action->text()));
        }
    }

private:
    void take(QMenu* menu, const QString& path)
    {
        if (menu->property(ViewRegistry::notInPalette).toBool())
            return;
        Q_EMIT menu->aboutToShow(); // menus are filled, and their actions enabled, when they are opened
        QString section;
        for (QAction* action : menu->actions()) {
            if (action->menu())
                take(action->menu(), path + " › " + withoutMark(action->text()));
            else if (action->isSeparator())
                section = action->text();
            else if (action->isVisible() && !m_seen.contains(action) &&
                     !action->property(ViewRegistry::notInPalette).toBool())
                take(action, section.isEmpty() ? path : path + " › " + section);
        }
    }

    void take(QAction* action, const QString& path)
    {
        m_seen.insert(action);
        m_entries.push_back({.title = titleOf(action),
                             .kind = path,
                             .detail = action->shortcut().toString(QKeySequence::NativeText),
                             // The tooltip says why an action is disabled.
                             .help = action->isEnabled() && !action->statusTip().isEmpty()
                                         ? action->statusTip()
                                         : action->toolTip(),
                             .icon = action->icon(),
                             .isEnabled = action->isEnabled(),
                             .choose = [chosen = QPointer<QAction>(action)] {
                                 if (chosen)
                                     chosen->trigger();
                             }});
    }

    std::vector<PaletteEntry>& m_entries;
    QSet<const QAction*> m_seen; ///< some are in several menus
};

void addRuns(std::vector<PaletteEntry>& entries, const PaletteParts& parts)
{
    const auto* view = parts.views->find<RunsView>();
    if (!view)
        return;
    for (const LibraryEntry& entry : view->model()->entries())
        entries.push_back({.title = runName(entry),
                           .kind = PaletteWords::tr("Run"),
                           .detail = runText(entry, RunColumn::Date),
                           .help = toQString(entry.path),
                           .icon = {},
                           .choose = [open = parts.openRun, path = entry.path] { open(path); }});
}

void addOperators(std::vector<PaletteEntry>& entries, const PaletteParts& parts)
{
    auto* view = parts.views->find<OperatorsView>();
    if (!view)
        return;
    const auto show = [views = parts.views, view = QPointer(view)](const QString& name) {
        views->show("operators");
        if (view)
            view->showRow(name);
    };
    for (const QString& name : view->rowNames())
        entries.push_back({.title = name,
                           .kind = view->rowKind(),
                           .detail = {},
                           .help = {},
                           .icon = {},
                           .choose = [show, name] { show(name); }});
}

void addGroupings(std::vector<PaletteEntry>& entries, const PaletteParts& parts)
{
    auto* view = parts.views->find<OperatorsView>();
    if (!view)
        return;
    const auto group = [views = parts.views, view = QPointer(view)](const QString& kind) {
        views->show("operators");
        if (view)
            view->groupBy(kind);
    };
    for (const QString& kind : view->rowKinds())
        entries.push_back({.title = PaletteWords::tr("Group by: %1").arg(kind),
                           .kind = PaletteWords::tr("Operators"),
                           .detail = {},
                           .help = {},
                           .icon = {},
                           .choose = [group, kind] { group(kind); }});
}

/// Of a run with many steps, the first ones.
void addSteps(std::vector<PaletteEntry>& entries, const PaletteParts& parts)
{
    constexpr size_t most = 10'000;
    if (!parts.run)
        return;
    std::set<int64_t> numbers; // those of several ranks are the same
    for (const TraceStep& step : parts.run->trace.steps) {
        if (numbers.size() < most)
            numbers.insert(step.number);
    }
    for (const int64_t number : numbers)
        entries.push_back({.title = goToStepText(number),
                           .kind = PaletteWords::tr("Step"),
                           .detail = {},
                           .help = goToStepHelp(),
                           .words = QString::number(number), // is typed without separators
                           .icon = {},
                           .choose = [goTo = parts.goToStep, number] { goTo(number); }});
}

void addSettings(std::vector<PaletteEntry>& entries, const PaletteParts& parts)
{
    const Experiment& experiment = parts.panel->experiment();
    for (const ExperimentField& field : experimentFields()) {
        if (!usesField(experiment, field.key))
            continue;
        entries.push_back({.title = toQString(field.label),
                           .kind = PaletteWords::tr("Setting"),
                           .detail = toQString(fieldText(experiment, field)),
                           .help = toQString(helpText(field)),
                           .icon = {},
                           .choose = [show = parts.showField, &field] { show(field); }});
    }
}

} // namespace

std::vector<PaletteEntry> paletteEntries(const PaletteParts& parts)
{
    std::vector<PaletteEntry> entries;
    ActionCollector(entries).take(parts.menus);
    addSettings(entries, parts);
    addGroupings(entries, parts);
    addRuns(entries, parts);
    addOperators(entries, parts);
    addSteps(entries, parts);
    return entries;
}

} // namespace stepscope::ui
