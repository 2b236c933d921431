#include "ui/theme/theme.h"

#include "core/base/palette.h"

namespace stepscope::ui {

static QColor of(std::string_view color)
{
    return {QString::fromLatin1(color.data(), qsizetype(color.size()))};
}

// Colors shared with pictures in reports are in the palette; the others are here.

ThemeColors Theme::lightColors()
{
    const Palette& palette = lightPalette();
    ThemeColors colors;
    colors.window = QColor(0xf3f5f8);
    colors.surface = of(palette.surface);
    colors.raised = of(palette.raised);
    colors.border = of(palette.border);
    colors.grid = of(palette.grid);
    colors.text = of(palette.text);
    colors.mutedText = of(palette.mutedText);
    colors.accent = QColor(0x1f62c4);
    colors.accentText = QColor(0xffffff);
    colors.good = QColor(0x17794a);
    colors.warning = QColor(0x8f5a00);
    colors.error = QColor(0xbb2a26);
    colors.train = QColor(0x0069ad);
    colors.test = QColor(0xd05500);
    colors.validation = QColor(0x8244a8);
    colors.forward = of(palette.forward);
    colors.backward = of(palette.backward);
    colors.optimizer = of(palette.optimizer);
    colors.otherPass = of(palette.otherPass);
    for (const auto color : palette.series)
        colors.series.push_back(of(color));
    return colors;
}

ThemeColors Theme::darkColors()
{
    const Palette& palette = darkPalette();
    ThemeColors colors;
    colors.window = QColor(0x14181e);
    colors.surface = of(palette.surface);
    colors.raised = of(palette.raised);
    colors.border = of(palette.border);
    colors.grid = of(palette.grid);
    colors.text = of(palette.text);
    colors.mutedText = of(palette.mutedText);
    colors.accent = QColor(0x5c9dff);
    colors.accentText = QColor(0x0b1520);
    colors.good = QColor(0x4cc38a);
    colors.warning = QColor(0xe8b04b);
    colors.error = QColor(0xff7b72);
    colors.train = QColor(0x56b4f0);
    colors.test = QColor(0xf79a4b);
    colors.validation = QColor(0xc79bf0);
    colors.forward = of(palette.forward);
    colors.backward = of(palette.backward);
    colors.optimizer = of(palette.optimizer);
    colors.otherPass = of(palette.otherPass);
    for (const auto color : palette.series)
        colors.series.push_back(of(color));
    return colors;
}

} // namespace stepscope::ui
