#include "ui/runs/settings_table.h"

#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "ui/runs/widget_action.h"
#include "ui/support/copying.h"
#include "ui/support/qt_text.h"
#include "ui/support/rows_as_text.h"

#include <QCheckBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

bool isUsed(const NamedSettings& run, const ExperimentField& field)
{
    return run.experiment && usesField(*run.experiment, field.key);
}

bool isKnownOf(const NamedSettings& run, const ExperimentField& field)
{
    return run.experiment && isKnown(*run.experiment, field);
}

QString settingText(const NamedSettings& run, const ExperimentField& field)
{
    if (!isKnownOf(run, field))
        return SettingsTable::tr("not known");
    if (!isUsed(run, field))
        return SettingsTable::tr("not used");
    return toQString(comparableText(*run.experiment, field));
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
        QSet<QString> known;
        for (const NamedSettings& run : runs) {
            texts += settingText(run, field);
            if (isKnownOf(run, field))
                known += texts.back();
            else
                m_isAllKnown = false;
        }
        const bool differs = known.size() > 1;
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

    addWidgetAction(this, tr("Copy"), {QKeySequence(QKeySequence::Copy)}, [this] { copyRows(); });
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
    ui::copyRows(this, rowsAsText(*this, Qt::DisplayRole), rowsToCopy(*this).size());
}

QDialog* makeSettingsDialog(const std::vector<NamedSettings>& runs, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName("settingsDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(SettingsTable::tr("Settings of %n run(s)", nullptr, int(runs.size())));
    auto* table = new SettingsTable(runs, dialog);
    auto* only = new QCheckBox(SettingsTable::tr("Only settings that differ"), dialog);
    auto* none =
        new QLabel(table->isAllKnown() ? SettingsTable::tr("All settings are the same.")
                                       : SettingsTable::tr("No known settings differ, but some are unknown."),
                   dialog);
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
