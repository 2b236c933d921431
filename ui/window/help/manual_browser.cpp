#include "ui/window/help/manual_browser.h"

#include "ui/support/open_outside.h"
#include "ui/theme/theme.h"
#include "ui/window/help/manual_style.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

bool isMarkdown(const QUrl& file)
{
    return file.path().endsWith(".md");
}

/// Markdown that shows the text as it is.
QString asCode(const QString& title, const QString& text)
{
    return QString("# %1\n\n````\n%2\n````\n").arg(title, text);
}

} // namespace

ManualBrowser::ManualBrowser(QWidget* parent)
    : QTextBrowser(parent)
{
    setObjectName("manualPage");
    setFrameShape(QFrame::NoFrame);
    setStyleSheet("QTextBrowser { border: none; border-radius: 0; }");
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, &ManualBrowser::follow);
    connect(this, &QTextBrowser::sourceChanged, this, &ManualBrowser::showPage);
    connect(&Theme::instance(), &Theme::changed, this, &ManualBrowser::renew);
}

void ManualBrowser::openFile(const QString& path, const QString& anchor)
{
    QUrl url = QUrl::fromLocalFile(path);
    if (!anchor.isEmpty())
        url.setFragment(anchor);
    setSource(url, QTextDocument::MarkdownResource);
}

void ManualBrowser::showSentence(const QString& text)
{
    setPlainText(text);
    m_isStyled = true;
    stylePage(document(), textFont(), Theme::instance().colors());
    fit();
}

void ManualBrowser::follow(const QUrl& link)
{
    if (link.isLocalFile())
        setSource(link, QTextDocument::MarkdownResource);
    else
        openOutside(link);
}

QVariant ManualBrowser::loadResource(int type, const QUrl& name)
{
    if (!name.isLocalFile())
        return {};
    if (type == QTextDocument::ImageResource)
        return QImage(name.toLocalFile());
    if (type != QTextDocument::MarkdownResource)
        return QTextBrowser::loadResource(type, name);
    m_isStyled = false;
    QFile file(name.toLocalFile());
    if (!file.open(QIODevice::ReadOnly))
        return tr("This page cannot be read: %1").arg(file.errorString()) + "\n\n    " + file.fileName();
    const QString text = QString::fromUtf8(file.readAll());
    return isMarkdown(name) ? text : asCode(name.fileName(), text);
}

/// Called whenever another page, or another part of the page, was set.
void ManualBrowser::showPage(const QUrl& page)
{
    m_shown = page;
    if (!std::exchange(m_isStyled, true)) {
        document()->setUndoRedoEnabled(false);
        stylePage(document(), textFont(), Theme::instance().colors());
        fit();
        if (page.hasFragment())
            scrollToAnchor(page.fragment()); // which has a name only now
    }
    Q_EMIT pageShown();
}

void ManualBrowser::renew()
{
    if (!m_shown.isValid())
        return;
    const auto* bar = verticalScrollBar();
    const double place = bar->maximum() > 0 ? double(bar->value()) / bar->maximum() : 0.0;
    reload();
    verticalScrollBar()->setValue(int(std::lround(place * bar->maximum())));
}

void ManualBrowser::fit()
{
    if (m_isStyled)
        fitPage(document(), textFont(), viewport()->width());
}

QFont ManualBrowser::textFont() const
{
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * std::pow(1.1, m_zoom));
    return font;
}

void ManualBrowser::setZoom(int steps)
{
    constexpr int least = -4;
    constexpr int most = 10;
    steps = std::clamp(steps, least, most);
    if (std::exchange(m_zoom, steps) != steps)
        renew();
}

void ManualBrowser::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QTextBrowser::wheelEvent(event);
    const int up = event->angleDelta().y();
    if (up != 0)
        setZoom(m_zoom + (up > 0 ? 1 : -1));
    event->accept();
}

void ManualBrowser::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

void ManualBrowser::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::BackButton)
        backward();
    else if (event->button() == Qt::ForwardButton)
        forward();
    else
        QTextBrowser::mouseReleaseEvent(event);
}

void ManualBrowser::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange)
        renew();
}

} // namespace stepscope::ui
