#pragma once

#include "core/experiment/experiment.h"

#include <QString>
#include <QTableWidget>

#include <optional>
#include <vector>

class QDialog;

namespace stepscope::ui {

struct NamedSettings
{
    QString name;
    std::optional<Experiment> experiment; ///< none: not known
};

/// The settings of some runs side by side, with those that differ in bold.
class SettingsTable final : public QTableWidget
{
    Q_OBJECT

public:
    explicit SettingsTable(const std::vector<NamedSettings>& runs, QWidget* parent = nullptr);

    /// Hides the settings that are the same in all runs.
    void showDifferencesOnly(bool only);
    /// Whether any setting differs.
    bool hasDifferences() const;
    /// Copies the rows that are shown, with the names of the runs, tab-separated.
    void copyRows() const;
};

/// A dialog with the table. The caller shows it; it deletes itself when closed.
QDialog* makeSettingsDialog(const std::vector<NamedSettings>& runs, QWidget* parent);

} // namespace stepscope::ui
