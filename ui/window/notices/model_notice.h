#pragma once

#include "core/experiment/experiment.h"

#include <QObject>

namespace stepscope::ui {

class NoticeArea;

/// Shows a notice if the experiment's TorchScript model is not named, is missing, or is not trusted yet: a
/// model contains code.
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

private:
    void show(const QString& text, bool canBeTrusted);
    void choose();
    void trust();

    NoticeArea* m_notices;
    Experiment m_experiment;
    bool m_isShown = true;
};

} // namespace stepscope::ui
