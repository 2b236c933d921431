#pragma once

#include "ui/record/program_command.h"

#include <QObject>

#include <memory>

class QProcess;

namespace stepscope::ui {

/// Finds out, in a process of its own, which Python a command runs and which PyTorch that has.
class PythonCheck : public QObject
{
    Q_OBJECT

public:
    explicit PythonCheck(QObject* parent = nullptr);
    ~PythonCheck() override;

    /// The newest request wins. A command that is no Python gets no answer.
    void check(const ProgramCommand& command);
    /// No answer comes any more.
    void cancel();

Q_SIGNALS:
    void found(const QString& sentence);

private:
    void finish();

    std::unique_ptr<QProcess> m_process;
};

} // namespace stepscope::ui
