#include "ui/window/views/view_rail.h"

#include "ui/theme/column_area.h"
#include "ui/window/views/workspace.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::ui {

ViewRail::ViewRail(Workspace* workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_area(new ColumnArea(this))
{
    setObjectName("viewRail");
    setAttribute(Qt::WA_StyledBackground); // the style sheet draws its border
    setAccessibleName(tr("Views"));
    auto* entries = new QWidget(m_area->viewport());
    m_groups = new QVBoxLayout(entries);
    m_groups->setContentsMargins(6, 6, 6, 6);
    m_groups->setSpacing(8);
    m_groups->addStretch(1);
    m_area->setWidget(entries);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->viewport()->setAutoFillBackground(false);
    entries->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_area);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(workspace, &Workspace::shownChanged, this, &ViewRail::mark);
    connect(workspace, &Workspace::placeShown, this, &ViewRail::showEntry);
}

QVBoxLayout* ViewRail::groupOf(const QString& group)
{
    if (QVBoxLayout* known = m_entries.value(group))
        return known;
    auto* rows = new QVBoxLayout;
    rows->setSpacing(0);
    if (!group.isEmpty()) {
        auto* heading = new QLabel(group, m_area->widget());
        heading->setProperty("railHeading", true);
        rows->addWidget(heading);
    }
    m_groups->insertLayout(m_groups->count() - 1, rows);
    m_entries.insert(group, rows);
    return rows;
}

void ViewRail::add(const QString& name, const QString& title, const QString& group)
{
    auto* button = new QPushButton(m_area->widget());
    button->setObjectName("rail-" + name);
    button->setText(title);
    button->setFlat(true);
    button->setAutoDefault(false);
    button->setToolTip(tr("Bring %1 to the front").arg(title));
    button->setCheckable(true);
    button->setProperty("rail", true);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(button, &QPushButton::clicked, this, [this, name] {
        m_workspace->showView(name);
        mark(); // a click on the one that is shown must not uncheck it
    });
    connect(button, &QWidget::customContextMenuRequested, this,
            [this, name, button](QPoint place) { showMenu(name, button->mapToGlobal(place)); });
    groupOf(group)->addWidget(button);
    m_buttons.insert(name, button);
    button->setChecked(m_workspace->isShown(name));
}

void ViewRail::setKey(const QString& name, const QString& key)
{
    QPushButton* button = m_buttons.value(name);
    button->setToolTip(tr("Bring %1 to the front (%2)").arg(button->text(), key));
}

void ViewRail::showMenu(const QString& name, QPoint place)
{
    QMenu menu;
    menu.addAction(tr("Show"), this, [this, name] { m_workspace->showView(name); });
    menu.addAction(tr("Show beside the others"), this, [this, name] { m_workspace->showBeside(name); });
    menu.addAction(tr("Show as a window"), this, [this, name] { m_workspace->showAsWindow(name); });
    menu.addSeparator();
    QAction* close = menu.addAction(tr("Close"), this, [this, name] { m_workspace->closeView(name); });
    close->setEnabled(m_workspace->isShown(name));
    menu.exec(place);
}

void ViewRail::mark()
{
    for (auto [name, button] : m_buttons.asKeyValueRange())
        button->setChecked(m_workspace->isShown(name));
}

/// Scrolls to it, and moves the focus there if it is on another entry.
void ViewRail::showEntry(const QString& name)
{
    QPushButton* const entry = m_buttons.value(name);
    if (!entry)
        return;
    m_area->ensureWidgetVisible(entry, 0, 0);
    if (m_area->widget()->isAncestorOf(focusWidget()))
        entry->setFocus();
}

} // namespace stepscope::ui
