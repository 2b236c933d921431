#include "ui/window/opening/dropped_files.h"

#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace stepscope::ui;

class TestDroppedFiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    static QStringList dropped(const QList<QUrl>& urls)
    {
        QMimeData data;
        data.setUrls(urls);
        return droppedFiles(&data);
    }
    QUrl file(const char* name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) ? QUrl::fromLocalFile(file.fileName()) : QUrl();
    }

private Q_SLOTS:
    void oneFileOrFolderOrSeveralFilesCanBeDropped()
    {
        const QUrl a = file("a"), b = file("b"), folder = QUrl::fromLocalFile(m_folder.path());
        QCOMPARE(dropped({a}), QStringList(a.toLocalFile()));
        QCOMPARE(dropped({folder}), QStringList(folder.toLocalFile()));
        QCOMPARE(dropped({a, b}), QStringList({a.toLocalFile(), b.toLocalFile()}));
    }

    void whatCannotBeOpenedIsRefused()
    {
        const QUrl a = file("a"), folder = QUrl::fromLocalFile(m_folder.path());
        QCOMPARE(dropped({}), QStringList());
        QCOMPARE(dropped({a, folder}), QStringList());
        QCOMPARE(dropped({QUrl::fromLocalFile(m_folder.filePath("missing"))}), QStringList());
        QCOMPARE(dropped({QUrl("https://example.org/run.stepscope")}), QStringList());
        QCOMPARE(dropped({a, QUrl("https://example.org/run.stepscope")}), QStringList());
    }
};

QTEST_MAIN(TestDroppedFiles)
#include "test_dropped_files.moc"
