#include "ui/window/help/help_dialogs.h"

#include "core/base/text/format.h"
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

/// `submenu` completes its entries, such as those of "Show selection in".
void addActions(QGridLayout* grid, const QMenu* menu, const QString& submenu = {})
{
    for (const QAction* action : menu->actions()) {
        if (action->menu())
            addActions(grid, action->menu(), withoutMnemonic(action->text()));
        if (action->shortcut().isEmpty())
            continue;
        const QString text = withoutMnemonic(action->text());
        const bool isComplete = submenu.isEmpty() || text.startsWith(submenu);
        const int row = grid->rowCount();
        auto* keys = new QLabel(keysOf(action));
        keys->setProperty("muted", true);
        grid->addWidget(new QLabel(isComplete ? text : submenu + ' ' + text), row, 0);
        grid->addWidget(keys, row, 1);
    }
}

/// Title and keys of a menu; null if it has none.
QGridLayout* makeMenuKeys(const QAction* menu)
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(8);
    auto* title = new QLabel(withoutMnemonic(menu->text()));
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    grid->addWidget(title, 0, 0, 1, 2);
    addActions(grid, menu->menu());
    if (grid->rowCount() > 1)
        return grid;
    delete title;
    delete grid;
    return nullptr;
}

/// The longest menu is beside the others.
QWidget* makeShortcutList(const QMenuBar* menus)
{
    QList<QGridLayout*> grids;
    for (const QAction* menu : menus->actions()) {
        if (QGridLayout* grid = makeMenuKeys(menu))
            grids += grid;
    }
    const auto longest = std::ranges::max_element(grids, {}, &QGridLayout::rowCount);
    auto* list = new QWidget;
    auto* columns = new QHBoxLayout(list);
    columns->setSpacing(56);
    auto* others = new QVBoxLayout;
    others->setSpacing(20);
    auto* own = new QVBoxLayout;
    for (auto grid = grids.begin(); grid != grids.end(); ++grid)
        (grid == longest ? own : others)->addLayout(*grid);
    for (QVBoxLayout* column : {others, own}) {
        column->addStretch();
        columns->addLayout(column);
    }
    return list;
}

} // namespace

void showShortcuts(QWidget* parent, const QMenuBar* menus)
{
    QDialog dialog(parent);
    dialog.setObjectName("shortcuts");
    dialog.setWindowTitle(HelpDialogsWords::tr("Keyboard shortcuts"));
    QWidget* list = makeShortcutList(menus);
    auto* area = new QScrollArea;
    area->setWidget(list);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->viewport()->setAutoFillBackground(false);
    list->setAutoFillBackground(false);
    auto* ofViews = new QLabel(HelpDialogsWords::tr("A view's own keys are on its page of the manual, which "
                                                    "F1 opens."));
    ofViews->setProperty("muted", true);
    auto* layout = new QVBoxLayout(&dialog);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(16);
    layout->addWidget(area);
    layout->addWidget(ofViews);
    addButtons(dialog, layout);
    constexpr int besideList = 64; // margins and scroll bar
    constexpr int belowList = 140;
    const QSize wanted = list->sizeHint() + QSize(besideList, belowList);
    dialog.resize(wanted.boundedTo((QSizeF(parent->screen()->availableGeometry().size()) * 0.95).toSize()));
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
