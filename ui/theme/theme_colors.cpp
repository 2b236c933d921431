#include "ui/theme/theme.h"

namespace stepscope::ui {

// Neutral greys with a slight cool tint and one accent. The series are Okabe and Ito's colour-blind safe set
// (jfly.uni-koeln.de/color), each hue moved in lightness until it stands 3:1 against the surface.

ThemeColors Theme::lightColors()
{
    ThemeColors colors;
    colors.window = QColor(0xf3f5f8);
    colors.surface = QColor(0xffffff);
    colors.raised = QColor(0xebeef3);
    colors.border = QColor(0xd0d7df);
    colors.grid = QColor(0xe7ebf0);
    colors.text = QColor(0x1b2430);
    colors.mutedText = QColor(0x566373);
    colors.accent = QColor(0x1f62c4);
    colors.accentText = QColor(0xffffff);
    colors.good = QColor(0x17794a);
    colors.warning = QColor(0x8f5a00);
    colors.error = QColor(0xbb2a26);
    colors.train = QColor(0x0069ad);
    colors.test = QColor(0xd05500);
    colors.forward = QColor(0x0072b2);
    colors.backward = QColor(0xb5508a);
    colors.optimizer = QColor(0x008a64);
    colors.otherPass = QColor(0x75818f);
    colors.series = {QColor(0x0072b2), QColor(0xd05500), QColor(0x008a64), QColor(0xb5508a),
                     QColor(0xa87400), QColor(0x3590c4), QColor(0x6a5acd), QColor(0x75818f)};
    return colors;
}

ThemeColors Theme::darkColors()
{
    ThemeColors colors;
    colors.window = QColor(0x14181e);
    colors.surface = QColor(0x1a1f26);
    colors.raised = QColor(0x262d37);
    colors.border = QColor(0x38424e);
    colors.grid = QColor(0x2a323c);
    colors.text = QColor(0xe3e8ee);
    colors.mutedText = QColor(0x9ba8b7);
    colors.accent = QColor(0x5c9dff);
    colors.accentText = QColor(0x0b1520);
    colors.good = QColor(0x4cc38a);
    colors.warning = QColor(0xe8b04b);
    colors.error = QColor(0xff7b72);
    colors.train = QColor(0x56b4f0);
    colors.test = QColor(0xf79a4b);
    colors.forward = QColor(0x56b4f0);
    colors.backward = QColor(0xe08dbb);
    colors.optimizer = QColor(0x2fc08f);
    colors.otherPass = QColor(0x8b97a5);
    colors.series = {QColor(0x56b4f0), QColor(0xf79a4b), QColor(0x2fc08f), QColor(0xe08dbb),
                     QColor(0xeed65a), QColor(0x8fd3f4), QColor(0xa79bf0), QColor(0x8b97a5)};
    return colors;
}

} // namespace stepscope::ui
