#include "ui/window/help/manual.h"

#include "ui/window/help/manual_style.h"
#include "ui/window/window_views.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace stepscope::ui;

/// The manual of the source tree, as the window finds it.
class TestManual : public QObject
{
    Q_OBJECT

    Manual m_manual{manualFolders()};

    static QString read(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    /// Without its code, in which nothing is a link or a heading.
    static QStringList textOf(const QString& path)
    {
        QStringList lines = read(path).split('\n');
        lines.removeIf([](const QString& line) { return line.startsWith("    "); });
        return lines;
    }
    static QSet<QString> anchorsOf(const QString& path)
    {
        static const QRegularExpression heading("^#+ +(.+)$");
        QSet<QString> anchors;
        for (const QString& line : textOf(path)) {
            if (const auto found = heading.match(line); found.hasMatch())
                anchors += anchorOf(found.captured(1));
        }
        return anchors;
    }
    QStringList files() const
    {
        QStringList files;
        const QString folder = QFileInfo(m_manual.pathOf({})).path();
        for (QDirIterator at(folder, {"*.md"}, QDir::Files, QDirIterator::Subdirectories); at.hasNext();)
            files += at.next();
        return files;
    }

private Q_SLOTS:
    void itIsFound() { QVERIFY2(m_manual.isFound(), qPrintable(m_manual.whyMissing())); }

    void everyViewHasAPage()
    {
        for (const ViewDescription& view : windowViews({})) {
            QVERIFY2(!view.manualPage.isEmpty(), qPrintable(view.name));
            const QString path = m_manual.pathOf(view.manualPage);
            QVERIFY2(QFile::exists(path) && path.endsWith(view.manualPage), qPrintable(view.manualPage));
            QCOMPARE(textOf(path).first(), "# " + view.title);
        }
    }

    /// Those that ViewRegistry::addGoToActions() gives them.
    void itHasTheKeysOfTheViews()
    {
        QStringList titles;
        for (const ViewDescription& view : windowViews({}))
            titles += view.title;
        const QString page = read(m_manual.pathOf("window.md"));
        const auto check = [&page](const QString& key, const QStringList& views) {
            const QString row = QString::fromUtf8("| %1+1 … %1+%2 | %3 |")
                                    .arg(key, QString::number(views.size()), views.join(", "));
            QVERIFY2(page.contains(row), qPrintable("window.md lacks: " + row));
        };
        check("Ctrl", titles.first(9));
        check("Ctrl+Alt", titles.sliced(9));
    }

    void everyLinkLeadsSomewhere()
    {
        static const QRegularExpression link(R"(\]\(([^)#]*)(#[^)]*)?\))");
        int links = 0;
        for (const QString& file : files()) {
            const QString text = textOf(file).join('\n');
            for (auto found = link.globalMatch(text); found.hasNext(); ++links) {
                const auto match = found.next();
                const QString to = match.captured(1);
                if (to.contains("://"))
                    continue;
                // As the browser does, without checking whether a folder is a symbolic link.
                const QString path =
                    to.isEmpty() ? file : QUrl::fromLocalFile(file).resolved(QUrl(to)).toLocalFile();
                QVERIFY2(QFile::exists(path), qPrintable(file + " links to " + to));
                const QString anchor = match.captured(2).mid(1);
                QVERIFY2(anchor.isEmpty() || anchorsOf(path).contains(anchor),
                         qPrintable(file + " links to " + to + '#' + anchor));
            }
        }
        QVERIFY(links > 50);
    }

    void theContentsListEveryPageOnce()
    {
        QStringList listed{Manual::indexPage};
        for (const ManualSection& section : m_manual.contents()) {
            QVERIFY(!section.title.isEmpty());
            for (const ManualPage& page : section.pages)
                listed += page.name;
        }
        QStringList there;
        for (const QString& file : files())
            there += m_manual.pageOf(file);
        listed.sort();
        there.sort();
        QCOMPARE(listed, there);
    }

    void anUnknownPageIsTheIndex()
    {
        QCOMPARE(m_manual.pathOf("views/none.md"), m_manual.pathOf(Manual::indexPage));
        QCOMPARE(m_manual.pathOf({}), m_manual.pathOf(Manual::indexPage));
        QCOMPARE(m_manual.pageOf("/etc/passwd"), QString());
    }

    void theFirstFolderWithAnIndexIsUsed()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("b"));
        QFile index(folder.filePath("b/index.md"));
        QVERIFY(index.open(QIODevice::WriteOnly));
        index.write("# Manual\n\n[Other](other.md)\n\n## Jobs\n\n- [Training](training.md#start)\n"
                    "- [Sweeps](views/sweep.md), [web](https://example.org/a.md)\n");
        index.close();
        const Manual manual({folder.filePath("a"), folder.filePath("b"), folder.filePath("c")});
        QVERIFY(manual.isFound());
        QCOMPARE(manual.pathOf({}), folder.filePath("b/index.md"));
        const auto contents = manual.contents();
        QCOMPARE(contents.size(), 1);
        QCOMPARE(contents[0].title, QString("Jobs"));
        QCOMPARE(contents[0].pages.size(), 1); // neither a part of a page nor a web page
        QCOMPARE(contents[0].pages[0].name, QString("views/sweep.md"));
    }

    void aMissingManualSaysWhereItWasLookedFor()
    {
        const Manual manual({"/nowhere/docs/manual", "/nowhere/share/manual"});
        QVERIFY(!manual.isFound());
        QCOMPARE(manual.whyMissing(), QString("The manual was not found: there is no index.md in "
                                              "/nowhere/docs/manual or /nowhere/share/manual."));
        QVERIFY(manual.contents().isEmpty());
    }

    void anchorsAreThoseOfTheLinks()
    {
        QCOMPARE(anchorOf("Intervals and verdicts"), QString("intervals-and-verdicts"));
        QCOMPARE(anchorOf("What it's for: `--window`"), QString("what-its-for---window"));
    }
};

QTEST_MAIN(TestManual)
#include "test_manual.moc"
