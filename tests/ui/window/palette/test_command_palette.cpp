#include "ui/window/palette/command_palette.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <memory>

using namespace stepscope::ui;

/// The palette with entries of the test's own.
class TestCommandPalette : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> m_window;
    CommandPalette* m_palette = nullptr;
    QStringList m_chosen;

    PaletteEntry entry(const QString& title, const QString& kind, bool isEnabled = true)
    {
        return {.title = title,
                .kind = kind,
                .detail = {},
                .help = {},
                .icon = {},
                .isEnabled = isEnabled,
                .choose = [this, title] { m_chosen += title; }};
    }
    void openWith(const QStringList& titles)
    {
        std::vector<PaletteEntry> entries;
        for (const QString& title : titles)
            entries.push_back(entry(title, "Action"));
        m_palette->open(std::move(entries));
    }
    QStringList shown() const
    {
        QStringList titles;
        const auto* model = m_palette->list()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            titles += model->index(row, 0).data().toString();
        return titles;
    }
    static QStringList matches(const std::vector<PaletteEntry>& entries, const QString& text)
    {
        QStringList titles;
        for (const size_t i : paletteMatches(entries, text))
            titles += entries[i].title;
        return titles;
    }

private Q_SLOTS:
    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_window->resize(1024, 700);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_palette = new CommandPalette(m_window.get());
        m_chosen.clear();
    }
    void cleanup() { m_window.reset(); }

    void allWordsMustMatchAndTheBestComeFirst()
    {
        const std::vector<PaletteEntry> entries{entry("Export everything…", "File"),
                                                entry("Operators as CSV…", "File › Export › Operators"),
                                                entry("Reopen", "File"),
                                                entry("Go to Operators", "View"),
                                                entry("aten::copy_", "Operator"),
                                                entry("Open run or trace…", "File")};
        QCOMPARE(matches(entries, ""), (QStringList{"Export everything…", "Operators as CSV…", "Reopen",
                                                    "Go to Operators", "aten::copy_", "Open run or trace…"}));
        // At the start of the title, at the start of a word, within a word, elsewhere.
        QCOMPARE(matches(entries, "op"), (QStringList{"Operators as CSV…", "Open run or trace…",
                                                      "Go to Operators", "Reopen", "aten::copy_"}));
        QCOMPARE(matches(entries, "OPERATOR"),
                 (QStringList{"Operators as CSV…", "Go to Operators", "aten::copy_"}));
        QCOMPARE(matches(entries, "csv export"), QStringList("Operators as CSV…"));
        QCOMPARE(matches(entries, "  run   open "), QStringList("Open run or trace…"));
        QCOMPARE(matches(entries, "csv nothing"), QStringList());
    }

    void whatCannotBeChosenComesLast()
    {
        const std::vector<PaletteEntry> entries{entry("Stop", "Run", false), entry("Stop later", "Run")};
        QCOMPARE(matches(entries, "stop"), (QStringList{"Stop later", "Stop"}));
    }

    void typingNarrowsAndEnterChooses()
    {
        openWith({"First", "Second", "Third"});
        QVERIFY(m_palette->isVisible());
        QVERIFY(m_palette->search()->hasFocus());
        QTest::keyClicks(m_palette->search(), "ir");
        QCOMPARE(shown(), (QStringList{"First", "Third"}));
        QTest::keyClick(m_palette->search(), Qt::Key_Down);
        QTest::keyClick(m_palette->search(), Qt::Key_Return);
        QVERIFY(!m_palette->isVisible());
        QTRY_COMPARE(m_chosen, QStringList("Third"));
    }

    void theKeysStayWithinTheList()
    {
        openWith({"First", "Second", "Third"});
        const auto row = [this] { return m_palette->list()->currentIndex().row(); };
        QCOMPARE(row(), 0);
        QTest::keyClick(m_palette->search(), Qt::Key_Up);
        QCOMPARE(row(), 0);
        QTest::keyClick(m_palette->search(), Qt::Key_PageDown);
        QCOMPARE(row(), 2);
        QTest::keyClick(m_palette->search(), Qt::Key_Down);
        QCOMPARE(row(), 2);
        QTest::keyClick(m_palette->search(), Qt::Key_PageUp);
        QCOMPARE(row(), 0);
    }

    void aClickChooses()
    {
        openWith({"First", "Second"});
        auto* list = m_palette->list();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(1, 0)).center());
        QTRY_COMPARE(m_chosen, QStringList("Second"));
    }

    void escapeClosesWithoutAChoice()
    {
        openWith({"First"});
        QTest::keyClick(m_palette->search(), Qt::Key_Escape);
        QVERIFY(!m_palette->isVisible());
        QTest::qWait(20);
        QVERIFY(m_chosen.isEmpty());
    }

    void whatIsGrayIsNotChosen()
    {
        m_palette->open({entry("Stop", "Run", false)});
        QTest::keyClick(m_palette->search(), Qt::Key_Return);
        QVERIFY(m_palette->isVisible());
        QTest::qWait(20);
        QVERIFY(m_chosen.isEmpty());
    }

    void withoutAMatchItSaysSo()
    {
        openWith({"First"});
        QTest::keyClicks(m_palette->search(), "zzz");
        QVERIFY(!m_palette->list()->isVisible());
        const auto labels = m_palette->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text() == "Nothing matches.";
        }));
        QTest::keyClick(m_palette->search(), Qt::Key_Return);
        QVERIFY(m_chosen.isEmpty());
    }

    void whatWasChosenComesFirstNextTime()
    {
        for (const char* title : {"Third", "Second"}) {
            openWith({"First", "Second", "Third"});
            QTest::keyClicks(m_palette->search(), title);
            QTest::keyClick(m_palette->search(), Qt::Key_Return);
        }
        openWith({"First", "Second", "Third"});
        QCOMPARE(m_palette->search()->text(), QString());
        QCOMPARE(shown(), (QStringList{"Second", "Third", "First"}));
    }

    void itFitsIntoASmallWindow()
    {
        m_window->resize(500, 360);
        openWith({"First"});
        const QRect place(m_window->mapFromGlobal(m_palette->pos()), m_palette->size());
        QVERIFY(m_window->rect().contains(place));
    }
};

QTEST_MAIN(TestCommandPalette)
#include "test_command_palette.moc"
