#pragma once

#include "core/experiment/experiment.h"

#include <QStackedWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace stepscope {
struct Environment;
struct Run;
} // namespace stepscope

namespace stepscope::ui {

class ExperimentPanel;
class FactGrid;

/// The panel beside the views: the form of the experiment or, while an opened run is shown, what that run
/// was: the settings of a training, or what is known of another program.
class SidePanel final : public QStackedWidget
{
    Q_OBJECT

public:
    explicit SidePanel(ExperimentPanel* form, QWidget* parent = nullptr);

    /// Shows the facts of the run. Call it again when the run has grown.
    void showRun(const Run& run, const Environment& environment);
    void showForm();
    bool isFormShown() const { return currentIndex() == 0; }
    /// Of the page that is shown: the facts are narrower than the form.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void formShown(bool isShown);

private:
    QWidget* makeRunPage();
    void useSettings();

    ExperimentPanel* m_form;
    QLabel* m_title = nullptr;
    QLabel* m_line = nullptr;
    FactGrid* m_facts = nullptr;
    QPushButton* m_use = nullptr;
    std::optional<Experiment> m_settings; ///< of the run, if it is a training
};

} // namespace stepscope::ui
