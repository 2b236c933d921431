#pragma once

#include <QColor>
#include <QFont>
#include <QList>
#include <QObject>
#include <QWidget>

namespace stepscope::ui {

enum class ThemeMode { System, Light, Dark };

/// The colors that views paint with. Widgets use the palette that Theme sets.
struct ThemeColors
{
    QColor window;  ///< behind panels
    QColor surface; ///< of tables, plots and cards
    QColor raised;  ///< hovered rows, buttons, headers
    QColor border;
    QColor grid; ///< of plots
    QColor text;
    QColor mutedText;  ///< axis labels, units, hints: still 4.5:1 on surface
    QColor accent;     ///< primary button, selection, focus
    QColor accentText; ///< on accent
    QColor good;
    QColor warning;
    QColor error;
    QColor train;      ///< training loss and accuracy
    QColor test;       ///< test loss and accuracy
    QColor validation; ///< likewise of samples that a training sets aside
    QColor forward;    ///< the passes of a step
    QColor backward;
    QColor optimizer;
    QColor otherPass;
    QList<QColor> series; ///< to tell things apart, color-blind safe, in this order
};

/// Light and dark theme. One per program; views repaint on changed().
class Theme : public QObject
{
    Q_OBJECT

public:
    static Theme& instance();

    ThemeMode mode() const { return m_mode; }
    void setMode(ThemeMode mode);
    bool isDark() const { return m_dark; }
    const ThemeColors& colors() const { return m_colors; }

    /// Sets style, palette, font and style sheet of the application. Call once, after QApplication is
    /// created.
    void apply();
    /// For pictures in reports, independent of the screen.
    static ThemeColors lightColors();
    static ThemeColors darkColors();
    /// Digits of equal width, for tables and readouts. Only on the window's thread.
    static QFont tabularFont(const QFont& base);

    /// While it exists, widgets that are created, passed to dress() and painted have these colors, for a
    /// picture of them. The application and its windows keep theirs, so it must end before they are painted.
    class PictureScope
    {
    public:
        explicit PictureScope(bool dark);
        ~PictureScope();
        PictureScope(const PictureScope&) = delete;
        PictureScope& operator=(const PictureScope&) = delete;

        /// Applies palette and style sheet to a widget of the picture and to everything in it so far.
        void dress(QWidget& widget) const;

    private:
        ThemeColors m_colors; ///< of the application
        bool m_dark;
    };

Q_SIGNALS:
    void changed();

private:
    Theme();

    ThemeMode m_mode = ThemeMode::System;
    bool m_dark = false;
    bool m_systemDark = false;
    bool m_applied = false; ///< the application follows
    ThemeColors m_colors;
};

/// The counterpart in `colors` of one of the light theme's series colors; any other color unchanged.
QColor seriesColor(const QColor& light, const ThemeColors& colors);

} // namespace stepscope::ui
