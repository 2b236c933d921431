#include "ui/theme/style_sheet.h"

#include <utility>

namespace stepscope::ui {

namespace {

const char* const surfaces = R"(
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 4px 6px; }
QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QSplitter::handle { background: @border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: @accent; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; font-weight: 600; }
QDockWidget::title { background: @window; padding: 8px 12px; border-bottom: 1px solid @border; }
QToolBar { background: @window; border: none; border-bottom: 1px solid @border; padding: 4px 8px; spacing: 4px; }
QStatusBar { background: @window; border-top: 1px solid @border; }
QStatusBar::item { border: none; }
QMenuBar { background: @window; border-bottom: 1px solid @border; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @raised; }
QMenu { background: @surface; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: @accent; color: @accentText; }
QMenu::item:disabled { color: @disabled; background: transparent; }
QMenu::separator { height: 1px; background: @border; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QGroupBox { font-weight: 600; border: none; border-top: 1px solid @border; margin-top: 20px; padding-top: 8px; }
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; padding: 0 0 4px 0; }
QLabel[muted="true"] { color: @muted; }
QLabel[muted="true"]:disabled { color: @disabled; }
QLabel[error="true"] { color: @error; }
QLabel[railHeading="true"] { color: @muted; padding: 2px 8px; }
#viewRail { border-right: 1px solid @border; }
#commandPalette { background: @window; border: 1px solid @control; }
#paletteList::item { padding: 4px 6px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
)";

const char* const buttons = R"(
QPushButton, QToolButton { background: @surface; color: @text; border: 1px solid @border; border-radius: 5px;
    padding: 4px 12px; min-height: 18px; }
QPushButton, QToolButton, QCheckBox, QRadioButton { outline: none; }
QToolButton { padding: 4px 8px; }
QPushButton:hover, QToolButton:hover { background: @raised; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked { background: @pressed; }
QToolButton:checked { background: @tint; color: @accent; border-color: @accent; }
QPushButton:disabled, QToolButton:disabled { color: @disabled; background: @window; border-color: @grid; }
QPushButton:focus, QToolButton:focus { border: 2px solid @accent; padding: 3px 11px; }
QToolButton:focus { padding: 3px 7px; }
QPushButton:default { border-color: @accent; }
QPushButton[primary="true"] { background: @accent; color: @accentText; border-color: @accent; font-weight: 600; }
QPushButton[primary="true"]:hover { background: @accentHover; border-color: @accentHover; }
QPushButton[primary="true"]:pressed { background: @accentPressed; border-color: @accentPressed; }
QPushButton[primary="true"]:focus { border: 2px solid @text; }
QPushButton[primary="true"]:disabled { background: @raised; color: @disabled; border-color: @border; }
QPushButton[rail="true"] { text-align: left; padding: 3px 10px; min-height: 16px; border-color: transparent;
    background: transparent; }
QPushButton[rail="true"]:hover { background: @raised; }
QPushButton[rail="true"]:checked { background: @tint; color: @accent; }
QPushButton[rail="true"]:focus { border: 2px solid @accent; padding: 2px 9px; }
QPushButton::menu-indicator { image: url(:/theme/chevron-down.svg); width: 10px; right: 6px;
    subcontrol-origin: padding; subcontrol-position: center right; }
QToolButton[popupMode="1"] { padding-right: 26px; }
QToolButton[popupMode="1"]:focus { padding-right: 25px; }
QToolButton::menu-button { border: none; border-left: 1px solid @border; width: 18px; margin: 3px 0;
    background: transparent; }
QToolButton::menu-button:hover { background: @pressed; }
QToolButton::menu-arrow { image: url(:/theme/chevron-down.svg); width: 10px; }
QToolButton[popupMode="2"] { padding-right: 22px; }
QToolButton[popupMode="2"]:focus { padding-right: 21px; }
QToolButton::menu-indicator { image: url(:/theme/chevron-down.svg); width: 10px; right: 6px;
    subcontrol-origin: padding; subcontrol-position: center right; }
QToolButton[autoRaise="true"] { background: transparent; border-color: transparent; }
QToolButton[autoRaise="true"]:hover { background: @raised; }
QToolButton[autoRaise="true"]:checked { background: @tint; }
QToolButton[autoRaise="true"]:focus { border-color: @accent; }
QCheckBox, QRadioButton { spacing: 8px; border-radius: 3px; padding: 2px; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @control;
    background: @surface; }
QCheckBox::indicator { border-radius: 3px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: @accent; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid @accent; width: 12px; height: 12px; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/theme/check-@mode.svg); }
QCheckBox::indicator:checked:focus { border-color: @text; }
QRadioButton::indicator:checked { border: 5px solid @accent; width: 6px; height: 6px; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: @border; background: @window; }
QCheckBox::indicator:checked:disabled { background: @disabled; }
)";

const char* const inputs = R"(
QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QTextEdit { background: @surface; color: @text;
    border: 1px solid @control; border-radius: 5px; selection-background-color: @accent;
    selection-color: @accentText; }
QLineEdit, QAbstractSpinBox, QComboBox { padding: 3px 7px; min-height: 20px; }
QComboBox { combobox-popup: 0; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border: 2px solid @accent; padding: 2px 6px; }
QPlainTextEdit:focus, QTextEdit:focus { border-color: @accent; }
QTextEdit#detailsText { background: @window; border: 1px solid @window; border-radius: 0; }
QTextEdit#detailsText:focus { border-color: @accent; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: @disabled; background: @window;
    border-color: @border; }
QLineEdit[invalid="true"], QAbstractSpinBox[invalid="true"], QComboBox[invalid="true"],
QPlainTextEdit[invalid="true"] { border-color: @error; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 18px; border: none; background: transparent;
    subcontrol-origin: border; }
QAbstractSpinBox::up-button { subcontrol-position: top right; margin: 2px 2px 0 0; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; margin: 0 2px 2px 0; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: @raised; border-radius: 3px; }
QAbstractSpinBox::up-arrow { image: url(:/theme/chevron-up.svg); width: 9px; height: 9px; }
QAbstractSpinBox::down-arrow { image: url(:/theme/chevron-down.svg); width: 9px; height: 9px; }
QComboBox::drop-down { width: 22px; border: none; subcontrol-origin: padding;
    subcontrol-position: center right; }
QComboBox::down-arrow { image: url(:/theme/chevron-down.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: @surface; border: 1px solid @border; outline: none;
    selection-background-color: @accent; selection-color: @accentText; }
QComboBox QAbstractItemView::item { min-height: 24px; padding: 0px 4px; }
QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @border; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: @accent; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0; border-radius: 7px;
    border: 1px solid @accent; background: @surface; }
QSlider::handle:horizontal:hover { background: @tint; }
QSlider::handle:horizontal:focus { width: 10px; height: 10px; border: 2px solid @text; background: @accent; }
QSlider::sub-page:horizontal:disabled { background: @border; }
QSlider::handle:horizontal:disabled { border-color: @border; background: @window; }
QProgressBar { background: @raised; border: none; border-radius: 4px; min-height: 8px; text-align: center;
    color: @text; }
QProgressBar::chunk { background: @accent; border-radius: 4px; }
)";

const char* const containers = R"(
QTabWidget::pane { border: none; border-top: 1px solid @border; }
QTabBar { qproperty-drawBase: 0; }
#workspace > QTabBar { max-height: 0px; }
#workspace > QTabBar::tab { height: 0px; min-height: 0px; padding: 0px; margin: 0px; border: none; }
QTabBar::tab { background: transparent; color: @muted; padding: 7px 6px 6px 6px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; background: @raised; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:disabled { color: @disabled; }
QTabBar::tab:selected:focus { background: @tint; }
QTabBar::scroller { width: 24px; }
QTabBar QToolButton { background: @window; border: none; border-radius: 0; padding: 0; }
QTabBar QToolButton:hover { background: @raised; }
QTabBar QToolButton::left-arrow { image: url(:/theme/chevron-left.svg); width: 12px; height: 12px; }
QTabBar QToolButton::right-arrow { image: url(:/theme/chevron-right.svg); width: 12px; height: 12px; }
QTabBar QToolButton::left-arrow:disabled, QTabBar QToolButton::right-arrow:disabled { image: none; }
QHeaderView { background: @surface; border: none; }
QHeaderView::section { background: @window; color: @muted; border: none; border-right: 1px solid @grid;
    border-bottom: 1px solid @border; padding: 5px 8px; font-weight: 600; }
QHeaderView::section:hover { background: @raised; color: @text; }
QHeaderView::down-arrow { image: url(:/theme/chevron-down.svg); width: 10px; height: 10px;
    subcontrol-origin: padding; subcontrol-position: center right; right: 2px; }
QHeaderView::up-arrow { image: url(:/theme/chevron-up.svg); width: 10px; height: 10px;
    subcontrol-origin: padding; subcontrol-position: center right; right: 2px; }
QTableCornerButton::section { background: @window; border: none; border-bottom: 1px solid @border; }
QTableView, QTreeView, QListView { background: @surface; border: 1px solid @border; gridline-color: @grid; }
QTableView:focus, QTreeView:focus, QListView:focus { border-color: @accent; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @scroll; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

QColor mix(const QColor& a, const QColor& b, double shareOfB)
{
    const auto channel = [=](int x, int y) { return int(x + (y - x) * shareOfB + 0.5); };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

} // namespace

QString styleSheet(const ThemeColors& colors, bool dark)
{
    QString sheet = QString::fromLatin1(surfaces) + QLatin1String(buttons) + QLatin1String(inputs) +
                    QLatin1String(containers);
    sheet.replace("@mode", dark ? "dark" : "light");
    // A name that starts with another name must come before it.
    const std::pair<const char*, QColor> names[] = {
        {"@accentHover", mix(colors.accent, colors.text, 0.15)},
        {"@accentPressed", mix(colors.accent, colors.text, 0.3)},
        {"@accentText", colors.accentText},
        {"@accent", colors.accent},
        {"@window", colors.window},
        {"@surface", colors.surface},
        {"@raised", colors.raised},
        {"@border", colors.border},
        {"@grid", colors.grid},
        {"@text", colors.text},
        {"@muted", colors.mutedText},
        {"@error", colors.error},
        {"@disabled", mix(colors.mutedText, colors.surface, 0.4)},
        {"@pressed", mix(colors.raised, colors.text, 0.12)},
        {"@control", mix(colors.border, colors.mutedText, 0.35)},
        {"@tint", mix(colors.surface, colors.accent, 0.14)},
        {"@scroll", mix(colors.border, colors.mutedText, 0.3)},
    };
    for (const auto& [name, color] : names)
        sheet.replace(QLatin1String(name), color.name());
    return sheet;
}

} // namespace stepscope::ui
