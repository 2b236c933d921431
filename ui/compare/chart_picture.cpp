#include "ui/compare/chart_picture.h"

#include "ui/support/copying.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QSvgRenderer>

namespace stepscope::ui {

namespace {

constexpr int paperWidth = 720;

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// A height of 0 is that of the chart.
std::string svgFor(const Chart& chart, const QSize& size, bool dark, const QFont& font)
{
    return chartSvg(chart, {.width = double(size.width()),
                            .height = double(size.height()),
                            .colors = dark ? ChartColors::Dark : ChartColors::Light,
                            .font = font.family().toStdString()});
}

int heightOf(const Chart& chart, int width, const QFont& font)
{
    return QSvgRenderer(bytes(svgFor(chart, {width, 0}, false, font))).defaultSize().height();
}

} // namespace

Picture chartPicture(const Chart& chart)
{
    const QFont font = QGuiApplication::font();
    const auto svg = [chart, font](const PictureSheet& sheet) {
        return svgFor(chart, sheet.size, sheet.dark, font);
    };
    return {.title = toQString(chart.title),
            .what = ChartPicture::tr("the chart"),
            .size = {paperWidth, heightOf(chart, paperWidth, font)},
            .paint = paintedBy([svg](QPainter& painter, const PictureSheet& sheet) {
                QSvgRenderer(bytes(svg(sheet))).render(&painter, QRectF(QPointF(), sheet.size));
            }),
            .svg = svg};
}

ExportItem chartItem(const Chart& chart)
{
    ExportItem item = pictureItem(ChartPicture::tr("Chart: %1").arg(toQString(chart.title)),
                                  toQString(chart.id), [chart] { return chartPicture(chart); });
    item.isOneOfMany = true;
    return item;
}

ChartPicture::ChartPicture(Chart chart, QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setChart(std::move(chart));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_drawn = {};
        update();
    });
}

void ChartPicture::setChart(Chart chart)
{
    m_chart = std::move(chart);
    m_drawn = {};
    setObjectName(toQString("chart_" + m_chart.id));
    setAccessibleName(toQString(m_chart.title));
    update();
}

int ChartPicture::heightFor(int width) const
{
    return heightOf(m_chart, width, font());
}

void ChartPicture::copy()
{
    copyPicture(this, chartPicture(m_chart));
}

void ChartPicture::paintEvent(QPaintEvent*)
{
    const qreal ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (m_drawn.size() != pixels) {
        QSvgRenderer renderer(bytes(svgFor(m_chart, size(), Theme::instance().isDark(), font())));
        m_drawn = QPixmap(pixels);
        m_drawn.setDevicePixelRatio(ratio);
        m_drawn.fill(Theme::instance().colors().surface);
        QPainter painter(&m_drawn);
        renderer.render(&painter, QRectF(rect()));
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_drawn);
    painter.setPen(hasFocus() ? Theme::instance().colors().accent : Theme::instance().colors().border);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

void ChartPicture::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    QAction* copy = menu.addAction(themedIcon("copy"), tr("Copy picture"), this, &ChartPicture::copy);
    copy->setShortcut(QKeySequence::Copy);
    menu.addAction(themedIcon("save"), tr("Save picture…"), this,
                   [this] { askAndExport(this, chartItem(m_chart)); });
    menu.exec(event->globalPos());
}

} // namespace stepscope::ui
