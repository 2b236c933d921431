#pragma once

#include "ui/record/program_command.h"

#include <QObject>

#include <memory>

class QProcess;

namespace stepscope::ui {

/// Finds out, in a separate process, which Python a command runs and which PyTorch it has.
class PythonCheck : public QObject
{
    Q_OBJECT

public:
    explicit PythonCheck(QObject* parent = nullptr);
    ~PythonCheck() override;

    /// The newest request wins. There is no answer for a command that is not Python.
    void check(const ProgramCommand& command);
    /// No answer arrives after this.
    void cancel();

Q_SIGNALS:
    void found(const QString& sentence);

private:
    void finish();

    std::unique_ptr<QProcess> m_process;
};

} // namespace stepscope::ui
