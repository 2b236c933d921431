#pragma once

#include "core/data/data_sets.h"
#include "core/experiment/experiment.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <stop_token>

namespace stepscope::ui {

class BackgroundJob;
class NoticeArea;

/// Tells when the experiment's data set is not on disk, and fetches it.
class DataSetNotice : public QObject
{
    Q_OBJECT

public:
    using Fetch = std::function<void(const DataSetInfo&, const std::function<void(const FetchProgress&)>&,
                                     std::stop_token)>;

    explicit DataSetNotice(NoticeArea* notices, QObject* parent = nullptr);

    /// How to fetch, for tests; fetchDataSet() unless set.
    void setFetch(Fetch fetch) { m_fetch = std::move(fetch); }

    /// Looks for the experiment's data set, and shows or takes away the notice.
    void check(const Experiment& experiment);
    /// Whether the data set looked for last is missing.
    bool isMissing() const { return m_missing; }

Q_SIGNALS:
    /// The user would rather train on this one.
    void useDataSet(const QString& id);
    void fetched(const QString& label);
    void missingChanged();

private:
    /// Leaves a notice alone that speaks of the same already.
    void showMissing(const DataSetInfo& info, const std::string& directory);
    void fetch(const DataSetInfo& info);
    void setMissing(bool missing);

    NoticeArea* m_notices;
    BackgroundJob* m_job;
    Fetch m_fetch;
    std::stop_source m_stop; ///< of the fetch under way
    Experiment m_experiment;
    QString m_shownFor; ///< data set and folder that the notice speaks of
    bool m_missing = false;
};

} // namespace stepscope::ui
