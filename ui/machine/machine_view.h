#pragma once

#include "ui/support/view.h"

#include <optional>

class QLabel;
class QStackedWidget;

namespace stepscope::ui {

class EmptyPage;
class MachinePlot;
class MachineReadout;

/// What the machine did while a run trained: processor use, memory, and the GPU.
class MachineView : public View
{
    Q_OBJECT

public:
    explicit MachineView(QWidget* parent = nullptr);

    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    MachinePlot* plot() const { return m_plot; }

public Q_SLOTS:
    /// Shows the whole run, and follows it as it grows.
    void fit();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildToolRow();
    void connectPlot();
    void addShortcuts();
    void update();
    void updateEmptyPage();
    void updateReadout();
    bool hasSamples() const;

    const Run* m_run = nullptr;
    std::optional<double> m_hovered; ///< seconds
    QStackedWidget* m_pages = nullptr;
    EmptyPage* m_empty = nullptr;
    MachinePlot* m_plot = nullptr;
    MachineReadout* m_readout = nullptr;
    QWidget* m_toolRow = nullptr;
};

/// The part of a run that `plot` shows. Both must outlive the picture.
Picture machinePicture(const Run& run, const MachinePlot& plot);

} // namespace stepscope::ui
