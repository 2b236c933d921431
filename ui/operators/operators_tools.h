#pragma once

#include "core/trace/operators/operator_statistics.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>

class QAction;
class QComboBox;
class QLineEdit;
class QMenu;
class QSettings;
class QSpinBox;
class QToolButton;

namespace stepscope::ui {

/// The row of tools above the operator table: what its rows are, which of them are shown and how.
class OperatorsTools final : public QWidget
{
    Q_OBJECT

public:
    /// `fillColumns` adds an entry to a menu for each column. `exports` becomes the last tool.
    OperatorsTools(std::function<void(QMenu*)> fillColumns, QToolButton* exports, QWidget* parent = nullptr);

    /// All but the filter and the pass: see clearFilters().
    void load(const QSettings& settings);
    void save(QSettings& settings) const;

    QString filter() const;
    void setFilter(const QString& text);
    /// Puts the keyboard focus on the filter and selects its text.
    void focusFilter();
    OperatorGrouping grouping() const;
    /// What the rows are: "Operator", "Layer", "Kernel".
    QString rowKind() const;
    /// What they can be.
    QStringList rowKinds() const;
    /// Chooses one of rowKinds(), with a signal.
    void groupBy(const QString& kind);
    /// The pass to show; none: all.
    std::optional<Pass> pass() const;
    /// Whether totals of all steps are wanted instead of the active steps.
    bool wantsAllSteps() const;
    /// The number of rows to show; 0: all.
    int top() const;
    bool withNamespace() const;
    bool showsDetails() const;

    /// Clears the filter and the pass without a signal: with those, another run would seem to have few
    /// operators.
    void clearFilters();
    /// Clears them and the limit of the number of rows, with signals.
    void showAllRows();
    /// Without kernels, does not offer to group by them: the user's choice for another run must not leave the
    /// table empty. It returns with the kernels. Emits no signal.
    void offerKernels(bool hasKernels);
    /// Names the rows in the filter's texts.
    void nameRows();
    void setPassesEnabled(bool enabled);
    void setStepsEnabled(bool enabled);

Q_SIGNALS:
    void filterChanged(); ///< or the number of rows
    void passChanged();
    void groupingChanged();
    void stepsChanged();
    void namespaceToggled(bool shown);
    void detailsToggled(bool shown);

private:
    QWidget* makeGrouping();
    void fillPasses();
    QToolButton* makeColumns(std::function<void(QMenu*)> fillColumns);
    void connectTools();

    QLineEdit* m_filter;
    QComboBox* m_grouping;
    QComboBox* m_pass;
    QComboBox* m_steps;
    QSpinBox* m_top;
    QAction* m_withNamespace;
    QToolButton* m_showDetails;
    bool m_wantsKernels = false; ///< grouped by operator because the run has no kernels
};

} // namespace stepscope::ui
