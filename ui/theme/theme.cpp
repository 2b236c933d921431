#include "ui/theme/theme.h"

#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QHash>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleHints>

static void initThemeResources()
{
    Q_INIT_RESOURCE(theme);
}

namespace stepscope::ui {

namespace {

bool systemIsDark(const QPalette& palette)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const auto scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark;
#endif
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QPalette paletteOf(const ThemeColors& colors)
{
    QPalette palette;
    palette.setColor(QPalette::Window, colors.window);
    palette.setColor(QPalette::WindowText, colors.text);
    palette.setColor(QPalette::Base, colors.surface);
    palette.setColor(QPalette::AlternateBase, colors.window);
    palette.setColor(QPalette::Text, colors.text);
    palette.setColor(QPalette::PlaceholderText, colors.mutedText);
    palette.setColor(QPalette::Button, colors.raised);
    palette.setColor(QPalette::ButtonText, colors.text);
    palette.setColor(QPalette::BrightText, colors.error);
    palette.setColor(QPalette::ToolTipBase, colors.raised);
    palette.setColor(QPalette::ToolTipText, colors.text);
    palette.setColor(QPalette::Highlight, colors.accent);
    palette.setColor(QPalette::HighlightedText, colors.accentText);
    palette.setColor(QPalette::Link, colors.accent);
    palette.setColor(QPalette::LinkVisited, colors.accent);
    palette.setColor(QPalette::Light, colors.surface);
    palette.setColor(QPalette::Midlight, colors.raised);
    palette.setColor(QPalette::Mid, colors.border);
    palette.setColor(QPalette::Dark, colors.border.darker(120));
    palette.setColor(QPalette::Shadow, colors.border.darker(150));
    QColor disabled = colors.mutedText;
    disabled.setAlphaF(0.6F);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, colors.border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, colors.mutedText);
    return palette;
}

bool desktopGivesFont()
{
#if defined(Q_OS_MACOS) || defined(Q_OS_WIN)
    return true;
#else
    return !qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP") &&
           QGuiApplication::platformName() != QLatin1String("offscreen");
#endif
}

/// Inter draws "64x64" as "64×64", which is another name.
void turnOffAlternates(QFont& font)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature("calt", 0);
#else
    font.setStyleStrategy(QFont::PreferNoShaping);
#endif
}

QFont applicationFont()
{
    QFont font = QApplication::font();
    if (desktopGivesFont())
        return font;
    for (const QString family : {"Inter", "Noto Sans", "DejaVu Sans"}) {
        if (!QFontDatabase::hasFamily(family))
            continue;
        font = QFont(family);
        font.setPointSizeF(family == QLatin1String("DejaVu Sans") ? 9.5 : 10.0);
        if (family == QLatin1String("Inter"))
            turnOffAlternates(font);
        break;
    }
    return font;
}

bool hasTabularDigits(const QFont& font)
{
    const QFontMetricsF metrics(font);
    const qreal width = metrics.horizontalAdvance(u'0');
    for (char16_t digit = u'1'; digit <= u'9'; ++digit) {
        if (qAbs(metrics.horizontalAdvance(QChar(digit)) - width) > 0.01)
            return false;
    }
    return true;
}

/// The font itself if its digits have equal widths, otherwise one of a family whose digits do.
QFont findTabularFont(const QFont& base)
{
    if (hasTabularDigits(base))
        return base;
    QFont font = base;
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature("tnum", 1);
    if (hasTabularDigits(font))
        return font;
#endif
    for (const QString family : {"Noto Sans", "Liberation Sans", "DejaVu Sans"}) {
        if (!QFontDatabase::hasFamily(family))
            continue;
        font.setFamilies({family});
        if (!hasTabularDigits(font))
            continue;
        // Makes digits as high as those around them: these families draw them larger.
        const qreal ratio = QFontMetricsF(base).capHeight() / QFontMetricsF(font).capHeight();
        if (base.pointSizeF() > 0 && ratio < 1.0)
            font.setPointSizeF(base.pointSizeF() * qMax(0.9, ratio));
        return font;
    }
    return base;
}

} // namespace

Theme& Theme::instance()
{
    static Theme theme;
    return theme;
}

Theme::Theme()
    : m_colors(lightColors())
{
}

void Theme::apply()
{
    initThemeResources();
    m_systemDark = systemIsDark(QGuiApplication::palette());
    QApplication::setFont(applicationFont());
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    m_applied = true;
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this,
            [this](Qt::ColorScheme scheme) {
                m_systemDark = scheme == Qt::ColorScheme::Dark;
                setMode(m_mode);
            });
#endif
    setMode(m_mode);
}

void Theme::setMode(ThemeMode mode)
{
    m_mode = mode;
    m_dark = mode == ThemeMode::Dark || (mode == ThemeMode::System && m_systemDark);
    m_colors = m_dark ? darkColors() : lightColors();
    if (m_applied) {
        QApplication::setPalette(paletteOf(m_colors));
        qApp->setStyleSheet(styleSheet(m_colors, m_dark));
    }
    Q_EMIT changed();
}

Theme::PictureScope::PictureScope(bool dark)
    : m_colors(instance().m_colors)
    , m_dark(instance().m_dark)
{
    instance().m_dark = dark;
    instance().m_colors = dark ? darkColors() : lightColors();
}

Theme::PictureScope::~PictureScope()
{
    instance().m_dark = m_dark;
    instance().m_colors = m_colors;
}

void Theme::PictureScope::dress(QWidget& widget) const
{
    const QPalette palette = paletteOf(instance().m_colors);
    widget.setStyleSheet(styleSheet(instance().m_colors, instance().m_dark));
    widget.setPalette(palette);
    for (QWidget* child : widget.findChildren<QWidget*>())
        child->setPalette(palette);
}

QFont Theme::tabularFont(const QFont& base)
{
    static QHash<QString, QFont> known; // asking for a family takes half a millisecond
    const QString key = base.key();
    if (const auto font = known.constFind(key); font != known.cend())
        return *font;
    return *known.insert(key, findTabularFont(base));
}

QColor seriesColor(const QColor& light, const ThemeColors& colors)
{
    const auto number = Theme::lightColors().series.indexOf(light);
    return number < 0 ? light : colors.series.value(number, light);
}

} // namespace stepscope::ui
