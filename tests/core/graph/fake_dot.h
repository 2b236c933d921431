#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace stepscope::tests {

/// Puts a shell script in the place of Graphviz's dot, or nothing at all, for as long as it lives.
class FakeDot
{
public:
    /// `script` is the body of a shell script; "$REAL" in it starts the real dot. Empty: there is no dot.
    explicit FakeDot(const QByteArray& script)
        : m_path(qgetenv("PATH"))
    {
        const auto real = QStandardPaths::findExecutable("dot");
        if (script.isEmpty()) {
            qputenv("PATH", m_folder.path().toUtf8());
            return;
        }
        QFile file(m_folder.filePath("dot"));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write the fake dot");
        file.write("#!/bin/sh\nREAL=" + real.toUtf8() + "\n" + script + "\n");
        file.setPermissions(file.permissions() | QFile::ExeOwner);
        qputenv("PATH", m_folder.path().toUtf8() + ":" + m_path);
    }
    ~FakeDot() { qputenv("PATH", m_path); }
    FakeDot(const FakeDot&) = delete;
    FakeDot& operator=(const FakeDot&) = delete;

    QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    QByteArray m_path;
    QTemporaryDir m_folder;
};

/// A dot that hangs on every graph that has clusters.
inline const QByteArray hangsOnClusters = R"(
text=$(cat)
case "$text" in
    *cluster_*) exec sleep 600 ;;
esac
printf '%s' "$text" | exec "$REAL" "$@")";

} // namespace stepscope::tests
