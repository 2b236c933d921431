#pragma once

#include "core/engine/engine.h"
#include "core/run/run.h"

#include <QString>

#include <functional>
#include <vector>

class QAction;

namespace stepscope::ui {

class NoticeArea;

/// How a run ended, in one or two words.
QString runOutcomeText(const Run& run);
/// "cpu · AMD EPYC 9654"; only the device while its name is not known.
QString deviceText(const Experiment& experiment, const std::vector<DeviceInfo>& devices);
/// The device of an opened run; empty if it is not known.
QString deviceText(const Run& run);

/// Shows how the run ended.
void showRunNotice(NoticeArea& notices, const Run& run, QAction* exportAll);
/// Shows that views of events show only part of the run; removed when they show all of it. `limit` changes
/// how many events are in memory.
void showEventsNotice(NoticeArea& notices, const Run& run, QAction* limit);
void showEngineNotice(NoticeArea& notices, const QString& sentence, const QString& detail,
                      std::function<void()> tryAgain);
/// `missing`: sentences about files that were not written. `hasFailed`: some of them should have been.
void showReportNotice(NoticeArea& notices, const QString& folder, const QStringList& missing, bool hasFailed);

} // namespace stepscope::ui
