#include "core/base/files/temporary_folder.h"
#include "core/data/own/text.h"
#include "tests/core/data/idx_file.h"
#include "tests/support/failure.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <filesystem>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;

namespace fs = std::filesystem;

class TestText : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;

    fs::path write(const std::string& content) const
    {
        const auto file = m_folder.path() / "a.txt";
        std::ofstream(file, std::ios::binary) << content;
        return file;
    }

private Q_SLOTS:
    void charactersAreNumberedByCodePoint()
    {
        const auto text = readText(write("bäba€\n"));
        QCOMPARE(text.characters, (std::vector<std::string>{"\n", "a", "b", "ä", "€"}));
        QCOMPARE(text.numbers, (std::vector<int64_t>{2, 3, 2, 1, 4, 0}));
    }

    void aTextMayBeGzippedAndHaveAByteOrderMark()
    {
        const auto plain = readText(write("abc"));
        QCOMPARE(readText(write("\xef\xbb\xbf"
                                "abc"))
                     .numbers,
                 plain.numbers);
        QCOMPARE(readText(write(gzipped("abc"))).numbers, plain.numbers);
    }

    void nineTenthsAreToTrainOn()
    {
        const NumberedText text{.characters = {}, .numbers = std::vector<int64_t>(105)};
        QCOMPARE(text.trainCount(), 94);
        QCOMPARE(text.testCount(), 11);
        // Each sequence needs the character after it, too.
        QCOMPARE(countSequences(text, 10, "a").train, 9);
        QCOMPARE(countSequences(text, 10, "a").test, 1);
        QCOMPARE(countSequences(text, 3, "a").train, 31);
        QCOMPARE(countSequences(text, 3, "a").test, 3);
    }

    void whatIsNoTextIsRefused()
    {
        const auto failure = [this](const std::string& content) {
            const auto file = write(content);
            auto sentence = failureOf([&] { readText(file); });
            const auto at = sentence.find(file.string());
            return at == std::string::npos ? sentence : sentence.replace(at, file.string().size(), "FILE");
        };
        QCOMPARE(failure("ab\xff"
                         "c"),
                 std::string("FILE is not a text in UTF-8: byte 2 is not part of a character."));
        QCOMPARE(failure("ab\xc3"),
                 std::string("FILE is not a text in UTF-8: byte 2 is not part of a character."));
        QCOMPARE(failure("aaaa"),
                 std::string("The text FILE needs at least 2 different characters, but has 1."));
        QCOMPARE(failure(""), std::string("The text FILE needs at least 2 different characters, but has 0."));
        QCOMPARE(failureOf([this] { readText(m_folder.path()); }),
                 m_folder.path().string() + " is not a file.");
        QVERIFY(!failureOf([] { readText("/none/here.txt"); }).empty());
    }

    void aShortTextIsRefused()
    {
        const NumberedText text{.characters = {}, .numbers = std::vector<int64_t>(100)};
        QCOMPARE(countSequences(text, 9, "a.txt").test, 1);
        QCOMPARE(
            failureOf([&] { countSequences(text, 10, "a.txt"); }),
            std::string("The text a.txt has 100 characters, but needs about 110 for sequences of 10: a tenth "
                        "of it is used for tests. Use a longer text or a smaller --sequence-length."));
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "test_text.moc"
