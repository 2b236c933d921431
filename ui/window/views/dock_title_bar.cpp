#include "ui/window/views/dock_title_bar.h"

#include "ui/support/icons.h"
#include "ui/theme/theme.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

QToolButton* makeButton(const QString& icon, const QString& help, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setIcon(themedIcon(icon, IconColor::Muted));
    button->setIconSize({14, 14});
    button->setToolTip(help);
    button->setAccessibleName(help);
    button->setFocusPolicy(Qt::NoFocus);
    return button;
}

} // namespace

DockTitleBar::DockTitleBar(QDockWidget* dock)
    : QWidget(dock)
    , m_content(new QWidget(this))
{
    auto* title = new QLabel(dock->windowTitle(), m_content);
    connect(dock, &QDockWidget::windowTitleChanged, title, &QLabel::setText);
    auto* row = new QHBoxLayout(m_content);
    row->setContentsMargins(14, 0, 4, 0);
    row->setSpacing(0);
    row->addWidget(title);
    row->addStretch();
    if (dock->features() & QDockWidget::DockWidgetFloatable) {
        QToolButton* detach = makeButton("detach", tr("Undock or dock this view"), m_content);
        connect(detach, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
        row->addWidget(detach);
    }
    QToolButton* close = makeButton("close", tr("Close (reopen from the View menu)"), m_content);
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
    row->addWidget(close);
    // Mouse events pass through to the dock, so that it can be dragged.
    title->setAttribute(Qt::WA_TransparentForMouseEvents);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_content);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void DockTitleBar::setCollapsed(bool collapsed)
{
    if (m_collapsed == collapsed)
        return;
    m_collapsed = collapsed;
    m_content->setVisible(!collapsed);
    updateGeometry();
}

QSize DockTitleBar::sizeHint() const
{
    // As high as a tool row.
    return m_collapsed ? QSize(0, 0) : QSize(120, fontMetrics().height() + 15);
}

void DockTitleBar::paintEvent(QPaintEvent*)
{
    if (m_collapsed)
        return;
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().colors().window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance().colors().border);
}

} // namespace stepscope::ui
