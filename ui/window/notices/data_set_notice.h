#pragma once

#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <stop_token>

namespace stepscope::ui {

class BackgroundJob;
class NoticeArea;
class OwnDataCheck;

/// Shows a notice if the experiment's data set is not on disk, and downloads it; also if the user's own data
/// cannot be used.
class DataSetNotice : public QObject
{
    Q_OBJECT

public:
    using Fetch = std::function<void(const DataSetKind&, const std::function<void(const FetchProgress&)>&,
                                     std::stop_token)>;

    explicit DataSetNotice(NoticeArea* notices, QObject* parent = nullptr);

    /// The download function, for tests; fetchDataSet() by default.
    void setFetch(Fetch fetch) { m_fetch = std::move(fetch); }

    /// Looks for the experiment's data set, and shows or removes the notice.
    void check(const Experiment& experiment);
    /// Whether the notice of a missing data set is shown: not while the window shows no experiment.
    void setShown(bool isShown);
    /// Whether the last checked data set is missing.
    bool isMissing() const { return !m_missingText.isEmpty(); }
    /// The sentence about the missing data set; empty if none is missing.
    const QString& missingText() const { return m_missingText; }

Q_SIGNALS:
    /// The user wants to train on this one instead.
    void useDataSet(const QString& id);
    void fetched(const QString& label);
    /// The user has chosen where their own data is.
    void useDataFolder(const QString& path);
    /// More is known about the user's own data than before.
    void described();
    void missingChanged();

private:
    static QString missingText(const DataSetKind& kind, const std::string& directory);
    /// Keeps a notice that already shows the same.
    void showMissing(const DataSetKind& kind, const std::string& directory);
    void fetch(const DataSetKind& kind);
    void checkOwnData(const DataSetKind& kind);
    /// What is wrong with the user's own data, with buttons to choose another place.
    void showOwnProblem(const DataSetKind& kind);
    /// Sets the sentence about the data set, and shows or removes the notice by `show`.
    void setMissing(const QString& text, const std::function<void()>& show);

    NoticeArea* m_notices;
    BackgroundJob* m_job;
    OwnDataCheck* m_ownData;
    Fetch m_fetch;
    std::stop_source m_stop; ///< of the current download
    Experiment m_experiment;
    bool m_isShown = true;
    QString m_shownFor; ///< data set and folder in the notice
    QString m_missingText;
};

} // namespace stepscope::ui
