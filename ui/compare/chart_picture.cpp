#include "ui/compare/chart_picture.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSvgRenderer>

namespace stepscope::ui {

namespace {

constexpr int paperWidth = 720;
constexpr qreal pixelsPerUnit = 2.0;

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

std::string paperSvg(const Chart& chart)
{
    return chartSvg(chart, {.width = paperWidth, .font = QGuiApplication::font().family().toStdString()});
}

} // namespace

QImage chartImage(const Chart& chart)
{
    QSvgRenderer renderer(bytes(paperSvg(chart)));
    QImage image((QSizeF(renderer.defaultSize()) * pixelsPerUnit).toSize(),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Theme::lightColors().surface);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

void writeChart(const Chart& chart, const QString& path)
{
    std::string content;
    if (QFileInfo(path).suffix().toLower() == "png") {
        QByteArray png;
        QBuffer buffer(&png);
        if (!chartImage(chart).save(&buffer, "png"))
            throw Error(ChartPicture::tr("The chart cannot be written as PNG.").toStdString());
        content = png.toStdString();
    } else {
        content = paperSvg(chart);
    }
    writeFileAtomically(path.toStdString(), content);
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

std::string ChartPicture::svgOf(QSize size, ChartColors colors) const
{
    return chartSvg(m_chart, {.width = double(size.width()),
                              .height = double(size.height()),
                              .colors = colors,
                              .font = font().family().toStdString()});
}

int ChartPicture::heightFor(int width) const
{
    return QSvgRenderer(bytes(svgOf({width, 0}, ChartColors::Light))).defaultSize().height();
}

void ChartPicture::copy() const
{
    QGuiApplication::clipboard()->setImage(chartImage(m_chart));
    showStatusMessage(this, tr("Copied the chart."));
}

void ChartPicture::paintEvent(QPaintEvent*)
{
    const qreal ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (m_drawn.size() != pixels) {
        const auto colors = Theme::instance().isDark() ? ChartColors::Dark : ChartColors::Light;
        QSvgRenderer renderer(bytes(svgOf(size(), colors)));
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

void ChartPicture::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else
        QWidget::keyPressEvent(event);
}

void ChartPicture::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    QAction* copy = menu.addAction(themedIcon("copy"), tr("Copy picture"), this, &ChartPicture::copy);
    copy->setShortcut(QKeySequence::Copy);
    menu.addAction(themedIcon("save"), tr("Save picture…"), this, [this] {
        askAndExport(this, {tr("Save chart"),
                            toQString(m_chart.id),
                            {"svg", "png"},
                            [chart = m_chart](const QString& path) { writeChart(chart, path); }});
    });
    menu.exec(event->globalPos());
}

} // namespace stepscope::ui
