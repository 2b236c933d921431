#pragma once

#include "core/experiment/experiment.h"

#include <QObject>

#include <string>

namespace stepscope::ui {

class BackgroundJob;
class NoticeArea;

/// Shows a notice if the experiment's TorchScript model is not named, is missing, or is not trusted yet: a
/// model contains code. A large file is read in the background first.
class ModelNotice : public QObject
{
    Q_OBJECT

public:
    explicit ModelNotice(NoticeArea* notices, QObject* parent = nullptr);

    /// Shows or removes the notice.
    void check(const Experiment& experiment);
    /// Whether the notice is shown: not while the window shows no experiment.
    void setShown(bool isShown);

Q_SIGNALS:
    /// The user has chosen a file.
    void useModel(const QString& path);
    /// The user trusts the experiment's model.
    void trusted();
    /// What is known about the model has changed: it was read in the background, or its file is another one
    /// now.
    void checked();

private:
    void read();
    void show(const QString& text, bool canBeTrusted);
    void choose();
    void trust();
    /// Checks the file again when the user, who may have changed it, returns to the window.
    void lookAgain();

    NoticeArea* m_notices;
    BackgroundJob* m_job;
    std::string m_readFile; ///< by the job
    Experiment m_experiment;
    std::string m_stamp; ///< of the model's file, when it was checked
    bool m_isShown = true;
};

} // namespace stepscope::ui
