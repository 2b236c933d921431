#include "ui/window/help/help_dialogs.h"

#include "core/base/text/format.h"
#include "ui/keys/view_keys.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QList>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

struct HelpDialogsWords
{
    Q_DECLARE_TR_FUNCTIONS(HelpDialogs)
};

QDialogButtonBox* addButtons(QDialog& dialog, QVBoxLayout* layout)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    layout->addWidget(buttons);
    return buttons;
}

QString keysOf(const QAction* action)
{
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts())
        keys += key.toString(QKeySequence::NativeText);
    return keys.join(HelpDialogsWords::tr(" or "));
}

QString withoutMnemonic(QString text)
{
    return text.remove('&').remove("…");
}

/// A heading with the keys below it.
struct KeyGroup
{
    QString title;
    QList<std::pair<QString, QString>> rows; ///< what the keys do, the keys
};

/// `submenu` completes its entries, such as those of "Show selection in".
void addActions(KeyGroup& group, const QMenu* menu, const QString& submenu = {})
{
    for (const QAction* action : menu->actions()) {
        if (action->menu())
            addActions(group, action->menu(), withoutMnemonic(action->text()));
        if (action->shortcut().isEmpty())
            continue;
        const QString text = withoutMnemonic(action->text());
        const bool isComplete = submenu.isEmpty() || text.startsWith(submenu);
        group.rows.emplaceBack(isComplete ? text : submenu + ' ' + text, keysOf(action));
    }
}

QList<KeyGroup> keyGroups(const QMenuBar* menus, const QList<ViewOfKeys>& views)
{
    QList<KeyGroup> groups;
    for (const QAction* menu : menus->actions()) {
        KeyGroup group{.title = withoutMnemonic(menu->text()), .rows = {}};
        addActions(group, menu->menu());
        groups += group;
    }
    for (const ViewOfKeys& view : views) {
        KeyGroup group{.title = HelpDialogsWords::tr("In %1").arg(view.title), .rows = {}};
        for (const ViewKey& key : viewKeys(view.name))
            group.rows.emplaceBack(key.text, key.keysText());
        groups += group;
    }
    groups.removeIf([](const KeyGroup& group) { return group.rows.isEmpty(); });
    return groups;
}

QGridLayout* makeKeyGrid(const KeyGroup& group, int keysWidth)
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(8);
    auto* title = new QLabel(group.title);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    grid->addWidget(title, 0, 0, 1, 2);
    for (const auto& [text, keys] : group.rows) {
        const int row = grid->rowCount();
        auto* shown = new QLabel(keys);
        shown->setProperty("muted", true);
        grid->addWidget(new QLabel(text), row, 0);
        grid->addWidget(shown, row, 1, Qt::AlignTop);
    }
    grid->setColumnStretch(0, 1);
    grid->setColumnMinimumWidth(1, keysWidth);
    return grid;
}

/// In two columns of about the same height, in the order of the groups.
QWidget* makeShortcutList(const QList<KeyGroup>& groups)
{
    auto* list = new QWidget;
    qsizetype rows = 0;
    int keysWidth = 0;
    for (const KeyGroup& group : groups) {
        rows += group.rows.size() + 2;
        for (const auto& row : group.rows)
            keysWidth = std::max(keysWidth, list->fontMetrics().horizontalAdvance(row.second));
    }
    auto* columns = new QHBoxLayout(list);
    columns->setSpacing(40);
    QVBoxLayout* lists[] = {new QVBoxLayout, new QVBoxLayout};
    qsizetype above = 0;
    for (const KeyGroup& group : groups) {
        const qsizetype middle = above + (group.rows.size() + 2) / 2;
        lists[middle * 2 < rows ? 0 : 1]->addLayout(makeKeyGrid(group, keysWidth));
        above += group.rows.size() + 2;
    }
    for (QVBoxLayout* column : lists) {
        column->setSpacing(20);
        column->addStretch();
        columns->addLayout(column, 1);
    }
    return list;
}

} // namespace

void showShortcuts(QWidget* parent, const QMenuBar* menus, const QList<ViewOfKeys>& views)
{
    QDialog dialog(parent);
    dialog.setObjectName("shortcuts");
    dialog.setWindowTitle(HelpDialogsWords::tr("Keyboard shortcuts"));
    QWidget* list = makeShortcutList(keyGroups(menus, views));
    auto* area = new QScrollArea;
    area->setWidget(list);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->viewport()->setAutoFillBackground(false);
    list->setAutoFillBackground(false);
    auto* ofViews =
        new QLabel(HelpDialogsWords::tr("The keys of a view work while it has the focus. What the "
                                        "mouse does is on its page of the manual, which F1 opens."));
    ofViews->setProperty("muted", true);
    ofViews->setWordWrap(true);
    auto* layout = new QVBoxLayout(&dialog);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(16);
    layout->addWidget(area);
    layout->addWidget(ofViews);
    addButtons(dialog, layout);
    constexpr int besideList = 72; // margins and scroll bar
    constexpr int belowList = 160;
    const QSize wanted = list->sizeHint() + QSize(besideList, belowList);
    const QSizeF screen = parent->screen()->availableGeometry().size();
    dialog.resize(wanted.boundedTo((screen * 0.9).toSize()));
    dialog.exec();
}

QString aboutText(const Environment& environment)
{
    QStringList lines;
    const auto add = [&](const QString& name, const std::string& value) {
        if (!value.empty())
            lines += QString("%1: %2").arg(name, toQString(value));
    };
    const EngineInfo& engine = environment.engine;
    add("Stepscope", environment.stepscopeVersion);
    add("Qt", qVersion());
    add("LibTorch",
        engine.version.empty() ? HelpDialogsWords::tr("not loaded").toStdString() : engine.version);
    add(HelpDialogsWords::tr("Linear algebra"), engine.blas);
    add("oneDNN", engine.oneDnn);
    add("CUDA", engine.cudaRuntime);
    add("cuDNN", engine.cudnn);
    add("NCCL", engine.nccl);
    add(HelpDialogsWords::tr("Processor"), environment.cpuModel);
    add(HelpDialogsWords::tr("Processors"), formatCount(environment.processors));
    add(HelpDialogsWords::tr("Memory"), formatBytes(double(environment.memoryBytes)));
    for (const Environment::Gpu& gpu : environment.gpus)
        add("GPU", gpu.name);
    add(HelpDialogsWords::tr("GPU driver"), environment.gpuDriver);
    add(HelpDialogsWords::tr("Operating system"), environment.operatingSystem);
    add(HelpDialogsWords::tr("Kernel"), environment.kernel);
    add(HelpDialogsWords::tr("Compiler"), environment.compiler);
    return lines.join('\n');
}

void showAbout(QWidget* parent, const Environment& environment)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(HelpDialogsWords::tr("About Stepscope"));
    auto* icon = new QLabel;
    icon->setPixmap(applicationIcon().pixmap(QSize(64, 64), dialog.devicePixelRatioF()));
    auto* title = new QLabel(
        HelpDialogsWords::tr("<b>Stepscope %1</b><br>Train a network and see what every step costs.<br>"
                             "Free software under the GNU GPL, version 3 or later.")
            .arg(toQString(environment.stepscopeVersion).toHtmlEscaped()));
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(icon);
    head->addWidget(title, 1);

    const QString text = aboutText(environment);
    auto* details = new QPlainTextEdit(text);
    details->setReadOnly(true);
    details->setMinimumSize(520, 240);
    auto* layout = new QVBoxLayout(&dialog);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(16);
    layout->addLayout(head);
    layout->addWidget(details);
    QDialogButtonBox* buttons = addButtons(dialog, layout);
    QPushButton* copy = buttons->addButton(HelpDialogsWords::tr("Copy"), QDialogButtonBox::ActionRole);
    QObject::connect(copy, &QPushButton::clicked, &dialog,
                     [&] { QGuiApplication::clipboard()->setText(text); });
    dialog.exec();
}

} // namespace stepscope::ui
