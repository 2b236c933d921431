# Most of a file's compile time is spent in the headers of Qt, fmt and the standard library, so they are
# compiled once. Every file still includes what it uses; -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without
# precompiled headers. Only headers in angle brackets, so that ccache's entries are valid for every checkout.

set(STEPSCOPE_STANDARD_HEADERS
    <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <filesystem> <fstream> <functional>
    <limits> <map> <memory> <mutex> <numeric> <optional> <ranges> <set> <span> <string> <string_view> <thread>
    <unordered_map> <utility> <variant> <vector> <fmt/format.h> <fmt/ranges.h>)

set(STEPSCOPE_QT_HEADERS
    <QAbstractTableModel> <QAction> <QApplication> <QClipboard> <QComboBox> <QElapsedTimer> <QEvent> <QFileDialog>
    <QHBoxLayout> <QHeaderView> <QImage> <QLabel> <QList> <QMenu> <QMouseEvent> <QPainter> <QPainterPath> <QPointer>
    <QSettings> <QSplitter> <QStackedWidget> <QStandardPaths> <QString> <QStyledItemDelegate> <QTableView> <QTimer>
    <QToolButton> <QVBoxLayout> <QWidget>)
