#include "ui/support/icons.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <utility>

// Outside the namespace, as Qt requires: a static library's resources are only linked if they are named.
static void loadResources()
{
    Q_INIT_RESOURCE(stepscope);
}

namespace stepscope::ui {

namespace {

QColor colorOf(IconColor color, QIcon::Mode mode)
{
    const ThemeColors& colors = Theme::instance().colors();
    QColor result;
    switch (color) {
    case IconColor::Text:
        result = colors.text;
        break;
    case IconColor::Muted:
        result = colors.mutedText;
        break;
    case IconColor::OnAccent:
        // A disabled primary button has no accent background.
        result = mode == QIcon::Disabled ? colors.text : colors.accentText;
        break;
    case IconColor::Good:
        result = colors.good;
        break;
    case IconColor::Warning:
        result = colors.warning;
        break;
    case IconColor::Error:
        result = colors.error;
        break;
    }
    if (mode == QIcon::Disabled)
        result.setAlphaF(0.35F);
    return result;
}

/// Draws when it is painted, so that a change of theme needs no new icons.
class ThemedIconEngine : public QIconEngine
{
public:
    ThemedIconEngine(QString name, IconColor color)
        : m_name(std::move(name))
        , m_color(color)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, scaledPixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state, ratio));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override
    {
        const QColor color = colorOf(m_color, mode);
        const QString key = QString("icon/%1/%2/%3x%4")
                                .arg(m_name, color.name(QColor::HexArgb))
                                .arg(size.width())
                                .arg(size.height());
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            pixmap = draw(size, color);
            QPixmapCache::insert(key, pixmap);
        }
        return pixmap;
    }

    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    QPixmap draw(const QSize& size, const QColor& color) const
    {
        QFile file(":/stepscope/icons/" + m_name + ".svg");
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QSvgRenderer renderer(file.readAll().replace("currentColor", color.name().toLatin1()));
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setOpacity(color.alphaF());
        renderer.render(&painter, QRectF(QPointF(), QSizeF(size)));
        return pixmap;
    }

    QString m_name;
    IconColor m_color;
};

} // namespace

QIcon themedIcon(const QString& name, IconColor color)
{
    loadResources();
    return QIcon(new ThemedIconEngine(name, color));
}

QIcon applicationIcon()
{
    loadResources();
    return QIcon(":/stepscope/icons/stepscope.svg");
}

} // namespace stepscope::ui
