#pragma once

#include <QByteArray>
#include <QtGlobal>

namespace stepscope::test {

/// Sets an environment variable and restores it at the end of the scope. A variable that was unset is unset
/// again, because an empty value is different (an empty TMPDIR names no folder).
class EnvironmentVariable
{
    const QByteArray m_name;
    const QByteArray m_before;

public:
    EnvironmentVariable(const QByteArray& name, const QByteArray& value)
        : m_name(name)
        , m_before(qgetenv(name))
    {
        qputenv(m_name, value);
    }
    ~EnvironmentVariable()
    {
        if (m_before.isNull())
            qunsetenv(m_name);
        else
            qputenv(m_name, m_before);
    }
    Q_DISABLE_COPY_MOVE(EnvironmentVariable)
};

} // namespace stepscope::test
