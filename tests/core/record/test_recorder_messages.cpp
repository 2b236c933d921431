#include "core/record/recorder_messages.h"

#include <QTest>

using namespace stepscope;

using Kind = RecorderMessage::Kind;

class TestRecorderMessages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesAreReadAsTheyWereWritten()
    {
        const std::vector<RecorderMessage> written{{Kind::Recorded, "Recorded 50 steps"},
                                                   {Kind::NoRun, "No step, \"no run\""},
                                                   {Kind::Problem, "Two\nlines, \xC3\xA4 and a \x1b"},
                                                   {Kind::Failure, ""}};
        std::string lines;
        for (const auto& message : written)
            lines += messageLine(message);
        QCOMPARE(std::ranges::count(lines, '\n'), 4);
        QVERIFY(recorderMessages(lines) == written);
    }

    void bytesThatAreNotUtf8AreReplaced()
    {
        const auto read = recorderMessages(messageLine({Kind::Problem, "file \xFF.db"}));
        QCOMPARE(read.size(), 1u);
        QCOMPARE(read.front().text, std::string("file \xEF\xBF\xBD.db"));
    }

    void otherLinesAreSkipped_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("empty lines") << QByteArray("\n\n");
        QTest::newRow("text") << QByteArray("Recorded 5 steps\n");
        QTest::newRow("incomplete") << QByteArray("{\"kind\":\"problem\",\"te");
        QTest::newRow("another kind") << QByteArray(R"({"kind":"news","text":"x"})");
        QTest::newRow("kind is a number") << QByteArray(R"({"kind":1,"text":"x"})");
        QTest::newRow("without a text") << QByteArray(R"({"kind":"problem"})");
        QTest::newRow("text is a list") << QByteArray(R"({"kind":"problem","text":[]})");
        QTest::newRow("list") << QByteArray("[1]\n");
    }
    void otherLinesAreSkipped()
    {
        QFETCH(QByteArray, lines);
        QVERIFY(recorderMessages(lines.toStdString()).empty());
        const RecorderMessage next{Kind::Problem, "next"};
        const auto read = recorderMessages(lines.toStdString() + "\n" + messageLine(next));
        QCOMPARE(read.size(), 1u);
        QVERIFY(read.front() == next);
    }
};

QTEST_GUILESS_MAIN(TestRecorderMessages)
#include "test_recorder_messages.moc"
