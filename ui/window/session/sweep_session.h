#pragma once

#include "core/engine/engine.h"
#include "core/run/run.h"
#include "ui/window/notices/notice_area.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <optional>
#include <vector>

class QWidget;

namespace stepscope::ui {

class ExperimentPanel;
class SweepView;
class ViewRegistry;

/// The sweep of this window, which the sweep view runs: gives it the experiment in the form, and reports how
/// it ended. The view exists from its first use on.
class SweepSession final : public QObject
{
    Q_OBJECT

public:
    SweepSession(ViewRegistry* views, ExperimentPanel* panel, NoticeArea* notices, QWidget* window);

    /// Shows the view, filled in with the lab's sweep.
    void prepareLab();
    bool isRunning() const; ///< including measuring
    bool canStop() const;
    void stop();
    /// As those of SweepView.
    QString progressText() const;
    double progressFraction() const;
    /// Asks first; false if the sweep continues.
    bool stopToClose();
    /// `whyNot`: the sentence that says why no sweep can be started now; empty if one can.
    void setPossible(const std::vector<DeviceInfo>& devices, const QString& whyNot);

Q_SIGNALS:
    /// The sweep has started or ended, or its view has been created.
    void changed();
    void progressed();
    void openWanted(const std::filesystem::path& path);
    void folderWanted(const std::filesystem::path& folder);
    void runsWanted();
    void compareWanted();
    void logged(stepscope::LogLevel level, const QString& text);

private:
    void use(SweepView* view);
    /// Also says that the settings were replaced, with a button that brings them back.
    void useSettings(const Experiment& experiment, const QString& what);
    void forgetReplaced();
    void showSwept(const QString& what, const QString& report, bool isGood);
    void openReport(const QString& path);
    void showReportFailure(const QString& path, const QString& failure);
    void showFolderOf(const QString& report);

    ViewRegistry* m_views;
    ExperimentPanel* m_panel;
    NoticeArea* m_notices;
    QWidget* m_window;
    SweepView* m_view = nullptr;
    std::optional<Experiment> m_replaced; ///< the settings that the notice offers to bring back
    std::optional<Notice> m_result;       ///< of the last sweep, without the button for its report
    bool m_canShowFolder = true;          ///< false once the desktop had no program for it
};

} // namespace stepscope::ui
