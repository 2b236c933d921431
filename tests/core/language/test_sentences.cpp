#include "core/language/sentences.h"

#include "tests/support/std_string.h"

#include <QRegularExpression>
#include <QtTest>

#include <set>

using namespace stepscope;

class TestSentences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachHasItsOwnText()
    {
        std::set<std::string_view> patterns;
        for (size_t i = 0; i < sentenceCount; ++i) {
            const auto pattern = sentencePattern(SentenceId(i));
            QVERIFY2(!pattern.empty(), qPrintable(QString::number(i)));
            const bool isWord = pattern.find(' ') == std::string_view::npos; // as a topic and on an axis
            QVERIFY2(isWord || patterns.insert(pattern).second, std::string(pattern).c_str());
        }
    }

    void placeholdersAreWords()
    {
        const QRegularExpression placeholder("\\{[a-zA-Z]+(:[^{}|]+\\|[^{}|]+)?\\}");
        for (size_t i = 0; i < sentenceCount; ++i) {
            const auto pattern = sentencePattern(SentenceId(i));
            auto rest = QString::fromUtf8(pattern.data(), qsizetype(pattern.size()));
            rest.remove(placeholder);
            QVERIFY2(!rest.contains('{') && !rest.contains('}'), qPrintable(rest));
            QVERIFY2(pattern.find("  ") == std::string_view::npos, qPrintable(rest));
        }
    }

    void nounsFollowTheirCount()
    {
        const auto with = [](const char* count) {
            return sentence(SentenceId::LengthSteps, {{"count", count}});
        };
        QCOMPARE(with("1"), std::string("1 step"));
        QCOMPARE(with("1,200"), std::string("1,200 steps"));
    }

    void placeholdersAreFilledIn()
    {
        QCOMPARE(sentence(SentenceId::NoteFailed, {{"run", "{run}"}, {"failure", "it broke."}}),
                 std::string("“{run}” failed: it broke."));
    }
};

QTEST_GUILESS_MAIN(TestSentences)
#include "test_sentences.moc"
