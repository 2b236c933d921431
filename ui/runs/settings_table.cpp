#include "ui/runs/settings_table.h"

#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "ui/support/qt_text.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

bool isUsed(const NamedSettings& run, const ExperimentField& field)
{
    return run.experiment && usesField(*run.experiment, field.key);
}

QString settingText(const NamedSettings& run, const ExperimentField& field)
{
    if (!run.experiment || !isKnown(*run.experiment, field))
        return SettingsTable::tr("not known");
    if (!isUsed(run, field))
        return SettingsTable::tr("not used");
    return toQString(fieldText(*run.experiment, field));
}

} // namespace

SettingsTable::SettingsTable(const std::vector<NamedSettings>& runs, QWidget* parent)
    : QTableWidget(0, 1 + int(runs.size()), parent)
{
    setObjectName("settingsTable");
    setAccessibleName(tr("Settings of the runs"));
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setAlternatingRowColors(false);
    setShowGrid(false);
    setWordWrap(false);
    QStringList names{tr("Setting")};
    for (const NamedSettings& run : runs)
        names += run.name;
    setHorizontalHeaderLabels(names);
    for (int column = 0; column < columnCount(); ++column)
        horizontalHeaderItem(column)->setToolTip(paragraph(names[column]));
    for (const ExperimentField& field : experimentFields()) {
        const auto isUsedHere = [&](const NamedSettings& run) { return isUsed(run, field); };
        if (std::ranges::none_of(runs, isUsedHere))
            continue;
        QStringList texts;
        for (const NamedSettings& run : runs)
            texts += settingText(run, field);
        const bool differs = texts.count(texts.front()) != texts.size();
        texts.prepend(toQString(translated(field.label)));
        const int row = rowCount();
        insertRow(row);
        QFont weighted = font();
        weighted.setWeight(differs ? QFont::DemiBold : QFont::Normal);
        for (int column = 0; column < columnCount(); ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setToolTip(paragraph(column == 0 ? toQString(helpText(field)) : texts[column]));
            item->setFont(weighted);
            item->setData(Qt::UserRole, differs);
            setItem(row, column, item);
        }
    }
    verticalHeader()->hide();
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    constexpr int widest = 260;
    resizeColumnsToContents();
    for (int column = 0; column < columnCount(); ++column)
        setColumnWidth(column, std::min(columnWidth(column) + 16, widest));

    auto* copy = new QAction(tr("Copy"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &SettingsTable::copyRows);
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void SettingsTable::showDifferencesOnly(bool only)
{
    for (int row = 0; row < rowCount(); ++row)
        setRowHidden(row, only && !item(row, 0)->data(Qt::UserRole).toBool());
}

bool SettingsTable::hasDifferences() const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (item(row, 0)->data(Qt::UserRole).toBool())
            return true;
    }
    return false;
}

void SettingsTable::copyRows() const
{
    const auto plain = [](QString text) { return text.replace('\t', ' ').replace('\n', ' '); };
    QStringList cells;
    for (int column = 0; column < columnCount(); ++column)
        cells += plain(horizontalHeaderItem(column)->text());
    QString text = cells.join('\t') + '\n';
    for (int row = 0; row < rowCount(); ++row) {
        if (isRowHidden(row))
            continue;
        cells.clear();
        for (int column = 0; column < columnCount(); ++column)
            cells += plain(item(row, column)->text());
        text += cells.join('\t') + '\n';
    }
    QApplication::clipboard()->setText(text);
}

QDialog* makeSettingsDialog(const std::vector<NamedSettings>& runs, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName("settingsDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(SettingsTable::tr("Settings of %n run(s)", nullptr, int(runs.size())));
    auto* table = new SettingsTable(runs, dialog);
    auto* only = new QCheckBox(SettingsTable::tr("Only settings that differ"), dialog);
    auto* none = new QLabel(SettingsTable::tr("All settings are the same."), dialog);
    none->setVisible(!table->hasDifferences());
    only->setVisible(table->hasDifferences());
    QObject::connect(only, &QCheckBox::toggled, table, &SettingsTable::showDifferencesOnly);
    only->setChecked(table->hasDifferences());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    auto* copy = buttons->addButton(SettingsTable::tr("Copy"), QDialogButtonBox::ActionRole);
    QObject::connect(copy, &QAbstractButton::clicked, table, &SettingsTable::copyRows);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(none);
    layout->addWidget(only);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    dialog->resize(std::clamp(260 + 200 * int(runs.size()), 560, 1000), 420);
    return dialog;
}

} // namespace stepscope::ui
