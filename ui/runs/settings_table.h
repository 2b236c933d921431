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
    /// Whether any known setting differs.
    bool hasDifferences() const;
    /// Whether all settings of all runs are known.
    bool isAllKnown() const { return m_isAllKnown; }
    /// Copies the selected rows, or all that are shown, as rowsAsText().
    void copyRows() const;

private:
    bool m_isAllKnown = true;
};

/// A dialog with the table. The caller shows it; it deletes itself when closed.
QDialog* makeSettingsDialog(const std::vector<NamedSettings>& runs, QWidget* parent);

} // namespace stepscope::ui
